// What is wrong with a definition, or with a snapshot.

import { NONE } from './constants.js';
import { enter, leave, readText, take } from './frame.js';
import { data, refresh, sfsm } from './library.js';

const SIZE = 60; // of sfsm_diagnostic

/** Read all diagnostics of a list at an address, and free it. Returns { diagnostics, text }. */
export function takeDiagnostics(list) {
  const mark = enter();
  try {
    const diagnostics = [];
    const count = sfsm.sfsm_diagnostics_count(list);
    for (let index = 0; index < count; index++) diagnostics.push(read(list, index));
    return { diagnostics, text: readText(sfsm.sfsm_diagnostics_text(list)) };
  } finally {
    leave(mark);
    sfsm.sfsm_diagnostics_release(list);
    refresh();
  }
}

function read(list, index) {
  const address = take(SIZE);
  data.setUint32(address, SIZE, true);
  sfsm.sfsm_diagnostics_get(list, index, address);
  refresh();
  const word = (offset) => data.getInt32(address + offset, true);
  const id = (offset) => (word(offset) === NONE ? null : word(offset));
  const kind = word(4);
  const count = word(36);
  return {
    kind: readText(sfsm.sfsm_diagnostic_kind_name(kind)),
    severity: word(8) === 1 ? 'error' : 'warning',
    stateId: id(12),
    eventId: id(16),
    targetId: id(20),
    line: word(24),
    column: word(52),
    file: readText(word(28)) ?? '',
    text: readText(word(32)),
    places: Array.from({ length: count }, (_, number) => place(list, index, number)),
  };
}

function place(list, index, number) {
  const out = take(8);
  sfsm.sfsm_diagnostics_place(list, index, number, out, out + 4);
  refresh();
  return { file: readText(data.getInt32(out, true)) ?? '', line: data.getInt32(out + 4, true) };
}
