// What would come of an event: nothing changes.

import { NONE, PERMITTED_STATES, REASONS, WITHOUT_GUARDS } from './constants.js';
import { check } from './errors.js';
import { DrivenMachine } from './events.js';
import { enter, leave, listWords, readWords, take } from './frame.js';
import { data, sfsm } from './library.js';
import { takeEvent, takeOpen, takeRequest } from './message.js';
import { readTransition } from './transitions.js';

const REASON_SIZE = 20;

export class AskedMachine extends DrivenMachine {
  /** Predict the outcome of an event: { outcome, target }. Guards are called, and nothing changes. */
  probe(event, options = {}) {
    this._waits();
    const mark = enter();
    try {
      const message = this._asked(event, options);
      const out = take(8);
      const outcome = this._run(() => sfsm.sfsm_machine_probe(this._address, message, out), event);
      return { outcome, target: this.table._states.name(data.getInt32(out, true)) };
    } finally {
      leave(mark);
    }
  }

  /** Return whether an event would be taken. */
  can(event, ...values) {
    return this.probe(event, { arguments: values }).outcome === 'transitioned';
  }

  /** Predict the outcome of an event, and say what happens to each row: { outcome, reasons }. */
  explain(event, options = {}) {
    this._waits();
    const mark = enter();
    try {
      const message = this._asked(event, options);
      const count = take(8);
      let capacity = 8;
      for (;;) {
        const reasons = take(capacity * REASON_SIZE);
        const outcome = this._run(
          () => sfsm.sfsm_machine_explain_sized(this._address, message, reasons, REASON_SIZE, capacity, count), event);
        const found = data.getUint32(count, true);
        if (found > capacity) {
          capacity = found;
          continue;
        }
        return { outcome, reasons: Array.from({ length: found }, (_, index) => this._reason(reasons + index * REASON_SIZE)) };
      }
    } finally {
      leave(mark);
    }
  }

  /** The table, also if it was closed: it lives as long as the machine. */
  get _living() {
    if (this.table._address !== 0) return this.table;
    return Object.create(this.table, { _address: { value: sfsm.sfsm_machine_table(this._address) } });
  }

  _reason(address) {
    const [index, kind, predicate, value, guard] = readWords(address, 5);
    return {
      kind: REASONS[kind],
      transition: readTransition(this._living, index),
      predicate: this.table._predicates.name(predicate),
      value: value === NONE ? null : this.table._caseName(predicate, value),
      guard: guard < 0 ? null : guard,
    };
  }

  _asked(event, options) {
    if (options.isRequest) return takeRequest(this.table, event, options.cases);
    return takeEvent(this.table, event, options.cases, options.arguments ?? []);
  }

  /** The events that would be taken now. An event with arguments is listed if a row matches. */
  permitted(options = {}) {
    return this._permitted(options, 0).map((id) => this.table._events.name(id));
  }

  /** The states that may be requested now. */
  permittedStates(options = {}) {
    return this._permitted(options, PERMITTED_STATES).map((id) => this.table._states.name(id));
  }

  _permitted(options, flags) {
    this._waits();
    const mark = enter();
    try {
      const message = takeOpen(this.table, options);
      const all = flags | (options.withoutGuards ? WITHOUT_GUARDS : 0);
      return listWords((ids, capacity, count) => {
        this._run(() => sfsm.sfsm_machine_permitted(this._address, message, all, ids, capacity, count), 'permitted');
        return 0;
      }, check);
    } finally {
      leave(mark);
    }
  }
}
