// The values of cases: what is sent, and what has to arrive.

import assert from 'node:assert/strict';

import { typed } from 'swiftfsm';

function fromBits(type, bits) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return type === 'f32' ? view.getFloat32(4) : view.getFloat64(0);
}

/** The value that is sent. */
export function valueOf({ type, value, bits, pointer }) {
  if (bits !== undefined) return typed(type, fromBits(type, bits));
  if (pointer !== undefined) return typed('ptr', pointer * 16);
  if (type === 'str') return value;
  if (type === 'bool') return value === 'true';
  return typed(type, BigInt(value));
}

/** Check a value that arrived. */
export function checkValue(expected, found, where) {
  const { type, value, bits, pointer } = expected;
  if (bits !== undefined) assert.ok(Object.is(found, fromBits(type, bits)), `${where}: ${found} is not ${bits}`);
  else if (pointer !== undefined) assert.equal(found, pointer * 16, where);
  else if (type === 'bool') assert.equal(found, value === 'true', where);
  else if (type === 'str') assert.equal(found, value, where);
  else assert.equal(String(found), value, where);
}
