// The states of a machine: which are active, starting and stopping.

import { INITIAL, LAST_STATE, NONE } from './constants.js';
import { check } from './errors.js';
import { enter, leave, listWords, takeWords } from './frame.js';
import { sfsm } from './library.js';
import { MachineCore } from './machine_core.js';

export class StatefulMachine extends MachineCore {
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
    if (this._waits()) return this._turns.queue(this, { isStop: true });
    return this._run(() => sfsm.sfsm_machine_stop(this._address), 'stop');
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
}
