// Plays one run of a case: makes its calls, checks each, and acts as its callbacks.

import assert from 'node:assert/strict';

import { CallbackFailed, DefinitionError, Machine, SwiftFSMError, Table, takes } from 'swiftfsm';

import { rejectedCase } from '../../src/rejections.js';
import { checkGiven, wordsOfSignature } from './case_callables.js';
import { checkValue, valueOf } from './case_values.js';

const FIRST = -(2 ** 31);
const NONE = FIRST + 4;
const REQUEST = FIRST + 8;
const EVENTLESS = FIRST + 9;
const WITHOUT_GUARDS = 1;
const PERMITTED_STATES = 2;
const REASONS = ['', 'taken', 'not matched', 'guard refused', 'resolver refused', 'not tried'];

/** The words of a status for what is thrown; null if nothing is. */
export function failureOf(work) {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof SwiftFSMError)) throw error;
    return wordsOf(error);
  }
}

function wordsOf(error) {
  return error.status.toLowerCase().replaceAll('_', ' ');
}

export class CaseRun {
  constructor(each) {
    this._case = each;
    this._open = []; // the traces of the calls under way
    this._timers = new Map();
    this.count = 0;
  }

  read() {
    try {
      this.table = Table.read(this._case.document, ({ role, name, signature }) => this._callback(role, name, signature), {
        file: this._case.path,
      });
    } catch (error) {
      if (error instanceof DefinitionError) this.errors = error.diagnostics.filter(({ severity }) => severity === 'error');
      throw error;
    }
  }

  create(run) {
    this.machine = new Machine(this.table, {}, { initial: run.initial, isLenient: run.lenient });
    const hook = (role) => this._callback(role, '', this._case.callbacks.find((each) => each.role === role && each.name === '')?.signature ?? null);
    if (run.on_unhandled) this.machine.onUnhandled(hook('unhandled'));
    if (run.on_step) this.machine.onStep(hook('step'));
  }

  close() {
    this.machine?.close();
    this.table?.close();
  }

  calls(list) {
    for (const call of list) this._call(call);
  }

  _call(call) {
    this.count++;
    const where = `line ${call.line}`;
    this._open.push({ trace: call.trace, next: 0 });
    let result;
    let error = null;
    try {
      result = this._perform(call);
    } catch (thrown) {
      if (!(thrown instanceof SwiftFSMError)) throw thrown;
      error = thrown;
      result = { outcome: wordsOf(thrown) };
    }
    const { trace, next } = this._open.pop();
    assert.equal(next, trace.length, `${where}: not called: ${trace[next]?.role} ${trace[next]?.name}`);
    assert.equal(result.outcome ?? 'ok', call.result.outcome, `${where}: ${error?.message ?? ''}`);
    this._check(call, result, where);
  }

  _perform(call) {
    const { machine } = this;
    const values = (call.arguments ?? []).map(valueOf);
    const cases = call.cases ?? undefined;
    const options = { cases, arguments: values, isRequest: call.is_request };
    switch (call.verb) {
      case 'send':
        return { outcome: cases === undefined ? machine.send(call.id, ...values) : machine.sendWith(call.id, options) };
      case 'request': return { outcome: machine.request(call.id, { cases }) };
      case 'raise': return { outcome: machine.raise(call.id) };
      case 'send later': return this._later(call);
      case 'cancel': return { outcome: machine.cancel(this._timers.get(call.timer)) ? 'ok' : 'out of range' };
      case 'advance': return { outcome: machine.advance(BigInt(call.now)) };
      case 'start': return { outcome: machine.start(call.id) };
      case 'stop': return { outcome: machine.stop() };
      case 'set state': return { outcome: machine.setState(call.id) };
      case 'set states': return { outcome: machine.setStates(call.states) };
      case 'run': return { outcome: machine.runPending() };
      case 'discard': return { outcome: machine.discardPending() };
      case 'update time': return this._update(call, call.cases === null && call.arguments === null ? undefined : options);
      case 'probe': return machine.probe(call.id, options);
      case 'explain': return machine.explain(call.id, options);
      case 'permitted': return this._permitted(call, options);
      default: throw new Error(`unknown verb ${call.verb}`);
    }
  }

  _later(call) {
    this._timers.set(call.timer, this.machine.sendLater(call.id, BigInt(call.delay)));
    return {};
  }

  _update(call, options) {
    const time = Number(call.time);
    if (!call.is_handed_over) return { outcome: this.machine.update(time, options) };
    return { event: this.machine.dueEvent(time, options) };
  }

  _permitted(call, options) {
    const asked = { ...options, withoutGuards: (call.flags & WITHOUT_GUARDS) !== 0 };
    const isStates = (call.flags & PERMITTED_STATES) !== 0;
    const ids = isStates ? this.machine.permittedStates(asked).map((name) => this._state(name))
      : this.machine.permitted(asked).map((name) => this._event(name));
    return { ids };
  }

  _check(call, result, where) {
    const { machine } = this;
    const expected = call.result;
    const check = (name, found) => {
      if (name in expected) assert.deepEqual(found(), expected[name], `${where}: ${name}`);
    };
    check('state', () => this._state(machine.state));
    check('failure', () => machine.failure);
    check('pending', () => machine.pending);
    check('target', () => this._state(result.target));
    check('event', () => this._event(result.event));
    check('ids', () => result.ids);
    check('active', () => machine.states.map((name) => this._state(name)));
    check('done', () => machine.isDone);
    check('due', () => (machine.due === null ? null : String(machine.due)));
    check('rejected', () => {
      const { predicate, value } = rejectedCase(machine);
      return [this._predicate(predicate), this._value(predicate, value)];
    });
    if (call.verb === 'explain' && result.reasons !== undefined) this._checkReasons(call.reasons, result.reasons, where);
  }

  _checkReasons(expected, found, where) {
    const told = found.map(({ kind, transition, predicate, value, guard }) => ({
      row_line: transition.line, kind: REASONS.indexOf(kind),
      mismatch: [this._predicate(predicate), this._value(predicate, value)], guard: guard ?? -1,
    }));
    assert.deepEqual(told, expected.map(({ line, ...reason }) => reason), `${where}: reasons`);
  }

  /** A callback; of a document it may leave its signature to that. */
  _callback(role, name, signature) {
    if (signature === null) return (step, context, ...values) => this._called(role, name, step, values);
    const words = wordsOfSignature(signature);
    const called = (...given) => this._calledWith(role, name, words, given);
    return name === '' ? takes(signature, called) : takes(called);
  }

  /** A callable is called: what it is given is compared, and the step if it takes that. */
  _calledWith(role, name, words, given) {
    const { expected, where } = this._next(role, name);
    if (expected.given.length > 0) {
      checkGiven(words, given, expected.given, {
        where, state: (found) => this._state(found), event: (found) => this._event(found),
        predicate: (type, found) => this._value(type, found), predicates: Object.keys(this.table.predicates).length,
      });
    }
    const context = words.indexOf('context');
    if (context >= 0) assert.equal(given[context], this.machine?.context, `${where}: the context`);
    const place = words.indexOf('step');
    if (place >= 0) this._checkStep(expected, given[place], given[place].arguments, where);
    return this._answer(role, expected);
  }

  /** A callback is called: it must be the next one, and does what its lines say. */
  _called(role, name, step, values) {
    const { expected, where } = this._next(role, name);
    this._checkStep(expected, step, values, where);
    return this._answer(role, expected);
  }

  _next(role, name) {
    const top = this._open.at(-1);
    assert.notEqual(top, undefined, `${role} ${name} is called outside of a call`);
    const expected = top.trace[top.next++];
    assert.deepEqual(`${role} ${name}`, `${expected?.role} ${expected?.name}`);
    return { expected, where: `line ${expected.line}` };
  }

  _answer(role, expected) {
    this.calls(expected.calls);
    const { answer } = expected;
    if (role === 'resolver' || role === 'update') {
      if (answer === FIRST + 6) throw new CallbackFailed(answer);
      return answer === NONE ? null : answer;
    }
    if (answer < 0) throw new CallbackFailed(answer);
    return answer;
  }

  _checkStep(expected, step, values, where) {
    const event = step.isRequest ? REQUEST : step.isEventless ? EVENTLESS : this._event(step.event);
    if (expected.step !== null) {
      assert.deepEqual([this._state(step.source), event, this._state(step.target)], expected.step, `${where}: step`);
    }
    if (expected.state !== null) assert.equal(this._state(this.machine.state), expected.state, `${where}: state`);
    if (expected.time !== null) assert.equal(step.time, Number(expected.time), `${where}: time`);
    if (expected.outcome !== '') assert.equal(step.outcome, expected.outcome, `${where}: outcome`);
    for (const [predicate, value] of expected.cases) {
      assert.equal(this._value(predicate, step.case(predicate)), value, `${where}: case`);
    }
    if (expected.arguments === null) return;
    assert.equal(values.length, expected.arguments.length, `${where}: arguments`);
    expected.arguments.forEach((value, index) => checkValue(value, values[index], where));
  }

  _state(name) {
    return name === null ? NONE : this.table.stateId(name);
  }

  _event(name) {
    return name === null ? NONE : this.table.eventId(name);
  }

  _predicate(name) {
    return name === null ? NONE : this.table.predicateId(name);
  }

  _value(predicate, value) {
    if (value === null) return NONE;
    return typeof value === 'number' ? value : this.table.predicates[this.table._predicates.name(this._predicate(predicate))].indexOf(value);
  }
}
