// What is freed, once each; and the engine's memory, which grows.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Builder, Machine, table, Table } from 'swiftfsm';

import { counts, ownerCount } from '../src/callbacks.js';
import { bytes } from '../src/library.js';
import { makeGate } from './support/turnstile.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

const alive = () => counts.registered - counts.freed;

/** Collect garbage until `isDone`. */
async function collected(isDone) {
  for (let attempt = 0; attempt < 50 && !isDone(); attempt++) {
    gc();
    await sleep(5);
  }
  assert.ok(isDone(), 'nothing was freed');
}

test('callbacks are freed with the last of their table and machines', () => {
  const before = alive();
  const { gate, turnstile } = makeGate();
  gate.onStep(() => 0);
  const other = new Machine(turnstile, {});
  assert.ok(alive() >= before + 6);
  turnstile.close();
  other.close();
  assert.equal(gate.send('coin'), 'transitioned');
  gate.close();
  assert.equal(alive(), before);
});

test('callbacks of builders that failed, documents with errors and hooks that are replaced are freed', () => {
  const before = alive();
  assert.throws(() => table({ events: ['e'], states: { a: { on: { e: { to: 'b', actions: () => 0 } } } } }));
  const builder = new Builder();
  builder.row('a', 'e', 'a', () => 0);
  assert.throws(() => builder.row('a', 'e', 'a', { block: 99, actions: () => 0 }));
  builder.close();
  assert.throws(() => Table.read('definition\n  a e -> same / one two\n', { one: () => 0 }));
  assert.equal(alive(), before);
  const { gate, turnstile } = makeGate();
  const made = alive();
  gate.onStep(() => 0);
  gate.onStep(() => 0);
  gate.onUnhandled(() => 0);
  assert.equal(alive(), made + 3);
  gate.onStep(null);
  assert.equal(alive(), made + 1);
  gate.close();
  turnstile.close();
  assert.equal(alive(), before);
});

test('nothing stays of machines and tables that are closed', () => {
  const before = ownerCount();
  const { gate, turnstile } = makeGate();
  for (let index = 0; index < 10; index++) {
    const machine = new Machine(turnstile, {});
    if (index % 2 === 0) machine.onStep(() => 0);
    if (index % 4 === 0) machine.onStep(null);
    machine.close();
  }
  assert.equal(ownerCount(), before + 1);
  gate.close();
  turnstile.close();
  assert.throws(() => table({ events: ['go'], states: { a: { on: { go: { to: 'b', actions: () => 0 } } } } }));
  assert.equal(ownerCount(), before);
});

test('garbage collection frees machines, tables and callbacks, also those that refer to their machine', async () => {
  const before = alive();
  for (let index = 0; index < 20; index++) {
    const { gate } = makeGate();
    gate.onStep(() => gate.state);
    gate.send('coin');
    const builder = new Builder();
    builder.row('a', 'e', 'a', () => builder);
  }
  await collected(() => alive() === before);
});

test('the memory of the engine grows under its views', () => {
  const size = bytes.length;
  const machines = [];
  const { turnstile } = makeGate();
  const text = 'ü'.repeat(200000);
  const loud = table({ events: { say: ['str'] }, initial: 'a', states: { a: { on: { say: { to: 'a', actions: (step, heard, what) => heard.push(what.length) } } } } });
  const heard = [];
  while (bytes.length === size) {
    for (let index = 0; index < 2000; index++) machines.push(new Machine(turnstile, {}));
    const machine = new Machine(loud, heard);
    assert.equal(machine.send('say', text), 'transitioned');
    machines.push(machine);
  }
  assert.ok(heard.every((length) => length === text.length));
  for (const machine of machines.slice(0, 1000)) assert.equal(machine.send('coin'), 'transitioned');
  for (const machine of machines) machine.close();
});

test('memory grows inside of a callback', () => {
  const { turnstile } = makeGate();
  const machines = [];
  const { gate } = makeGate({
    guard: (step) => {
      const size = bytes.length;
      while (bytes.length === size) machines.push(new Machine(turnstile, {}));
      return step.event === 'coin' && step.source === 'locked';
    },
  });
  assert.equal(gate.send('coin'), 'transitioned');
  for (const machine of machines) machine.close();
});

test('a message that does not fit into the frame lives as long as its call, whatever callbacks call', () => {
  const heard = [];
  const audit = new Machine(table({ events: { log: ['str'] }, initial: 'a', states: { a: { on: { log: 'a' } } } }), {});
  const loud = table({
    events: { say: ['str'] }, initial: 'a',
    states: { a: { on: { say: { to: 'a', actions: [() => [1, 2, 3].map(() => audit.send('log', 'y'.repeat(90000))), (step, context, text) => heard.push(text)] } } } },
  });
  for (const length of [1000, 100000]) new Machine(loud, {}).send('say', 'x'.repeat(length));
  assert.deepEqual(heard.map((text) => text === 'x'.repeat(text.length) && text.length), [1000, 100000]);
});

test('many events are run though a callback makes machines', () => {
  const children = [];
  const busy = table({
    events: ['tick'], initial: 'a',
    states: { a: { on: { tick: { to: 'a', actions: (step, { count }) => {
      if (count !== undefined && ++step.machine.context.count % 50 === 0) children.push(new Machine(busy, {}));
    } } } } },
  });
  const outcomes = new Machine(busy, { count: 0 }).run(new Array(16384).fill('tick'));
  assert.deepEqual([outcomes.length, ...new Set(outcomes)], [16384, 'transitioned']);
  for (const child of children) assert.equal(child.send('tick'), 'transitioned');
});

test('close by using, where there is Symbol.dispose', { skip: Symbol.dispose === undefined }, () => {
  const { gate, turnstile } = makeGate();
  gate.clock()[Symbol.dispose]();
  gate.advance(5);
  gate[Symbol.dispose]();
  assert.ok(gate.isClosed);
  turnstile[Symbol.dispose]();
  assert.throws(() => turnstile.states, /closed/);
  const builder = new Builder();
  builder[Symbol.dispose]();
  assert.throws(() => builder.initial('a'), /closed/);
});
