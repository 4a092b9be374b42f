// The arguments of events: values of JavaScript, and sfsm_value in the memory of the engine.

import {
  BOOL, F32, F64, I8, I16, I32, I64, INTEGER, PTR, STR, U8, U16, U32, U64, VALUE_TYPES,
} from './constants.js';
import { readText, take, takeText } from './frame.js';
import { data, refresh } from './library.js';

/** The size of a sfsm_value; its number or pointer is at 8. */
export const VALUE_SIZE = 16;

const LARGEST = 2n ** 63n;

/** Write the arguments of an event of a table. Returns their address; 0 for none. */
export function takeValues(table, event, values) {
  if (values.length === 0) return 0;
  const address = take(values.length * VALUE_SIZE);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    write(address + index * VALUE_SIZE, value === 0 || value === 0n ? zero(table, event, index, value) : value, index);
  }
  return address;
}

/** What a zero is: itself for a float, also if it is -0; 0 for an integer. A string it is not, though in C it is NULL. */
function zero(table, event, index, value) {
  switch (table._argumentTypes.get(event)?.[index]) {
    case F32: case F64: return value;
    case STR: return -0;
    default: return 0;
  }
}

/** A value of one type, where that of its JavaScript value is not what an event declares. */
export class TypedValue {
  constructor(type, value) {
    this.type = VALUE_TYPES.indexOf(type);
    if (this.type < 1) throw new RangeError(`there is no type '${type}'`);
    this.value = value === null ? null : checked(this.type, value);
  }
}

const signed = (bits) => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
const unsigned = (bits) => [0n, 2n ** bits - 1n];
const RANGES = new Map([
  [BOOL, unsigned(1n)], [I8, signed(8n)], [I16, signed(16n)], [I32, signed(32n)], [I64, signed(64n)], [U8, unsigned(8n)],
  [U16, unsigned(16n)], [U32, unsigned(32n)], [U64, unsigned(64n)], [PTR, unsigned(32n)], [INTEGER, signed(64n)],
]);

/** A value that its type has; a bigint for integers. */
function checked(type, value) {
  const [least, most] = RANGES.get(type) ?? [];
  const isInteger = typeof value === 'bigint' || Number.isInteger(value) || (typeof value === 'boolean' && type === BOOL);
  switch (type) {
    case STR:
      if (typeof value === 'string') return value;
      break;
    case F32: case F64:
      if (typeof value === 'number' && (type === F64 || Number.isFinite(Math.fround(value)) || !Number.isFinite(value))) return value;
      break;
    default:
      if (isInteger && value >= least && value <= most) return BigInt(value);
  }
  const range = least === undefined ? '' : `: it is a whole number from ${least} to ${most}`;
  throw new RangeError(`${String(value)} is no ${VALUE_TYPES[type]}${range}`);
}

/** Give a value a type: typed('f32', 0.5). */
export function typed(type, value) {
  return new TypedValue(type, value);
}

function writeTyped(address, { type, value }, index) {
  if (type === STR || value === null) return write(address, value, index);
  data.setInt32(address, type, true);
  switch (type) {
    case F32: return data.setFloat32(address + 8, value, true);
    case F64: return data.setFloat64(address + 8, value, true);
    default: return data.setBigInt64(address + 8, BigInt.asIntN(64, value), true);
  }
}

function write(address, value, index) {
  if (value instanceof TypedValue) {
    writeTyped(address, value, index);
    return;
  }
  switch (typeof value) {
    case 'number':
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
        data.setInt32(address, INTEGER, true);
        data.setBigInt64(address + 8, BigInt(value), true);
      } else {
        data.setInt32(address, F64, true);
        data.setFloat64(address + 8, value, true);
      }
      return;
    case 'bigint':
      if (value >= 2n * LARGEST || value < -LARGEST) throw new RangeError(`argument ${index} has more than 64 bits`);
      data.setInt32(address, value < LARGEST ? INTEGER : U64, true);
      data.setBigInt64(address + 8, BigInt.asIntN(64, value), true);
      return;
    case 'string': {
      const text = takeText(value, 'argument', index);
      data.setInt32(address, STR, true);
      data.setUint32(address + 8, text, true);
      return;
    }
    case 'boolean':
      data.setInt32(address, BOOL, true);
      data.setUint8(address + 8, value ? 1 : 0);
      return;
    default:
      if (value !== null && value !== undefined) {
        throw new TypeError(`argument ${index} is neither a number, a bigint, a string, a boolean nor null`);
      }
      data.setInt32(address, PTR, true);
  }
}

/** Read one value: bigint for i64 and u64, null for a string that is NULL, the address of a pointer. */
export function readValue(address) {
  refresh();
  switch (data.getInt32(address, true)) {
    case BOOL: return data.getUint8(address + 8) !== 0;
    case I8: return data.getInt8(address + 8);
    case I16: return data.getInt16(address + 8, true);
    case I32: return data.getInt32(address + 8, true);
    case I64: case INTEGER: return data.getBigInt64(address + 8, true);
    case U8: return data.getUint8(address + 8);
    case U16: return data.getUint16(address + 8, true);
    case U32: return data.getUint32(address + 8, true);
    case U64: return data.getBigUint64(address + 8, true);
    case F32: return data.getFloat32(address + 8, true);
    case F64: return data.getFloat64(address + 8, true);
    case STR: return readText(data.getUint32(address + 8, true)) ?? null;
    case PTR: return data.getUint32(address + 8, true);
    default: return undefined;
  }
}

/** Read `count` values. */
export function readValues(address, count) {
  const values = new Array(count);
  for (let index = 0; index < count; index++) values[index] = readValue(address + index * VALUE_SIZE);
  return values;
}
