// A clock: tells a machine the time, by setTimeout.

import { current } from './callbacks.js';
import { CALLBACK_FAILED, NULL_POINTER, UNKNOWN_CASE, UNKNOWN_STATE } from './constants.js';
import { makeDisposable } from './disposable.js';
import { sfsm } from './library.js';
import { known } from './options.js';
import { rejectionOf } from './rejections.js';
import { timeTicks } from './ticks.js';

const SENT = new Set([CALLBACK_FAILED, UNKNOWN_STATE, UNKNOWN_CASE]); // an event counts as sent though its step has failed
const LONGEST = 2 ** 31 - 1; // of setTimeout, in milliseconds

/**
 * Tells a machine the time until it is closed. Events that are due are sent as `advanceAsync` sends them, so callbacks may
 * return promises. Every other call tells the time before: if it leads to callbacks that return promises, `send` is 'queued'
 * behind them. The time goes on from that of the machine.
 *
 * options.unit     milliseconds in one unit of the machine's time: 1, or 1000 for seconds
 * options.onError  receives what such an event throws; without it, it becomes an unhandled rejection
 */
export class Clock {
  constructor(machine, options = {}) {
    known(options, ['unit', 'onError', 'now'], () => 'a clock');
    const { unit = 1, onError = undefined, now = () => performance.now() } = options;
    if (!(unit > 0 && Number.isFinite(unit))) throw new RangeError('the unit of a clock is a number of milliseconds above 0');
    this._machine = machine;
    this._unit = unit;
    this._onError = onError;
    this._clock = now;
    this._start = this._read() - Number(machine.now) * unit;
    this._timer = undefined;
    machine._clock = this;
    machine._isPlain = false;
    this.look();
  }

  /** The present time of the machine, in whole units. */
  get now() {
    return Math.floor((this._read() - this._start) / this._unit);
  }

  _read() {
    const time = this._clock();
    if (!Number.isFinite(time)) throw new RangeError(`the clock's function 'now' has returned ${String(time)}, not a number of milliseconds`);
    return time;
  }

  /** Tell the machine the time before something else is done with it; what is due is sent first. If that has to be awaited, a
   * turn is under way then. */
  tell() {
    const machine = this._machine;
    if (current === machine || machine._address === 0 || machine._turns?.isUnderWay) return;
    const now = timeTicks(this.now);
    const due = machine.due;
    if (machine.pending > 0 || (due !== null && due <= now)) this._ring();
    else if (now > sfsm.sfsm_machine_now(machine._address)) sfsm.sfsm_machine_advance(machine._address, now);
  }

  /** Send what is due, in a turn of the machine. What it throws is told, and the others follow. */
  *send(steps) {
    const machine = this._machine;
    const told = sfsm.sfsm_machine_now(machine._address);
    const present = timeTicks(this.now);
    const now = present > told ? present : told;
    while (machine._clock === this) {
      const outcome = yield* steps.attempt((address, plan) => sfsm.sfsm_machine_plan_due(address, now, plan));
      if (steps.thrown !== null) this._tellError(steps.thrown.error);
      else if (outcome < 0) this._tellError(rejectionOf(machine, outcome, 'advance'));
      else if (outcome === 0) return;
      if (outcome < 0 && !SENT.has(outcome)) return;
    }
  }

  /** Wait for what is due next. */
  look() {
    const machine = this._machine;
    clearTimeout(this._timer);
    this._timer = undefined;
    if (machine._clock !== this || machine._address === 0 || machine._turns?.isUnderWay) return;
    const due = machine.due;
    if (due === null) return;
    const wait = Math.max(0, Math.ceil(Number(due) * this._unit + this._start - this._read()));
    this._timer = setTimeout(() => this._ring(), Math.min(wait, LONGEST));
  }

  async _ring() {
    try {
      if (this._machine._clock === this) await this._machine.runPendingAsync(); // as every turn, it begins with what is due
    } catch (error) {
      if (!(this._machine.isClosed && error?.code === NULL_POINTER)) this._tellError(error);
    }
  }

  _tellError(error) {
    Promise.reject(error).catch(this._onError);
  }

  /** Stop telling the time. */
  close() {
    clearTimeout(this._timer);
    if (this._machine._clock !== this) return;
    this._machine._clock = null;
    this._machine._isPlain = this._machine._turns === null && !this._machine._isUnwound;
  }
}

makeDisposable(Clock);
