// Loading the engine: once, from the file beside this package, or from what the program has.

import { instantiate, sfsm } from './library.js';

let loading;

/**
 * Load the engine, once: a second call waits for the first. `source` may be bytes, a WebAssembly.Module, a Response or a
 * URL; without it, it is the file swiftfsm.wasm of this package.
 */
export function load(source = undefined) {
  loading ??= compiled(source).then(instantiate).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response !== 'undefined' && source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const url = new URL(source ?? new URL('../swiftfsm.wasm', import.meta.url));
  if (url.protocol !== 'file:') {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

/** The version of the engine. */
export function version() {
  const number = sfsm.sfsm_version();
  return `${Math.trunc(number / 1000000)}.${Math.trunc(number / 1000) % 1000}.${number % 1000}`;
}
