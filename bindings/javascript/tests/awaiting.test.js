// Callbacks that return promises.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'node:test';

import { CallbackFailed, Machine, table } from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

const later = async (value) => {
  await sleep(1);
  return value;
};

test('guards, actions, entry callbacks and hooks are awaited, one after the other', async () => {
  const order = [];
  const slow = (what, value) => async () => {
    order.push(`${what}…`);
    await sleep(1);
    order.push(what);
    return value;
  };
  const shop = table({
    events: ['go'], initial: 'a',
    states: {
      a: { exit: slow('exit'), on: { go: { to: 'b', guard: [slow('one', true), slow('two', true)], actions: slow('act') } } },
      b: { entry: slow('entry'), on: { go: 'a' } },
    },
    onStep: slow('step'),
  });
  const machine = new Machine(shop, {});
  assert.equal(await machine.sendAsync('go'), 'transitioned');
  assert.equal(machine.state, 'b');
  assert.deepEqual(order, ['one', 'two', 'exit', 'act', 'entry', 'step'].flatMap((what) => [`${what}…`, what]));
});

test('a guard that says no later, and callbacks that are plain', async () => {
  const { gate, calls } = makeGate({ guard: () => later(false) });
  assert.equal(await gate.sendAsync('coin'), 'refused');
  assert.equal(await gate.sendAsync('pass'), 'transitioned');
  assert.deepEqual(calls, ['alarm']);
  await assert.rejects(gate.sendAsync('kick'), { status: 'UNKNOWN_EVENT' });
});

test('resolvers and providers are awaited', async () => {
  for (const order of [undefined, ['exit', 'actions', 'resolve', 'commit', 'entry']]) {
    const definition = table({
      events: { go: ['i32'] }, initial: 'a', order,
      predicates: { P: { cases: ['x', 'y'], provider: () => later('y') } },
      states: { a: { on: { go: { when: { P: 'y' }, resolver: (step, context, number) => later(number > 5 ? 'b' : null) } } }, b: { kind: 'final' } },
    });
    const machine = new Machine(definition, {});
    assert.equal(await machine.sendAsync('go', 1), 'refused');
    assert.equal(await machine.sendAsync('go', 6), 'transitioned');
    assert.equal(machine.state, 'b');
  }
});

test('exceptions of promises come out unchanged', async () => {
  const mine = new EvalError('later');
  for (const part of ['guard', 'actions']) {
    const { gate } = makeGate({ [part]: async () => {
      await sleep(1);
      throw mine;
    } });
    await assert.rejects(gate.sendAsync('coin'), (error) => error === mine);
    assert.equal(gate.state, 'locked');
    assert.equal(await gate.sendAsync('pass'), 'transitioned');
  }
  const { gate } = makeGate({ actions: async () => {
    throw new CallbackFailed(-9);
  } });
  await assert.rejects(gate.sendAsync('coin'), { failure: -9 });
});

test('further calls wait for their turn', async () => {
  const { gate } = makeGate({ guard: () => later(true), actions: () => later() });
  const outcomes = await Promise.all(['coin', 'pass', 'coin', 'coin'].map((event) => gate.sendAsync(event)));
  assert.deepEqual(outcomes, ['transitioned', 'transitioned', 'transitioned', 'unhandled']);
});

test('what is sent meanwhile waits: in a guard, in an action, and from elsewhere', async () => {
  const seen = [];
  const { gate } = makeGate({
    guard: async ({ machine }) => {
      await sleep(2);
      return true;
    },
    actions: async ({ machine }) => {
      await sleep(2);
      seen.push(machine.send('pass'));
    },
    onStep: ({ event }) => seen.push(event),
  });
  const sent = gate.sendAsync('coin');
  await sleep(1);
  assert.equal(gate.send('pass'), 'queued');
  assert.throws(() => gate.setState('locked'), { status: 'BUSY' });
  assert.throws(() => gate.snapshot(), { status: 'BUSY' });
  assert.equal(await sent, 'transitioned');
  assert.deepEqual(seen, ['queued', 'coin', 'pass', 'pass']);
  assert.equal(gate.state, 'locked');
  assert.equal(gate.send('pass'), 'transitioned');
});

test('what is sent while a guard is awaited that refuses then runs all the same', async () => {
  const { gate, calls } = makeGate({ guard: () => later(false) });
  const sent = gate.sendAsync('coin');
  await sleep(0);
  assert.equal(gate.send('pass'), 'queued');
  assert.equal(await sent, 'refused');
  assert.deepEqual(calls, ['alarm']);
});

test('an awaited call from inside of a callback is queued', async () => {
  const outcomes = [];
  const { gate } = makeGate({ actions: ({ machine }) => {
    machine.sendAsync('pass').then((outcome) => outcomes.push(outcome));
  } });
  await gate.sendAsync('coin');
  assert.deepEqual(outcomes, ['queued']);
  assert.equal(gate.state, 'locked');
});

test('start, stop and time are awaited, and charts', async () => {
  const seen = [];
  const note = (what) => async () => {
    await sleep(1);
    seen.push(what);
  };
  const chart = table({
    events: ['tick', 'next'], initial: 'p',
    states: {
      p: { kind: 'parallel' },
      one: { in: 'p', default: 'a' }, a: { in: 'one', entry: note('a'), timeouts: { delay: 5, event: 'tick' }, on: { tick: { to: 'b', raises: 'next' } } },
      b: { in: 'one', entry: note('b'), exit: note('not b') },
      two: { in: 'p', default: 'c' }, c: { in: 'two', on: { next: 'd' } }, d: { in: 'two', entry: note('d') },
    },
    warningsOff: ['all'],
  });
  const machine = new Machine(chart, {}, { initial: null });
  await machine.startAsync();
  assert.deepEqual(machine.states, ['a', 'c']);
  await machine.advanceAsync(4);
  assert.deepEqual(seen, ['a']);
  await machine.advanceAsync(9);
  assert.deepEqual(machine.states, ['b', 'd']);
  await machine.stopAsync();
  assert.equal(machine.state, null);
  assert.deepEqual(seen, ['a', 'b', 'd', 'not b']);
});

test('a machine that is closed while a callback is awaited', async () => {
  const inGuard = makeGate({ guard: () => later(true) }).gate;
  const sent = inGuard.sendAsync('coin');
  await sleep(0);
  inGuard.close();
  await assert.rejects(sent, /closed/);
  const inAction = makeGate({ actions: () => later() }).gate;
  const other = inAction.sendAsync('coin');
  await sleep(0);
  inAction.close();
  assert.equal(await other, 'transitioned');
  await assert.rejects(inAction.sendAsync('coin'), /closed/);
});

test('a guard is called once, however often its step is planned', async () => {
  let asked = 0;
  const { gate } = makeGate({ guard: [() => ++asked > 0, () => later(true), () => ++asked > 0, () => later(true)] });
  await gate.sendAsync('coin');
  assert.equal(asked, 2);
});
