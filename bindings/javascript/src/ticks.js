// Times and delays, as the engine has them: 64 bits.

const LIMIT = 2n ** 63n;

/** A time for the engine. One between two numbers is the earlier: what is due later is not due yet. */
export function timeTicks(time) {
  return ticks(time, Math.floor, 'a time');
}

/** A delay for the engine. One between two numbers is the longer: nothing is due too early. */
export function delayTicks(delay) {
  return ticks(delay, Math.ceil, 'a delay');
}

function ticks(value, round, what) {
  if (typeof value !== 'bigint' && !Number.isFinite(value)) throw new RangeError(`${what} is a number or a bigint, not ${String(value)}`);
  const whole = typeof value === 'bigint' ? value : BigInt(round(value));
  if (whole >= LIMIT || whole < -LIMIT) throw new RangeError(`${what} has 64 bits: ${value} has more`);
  return whole;
}

/** A time of the engine: a number, or a bigint if no number has it exactly. */
export function fromTicks(value) {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
