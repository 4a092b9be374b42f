// Rows of a builder: what happens in a state for an event.

import { BuilderCore } from './builder_core.js';
import { ACTION, DYNAMIC, GUARD, LOCAL, OVERRIDING, RESOLVER, UNKNOWN_CASE, UNKNOWN_PREDICATE } from './constants.js';
import { enter, leave, take, takeText, takeWords } from './frame.js';
import { data } from './library.js';
import { known, list, whole } from './options.js';
import { place } from './place.js';
import { EVENTS, SOURCES, TARGETS } from './symbols.js';

export const ROW_OPTIONS = ['guard', 'actions', 'resolver', 'when', 'in', 'notIn', 'raises', 'overriding', 'local', 'block'];
const ROW_SIZE = 76; // sfsm_row

/** How messages call a row. */
export function rowOf(source, event) {
  const named = (value) => (typeof value === 'symbol' ? value.description : `'${String(value)}'`);
  return source === null ? `the row for ${named(event)}` : `the row for ${named(event)} in ${named(source)}`;
}

export class RowBuilder extends BuilderCore {
  /** Add a row: from a state, for an event, to a target. Returns its number, from 1. */
  row(source, event, target, options = {}) {
    const settings = typeof options === 'function' || Array.isArray(options) ? { actions: options } : options;
    known(settings, ROW_OPTIONS, () => rowOf(source, event));
    const targets = list(target);
    if (targets.length === 0 && settings.resolver === undefined) {
      throw new TypeError(`${rowOf(source, event)} has no target: name a state, same, internal or defer, or give it a resolver`);
    }
    const mark = enter();
    try {
      const { block } = settings;
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
    data.setInt32(row + 8, TARGETS.get(target) ?? this._states.add(target), true);
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
    return cases === undefined ? whole(value, 0, 2 ** 31 - 1, 'a case') : cases.id(value, UNKNOWN_CASE);
  }
}
