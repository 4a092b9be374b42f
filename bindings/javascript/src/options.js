// Options, as callers give them.

import { BAD_VALUE } from './constants.js';
import { errorOf } from './errors.js';

/** One, many or none, as a list. */
export function list(value) {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** Refuse unknown options; `what()` says whose they are. */
export function known(options, keys, what) {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${what()}: ${String(options)} is no object`);
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) throw new TypeError(`${what()}: there is no '${key}', only ${keys.join(', ')}`);
  }
}

/** A whole number in a range; `what` names it where it is none. */
export function whole(value, least, most, what) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${what} is ${String(value)}, not a whole number from ${least} to ${most}`);
  }
  return value;
}

/** A number for a word of a list of choices. */
export function choice(choices, word, what) {
  if (!Object.hasOwn(choices, word)) {
    throw errorOf(BAD_VALUE, `${what} is '${word}', not one of: ${Object.keys(choices).join(', ')}`);
  }
  return choices[word];
}
