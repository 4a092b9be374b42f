// Blocks of a builder: what a state or a superstate has beside its rows.

import { ACTION, BAD_VALUE, CYCLE, ENTRY, EXIT, KINDS, UPDATE } from './constants.js';
import { errorOf } from './errors.js';
import { enter, leave, take, takeText } from './frame.js';
import { data } from './library.js';
import { choice, known, list } from './options.js';
import { place } from './place.js';
import { RowBuilder } from './rows.js';
import { delayTicks } from './ticks.js';

const CALLBACKS = ['entry', 'exit', 'cycle', 'update'];
export const SUPERSTATE_OPTIONS = [...CALLBACKS, 'adopts'];
export const STATE_OPTIONS = [...SUPERSTATE_OPTIONS, 'kind', 'in', 'default', 'done', 'onDefault', 'timeouts'];

export class BlockBuilder extends RowBuilder {
  /** Say everything about a state beside its rows. Returns the number of its block. */
  state(name, options = {}) {
    known(options, STATE_OPTIONS, () => `state '${String(name)}'`);
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
      for (const timeout of list(options.timeouts)) {
        known(timeout, ['delay', 'event'], () => `a timeout of state '${String(name)}'`);
        const { delay, event } = timeout;
        this._call('sfsm_builder_add_timeout', block, delayTicks(delay), this._events.add(event));
      }
      this._fill(block, options);
      return block;
    } finally {
      leave(mark);
    }
  }

  /** Open a superstate: rows and callbacks for all states that adopt it. Returns the number of its block. */
  superstate(name, options = {}) {
    known(options, SUPERSTATE_OPTIONS, () => `superstate '${String(name)}'`);
    const mark = enter();
    try {
      const { file, line } = this._place ?? place();
      const out = take(8);
      this._call('sfsm_builder_add_superstate_at', takeText(file), line, out);
      const block = data.getUint32(out, true);
      this._call('sfsm_builder_name_superstate', block, takeText(name, 'the name of a superstate'));
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
}
