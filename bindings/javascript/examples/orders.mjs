// An order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads too.
//
//     orders.mjs DOCUMENT [CUSTOMER=STANDING ...] < LINES
//
// applies a line each (orders/line.mjs), then prints the steps of all orders. STANDING is new, regular or blocked. Exit
// status: 0; 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be
// used.

import { readFileSync } from 'node:fs';

import { readLine } from './orders/line.mjs';
import { orderTable } from './orders/order.mjs';
import { Service } from './orders/service.mjs';

const STANDINGS = ['new', 'regular', 'blocked'];

function readDocument(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read`);
  }
}

function trust(service, argument) {
  const equals = argument.indexOf('=');
  const standing = argument.slice(equals + 1);
  if (equals < 0 || !STANDINGS.includes(standing)) {
    throw new Error(`expected CUSTOMER=new, regular or blocked, not '${argument}'`);
  }
  service.trust(argument.slice(0, equals), standing);
}

/** Returns how many lines were wrong. */
function applyAll(service, lines) {
  const counts = { applied: 0, 'not taken': 0, 'applied before': 0 };
  let wrong = 0;
  let due = 0;
  lines.forEach((text, index) => {
    try {
      const line = readLine(text);
      if (line?.time !== undefined) due += service.advance(line.time);
      else if (line !== null) counts[service.apply(line)]++;
    } catch (error) { // of the line, of the machine, or of an action
      console.error(`orders: line ${index + 1}: ${error.message}`);
      wrong++;
    }
  });
  const [applied, notTaken, before] = Object.values(counts);
  console.log(`applied ${applied}, not taken ${notTaken}, applied before ${before}, wrong ${wrong}; timers of ${due} orders`);
  return wrong;
}

try {
  const [path, ...trusted] = process.argv.slice(2);
  if (path === undefined) throw new Error('usage: orders.mjs DOCUMENT [CUSTOMER=STANDING ...] < LINES');
  const service = new Service(orderTable(readDocument(path), path));
  for (const argument of trusted) trust(service, argument);
  const lines = readFileSync(0, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const wrong = applyAll(service, lines);
  process.stdout.write(service.report());
  process.exitCode = wrong > 0 ? 1 : 0;
} catch (error) {
  console.error(`orders: ${error.message}`);
  process.exitCode = 2;
}
