// Callables: functions that say which parameters they take, by a signature that the engine checks when it builds a table.

import { BAD_SIGNATURE, RESOLVER, UNKNOWN_PREDICATE, UPDATE } from './constants.js';
import { SwiftFSMError } from './errors.js';
import { enter, leave, readWords, readText, take, takeText } from './frame.js';
import { functions, refresh, sfsm, words } from './library.js';
import { ARGUMENT_COUNT, ARGUMENTS } from './step.js';
import { readValue, VALUE_SIZE } from './values.js';

const signatures = new WeakMap(); // of functions that `takes` has made: { signature, callback }

/**
 * Let a callback take what its signature names, in this order: takes('(context, i64, predicate(Policy))',
 * (gate, cents, policy) => …). Without a signature, that which the document declares for its name. The build compares it with
 * the events that reach the callback.
 */
export function takes(signature, callback = undefined) {
  const [text, called] = callback === undefined ? [null, signature] : [signature, callback];
  if (typeof called !== 'function') throw new TypeError(`a callback is a function, not ${called}`);
  if (text !== null && typeof text !== 'string') throw new TypeError(`a signature is a string, not ${text}`);
  const taking = (...parameters) => called(...parameters);
  signatures.set(taking, { signature: text, callback: called });
  return taking;
}

/** What a parameter receives, by its word: of the machine, the step, and where the step lies. */
const TOLD = {
  context: (machine) => machine.context,
  event: (machine, step) => step.event,
  source: (machine, step) => step.source,
  target: (machine, step) => step.target,
  step: (machine, step) => step,
  time: (machine, step) => step.time,
};

/** What an argument is where there is no event. */
const EMPTY = { bool: false, i64: 0n, u64: 0n, str: '' };

/** How each parameter is read, and whether arguments that no parameter names follow. */
function readersOf(parameters) {
  const readers = [];
  let named = 0;
  for (const word of parameters) {
    if (word in TOLD) {
      readers.push(TOLD[word]);
    } else if (word === '...') {
      readers.push(allCases);
    } else if (word === 'args...') {
      const from = named;
      readers.push((machine, step) => step.arguments.slice(from));
    } else if (word.startsWith('predicate')) {
      const type = Number(word.slice('predicate('.length, -1));
      readers.push((machine, step) => step.case(type));
    } else {
      const index = named++;
      readers.push((machine, step, address) => (
        index < words[(address + ARGUMENT_COUNT) >> 2]
          ? readValue(words[(address + ARGUMENTS) >> 2] + index * VALUE_SIZE)
          : EMPTY[word] ?? 0
      ));
    }
  }
  return { readers, hasRest: parameters.at(-1) === 'args...' };
}

/** The cases of all predicate types, by the names of these; null where there is none. */
function allCases({ table }, step) {
  return Object.fromEntries([...table._cases.keys()].map((type) => [table._predicates.name(type), step.case(type)]));
}

/** Read the parameters of a callable in a step. */
export function parametersOf({ readers, hasRest }, machine, step, address) {
  const values = readers.map((read) => {
    refresh();
    return read(machine, step, address);
  });
  if (!hasRest) return values;
  const rest = values.pop();
  return [...values, ...rest];
}

/** Make a function a callback of the engine: { function, context, finalizer }, its entry among the others of its owner.
 * `predicates` are the names of types; `declared` is the signature that a document has for it. */
export function makeCallback(callbacks, role, callback, name, predicates, declared = null) {
  const taking = signatures.get(callback);
  if (taking === undefined) return { function: functions.callback, context: callbacks.add(role, callback, name), finalizer: functions.finalizer };
  const signature = signatureOf(taking, role, name, predicates, declared);
  const mark = enter();
  try {
    const out = take(16);
    const text = takeText(signature);
    const cell = callbacks.add(role, callback, name);
    const entry = callbacks.entryOf(cell);
    const status = sfsm.sfsm_callable_create(functions.callback, text, cell, functions.finalizer, out);
    refresh();
    if (status < 0) throw faultOf(status, signature);
    const [callable] = readWords(out, 1);
    sfsm.sfsm_callable_callback(out, callable);
    sfsm.sfsm_callable_release(callable);
    refresh();
    const inside = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
    const parameters = inside.split(',').map((word) => word.replace(/\s/g, '')).filter((word) => word !== '');
    entry.taking = { callback: taking.callback, ...readersOf(parameters) };
    const [called, context, finalizer] = readWords(out, 3);
    return { function: called, context, finalizer };
  } finally {
    leave(mark);
  }
}

/** The signature as the engine reads it: with a result, and with numbers for the names of predicate types. */
function signatureOf({ signature }, role, name, predicates, declared) {
  const text = signature ?? declared;
  if (text === null) throw new SwiftFSMError(`no signature is declared for '${name}': give one to takes()`, BAD_SIGNATURE);
  const result = role === RESOLVER ? 'state' : role === UPDATE ? 'event' : 'i32';
  const whole = text.trimStart().startsWith('(') ? result + text.trim() : text;
  return whole.replace(/predicate\(\s*([^()\s]+)\s*\)/g, (all, type) => (/^\d+$/.test(type) ? all : `predicate(${predicates.id(type, UNKNOWN_PREDICATE)})`));
}

function faultOf(status, signature) {
  const out = take(8);
  if (sfsm.sfsm_signature_check(takeText(signature), out, out + 4) >= 0) return new SwiftFSMError(`the callable '${signature}' cannot be made`, status);
  const [position, expected] = readWords(out, 2);
  return new SwiftFSMError(`the signature '${signature}' cannot be read at ${position}: expected ${readText(expected)}`, status);
}

/** The entry of a callback that a plan has, at its address, and what a provider of its cases has failed with (below 0). */
export function plannedEntry(machine, callback, step) {
  const [called, context] = [words[callback >> 2], words[(callback + 4) >> 2]];
  const isPlain = called === functions.callback;
  const failure = isPlain ? 0 : sfsm.javascript_provide(step, context);
  refresh();
  const cell = isPlain ? context : words[(context >> 2) + 1];
  const index = words[(cell >> 2) + 1];
  return { entry: index >= 0 ? machine._callbacks[index] : machine._hooks[~index], failure };
}
