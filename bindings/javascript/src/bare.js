// The package without the engine: `await load(source)` before anything else.

import './numbers.js';

export { Builder } from './builder.js';
export { takes } from './callables.js';
export { Clock } from './clock.js';
export { table } from './definition.js';
export { argumentsFault, read, readInto, signatureFault, write } from './documents.js';
export {
  ArgumentError, CallbackFailed, CaseError, DefinitionError, SnapshotError, StateError, SwiftFSMError, UnknownNameError,
} from './errors.js';
export { load, version } from './load.js';
export { Machine } from './machine.js';
export { NEW_TOKEN } from './replay.js';
export { any, defer, eventless, internal, request, same } from './symbols.js';
export { Table } from './table.js';
export { typed } from './values.js';
