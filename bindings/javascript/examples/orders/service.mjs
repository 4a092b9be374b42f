// The service: all orders, in memory.

import { Machine } from 'swiftfsm';

import { argumentsOf, WrongLine } from './line.mjs';
import { Order } from './order.mjs';

export class Service {
  #table;
  #orders = new Map();
  #standings = new Map();
  #keys = new Map(); // the order and the event of each key
  #now = 0n;

  constructor(table) {
    this.#table = table;
  }

  /** Say how far a customer is trusted; new ones otherwise. */
  trust(customer, standing) {
    this.#standings.set(customer, standing);
  }

  /** Apply a line. Returns 'applied', 'not taken' or 'applied before'; throws WrongLine, and what the actions of the order
   * throw: then nothing has changed. */
  apply(line) {
    const use = `${line.order} ${line.name}`;
    const used = this.#keys.get(line.key);
    if (used !== undefined) {
      if (used !== use) throw new WrongLine('the key was used for another event: each event needs a key of its own');
      return 'applied before';
    }
    const applied = line.name === 'create' ? this.#create(line) : this.#change(line);
    this.#keys.set(line.key, use);
    return applied;
  }

  #create({ key, order: number, words }) {
    if (words.length !== 1) throw new WrongLine("'create' needs the customer's name");
    if (this.#orders.has(number)) throw new WrongLine('there is an order of this number already');
    const order = new Order();
    order.standing = this.#standings.get(words[0]) ?? 'new';
    const machine = new Machine(this.#table, order, { initial: null });
    this.#orders.set(number, machine);
    machine.advance(this.#now);
    machine.start();
    order.trail[0].key = key;
    return 'applied';
  }

  #change(line) {
    const machine = this.#orders.get(line.order);
    if (machine === undefined) throw new WrongLine('there is no order of this number: create it first');
    if (!this.#table.events.includes(line.name)) {
      throw new WrongLine(`there is no event '${line.name}': orders.fsm lists them`);
    }
    const values = argumentsOf(line, this.#table);
    // An event takes place as a whole, with all the steps that follow, or not at all.
    const before = machine.context.copy();
    const snapshot = machine.snapshot({ due: true });
    try {
      const outcome = machine.send(line.name, ...values);
      machine.context.trail[before.trail.length].key = line.key;
      return outcome === 'transitioned' || outcome === 'deferred' ? 'applied' : 'not taken';
    } catch (error) {
      machine.restore(snapshot);
      machine.context = before;
      throw error;
    }
  }

  /** Tell all orders the time: their timers are sent. Returns how many of them had one. */
  advance(now) {
    let count = 0;
    this.#now = now;
    for (const machine of this.#inOrder()) {
      const { trail } = machine.context;
      const steps = trail.length;
      machine.advance(now);
      for (const step of trail.slice(steps)) step.time = now; // when it was noticed
      if (trail.length > steps) count++;
    }
    return count;
  }

  #inOrder() {
    return [...this.#orders].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, machine]) => machine);
  }

  /** The steps of all orders, as "orders DB show ORDER" in C prints those of one. */
  report() {
    const numbers = [...this.#orders.keys()].sort((one, other) => (one < other ? -1 : 1));
    return numbers.map((number) => reportOf(number, this.#orders.get(number))).join('');
  }
}

function reportOf(number, machine) {
  const { total, paid, parcel, trail } = machine.context;
  const head = `order ${number}: ${machine.states.join('+')}, total ${total}, paid ${paid}${parcel && `, parcel ${parcel}`}\n`;
  return head + trail.map(stepText).join('');
}

function stepText(step, index) {
  const { time, event, source, target, row, outcome, key, requests } = step;
  return `${String(index + 1).padStart(3)}  ${String(time).padStart(8)}  ${event.padEnd(10)}  ${source}${target && ` -> ${target}`}` +
    `${row && `  (${row})`}  ${outcome}${key && `, key ${key}`}${requests.length > 0 ? `, asks: ${requests.join(' ')}` : ''}\n`;
}
