// The package in a page: what Node runs too, in short.

import { DefinitionError, load, Machine, NEW_TOKEN, StateError, table, Table, version } from 'swiftfsm';

const tests = {
  'the engine is loaded from its file': async () => {
    await load();
    return /^\d+\.\d+\.\d+$/.test(version());
  },
  'callbacks, arguments and exceptions': () => {
    const seen = [];
    const shop = table({
      events: { pay: ['i64', 'str'] }, initial: 'open',
      states: { open: { on: { pay: { to: 'paid', actions: (step, context, cents, who) => seen.push(context, cents, who, step.source) } } }, paid: { on: { pay: { to: 'open', guard: () => {
        throw new URIError('mine');
      } } } } },
    });
    const machine = new Machine(shop, 'context');
    machine.send('pay', 5n, 'ü');
    try {
      machine.send('pay', 5n, 'ü');
    } catch (error) {
      return error instanceof URIError && machine.state === 'paid' && JSON.stringify(seen.map(String)) === '["context","5","ü","open"]';
    }
    return false;
  },
  'a document with an error': () => {
    try {
      Table.read('definition\n  a go\n');
    } catch (error) {
      return error instanceof DefinitionError && error.diagnostics[0].line === 2;
    }
    return false;
  },
  'callbacks are awaited, and a clock': async () => {
    const light = table({
      events: ['on', 'off'], initial: 'dark',
      states: { dark: { on: { on: { to: 'light', guard: async () => true } } }, light: { timeouts: { delay: 5, event: 'off' }, on: { off: 'dark' } } },
    });
    const machine = new Machine(light, {});
    machine.clock();
    const outcome = await machine.sendAsync('on');
    const then = machine.state;
    for (let wait = 0; wait < 100 && machine.state === 'light'; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return outcome === 'transitioned' && then === 'light' && machine.state === 'dark';
  },
  'snapshots, replay, closed machines': () => {
    const go = Table.read('definition x\n  initial a\n  a go -> b\n  b go -> a\n');
    const machine = new Machine(go, {});
    machine.send('go');
    const other = new Machine(go, {});
    other.restore(machine.snapshot());
    const { states } = go.replay({ states: Int32Array.from([NEW_TOKEN]), events: ['go', 'go', 'go'] });
    machine.close();
    try {
      machine.send('go');
    } catch (error) {
      return error instanceof StateError && other.state === 'b' && states[0] === go.stateId('b');
    }
    return false;
  },
  'memory grows': () => {
    const go = Table.read('definition x\n  initial a\n  a say -> a\n  event say (str)\n');
    const machine = new Machine(go, {});
    return machine.send('say', 'x'.repeat(30_000_000)) === 'transitioned';
  },
};

const lines = [];
let passed = 0;
for (const [name, run] of Object.entries(tests)) {
  try {
    const isRight = await run();
    passed += isRight === true ? 1 : 0;
    lines.push(`${isRight === true ? 'ok' : 'NOT OK'} ${name}`);
  } catch (error) {
    lines.push(`NOT OK ${name}: ${error.stack}`);
  }
}
await fetch('/outcome', { method: 'POST', body: `${lines.join('\n')}\nfinished: ${passed} of ${Object.keys(tests).length}` });
