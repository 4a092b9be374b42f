// A table: an immutable definition, which any number of machines run.

import {
  ACTION, GUARD, KINDS, RESOLVER, UNKNOWN_CASE, UNKNOWN_EVENT, UNKNOWN_PREDICATE, UNKNOWN_STATE, VALUE_TYPES,
} from './constants.js';
import { makeDisposable } from './disposable.js';
import { UnknownNameError } from './errors.js';
import { readText } from './frame.js';
import { refresh, sfsm } from './library.js';
import { isId } from './names.js';
import { released } from './released.js';
import { readCaseNames, readNames } from './table_names.js';
import { readTransition } from './transitions.js';

const KIND_NAMES = new Map(Object.entries(KINDS).map(([name, kind]) => [kind, name]));

export class Table {
  /** Made by Builder.build, table() and Table.read. */
  constructor(address, callbacks, warnings) {
    this._address = address;
    this._callbacks = callbacks;
    /** The warnings of the build. */
    this.warnings = warnings;
    this._states = readNames(this, 'state', 'sfsm_table_state');
    this._events = readNames(this, 'event', 'sfsm_table_event');
    this._predicates = readNames(this, 'predicate', 'sfsm_table_predicate');
    this._cases = new Map();
    for (const type of this._ids('sfsm_table_predicate')) this._cases.set(type, readCaseNames(this, type));
    this._argumentTypes = new Map();
    for (const event of this._ids('sfsm_table_event')) this._argumentTypes.set(event, this._readTypes(event));
    released.tables.register(this, address, this);
  }

  /** All states by name (a number if it has none), in the order of their ids. Histories are among them. */
  get states() {
    return this._ids('sfsm_table_state').map((id) => this._states.name(id));
  }

  /** All events by name. */
  get events() {
    return this._ids('sfsm_table_event').map((id) => this._events.name(id));
  }

  /** All predicate types by name, with their cases. */
  get predicates() {
    return Object.fromEntries(this._ids('sfsm_table_predicate').map((id) => [this._predicates.name(id), this._caseNames(id)]));
  }

  /** The initial state, or null. */
  get initial() {
    return this._states.name(sfsm.sfsm_table_initial(this._open()));
  }

  /** The name and the version of the definition; null if it has none. */
  get name() {
    return readText(sfsm.sfsm_table_name(this._open())) ?? null;
  }

  get version() {
    return readText(sfsm.sfsm_table_version(this._open())) ?? null;
  }

  /** The number of rows. */
  get rowCount() {
    return sfsm.sfsm_table_row_count(this._open());
  }

  /** A hash of what the definition does. */
  get snapshotKey() {
    return BigInt.asUintN(64, sfsm.sfsm_table_snapshot_key(this._open()));
  }

  /** The bytes that steps use. */
  get size() {
    return sfsm.sfsm_table_size(this._open());
  }

  /** The superstates by name, null where one has none. */
  get superstates() {
    const count = sfsm.sfsm_table_superstate_count(this._open());
    return Array.from({ length: count }, (_, index) => readText(sfsm.sfsm_table_superstate_name(this._address, index)) ?? null);
  }

  /** Return the number of a state, an event or a predicate type. */
  stateId(name) {
    return this._states.id(name, UNKNOWN_STATE);
  }

  eventId(name) {
    return this._events.id(name, UNKNOWN_EVENT);
  }

  predicateId(name) {
    return this._predicates.id(name, UNKNOWN_PREDICATE);
  }

  /** Return the parent of a state, or null. */
  parent(state) {
    return this._states.name(sfsm.sfsm_table_parent(this._open(), this.stateId(state)));
  }

  /** Return the kind of a state of a chart: 'final', 'parallel', 'history', 'deep history', or null. */
  kind(state) {
    return KIND_NAMES.get(sfsm.sfsm_table_kind(this._open(), this.stateId(state))) ?? null;
  }

  /** Return the arguments of an event: [{ type, name }], the name null if it has none. */
  arguments(event) {
    const id = this.eventId(event);
    return (this._argumentTypes.get(id) ?? []).map((type, index) => ({
      type: VALUE_TYPES[type],
      name: readText(sfsm.sfsm_table_argument_name(this._open(), id, index)) ?? null,
    }));
  }

  /** Return the label of a row, from 1; null if it has none. */
  rowLabel(row) {
    return readText(sfsm.sfsm_table_row_label(this._open(), isId(row) ? row : 0)) ?? null;
  }

  /** Return the names of the callbacks of a row; null for those without a name. */
  rowCallbacks(row) {
    const names = (role, count) =>
      Array.from({ length: count }, (_, index) => readText(sfsm.sfsm_table_callback_name(this._open(), row, role, index)) ?? null);
    const transition = this.transitions.find((each) => each.row === row);
    if (transition === undefined) throw new RangeError(`there is no row ${row}`);
    const { guardCount, actionCount, conditions } = transition;
    return {
      guards: names(GUARD, guardCount - conditions.length),
      actions: names(ACTION, actionCount),
      resolver: names(RESOLVER, 1)[0],
    };
  }

  /** All rows of all states, in the order in which they are tried. */
  get transitions() {
    const count = sfsm.sfsm_table_transition_count(this._open());
    this._transitions ??= Array.from({ length: count }, (_, index) => Object.freeze(readTransition(this, index)));
    return this._transitions;
  }

  /** Free the table, once machines over it are freed too. */
  close() {
    if (this._address === 0) return;
    released.tables.unregister(this);
    sfsm.sfsm_table_release(this._address);
    refresh();
    this._address = 0;
  }

  _open() {
    if (this._address === 0) throw new TypeError('the table is closed');
    return this._address;
  }

  _ids(call) {
    const count = sfsm[`${call}_count`](this._open());
    return Array.from({ length: count }, (_, index) => sfsm[`${call}_at`](this._address, index));
  }

  _readTypes(event) {
    const count = sfsm.sfsm_table_argument_count(this._address, event);
    return Array.from({ length: count }, (_, index) => sfsm.sfsm_table_argument_type(this._address, event, index));
  }

  _caseNames(type) {
    const count = sfsm.sfsm_table_case_count(this._open(), type);
    return Array.from({ length: count }, (_, value) => this._caseName(type, value));
  }

  _caseName(type, value) {
    return this._cases.get(type)?.name(value) ?? value;
  }

  _caseId(type, value) {
    return this._cases.get(type)?.id(value, UNKNOWN_CASE) ?? value;
  }

  /** The number of the case that a provider has named: of its type, or of one that has this case. */
  _providedCase(entry, value) {
    const types = entry.predicate === undefined ? [...this._cases.keys()] : [entry.predicate];
    const numbers = new Set(types.map((type) => this._cases.get(type).ids.get(value)).filter((number) => number !== undefined));
    if (numbers.size === 1) return numbers.values().next().value;
    if (numbers.size === 0) throw new UnknownNameError(`there is no case '${String(value)}'`, UNKNOWN_CASE);
    throw new UnknownNameError(`'${value}' is a case of several predicate types: return its number`, UNKNOWN_CASE);
  }
}

makeDisposable(Table);
