// Numbers as text and back, for the engine (wasm/numbers.c).

import { bytes, data, imports, refresh } from './library.js';

/** A finite number with so many digits, as C prints it with "%.*g". */
export function printed(number, digits) {
  const [mantissa, exponent] = number.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < digits) {
    const text = number.toPrecision(digits);
    return (Object.is(number, -0) ? '-' : '') + (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  }
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return `${short}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** The nearest float to what a decimal number says: rounding to a double before that may end on the wrong side of a middle. */
export function nearestFloat(text) {
  const double = Number(text);
  const float = Math.fround(double);
  if (float === double) return float;
  if (!Number.isFinite(float)) {
    return Math.abs(double) === LAST_MIDDLE && compare(text, double) * double < 0 ? Math.sign(double) * LARGEST : float;
  }
  const other = neighbour(float, double > float);
  if (Math.abs(double - float) !== Math.abs(other - double)) return float;
  const side = compare(text, double);
  if (side === 0) return float; // to the even one
  return (side > 0) === (other > float) ? other : float;
}

/** The largest float, and the middle between it and what would be the next. */
const LARGEST = 2 ** 128 - 2 ** 104;
const LAST_MIDDLE = 2 ** 128 - 2 ** 103;

const cell = new DataView(new ArrayBuffer(8));

/** The next float, above or below. */
function neighbour(float, isAbove) {
  cell.setFloat32(0, float);
  const isLarger = isAbove === float > 0;
  if (float === 0) {
    cell.setInt32(0, 1);
    return isAbove ? cell.getFloat32(0) : -cell.getFloat32(0);
  }
  cell.setInt32(0, cell.getInt32(0) + (isLarger ? 1 : -1));
  return cell.getFloat32(0);
}

/** Whether a decimal number is above (1), below (-1) or exactly (0) a double. */
function compare(text, double) {
  const [, sign, whole, part = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  cell.setFloat64(0, double);
  const bits = cell.getBigInt64(0);
  const field = (bits >> 52n) & 0x7ffn;
  let [left, right] = [BigInt(whole + part || '0'), (bits & 0xfffffffffffffn) + (field === 0n ? 0n : 1n << 52n)];
  const tens = BigInt(exponent) - BigInt(part.length);
  const twos = (field === 0n ? 1n : field) - 1075n;
  if (tens >= 0n) left *= 10n ** tens;
  else right *= 10n ** -tens;
  if (twos >= 0n) right <<= twos;
  else left <<= -twos;
  const side = left === right ? 0 : left > right ? 1 : -1;
  return sign === '-' ? -side : side;
}

imports.print = (number, digits, text, capacity) => {
  refresh();
  const characters = printed(number, digits);
  for (let index = 0; index <= characters.length && index < capacity; index += 1) {
    bytes[text + index] = index === characters.length ? 0 : characters.charCodeAt(index);
  }
  return characters.length;
};

imports.parse = (text, isSingle, length) => {
  refresh();
  const found = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(read(text))?.[0] ?? '';
  data.setInt32(length, found.length, true);
  if (found === '') return 0;
  return isSingle ? nearestFloat(found) : Number(found);
};

/** ASCII that ends with a zero: the engine reads up to 512 characters. */
function read(address) {
  return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
}
