// Wrong calls: each is an error of its own kind, and changes nothing.

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  Builder, CallbackFailed, CaseError, DefinitionError, Machine, SnapshotError, StateError, SwiftFSMError, table, Table, UnknownNameError,
} from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

const shop = table({
  events: { pay: ['i32', 'str'], go: [] }, predicates: { P: ['a', 'b'] }, initial: 'open',
  states: { open: { on: { pay: 'open', go: 'open' } } }, warningsOff: ['all'],
});

test('names that there are not', () => {
  const { gate } = makeGate();
  assert.throws(() => gate.send('kick'), UnknownNameError);
  assert.throws(() => gate.send('kick'), /there is no event 'kick'/);
  assert.throws(() => gate.send(undefined), UnknownNameError);
  assert.throws(() => gate.send({}), UnknownNameError);
  assert.throws(() => gate.send(99), { status: 'UNKNOWN_EVENT' });
  assert.throws(() => gate.request('broken'), { status: 'UNKNOWN_STATE' });
  assert.throws(() => gate.setState('broken'), UnknownNameError);
  assert.throws(() => gate.in('broken'), UnknownNameError);
  assert.throws(() => new Machine(shop, {}, { initial: 'shut' }), UnknownNameError);
  assert.throws(() => gate.send('__proto__'), UnknownNameError);
  for (const wrapped of [2 ** 32, -(2 ** 32), 0.5, NaN]) {
    assert.throws(() => gate.send(wrapped), /there is no event/);
    assert.throws(() => gate.setState(wrapped), /there is no state/);
    assert.throws(() => new Machine(shop, {}, { initial: wrapped }), UnknownNameError);
    assert.throws(() => new Machine(shop, {}).sendWith('go', { cases: { P: wrapped } }), /there is no case/);
    assert.equal(shop.rowLabel(wrapped), null);
  }
  assert.equal(gate.state, 'locked');
});

test('a provider that names no case', () => {
  let named;
  const asked = table({
    events: ['go'], initial: 'a', warningsOff: ['all'], predicates: { P: { cases: ['x', 'y'], provider: () => named } },
    states: { a: { on: { go: [{ to: 'a', when: { P: 'x' } }, { to: 'a', when: { P: 'y' } }] } } },
  });
  const machine = new Machine(asked, {});
  for (named of [1.7, NaN, 2 ** 32, Infinity, '1', null, undefined, true]) assert.throws(() => machine.send('go'), /there is no case/);
  for (named of [0, 1, 'x', 'y']) assert.equal(machine.send('go'), 'transitioned');
});

test('names that the engine cannot have', () => {
  for (const [name, what] of [['a\0b', /has a zero character/], ['\ud800', /has half of a character/]]) {
    assert.throws(() => table({ events: ['go'], states: { [name]: { on: { go: 'a' } } } }), what);
    assert.throws(() => table({ events: [name], states: { a: { on: { [name]: 'a' } } } }), what);
    const builder = new Builder();
    for (const call of [() => builder.predicate(name, ['x']), () => builder.predicate('P', ['x', name]), () => builder.superstate(name), () => builder.row('a', 'go', name),
      () => builder.nameCallback(() => 0, name), () => builder.event('e', [name])]) assert.throws(call, what);
    builder.close();
    assert.throws(() => makeGate().gate.send(name), UnknownNameError);
  }
  const builder = new Builder();
  for (const id of [2 ** 32, 0.5, NaN]) assert.throws(() => builder.row('a', 'go', id), /the name of state is/);
  assert.throws(() => builder.superstate(5), /the name of a superstate is 5, not a string/);
  assert.throws(() => builder.nameCallback(() => 0), /the name of a callback is undefined, not a string/);
  builder.close();
});

test('cases that there are not', () => {
  const machine = new Machine(shop, {});
  assert.throws(() => machine.sendWith('go', { cases: { P: 'c' } }), CaseErrorOrUnknown);
  assert.throws(() => machine.sendWith('go', { cases: { Q: 'a' } }), UnknownNameError);
  assert.throws(() => machine.sendWith('go', { cases: [['P', 'a'], ['P', 'b']] }), { name: 'CaseError', status: 'REPEATED_PREDICATE', value: 'b' });
  assert.throws(() => machine.sendWith('go', { cases: { P: 7 } }), CaseError);
});

function CaseErrorOrUnknown(error) {
  return error instanceof UnknownNameError && error.status === 'UNKNOWN_CASE';
}

test('a definition with errors tells all of them, with their places', () => {
  const builder = new Builder();
  builder.row('a', 'go', 'b');
  builder.row('a', 'go', 'c');
  let error;
  try {
    builder.build();
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof DefinitionError);
  assert.equal(error.status, 'INVALID_DEFINITION');
  const kinds = error.diagnostics.map(({ kind, severity }) => `${severity} ${kind}`);
  assert.deepEqual(kinds.filter((kind) => kind.startsWith('error')).sort(), ['error clash', 'error unknown target', 'error unknown target']);
  const clash = error.diagnostics.find(({ kind }) => kind === 'clash');
  assert.ok(clash.file.endsWith('misuse.test.js'), clash.file);
  assert.equal(clash.places.length, 2);
  assert.equal(clash.places[1].line, clash.places[0].line + 1);
  assert.equal(clash.state, 'a');
  assert.match(error.message, /misuse\.test\.js:\d+: error: /);
  builder.close();
});

test('documents with errors', () => {
  assert.throws(() => Table.read('definition\n  a go ->\n'), ({ diagnostics: [first], status }) => {
    assert.equal(status, 'INVALID_DEFINITION');
    assert.deepEqual([first.line, first.severity], [2, 'error']);
    assert.ok(first.column > 1);
    return true;
  });
  assert.throws(() => Table.read('definition\n  a go -> same / ring\n'), /expected a callback for action 'ring'/);
  assert.throws(() => Table.read('definition\n  a go -> same / ring\n', { ring: 5 }), /none was supplied/);
  assert.throws(() => Table.read('definition\n  a go -> same / ring\n', () => {
    throw new URIError('mine');
  }), URIError);
  assert.throws(() => Table.read(''), DefinitionError);
  assert.throws(() => Table.read('\u0000'), DefinitionError);
});

test('wrong parts of a definition', () => {
  const builder = new Builder();
  assert.throws(() => builder.row('a', 'go', 'b', { guard: 5 }), TypeError);
  assert.throws(() => builder.state('a', { kind: 'strange' }), { status: 'BAD_VALUE' });
  assert.throws(() => builder.state('a', { adopts: 'nobody' }), /there is no superstate/);
  assert.throws(() => builder.event('e', ['i128']), { status: 'BAD_SIGNATURE' });
  assert.throws(() => builder.guards('sometimes'), /not one of/);
  assert.throws(() => builder.order(['exit']), SwiftFSMError);
  assert.throws(() => builder.predicate('P', []), { status: 'BAD_VALUE' });
  assert.throws(() => builder.row('a', 'go', 'b', { when: { Q: 'x' } }), UnknownNameError);
  assert.throws(() => builder.warning('nonsense', true), SwiftFSMError);
  builder.close();
  assert.throws(() => builder.row('a', 'go', 'b'), { status: 'NULL_POINTER' });
  builder.close();
});

test('what a definition does not know is named', () => {
  const define = (state, more = {}) => () => table({ events: { go: [] }, initial: 'a', states: { a: state, b: { kind: 'final' } }, ...more });
  const row = (options) => define({ on: { go: options } });
  const wrong = [
    [row({ to: 'b', gaurd: () => false }), /^TypeError: the row for 'go' in 'a': there is no 'gaurd', only to, guard, actions/],
    [row({ to: 'b', action: () => 0 }), /there is no 'action'/], [row({ target: 'b' }), /there is no 'target', only to,/],
    [row({}), /the row for 'go' in 'a' has no target: name a state, same, internal or defer, or give it a resolver/],
    [row([null]), /the row for 'go' in 'a': null is no object/], [define({ enter: () => 0 }), /state 'a': there is no 'enter', only on,/],
    [define(null), /state 'a': null is no object/], [define({ timeouts: [{ after: 5, event: 'go' }] }), /a timeout of state 'a': there is no 'after'/],
    [define({}, { initail: 'a' }), /a definition: there is no 'initail'/], [define({}, { any: { go: 'a' } }), /'any': there is no 'go'/],
    [define({}, { superstates: { s: { in: 'a' } } }), /superstate 's': there is no 'in'/], [define({}, { rows: [{ form: 'a', event: 'go' }] }), /a row: there is no 'form'/],
    [define({}, { predicates: { P: { case: ['x'] } } }), /predicate 'P': there is no 'case'/], [define({}, { predicates: { P: { cases: 'x' } } }), /the cases of predicate 'P' are x/],
    [define({}, { events: { go: 'i32' } }), /the types of event 'go' are i32, not a list of types: \['i32'\]/], [define({}, { events: 'go' }), /the events of a definition are go/],
    [() => table(), /a definition: undefined is no object/], [() => table({ events: ['go'] }), /the states of a definition are undefined/],
    [() => table({ states: { a: {} } }), /the events of a definition are undefined/], [() => new Machine(undefined), /a machine is made over a table, not over undefined/],
    [() => new Machine(shop, {}, { inital: 'open' }), /the options of a machine: there is no 'inital', only initial, isLenient/],
    [() => shop.replay({ event: ['go'] }), /a replay: there is no 'event'/], [() => shop.write('dot', { flatt: true }), /writing: there is no 'flatt'/],
    [() => Table.read('definition\n', {}, { name: 'x' }), /reading: there is no 'name'/],
  ];
  for (const [call, message] of wrong) assert.throws(call, message);
  const { gate } = makeGate();
  for (const [call, message] of [[() => gate.journal('x'), /a journal is written by a function, or null ends it; not x/], [() => gate.clock({ units: 5 }), /a clock: there is no 'units'/],
    [() => gate.snapshot({ jsno: true }), /a snapshot: there is no 'jsno'/], [() => gate.restore('', { migrat: 5 }), /restoring: there is no 'migrat'/]]) assert.throws(call, message);
  const builder = new Builder();
  assert.throws(() => builder.row('a', 'go', 'b', { gaurd: () => 0 }), /the row for 'go' in 'a': there is no 'gaurd'/);
  assert.throws(() => builder.state('a', { on: {} }), /state 'a': there is no 'on'/);
  assert.throws(() => builder.row('a', 'go', undefined), /has no target/);
  builder.close();
});

test('messages are about this package', () => {
  const machine = new Machine(shop, {}, { isLenient: true });
  const said = (call) => {
    try {
      call();
    } catch (error) {
      return error.message;
    }
    return undefined;
  };
  assert.equal(said(() => machine.send('pay', 1)), "'pay': argument 1 of type str is missing");
  assert.equal(said(() => machine.send('go', 1)), "'go': argument 0 is one more than the event declares");
  assert.equal(said(() => machine.send('pay', 2 ** 31, '')), "'pay': argument 0 is a number that i32, its declared type, does not have");
  assert.equal(said(() => machine.send('pay', 0.5, '')), "'pay': argument 0 is of type f64, and i32 is declared");
  assert.equal(said(() => machine.send('pay', null, '')), "'pay': argument 0 is null or a pointer, and i32 is declared");
  assert.match(said(() => machine.sendWith('go', { cases: { P: 7 } })), /^'go', 7 of P: /);
  assert.match(said(() => new Machine(shop, {}).send('go')), /^'go', P: No case of a predicate type was sent/);
  assert.match(said(() => makeGate().turnstile.write()), /name it by callbackNames, or with nameCallback/);
});

test('calls at the wrong time', () => {
  const errors = [];
  const attempt = (call) => {
    try {
      errors.push(call());
    } catch (error) {
      errors.push(error.status);
    }
  };
  const { gate } = makeGate({
    actions: ({ machine }) => {
      for (const call of [() => machine.start(), () => machine.setState('locked'), () => machine.snapshot(), () => machine.advance(1),
        () => machine.runPending(), () => machine.onStep(() => 0), () => machine.update(), () => machine.run(['pass'])]) attempt(call);
    },
  });
  gate.send('coin');
  assert.deepEqual(errors, new Array(8).fill('BUSY'));
  gate.stop();
  assert.throws(() => gate.send('coin'), { name: 'StateError', status: 'NOT_RUNNING' });
  assert.throws(() => gate.stop(), StateError);
  assert.equal(gate.state, null);
  gate.start();
  assert.throws(() => gate.start(), { status: 'ALREADY_RUNNING' });
  assert.throws(() => gate.advance(-1), { status: 'BAD_VALUE' });
  assert.throws(() => gate.sendLater('coin', -1), { status: 'BAD_VALUE' });
  assert.equal(gate.cancel(77), false);
});

test('closed objects', () => {
  const { gate, turnstile } = makeGate();
  gate.close();
  gate.close();
  for (const call of [() => gate.send('coin'), () => gate.state, () => gate.states, () => gate.snapshot(), () => gate.now,
    () => gate.explain('coin'), () => gate.permitted(), () => gate.onStep(() => 0), () => gate.start(), () => gate.setState('locked')]) {
    assert.throws(call, { name: 'StateError', message: /closed/ });
  }
  turnstile.close();
  turnstile.close();
  assert.throws(() => new Machine(turnstile, {}), /closed/);
  assert.throws(() => turnstile.states, /closed/);
});

test('a machine outlives its table that is closed', () => {
  const { gate, turnstile } = makeGate();
  turnstile.close();
  assert.equal(gate.explain('coin').reasons[0].transition.target, 'unlocked');
  assert.throws(() => gate.send('kick'), UnknownNameError);
  assert.equal(gate.send('coin'), 'transitioned');
});

test('a machine that is closed by its own callback ends after the step', () => {
  const { gate } = makeGate({ actions: ({ machine }) => machine.close() });
  assert.equal(gate.send('coin'), 'transitioned');
  assert.ok(gate.isClosed);
});

test('exceptions come out of send unchanged', () => {
  const mine = new RangeError('no coins today');
  for (const part of ['guard', 'actions']) {
    const { gate, calls } = makeGate({ [part]: () => {
      throw mine;
    } });
    assert.throws(() => gate.send('coin'), (error) => error === mine);
    assert.equal(gate.state, 'locked');
    assert.equal(gate.send('pass'), 'transitioned');
    assert.deepEqual(calls, part === 'guard' ? ['alarm'] : ['exit', 'alarm']);
  }
  const { gate } = makeGate({ guard: () => {
    throw undefined;
  } });
  assert.throws(() => gate.send('coin'), (error) => error === undefined);
  for (const ask of [() => gate.probe('coin'), () => gate.explain('coin'), () => gate.permitted(), () => gate.can('coin')]) {
    assert.throws(ask, (error) => error === undefined);
  }
});

test('a wrong call changes nothing for the next ones', async () => {
  const guarded = table({ events: ['go'], initial: 'a', states: { a: { on: { go: { to: 'b', guard: async () => true } } }, b: { kind: 'final' } } });
  const wrong = [(machine) => machine.setState('c'), (machine) => machine.sendLater('go', NaN), (machine) => machine.raise('x'),
    (machine) => machine.start('c'), (machine) => machine.cancel({}), (machine) => machine.advance('soon')];
  for (const call of wrong) {
    const machine = new Machine(guarded, {});
    assert.throws(() => call(machine));
    assert.equal(await machine.sendAsync('go'), 'transitioned');
  }
});

test('each call throws what its own callbacks throw', () => {
  const mine = new RangeError('of the action');
  const inner = new RangeError('of the guard');
  const seen = [];
  const { gate: audit } = makeGate();
  const attempt = (call) => {
    try {
      seen.push(call());
    } catch (error) {
      seen.push(error);
    }
  };
  const shop = table({
    events: ['go', 'ask'], initial: 'a',
    states: { a: { on: { go: { to: 'a', actions: () => {
      throw mine;
    } }, ask: { to: 'a', guard: () => {
      throw inner;
    } } } } },
    onStep: ({ event, machine }) => {
      if (event !== 'go') return;
      for (const call of [() => audit.send('coin'), () => audit.send('pass'), () => machine.probe('ask'), () => machine.send('go'),
        () => Table.read('definition\n  a go -> same / ring\n', () => seen.length && (() => 0)).rowCount]) attempt(call);
      machine.discardPending();
    },
  });
  const machine = new Machine(shop, {});
  assert.throws(() => machine.send('go'), (error) => error === mine);
  assert.deepEqual(seen, ['transitioned', 'transitioned', inner, 'queued', 1]);
  assert.equal(audit.send('coin'), 'transitioned');
});

test('an exception of an event that a callback sent comes out too, and the rest waits', () => {
  const { gate, calls } = makeGate({
    actions: ({ machine }) => ['pass', 'pass', 'pass'].map((event) => machine.send(event)),
    onStep: ({ event }) => {
      if (event === 'pass' && calls.length < 4) throw new EvalError('hook');
    },
  });
  assert.throws(() => gate.send('coin'), EvalError);
  assert.equal(gate.pending, 2);
  calls.push('enough', 'enough');
  gate.runPending();
  assert.equal(gate.pending, 0);
});

test('a failure with a number', () => {
  const { gate } = makeGate({ actions: () => {
    throw new CallbackFailed(-7);
  } });
  assert.throws(() => gate.send('coin'), { name: 'CallbackFailed', failure: -7, status: 'CALLBACK_FAILED' });
  assert.equal(gate.failure, -7);
  assert.throws(() => new CallbackFailed(1), RangeError);
});

test('a promise where nothing is awaited', () => {
  const { gate } = makeGate({ guard: async () => true });
  assert.throws(() => gate.send('coin'), /await sendAsync/);
  assert.equal(gate.state, 'locked');
  const rejected = async () => {
    throw new EvalError('not told twice');
  };
  const asked = table({ events: ['go'], initial: 'a', predicates: { P: { cases: ['x'], provider: rejected } }, states: { a: { on: { go: { to: 'a', when: { P: 'x' } } } } }, warningsOff: ['all'] });
  assert.throws(() => new Machine(asked, {}).send('go'), /await sendAsync/);
  assert.throws(() => makeGate({ actions: rejected }).gate.send('coin'), /await sendAsync/);
});

test('snapshots that are none', () => {
  const { gate } = makeGate();
  const bytes = gate.snapshot();
  for (const wrong of [new Uint8Array(), new Uint8Array(100), bytes.slice(0, -1), '{}', '', 'SFSM']) {
    assert.throws(() => gate.restore(wrong), SnapshotError);
  }
  assert.throws(() => gate.restore(5), TypeError);
  assert.throws(() => gate.restore(new Uint8Array(100)), { message: 'the snapshot cannot be restored: it is none' });
  assert.throws(() => gate.restore(bytes.slice(0, -1)), { message: 'the snapshot cannot be restored: it was damaged, or cut off' });
  assert.throws(() => gate.restore('{}'), { message: /^the snapshot cannot be restored:\nerror: byte 2 of the snapshot's JSON/ });
  for (let index = 0; index < bytes.length; index++) {
    const damaged = bytes.slice();
    damaged[index] ^= 0xff;
    try {
      gate.restore(damaged);
    } catch (error) {
      assert.ok(error instanceof SnapshotError);
    }
  }
  gate.restore(bytes);
  assert.equal(gate.state, 'locked');
});
