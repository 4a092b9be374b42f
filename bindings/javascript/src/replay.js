// Replay: a log of events over many tokens in one call, in typed arrays.

import { become, rethrow, unwind } from './callbacks.js';
import {
  BUSY, CALL_ACTIONS, F32, F64, I16, I32, I64, I8, INITIAL, LENIENT, NONE, NULL_POINTER, ON_VIOLATION, OUTCOMES, OUT_OF_RANGE,
  REPLAY_GUARDS, SKIP_UNKNOWN, STR, U16, U32, U64, U8, UNKNOWN_EVENT, UNKNOWN_PREDICATE,
} from './constants.js';
import { errorOf, StateError, SwiftFSMError } from './errors.js';
import { enter, leave, readWords, take, takeText, takeWords } from './frame.js';
import { bytes, data, refresh, sfsm } from './library.js';
import { Machine } from './machine.js';
import { choice, known, whole } from './options.js';
import { Table } from './table.js';

const SIZE = 160; // of sfsm_replay
const COUNTS_SIZE = 80;
const VIOLATION_SIZE = 32;
const MOST_TOKENS = 2 ** 28;
const MOST_VIOLATIONS = 2 ** 24; // that are told

const TYPES = new Map([
  [Int8Array, I8], [Int16Array, I16], [Int32Array, I32], [BigInt64Array, I64], [Uint8Array, U8], [Uint16Array, U16],
  [Uint32Array, U32], [BigUint64Array, U64], [Float32Array, F32], [Float64Array, F64],
]);

function typeOf(array, what) {
  const type = TYPES.get(array?.constructor);
  if (type === undefined) throw new TypeError(`${what} must be a typed array`);
  return type;
}

/** Copy a typed array into the engine's memory. */
function takeArray(array) {
  const address = take(array.byteLength);
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
  return address;
}

/** Copy whole numbers or bigints into the engine's memory, as numbers of 64 bits. */
function takeLarge(numbers, what) {
  if (numbers instanceof BigInt64Array) return takeArray(numbers);
  return takeArray(BigInt64Array.from(numbers, (number, index) => {
    const isOne = typeof number === 'bigint' ? BigInt.asIntN(64, number) === number : Number.isSafeInteger(number);
    if (!isOne) throw new RangeError(`${what}[${index}] is ${String(number)}, not a whole number of 64 bits`);
    return BigInt(number);
  }));
}

/** Refuse a list of another length than what it goes with. */
function checkLength(list, length, what, unit) {
  if (list.length !== length) throw new RangeError(`${what}: there are ${list.length}, and there must be ${length}: ${unit}`);
}

/** Write a sfsm_column, which has a value for each event. */
function writeColumn(at, array, count, what, isArgument = false) {
  checkLength(array, count, what, 'one for each event');
  let address;
  let type;
  if (isArgument && Array.isArray(array)) {
    const texts = array.map((text) => (text === null || text === undefined ? 0 : takeText(text, `a string of ${what}`)));
    address = takeWords(texts);
    type = STR;
  } else {
    type = typeOf(array, what);
    address = takeArray(array);
  }
  data.setUint32(at, address, true);
  data.setInt32(at + 4, type, true);
}

/** The machine of the present token, which the engine has while a callback runs. It can be asked and, in a chart, raise events.
 * Contexts are numbers of tokens in the engine. */
class Token extends Machine {
  static of(table, contexts) {
    const token = Object.create(Token.prototype);
    token._begin(table, undefined);
    token._contexts = contexts;
    token._address = 0;
    token._held = { failed: null };
    token._isPlain = false;
    return token;
  }

  /** Called with the address of a step before its callback: finds the machine and the context of its token. */
  choose(step) {
    refresh();
    this._address = data.getUint32(step, true);
    this.token = data.getUint32(step + 4, true) - 1;
    this.context = Array.isArray(this._contexts) ? this._contexts[this.token] : this._contexts;
  }

  _open() {
    if (this._address === 0) throw new StateError('the token of a replay is there while its callback runs', NULL_POINTER);
    return this._address;
  }

  _fail(status, what) {
    if (status === BUSY) refuseChange();
    super._fail(status, what);
  }

  _hook() {
    refuseChange();
  }

  async _take() {
    refuseChange();
  }
}

function refuseChange() {
  throw new StateError('a callback of a replay asks its machine and, in a chart, raises events: it cannot change it otherwise', BUSY);
}
for (const change of ['cancel', 'clock', 'close', 'discardPending', 'journal', 'restore']) Token.prototype[change] = refuseChange;

/** Results that a replay can give: the field of sfsm_replay, and the array for so many events, rows or tokens. */
const RESULTS = {
  outcomes: [124, Uint8Array, 'events'], rows: [128, Int32Array, 'events'], rowCounts: [132, BigInt64Array, 'rows'],
  rowTimes: [136, BigInt64Array, 'rows'], entered: [140, BigInt64Array, 'tokens'], first: [144, BigInt64Array, 'tokens'],
  firstTimes: [148, BigInt64Array, 'tokens'],
};

class Replay {
  constructor(table, options) {
    this._table = table;
    this._options = options;
    this._address = take(SIZE);
    data.setUint32(this._address, SIZE, true);
  }

  run() {
    const options = this._options;
    const table = this._table;
    const width = sfsm.sfsm_table_replay_width(table._open());
    const states = this._states(width);
    const tokens = states.length / width;
    this._tokenCount = tokens;
    const { codes, map } = this._events();
    const count = codes.length;
    this._set(4, takeArray(states));
    this._set(8, tokens);
    writeColumn(this._address + 12, codes, count, 'events');
    this._set(24, codes.length);
    if (map !== null) {
      this._set(28, takeWords(map));
      this._set(32, map.length);
    }
    if (options.tokens !== undefined) writeColumn(this._address + 36, options.tokens, count, 'tokens');
    if (options.offsets !== undefined) {
      checkLength(options.offsets, tokens + 1, 'offsets', 'one for each token, and the end');
      this._set(48, takeLarge(options.offsets, 'offsets'));
    }
    this._columns(count);
    if (options.times !== undefined) {
      checkLength(options.times, count, 'times', 'one for each event');
      this._set(68, takeLarge(options.times, 'times'));
    }
    if (Array.isArray(options.contexts)) checkLength(options.contexts, tokens, 'contexts', 'one for each token');
    this._choices();
    const results = this._results({ events: codes.length, rows: table.rowCount + 1, tokens });
    const capacity = whole(options.violations ?? 100, 0, MOST_VIOLATIONS, 'violations');
    const violations = take(capacity * VIOLATION_SIZE);
    this._set(152, violations);
    this._set(156, capacity);
    const counts = this._call(states);
    const read = (name) => this._read(results.get(name));
    states.set(this._read({ address: data.getUint32(this._address + 4, true), Array: Int32Array, length: states.length }));
    return {
      states, counts,
      violations: this._violations(violations, Math.min(capacity, Number(counts.violations))),
      ...Object.fromEntries([...results.keys()].map((name) => [name, read(name)])),
    };
  }

  /** The states of the tokens: those that are given, or new ones. */
  _states(width) {
    const { states, tokenCount } = this._options;
    if (states === undefined) {
      const made = new Int32Array(whole(tokenCount ?? 1, 1, MOST_TOKENS, 'tokenCount') * width);
      for (let at = 0; at < made.length; at += width) made[at] = NONE;
      return made;
    }
    if (!(states instanceof Int32Array)) throw new TypeError('states must be an Int32Array');
    if (states.length === 0 || states.length % width !== 0) {
      throw new RangeError(`states: each token has ${width} (replayWidth), and there are ${states.length}`);
    }
    if (tokenCount !== undefined) checkLength(states, tokenCount * width, 'states', `replayWidth for each of ${tokenCount} tokens`);
    return states;
  }

  _set(offset, value) {
    data.setInt32(this._address + offset, value, true);
  }

  /** Events are ids or codes in a typed array, or names. */
  _events() {
    const { events, eventMap } = this._options;
    const id = (event) => (event === null ? NONE : this._table._events.id(event, UNKNOWN_EVENT));
    if (ArrayBuffer.isView(events)) return { codes: events, map: eventMap === undefined ? null : eventMap.map(id) };
    return { codes: Int32Array.from(events, id), map: null };
  }

  _columns(count) {
    const cases = Object.entries(this._options.cases ?? {});
    const caseColumns = take(cases.length * 20);
    cases.forEach(([predicate, column], index) => {
      data.setInt32(caseColumns + index * 20, this._table._predicates.id(predicate, UNKNOWN_PREDICATE), true);
      writeColumn(caseColumns + index * 20 + 8, column, count, `the cases of ${predicate}`);
    });
    const given = Object.entries(this._options.arguments ?? {}).flatMap(([event, columns]) =>
      columns.map((column, number) => ({ event, column, number })));
    const columns = take(given.length * 20);
    given.forEach(({ event, column, number }, index) => {
      data.setInt32(columns + index * 20, this._table._events.id(event, UNKNOWN_EVENT), true);
      data.setUint32(columns + index * 20 + 4, number, true);
      writeColumn(columns + index * 20 + 8, column, count, `argument ${number} of ${event}`, true);
    });
    this._set(52, caseColumns);
    this._set(56, cases.length);
    this._set(60, columns);
    this._set(64, given.length);
  }

  _choices() {
    const { initial, guards = 'refuse', onViolation = 'stay', isLenient, callActions, skipUnknown, firstIndex = 0 } = this._options;
    this._set(72, initial === undefined ? INITIAL : this._table.stateId(initial));
    this._set(76, (isLenient ? LENIENT : 0) | (callActions ? CALL_ACTIONS : 0) | (skipUnknown ? SKIP_UNKNOWN : 0));
    this._set(80, choice(REPLAY_GUARDS, guards, 'guards'));
    this._set(84, choice(ON_VIOLATION, onViolation, 'onViolation'));
    this._set(88, 1); // contexts are numbers of tokens, from 1
    this._set(92, 1);
    data.setBigInt64(this._address + 96, BigInt(whole(firstIndex, 0, Number.MAX_SAFE_INTEGER, 'firstIndex')), true);
  }

  _results(lengths) {
    const results = new Map();
    for (const name of this._options.results ?? []) {
      const [offset, Array, unit] = RESULTS[name] ?? [];
      if (offset === undefined) throw new RangeError(`there is no result '${name}'`);
      const length = lengths[unit];
      const given = this._options[name] ?? new Array(length).fill(initialOf(name, Array));
      if (given.length !== length || given.constructor !== Array) {
        throw new TypeError(`${name} must be a ${Array.name} of ${length} numbers`);
      }
      const address = takeArray(given);
      results.set(name, { address, Array, length });
      this._set(offset, address);
    }
    return results;
  }

  _call() {
    const counts = take(COUNTS_SIZE);
    data.setUint32(counts, COUNTS_SIZE, true);
    const token = Token.of(this._table, this._options.contexts);
    const former = become(token);
    let status;
    try {
      status = sfsm.sfsm_table_replay(this._table._open(), this._address, counts);
    } catch (error) {
      unwind(former);
      throw error;
    } finally {
      become(former);
      token._address = 0;
      refresh();
    }
    const number = (index) => data.getBigInt64(counts + 8 + index * 8, true);
    const names = ['events', 'transitioned', 'refused', 'unhandled', 'skipped', 'violations', 'violatedTokens', 'index'];
    const result = Object.fromEntries(names.map((name, index) => [name, Number(number(index))]));
    rethrow();
    if (status < 0) throw Object.assign(this._error(status, result.index), { index: result.index, counts: result });
    return result;
  }

  /** What ended the replay, at an event. */
  _error(status, index) {
    const token = this._options.tokens?.[index];
    const count = this._tokenCount;
    if (status !== OUT_OF_RANGE || token === undefined || (token >= 0 && token < count)) return errorOf(status, 'the replay ended');
    return new SwiftFSMError(`the replay ended: tokens[${index}] is ${token}, and there are ${count}: see tokenCount`, status);
  }

  _read({ address, Array, length }) {
    return new Array(bytes.slice(address, address + length * Array.BYTES_PER_ELEMENT).buffer);
  }

  _violations(address, count) {
    return Array.from({ length: count }, (_, index) => {
      const at = address + index * VIOLATION_SIZE;
      const [state, event, outcome] = readWords(at + 16, 3);
      return {
        index: Number(data.getBigInt64(at, true)), token: Number(data.getBigInt64(at + 8, true)),
        state: this._table._states.name(state), event: this._table._events.name(event), outcome: OUTCOMES[outcome] ?? 'not running',
      };
    });
  }
}

function initialOf(name, Array) {
  const value = name === 'entered' ? -(2n ** 63n) : name === 'first' ? -1n : 0n;
  return Array === BigInt64Array ? value : 0;
}

/** Replay events over the states of tokens; see ReplayOptions in index.d.ts. */
Table.prototype.replay = function replay(options) {
  known(options, OPTIONS, () => 'a replay');
  const mark = enter();
  try {
    return new Replay(this, options).run();
  } finally {
    leave(mark);
  }
};

/** How many numbers of `states` each token has. */
Object.defineProperty(Table.prototype, 'replayWidth', {
  get() {
    return sfsm.sfsm_table_replay_width(this._open());
  },
});

const OPTIONS = [
  'states', 'tokenCount', 'events', 'eventMap', 'tokens', 'offsets', 'cases', 'arguments', 'times', 'initial', 'guards', 'onViolation',
  'callActions', 'skipUnknown', 'isLenient', 'contexts', 'firstIndex', 'violations', 'results', ...Object.keys(RESULTS),
];

export { NONE as NEW_TOKEN };
