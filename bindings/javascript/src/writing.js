// What the engine writes piece by piece, and where it goes.

import { answer } from './callbacks.js';
import { bytes, imports, refresh } from './library.js';

const writers = new Map();
let next = 1;

imports.write = (context, address, count) => answer(() => {
  refresh();
  writers.get(context)(bytes.slice(address >>> 0, (address >>> 0) + count));
  return 0;
}, -1);

/** Keep a function that takes bytes. Returns the context for the engine's writer. */
export function addWriter(write) {
  writers.set(next, write);
  return next++;
}

/** Drop a writer. */
export function removeWriter(context) {
  writers.delete(context);
}

/** Call `write(context)`, and return all that was written as text. */
export function collect(write) {
  const parts = [];
  const context = addWriter((part) => parts.push(part));
  try {
    write(context);
  } finally {
    removeWriter(context);
  }
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}
