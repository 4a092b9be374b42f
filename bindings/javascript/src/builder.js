// Building a table, call by call.

import {
  ACTION, ANY, BAD_VALUE, CYCLE, DEFER, DYNAMIC, ENTRY, ENTRY_EXIT_POLICIES, EVENTLESS, EXIT, GUARD, GUARD_POLICIES, INTERNAL,
  KINDS, LOCAL, NONE, OVERRIDING, PHASES, PROVIDER, REQUEST, RESOLVER, SAME, STEP_HOOK, UNHANDLED_HOOK, UNKNOWN_CASE,
  UNKNOWN_PREDICATE, UPDATE,
} from './constants.js';
import { Callbacks } from './callbacks.js';
import { takeDiagnostics } from './diagnostics.js';
import { check, DefinitionError, errorOf } from './errors.js';
import { enter, leave, readText, take, takeText, takeWords } from './frame.js';
import { data, functions, refresh, sfsm } from './library.js';
import { Names } from './names.js';
import { place } from './place.js';
import { released } from './released.js';
import { Table } from './table.js';

/** Targets, sources and events with a meaning of their own. */
export const any = Symbol('any');
export const same = Symbol('same');
export const internal = Symbol('internal');
export const defer = Symbol('defer');
export const eventless = Symbol('eventless');
export const request = Symbol('request');

const SOURCES = new Map([[any, ANY], [null, NONE]]);
const EVENTS = new Map([[any, ANY], [eventless, EVENTLESS], [request, REQUEST]]);
const TARGETS = new Map([[same, SAME], [internal, INTERNAL], [defer, DEFER], [any, ANY]]);

const ROW_SIZE = 76; // sfsm_row

/** One, many or none, as a list. */
export function list(value) {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** A number for a word of a list of choices. */
export function choice(choices, word, what) {
  if (!Object.hasOwn(choices, word)) {
    throw errorOf(BAD_VALUE, `${what} is '${word}', not one of: ${Object.keys(choices).join(', ')}`);
  }
  return choices[word];
}

/** A definition in the making. */
export class Builder {
  constructor() {
    this._address = sfsm.sfsm_builder_create();
    if (this._address === 0) throw new RangeError('the engine has no memory for a builder');
    this._states = new Names('state');
    this._events = new Names('event');
    this._predicates = new Names('predicate');
    this._cases = new Map();
    this._superstates = new Map();
    this._blocks = new Map();
    this._callbacks = new Callbacks(false);
    this._callbackNames = new Map();
    this._place = null;
    released.builders.register(this, this._address, this);
  }

  /** Add a row: from a state, for an event, to a target. Returns its number, from 1. */
  row(source, event, target, options = {}) {
    const settings = typeof options === 'function' || Array.isArray(options) ? { actions: options } : options;
    const mark = enter();
    try {
      const { block } = settings;
      const targets = list(target);
      const number = this._addRow(settings, source, event, settings.resolver === undefined ? targets[0] : DYNAMIC, block);
      for (const guard of list(settings.guard)) this._callback('sfsm_builder_add_guard', number, GUARD, guard);
      for (const action of list(settings.actions)) this._callback('sfsm_builder_add_action', number, ACTION, action);
      if (settings.resolver !== undefined) this._callback('sfsm_builder_set_resolver', number, RESOLVER, settings.resolver);
      for (const more of targets.slice(1)) this._call('sfsm_builder_add_target', number, this._states.add(more));
      for (const state of list(settings.in)) this._call('sfsm_builder_add_in_guard', number, this._states.add(state), 1);
      for (const state of list(settings.notIn)) this._call('sfsm_builder_add_in_guard', number, this._states.add(state), 0);
      for (const raised of list(settings.raises)) this._call('sfsm_builder_add_raise', number, this._events.add(raised));
      for (const [predicate, values] of Object.entries(settings.when ?? {})) this._match(number, predicate, list(values));
      return number;
    } finally {
      leave(mark);
    }
  }

  _addRow(settings, source, event, target, block) {
    const flags = (settings.overriding ? OVERRIDING : 0) | (settings.local ? LOCAL : 0);
    const { file, line } = this._place ?? place();
    const row = take(ROW_SIZE);
    data.setInt32(row, SOURCES.get(source) ?? this._states.add(source), true);
    data.setInt32(row + 4, EVENTS.get(event) ?? this._events.add(event), true);
    data.setInt32(row + 8, typeof target === 'number' ? target : TARGETS.get(target) ?? this._states.add(target), true);
    data.setInt32(row + 12, line, true);
    data.setUint32(row + 24, takeText(file), true);
    data.setUint32(row + 56, block ?? 0, true);
    data.setUint32(row + 60, flags, true);
    this._call('sfsm_builder_add_rows_at', row, 1, ROW_SIZE, 0, 0);
    this._rows = (this._rows ?? 0) + 1;
    return this._rows;
  }

  _match(row, predicate, values) {
    const type = this._predicates.id(predicate, UNKNOWN_PREDICATE);
    const numbers = values.map((value) => this._caseId(type, predicate, value));
    this._call('sfsm_builder_add_match', row, type, takeWords(numbers), numbers.length);
  }

  _caseId(type, predicate, value) {
    const cases = this._cases.get(type);
    return cases === undefined ? value : cases.id(value, UNKNOWN_CASE);
  }

  /** Say everything about a state beside its rows. Returns the number of its block. */
  state(name, options = {}) {
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      const out = take(8);
      const kind = options.kind === undefined ? 0 : choice(KINDS, options.kind, 'the kind of a state');
      this._call('sfsm_builder_add_state_at', this._states.add(name), kind, takeText(file), line, out);
      const block = data.getUint32(out, true);
      if (options.in !== undefined) this._call('sfsm_builder_nest', block, this._states.add(options.in));
      if (options.default !== undefined) this._call('sfsm_builder_set_default', block, this._states.add(options.default));
      if (options.done !== undefined) this._call('sfsm_builder_on_done', block, this._events.add(options.done));
      for (const action of list(options.onDefault)) this._callback('sfsm_builder_on_default', block, ACTION, action);
      for (const { delay, event } of list(options.timeouts)) {
        this._call('sfsm_builder_add_timeout', block, BigInt(delay), this._events.add(event));
      }
      this._fill(block, options);
      return block;
    } finally {
      leave(mark);
    }
  }

  /** Open a superstate: rows and callbacks for all states that adopt it. Returns the number of its block. */
  superstate(name, options = {}) {
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      const out = take(8);
      this._call('sfsm_builder_add_superstate_at', takeText(file), line, out);
      const block = data.getUint32(out, true);
      this._call('sfsm_builder_name_superstate', block, takeText(name));
      this._superstates.set(name, block);
      this._fill(block, options);
      return block;
    } finally {
      leave(mark);
    }
  }

  _fill(block, options) {
    for (const name of list(options.adopts)) {
      const superstate = this._superstates.get(name);
      if (superstate === undefined) throw errorOf(BAD_VALUE, `there is no superstate '${name}' yet`);
      this._call('sfsm_builder_adopt', block, superstate);
    }
    for (const entry of list(options.entry)) this._callback('sfsm_builder_on_entry', block, ENTRY, entry);
    for (const exit of list(options.exit)) this._callback('sfsm_builder_on_exit', block, EXIT, exit);
    for (const cycle of list(options.cycle)) this._callback('sfsm_builder_on_cycle', block, CYCLE, cycle);
    for (const update of list(options.update)) this._callback('sfsm_builder_on_update', block, UPDATE, update);
  }

  /** Declare an event with the types of its arguments. */
  event(name, types = []) {
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      const id = this._events.add(name);
      this._call('sfsm_builder_add_event_at', id, takeText(types.join(', ')), takeText(file), line);
      return this;
    } finally {
      leave(mark);
    }
  }

  /** Declare a predicate type with its cases, and its provider. */
  predicate(name, cases, provider) {
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      const type = this._predicates.add(name);
      this._call('sfsm_builder_add_predicate_at', type, cases.length, takeText(file), line);
      const names = new Names('case');
      for (const each of cases) names.add(each);
      this._cases.set(type, names);
      this._name('sfsm_builder_name_cases', names, type);
      if (provider !== undefined) {
        this._callback('sfsm_builder_set_provider', type, PROVIDER, provider, { predicate: type });
      }
      return this;
    } finally {
      leave(mark);
    }
  }

  /** Set the initial state. */
  initial(state) {
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      this._call('sfsm_builder_set_initial_at', this._states.add(state), takeText(file), line);
      return this;
    } finally {
      leave(mark);
    }
  }

  /** Choose how guards select among rows: 'exclusive' (the default) or 'first match'. */
  guards(policy) {
    this._call('sfsm_builder_set_guard_policy', choice(GUARD_POLICIES, policy, 'the policy of guards'));
    return this;
  }

  /** Choose when entry and exit callbacks run: 'on change' (the default) or 'always'. */
  entryExit(policy) {
    this._call('sfsm_builder_set_entry_exit_policy', choice(ENTRY_EXIT_POLICIES, policy, 'the policy of entry and exit'));
    return this;
  }

  /** Set the order of a step: 'resolve', 'exit', 'actions', 'commit', 'entry', each once. */
  order(phases) {
    const mark = enter();
    try {
      const numbers = phases.map((phase) => choice(PHASES, phase, 'a phase'));
      this._call('sfsm_builder_set_phase_order', takeWords(numbers), numbers.length);
      return this;
    } finally {
      leave(mark);
    }
  }

  /** Choose whether warnings of a kind, or 'all', are reported. */
  warning(kind, isReported) {
    this._call('sfsm_builder_set_warning', kind === 'all' ? 100 : warningNumber(kind), isReported ? 1 : 0);
    return this;
  }

  /** Add a hook for all machines of the table: after every step. */
  onStep(hook) {
    return this._callback('sfsm_builder_on_step', null, STEP_HOOK, hook);
  }

  /** Add a hook for all machines of the table: for events without a row. */
  onUnhandled(hook) {
    return this._callback('sfsm_builder_on_unhandled', null, UNHANDLED_HOOK, hook);
  }

  /** Name a function, so that the definition can be written. */
  nameCallback(callback, name) {
    this._callbackNames.set(callback, name);
    return this;
  }

  /** Check the definition and make the table. Throws DefinitionError with every error. */
  build() {
    const mark = enter();
    try {
      this.nameIds();
      const out = take(8);
      const status = sfsm.sfsm_builder_build(this._address, out, out + 4);
      refresh();
      const faults = data.getUint32(out + 4, true);
      const { diagnostics, text } = faults === 0 ? { diagnostics: [], text: '' } : takeDiagnostics(faults);
      for (const each of diagnostics) this._nameIds(each);
      if (status < 0) {
        if (faults === 0) throw errorOf(status, 'the table is not built');
        throw new DefinitionError(text.trimEnd(), status, diagnostics);
      }
      const table = new Table(data.getUint32(out, true), this._callbacks, diagnostics);
      this.close();
      return table;
    } finally {
      leave(mark);
    }
  }

  /** Tell the engine all names, for documents and diagnostics. */
  nameIds() {
    const mark = enter();
    try {
      this._name('sfsm_builder_name_states', this._states);
      this._name('sfsm_builder_name_events', this._events);
      this._name('sfsm_builder_name_predicates', this._predicates);
      this._nameCallbacks();
    } finally {
      leave(mark);
    }
  }

  /** Take over the names and numbers of a definition, as JSON, and count its rows. */
  learn({ ids = [], predicates = [], body = [] }) {
    for (const { number, ...kinds } of ids) {
      const [[kind, name]] = Object.entries(kinds);
      this[`_${kind}s`].set(plainName(name), number);
    }
    for (const { predicate, cases = [] } of predicates) {
      const names = new Names('case');
      for (const each of cases) names.add(plainName(each));
      this._cases.set(this._predicates.ids.get(plainName(predicate)), names);
    }
    this._rows = countRows(body);
  }

  _nameIds(diagnostic) {
    diagnostic.state = diagnostic.stateId === null ? null : this._states.name(diagnostic.stateId);
    diagnostic.event = diagnostic.eventId === null ? null : this._events.name(diagnostic.eventId);
    diagnostic.target = diagnostic.targetId === null ? null : this._states.name(diagnostic.targetId);
  }

  /** Free the builder; a table that it built lives on. */
  close() {
    if (this._address === 0) return;
    released.builders.unregister(this);
    sfsm.sfsm_builder_release(this._address);
    refresh();
    this._address = 0;
  }

  _call(name, ...values) {
    check(sfsm[name](this._address, ...values), 'in a definition');
    refresh();
  }

  _callback(name, place, role, callback, more = {}) {
    const cell = this._callbacks.add(role, callback, this._callbackNames.get(callback));
    Object.assign(this._callbacks.entryOf(cell), more, { cell });
    const before = place === null ? [] : [place];
    this._call(name, ...before, functions.callback, cell, functions.finalizer);
    return this;
  }

  _name(call, names, ...before) {
    const address = take(names.ids.size * 8);
    let index = 0;
    for (const [name, id] of names.ids) {
      data.setInt32(address + index * 8, id, true);
      data.setUint32(address + index * 8 + 4, takeText(name), true);
      index++;
    }
    this._call(call, ...before, address, index);
  }

  _nameCallbacks() {
    const named = [];
    for (const entry of this._callbacks.entries) {
      const name = entry === undefined ? undefined : this._callbackNames.get(entry.callback);
      if (name !== undefined && entry.cell !== undefined) named.push([entry.cell, name]);
    }
    const address = take(named.length * 12);
    named.forEach(([cell, name], index) => {
      data.setUint32(address + index * 12, functions.callback, true);
      data.setUint32(address + index * 12 + 4, cell, true);
      data.setUint32(address + index * 12 + 8, takeText(name), true);
    });
    this._call('sfsm_builder_name_callbacks', address, named.length);
  }
}


/** Names that mean something else without quotes have them. */
function plainName(name) {
  return name.startsWith('"') ? name.slice(1, -1).replace(/\\(["\\])/g, '$1') : name;
}

/** The number of rows in the body of a definition as JSON: whatever has an event and a target, also in blocks. */
function countRows(value) {
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + countRows(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return ('event' in value && ('target' in value || 'targets' in value) ? 1 : 0) + countRows(Object.values(value));
}

let warningNumbers;

function warningNumber(kind) {
  if (warningNumbers === undefined) {
    warningNumbers = {};
    for (let number = 101; number < 200; number++) warningNumbers[readText(sfsm.sfsm_diagnostic_kind_name(number))] = number;
  }
  return choice(warningNumbers, kind, 'the kind of a warning');
}
