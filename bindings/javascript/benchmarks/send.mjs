// send.mjs C_PROGRAM: the time of a send, beside C in the same run. Fails if a send takes twice as long as is promised: other
// programs may run too.

import { execFileSync } from 'node:child_process';

import { Machine, table } from 'swiftfsm';

const STEPS = 400_000;
const ROUNDS = 60;

function makeMachine(actions) {
  const row = (to) => ({ to, actions });
  const turnstile = table({
    events: ['coin', 'pass'],
    states: { locked: { on: { coin: row('unlocked'), pass: row('locked') } }, unlocked: { on: { coin: row('unlocked'), pass: row('locked') } } },
  });
  return new Machine(turnstile, { calls: 0 }, { initial: 'locked' });
}

/** Nanoseconds of a step, in the fastest of many rounds: other programs run too. */
function measure(machine) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let step = 0; step < STEPS; step += 4) {
      machine.send('coin');
      machine.send('coin');
      machine.send('pass');
      machine.send('pass');
    }
    best = Math.min(best, ((performance.now() - start) * 1e6) / STEPS);
  }
  return best;
}

const counting = makeMachine((step, context) => {
  context.calls++;
});
const [c, cWith] = execFileSync(process.argv[2], { encoding: 'utf8' }).trim().split(' ').map(Number);
const without = measure(makeMachine(undefined));
const withCallback = measure(counting);
if (counting.context.calls !== ROUNDS * STEPS) throw new Error('callbacks are missing');

const run = makeMachine(undefined);
const events = Array.from({ length: 100_000 }, (_, index) => (index % 4 < 2 ? 'coin' : 'pass'));
let batch = Infinity;
for (let round = 0; round < 20; round++) {
  const start = performance.now();
  run.run(events);
  batch = Math.min(batch, ((performance.now() - start) * 1e6) / events.length);
}

const line = (what, javascript, native, limit) =>
  console.log(`${what.padEnd(28)} ${javascript.toFixed(1).padStart(6)} ns   C: ${native.toFixed(1).padStart(5)} ns   ${limit === undefined ? '' : `promised: ${limit} ns`}`);
line('send', without, c, 20);
line('send, one callback', withCallback, cWith, 60);
line('run, an event of many', batch, c);
if (without > 40 || withCallback > 120) process.exitCode = 1;
