// The engine, from other places than the file of the package; and how large it is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';

const file = new URL('../swiftfsm.wasm', import.meta.url);
const LIMIT = 220_000; // bytes

/** Run a program in a Node of its own. */
function run(source) {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', source], { cwd: new URL('..', import.meta.url), encoding: 'utf8' }).trim();
}

const TURNSTILE = "const t = table({ events: ['go'], initial: 'a', states: { a: { on: { go: 'a' } } } }); console.log(new Machine(t, {}).send('go'));";

test('bytes, a module, a URL and a response', () => {
  const sources = ['bytes', 'await WebAssembly.compile(bytes)', 'new URL("./swiftfsm.wasm", base)', 'new Response(bytes)', 'undefined'];
  for (const source of sources) {
    const told = run(`import { load, Machine, table } from 'swiftfsm/bare'; import { readFileSync } from 'node:fs';
      const base = 'file://' + process.cwd() + '/'; const bytes = readFileSync('swiftfsm.wasm'); await load(${source}); ${TURNSTILE}`);
    assert.equal(told, 'transitioned', source);
  }
});

test('what is no engine is an error, after which it can be loaded', () => {
  const told = run(`import { load, Machine, table } from 'swiftfsm/bare';
    try { await load(new Uint8Array(8)); } catch (error) { console.log(error.name); } await load(); ${TURNSTILE}`);
  assert.equal(told, 'CompileError\ntransitioned');
});

test('the engine is small', () => {
  const compressed = readFileSync(new URL('../swiftfsm.wasm.gz', import.meta.url));
  assert.deepEqual(gunzipSync(compressed), readFileSync(file));
  const size = compressed.length;
  console.log(`swiftfsm.wasm: ${size} bytes gzipped`);
  assert.ok(size <= LIMIT, String(size));
});
