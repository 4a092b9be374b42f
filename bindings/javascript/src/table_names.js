// The names of a table: of its states, events, predicate types and cases.

import { NONE } from './constants.js';
import { enter, leave, measured, readText, takeLong, textFault } from './frame.js';
import { sfsm } from './library.js';
import { Names } from './names.js';

/** The names of a table, and of former versions of it ("was" in a document). */
class TableNames extends Names {
  constructor(kind, table, call) {
    super(kind);
    this._find = (name) => {
      if (textFault(name) !== '' || table._address === 0) return NONE;
      const mark = enter();
      try {
        const text = takeLong(name);
        return sfsm[call](table._open(), text, measured);
      } finally {
        leave(mark);
      }
    };
  }

  id(name, code) {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const former = typeof name === 'string' ? this._find(name) : NONE;
    return former === NONE ? super.id(name, code) : former;
  }
}

/** Read the names of a kind; `call` is what the functions of the engine for this kind begin with. */
export function readNames(table, kind, call) {
  const names = new TableNames(kind, table, `${call}_named`);
  for (const id of table._ids(call)) {
    const name = readText(sfsm[`${call}_name`](table._address, id));
    if (name !== undefined) names.set(name, id);
  }
  return names;
}

/** Read the names of the cases of a predicate type. */
export function readCaseNames(table, type) {
  const names = new Names('case');
  const count = sfsm.sfsm_table_case_count(table._address, type);
  for (let value = 0; value < count; value++) {
    const name = readText(sfsm.sfsm_table_case_name(table._address, type, value));
    if (name !== undefined) names.set(name, value);
  }
  return names;
}
