// What must not compile.

import { Builder, Machine, table, takes, typed, TypedValue } from 'swiftfsm';

const turnstile = table({
  events: { coin: ['i32'], pass: [], note: ['str'], at: ['ptr'] },
  predicates: { Policy: ['weak', 'strong'] },
  states: { locked: { on: { coin: 'unlocked' } }, unlocked: { on: { pass: 'locked' } } },
});
const gate = new Machine(turnstile, undefined, { initial: 'locked' });

// @ts-expect-error no such event
gate.send('kick');
// @ts-expect-error an argument is missing
gate.send('coin');
// @ts-expect-error an argument of another type
gate.send('coin', 'five');
// @ts-expect-error null is no string
gate.send('note', null);
// @ts-expect-error a number is no pointer
gate.send('at', 5);
// @ts-expect-error what no typed() has made
gate.send('coin', { type: 4, value: 5 });
// @ts-expect-error a value of another type
typed('i32', 'five');
// @ts-expect-error a class that there is not
new TypedValue();
// @ts-expect-error too many arguments
gate.send('pass', 1);
// @ts-expect-error no such state
gate.request('broken');
// @ts-expect-error a state that this machine never has
gate.state === 'broken';
// @ts-expect-error no such case
gate.sendWith('pass', { cases: { Policy: 'soft' } });
// @ts-expect-error no such predicate type
gate.sendWith('pass', { cases: { Polity: 'weak' } });
// @ts-expect-error an event with arguments cannot be sent later
gate.sendLater('coin', 5);
// @ts-expect-error no such state to begin in
new Machine(turnstile, undefined, { initial: 'open' });
// @ts-expect-error no such type
typed('i128', 5);
// @ts-expect-error an outcome that there is not
gate.send('pass') === 'accepted';

table({
  events: ['coin'],
  // @ts-expect-error no such target
  states: { locked: { on: { coin: 'unlokced' } }, unlocked: { on: { coin: 'locked' } } },
});
table({
  events: ['coin'],
  // @ts-expect-error no such event
  states: { locked: { on: { coins: 'locked' } } },
});
table({
  events: ['coin'],
  states: { locked: { on: { coin: 'locked' } } },
  // @ts-expect-error no such initial state
  initial: 'open',
});
// @ts-expect-error no such type of an argument
table({
  events: { coin: ['int'] },
  states: { locked: { on: { coin: 'locked' } } },
});

const builder = new Builder<'a' | 'b', { go: [] }>();
// @ts-expect-error no such state
builder.row('c', 'go', 'b');
// @ts-expect-error no such event
builder.row('a', 'stop', 'b');
// @ts-expect-error a parameter of another type than the signature says
takes('(i64)', (cents: number) => cents > 5);
// @ts-expect-error more parameters than the signature has
takes('bool(str)', (who: string, cents: bigint) => cents > 5n);
// @ts-expect-error no such word
takes('(long)', (cents: bigint) => cents > 5n);
// @ts-expect-error no signature
takes('i64, str', (cents: bigint) => cents > 5n);
