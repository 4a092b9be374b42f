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

test('events are sent later, and cancelled', () => {
  const machine = new Machine(blinker(), {});
  const timer = machine.sendLater('on', 5);
  assert.ok(timer > 0);
  assert.ok(machine.cancel(timer));
  assert.ok(!machine.cancel(timer));
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
