// A table from one object: states, events and rows by name.

import { STATE_OPTIONS, SUPERSTATE_OPTIONS } from './blocks.js';
import { Builder } from './builder.js';
import { known, list } from './options.js';
import { place } from './place.js';
import { ROW_OPTIONS, rowOf } from './rows.js';
import { any, eventless, request } from './symbols.js';

const DEFINITION = [
  'context', 'states', 'events', 'initial', 'predicates', 'superstates', 'any', 'rows', 'guards', 'entryExit', 'order', 'warningsOff',
  'onStep', 'onUnhandled', 'callbackNames',
];
const ROWS = ['on', 'onAny', 'eventless', 'requests'];
const ROW = ['to', ...ROW_OPTIONS];

/** Make a table of a definition; see TableDefinition in index.d.ts. Throws DefinitionError with every error. */
export function table(definition) {
  const builder = new Builder();
  builder._place = place();
  try {
    declare(builder, definition);
    for (const [name, superstate] of Object.entries(definition.superstates ?? {})) {
      known(superstate, [...ROWS, ...SUPERSTATE_OPTIONS], () => `superstate '${name}'`);
      addRows(builder, null, superstate, builder.superstate(name, blockOf(superstate)));
    }
    const states = Array.isArray(definition.states) ? [] : Object.entries(definition.states);
    for (const [name, state] of states) {
      known(state, [...ROWS, ...STATE_OPTIONS], () => `state '${name}'`);
      const options = blockOf(state);
      const block = Object.keys(options).length > 0 ? builder.state(name, options) : undefined;
      addRows(builder, name, state, block);
    }
    const all = definition.any ?? {};
    known(all, ROWS, () => "'any'");
    addRows(builder, any, all, undefined);
    for (const row of definition.rows ?? []) {
      known(row, ['from', 'event', ...ROW], () => 'a row');
      const { from, event, to, ...options } = row;
      builder.row(from, event, to, options);
    }
    return builder.build();
  } finally {
    builder.close();
  }
}

function declare(builder, definition) {
  known(definition, DEFINITION, () => 'a definition');
  for (const part of ['states', 'events']) {
    const value = definition[part];
    if (typeof value !== 'object' || value === null) {
      throw new TypeError(`the ${part} of a definition are ${String(value)}, not an object with their names, or a list of them`);
    }
  }
  const names = Array.isArray(definition.states) ? definition.states : Object.keys(definition.states);
  for (const state of names) builder._states.add(state);
  if (Array.isArray(definition.events)) for (const event of definition.events) builder._events.add(event);
  else for (const [event, types] of Object.entries(definition.events)) builder.event(event, types);
  for (const [name, predicate] of Object.entries(definition.predicates ?? {})) {
    if (!Array.isArray(predicate)) known(predicate, ['cases', 'provider'], () => `predicate '${name}'`);
    const { cases, provider } = Array.isArray(predicate) ? { cases: predicate } : predicate;
    builder.predicate(name, cases, provider);
  }
  for (const [name, callback] of Object.entries(definition.callbackNames ?? {})) builder.nameCallback(callback, name);
  if (definition.initial !== undefined) builder.initial(definition.initial);
  if (definition.guards !== undefined) builder.guards(definition.guards);
  if (definition.entryExit !== undefined) builder.entryExit(definition.entryExit);
  if (definition.order !== undefined) builder.order(definition.order);
  for (const kind of definition.warningsOff ?? []) builder.warning(kind, false);
  for (const hook of list(definition.onStep)) builder.onStep(hook);
  for (const hook of list(definition.onUnhandled)) builder.onUnhandled(hook);
}

/** What is said of a state beside its rows. */
function blockOf(state) {
  return Object.fromEntries(STATE_OPTIONS.filter((name) => state[name] !== undefined).map((name) => [name, state[name]]));
}

function addRows(builder, source, { on = {}, onAny, eventless: always, requests = {} }, block) {
  const add = (event, rows) => {
    for (const row of list(rows)) addRow(builder, source, event, row, block);
  };
  for (const [event, rows] of Object.entries(on)) add(event, rows);
  add(any, onAny);
  add(eventless, always);
  for (const [state, row] of Object.entries(requests)) add(request, { ...asRow(row), to: state });
}

function asRow(row) {
  return row === true || row === undefined ? {} : typeof row === 'function' ? { actions: row } : row;
}

function addRow(builder, source, event, row, block) {
  const isTarget = Array.isArray(row) || ['string', 'symbol', 'number'].includes(typeof row);
  if (!isTarget) known(row, ROW, () => rowOf(source, event));
  const { to, ...options } = isTarget ? { to: row } : row;
  builder.row(source, event, to, block === undefined ? options : { ...options, block });
}
