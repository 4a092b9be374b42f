// Calls that are ended inside of the engine: by a stack overflow, or by what is thrown and cannot be kept.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Machine, table } from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

const brokenOff = { name: 'StateError', status: 'BUSY', message: /a step of this machine was broken off by a stack overflow .* make another one/ };

test('a machine whose step was broken off says so', async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke(); // it cannot even be compared: what is thrown here is not kept, but goes through the engine
  let isBad = true;
  const bad = () => {
    if (isBad) throw proxy;
  };
  const rules = table({
    events: ['go', 'wait'], initial: 'a', warningsOff: ['all'],
    states: { a: { on: { go: { to: 'b', actions: bad }, wait: { to: 'a', guard: bad } } }, b: { kind: 'final' } },
  });
  const breaking = [
    (machine) => machine.send('go'), (machine) => machine.sendWith('go'), (machine) => machine.clock() && machine.send('go'),
    (machine) => machine.can('wait'), (machine) => machine.sendAsync('go'), (machine) => machine.sendAsync('wait'),
  ];
  for (const call of breaking) {
    const [machine, other] = [new Machine(rules, {}), new Machine(rules, {})];
    isBad = true;
    await assert.rejects(async () => call(machine), TypeError);
    isBad = false;
    assert.deepEqual([other.send('go'), other.state], ['transitioned', 'b']);
    assert.equal(machine.state, 'a');
    const calls = [
      () => machine.send('go'), () => machine.sendWith('go'), () => machine.can('go'), () => machine.start(), () => machine.stop(), () => machine.snapshot(),
      () => machine.sendLater('go', 5), () => machine.runPending(), () => machine.update(),
    ];
    for (const each of [...calls, ...calls]) assert.throws(each, brokenOff, String(each));
    for (const each of [machine.sendAsync('go'), machine.stopAsync()]) await assert.rejects(each, brokenOff);
    machine.close();
  }
});

test('machines of a recursion that has no end go on, or say that their step was broken off', async () => {
  const made = [];
  const rules = table({ events: ['go', 'ping'], initial: 'a', states: { a: { on: { go: { to: 'a', actions: (step, act) => act.now() }, ping: 'a' } } } });
  const nest = () => {
    const machine = new Machine(rules, { now: nest });
    made.push(machine);
    machine.send('go');
  };
  for (let round = 0; round < 20; round++) {
    assert.throws(nest, RangeError);
    for (const machine of made) {
      machine.context.now = () => {};
      try {
        assert.equal(machine.send('ping'), 'transitioned');
        assert.equal(await machine.sendAsync('go'), 'transitioned');
      } catch (error) {
        assert.match(error.message, brokenOff.message);
        await assert.rejects(machine.sendAsync('ping'), brokenOff);
      }
      machine.close();
    }
    made.length = 0;
  }
});

test('a recursion that fills the stack of the engine ends in an error too', () => {
  let count = 0;
  const rules = table({
    events: ['go', 'ping'], initial: 'b',
    states: {
      a: { kind: 'parallel', on: { go: { to: 'c', actions: (step, act) => act.now() } } },
      one: { in: 'a' }, b: { in: 'one', on: { ping: 'b' } }, two: { in: 'a' }, d: { in: 'two', on: { ping: 'd' } },
      c: { on: { go: 'b' } },
    },
  });
  const nest = () => {
    count++;
    new Machine(rules, { now: nest }).send('go');
  };
  for (let round = 0; round < 20; round++) {
    assert.throws(nest, (error) => error instanceof RangeError || error instanceof WebAssembly.RuntimeError);
    const machine = new Machine(rules, { now() {} });
    assert.deepEqual([machine.send('ping'), machine.send('go'), machine.state], ['transitioned', 'transitioned', 'c']);
    machine.close();
  }
  assert.ok(count > 2000);
});

test('a call that fails before it comes to the engine breaks nothing off', () => {
  const { gate } = makeGate();
  assert.throws(() => gate.update(5n), TypeError);
  assert.equal(gate.send('coin'), 'transitioned');
});
