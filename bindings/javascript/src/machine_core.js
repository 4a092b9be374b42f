// What every machine has: a table, a context, hooks, and calls into the engine.

import { makeCallback } from './callables.js';
import { become, Callbacks, current, rethrow, unwind } from './callbacks.js';
import { BUSY, INITIAL, LENIENT, NONE, NULL_POINTER, OUTCOMES, STEP_HOOK, UNHANDLED_HOOK } from './constants.js';
import { errorOf, StateError } from './errors.js';
import { enter, leave, take } from './frame.js';
import { data, refresh, sfsm } from './library.js';
import { known } from './options.js';
import { rejectionOf } from './rejections.js';
import { released } from './released.js';
import { Table } from './table.js';

const OPTIONS = ['initial', 'isLenient'];
const OPTIONS_SIZE = 24; // of sfsm_machine_options

/** A machine without what it is asked to do: its states, its events and all else build on it. */
export class MachineCore {
  /** Make a machine; `initial` null: it is stopped, and `start` starts it. */
  constructor(table, context, options = {}) {
    if (!(table instanceof Table)) throw new TypeError(`a machine is made over a table, not over ${String(table)}`);
    known(options, OPTIONS, () => 'the options of a machine');
    const { initial = undefined, isLenient = false } = options;
    this._begin(table, context);
    const mark = enter();
    try {
      const settings = take(OPTIONS_SIZE);
      data.setUint32(settings, OPTIONS_SIZE, true);
      data.setInt32(settings + 4, initial === undefined ? INITIAL : initial === null ? NONE : table.stateId(initial), true);
      data.setUint32(settings + 8, isLenient ? LENIENT : 0, true);
      const out = take(8);
      const status = sfsm.sfsm_machine_create_with(table._open(), settings, out);
      refresh();
      if (status < 0) throw errorOf(status, 'a machine cannot be made');
      this._address = data.getUint32(out, true);
    } finally {
      leave(mark);
    }
    this._held = { address: this._address, writer: 0, failed: null }; // what is freed with the machine; what has ended its journal
    released.machines.register(this, this._held, this);
  }

  /** What a machine has before the engine has it. */
  _begin(table, context) {
    this.table = table;
    /** Passed to every callback. */
    this.context = context;
    this._callbacks = table._callbacks.entries;
    this._owner = new Callbacks(true);
    this._hooks = this._owner.entries;
    this._planner = null;
    this._turns = null;
    this._clock = null;
    this._isUnwound = false; // whether the engine itself has thrown in a call, as it does when the stack is full
    this._isPlain = true; // neither a clock nor a turn that is awaited, and not unwound
    this._eventIds = table._events.ids;
    this._lastEvent = this._formerEvent = '';
    this._lastId = this._formerId = undefined;
  }

  /** Whether the machine was freed. */
  get isClosed() {
    return this._address === 0;
  }

  /** The result of the callback that failed last; 0 if none did. */
  get failure() {
    return sfsm.sfsm_machine_failure(this._open());
  }

  /** Add a hook that is called after every step. `null` removes all hooks of this kind. */
  onStep(hook) {
    this._hook('sfsm_machine_on_step', STEP_HOOK, hook);
  }

  /** Add a hook for events that have no row in the current state. `null` removes all hooks of this kind. */
  onUnhandled(hook) {
    this._hook('sfsm_machine_on_unhandled', UNHANDLED_HOOK, hook);
  }

  _hook(call, role, hook) {
    this._open();
    const none = { function: 0, context: 0, finalizer: 0 };
    const made = hook === null ? none : makeCallback(this._owner, role, hook, '', this.table._predicates);
    const status = sfsm[call](this._address, made.function, made.context, made.finalizer);
    refresh();
    if (status < 0) throw errorOf(status, 'a hook cannot be added');
  }

  /** Free the machine; no exit callbacks run. From inside a callback it takes effect when the outermost call returns. */
  close() {
    if (this._address === 0) return;
    this._turns?.clear();
    this._clock?.close();
    released.machines.unregister(this);
    sfsm.sfsm_machine_release(this._address);
    refresh();
    this._address = 0;
  }

  _open() {
    if (this._address === 0) throw new StateError('the machine is closed', NULL_POINTER);
    return this._address;
  }

  /** Whether a plain call has to wait, since a step is awaited. A clock tells the time before. */
  _waits() {
    this._open();
    if (this._isUnwound && !this._turns?.isUnderWay) this._checkUnwound();
    this._clock?.tell();
    return this._turns !== null && this._turns.takes(this);
  }

  /** A machine whose call was unwound is lost if that was inside of a step: the engine believes that it still runs. */
  _checkUnwound() {
    if (!this._isUnwound) return;
    if (sfsm.sfsm_machine_start(this._address, NONE) === BUSY) {
      throw new StateError('a step of this machine was broken off by a stack overflow or an error inside of the engine: it cannot go on, make another one', BUSY);
    }
    this._isUnwound = false;
    this._isPlain = this._clock === null && this._turns === null;
    if (current === this) become(null);
  }

  /** Nothing else may be under way: neither a turn that is awaited, nor a clock. */
  _rest() {
    if (this._waits()) throw errorOf(BUSY, 'a step of this machine is awaited');
  }

  /** What callbacks send while a step is awaited waits; before its plan is open, nothing may be sent in another way. */
  _openTurn() {
    if (this._waits()) throw errorOf(BUSY, 'a guard is awaited');
  }

  /** Call the engine, and return the outcome in words or throw. */
  _run(call, what) {
    const former = become(this);
    let outcome;
    try {
      outcome = call();
    } catch (error) {
      this._isUnwound = true; // before anything is called: the stack may be full
      this._isPlain = false;
      unwind(former);
      throw error;
    }
    become(former);
    refresh();
    if (this._clock !== null && former !== this) this._clock.look();
    return this._outcome(outcome, what);
  }

  _outcome(outcome, what) {
    rethrow();
    if (outcome < 0) this._fail(outcome, what);
    return OUTCOMES[outcome];
  }

  _fail(status, what) {
    rethrow();
    this._open();
    throw rejectionOf(this, status, what);
  }
}
