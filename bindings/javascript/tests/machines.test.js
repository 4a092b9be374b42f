// Sending, asking, and what callbacks see.

import assert from 'node:assert/strict';
import test from 'node:test';

import { any, Builder, defer, eventless, Machine, request, same, table, Table, typed } from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

test('an event runs its step', () => {
  const { gate, calls } = makeGate();
  assert.equal(gate.send('coin'), 'transitioned');
  assert.equal(gate.state, 'unlocked');
  assert.equal(gate.send('coin'), 'unhandled');
  assert.equal(gate.send('pass'), 'transitioned');
  assert.deepEqual(calls, ['exit', 'unlock', 'entry', 'lock']);
});

test('callbacks receive the step, the context and the arguments', () => {
  const seen = [];
  const shop = table({
    events: { pay: ['i64', 'str', 'f64', 'bool', 'u8'] },
    states: { open: { on: { pay: { to: 'paid', guard: (...all) => seen.push(all), actions: (...all) => seen.push(all) } } }, paid: { kind: 'final' } },
  });
  const context = {};
  const machine = new Machine(shop, context, { initial: 'open' });
  assert.equal(machine.send('pay', 2n ** 40n, 'näh 🎉', 0.5, true, 255), 'transitioned');
  for (const [step, given, ...values] of seen) {
    assert.equal(given, context);
    assert.deepEqual(values, [2n ** 40n, 'näh 🎉', 0.5, true, 255]);
    assert.throws(() => step.event, /a step is over/);
  }
  assert.equal(seen.length, 2);
});

test('a step tells where it goes', () => {
  let told;
  const { gate } = makeGate({
    actions: (step) => {
      told = [step.event, step.source, step.target, step.row, step.state, step.isRequest, step.isEventless, step.outcome];
      assert.equal(step.machine, gate);
    },
  });
  gate.send('coin');
  assert.deepEqual(told, ['coin', 'locked', 'unlocked', 1, 'locked', false, false, 'ok']);
});

test('events that a callback sends run after the step', () => {
  const order = [];
  const { gate } = makeGate({
    actions: (step) => {
      order.push(step.machine.send('pass'), step.machine.state, step.machine.pending);
    },
  });
  assert.equal(gate.send('coin'), 'transitioned');
  assert.deepEqual(order, ['queued', 'locked', 1]);
  assert.equal(gate.state, 'locked');
});

test('cases of predicate types choose rows', () => {
  const door = table({
    events: ['push'],
    predicates: { Policy: ['weak', 'strong'] },
    states: { shut: { on: { push: [{ to: 'open', when: { Policy: 'weak' } }, { to: same, when: { Policy: 'strong' } }] } }, open: { kind: 'final' } },
  });
  const machine = new Machine(door, undefined, { initial: 'shut' });
  assert.throws(() => machine.send('push'), { name: 'CaseError', status: 'MISSING_PREDICATE', predicate: 'Policy' });
  assert.equal(machine.sendWith('push', { cases: { Policy: 'strong' } }), 'transitioned');
  assert.equal(machine.state, 'shut');
  assert.deepEqual(machine.probe('push', { cases: { Policy: 'weak' } }), { outcome: 'transitioned', target: 'open' });
  assert.deepEqual(machine.permitted({ cases: { Policy: 'weak' } }), ['push']);
});

test('providers are asked', () => {
  let now = 'weak';
  const door = table({
    events: ['push'],
    predicates: { Policy: { cases: ['weak', 'strong'], provider: () => now } },
    states: { shut: { on: { push: [{ to: 'open', when: { Policy: 'strong' } }, { to: same, when: { Policy: 'weak' } }] } }, open: { kind: 'final' } },
  });
  const machine = new Machine(door, undefined, { initial: 'shut' });
  machine.send('push');
  assert.equal(machine.state, 'shut');
  now = 'strong';
  machine.send('push');
  assert.equal(machine.state, 'open');
});

test('explain says what happens to each row', () => {
  const { gate } = makeGate({ guard: () => false });
  const { outcome, reasons } = gate.explain('coin');
  assert.equal(outcome, 'refused');
  assert.equal(reasons.length, 1);
  assert.equal(reasons[0].kind, 'guard refused');
  assert.equal(reasons[0].guard, 0);
  assert.equal(reasons[0].transition.target, 'unlocked');
  assert.deepEqual(gate.permitted(), ['pass']);
  assert.deepEqual(gate.permitted({ withoutGuards: true }), ['coin', 'pass']);
  assert.equal(gate.can('coin'), false);
});

test('resolvers, updates, requests and superstates', () => {
  const builder = new Builder();
  builder.superstate('resettable');
  builder.row(null, 'reset', 'a', { block: 1, overriding: false });
  builder.state('a', { update: (step) => (step.time > 5 ? 'go' : undefined) });
  builder.state('b', { adopts: 'resettable' });
  builder.row('a', 'go', undefined, { resolver: (step, context) => context.next });
  builder.row(any, request, 'b');
  builder.row('b', 'go', 'a');
  const built = builder.build();
  const machine = new Machine(built, { next: 'b' }, { initial: 'a' });
  assert.equal(machine.update(1), 'ok');
  assert.equal(machine.dueEvent(6), 'go');
  assert.equal(machine.update(6), 'transitioned');
  assert.equal(machine.state, 'b');
  assert.equal(machine.send('reset'), 'transitioned');
  machine.context.next = null;
  assert.equal(machine.send('go'), 'refused');
  assert.deepEqual(machine.permittedStates(), ['b']);
  assert.equal(machine.request('b'), 'transitioned');
  assert.deepEqual(built.superstates, ['resettable']);
});

test('charts: regions, histories, deferral, raised and eventless rows', () => {
  const washing = table({
    events: ['start', 'pause', 'ready', 'full', 'time', 'lock'],
    initial: 'idle',
    states: {
      idle: { on: { start: 'washing' } },
      paused: { on: { pause: 'lately' } },
      washing: { kind: 'parallel', on: { start: defer, pause: 'paused', ready: 'idle' } },
      program: { in: 'washing', default: 'filling', done: 'ready' },
      filling: { in: 'program', on: { full: { to: 'spinning', raises: 'lock' } } },
      spinning: { in: 'program', on: { time: 'finished' } },
      finished: { in: 'program', kind: 'final' },
      lately: { in: 'program', kind: 'history' },
      door: { in: 'washing', default: 'closed' },
      closed: { in: 'door', on: { lock: 'locked' } },
      locked: { in: 'door', eventless: { to: 'closed', notIn: 'spinning' } },
    },
    warningsOff: ['all'],
    rows: [],
  });
  assert.equal(washing.kind('washing'), 'parallel');
  assert.equal(washing.parent('closed'), 'door');
  const machine = new Machine(washing, undefined);
  machine.send('start');
  assert.deepEqual(machine.states, ['filling', 'closed']);
  machine.send('full');
  assert.deepEqual(machine.states, ['spinning', 'locked']);
  machine.send('pause');
  machine.send('pause');
  assert.deepEqual(machine.states, ['spinning', 'closed']);
  assert.ok(machine.in('washing'));
  machine.send('time');
  assert.equal(machine.state, 'idle');
  assert.equal(typeof eventless, 'symbol');
});

test('run sends many events', () => {
  const { gate } = makeGate();
  assert.deepEqual(gate.run(['coin', 'pass', 'pass']), ['transitioned', 'transitioned', 'transitioned']);
});

test('the definition is known to the table', () => {
  const read = Table.read('definition shop version 3\n  event pay (i32 cents, str)\n  initial open\n  first: open pay ? paid -> same / thank\n', {
    paid: () => true, thank: () => undefined,
  });
  assert.deepEqual([read.name, read.version, read.initial, read.rowCount], ['shop', '3', 'open', 1]);
  assert.deepEqual(read.arguments('pay'), [{ type: 'i32', name: 'cents' }, { type: 'str', name: null }]);
  assert.equal(read.rowLabel(1), 'first');
  assert.deepEqual(read.rowCallbacks(1), { guards: ['paid'], actions: ['thank'], resolver: null });
  assert.deepEqual(read.transitions.map(({ source, event, target }) => [source, event, target]), [['open', 'pay', 'same']]);
  assert.equal(new Machine(read, {}).send('pay', typed('i32', 5), null), 'transitioned');
});
