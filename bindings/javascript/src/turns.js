// The turns of a machine whose callbacks are awaited: one command at a time, first come, first served.

import { current } from './callbacks.js';
import { BUSY, NONE, QUEUED, TRANSITIONED } from './constants.js';
import { enter, free, leave, takeApart } from './frame.js';
import { sfsm } from './library.js';
import { keptMessage, takeEvent, takeRequest } from './message.js';
import { PlannedSteps } from './planned_step.js';

/** Call `call` with the address of a message: an event or a request. */
function withMessage(table, message, call) {
  const mark = enter();
  try {
    return call(takeSent(table, message));
  } finally {
    leave(mark);
  }
}

function takeSent(table, { event, requested, cases, values = [] }) {
  return requested === undefined ? takeEvent(table, event, cases, values) : takeRequest(table, requested, cases);
}

/** Refuse a message with names or values that there are not. */
function checkMessage(machine, message) {
  withMessage(machine.table, message, () => 0);
}

/** Run a generator, and await what it yields: at once, until it yields something. */
async function drive(work) {
  let next = work.next();
  while (!next.done) {
    let settled;
    try {
      settled = { value: await next.value };
    } catch (error) {
      settled = { error };
    }
    next = 'error' in settled ? work.throw(settled.error) : work.next(settled.value);
  }
  return next.value;
}

export class Turns {
  constructor() {
    this._last = Promise.resolve();
    this._count = 0; // the commands that are under way or wait for their turn
    this._waiting = []; // what was sent while a guard was awaited
    this.isOpen = false; // whether a plan is open
    this.clearCount = 0; // how often what waits was dropped
  }

  /** Whether a command is under way, or waits for its turn. */
  get isUnderWay() {
    return this._count > 0;
  }

  /** How many plain calls wait until a plan is open. */
  get waitingCount() {
    return this._waiting.length;
  }

  /** Whether a plain call has to wait: a guard is awaited, and no plan is open which would make the engine queue it. */
  takes(machine) {
    return this.isUnderWay && !this.isOpen && current !== machine;
  }

  /** Let a message wait until the step under way is over. */
  queue(machine, message) {
    if (!message.isStop) checkMessage(machine, message);
    this._waiting.push(keptMessage(message));
    return 'queued';
  }

  clear() {
    this.clearCount++;
    this._waiting = [];
  }

  /** Do `work(steps)`, a generator, when it is this command's turn, then what was sent meanwhile. Returns the outcome of
   * `work`. What need not be awaited is done when this returns its promise. */
  take(machine, work) {
    return drive(this._turn(machine, work));
  }

  *_turn(machine, work) {
    const before = this._count++ > 0 ? this._last : null;
    let end;
    let steps = null;
    try {
      this._last = new Promise((resolve) => {
        end = resolve;
      });
      if (before !== null) yield before;
      machine._open();
      machine._checkUnwound();
      steps = new PlannedSteps(machine, (isOpen) => this._turnOpen(machine, isOpen));
      if (current !== null && isBusy(steps, machine)) yield null; // until the step is over that has led here
      if (machine._clock !== null) yield* machine._clock.send(steps);
      const outcome = yield* work(steps);
      yield* this._follow(machine, steps);
      return outcome;
    } finally {
      this._count--; // before anything is called: the stack may be full
      this.isOpen = false;
      end?.();
      if (steps !== null) {
        waitInEngine(steps, machine, this._waiting.splice(0));
        steps.free();
      }
      machine._clock?.look();
    }
  }

  /** Perform what waits: in the engine, then what was sent while guards were awaited. */
  *_follow(machine, steps) {
    for (;;) {
      yield* runPending(steps, machine);
      const message = this._waiting.shift();
      if (message === undefined || machine.isClosed) return;
      yield* performMessage(steps, machine, message);
    }
  }

  /** While a plan is open the engine itself queues what is sent; what waited here comes first. */
  _turnOpen(machine, isOpen) {
    this.isOpen = isOpen;
    if (isOpen && !machine.isClosed) queueInEngine(machine, this._waiting.splice(0));
  }
}

/** Send messages to a machine whose plan is open: they wait. */
function queueInEngine(machine, messages) {
  for (const message of messages) {
    if (message.isStop) sfsm.sfsm_machine_stop(machine._address);
    else withMessage(machine.table, message, (at) => sfsm.sfsm_machine_send_message(machine._address, at));
  }
}

const planStop = (address, plan) => sfsm.sfsm_machine_plan_stop(address, plan);

/** Let messages wait in the engine though no plan is open: one is opened for that, and performs nothing. */
export function waitInEngine(steps, machine, messages) {
  if (messages.length === 0 || machine.isClosed || steps.plan(planStop) !== TRANSITIONED) return;
  queueInEngine(machine, messages);
  sfsm.sfsm_machine_abandon(machine._address);
}

/** Whether a step of a machine is under way: a callback has led here through another machine. */
function isBusy(steps, machine) {
  const outcome = steps.plan(planStop);
  if (outcome === TRANSITIONED) sfsm.sfsm_machine_abandon(machine._address);
  return outcome === BUSY;
}

/** Perform a message: an event, a request or a stop. What it carries lives until its step is over: the engine keeps copies of
 * what waits, but not of the strings of a plan. */
export function* performMessage(steps, machine, message) {
  const what = message.isStop ? 'stop' : message.event ?? message.requested;
  if (message.isStop) return yield* steps.perform(planStop, what);
  const [at, taken] = takeApart(() => takeSent(machine.table, message));
  try {
    return yield* steps.perform((address, plan) => sfsm.sfsm_machine_plan(address, at, plan), what);
  } finally {
    free(taken);
  }
}

/** Perform the events that wait in the engine. */
export function* runPending(steps, machine) {
  while (!machine.isClosed) {
    if ((yield* steps.perform((address, plan) => sfsm.sfsm_machine_plan_pending(address, plan), 'an event that was sent')) === 0) return;
  }
}

/** Perform a message behind the events that wait. If one of them fails, the message waits too; what drops them, drops it. */
export function* performBehind(steps, machine, message) {
  const turns = machine._turns;
  const { clearCount } = turns;
  const wasRunning = isRunning(machine);
  const isDropped = () => turns.clearCount !== clearCount || (wasRunning && !isRunning(machine));
  checkMessage(machine, message);
  try {
    yield* runPending(steps, machine);
  } catch (error) {
    if (!isDropped()) waitInEngine(steps, machine, [message]);
    throw error;
  }
  return isDropped() ? QUEUED : yield* performMessage(steps, machine, message);
}

function isRunning(machine) {
  return !machine.isClosed && sfsm.sfsm_machine_state(machine._address) !== NONE;
}

/** Perform what is due by `now`. */
export function* advance(steps, machine, now) {
  while (!machine.isClosed) {
    if ((yield* steps.perform((address, plan) => sfsm.sfsm_machine_plan_due(address, now, plan), 'advance')) === 0) return;
  }
}
