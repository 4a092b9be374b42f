// A turnstile that writes down what is called.

import { Machine, table } from 'swiftfsm';

/** Return { turnstile, gate, calls } with these guards and actions of the row (locked, coin). */
export function makeGate({ guard, actions, ...options } = {}) {
  const calls = [];
  const note = (what) => () => calls.push(what);
  const turnstile = table({
    events: { coin: [], pass: [] },
    initial: 'locked',
    states: {
      locked: { exit: note('exit'), on: { coin: { to: 'unlocked', guard, actions: actions ?? note('unlock') }, pass: { to: 'locked', actions: note('alarm') } } },
      unlocked: { entry: note('entry'), on: { pass: { to: 'locked', actions: note('lock') } } },
    },
    ...options,
  });
  return { turnstile, gate: new Machine(turnstile, {}), calls };
}
