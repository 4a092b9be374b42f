// What callables of cases are given.

import assert from 'node:assert/strict';

import { checkValue } from './case_values.js';

const FIRST = -(2 ** 31);
const WITHOUT_NAMES = [FIRST + 4, FIRST + 8, FIRST + 9]; // none, a request, without an event: null

/** The parameters of a signature, in words. */
export function wordsOfSignature(signature) {
  const inside = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  return inside.split(',').map((word) => word.trim()).filter((word) => word !== '');
}

function checkId(expected, found, idOf, where) {
  if (found === null) assert.ok(WITHOUT_NAMES.includes(Number(expected.value)), `${where}: null is not ${expected.value}`);
  else assert.equal(String(idOf(found)), expected.value, where);
}

/** Check what is given for each parameter; `names` turns names into numbers. */
export function checkGiven(words, given, expected, { where, state, event, predicate, predicates }) {
  assert.equal(expected.length, words.length, `${where}: parameters`);
  const rest = words.at(-1) === 'args...' ? given.slice(words.length - 1) : null;
  assert.equal(given.length, words.length - (rest === null ? 0 : 1) + (rest?.length ?? 0), `${where}: parameters`);
  words.forEach((word, index) => {
    const [found, wanted, place] = [given[index], expected[index], `${where}: ${word}`];
    if (word === 'context' || word === 'step') return;
    if (word === 'event') checkId(wanted, found, event, place);
    else if (word === 'source' || word === 'target') checkId(wanted, found, state, place);
    else if (word === 'time') checkValue(wanted, found, place);
    else if (word === 'args...') {
      assert.equal(rest.length, wanted.arguments.length, place);
      wanted.arguments.forEach((value, number) => checkValue(value, rest[number], place));
    } else if (word === '...') {
      assert.equal(Object.keys(found).length, predicates, place);
      const cases = Object.entries(found).map(([type, value]) => [type, value]);
      wanted.cases.forEach(([type, value], number) => assert.equal(predicate(type, cases[number][1]), value, place));
    } else if (word.startsWith('predicate')) {
      assert.equal(String(predicate(Number(word.slice(10, -1)), found)), wanted.value, place);
    } else checkValue(wanted, found, place);
  });
}
