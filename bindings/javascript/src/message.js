// Everything that can be sent: an event or a request, with cases and arguments.

import { ANY, NONE, REQUEST, UNKNOWN_EVENT, UNKNOWN_PREDICATE, UNKNOWN_STATE } from './constants.js';
import { take } from './frame.js';
import { data } from './library.js';
import { takeValues } from './values.js';

const SIZE = 28; // of sfsm_message

/** Take a message whose event is open, for `permitted` and `update`. */
export function takeOpen(table, options) {
  return takeMessage(table, ANY, NONE, options.cases, options.arguments ?? []);
}

/** Take the message of an event. */
export function takeEvent(table, event, cases, values) {
  return takeMessage(table, table._events.id(event, UNKNOWN_EVENT), NONE, cases, values);
}

/** Take the message of a request. */
export function takeRequest(table, state, cases) {
  return takeMessage(table, REQUEST, table._states.id(state, UNKNOWN_STATE), cases, []);
}

/** A message whose lists are its own: { event or requested, cases, values }. */
export function keptMessage({ cases, values = [], ...message }) {
  return { ...message, cases: listOfCases(cases).map(([predicate, value]) => [predicate, value]), values: [...values] };
}

function listOfCases(cases) {
  return cases === undefined || cases === null ? [] : Array.isArray(cases) ? cases : Object.entries(cases);
}

function takeMessage(table, event, requested, cases, values) {
  const list = listOfCases(cases);
  const message = take(SIZE);
  const caseList = list.length === 0 ? 0 : takeCases(table, list);
  const valueList = takeValues(table, event, values);
  data.setUint32(message, SIZE, true);
  data.setInt32(message + 4, event, true);
  data.setInt32(message + 8, requested, true);
  data.setUint32(message + 12, caseList, true);
  data.setUint32(message + 16, list.length, true);
  data.setUint32(message + 20, valueList, true);
  data.setUint32(message + 24, values.length, true);
  return message;
}

function takeCases(table, cases) {
  const address = take(cases.length * 8);
  cases.forEach(([predicate, value], index) => {
    const type = table._predicates.id(predicate, UNKNOWN_PREDICATE);
    data.setInt32(address + index * 8, type, true);
    data.setInt32(address + index * 8 + 4, table._caseId(type, value), true);
  });
  return address;
}
