// Timers, by hand and by a clock.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'node:test';

import { Machine, table } from 'swiftfsm';

const blinker = (entry) => table({
  events: ['on', 'off'], initial: 'dark',
  states: {
    dark: { timeouts: { delay: 20, event: 'on' }, on: { on: 'light' } },
    light: { entry, timeouts: { delay: 10, event: 'off' }, on: { off: 'dark' } },
  },
});

test('time is told by hand', () => {
  const machine = new Machine(blinker(), {});
  assert.deepEqual([machine.now, machine.due], [0, 20]);
  machine.advance(19);
  assert.equal(machine.state, 'dark');
  machine.advance(35n);
  assert.deepEqual([machine.state, machine.now, machine.due], ['dark', 35, 50]);
  machine.stop();
  machine.advance(2n ** 62n);
  assert.equal(machine.now, 2n ** 62n);
});

test('a time between two numbers is the earlier one, and a delay the longer one', () => {
  const machine = new Machine(blinker(), {});
  machine.advance(19.9);
  assert.deepEqual([machine.now, machine.state], [19, 'dark']);
  machine.sendLater('on', 0.1);
  assert.equal(machine.due, 20);
  for (const wrong of [NaN, Infinity, '7', null, 2n ** 63n, -(2n ** 63n) - 1n, 2 ** 64]) {
    assert.throws(() => machine.advance(wrong), /^RangeError: a time /);
    assert.throws(() => machine.sendLater('on', wrong), /^RangeError: a delay /);
  }
  assert.equal(machine.now, 19);
});

test('events are sent later, and cancelled', () => {
  const machine = new Machine(blinker(), {});
  const timer = machine.sendLater('on', 5);
  assert.ok(timer > 0);
  assert.ok(machine.cancel(timer));
  assert.ok(!machine.cancel(timer));
  const other = machine.sendLater('on', 5);
  for (const none of [2n ** 64n + BigInt(other), -1, 0]) assert.equal(machine.cancel(none), false);
  for (const wrong of [null, 1.5, NaN, '1', {}]) assert.throws(() => machine.cancel(wrong), /a timer is what sendLater has returned/);
  assert.ok(machine.cancel(other));
  machine.sendLater('on', 5);
  machine.advance(5);
  assert.equal(machine.state, 'light');
});

test('a clock sends what is due, and every call tells the time', async () => {
  const entered = [];
  const machine = new Machine(blinker(async () => {
    await sleep(1);
    entered.push(machine.now);
  }), {});
  const clock = machine.clock();
  assert.throws(() => machine.advance(5), { status: 'BUSY' });
  assert.throws(() => machine.clock(), { status: 'BUSY' });
  for (let wait = 0; wait < 1000 && entered.length < 2; wait++) await sleep(10);
  assert.ok(entered.length >= 2, String(entered.length));
  assert.deepEqual(entered, entered.map((_, index) => 20 + index * 30));
  clock.close();
  await machine.runPendingAsync(); // behind what is under way
  const { length } = entered;
  await sleep(50);
  assert.equal(entered.length, length);
});

test('a clock by a clock of your own, in seconds', () => {
  let now = 5000;
  const machine = new Machine(blinker(), {}, { initial: 'dark' });
  machine.advance(7);
  const clock = machine.clock({ unit: 1000, now: () => now });
  now += 3000;
  assert.equal(clock.now, 10);
  assert.equal(machine.send('on'), 'transitioned');
  assert.deepEqual([machine.now, machine.due], [10, 20]);
  machine.close();
});

test('a clock of your own that returns no time', async () => {
  const machine = new Machine(blinker(), {});
  let now = NaN;
  assert.throws(() => machine.clock({ now: () => now }), { message: /^the clock's function 'now' has returned NaN, not a number of milliseconds$/ });
  now = 0;
  const clock = machine.clock({ now: () => now });
  for (const wrong of [NaN, Infinity, -Infinity, undefined, '5', 5n]) {
    now = wrong;
    const error = { name: 'RangeError', message: new RegExp(`^the clock's function 'now' has returned ${wrong}, `) };
    assert.throws(() => machine.send('on'), error);
    assert.throws(() => machine.cancel(1), error);
    await assert.rejects(machine.sendAsync('on'), error);
  }
  now = 1e300;
  assert.throws(() => machine.send('on'), /a time has 64 bits/);
  now = 25; // it goes on
  assert.deepEqual([await machine.sendAsync('off'), machine.state, machine.now], ['transitioned', 'dark', 25]);
  clock.close();
  assert.throws(() => machine.clock({ unit: Infinity }), /the unit of a clock/);
});

test('errors of a clock', async () => {
  const errors = [];
  const machine = new Machine(blinker(async () => {
    throw new EvalError('dark');
  }), {});
  const clock = machine.clock({ onError: (error) => errors.push(error.message) });
  for (let wait = 0; wait < 1000 && errors.length === 0; wait++) await sleep(1);
  clock.close();
  assert.deepEqual(errors, ['dark']);
});

/** A machine with a clock that is told the time here: { machine, seen, errors, tell }. */
function clocked(late) {
  const seen = [];
  const errors = [];
  const rules = table({
    events: ['go', 'late'], initial: 'a',
    states: { a: { on: { go: { to: 'a', actions: () => seen.push('go') }, late: { to: 'a', actions: () => late(seen) } } } },
  });
  const machine = new Machine(rules, {});
  let now = 0;
  machine.clock({ now: () => now, onError: (error) => errors.push(error.message) });
  return { machine, seen, errors, tell: (time) => (now = time) };
}

test('a call of a machine with a clock sends first what is due: at once, or queued behind what is awaited', async () => {
  const plain = clocked((seen) => seen.push('late'));
  plain.machine.sendLater('late', 10);
  plain.tell(15);
  assert.equal(plain.machine.send('go'), 'transitioned');
  assert.deepEqual([plain.seen, plain.machine.now], [['late', 'go'], 15]);
  plain.machine.close();

  const { machine, seen, errors, tell } = clocked(async (all) => {
    await sleep(1);
    all.push('late');
  });
  for (const delay of [10, 11, 40]) machine.sendLater('late', delay);
  tell(15);
  assert.equal(machine.send('go'), 'queued');
  assert.throws(() => machine.setState('a'), { status: 'BUSY' });
  assert.equal(await machine.sendAsync('go'), 'transitioned');
  assert.deepEqual([seen, machine.now, machine.due, errors], [['late', 'go', 'late', 'go'], 15, 40, []]);
  machine.close();
});

test('a clock of a machine whose step leads to a call of it through another machine', async () => {
  const { machine, seen, errors, tell } = clocked((all) => all.push('late'));
  const { machine: other } = clocked(() => {
    tell(15);
    seen.push(machine.send('late'));
  });
  machine.onStep(({ event }) => event === 'go' && seen.length === 1 && other.send('late'));
  machine.sendLater('late', 10);
  assert.equal(machine.send('go'), 'transitioned');
  await sleep(5);
  assert.deepEqual([seen, machine.due, errors], [['go', 'queued', 'late', 'late'], null, []]);
  machine.close();
  other.close();
});

test('what an event that is due throws is told by the clock, and the call goes on', async () => {
  for (const fail of [() => {
    throw new EvalError('late');
  }, async () => {
    throw new EvalError('late');
  }]) {
    const { machine, seen, errors, tell } = clocked(fail);
    for (const delay of [10, 11]) machine.sendLater('late', delay);
    tell(15);
    assert.match(machine.send('go'), /transitioned|queued/);
    assert.equal(await machine.sendAsync('go'), 'transitioned');
    assert.deepEqual([seen, machine.due, errors], [['go', 'go'], null, ['late', 'late']]);
    machine.close();
  }
});

test('a wrong call does not stop a clock, and a machine may be closed while its clock waits for a step', async () => {
  const { machine, seen, errors, tell } = clocked((all) => all.push('late'));
  assert.throws(() => machine.sendLater('late', NaN));
  machine.sendLater('late', 5);
  tell(20);
  for (let wait = 0; wait < 1000 && seen.length === 0; wait++) await sleep(1);
  assert.deepEqual(seen, ['late']);
  machine.close();

  const slow = new Machine(blinker(() => sleep(10)), {});
  slow.clock({ onError: (error) => errors.push(error.message) });
  slow.sendLater('off', 2);
  await slow.sendAsync('on');
  const { length } = errors;
  slow.close();
  await sleep(5);
  assert.deepEqual([length, errors], [0, []]);
});
