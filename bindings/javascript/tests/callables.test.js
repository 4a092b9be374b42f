// Callbacks that say which parameters they take.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { Builder, CallbackFailed, DefinitionError, Machine, SwiftFSMError, Table, takes, UnknownNameError } from 'swiftfsm';

import { counts } from '../src/callbacks.js';
import { CaseRun } from './support/case_run.js';

/** A gate whose coin carries what it is worth and who throws it in. */
function payment(fill, options = {}) {
  const builder = new Builder();
  builder.event('coin', ['i64', 'str']);
  builder.state('unlocked', { kind: 'final' });
  fill(builder);
  return new Machine(builder.build(), options.context ?? { notes: [] }, { initial: 'locked' });
}

function fails(work, kind, ...texts) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof kind, `${error}`);
    for (const text of texts) assert.ok(error.message.includes(text), `'${text}' is not in '${error.message}'`);
    return true;
  });
}

test('arguments are parameters, in the order of the signature', () => {
  const gate = payment((builder) => {
    builder.state('locked', { exit: takes('void(context, target)', (context, target) => context.notes.push(`exit to ${target}`)) });
    builder.state('unlocked', { entry: takes('(i64, context, str)', (cents, context, who) => context.notes.push(`entry ${cents} ${who}`)) });
    builder.row('locked', 'coin', 'unlocked', {
      guard: [takes('bool(i64)', (cents) => cents > 0n), takes('(i64, str)', (cents, who) => who !== 'eve')],
      actions: [
        takes('(step, event, source, i64, str)', (step, event, source, cents, who) => step.machine.context.notes.push(`${event} in ${source}: ${cents} of ${who}`)),
        takes('(context, args...)', (context, ...values) => context.notes.push(values.join(' '))),
        takes('(i64, context, args...)', (cents, context, ...values) => context.notes.push(values.join(' '))),
      ],
    });
  });
  assert.equal(gate.send('coin', 0, 'ann'), 'refused');
  assert.equal(gate.send('coin', 5, 'eve'), 'refused');
  assert.equal(gate.send('coin', 5, 'ann'), 'transitioned');
  assert.deepEqual(gate.context.notes, ['exit to unlocked', 'coin in locked: 5 of ann', '5 ann', 'ann', 'entry 5 ann']);
});

test('without an event arguments are empty', () => {
  const builder = new Builder();
  const types = ['bool', 'i8', 'i64', 'u64', 'f32', 'str', 'ptr'];
  const seen = [];
  builder.event('coin', types);
  builder.row('locked', 'coin', 'unlocked');
  builder.state('unlocked', { kind: 'final', entry: takes(`(${types.join(', ')}, time, event)`, (...values) => seen.push(values)) });
  const gate = new Machine(builder.build(), {}, { initial: null });
  gate.start('unlocked');
  assert.deepEqual(seen, [[false, 0, 0n, 0n, 0, '', 0, 0, null]]);
});

test('cases are parameters, and are provided', () => {
  const notes = [];
  let current = 'weak';
  const builder = new Builder();
  builder.predicate('Policy', ['weak', 'strong'], () => current);
  builder.predicate('Mood', ['glad', 'sad']);
  builder.row('locked', 'coin', 'locked', takes('(predicate( Policy ))', (policy) => notes.push(policy)));
  builder.state('locked', { update: takes('event(predicate(0), predicate(Mood))', (policy, mood) => (notes.push([policy, mood]), policy === 'strong' ? 'coin' : null)) });
  builder.onStep(takes('(...)', (all) => notes.push(all)));
  const gate = new Machine(builder.build(), {}, { initial: 'locked', isLenient: true });
  gate.send('coin');
  gate.sendWith('coin', { cases: { Policy: 'strong', Mood: 'sad' } });
  gate.onUnhandled(takes('(predicate(Mood))', (mood) => notes.push(mood)));
  current = 'strong';
  gate.update(1);
  assert.deepEqual(notes, [
    'weak', { Policy: 'weak', Mood: null }, 'strong', { Policy: 'strong', Mood: 'sad' }, ['strong', null], 'strong', { Policy: 'strong', Mood: null },
  ]);
});

test('what does not fit the events is told by the build', () => {
  const build = (guard) => () => payment((builder) => builder.row('locked', 'coin', 'unlocked', { guard }));
  fails(build(takes('bool(i32)', () => true)), DefinitionError, 'callables.test.js', 'bool(i32)', 'event coin has the arguments (i64, str)');
  fails(build(takes('(i64, str, bool)', () => true)), DefinitionError, 'i32(i64, str, bool)');
  fails(build(takes('void(i64)', () => true)), DefinitionError, 'void(i64)', 'bool');
  fails(build(takes('(predicate(7))', () => true)), DefinitionError, 'predicate');
});

test('what cannot be read is told where it is registered', () => {
  const before = { ...counts };
  const add = (guard) => () => {
    const builder = new Builder();
    try {
      builder.row('locked', 'coin', 'unlocked', { guard });
    } finally {
      builder.close();
    }
  };
  fails(add(takes('bool(long)', () => true)), SwiftFSMError, "'bool(long)' cannot be read at 5: expected a parameter");
  fails(add(takes('i64, str', () => true)), SwiftFSMError, "'i64, str' cannot be read at 0: expected a result");
  fails(add(takes('(predicate(Policy))', () => true)), UnknownNameError, "there is no predicate 'Policy'");
  fails(add(takes(() => true)), SwiftFSMError, 'no signature is declared');
  fails(() => takes('(i64)', 5), TypeError, 'a callback is a function, not 5');
  fails(() => takes(5), TypeError, 'a callback is a function, not 5');
  fails(() => takes(5, () => true), TypeError, 'a signature is a string, not 5');
  assert.equal(counts.registered - before.registered, counts.freed - before.freed);
});

test('hooks of a machine take no arguments', () => {
  const gate = payment((builder) => builder.row('locked', 'coin', 'unlocked'));
  const status = (error) => error.status === 'BAD_SIGNATURE';
  assert.throws(() => gate.onStep(takes('(i64)', () => 1)), status);
  assert.throws(() => gate.onUnhandled(takes('(predicate(3))', () => 1)), status);
  assert.throws(() => gate.onStep(takes('bool()', () => 1)), status);
  assert.equal(gate.send('coin', 1, 'ann'), 'transitioned');
});

test('what is thrown is carried through', () => {
  const oops = new RangeError('oops');
  const gate = payment((builder) => builder.row('locked', 'coin', 'unlocked', takes('(i64)', (cents) => {
    if (cents === 0n) throw oops;
    if (cents === 1n) throw new CallbackFailed(-7);
  })));
  assert.throws(() => gate.send('coin', 0, 'ann'), (error) => error === oops);
  assert.throws(() => gate.send('coin', 1, 'ann'), CallbackFailed);
  assert.deepEqual([gate.failure, gate.state], [-7, 'locked']);
  assert.equal(gate.send('coin', 2, 'ann'), 'transitioned');
});

test('documents may declare the signature', () => {
  const document = `definition gate
  event coin (i64, str)
  predicate Policy weak strong by policy
  callable guard enough bool(i64, predicate(Policy))
  state locked
    coin ? enough -> unlocked / thank
  state unlocked final
`;
  const context = { notes: [] };
  const callbacks = {
    enough: takes((cents, policy) => cents > 4n && policy === 'strong'),
    thank: takes('(context, i64, str)', ({ notes }, cents, who) => notes.push(`${cents} of ${who}`)),
    policy: takes('i32(context)', ({ policy }) => policy),
  };
  const table = Table.read(document, callbacks);
  const gate = new Machine(table, context, { initial: 'locked' });
  context.policy = 'weak';
  assert.equal(gate.send('coin', 5, 'ann'), 'refused');
  context.policy = 'strong';
  assert.equal(gate.send('coin', 5, 'ann'), 'transitioned');
  assert.deepEqual(context.notes, ['5 of ann']);
  assert.ok(table.write('text').includes('coin ? enough -> unlocked / thank'));
  const other = { ...callbacks, thank: takes(() => 1) };
  fails(() => Table.read(document, other), SwiftFSMError, "no signature is declared for 'thank'");
  fails(() => Table.read(document, { ...callbacks, thank: takes('(str)', () => 1) }, { file: 'gate.fsm' }), DefinitionError, 'gate.fsm:6', 'i32(str)');
});

test('they are awaited as others are', async () => {
  const notes = [];
  const builder = new Builder();
  builder.event('coin', ['i64']);
  builder.predicate('Policy', ['weak', 'strong'], () => 'strong');
  const later = (value) => new Promise((resolve) => { setTimeout(resolve, 1, value); });
  builder.row('locked', 'coin', 'unlocked', {
    guard: takes('(i64, predicate(Policy))', async (cents, policy) => later(cents > 1n && policy === 'strong')),
    actions: takes('(predicate(Policy), i64)', async (policy, cents) => notes.push(await later(`${policy} ${cents}`))),
  });
  builder.state('unlocked', { kind: 'final', entry: takes('(source, i64)', async (source, cents) => notes.push(await later(`${source} ${cents}`))) });
  const gate = new Machine(builder.build(), {}, { initial: 'locked' });
  assert.equal(await gate.sendAsync('coin', 1), 'refused');
  assert.equal(await gate.sendAsync('coin', 2), 'transitioned');
  assert.deepEqual(notes, ['strong 2', 'locked 2']);
});

test('a provider that fails for an action fails the step that is awaited', async () => {
  const oops = new Error('oops');
  const builder = new Builder();
  builder.predicate('Policy', ['weak', 'strong'], () => { throw oops; });
  builder.row('locked', 'coin', 'locked', takes('(predicate(Policy))', async () => 1));
  const gate = new Machine(builder.build(), {}, { initial: 'locked' });
  await assert.rejects(gate.sendAsync('coin'), (error) => error === oops);
  assert.throws(() => gate.send('coin'), (error) => error === oops);
});

test('a case that does not exist is told alike when it is provided for an action and after the commit', async () => {
  for (const [where, status, state] of [['actions', 'UNKNOWN_CASE', 'locked'], ['entry', 'CALLBACK_FAILED', 'unlocked']]) {
    const make = () => {
      const builder = new Builder();
      const taking = takes('(predicate(Policy))', () => 1);
      builder.predicate('Policy', ['weak', 'strong'], () => 7);
      builder.row('locked', 'coin', 'unlocked', where === 'actions' ? taking : {});
      builder.state('unlocked', { kind: 'final', ...(where === 'entry' ? { entry: taking } : {}) });
      return new Machine(builder.build(), {}, { initial: 'locked' });
    };
    const [gate, other] = [make(), make()];
    const isIt = (machine) => (error) => {
      assert.deepEqual([error.status, machine.state], [status, state], where);
      if (where === 'entry') assert.ok(error.failure === 7 && error.message.includes('case 7'), error.message);
      return true;
    };
    assert.throws(() => gate.send('coin'), isIt(gate));
    await assert.rejects(other.sendAsync('coin'), isIt(other));
  }
});

test('names of functions stay', () => {
  const builder = new Builder();
  builder.event('coin', ['i64']);
  const enough = takes('bool(i64)', (cents) => cents > 4n);
  builder.nameCallback(enough, 'enough');
  builder.row('locked', 'coin', 'locked', { guard: enough });
  assert.deepEqual(builder.build().rowCallbacks(1).guards, ['enough']);
});

test('what cases say that a callable is given is compared', () => {
  const { cases } = JSON.parse(readFileSync(process.env.CONFORMANCE, 'utf8'));
  let count = 0;
  for (const each of cases) {
    const spoilt = each.runs.find((run) => run.calls.some(({ trace }) => trace.some(spoil)));
    if (spoilt === undefined) continue;
    count++;
    const play = new CaseRun(each);
    play.read();
    play.create(spoilt);
    assert.throws(() => play.calls(spoilt.calls), undefined, each.path);
    play.close();
  }
  assert.ok(count > 20, String(count));
});

/** Change the first thing that is given; whether there is one. */
function spoil({ given }) {
  const [item] = given.flatMap((each) => [each, ...(each?.arguments ?? [])]).filter((each) => each?.type !== undefined);
  if (item?.value === undefined) return false;
  item.value = item.value === null ? 'x' : `${item.value}7`;
  return true;
}

test('they are called in a replay', () => {
  const builder = new Builder();
  builder.event('pay', ['i32']);
  builder.predicate('Policy', ['weak', 'strong'], () => 'strong');
  builder.row('open', 'pay', 'open', {
    guard: takes('(i32)', (cents) => cents > 0),
    actions: takes('(context, predicate(Policy), i32)', (mine, policy, cents) => mine.push(`${policy} ${cents}`)),
  });
  const contexts = [[], []];
  const { counts } = builder.build().replay({
    events: ['pay', 'pay', 'pay'], tokens: Int32Array.from([0, 1, 1]), tokenCount: 2, initial: 'open',
    arguments: { pay: [Int32Array.from([5, 0, 7])] }, guards: 'ask', callActions: true, contexts,
  });
  assert.deepEqual([contexts, counts.refused], [[['strong 5'], ['strong 7']], 1]);
});
