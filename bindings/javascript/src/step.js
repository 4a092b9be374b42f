// The step in which a callback runs.

import { EVENTLESS, NONE, OUTCOMES, REQUEST } from './constants.js';
import { statusName } from './errors.js';
import { data, refresh, sfsm } from './library.js';
import { readValues } from './values.js';

// Offsets in sfsm_step.
const EVENT = 8;
const SOURCE = 12;
const TARGET = 16;
const OUTCOME = 20;
const TIME = 24;
export const ARGUMENTS = 36;
export const ARGUMENT_COUNT = 40;

/** What a callback is told. It is valid during the call; if it is awaited, until its promise is settled. */
export class Step {
  constructor(machine, address) {
    /** The machine; in a replay, that of the present token. */
    this.machine = machine;
    this._address = address;
  }

  /** The event; null in a start, a stop and an update, and for a request. */
  get event() {
    const id = this._word(EVENT);
    return id === REQUEST || id === EVENTLESS ? null : this.machine.table._events.name(id);
  }

  /** Whether the step is that of a request. */
  get isRequest() {
    return this._word(EVENT) === REQUEST;
  }

  /** Whether the row was taken without an event. */
  get isEventless() {
    return this._word(EVENT) === EVENTLESS;
  }

  /** The state before the step; null in a start. */
  get source() {
    return this.machine.table._states.name(this._word(SOURCE));
  }

  /** The state after the step; null until it is known, and in a stop. */
  get target() {
    return this.machine.table._states.name(this._word(TARGET));
  }

  /** In a hook of steps: the outcome, or 'callback failed' and the like if the step failed. Otherwise 'ok'. */
  get outcome() {
    const outcome = this._word(OUTCOME);
    return OUTCOMES[outcome] ?? statusName(outcome).toLowerCase().replaceAll('_', ' ');
  }

  /** In an update: its time. Otherwise 0. */
  get time() {
    const address = this._open();
    return data.getFloat64(address + TIME, true);
  }

  /** The number of the row, from 1; 0 if there is none. */
  get row() {
    return sfsm.sfsm_step_row(this._open());
  }

  /** The state whose callback runs; null in a hook. */
  get state() {
    return this.machine.table._states.name(sfsm.sfsm_step_state(this._open()));
  }

  /** The arguments of the event. */
  get arguments() {
    const count = this._word(ARGUMENT_COUNT);
    return readValues(this._word(ARGUMENTS), count);
  }

  /** Return the case of a predicate type in this step, sent or provided; null if there is none. */
  case(predicate) {
    const table = this.machine.table;
    const id = table._predicates.id(predicate, -17);
    const value = sfsm.sfsm_step_case(this._open(), id);
    return value === NONE ? null : table._caseName(id, value);
  }

  _open() {
    if (this._address === 0) throw new TypeError('a step is over when its callback has returned');
    refresh();
    return this._address;
  }

  _word(offset) {
    return data.getInt32(this._open() + offset, true);
  }
}
