// turnstile.mjs LIBRARY: a turnstile over swiftfsm.wasm, from JavaScript, as a page does it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const module = await WebAssembly.compile(await readFile(process.argv[2]));
// Of WASI there is only what the C library would write to a terminal with.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  assert.match(name, /^fd_/);
  (imports[from] ??= {})[name] = () => assert.fail(`${name} is called`);
}
const { exports: sfsm } = await WebAssembly.instantiate(module, imports);
const view = () => new DataView(sfsm.memory.buffer);

const [LOCKED, UNLOCKED, COIN, PASS] = [0, 1, 0, 1];
const [TRANSITIONED, UNHANDLED, UNSUPPORTED] = [1, 3, -24];

const word = sfsm.malloc(4);
const made = (status) => {
  assert.equal(status, 0);
  return view().getUint32(word, true);
};

const builder = sfsm.sfsm_builder_create();
for (const row of [[LOCKED, COIN, UNLOCKED], [UNLOCKED, COIN, UNLOCKED], [UNLOCKED, PASS, LOCKED]]) {
  assert.equal(sfsm.sfsm_builder_add_row_at(builder, ...row, 0, 0, 0), 0);
}
const table = made(sfsm.sfsm_builder_build(builder, word, 0));
sfsm.sfsm_builder_release(builder);
const gate = made(sfsm.sfsm_machine_create(table, LOCKED, 0, word));
const steps = [
  [PASS, UNHANDLED, LOCKED],
  [COIN, TRANSITIONED, UNLOCKED],
  [COIN, TRANSITIONED, UNLOCKED],
  [PASS, TRANSITIONED, LOCKED],
];
for (const [event, outcome, state] of steps) {
  assert.equal(sfsm.sfsm_machine_send(gate, event), outcome);
  assert.equal(sfsm.sfsm_machine_state(gate), state);
}

// A function in the table of functions, where the module has some of its own: it is refused before it could be called.
const signature = sfsm.malloc(8);
new Uint8Array(sfsm.memory.buffer, signature, 7).set(new TextEncoder().encode('void()\0'));
view().setUint32(word, gate, true);
assert.equal(sfsm.sfsm_callable_create(1, signature, 0, 0, word), UNSUPPORTED);
assert.equal(view().getUint32(word, true), 0);

sfsm.sfsm_machine_release(gate);
sfsm.sfsm_table_release(table);
console.log('JavaScript: all as it should be');
