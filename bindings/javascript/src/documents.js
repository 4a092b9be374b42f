// Documents: a definition as text, which names callbacks; and what is written of a table.

import { Builder } from './builder.js';
import { makeCallback } from './callables.js';
import { answer, rethrow } from './callbacks.js';
import { FLAT, FORMATS, OUT_OF_RANGE, OWN_SIGNATURES, ROLES, UNBOUND } from './constants.js';
import { takeDiagnostics } from './diagnostics.js';
import { check, DefinitionError, errorOf } from './errors.js';
import { enter, leave, measured, readText, readWords, take, takeLong, takeText, takeWords } from './frame.js';
import { bytes, data, functions, imports, refresh, sfsm } from './library.js';
import { choice, known, list, whole } from './options.js';
import { Table } from './table.js';
import { collect } from './writing.js';

const READING_SIZE = 40;
const WRITING_SIZE = 44;
const READING = ['file', 'unbound'];

let reading = null; // { builder, callbacks } while a document is read

imports.find = (wanted, _, out) => answer(() => {
  const [, role, line, column, name, signature] = readWords(wanted, 6);
  const { builder, callbacks } = reading;
  const asked = { role: ROLES[role], name: readText(name), signature: readText(signature) ?? null, line, column };
  const callback = find(callbacks, asked);
  if (callback === undefined || callback === null) return OUT_OF_RANGE;
  const made = makeCallback(builder._callbacks, role, callback, asked.name, builder._predicates, asked.signature);
  refresh();
  data.setUint32(out, made.function, true);
  data.setUint32(out + 4, made.context, true);
  data.setUint32(out + 8, made.finalizer, true);
  return 0;
}, OUT_OF_RANGE);

/** A callback by its name, or by its role and its name where these are objects, or as a function decides. */
function find(callbacks, asked) {
  if (typeof callbacks === 'function') return callbacks(asked);
  const group = callbacks[asked.role];
  if (typeof group === 'object' && group !== null && Object.hasOwn(group, asked.name)) return group[asked.name];
  const callback = Object.hasOwn(callbacks, asked.name) ? callbacks[asked.name] : undefined;
  return typeof callback === 'function' ? callback : undefined;
}

/**
 * Read a document into a table. `callbacks` has a function for each name, or objects of them by role ({ guard: { … } }), or
 * is a function that is asked for each: ({ role, name, signature, line, column }) => function.
 * Throws DefinitionError with all faults.
 */
export function read(text, callbacks = {}, options = {}) {
  known(options, ['onStep', 'onUnhandled', ...READING], () => 'reading');
  const builder = new Builder();
  try {
    readDocument(builder, text, callbacks, options);
    for (const hook of list(options.onStep)) builder.onStep(hook);
    for (const hook of list(options.onUnhandled)) builder.onUnhandled(hook);
    return builder.build();
  } finally {
    builder.close();
  }
}

/** Read a document into a builder, which may have more, or get more later: names are the same. If the builder has callbacks
 * already, these need names. */
export function readInto(builder, text, callbacks = {}, options = {}) {
  known(options, READING, () => 'reading');
  builder.nameIds();
  readDocument(builder, text, callbacks, options);
  const mark = enter();
  try {
    builder.learn(JSON.parse(writeBuilder(builder)));
  } finally {
    leave(mark);
  }
}

function writeBuilder(builder) {
  return collect((context) => {
    const settings = take(WRITING_SIZE);
    data.setUint32(settings, WRITING_SIZE, true);
    data.setInt32(settings + 4, FORMATS.json, true);
    const status = sfsm.sfsm_builder_write(builder._address, settings, functions.writer, context);
    refresh();
    rethrow();
    check(status, 'the names of the document are not known');
  });
}

function readDocument(builder, text, callbacks, options) {
  const mark = enter();
  const former = reading;
  reading = { builder, callbacks };
  try {
    const address = takeLong(text);
    const length = measured;
    const settings = take(READING_SIZE);
    const faults = take(8);
    data.setUint32(settings, READING_SIZE, true);
    data.setUint32(settings + 4, takeText(options.file ?? ''), true);
    data.setUint32(settings + 16, functions.finder, true);
    data.setUint32(settings + 24, OWN_SIGNATURES | (options.unbound ? UNBOUND : 0), true);
    const status = sfsm.sfsm_builder_read(builder._address, address, length, settings, faults);
    refresh();
    rethrow();
    if (status < 0) {
      const found = data.getUint32(faults, true);
      if (found === 0) throw errorOf(status, 'the document is not read');
      const { diagnostics, text: said } = takeDiagnostics(found);
      throw new DefinitionError(said.trimEnd(), status, diagnostics);
    }
  } finally {
    reading = former;
    leave(mark);
  }
}

/** Write a table: 'text' (a document), 'json', 'dot', 'mermaid', 'plantuml', 'matrix', 'markdown' or 'html'. */
export function write(table, format = 'text', options = {}) {
  known(options, ['flat', 'current', 'hidden', 'focus', 'taken'], () => 'writing');
  const mark = enter();
  try {
    const settings = take(WRITING_SIZE);
    data.setUint32(settings, WRITING_SIZE, true);
    data.setInt32(settings + 4, choice(FORMATS, format, 'the format'), true);
    data.setUint32(settings + 8, options.flat ? FLAT : 0, true);
    ['current', 'hidden', 'focus'].forEach((name, index) => {
      const states = (options[name] ?? []).map((state) => table.stateId(state));
      data.setUint32(settings + 12 + index * 8, takeWords(states), true);
      data.setUint32(settings + 16 + index * 8, states.length, true);
    });
    const taken = options.taken ?? [];
    const counts = take(taken.length * 8);
    taken.forEach((count, index) => data.setBigUint64(counts + index * 8, BigInt(whole(Number(count), 0, Number.MAX_SAFE_INTEGER, `taken[${index}]`)), true));
    data.setUint32(settings + 36, counts, true);
    data.setUint32(settings + 40, taken.length, true);
    return collect((context) => {
      const status = sfsm.sfsm_table_write(table._open(), settings, functions.writer, context);
      refresh();
      rethrow();
      check(status, 'the definition cannot be written');
    });
  } finally {
    leave(mark);
  }
}

/** The SHA-256 of the canonical document: 32 bytes. */
export function fingerprint(table) {
  const mark = enter();
  try {
    const out = take(32);
    check(sfsm.sfsm_table_fingerprint(table._open(), out), 'the definition has no fingerprint');
    refresh();
    return bytes.slice(out, out + 32);
  } finally {
    leave(mark);
  }
}

/** Say where a signature, or the arguments of an event, cannot be read: { position, expected }, or null. */
function faultOf(call, text) {
  const mark = enter();
  try {
    const out = take(8);
    if (sfsm[call](takeText(text), out, out + 4) >= 0) return null;
    const [position, expected] = readWords(out, 2);
    return { position, expected: readText(expected) };
  } finally {
    leave(mark);
  }
}

export const signatureFault = (text) => faultOf('sfsm_signature_check', text);
export const argumentsFault = (text) => faultOf('sfsm_arguments_check', text);

Table.read = read;
Table.prototype.write = function writeTable(format, options) {
  return write(this, format, options);
};
Table.prototype.fingerprint = function fingerprintOfTable() {
  return fingerprint(this);
};
