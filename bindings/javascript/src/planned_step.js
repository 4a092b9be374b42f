// One step whose callbacks are awaited: the engine plans it, and this performs it.

import { plannedEntry } from './callables.js';
import { become, convert, failure, invoke, isPromise, keep, providedCase, settleStack, takeThrown } from './callbacks.js';
import { CALLBACK_FAILED, FAILED, PLAN_CALL, PLAN_COMMIT, PLAN_RESOLVE, PROVIDER, TRANSITIONED } from './constants.js';
import { CallbackFailed, StateError } from './errors.js';
import { allocate, bytes, data, refresh, sfsm } from './library.js';
import { Step } from './step.js';

const PLAN_SIZE = 128;

/** Answers the callbacks that the engine calls while it plans. Each is called once, however often the plan is made. */
class Planner {
  constructor(machine) {
    this._machine = machine;
    this._answers = [];
    this.begin();
  }

  begin() {
    this._position = 0;
    this.awaited = null;
  }

  call(entry, address) {
    const known = this._answers[this._position];
    if (known === undefined) {
      const step = new Step(this._machine, address);
      try {
        const result = invoke(entry, this._machine, step, address);
        if (isPromise(result)) return this._postpone(entry, result);
        this._add(entry, result);
      } catch (error) {
        this._answers.push({ error, entry });
      } finally {
        step._address = 0;
      }
    }
    const answer = this._answers[this._position++];
    if (!('error' in answer)) return answer.value;
    keep(answer.error);
    return failure(answer.entry.role, answer.error);
  }

  _postpone(entry, result) {
    result.then(undefined, () => {}); // it is awaited later
    const status = sfsm.sfsm_machine_postpone(this._machine._address);
    if (status < 0) throw new StateError('this callback cannot be awaited', CALLBACK_FAILED);
    this.awaited = { entry, result };
    return FAILED;
  }

  /** Wait for the callback that was awaited. */
  *settle() {
    const { entry, result } = this.awaited;
    try {
      this._add(entry, yield result);
    } catch (error) {
      this._answers.push({ error, entry });
    }
  }

  _add(entry, result) {
    const { role } = entry;
    const value = role === PROVIDER ? providedCase(this._machine, entry, result) : convert(role, result, this._machine);
    this._answers.push({ value });
  }
}

/** Collects what the hooks of a step have returned, to be awaited after it. */
class Hooks {
  constructor(machine) {
    this._machine = machine;
    this.promises = [];
  }

  call(entry, address) {
    const step = new Step(this._machine, address);
    try {
      const result = invoke(entry, this._machine, step, address);
      if (isPromise(result)) this.promises.push(Promise.resolve(result));
      return 0;
    } catch (error) {
      keep(error);
      return failure(entry.role, error);
    } finally {
      step._address = 0;
    }
  }

  /** Wait for all of them. Returns what the first that failed has thrown: { error }, or null. */
  *settle() {
    if (this.promises.length === 0) return null;
    const failed = (yield Promise.allSettled(this.promises)).find(({ status }) => status === 'rejected');
    return failed === undefined ? null : { error: failed.reason };
  }
}

/** The steps of one turn of a machine, as generators of what is to be awaited. `open` is told when a plan is open, and when it
 * is over. */
export class PlannedSteps {
  constructor(machine, open) {
    this._machine = machine;
    this._address = machine._address;
    this._open = open;
    this._plan = allocate(PLAN_SIZE);
    this._callback = allocate(16);
    /** What a callback of the last attempt has thrown: { error }, or null. */
    this.thrown = null;
  }

  free() {
    sfsm.free(this._plan);
    sfsm.free(this._callback);
    refresh();
  }

  /** Perform what `plan(address of the machine, address of the plan)` plans. Returns the outcome; throws what callbacks do. */
  *perform(plan, what) {
    const outcome = yield* this.attempt(plan);
    this.check(outcome, what);
    return outcome;
  }

  /** Throw what a callback of the last attempt has thrown, or the error of its outcome. */
  check(outcome, what) {
    if (this.thrown !== null) throw this.thrown.error;
    if (outcome < 0) this._machine._fail(outcome, what);
  }

  /** Perform what is planned. Returns the outcome, also one below 0; what a callback throws is in `thrown`. */
  *attempt(plan) {
    this._machine._open();
    try {
      const outcome = yield* this._planned(plan);
      if (this.thrown === null && outcome === TRANSITIONED && this._isOpen) return yield* this._performPlan();
      return outcome;
    } catch (error) {
      this._machine._isUnwound = true; // no callback has thrown it: the stack is full, or it is the engine's
      throw error;
    }
  }

  /** Plan, again after each callback that is awaited. Returns the outcome. */
  *_planned(plan) {
    const planner = new Planner(this._machine);
    for (;;) {
      planner.begin();
      this.thrown = null;
      const outcome = this._inside(planner, () => this.plan(plan));
      if (planner.awaited === null) return outcome;
      yield* planner.settle();
      this._machine._open();
    }
  }

  /** Let `plan` fill in the plan. */
  plan(plan) {
    bytes.fill(0, this._plan, this._plan + PLAN_SIZE);
    data.setUint32(this._plan, PLAN_SIZE, true);
    const outcome = plan(this._address, this._plan);
    refresh();
    return outcome;
  }

  get _isOpen() {
    return data.getInt32(this._plan + 4, true) === TRANSITIONED;
  }

  *_performPlan() {
    this._open(true);
    const planned = data.getUint32(this._plan + 24, true);
    const step = new Step(this._machine, planned);
    const hooks = new Hooks(this._machine);
    let outcome = TRANSITIONED;
    let result = 0;
    while (result >= 0 && outcome === TRANSITIONED) {
      const next = sfsm.sfsm_plan_next(this._plan, this._callback);
      refresh();
      if (next === PLAN_COMMIT) {
        sfsm.sfsm_machine_commit(this._address, this._plan);
        refresh();
        continue;
      }
      if (next !== PLAN_CALL && next !== PLAN_RESOLVE) break;
      const answer = yield* this._call(step, planned);
      refresh();
      if (next === PLAN_CALL) result = answer;
      else outcome = this._inside(hooks, () => sfsm.sfsm_machine_resolve(this._address, this._plan, answer));
    }
    if (outcome === TRANSITIONED) {
      outcome = this._inside(hooks, () => sfsm.sfsm_machine_complete(this._address, this._plan, Math.min(result, 0)));
    }
    step._address = 0;
    this._open(false);
    const failed = yield* hooks.settle();
    this.thrown ??= failed;
    return outcome;
  }

  /** Call the next callback of the plan. Returns its result for the engine. */
  *_call(step, planned) {
    const { entry, failure: provided } = this._inside(null, () => plannedEntry(this._machine, this._callback, planned));
    try {
      if (provided < 0) throw new CallbackFailed(provided);
      let returned = this._inside(null, () => invoke(entry, this._machine, step, planned));
      if (isPromise(returned)) returned = yield returned;
      return convert(entry.role, returned, this._machine);
    } catch (error) {
      if (!(error instanceof CallbackFailed)) this.thrown ??= { error };
      return failure(entry.role, error);
    }
  }

  _inside(planner, call) {
    const machine = this._machine;
    const former = become(machine);
    const formerPlanner = machine._planner;
    machine._planner = planner;
    let hasReturned = false;
    try {
      const result = call();
      hasReturned = true;
      return result;
    } finally {
      machine._planner = formerPlanner;
      become(former);
      if (!hasReturned) settleStack();
      refresh();
      this.thrown ??= takeThrown();
    }
  }
}
