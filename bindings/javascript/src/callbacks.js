// Callbacks: each has an index in the list of its owner, a table or the hooks of a machine, by which the engine calls it.

import { parametersOf } from './callables.js';
import { ACTION, CALLBACK_FAILED, FAILED, GUARD, NONE, PROVIDER, RESOLVER, UNKNOWN_EVENT, UNKNOWN_STATE, UPDATE } from './constants.js';
import { CallbackFailed, StateError } from './errors.js';
import { bytes, imports, refresh, resetStack, sfsm, words } from './library.js';
import { isId } from './names.js';
import { ARGUMENTS, ARGUMENT_COUNT, Step } from './step.js';
import { readValues } from './values.js';

const owners = new Map(); // those that have callbacks; weak, so that callbacks may refer to their machine
let nextOwner = 1;

/** How many tables and machines have callbacks. */
export function ownerCount() {
  return owners.size;
}

/** How many callbacks were registered and freed, since the engine was loaded. */
export const counts = { registered: 0, freed: 0 };

/** The callbacks of a table (`isHook` false) or a machine. */
export class Callbacks {
  constructor(isHook) {
    this.entries = [];
    this._isHook = isHook;
    this.last = null; // the entry that was added last
    this._free = [];
    this._number = 0; // while it has callbacks
  }

  /** Keep a function; returns the context for the engine, which frees it. `name` is the function's in documents. */
  add(role, callback, name = '') {
    if (typeof callback !== 'function') throw new TypeError(`a callback is a function, not ${callback}`);
    if (this._number === 0) {
      this._number = nextOwner++;
      owners.set(this._number, new WeakRef(this));
    }
    const index = this._free.pop() ?? this.entries.length;
    const cell = sfsm.javascript_cell(this._number, this._isHook ? ~index : index);
    if (cell === 0) throw new RangeError('the engine has no memory for a callback');
    refresh();
    this.last = this.entries[index] = { role, callback, name, taking: null };
    counts.registered++;
    return cell;
  }

  /** The entry whose context in the engine this is. */
  entryOf(cell) {
    const index = words[(cell >> 2) + 1];
    return this.entries[index < 0 ? ~index : index];
  }

  free(index) {
    this.entries[index] = undefined;
    this._free.push(index);
    if (this._free.length < this.entries.length) return;
    owners.delete(this._number);
    this._number = 0;
  }
}

imports.free = (number, index) => {
  counts.freed++;
  const callbacks = owners.get(number)?.deref();
  if (callbacks === undefined) owners.delete(number);
  else callbacks.free(index < 0 ? ~index : index);
};

/** The machine whose call is under way, or what stands for the tokens of a replay. */
export let current = null;

/** Make a machine the current one. Returns the former one, which is put back in the same way. */
export function become(machine) {
  const former = current;
  current = machine;
  return former;
}

/** What a callback has thrown, until the call into the engine that it belongs to is over: { error }, or null. A callback begins
 * with null: what it calls itself has errors of its own. */
export let thrown = null;

/** Keep what a callback has thrown; the first counts. CallbackFailed is a result for the engine, which tells of it. */
export function keep(error) {
  if (!(error instanceof CallbackFailed)) thrown ??= { error };
}

/** Return what a callback has thrown, { error } or null, and forget it. */
export function takeThrown() {
  const taken = thrown;
  thrown = null;
  return taken;
}

let answering = 0; // how many functions of the program the engine has asked for, other than callbacks of machines

/** Go back to a former machine from a call that the engine itself has ended by throwing, as it does when the stack is full. */
export function unwind(former) {
  current = former;
  thrown = null;
  settleStack();
}

/** After something has thrown: if nothing of the engine is under way, what calls that were ended so had on its stack is over. */
export function settleStack() {
  if (current === null && answering === 0) resetStack();
}

/** Throw what a callback has thrown, if any has. */
export function rethrow() {
  const taken = takeThrown();
  if (taken !== null) throw taken.error;
}

/** Call a function of the program that the engine asks for. Returns its result; `failed` if it throws, which is kept. */
export function answer(call, failed) {
  const before = takeThrown();
  answering++;
  try {
    return call();
  } catch (error) {
    keep(error);
    return failed;
  } finally {
    answering--;
    thrown = before ?? thrown;
  }
}

/** Whether a result has to be awaited. */
export function isPromise(result) {
  return result !== null && typeof result === 'object' && typeof result.then === 'function';
}

/** Turn the result of a callback into the engine's. */
export function convert(role, result, machine) {
  const table = machine.table;
  switch (role) {
    case GUARD:
      return result ? 1 : 0;
    case RESOLVER:
      return result === undefined || result === null ? NONE : table._states.id(result, UNKNOWN_STATE);
    case UPDATE:
      return result === undefined || result === null ? NONE : table._events.id(result, UNKNOWN_EVENT);
    default:
      return 0;
  }
}

/** The engine's number for a failure of a callback of this role. */
export function failure(role, error) {
  if (role === RESOLVER || role === UPDATE) return FAILED;
  return error instanceof CallbackFailed ? error.failure : -1;
}

/** Call a callback for a step. */
export function invoke(entry, machine, step, address) {
  if (bytes.length === 0) refresh();
  if (entry.taking !== null) return entry.taking.callback(...parametersOf(entry.taking, machine, step, address));
  const count = words[(address + ARGUMENT_COUNT) >> 2];
  return count === 0
    ? entry.callback(step, machine.context)
    : entry.callback(step, machine.context, ...readValues(words[(address + ARGUMENTS) >> 2], count));
}

imports.call = (address, index) => {
  const machine = current;
  const entry = index >= 0 ? machine._callbacks[index] : machine._hooks[~index];
  if (machine._planner !== null) return plannedCall(machine, entry, address);
  const before = thrown;
  if (before !== null) thrown = null;
  if (machine.choose !== undefined) machine.choose(address);
  const step = new Step(machine, address);
  const role = entry.role;
  try {
    const result = invoke(entry, machine, step, address);
    if (role === PROVIDER) return providedCase(machine, entry, result);
    if (result === undefined && role !== RESOLVER && role !== UPDATE) return 0;
    if (isPromise(result)) refuse(result);
    return role === ACTION ? 0 : convert(role, result, machine);
  } catch (error) {
    keep(error);
    return failure(role, error);
  } finally {
    step._address = 0;
    if (before !== null) thrown = before;
  }
};

/** Call a callback while a step is planned or completed: what it calls itself is not planned. */
function plannedCall(machine, entry, address) {
  const planner = machine._planner;
  const before = takeThrown();
  machine._planner = null;
  try {
    return planner.call(entry, address);
  } finally {
    machine._planner = planner;
    thrown = before ?? thrown;
  }
}

function refuse(promise) {
  promise.then(undefined, () => {});
  throw new StateError('a callback has returned a promise: await sendAsync or its like', CALLBACK_FAILED);
}

/** Turn the result of a provider into a number; its entry knows the predicate type. */
export function providedCase(machine, entry, result) {
  if (isPromise(result)) refuse(result);
  return isId(result) ? result : machine.table._providedCase(entry, result);
}
