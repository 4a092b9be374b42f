// Rejections: the exceptions for what the engine has refused.

import { CALLBACK_FAILED, NONE, VALUE_TYPES } from './constants.js';
import { ArgumentError, CallbackFailed, errorOf } from './errors.js';
import { enter, leave, readWords, take } from './frame.js';
import { sfsm } from './library.js';

const CASE_STATUSES = new Set([-16, -17, -18, -19]);
const ARGUMENT_STATUSES = new Set([-22, -23]);

/** The exception for a status of a machine; `what` was sent or done. */
export function rejectionOf(machine, status, what) {
  const text = typeof what === 'symbol' ? '' : `'${String(what)}'`;
  if (status === CALLBACK_FAILED) return failed(machine.failure);
  if (CASE_STATUSES.has(status)) return caseError(status, text, rejectedCase(machine));
  if (ARGUMENT_STATUSES.has(status)) return argumentError(status, text, rejectedArgument(machine));
  return errorOf(status, text);
}

function caseError(status, text, rejected) {
  const { predicate, value } = rejected;
  const named = predicate === null ? '' : value === null ? `, ${predicate}` : `, ${value} of ${predicate}`;
  return Object.assign(errorOf(status, `${text}${named}`), rejected);
}

function argumentError(status, text, rejected) {
  const { index, declared, sent } = rejected;
  const isInteger = sent === 'integer' && !['bool', 'f32', 'f64', 'str', 'ptr'].includes(declared);
  const fault = sent === null ? `of type ${declared} is missing`
    : declared === null ? 'is one more than the event declares'
      : isInteger ? `is a number that ${declared}, its declared type, does not have`
        : `is ${sent === 'ptr' ? 'null or a pointer' : `of type ${sent}`}, and ${declared} is declared`;
  return Object.assign(new ArgumentError(`${text}: argument ${index} ${fault}`, status), rejected);
}

/** A number that is not below 0 is what a provider has named after the commit: a case that its type does not have. */
function failed(failure) {
  if (failure < 0) return new CallbackFailed(failure);
  return Object.assign(new CallbackFailed(-1, `a provider has named case ${failure}, which its predicate type does not have`), { failure });
}

/** The case that the engine has refused last: { predicate, value }. */
export function rejectedCase(machine) {
  const mark = enter();
  try {
    const out = take(8);
    sfsm.sfsm_machine_rejected_case(machine._address, out, out + 4);
    const [predicate, value] = readWords(out, 2);
    return {
      predicate: machine.table._predicates.name(predicate),
      value: value === NONE ? null : machine.table._caseName(predicate, value),
    };
  } finally {
    leave(mark);
  }
}

/** The argument that the engine has refused last: { index, declared, sent }. */
function rejectedArgument(machine) {
  const mark = enter();
  try {
    const out = take(16);
    sfsm.sfsm_machine_rejected_argument(machine._address, out, out + 4, out + 8);
    const [index, declared, sent] = readWords(out, 3);
    return { index, declared: VALUE_TYPES[declared] || null, sent: VALUE_TYPES[sent] || null };
  } finally {
    leave(mark);
  }
}
