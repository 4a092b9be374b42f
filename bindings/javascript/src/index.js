// Finite state machines and statecharts. The engine is loaded when this module is imported.

import { load } from './load.js';

export * from './bare.js';

await load();
