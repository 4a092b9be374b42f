// A stranger's document: names are only names, whatever they look like.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

import { Machine, Table } from 'swiftfsm';

const text = readFileSync(join(dirname(process.env.ORDERS), '../Tests/Fixtures/hostile.fsm'), 'utf8');
const names = [...text.matchAll(/^ {2}state "(.*)"$/gm)].map(([, name]) => name.replaceAll('\\"', '"').replaceAll('\\\\', '\\'));

test('names are only names', () => {
  const called = [];
  const table = Table.read(text, ({ role, name }) => (role === 'guard' ? () => true : () => void called.push(name)));
  const machine = new Machine(table, {});
  assert.equal(names.length, 20);
  for (const [number, name] of names.entries()) {
    const next = names[(number + 1) % names.length];
    assert.equal(machine.send(name), 'transitioned');
    assert.equal(machine.state, next);
    assert.deepEqual(called.splice(0), [name, next]);
  }
  for (const format of ['dot', 'html']) assert.doesNotMatch(table.write(format), /<script/);
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(Object.prototype), []);
});

test('what objects inherit is no callback', () => {
  // Each name is looked up among those that the caller has put there.
  assert.throws(() => Table.read(text, {}), /toString|constructor|__proto__/);
});
