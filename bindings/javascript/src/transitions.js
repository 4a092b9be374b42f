// Transitions: the rows of a table as the engine tries them, state by state.

import { ANY, DEFER, DYNAMIC, EVENTLESS, INHERITED, INTERNAL, LOCAL, OVERRIDING, REQUEST, SAME } from './constants.js';
import { check } from './errors.js';
import { enter, leave, listWords, readText, readWords, take } from './frame.js';
import { data, refresh, sfsm } from './library.js';

const SPECIAL = new Map([
  [ANY, 'any'], [SAME, 'same'], [INTERNAL, 'internal'], [DYNAMIC, 'dynamic'], [REQUEST, 'request'], [EVENTLESS, 'eventless'],
  [DEFER, 'defer'],
]);
const TRANSITION_SIZE = 44; // of sfsm_transition

/** Read a transition of a table; see Transition in index.d.ts. */
export function readTransition(table, index) {
  const mark = enter();
  try {
    const out = take(TRANSITION_SIZE);
    data.setUint32(out, TRANSITION_SIZE, true);
    check(sfsm.sfsm_table_transition(table._address, index, out));
    const [, row, source, event, target, rank, flags, line, file, guardCount, actionCount] = readWords(out, 11);
    const state = (id) => SPECIAL.get(id) ?? table._states.name(id);
    return {
      row, source: state(source), event: SPECIAL.get(event) ?? table._events.name(event), target: state(target),
      targets: listed(table, 'sfsm_table_transition_targets', index).map(state),
      rank, isOverriding: (flags & OVERRIDING) !== 0, isInherited: (flags & INHERITED) !== 0, isLocal: (flags & LOCAL) !== 0,
      file: readText(file) ?? '', line, guardCount, actionCount,
      cases: casesOf(table, index),
      conditions: conditionsOf(table, index),
      raised: listed(table, 'sfsm_table_transition_raised', index).map((id) => table._events.name(id)),
    };
  } finally {
    leave(mark);
  }
}

function listed(table, call, index) {
  return listWords((ids, capacity, count) => sfsm[call](table._address, index, ids, capacity, count), check);
}

/** The cases that a row names, by the type; types of which it names all are left out. */
function casesOf(table, index) {
  const cases = {};
  for (const type of table._ids('sfsm_table_predicate')) {
    const numbers = listWords(
      (ids, capacity, count) => sfsm.sfsm_table_transition_cases(table._address, index, type, ids, capacity, count), check);
    if (numbers.length < sfsm.sfsm_table_case_count(table._address, type)) {
      cases[table._predicates.name(type)] = numbers.map((number) => table._caseName(type, number));
    }
  }
  return cases;
}

function conditionsOf(table, index) {
  const mark = enter();
  try {
    const count = take(8);
    check(sfsm.sfsm_table_transition_conditions(table._address, index, 0, 0, 0, count));
    refresh();
    const capacity = data.getUint32(count, true);
    const states = take(capacity * 4);
    const flags = take(capacity);
    check(sfsm.sfsm_table_transition_conditions(table._address, index, states, flags, capacity, count));
    refresh();
    return readWords(states, capacity).map((id, number) => ({
      state: table._states.name(id), isActive: data.getUint8(flags + number) !== 0,
    }));
  } finally {
    leave(mark);
  }
}
