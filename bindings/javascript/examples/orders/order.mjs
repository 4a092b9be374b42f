// An order: what the callbacks of orders.fsm look at and change, and the table of that document.

import { Table } from 'swiftfsm';

const LARGEST = 2n ** 63n - 1n;

/** The context of a machine. Amounts are in cents. */
export class Order {
  total = 0n;
  paid = 0n; // what was paid and not repaid
  standing = 'new';
  parcel = '';
  trail = []; // its steps, for those who ask later
  requests = []; // what others have to do, of the step under way

  copy() {
    return Object.assign(new Order(), this, { trail: [...this.trail], requests: [...this.requests] });
  }
}

/** An exception ends the step: it does not take place, and whoever sent the event hears why. */
function sum(amount, more) {
  if (more > LARGEST - amount) throw new RangeError('the amount becomes too large');
  return amount + more;
}

function rowName(step) {
  if (step.row === 0) return '';
  const { table } = step.machine;
  return table.rowLabel(step.row) ?? `line ${table.transitions.find(({ row }) => row === step.row).line}`;
}

/** The hook of every step, whatever its outcome. */
function record(step, order) {
  order.trail.push({
    time: BigInt(step.machine.now),
    event: step.event ?? (step.isEventless ? 'eventless' : 'create'),
    row: rowName(step),
    source: step.source ?? '',
    target: step.target ?? '',
    outcome: step.outcome,
    key: '',
    requests: order.requests,
  });
  order.requests = [];
}

/** The amount of an event: its only argument that is a number. */
const cents = (values) => values.find((value) => typeof value === 'bigint');

/** Return the table of all orders. Throws DefinitionError, which says what is wrong with the document. */
export function orderTable(document, file) {
  const asks = (what) => (step, order) => order.requests.push(what);
  const callbacks = {
    positive: (step, order, ...values) => cents(values) > 0n,
    affordable: (step, order, ...values) => cents(values) <= order.paid,
    priced: (step, order) => order.total > 0n,
    settled: (step, order) => order.paid >= order.total,
    nothing_paid: (step, order) => order.paid === 0n,
    standing: (step, order) => order.standing,
    add_item: (step, order, article, amount) => {
      order.total = sum(order.total, amount);
    },
    book: (step, order, amount) => {
      order.paid = sum(order.paid, amount);
    },
    repay: (step, order, amount) => {
      order.paid -= amount;
    },
    repay_all: (step, order) => {
      order.paid = 0n;
    },
    track: (step, order, parcel) => {
      if (new TextEncoder().encode(parcel).length > 63) throw new RangeError('the name of a parcel is longer than 63 bytes');
      order.parcel = parcel;
    },
    // What others have to do is put down with the step.
    release: asks('release'),
    notify: asks('notify'),
    demand: asks('demand'),
  };
  return Table.read(document, callbacks, { file, onStep: record });
}
