// The numbers of this package are those of include/swiftfsm.h.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import 'swiftfsm';

import * as constants from '../src/constants.js';
import { statusName } from '../src/errors.js';

const header = readFileSync(process.env.HEADER, 'utf8');
const numbers = new Map();
for (const [, name, value] of header.matchAll(/\bSFSM_([A-Z0-9_]+) = (-?\d+|INT32_MIN(?: \+ \d+)?)[,\s]/g)) {
  numbers.set(name, value.startsWith('INT32_MIN') ? -(2 ** 31) + Number(value.split('+')[1] ?? 0) : Number(value));
}

test('each constant has the number of the header', () => {
  const own = Object.entries(constants).filter(([, value]) => typeof value === 'number');
  assert.ok(own.length > 60);
  for (const [name, value] of own) assert.equal(value, numbers.get(name), name);
});

test('choices have the numbers of the header', () => {
  const { FORMATS, GUARD_POLICIES, ENTRY_EXIT_POLICIES, KINDS, ON_VIOLATION, OUTCOMES, REASONS, REPLAY_GUARDS, ROLES, VALUE_TYPES } = constants;
  const word = (text) => text.toUpperCase().replaceAll(' ', '_');
  for (const choices of [FORMATS, GUARD_POLICIES, ENTRY_EXIT_POLICIES, ON_VIOLATION]) {
    for (const [name, value] of Object.entries(choices)) assert.equal(value, numbers.get(word(name)), name);
  }
  for (const [name, value] of Object.entries(REPLAY_GUARDS)) assert.equal(value, numbers.get(`${word(name)}_GUARDS`), name);
  assert.equal(KINDS.history, numbers.get('SHALLOW_HISTORY'));
  for (const list of [OUTCOMES, REASONS, VALUE_TYPES]) list.forEach((name, value) => name !== '' && assert.equal(numbers.get(word(name)), value, name));
  ROLES.forEach((name, value) => name !== '' && assert.equal(numbers.get(`${word(name)}_HOOK`) ?? numbers.get(word(name)), value, name));
});

test('statuses have their names', () => {
  assert.equal(statusName(constants.UNKNOWN_EVENT), 'UNKNOWN_EVENT');
  assert.equal(statusName(12345), 'unknown');
});
