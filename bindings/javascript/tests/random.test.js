// Random definitions and events: the machine is where a slow and obvious interpreter of the same rows is; callbacks are
// called alike, by send, by sendAsync, and in a replay.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Builder, Machine, table } from 'swiftfsm';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`random: SEED=${seed}`);
let state = seed;
function random(count) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}

/** Rows of a random machine: { from, event, to, says }, one for a state and an event. */
function randomRows() {
  const states = Array.from({ length: 2 + random(6) }, (_, index) => `s${index}`);
  const events = Array.from({ length: 1 + random(5) }, (_, index) => `e${index}`);
  const rows = states.flatMap((from) => events.map((event) => ({ from, event, to: states[random(states.length)], says: random(4) > 0 })))
    .filter(({ event }, index) => event === 'e0' || random(3) > 0 || index === 0);
  return { states, events, rows };
}

test('a thousand machines agree with their rows', async () => {
  for (let round = 0; round < 1000; round++) {
    const { states, events, rows } = randomRows();
    const calls = [];
    const isAsync = round % 4 === 0;
    const result = (value) => (isAsync && random(2) === 0 ? Promise.resolve(value) : value);
    const rules = table({
      states, events, warningsOff: ['all'],
      rows: rows.map(({ says, ...row }, index) => ({
        ...row, guard: () => result(says), actions: (step) => result(calls.push(index + 1 === step.row ? index : 'another row')),
      })),
    });
    const known = new Set(rules.events);
    const machine = new Machine(rules, {}, { initial: 's0' });
    let now = 's0';
    const log = [];
    for (let step = 0; step < 20; step++) {
      const event = events[random(events.length)];
      if (!known.has(event)) continue;
      const index = rows.findIndex((row) => row.from === now && row.event === event);
      const expected = index < 0 ? 'unhandled' : rows[index].says ? 'transitioned' : 'refused';
      calls.length = 0;
      log.push(event);
      const outcome = isAsync ? await machine.sendAsync(event) : machine.send(event);
      assert.equal(outcome, expected, `round ${round}, SEED=${seed}`);
      if (outcome === 'transitioned') now = rows[index].to;
      assert.equal(machine.state, now, `round ${round}, SEED=${seed}`);
      assert.deepEqual(calls, outcome === 'transitioned' ? [index] : [], `round ${round}, SEED=${seed}`);
    }
    if (!isAsync && log.length > 0) {
      const { states: ends } = rules.replay({ events: log, initial: 's0', guards: 'ask' });
      assert.equal(ends[0], rules.stateId(now), `round ${round}, SEED=${seed}`);
    }
    machine.close();
    rules.close();
  }
});

test('random calls of a builder are errors or tables, and free what they were given', () => {
  const targets = ['a', 'b', 'c', undefined];
  for (let round = 0; round < 300; round++) {
    const builder = new Builder();
    try {
      for (let call = 0; call < 6; call++) {
        const [from, to] = [targets[random(3)], targets[random(4)]];
        switch (random(5)) {
          case 0: builder.state(from, { entry: () => 0, in: random(2) ? to : undefined }); break;
          case 1: builder.initial(from); break;
          case 2: builder.event('go', random(2) ? [] : ['i32']); break;
          default: builder.row(from, 'go', to ?? from, { guard: () => true, actions: [() => 0, () => 0] });
        }
      }
      builder.build().close();
    } catch (error) {
      assert.match(error.name, /Error$/, `SEED=${seed}`);
      assert.notEqual(error.name, 'RuntimeError', `SEED=${seed}: ${error.stack}`);
    } finally {
      builder.close();
    }
  }
});
