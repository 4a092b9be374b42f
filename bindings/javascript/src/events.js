// The events of a machine: sent, requested, raised, named by update callbacks, and waiting.

import { become, thrown, unwind } from './callbacks.js';
import { OUTCOMES, TRANSITIONED, UNKNOWN_EVENT } from './constants.js';
import { enter, leave, take } from './frame.js';
import { data, sfsm, words } from './library.js';
import { takeEvent, takeOpen, takeRequest } from './message.js';
import { StatefulMachine } from './states.js';

export class DrivenMachine extends StatefulMachine {
  /** How many events wait. */
  get pending() {
    return sfsm.sfsm_machine_pending(this._open()) + (this._turns?.waitingCount ?? 0);
  }

  /** Send an event with its arguments: its step runs, then those of all events that its callbacks send. */
  send(event) {
    const id = event === this._lastEvent ? this._lastId : this._find(event);
    if (id === undefined || arguments.length !== 1 || !this._isPlain) {
      return this._sendSlowly(event, undefined, Array.prototype.slice.call(arguments, 1));
    }
    const former = become(this);
    let outcome;
    try {
      outcome = sfsm.sfsm_machine_send(this._address, id);
    } catch (error) {
      this._isUnwound = true;
      this._isPlain = false;
      unwind(former);
      throw error;
    }
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
  sendWith(event, options = {}) {
    return this._sendSlowly(event, options.cases, options.arguments ?? []);
  }

  _sendSlowly(event, cases, values) {
    if (this._waits()) return this._turns.queue(this, { event, cases, values });
    return this._message('sfsm_machine_send_message', () => takeEvent(this.table, event, cases, values), event);
  }

  /** Request a state. */
  request(state, options = {}) {
    if (this._waits()) return this._turns.queue(this, { requested: state, ...options });
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
    this._waits();
    this._turns?.clear();
    this._run(() => sfsm.sfsm_machine_discard_pending(this._address), 'discard what waits');
  }
}
