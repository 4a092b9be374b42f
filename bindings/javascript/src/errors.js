// Errors: a class for each kind of mistake, with the engine's status.

import * as constants from './constants.js';
import { readText } from './frame.js';
import { sfsm } from './library.js';

/** What the engine could not do. `status` is its name, "UNKNOWN_EVENT"; `code` is the engine's number. */
export class SwiftFSMError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
    this.status = statusName(code);
  }

  get name() {
    return this.constructor.name;
  }
}

/** A definition has errors: `diagnostics` has them all, with warnings behind them. */
export class DefinitionError extends SwiftFSMError {
  constructor(message, code, diagnostics) {
    super(message, code);
    this.diagnostics = diagnostics;
  }
}

/** The state, event, predicate type or case is not in the table. */
export class UnknownNameError extends SwiftFSMError {}

/** An event was sent with other arguments than it declares. `index` is the argument's, from 0. */
export class ArgumentError extends SwiftFSMError {}

/** A case is missing, is sent twice, or does not exist. */
export class CaseError extends SwiftFSMError {}

/** The call is not possible now: in a callback, on a stopped machine, or one that is closed. */
export class StateError extends SwiftFSMError {}

/** A snapshot or journal cannot be used. `diagnostics` says what has no place in this definition. */
export class SnapshotError extends SwiftFSMError {
  constructor(message, code, diagnostics = []) {
    super(message, code);
    this.diagnostics = diagnostics;
  }
}

/** Throw this in a callback to fail with a number of your own, below 0. Thrown by `send` if a callback failed without an
 * exception. */
export class CallbackFailed extends SwiftFSMError {
  constructor(failure = -1, message = `a callback failed with ${failure}`) {
    if (!Number.isInteger(failure) || failure >= 0 || failure < -(2 ** 31)) {
      throw new RangeError('the number of a failure is below 0');
    }
    super(message, constants.CALLBACK_FAILED);
    this.failure = failure;
  }
}

/** Return the name of a status, "UNKNOWN_EVENT". */
export function statusName(code) {
  return readText(sfsm.sfsm_status_name(code)).replace('SFSM_', '');
}

const CLASSES = new Map([
  [constants.UNKNOWN_STATE, UnknownNameError],
  [constants.UNKNOWN_EVENT, UnknownNameError],
  [constants.UNKNOWN_PREDICATE, CaseError],
  [constants.UNKNOWN_CASE, CaseError],
  [constants.MISSING_PREDICATE, CaseError],
  [constants.REPEATED_PREDICATE, CaseError],
  [constants.ARGUMENT_COUNT, ArgumentError],
  [constants.ARGUMENT_TYPE, ArgumentError],
  [constants.NOT_RUNNING, StateError],
  [-10, StateError],
  [constants.BUSY, StateError],
  [constants.NULL_POINTER, StateError],
]);

/** What the engine says by names of C, by names of this package. */
const TEXTS = new Map([
  [constants.NULL_POINTER, 'it is closed'],
  [constants.BAD_SIGNATURE, 'The signature cannot be read or does not fit: signatureFault tells where.'],
  [constants.UNNAMED_CALLBACK, 'A callback of the definition has no name: name it by callbackNames, or with nameCallback.'],
]);

/** Make the error of a status. `detail` is put before the sentence of the status. */
export function errorOf(code, detail = '') {
  if (code === constants.CALLBACK_FAILED) return new CallbackFailed(-1);
  const text = TEXTS.get(code) ?? readText(sfsm.sfsm_status_text(code));
  const Class = CLASSES.get(code) ?? SwiftFSMError;
  return new Class(detail === '' ? text : `${detail}: ${text}`, code);
}

/** Throw the error of a status below 0; return any other. */
export function check(code, detail) {
  if (code < 0) throw errorOf(code, detail);
  return code;
}
