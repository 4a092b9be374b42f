// Timers of a machine: the host tells the time, in a unit of its own.

import { AskedMachine } from './asking.js';
import { BUSY, OUT_OF_RANGE, UNKNOWN_EVENT } from './constants.js';
import { Clock } from './clock.js';
import { errorOf } from './errors.js';
import { enter, leave, take } from './frame.js';
import { data, refresh, sfsm } from './library.js';
import { delayTicks, fromTicks, timeTicks } from './ticks.js';

export class TimedMachine extends AskedMachine {
  /** The time that the machine was told last. */
  get now() {
    return fromTicks(sfsm.sfsm_machine_now(this._open()));
  }

  /** The time at which the next timer is due, or null. */
  get due() {
    const mark = enter();
    try {
      const out = take(8);
      const status = sfsm.sfsm_machine_due(this._open(), out);
      refresh();
      if (status === OUT_OF_RANGE) return null;
      if (status < 0) throw errorOf(status);
      return fromTicks(data.getBigInt64(out, true));
    } finally {
      leave(mark);
    }
  }

  /** Tell the time, a whole number or rounded down to one: events that are due by then are sent. */
  advance(now) {
    this._rest();
    if (this._clock !== null) throw errorOf(BUSY, 'the machine has a clock, which tells it the time');
    const time = timeTicks(now);
    this._run(() => sfsm.sfsm_machine_advance(this._address, time), 'advance');
  }

  /** Send an event after a delay, a whole number or rounded up to one. Returns the number of its timer, for `cancel`. */
  sendLater(event, delay) {
    this._openTurn();
    const mark = enter();
    try {
      const out = take(8);
      const id = this.table._events.id(event, UNKNOWN_EVENT);
      const wait = delayTicks(delay);
      this._run(() => sfsm.sfsm_machine_send_later(this._address, id, wait, out), event);
      return fromTicks(data.getBigUint64(out, true));
    } finally {
      leave(mark);
    }
  }

  /** Cancel a timer. Returns whether it was still running. */
  cancel(timer) {
    this._openTurn();
    if (typeof timer !== 'bigint' && !Number.isSafeInteger(timer)) throw new TypeError(`a timer is what sendLater has returned, not ${String(timer)}`);
    const number = BigInt(timer);
    if (number !== BigInt.asUintN(64, number)) return false;
    const status = sfsm.sfsm_machine_cancel(this._address, number);
    refresh();
    this._clock?.look();
    if (status < 0 && status !== OUT_OF_RANGE) throw errorOf(status, 'a timer cannot be cancelled');
    return status >= 0;
  }

  /** Let a clock tell the machine the time, in milliseconds, until it is closed; see Clock. */
  clock(options = {}) {
    this._rest();
    if (this._clock !== null) throw errorOf(BUSY, 'the machine has a clock already');
    return new Clock(this, options);
  }
}
