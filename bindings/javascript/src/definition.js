// A table from one object: states, events and rows by name.

import { Builder } from './builder.js';
import { list } from './options.js';
import { place } from './place.js';
import { any, eventless, request } from './symbols.js';

/** Make a table of a definition; see TableDefinition in index.d.ts. Throws DefinitionError with every error. */
export function table(definition) {
  const builder = new Builder();
  builder._place = place();
  try {
    declare(builder, definition);
    for (const [name, superstate] of Object.entries(definition.superstates ?? {})) {
      addRows(builder, null, superstate, builder.superstate(name, superstate));
    }
    const states = Array.isArray(definition.states) ? [] : Object.entries(definition.states);
    for (const [name, state] of states) {
      const block = needsBlock(state) ? builder.state(name, state) : undefined;
      addRows(builder, name, state, block);
    }
    addRows(builder, any, definition.any ?? {}, undefined);
    for (const { from, event, to, ...options } of definition.rows ?? []) {
      builder.row(from, event, to, options);
    }
    return builder.build();
  } finally {
    builder.close();
  }
}

function declare(builder, definition) {
  const names = Array.isArray(definition.states) ? definition.states : Object.keys(definition.states);
  for (const state of names) builder._states.add(state);
  if (Array.isArray(definition.events)) for (const event of definition.events) builder._events.add(event);
  else for (const [event, types] of Object.entries(definition.events)) builder.event(event, types);
  for (const [name, predicate] of Object.entries(definition.predicates ?? {})) {
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

const BLOCK = ['kind', 'in', 'default', 'done', 'onDefault', 'timeouts', 'adopts', 'entry', 'exit', 'cycle', 'update'];

function needsBlock(state) {
  return BLOCK.some((name) => state[name] !== undefined);
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
  const { to, ...options } = typeof row === 'string' || typeof row === 'symbol' ? { to: row } : row;
  builder.row(source, event, to, block === undefined ? options : { ...options, block });
}
