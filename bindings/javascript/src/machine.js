// A machine, with the calls that await its callbacks.

import { current } from './callbacks.js';
import { BUSY, OUTCOMES } from './constants.js';
import { makeDisposable } from './disposable.js';
import { errorOf } from './errors.js';
import { sfsm } from './library.js';
import { keptMessage } from './message.js';
import { StoredMachine } from './snapshots.js';
import { timeTicks } from './ticks.js';
import { advance, performBehind, performMessage, Turns } from './turns.js';

export class Machine extends StoredMachine {
  /**
   * Send an event as `send` does, and await guards, actions and all other callbacks that return promises, one after the
   * other. While a step is awaited, further awaited calls wait for their turn, and what `send` sends waits behind the step
   * ('queued'). A callback must not await a call of its own machine: it would wait for itself. It uses `send`.
   *
   * Events that an exception has left waiting come first, and what their callbacks send, which comes behind a plain `send`.
   */
  async sendAsync(event, ...values) {
    return this._sendAsync({ event, values });
  }

  /** Send an event with cases, as `sendWith` does; see `sendAsync`. */
  async sendWithAsync(event, options = {}) {
    return this._sendAsync({ event, cases: options.cases, values: options.arguments ?? [] });
  }

  /** Request a state; see `sendAsync`. */
  async requestAsync(state, options = {}) {
    return this._sendAsync({ requested: state, cases: options.cases });
  }

  /** Start as `start` does; see `sendAsync`. */
  async startAsync(state = undefined) {
    const id = this._startId(state);
    await this._take((steps) => steps.perform((address, plan) => sfsm.sfsm_machine_plan_start(address, id, plan), 'start'));
  }

  /** Stop as `stop` does; see `sendAsync`. */
  async stopAsync() {
    await this._take((steps) => performMessage(steps, this, { isStop: true }));
  }

  /** Run the events that an exception left waiting; see `sendAsync`. */
  async runPendingAsync() {
    await this._take(nothing);
  }

  /** Tell the time as `advance` does; see `sendAsync`. */
  async advanceAsync(now) {
    if (this._clock !== null) throw errorOf(BUSY, 'the machine has a clock, which tells it the time');
    const time = timeTicks(now);
    await this._take((steps) => advance(steps, this, time));
  }

  async _sendAsync(message) {
    if (current === this) {
      return message.requested === undefined
        ? this._sendSlowly(message.event, message.cases, message.values)
        : this.request(message.requested, message);
    }
    const kept = keptMessage(message);
    const outcome = await this._take((steps) => performBehind(steps, this, kept));
    return OUTCOMES[outcome];
  }

  async _take(work) {
    this._open();
    if (current === this) throw errorOf(BUSY, 'a callback of this machine is running');
    this._turns ??= new Turns();
    this._isPlain = false;
    return this._turns.take(this, work);
  }
}

/** The work of a turn that only runs what waits. */
function* nothing() {}

makeDisposable(Machine);
