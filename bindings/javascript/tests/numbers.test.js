// Numbers as text and back, which the engine leaves to JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestFloat, printed } from '../src/numbers.js';

test('numbers are printed as C prints them with %.*g', () => {
  const cases = [
    [0, 15, '0'], [-0, 15, '-0'], [1, 15, '1'], [-1.5, 15, '-1.5'], [100, 15, '100'], [0.1, 15, '0.1'], [0.1, 17, '0.10000000000000001'],
    [1e5, 6, '100000'], [1e6, 6, '1e+06'], [123456789, 6, '1.23457e+08'], [0.0001, 6, '0.0001'], [0.00001, 6, '1e-05'],
    [1e21, 15, '1e+21'], [5e-324, 1, '5e-324'], [1.7976931348623157e308, 17, '1.7976931348623157e+308'], [1e100, 15, '1e+100'],
    [123456, 3, '1.23e+05'], [999999.5, 6, '1e+06'],
  ];
  for (const [number, digits, text] of cases) assert.equal(printed(number, digits), text);
});

/** The exact decimal text of the middle between two floats next to each other. */
function exactText(numerator, twos) {
  // numerator / 2^twos = numerator * 5^twos / 10^twos
  const digits = (numerator * 5n ** BigInt(twos)).toString().padStart(twos + 1, '0');
  return `${digits.slice(0, -twos)}.${digits.slice(-twos)}`;
}

test('a text is the nearest float, also beside the middle of two', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  let state = BigInt(seed) + 1n;
  const next = () => (state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n)) >> 40n;
  console.log(`numbers: SEED=${seed}`);
  for (let round = 0; round < 2000; round += 1) {
    const mantissa = (1n << 23n) + (next() & 0x7fffffn);
    const [low, high] = [Number(mantissa) / 2 ** 30, Number(mantissa + 1n) / 2 ** 30];
    const middle = exactText(2n * mantissa + 1n, 31);
    const even = mantissa % 2n === 0n ? low : high;
    assert.equal(nearestFloat(middle), even, middle);
    assert.equal(nearestFloat(`-${middle}`), -even, middle);
    assert.equal(nearestFloat(`${middle}${'0'.repeat(20)}1`), high, middle);
    assert.equal(nearestFloat(exactText((2n * mantissa + 1n) * 10n ** 30n - 1n, 31).replace('.', '') + 'e-61'), low, middle);
    assert.equal(nearestFloat(printed(low, 9)), low);
  }
});

test('the ends of what a float holds', () => {
  const largest = 2 ** 128 - 2 ** 104;
  const middle = (2n ** 128n - 2n ** 103n).toString();
  assert.equal(nearestFloat(middle), Infinity);
  assert.equal(nearestFloat((BigInt(middle) - 1n).toString()), largest);
  assert.equal(nearestFloat(`-${BigInt(middle) - 1n}`), -largest);
  assert.equal(nearestFloat('1e999'), Infinity);
  assert.equal(nearestFloat('1e-999'), 0);
  assert.equal(nearestFloat('1.4e-45'), 2 ** -149);
  assert.equal(nearestFloat('7.006492321624085e-46'), 0); // less than the middle
  assert.equal(nearestFloat('7.006492321624086e-46'), 2 ** -149);
});
