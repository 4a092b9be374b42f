// The document that is typed, read by the engine: a table, or what is wrong with the text.

import { DefinitionError, Table } from '../../src/bare.js';

/**
 * Read a text. `callback(asked)` returns the function for each name.
 * Returns { table, faults }: the table is null if there are errors.
 */
export function readDocument(text, callback) {
  try {
    const table = Table.read(text, callback);
    return { table, faults: table.warnings };
  } catch (error) {
    if (!(error instanceof DefinitionError)) {
      return { table: null, faults: [{ severity: 'error', line: 0, column: 0, text: error.message }] };
    }
    return { table: null, faults: error.diagnostics };
  }
}

/** What callbacks a table has, for those who answer for them: [{ role, name, choices }]. */
export function questionsOf(table, asked) {
  const { predicates = [] } = JSON.parse(table.write('json'));
  const questions = asked.filter(({ role }) => role === 'guard').map(({ role, name }) => ({ role, name }));
  for (const { role, name } of asked) {
    if (role === 'resolver') questions.push({ role, name, choices: ['(refuse)', ...table.states] });
    if (role === 'update') questions.push({ role, name, choices: ['(no event)', ...table.events] });
  }
  for (const { predicate, by } of predicates) {
    questions.push({ role: by === undefined ? 'case' : 'provider', name: by ?? predicate, predicate, choices: table.predicates[predicate] });
  }
  return questions;
}

/** Whether a document has timers. */
export function hasTimeouts(table) {
  return /^\s*timeout /m.test(table.write('text'));
}
