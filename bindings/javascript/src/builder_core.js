// What every builder has: names, callbacks, and calls into the engine.

import { makeCallback } from './callables.js';
import { Callbacks } from './callbacks.js';
import { check } from './errors.js';
import { checkText, enter, leave, take, takeText } from './frame.js';
import { data, refresh, sfsm } from './library.js';
import { Names } from './names.js';
import { released } from './released.js';

/** A definition in the making, before it has anything; rows, blocks and all else build on it. */
export class BuilderCore {
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

  /** Name a function, so that the definition can be written. */
  nameCallback(callback, name) {
    checkText(name, 'the name of a callback');
    this._callbackNames.set(callback, name);
    return this;
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
    const made = makeCallback(this._callbacks, role, callback, this._callbackNames.get(callback), this._predicates);
    Object.assign(this._callbacks.last, more, { made });
    const before = place === null ? [] : [place];
    this._call(name, ...before, made.function, made.context, made.finalizer);
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
      if (name !== undefined && entry.made !== undefined) named.push([entry.made, name]);
    }
    const address = take(named.length * 12);
    named.forEach(([made, name], index) => {
      data.setUint32(address + index * 12, made.function, true);
      data.setUint32(address + index * 12 + 4, made.context, true);
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
