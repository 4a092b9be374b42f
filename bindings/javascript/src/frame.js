// Memory for the structs and strings of one call, as on a stack.

import { allocate, bytes, data, refresh, sfsm } from './library.js';

const SIZE = 65536;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

let base = 0; // where the stack begins; it stays for as long as the engine
let top = 0;
let extra = []; // the addresses of blocks that did not fit

const COUNT = 2 * SIZE; // a mark is the top, and so many for each extra block

/** Return where the stack is now, for `leave`. */
export function enter() {
  if (base === 0) base = allocate(SIZE);
  refresh();
  return top + extra.length * COUNT;
}

/** Free everything that was taken since `enter`. */
export function leave(mark) {
  top = mark % COUNT;
  const count = (mark - top) / COUNT;
  while (extra.length > count) sfsm.free(extra.pop());
  refresh();
}

/** Call `work`, and return its result and the addresses of what it has taken, for `free`: it outlives the call. */
export function takeApart(work) {
  const [formerTop, formerExtra] = [top, extra];
  [top, extra] = [SIZE, []];
  try {
    return [work(), extra];
  } catch (error) {
    free(extra);
    throw error;
  } finally {
    [top, extra] = [formerTop, formerExtra];
  }
}

/** Free what was taken apart. */
export function free(addresses) {
  for (const address of addresses) sfsm.free(address);
  refresh();
}

/** Take `size` bytes, aligned to 8 and zeroed, until `leave`. */
export function take(size) {
  const rounded = size < SIZE ? (size + 7) & ~7 : Math.ceil(size / 8) * 8;
  let address;
  if (top + rounded <= SIZE) {
    address = base + top;
    top += rounded;
  } else {
    address = allocate(rounded);
    extra.push(address);
  }
  bytes.fill(0, address, address + rounded);
  return address;
}

const isWellFormed = 'isWellFormed' in String.prototype ? (text) => text.isWellFormed() : (text) => !/\p{Surrogate}/u.test(text);

/** Why a string is not the same one in the engine; '' if it is. */
export function textFault(text) {
  if (text.includes('\0')) return 'has a zero character';
  return isWellFormed(text) ? '' : 'has half of a character (a lone surrogate)';
}

/** Refuse a string that is not the same one in the engine; `what` names it. */
export function checkText(text, what) {
  if (typeof text !== 'string') throw new TypeError(`${what} is ${String(text)}, not a string`);
  const fault = textFault(text);
  if (fault !== '') throw new RangeError(`${what} ${fault}: leave it out of ${JSON.stringify(text.slice(0, 80))}`);
}

/** Take a string that the engine reads up to a zero. Returns its address. `what` and a number name it where it is refused. */
export function takeText(text, what = 'a text', number = undefined) {
  if (text.length <= SHORT) {
    const address = take(text.length + 1);
    if (isPlain(text, address)) return address;
  }
  checkText(text, number === undefined ? what : `${what} ${number}`);
  return takeLong(text);
}

const SHORT = 64; // the characters of a string that is faster copied one by one

/** Copy a string that is ASCII; returns whether it is. */
function isPlain(text, address) {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code > 127) return false;
    bytes[address + index] = code;
  }
  return true;
}

/** Take a string of which the engine is told the length. Returns its address; `measured` is its length in bytes. */
export function takeLong(text) {
  const encoded = encoder.encode(text);
  const address = take(encoded.length + 1);
  bytes.set(encoded, address);
  measured = encoded.length;
  return address;
}
export let measured = 0;

/** Take a list of int32 numbers. */
export function takeWords(numbers) {
  const address = take(numbers.length * 4);
  for (let index = 0; index < numbers.length; index++) data.setInt32(address + index * 4, numbers[index], true);
  return address;
}

/** Read a string that ends with a zero; undefined for NULL. */
export function readText(address) {
  if (address === 0) return undefined;
  refresh();
  address >>>= 0;
  return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
}

/** Read `length` bytes of text. */
export function readBytesText(address, length) {
  refresh();
  return decoder.decode(bytes.subarray(address >>> 0, (address >>> 0) + length));
}

/** Read a list of int32 numbers. */
export function readWords(address, count) {
  refresh();
  const numbers = new Array(count);
  for (let index = 0; index < count; index++) numbers[index] = data.getInt32(address + index * 4, true);
  return numbers;
}

/** Call `list(address, capacity, outCount)` until all int32 numbers fit, and return them. */
export function listWords(list, check) {
  const mark = enter();
  try {
    const count = take(8);
    let capacity = 16;
    for (;;) {
      const numbers = take(capacity * 4);
      check(list(numbers, capacity, count));
      refresh();
      const found = data.getUint32(count, true);
      if (found <= capacity) return readWords(numbers, found);
      capacity = found;
    }
  } finally {
    leave(mark);
  }
}
