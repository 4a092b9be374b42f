// Building a table, call by call.

import { BlockBuilder } from './blocks.js';
import { ENTRY_EXIT_POLICIES, GUARD_POLICIES, PHASES, PROVIDER, STEP_HOOK, UNHANDLED_HOOK } from './constants.js';
import { takeDiagnostics } from './diagnostics.js';
import { makeDisposable } from './disposable.js';
import { DefinitionError, errorOf } from './errors.js';
import { enter, leave, readText, take, takeText, takeWords } from './frame.js';
import { data, refresh, sfsm } from './library.js';
import { Names } from './names.js';
import { choice } from './options.js';
import { place } from './place.js';
import { Table } from './table.js';

/** A definition in the making. */
export class Builder extends BlockBuilder {
  /** Declare an event with the types of its arguments. */
  event(name, types = []) {
    if (!Array.isArray(types)) throw new TypeError(`the types of event '${String(name)}' are ${String(types)}, not a list of types: ['i32']`);
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
    if (!Array.isArray(cases)) throw new TypeError(`the cases of predicate '${String(name)}' are ${String(cases)}, not a list of names`);
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

  _nameIds(diagnostic) {
    diagnostic.state = diagnostic.stateId === null ? null : this._states.name(diagnostic.stateId);
    diagnostic.event = diagnostic.eventId === null ? null : this._events.name(diagnostic.eventId);
    diagnostic.target = diagnostic.targetId === null ? null : this._states.name(diagnostic.targetId);
  }
}

makeDisposable(Builder);

let warningNumbers;

function warningNumber(kind) {
  if (warningNumbers === undefined) {
    warningNumbers = {};
    for (let number = 101; number < 200; number++) warningNumbers[readText(sfsm.sfsm_diagnostic_kind_name(number))] = number;
  }
  return choice(warningNumbers, kind, 'the kind of a warning');
}
