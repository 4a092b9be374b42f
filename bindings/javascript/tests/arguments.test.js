// Arguments of events, and values with a type: what a type does not have is an error.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ArgumentError, Machine, table, typed } from 'swiftfsm';

const shop = table({
  events: { pay: ['i32', 'str'], go: [] }, initial: 'open', states: { open: { on: { pay: 'open', go: 'open' } } }, warningsOff: ['all'],
});

test('arguments that an event does not declare', () => {
  const machine = new Machine(shop, {}, { isLenient: true });
  assert.throws(() => machine.send('pay', 1), { name: 'ArgumentError', status: 'ARGUMENT_COUNT', index: 1, declared: 'str', sent: null });
  assert.throws(() => machine.send('pay', 'x', 'y'), { status: 'ARGUMENT_TYPE', index: 0, declared: 'i32', sent: 'str' });
  assert.throws(() => machine.send('pay', 2 ** 31, 'y'), ArgumentError);
  assert.throws(() => machine.send('pay', 0.5, 'y'), ArgumentError);
  assert.throws(() => machine.send('pay', NaN, 'y'), ArgumentError);
  assert.throws(() => machine.send('pay', 1, 'a\0b'), RangeError);
  assert.throws(() => machine.send('pay', 1, Symbol('s')), TypeError);
  assert.throws(() => machine.send('pay', 2n ** 64n, ''), RangeError);
  assert.throws(() => machine.send('go', 1), ArgumentError);
  assert.throws(() => machine.send('pay', 1, 'a\ud800b'), /argument 1 has half of a character \(a lone surrogate\)/);
  assert.throws(() => typed('i128', 1), RangeError);
  assert.equal(machine.send('pay', -0, ''), 'transitioned');
  assert.equal(machine.send('pay', -(2 ** 31), ''), 'transitioned');
});

test('no number is a string', () => {
  const said = [];
  const machine = new Machine(table({
    events: { say: ['str'] }, initial: 'a', warningsOff: ['all'],
    states: { a: { on: { say: { to: 'a', actions: (step, context, text) => { said.push(text); } } } } },
  }));
  for (const number of [0, -0, 0n, 1]) assert.throws(() => machine.send('say', number), ArgumentError);
  assert.equal(machine.send('say', typed('str', null)), 'transitioned');
  assert.deepEqual(said, [null]);
});

test('values that their types do not have', () => {
  const wrong = [
    ['i32', 2 ** 40 + 7], ['i8', 128], ['i8', -129], ['u8', -1], ['u16', 2 ** 16], ['u64', 2n ** 64n], ['i64', 2n ** 63n], ['integer', 2n ** 64n + 5n],
    ['bool', 2], ['ptr', 2 ** 33], ['i32', 1.5], ['i32', '12'], ['i32', true], ['f32', 1e300], ['f32', 'x'], ['f64', 5n], ['str', 5], ['i32', undefined],
  ];
  for (const [type, value] of wrong) {
    assert.throws(() => typed(type, value), (error) => error instanceof RangeError && error.message.startsWith(`${value} is no ${type}`));
  }
  for (const [type, value] of [['i8', -128], ['u64', 2n ** 64n - 1n], ['bool', true], ['bool', 0], ['f32', 0.1], ['f32', Infinity], ['str', ''], ['ptr', null]]) {
    typed(type, value);
  }
});
