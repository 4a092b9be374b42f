// A machine: a current state and a context, over a table.

import { become, Callbacks, rethrow, thrown } from './callbacks.js';
import {
  BUSY, CALLBACK_FAILED, INITIAL, LAST_STATE, LENIENT, NONE, NULL_POINTER, OUTCOMES, STEP_HOOK, TRANSITIONED,
  UNHANDLED_HOOK, UNKNOWN_EVENT, VALUE_TYPES,
} from './constants.js';
import { CallbackFailed, check, errorOf, StateError } from './errors.js';
import { enter, leave, listWords, readWords, take, takeWords } from './frame.js';
import { data, functions, refresh, sfsm, words } from './library.js';
import { takeEvent, takeOpen, takeRequest } from './message.js';
import { released } from './released.js';

const OPTIONS_SIZE = 24; // of sfsm_machine_options
const CASE_STATUSES = new Set([-16, -17, -18, -19]);
const ARGUMENT_STATUSES = new Set([-22, -23]);

/** What every machine does; timers, snapshots and awaited calls build on it. */
export class MachineCore {
  /** Make a machine; `initial` null: it is stopped, and `start` starts it. */
  constructor(table, context, options = {}) {
    const { initial = undefined, isLenient = false } = options;
    this.table = table;
    /** Passed to every callback. */
    this.context = context;
    this._callbacks = table._callbacks.entries;
    this._owner = new Callbacks(true);
    this._hooks = this._owner.entries;
    this._planner = null;
    this._turns = null;
    this._clock = null;
    this._isPlain = true; // neither a clock nor a turn that is awaited
    this._eventIds = table._events.ids;
    this._lastEvent = this._formerEvent = '';
    this._lastId = this._formerId = undefined;
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
    this._held = { address: this._address, writer: 0 }; // what is freed with the machine
    released.machines.register(this, this._held, this);
  }

  /** The current state; in a chart the active leaf, or the outermost parallel state. Null for one that is stopped. */
  get state() {
    return this.table._states.name(sfsm.sfsm_machine_state(this._open()));
  }

  /** All active leaves, in the order of the states. */
  get states() {
    const address = this._open();
    const ids = listWords((states, capacity, count) => sfsm.sfsm_machine_states(address, states, capacity, count), check);
    return ids.map((id) => this.table._states.name(id));
  }

  /** Whether a state is active. */
  in(state) {
    return sfsm.sfsm_machine_in(this._open(), this.table.stateId(state)) !== 0;
  }

  /** Whether the machine has stopped in a final state. */
  get isDone() {
    return sfsm.sfsm_machine_is_done(this._open()) !== 0;
  }

  /** Whether the machine was freed. */
  get isClosed() {
    return this._address === 0;
  }

  /** How many events wait. */
  get pending() {
    return sfsm.sfsm_machine_pending(this._open());
  }

  /** The result of the callback that failed last; 0 if none did. */
  get failure() {
    return sfsm.sfsm_machine_failure(this._open());
  }

  /** Send an event with its arguments: its step runs, then those of all events that its callbacks send. */
  send(event) {
    const id = event === this._lastEvent ? this._lastId : this._find(event);
    if (id === undefined || arguments.length !== 1 || !this._isPlain) {
      return this._sendSlowly(event, undefined, Array.prototype.slice.call(arguments, 1));
    }
    const former = become(this);
    const outcome = sfsm.sfsm_machine_send(this._address, id);
    become(former);
    if (outcome === TRANSITIONED && thrown === null) return 'transitioned';
    if (thrown !== null || outcome < 0) this._fail(outcome, event);
    return OUTCOMES[outcome];
  }

  /** The id of an event, which is often the one of the last send or of that before; undefined if it has none. */
  _find(event) {
    if (event !== this._formerEvent) {
      const id = this._eventIds.get(event);
      if (id === undefined) return undefined;
      this._formerEvent = event;
      this._formerId = id;
    }
    const [former, formerId] = [this._formerEvent, this._formerId];
    this._formerEvent = this._lastEvent;
    this._formerId = this._lastId;
    this._lastEvent = former;
    this._lastId = formerId;
    return formerId;
  }

  /** Send an event with the cases of predicate types: { cases: { Policy: 'weak' }, arguments: [...] }. */
  sendWith(event, options) {
    return this._sendSlowly(event, options.cases, options.arguments ?? []);
  }

  _sendSlowly(event, cases, values) {
    if (this._turns !== null && this._turns.takes(this)) return this._turns.queue(this, { event, cases, values });
    return this._message('sfsm_machine_send_message', () => takeEvent(this.table, event, cases, values), event);
  }

  /** Request a state. */
  request(state, options = {}) {
    if (this._turns !== null && this._turns.takes(this)) return this._turns.queue(this, { requested: state, ...options });
    return this._message('sfsm_machine_send_message', () => takeRequest(this.table, state, options.cases), state);
  }

  _message(call, make, what) {
    const mark = enter();
    try {
      const message = make();
      return this._run(() => sfsm[call](this._address, message), what);
    } finally {
      leave(mark);
    }
  }

  /** Start a stopped machine: in its initial state, in another, or in the last one. */
  start(state = undefined) {
    this._rest();
    this._run(() => sfsm.sfsm_machine_start(this._address, this._startId(state)), 'start');
  }

  /** Start where the machine has stopped. */
  startLast() {
    this._rest();
    this._run(() => sfsm.sfsm_machine_start(this._address, LAST_STATE), 'start');
  }

  _startId(state) {
    return state === undefined ? INITIAL : this.table.stateId(state);
  }

  /** Stop the machine: its exit callbacks run. Returns 'ok', or 'queued' from inside a callback. */
  stop() {
    if (this._turns !== null && this._turns.takes(this)) return this._turns.queue(this, { isStop: true });
    return this._run(() => sfsm.sfsm_machine_stop(this._address), 'stop');
  }

  /** Call the update callbacks and send the event that they name. Returns its outcome, or 'ok' without one. */
  update(time = 0, options = undefined) {
    return this._update(time, options, 0).outcome;
  }

  /** Call the update callbacks and return the event that they name, or null: it is not sent. */
  dueEvent(time = 0, options = undefined) {
    return this._update(time, options, 8).event;
  }

  _update(time, options, size) {
    this._rest();
    const mark = enter();
    try {
      const message = options === undefined ? 0 : takeOpen(this.table, options);
      const out = size === 0 ? 0 : take(size);
      const outcome = this._run(() => sfsm.sfsm_machine_update(this._address, time, message, out), 'update');
      return { outcome, event: out === 0 ? null : this.table._events.name(data.getInt32(out, true)) };
    } finally {
      leave(mark);
    }
  }

  /** Put the machine into a state without calling any callback; null stops it. */
  setState(state) {
    this._rest();
    this._run(() => sfsm.sfsm_machine_set_state(this._address, state === null ? NONE : this._startId(state)), 'set the state');
  }

  /** Put the machine into states, all leaves, without calling any callback. */
  setStates(states) {
    this._rest();
    const mark = enter();
    try {
      const ids = takeWords(states.map((state) => this.table.stateId(state)));
      this._run(() => sfsm.sfsm_machine_set_states(this._address, ids, states.length), 'set the states');
    } finally {
      leave(mark);
    }
  }

  /** Send many events, one after the other. Returns their outcomes; the first error ends it. */
  run(events) {
    this._rest();
    const mark = enter();
    try {
      const { length } = events;
      const ids = take(length * 4);
      for (let index = 0; index < length; index++) words[(ids >> 2) + index] = this.table._events.id(events[index], UNKNOWN_EVENT);
      const outcomes = take(length * 4);
      const count = take(8);
      this._run(() => sfsm.sfsm_machine_run(this._address, ids, length, outcomes, count), 'run');
      const found = new Array(data.getUint32(count, true));
      for (let index = 0; index < found.length; index++) found[index] = OUTCOMES[words[(outcomes >> 2) + index]];
      return found;
    } finally {
      leave(mark);
    }
  }

  /** Raise an event: from inside a callback of a chart it comes before all that were sent. */
  raise(event) {
    this._openTurn();
    return this._run(() => sfsm.sfsm_machine_raise(this._address, this.table._events.id(event, UNKNOWN_EVENT)), event);
  }

  /** Run the events that an exception left waiting. */
  runPending() {
    this._rest();
    this._run(() => sfsm.sfsm_machine_run_pending(this._address), 'run what waits');
  }

  /** Drop the events that wait. */
  discardPending() {
    this._turns?.clear();
    this._run(() => sfsm.sfsm_machine_discard_pending(this._address), 'discard what waits');
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
    const cell = hook === null ? 0 : this._owner.add(role, hook);
    const status = sfsm[call](this._address, hook === null ? 0 : functions.callback, cell, hook === null ? 0 : functions.finalizer);
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

  /** Nothing else may be under way: neither a turn that is awaited, nor a clock. */
  _rest() {
    this._open();
    if (this._turns !== null && this._turns.takes(this)) throw errorOf(BUSY, 'a step of this machine is awaited');
  }

  /** What callbacks send while a step is awaited waits; before its plan is open, nothing may be sent in another way. */
  _openTurn() {
    this._open();
    if (this._turns !== null && this._turns.takes(this) && !this._turns.isOpen) throw errorOf(BUSY, 'a guard is awaited');
  }

  /** Call the engine, and return the outcome in words or throw. */
  _run(call, what) {
    const former = become(this);
    if (this._clock !== null && former !== this) this._clock.tell();
    const outcome = call();
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
    if (this._address === 0) throw new StateError('the machine is closed', NULL_POINTER);
    const text = typeof what === 'symbol' ? '' : `'${String(what)}'`;
    if (status === CALLBACK_FAILED) throw new CallbackFailed(this.failure);
    if (CASE_STATUSES.has(status)) throw Object.assign(errorOf(status, text), this._rejectedCase());
    if (ARGUMENT_STATUSES.has(status)) throw Object.assign(errorOf(status, text), this._rejectedArgument());
    throw errorOf(status, text);
  }

  _rejectedCase() {
    const mark = enter();
    try {
      const out = take(8);
      sfsm.sfsm_machine_rejected_case(this._address, out, out + 4);
      const [predicate, value] = readWords(out, 2);
      return {
        predicate: this.table._predicates.name(predicate),
        value: value === NONE ? null : this.table._caseName(predicate, value),
      };
    } finally {
      leave(mark);
    }
  }

  _rejectedArgument() {
    const mark = enter();
    try {
      const out = take(16);
      sfsm.sfsm_machine_rejected_argument(this._address, out, out + 4, out + 8);
      const [index, declared, sent] = readWords(out, 3);
      return { index, declared: VALUE_TYPES[declared] || null, sent: VALUE_TYPES[sent] || null };
    } finally {
      leave(mark);
    }
  }
}
