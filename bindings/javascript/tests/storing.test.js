// Documents, snapshots, journals and replay.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { argumentsFault, Builder, Machine, NEW_TOKEN, read, readInto, signatureFault, SnapshotError, table, Table } from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

const orders = readFileSync(process.env.ORDERS, 'utf8');
const anything = () => () => 1;

test('a document is written as it was read', () => {
  const one = Table.read(orders, anything);
  const text = one.write();
  const other = read(text, anything);
  assert.equal(other.write('text'), text);
  assert.deepEqual(other.fingerprint(), one.fingerprint());
  assert.equal(other.snapshotKey, one.snapshotKey);
  assert.equal(JSON.parse(one.write('json')).definition, 'orders');
  assert.match(one.write('dot', { current: ['basket'], focus: ['basket'] }), /digraph/);
  assert.match(one.write('mermaid', { flat: true, hidden: ['closed'] }), /stateDiagram/);
  assert.match(one.write('plantuml', { taken: new Array(one.rowCount).fill(3) }), /@startuml/);
  assert.match(one.write('matrix'), /basket/);
  assert.match(one.write('markdown'), /\| basket/);
  assert.match(one.write('html'), /<table/);
  assert.throws(() => one.write('pdf'), /not one of/);
  assert.throws(() => one.write('dot', { taken: [1] }), { status: 'OUT_OF_RANGE' });
});

test('callbacks by role, and named callbacks of tables', () => {
  const calls = [];
  const text = 'definition\n  initial a\n  state a\n    go ? do -> same / do\n';
  const machine = new Machine(Table.read(text, { guard: { do: () => calls.push('guard') }, action: { do: () => calls.push('action') } }), {});
  machine.send('go');
  assert.deepEqual(calls, ['guard', 'action']);
  const thank = () => 0;
  const named = table({ events: ['go'], states: { a: { on: { go: { to: 'a', actions: thank } } } }, callbackNames: { thank } });
  assert.match(named.write(), /go -> a \/ thank/);
  const builder = new Builder();
  readInto(builder, text, anything);
  builder.row('a', 'stop', 'a');
  assert.deepEqual(new Machine(builder.build(), {}).table.events, ['go', 'stop']);
});

test('a table without its callbacks can be asked', () => {
  const table = Table.read(orders, {}, { unbound: true });
  assert.ok(table.states.includes('basket'));
  assert.throws(() => new Machine(table, {}), { status: 'UNBOUND_CALLBACKS' });
});

test('signatures are checked', () => {
  assert.equal(signatureFault('bool(context, i32)'), null);
  assert.deepEqual(signatureFault('bool(contxt)').position, 5);
  assert.equal(argumentsFault('i32, str'), null);
  assert.ok(argumentsFault('i32, int').expected.length > 0);
});

test('a machine is stored and restored, as bytes and as JSON', () => {
  const rules = Table.read(orders, () => () => false);
  const machine = new Machine(rules, {});
  machine.setStates(['unpaid', 'packed']);
  machine.send('deliver', 'a neighbour');
  machine.advance(100);
  for (const [snapshot, due] of [[machine.snapshot(), 604700], [machine.snapshot({ json: true }), 604700], [machine.snapshot({ due: true }), 604800]]) {
    const other = new Machine(rules, {}, { initial: null });
    other.restore(snapshot);
    assert.deepEqual(other.states, ['unpaid', 'packed']);
    assert.equal(other.due, due);
    assert.deepEqual(other.snapshot({ due: true }).length, machine.snapshot({ due: true }).length);
  }
  assert.deepEqual(JSON.parse(machine.snapshot({ json: true })).states, ['unpaid', 'packed']);
});

test('a snapshot of another version is migrated', () => {
  const one = new Machine(Table.read('definition x version 1\n  initial old\n  old go -> old\n'), {});
  const rules = Table.read('definition x version 2\n  initial new\n  new go -> new\n  other go -> new\n');
  const machine = new Machine(rules, {});
  const snapshot = one.snapshot();
  assert.throws(() => machine.restore(snapshot), (error) => {
    assert.ok(error instanceof SnapshotError);
    assert.equal(error.status, 'UNKNOWN_STATE');
    assert.match(error.diagnostics[0].text, /old/);
    assert.match(error.message, /^the snapshot cannot be restored:\nerror: .*or name one in the function migrate$/s);
    return true;
  });
  const asked = [];
  machine.restore(snapshot, { migrate: (missing) => {
    asked.push([missing.part, missing.name]);
    return 'other';
  } });
  assert.equal(machine.state, 'other');
  assert.deepEqual(asked, [['state', 'old']]);
  assert.throws(() => machine.restore(snapshot, { migrate: () => {
    throw new URIError('no');
  } }), URIError);
});

test('a journal leads to the same machine', () => {
  const { gate, turnstile } = makeGate();
  const parts = [];
  gate.journal((part) => parts.push(part));
  for (const event of ['coin', 'pass', 'pass', 'coin']) gate.send(event);
  gate.checkJournal();
  const journal = Buffer.concat(parts);
  const other = new Machine(turnstile, {}, { initial: null });
  assert.equal(other.replayJournal(journal).steps, 4);
  assert.deepEqual(other.snapshot(), gate.snapshot());
  assert.equal(other.replayJournal(journal, 1).steps, 1);
  for (const all of [Infinity, 2 ** 32, 2 ** 40]) assert.equal(new Machine(turnstile, {}).replayJournal(journal, all).steps, 4);
  for (const wrong of [NaN, -1, 1.5]) assert.throws(() => other.replayJournal(journal, wrong), /the limit of steps is (NaN|-1|1.5)/);
  assert.equal(other.state, 'unlocked');
  assert.deepEqual(other.replayJournal(journal.subarray(0, -1)).steps, 3);
  assert.throws(() => other.replayJournal(journal.map((byte) => byte ^ 0xff)), {
    name: 'SnapshotError', status: 'BAD_CONFIGURATION', message: 'the journal cannot be replayed: it was damaged, or cut off',
  });
  const lines = [];
  gate.journal((line) => lines.push(JSON.parse(line)), { json: true });
  gate.send('pass');
  assert.equal(lines[1].step.event, 'pass');
  gate.journal(null);
  gate.send('coin');
  assert.equal(lines.length, 2);
  gate.journal(() => {
    if (gate.state === 'locked') throw new URIError('full');
  });
  gate.checkJournal();
  assert.throws(() => gate.send('pass'), URIError);
  assert.equal(gate.state, 'locked');
  assert.throws(() => gate.checkJournal(), URIError);
  gate.journal(null);
  gate.checkJournal();
});

test('a log is replayed over many tokens', () => {
  const { turnstile } = makeGate();
  const ids = ['coin', 'pass'].map((event) => turnstile.eventId(event));
  const { states, counts, violations, outcomes, rowCounts } = turnstile.replay({
    states: new Int32Array(3).fill(NEW_TOKEN), events: Uint8Array.from([0, 0, 0, 1, 0]), eventMap: ['coin', 'pass'],
    tokens: Uint16Array.from([0, 1, 0, 1, 1]), results: ['outcomes', 'rowCounts'], initial: 'locked',
  });
  assert.deepEqual([...states], [turnstile.stateId('unlocked'), turnstile.stateId('unlocked'), NEW_TOKEN]);
  assert.deepEqual([counts.transitioned, counts.unhandled], [4, 1]);
  assert.deepEqual(violations, [{ index: 2, token: 0, state: 'unlocked', event: 'coin', outcome: 'unhandled' }]);
  assert.deepEqual([...outcomes], [1, 1, 3, 1, 1]);
  assert.deepEqual([...rowCounts], [0n, 3n, 0n, 1n]);
  assert.equal(ids.length, 2);
  const lists = turnstile.replay({ tokenCount: 2, events: ['coin', 'pass', 'coin'], offsets: [0, 2, 3] });
  assert.deepEqual([...lists.states].map((id) => turnstile.states.at(id)), ['locked', 'unlocked']);
  assert.throws(() => turnstile.replay({ events: [99] }), { status: 'UNKNOWN_EVENT', index: 0 });
  assert.throws(() => turnstile.replay({ events: ['coin'], tokens: [1] }), TypeError);
  assert.throws(() => turnstile.replay({ events: ['coin'], results: ['riches'] }), RangeError);
});

test('what goes with the events and tokens of a replay is as long as they are', () => {
  const purse = table({
    events: { pay: ['i32', 'str'], go: [] }, predicates: { P: ['a', 'b'] }, initial: 'open', states: { open: { on: { pay: 'open', go: 'open' } } },
  });
  const chart = table({
    events: ['go'], initial: 'both', warningsOff: ['all'],
    states: { both: { kind: 'parallel' }, one: { in: 'both', default: 'a' }, a: { in: 'one', on: { go: 'a' } }, two: { in: 'both', default: 'b' }, b: { in: 'two', on: { go: 'b' } } },
  });
  const three = { events: ['go', 'go', 'go'], isLenient: true };
  const wrong = [
    [{ tokens: new Uint8Array(2) }, /^tokens: there are 2, and there must be 3: one for each event$/], [{ tokens: new Uint8Array(4) }, /tokens: there are 4/],
    [{ times: [1, 2] }, /times: there are 2, and there must be 3/], [{ times: [1, 2, NaN] }, /times.2. is NaN, not a whole number/],
    [{ offsets: [0, 1, 3] }, /offsets: there are 3, and there must be 2: one for each token, and the end/], [{ tokenCount: 3, offsets: [0, 3] }, /offsets: there are 2, and there must be 4/], [{ offsets: [0, 1.5] }, /offsets.1. is 1.5/], [{ offsets: [0, 2n ** 64n + 3n] }, /offsets.1. is 18446744073709551619/],
    [{ cases: { P: new Int8Array(1) } }, /the cases of P: there are 1,/],
    [{ arguments: { pay: [new Int32Array(1)] } }, /argument 0 of pay: there are 1,/], [{ arguments: { pay: [new Int32Array(3), ['x']] } }, /argument 1 of pay/],
    [{ arguments: { pay: [new Int32Array(3), ['x', 'a\0b', 'z']] } }, /a string of argument 1 of pay has a zero character/],
    [{ tokenCount: 2, contexts: [{}] }, /contexts: there are 1, and there must be 2/], [{ states: new Int32Array(0) }, /states: each token has 1 .replayWidth., and there are 0/],
    [{ states: new Int32Array(2), tokenCount: 3 }, /states: there are 2, and there must be 3: replayWidth for each of 3 tokens/], [{ states: [0] }, /states must be an Int32Array/],
    [{ tokenCount: 0 }, /tokenCount is 0, not a whole number from 1/], [{ tokenCount: 1.5 }, /tokenCount is 1.5/], [{ violations: -1 }, /violations is -1/],
    [{ firstIndex: 2 ** 60 }, /firstIndex is 1152921504606847000/], [{ firstIndex: NaN }, /firstIndex is NaN/],
  ];
  for (const [options, message] of wrong) assert.throws(() => purse.replay({ ...three, ...options }), { message });
  assert.throws(() => chart.replay({ events: ['go'], states: new Int32Array(3) }), /states: each token has 2/);
  for (const [tokens, message] of [
    [Uint8Array.from([0, 1, 1]), 'the replay ended: tokens[1] is 1, and there are 1: see tokenCount'],
    [BigInt64Array.from([0n, 0n, -7n]), 'the replay ended: tokens[2] is -7, and there are 1: see tokenCount'],
  ]) assert.throws(() => purse.replay({ ...three, tokens }), { name: 'SwiftFSMError', status: 'OUT_OF_RANGE', message });
  assert.equal(purse.replay({ ...three, times: [1, 2n, 3], tokens: new Uint8Array(3), violations: 0 }).counts.transitioned, 3);
});

test('callbacks are called in a replay, with the context of their token', () => {
  const purse = table({
    events: { pay: ['i32', 'str'] }, initial: 'open',
    states: { open: { on: { pay: { to: 'open', guard: (step, mine, cents) => cents > 0, actions: (step, mine, cents, who) => mine.push(`${who} ${cents}`) } } } },
  });
  const contexts = [[], []];
  const { counts } = purse.replay({
    events: ['pay', 'pay', 'pay'], tokens: Int32Array.from([0, 1, 1]), tokenCount: 2, arguments: { pay: [Int32Array.from([5, 0, 7]), ['ann', 'bob', 'bob']] },
    guards: 'ask', callActions: true, contexts,
  });
  assert.deepEqual(contexts, [['ann 5'], ['bob 7']]);
  assert.equal(counts.refused, 1);
  assert.throws(() => purse.replay({ events: ['pay'] }), { status: 'UNSUPPORTED' });
  const wrong = table({ events: ['go'], initial: 'a', states: { a: { on: { go: { to: 'a', guard: () => {
    throw new URIError('mine');
  } } } } } });
  assert.throws(() => wrong.replay({ events: ['go'], guards: 'ask' }), URIError);
});

test('callbacks of a replay ask the machine of their token, and raise events', () => {
  const seen = [];
  let machine;
  const lamp = table({
    events: ['press', 'warm', 'burn'], initial: 'dark',
    states: {
      dark: { on: { press: { to: 'light', guard: (step) => step.machine.in('dark') && !step.machine.can('burn'), actions: (step) => {
        machine = step.machine;
        const { token, context, state, states, isDone, isClosed, pending, now, due } = machine;
        seen.push([token, context, state, states, isDone, isClosed, pending, now, due, machine.permitted(), machine.probe('press').target]);
        machine.checkJournal();
        assert.equal(machine.raise('warm'), 'queued');
        assert.equal(machine.pending, 1);
      } } } },
      light: { default: 'cold' }, cold: { in: 'light', on: { warm: 'hot' } }, hot: { in: 'light', on: { burn: 'dark' } },
    },
  });
  const { states, counts } = lamp.replay({
    events: ['press', 'press', 'burn'], tokens: Uint8Array.from([0, 1, 1]), tokenCount: 2, contexts: ['hall', 'attic'], guards: 'ask', callActions: true,
  });
  assert.deepEqual(seen, [
    [0, 'hall', 'dark', ['dark'], false, false, 0, 0, null, ['press'], 'cold'], [1, 'attic', 'dark', ['dark'], false, false, 0, 0, null, ['press'], 'cold'],
  ]);
  assert.deepEqual([states[0], states[lamp.replayWidth], counts.transitioned], [lamp.stateId('hot'), lamp.stateId('dark'), 3]);
  assert.ok(machine instanceof Machine && machine.isClosed);
  assert.throws(() => machine.state, { status: 'NULL_POINTER', message: /the token of a replay is there while its callback runs/ });
  assert.equal(new Machine(lamp, {}).token, undefined);
});

test('callbacks of a replay cannot change the machine of their token otherwise', async () => {
  const changes = [
    (machine) => machine.send('go'), (machine) => machine.sendWith('go'), (machine) => machine.request('a'), (machine) => machine.run(['go']),
    (machine) => machine.start(), (machine) => machine.stop(), (machine) => machine.update(), (machine) => machine.setState('a'), (machine) => machine.setStates(['a']),
    (machine) => machine.advance(5), (machine) => machine.sendLater('go', 5), (machine) => machine.cancel(1), (machine) => machine.clock(), (machine) => machine.snapshot(),
    (machine) => machine.restore('{}'), (machine) => machine.journal(() => {}), (machine) => machine.replayJournal('{}'), (machine) => machine.runPending(),
    (machine) => machine.onStep(() => {}), (machine) => machine.onUnhandled(null), (machine) => machine.close(), (machine) => machine.discardPending(),
  ];
  const later = [
    (machine) => machine.sendAsync('go'), (machine) => machine.requestAsync('a'), (machine) => machine.startAsync(), (machine) => machine.stopAsync(),
    (machine) => machine.advanceAsync(5), (machine) => machine.runPendingAsync(),
  ];
  const refused = { name: 'StateError', status: 'BUSY', message: /a callback of a replay asks its machine and, in a chart, raises events: it cannot change it otherwise/ };
  const promises = [];
  const rules = table({
    events: ['go'], initial: 'a', states: { a: { on: { go: { to: 'a', actions: ({ machine }) => {
      for (const change of changes) assert.throws(() => change(machine), refused, String(change));
      promises.push(...later.map((change) => assert.rejects(change(machine), refused, String(change))));
      assert.throws(() => machine.raise('go'), { status: 'BAD_VALUE' }); // no chart
    } } } } },
  });
  assert.equal(rules.replay({ events: ['go', 'go'], callActions: true }).counts.transitioned, 2);
  await Promise.all(promises);
  assert.equal(promises.length, 2 * later.length);
});
