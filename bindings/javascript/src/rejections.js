// Rejections: the exceptions for what the engine has refused.

import { CALLBACK_FAILED, NONE, VALUE_TYPES } from './constants.js';
import { CallbackFailed, errorOf } from './errors.js';
import { enter, leave, readWords, take } from './frame.js';
import { sfsm } from './library.js';

const CASE_STATUSES = new Set([-16, -17, -18, -19]);
const ARGUMENT_STATUSES = new Set([-22, -23]);

/** The exception for a status of a machine; `what` was sent or done. */
export function rejectionOf(machine, status, what) {
  const text = typeof what === 'symbol' ? '' : `'${String(what)}'`;
  if (status === CALLBACK_FAILED) return failed(machine.failure);
  if (CASE_STATUSES.has(status)) return Object.assign(errorOf(status, text), rejectedCase(machine));
  if (ARGUMENT_STATUSES.has(status)) return Object.assign(errorOf(status, text), rejectedArgument(machine));
  return errorOf(status, text);
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
