// What compiles, and the types that come of it.

import { any, Builder, CallbackFailed, internal, Machine, Outcome, same, table, Table, takes, typed, TypedValue } from 'swiftfsm';

class Hardware {
  coins = 0;
}

const turnstile = table({
  context: undefined as unknown as Hardware,
  events: { coin: ['i32', 'str'], pass: [], big: ['i64'] },
  predicates: { Policy: ['weak', 'strong'] },
  initial: 'locked',
  states: {
    locked: {
      entry: (step, gate) => { gate.coins += step.row; },
      timeouts: { delay: 5, event: 'pass' },
      on: {
        coin: { to: 'unlocked', guard: (step, gate, cents, currency) => cents > 100 && currency.length === 3, when: { Policy: 'weak' } },
        pass: [{ to: same, actions: () => 1 }],
        big: { to: internal, actions: (step, gate, amount) => { const of: bigint = amount; return of; } },
      },
    },
    unlocked: { on: { pass: 'locked' }, requests: { locked: true } },
  },
  rows: [{ from: any, event: 'pass', to: 'locked' }],
});

const gate = new Machine(turnstile, new Hardware());
const outcome: Outcome = gate.send('coin', 150, 'EUR');
gate.send('pass');
gate.send('big', 5n);
gate.send('coin', typed('i32', 5), 'EUR');
gate.sendWith('pass', { cases: { Policy: 'strong' } });
const state: 'locked' | 'unlocked' | null = gate.state;
const coins: number = gate.context.coins;
gate.onStep((step) => { const source: 'locked' | 'unlocked' | null = step.source; return source; });
const later: Promise<Outcome> = gate.sendAsync('coin', 1, 'EUR');
const text: string = gate.snapshot({ json: true });
const bytes: Uint8Array = gate.snapshot();

const plain = table({ states: { on: { on: { toggle: 'off' } }, off: { on: { toggle: 'on' } } }, events: ['toggle'] });
new Machine(plain, undefined, { initial: 'on' }).send('toggle');

const value: TypedValue = typed('str', null);
gate.send('coin', typed('i32', 5), value);
gate.replayJournal('one line of JSON', 5);
for (const each of [gate, gate.clock(), plain, new Builder()]) each[Symbol.dispose]();

const builder = new Builder<'a' | 'b', { go: [] }, Hardware>();
builder.row('a', 'go', 'b', (step, hardware) => hardware.coins++);
const built: Table<'a' | 'b', { go: [] }, Hardware> = builder.build();

const read = Table.read('definition', { guard: { paid: () => true }, action: { thank: () => undefined } });
read.replay({ events: ['coin'], results: ['rows'] }).rows.length;

builder.onStep(({ machine }) => {
  const token: number | undefined = machine.token;
  if (token === undefined) machine.send('go');
  else if (machine.in('a')) machine.raise('go');
});

export { outcome, state, coins, later, text, bytes, built, CallbackFailed };

// Types of parameters follow from the signature.
const taking = table({
  context: undefined as unknown as Hardware,
  events: { coin: ['i32', 'i64', 'str'] },
  states: {
    locked: {
      on: {
        coin: {
          to: internal,
          guard: takes('bool(i32, i64)', (cents, big) => { const sum: bigint = big + BigInt(cents); return sum > 0n; }),
          actions: [
            takes('(context, step, i32 , i64,str)', (hardware: Hardware, step, cents, big, currency) => {
              const text: string = currency + step.outcome;
              hardware.coins += cents + text.length;
            }),
            takes('void()', () => undefined),
            takes('(args...)', (...values) => values.length),
          ],
        },
      },
    },
  },
});
taking.close();
