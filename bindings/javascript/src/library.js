// The engine: a WebAssembly module, its memory, and what it imports.

/** The functions of swiftfsm.h. Undefined before `instantiate`. */
export let sfsm;

/** Views of the engine's memory: made again whenever it has grown. */
export let bytes = new Uint8Array(0);
export let words = new Int32Array(0);
export let data = new DataView(new ArrayBuffer(0));

let stackTop = 0;

/** Set the stack of the engine back to its top, after a call that has ended by throwing. Nothing of the engine may be under way. */
export function resetStack() {
  sfsm.__stack_pointer.value = stackTop;
}

/** Addresses of the functions that the engine calls (wasm/trampoline.c). */
export const functions = { callback: 0, finalizer: 0, writer: 0, migration: 0, finder: 0 };

/** What the engine imports; the modules that have these functions put them here before it is started. */
export const imports = {
  call: unexpected, // (step, index): a callback
  free: unexpected, // (owner, index): a finalizer
  write: unexpected, // (context, bytes, count)
  migrate: unexpected, // (context, missing)
  find: unexpected, // (wanted, context, outCallback)
  print: unexpected, // (number, digits, text, capacity)
  parse: unexpected, // (text, isSingle, length)
};

function unexpected() {
  throw new Error('the engine calls before it is loaded');
}

/** Make the views again if the memory has grown. Call this before memory is read or written, after each call. */
export function refresh() {
  if (bytes.length === 0) {
    bytes = new Uint8Array(sfsm.memory.buffer);
    words = new Int32Array(sfsm.memory.buffer);
    data = new DataView(sfsm.memory.buffer);
  }
}

/** Start the engine, from a compiled module. */
export async function instantiate(module) {
  // Of WASI there is only what the C library would write to a terminal with, which the engine never does.
  const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };
  const instance = await WebAssembly.instantiate(module, { swiftfsm: { ...imports }, wasi_snapshot_preview1: wasi });
  sfsm = instance.exports;
  sfsm._initialize?.();
  stackTop = sfsm.__stack_pointer.value;
  refresh();
  functions.callback = sfsm.javascript_callback();
  functions.finalizer = sfsm.javascript_finalizer();
  functions.writer = sfsm.javascript_writer();
  functions.migration = sfsm.javascript_migration();
  functions.finder = sfsm.javascript_finder();
}

/** Allocate memory of the engine: a multiple of 8 bytes, not zeroed. */
export function allocate(size) {
  const rounded = Math.ceil(size / 8) * 8;
  const address = rounded < 2 ** 32 ? sfsm.malloc(rounded) >>> 0 : 0;
  refresh();
  if (address === 0) throw new RangeError(`the engine has no memory for ${size} bytes`);
  return address;
}
