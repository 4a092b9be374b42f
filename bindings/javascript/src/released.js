// Objects of the engine that are freed when nobody has them any more.

import { sfsm } from './library.js';
import { removeWriter } from './writing.js';

/** Builders, tables and machines register here what is freed with them; `close` takes it out again. */
export const released = {
  builders: new FinalizationRegistry((address) => sfsm.sfsm_builder_release(address)),
  tables: new FinalizationRegistry((address) => sfsm.sfsm_table_release(address)),
  machines: new FinalizationRegistry((held) => {
    sfsm.sfsm_machine_release(held.address);
    removeWriter(held.writer);
  }),
};
