// The turns of a machine whose callbacks are awaited: one command at a time, first come, first served.

import { current, rethrow } from './callbacks.js';
import { enter, leave } from './frame.js';
import { sfsm } from './library.js';
import { takeEvent, takeRequest } from './message.js';
import { PlannedSteps } from './planned_step.js';

/** Return what plans a message: an event, a request or a stop. */
export function planOf(table, message) {
  if (message.isStop) return (address, plan) => sfsm.sfsm_machine_plan_stop(address, plan);
  return (address, plan) => withMessage(table, message, (at) => sfsm.sfsm_machine_plan(address, at, plan));
}

function withMessage(table, message, call) {
  const mark = enter();
  try {
    const { event, requested, cases, values = [] } = message;
    return call(requested === undefined ? takeEvent(table, event, cases, values) : takeRequest(table, requested, cases));
  } finally {
    leave(mark);
  }
}

export class Turns {
  constructor() {
    this._last = Promise.resolve();
    this._waiting = []; // what was sent while a guard was awaited
    this.isUnderWay = false;
    this.isOpen = false; // whether a plan is open
  }

  /** Whether a plain call has to wait: a guard is awaited, and no plan is open which would make the engine queue it. */
  takes(machine) {
    return this.isUnderWay && !this.isOpen && current !== machine;
  }

  /** Let a message wait until the step under way is over. */
  queue(machine, message) {
    if (!message.isStop) withMessage(machine.table, message, () => 0);
    this._waiting.push(message);
    return 'queued';
  }

  clear() {
    this._waiting = [];
  }

  /** Do `work(perform)` when it is this command's turn, then what was sent meanwhile. Returns the outcome of `work`. */
  async take(machine, work) {
    const before = this._last;
    let end;
    this._last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    let steps = null;
    try {
      machine._open();
      this.isUnderWay = true;
      steps = new PlannedSteps(machine, (isOpen) => this._turnOpen(machine, isOpen));
      if (machine._clock !== null) await advance(steps, machine, BigInt(machine._clock.now));
      const outcome = await work(steps);
      await this._follow(machine, steps);
      return outcome;
    } finally {
      this.isUnderWay = false;
      steps?.free();
      machine._clock?.look();
      end();
    }
  }

  /** Perform what waits: in the engine, then what was sent while guards were awaited. */
  async _follow(machine, steps) {
    for (;;) {
      await runPending(steps, machine);
      const message = this._waiting.shift();
      if (message === undefined || machine.isClosed) return;
      await steps.perform(planOf(machine.table, message));
    }
  }

  /** While a plan is open the engine itself queues what is sent; what waited here comes first. */
  _turnOpen(machine, isOpen) {
    this.isOpen = isOpen;
    if (!isOpen || machine.isClosed) return;
    for (const message of this._waiting.splice(0)) {
      if (message.isStop) sfsm.sfsm_machine_stop(machine._address);
      else withMessage(machine.table, message, (at) => sfsm.sfsm_machine_send_message(machine._address, at));
    }
    rethrow();
  }
}

/** Perform the events that wait in the engine. */
export async function runPending(steps, machine) {
  for (;;) {
    if (machine.isClosed) return;
    const outcome = await steps.perform((address, plan) => sfsm.sfsm_machine_plan_pending(address, plan));
    if (outcome === 0) return;
    if (outcome < 0) machine._fail(outcome, 'an event that was sent');
  }
}

/** Perform what is due by `now`. */
export async function advance(steps, machine, now) {
  for (;;) {
    if (machine.isClosed) return;
    const outcome = await steps.perform((address, plan) => sfsm.sfsm_machine_plan_due(address, now, plan));
    if (outcome === 0) return;
    if (outcome < 0) machine._fail(outcome, 'advance');
  }
}

