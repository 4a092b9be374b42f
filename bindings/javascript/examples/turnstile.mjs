// A turnstile: two states, two events, four rows. The first program to read.

import { DefinitionError, Machine, table } from 'swiftfsm';

// What a machine controls: it is passed to every callback.
class Hardware {
  coins = 0;
  alarms = 0;

  say(what) {
    console.log(`  ${what}`);
  }
}

function turnstile() {
  return table({
    context: /** @type {Hardware} */ (undefined),
    events: ['coin', 'pass'],
    states: {
      locked: {
        on: {
          coin: {
            to: 'unlocked',
            actions: (step, gate) => {
              gate.coins++;
              gate.say('the arm is released');
            },
          },
          pass: {
            to: 'locked',
            actions: (step, gate) => {
              gate.alarms++;
              gate.say('the alarm sounds');
            },
          },
        },
      },
      unlocked: {
        on: {
          coin: {
            to: 'unlocked',
            actions: (step, gate) => {
              gate.coins++;
              gate.say('"thank you" lights up');
            },
          },
          pass: { to: 'locked', actions: (step, gate) => gate.say('the arm is locked') },
        },
      },
    },
  });
}

try {
  const hardware = new Hardware();
  const gate = new Machine(turnstile(), hardware, { initial: 'locked' });
  for (const event of ['pass', 'coin', 'coin', 'pass', 'pass']) {
    console.log(`${gate.state}, ${event}`);
    const outcome = gate.send(event);
    console.log(`  ${outcome}: ${gate.state}`);
  }
  console.log(`coins: ${hardware.coins}, alarms: ${hardware.alarms}`);
} catch (error) {
  if (!(error instanceof DefinitionError)) throw error;
  console.error(error.message); // every error of the definition, with its place
  process.exitCode = 1;
}
