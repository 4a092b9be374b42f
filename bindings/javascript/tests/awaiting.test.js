// Callbacks that return promises.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'node:test';

import { CallbackFailed, Machine, table } from 'swiftfsm';

import { makeGate } from './support/turnstile.js';

const later = async (value) => {
  await sleep(1);
  return value;
};

test('guards, actions, entry callbacks and hooks are awaited, one after the other', async () => {
  const order = [];
  const slow = (what, value) => async () => {
    order.push(`${what}…`);
    await sleep(1);
    order.push(what);
    return value;
  };
  const shop = table({
    events: ['go'], initial: 'a',
    states: {
      a: { exit: slow('exit'), on: { go: { to: 'b', guard: [slow('one', true), slow('two', true)], actions: slow('act') } } },
      b: { entry: slow('entry'), on: { go: 'a' } },
    },
    onStep: slow('step'),
  });
  const machine = new Machine(shop, {});
  assert.equal(await machine.sendAsync('go'), 'transitioned');
  assert.equal(machine.state, 'b');
  assert.deepEqual(order, ['one', 'two', 'exit', 'act', 'entry', 'step'].flatMap((what) => [`${what}…`, what]));
});

test('a guard that says no later, and callbacks that are plain', async () => {
  const { gate, calls } = makeGate({ guard: () => later(false) });
  assert.equal(await gate.sendAsync('coin'), 'refused');
  assert.equal(await gate.sendAsync('pass'), 'transitioned');
  assert.deepEqual(calls, ['alarm']);
  await assert.rejects(gate.sendAsync('kick'), { status: 'UNKNOWN_EVENT' });
});

test('each guard of events that follow one another is given its own answer', async () => {
  for (const answer of [(value) => value, later]) {
    const calls = [];
    const guard = (name, value) => () => {
      calls.push(name);
      return answer(value);
    };
    const chart = table({
      events: ['go', 'sent', 'raised'], initial: 'a', warningsOff: ['all'],
      states: {
        a: { on: { go: { to: 'b', actions: (step) => step.machine.send('sent'), raises: 'raised' } } },
        b: { on: { raised: { to: 'a', guard: guard('raised', false) }, sent: { to: 'd', guard: guard('sent', true) } } },
        c: { in: 'b' },
        d: { on: { go: 'a' } },
      },
      onStep: (step) => { calls.push(`${step.event} ${step.outcome}`); },
    });
    const machine = new Machine(chart, null);
    assert.equal(await machine.sendAsync('go'), 'transitioned');
    assert.equal(machine.state, 'd');
    assert.deepEqual(calls, ['go transitioned', 'raised', 'raised refused', 'sent', 'sent transitioned']);
  }
});

test('resolvers and providers are awaited', async () => {
  for (const order of [undefined, ['exit', 'actions', 'resolve', 'commit', 'entry']]) {
    const definition = table({
      events: { go: ['i32'] }, initial: 'a', order,
      predicates: { P: { cases: ['x', 'y'], provider: () => later('y') } },
      states: { a: { on: { go: { when: { P: 'y' }, resolver: (step, context, number) => later(number > 5 ? 'b' : null) } } }, b: { kind: 'final' } },
    });
    const machine = new Machine(definition, {});
    assert.equal(await machine.sendAsync('go', 1), 'refused');
    assert.equal(await machine.sendAsync('go', 6), 'transitioned');
    assert.equal(machine.state, 'b');
  }
});

test('exceptions of promises come out unchanged', async () => {
  const mine = new EvalError('later');
  for (const part of ['guard', 'actions']) {
    const { gate } = makeGate({ [part]: async () => {
      await sleep(1);
      throw mine;
    } });
    await assert.rejects(gate.sendAsync('coin'), (error) => error === mine);
    assert.equal(gate.state, 'locked');
    assert.equal(await gate.sendAsync('pass'), 'transitioned');
  }
  const { gate } = makeGate({ actions: async () => {
    throw new CallbackFailed(-9);
  } });
  await assert.rejects(gate.sendAsync('coin'), { failure: -9 });
});

test('what hooks throw comes out of their own call, whatever is called meanwhile', async () => {
  const rejected = [];
  const note = (error) => rejected.push(error);
  process.on('unhandledRejection', note);
  const { gate: other } = makeGate();
  const failing = (message, wait) => async () => {
    await sleep(wait);
    throw new EvalError(message);
  };
  const thrown = () => {
    throw new EvalError('plain');
  };
  for (const [onStep, message] of [[[() => later(), thrown], 'plain'], [[failing('one', 5), failing('two', 1)], 'one'], [[thrown, failing('two', 1)], 'plain']]) {
    const { gate } = makeGate({ onStep });
    const sent = gate.sendAsync('coin');
    assert.match(other.send(other.state === 'locked' ? 'coin' : 'pass'), /transitioned/);
    await assert.rejects(sent, { message });
    assert.equal(gate.state, 'unlocked');
  }
  await sleep(10);
  process.off('unhandledRejection', note);
  assert.deepEqual(rejected, []);
});

test('further calls wait for their turn', async () => {
  const { gate } = makeGate({ guard: () => later(true), actions: () => later() });
  const outcomes = await Promise.all(['coin', 'pass', 'coin', 'coin'].map((event) => gate.sendAsync(event)));
  assert.deepEqual(outcomes, ['transitioned', 'transitioned', 'transitioned', 'unhandled']);
});

test('what is sent meanwhile waits: in a guard, in an action, and from elsewhere', async () => {
  const seen = [];
  const { gate } = makeGate({
    guard: async ({ machine }) => {
      await sleep(2);
      return true;
    },
    actions: async ({ machine }) => {
      await sleep(2);
      seen.push(machine.send('pass'));
    },
    onStep: ({ event }) => seen.push(event),
  });
  const sent = gate.sendAsync('coin');
  await sleep(1);
  assert.equal(gate.send('pass'), 'queued');
  assert.throws(() => gate.setState('locked'), { status: 'BUSY' });
  assert.throws(() => gate.snapshot(), { status: 'BUSY' });
  assert.equal(await sent, 'transitioned');
  assert.deepEqual(seen, ['queued', 'coin', 'pass', 'pass']);
  assert.equal(gate.state, 'locked');
  assert.equal(gate.send('pass'), 'transitioned');
});

test('what is sent while a guard is awaited that refuses then runs all the same', async () => {
  const { gate, calls } = makeGate({ guard: () => later(false) });
  const sent = gate.sendAsync('coin');
  assert.equal(gate.send('pass'), 'queued');
  assert.equal(gate.pending, 1);
  assert.equal(await sent, 'refused');
  assert.equal(gate.pending, 0);
  assert.deepEqual(calls, ['alarm']);
});

test('what is sent right after an awaited call does not overtake it, also not while calls wait for their turn', async () => {
  const order = [];
  const note = (what) => async () => order.push(what);
  const list = table({
    events: ['one', 'two', 'three'], initial: 'a',
    states: { a: { on: { one: { to: 'a', actions: note('one') }, two: { to: 'a', guard: () => later(true), actions: note('two') }, three: { to: 'a', actions: note('three') } } } },
  });
  for (const [first, second, expected] of [['one', 'one', 'one three one'], ['two', 'one', 'two three one'], ['one', 'two', 'one three two three']]) {
    const machine = new Machine(list, {});
    const sent = [machine.sendAsync(first), machine.sendAsync(second)];
    assert.equal(machine.send('three'), 'queued');
    await sent[0];
    if (second === 'two') assert.equal(machine.send('three'), 'queued');
    await sent[1];
    assert.equal(order.splice(0).join(' '), expected);
  }
});

test('what need not be awaited is done when the call returns', async () => {
  const { gate, calls } = makeGate();
  const sent = gate.sendAsync('coin');
  assert.deepEqual(calls, ['exit', 'unlock', 'entry']);
  assert.equal(gate.send('pass'), 'transitioned');
  assert.equal(await sent, 'transitioned');
});

test('what is sent while a guard is awaited that fails then waits, as behind any failure', async () => {
  const { gate, calls } = makeGate({ guard: async () => {
    await sleep(1);
    throw new EvalError('mine');
  } });
  const sent = gate.sendAsync('coin');
  assert.deepEqual([gate.send('pass'), gate.send('pass')], ['queued', 'queued']);
  await assert.rejects(sent, EvalError);
  assert.equal(gate.pending, 2);
  gate.runPending();
  assert.deepEqual([gate.pending, calls], [0, ['alarm', 'alarm']]);
});

test('in a chart too, what waits stays when a guard fails', async () => {
  const chart = table({
    events: ['go', 'next'], initial: 'both', warningsOff: ['all'],
    states: {
      both: { kind: 'parallel' }, one: { in: 'both', default: 'a' }, a: { in: 'one', on: { next: 'b', go: { to: 'b', guard: () => later().then(() => {
        throw new EvalError('mine');
      }) } } }, b: { in: 'one', on: { next: 'a' } }, two: { in: 'both', default: 'c' }, c: { in: 'two', on: { next: 'd' } }, d: { in: 'two' },
    },
  });
  const machine = new Machine(chart, {});
  const sent = machine.sendAsync('go');
  assert.equal(machine.send('next'), 'queued');
  await assert.rejects(sent, EvalError);
  assert.deepEqual([machine.pending, machine.states], [1, ['a', 'c']]);
  machine.runPending();
  assert.deepEqual(machine.states, ['b', 'd']);
});

test('an awaited call waits behind what an exception left waiting, also if that fails again', async () => {
  const done = [];
  const shop = table({
    events: ['open', 'pay', 'go'], initial: 'a',
    states: { a: { on: {
      open: { to: 'a', actions: ({ machine }) => ['pay', 'pay'].map((event) => machine.send(event)) },
      pay: { to: 'a', actions: () => {
        throw new EvalError('no coins');
      } },
      go: { to: 'a', actions: () => later(done.push('go')) },
    } } },
  });
  const machine = new Machine(shop, {});
  assert.throws(() => machine.send('open'), EvalError);
  assert.equal(machine.pending, 1);
  await assert.rejects(machine.sendAsync('go'), EvalError);
  assert.deepEqual([machine.pending, done], [1, []]);
  await machine.runPendingAsync();
  assert.deepEqual([machine.pending, done], [0, ['go']]);
});

test('what drops the events that wait drops an awaited call behind them, as it drops a plain one', async () => {
  const fail = () => {
    throw new EvalError('no coins');
  };
  const pay = (machine) => machine.send('pay');
  const drops = [
    [() => {}, { went: 'queued', state: null, pending: 0 }, (machine) => machine.stop()],
    [(machine) => machine.discardPending(), { went: 'queued', state: 'b', pending: 0 }],
    [(machine) => [machine.discardPending(), fail()], { went: 'no coins', state: 'a', pending: 0 }],
    [(machine) => [machine.discardPending(), machine.send('go'), fail()], { went: 'no coins', state: 'a', pending: 1 }],
    [(machine) => machine.close(), { went: 'queued', state: undefined, pending: undefined }],
    [fail, { went: 'no coins', state: 'a', pending: 1 }], // it waits
  ];
  const shop = (drop, wait) => table({
    events: ['fail', 'pay', 'go'], initial: 'a',
    states: {
      a: { on: { fail: { to: 'a', actions: [({ machine }) => wait(machine), fail] }, pay: { to: 'b', actions: ({ machine }) => drop(machine) }, go: 'a' } },
      b: { on: { go: 'b' } },
    },
  });
  const calls = [(machine) => machine.send('go'), (machine) => machine.sendAsync('go'), (machine) => machine.sendWithAsync('go')];
  for (const [drop, expected, wait = pay] of drops) {
    for (const call of calls) {
      const machine = new Machine(shop(drop, wait), {});
      assert.throws(() => machine.send('fail'), EvalError);
      const went = await (async () => call(machine))().catch((error) => error.message);
      const { state, pending } = machine.isClosed ? {} : machine;
      assert.deepEqual({ went, state, pending }, expected, `${drop} ${call}`);
    }
  }
});

test('an awaited call with a name that there is not leaves alone what waits', async () => {
  const shop = table({
    events: ['fail', 'pay'], initial: 'a',
    states: { a: { on: { fail: { to: 'a', actions: ({ machine }) => {
      machine.send('pay');
      throw new EvalError('no coins');
    } }, pay: 'b' } }, b: { on: { pay: 'b' } } },
  });
  const machine = new Machine(shop, {});
  await assert.rejects(machine.sendAsync('fail'), EvalError);
  await assert.rejects(machine.requestAsync('c'), { status: 'UNKNOWN_STATE' });
  await assert.rejects(machine.sendAsync('lend'), { status: 'UNKNOWN_EVENT' });
  assert.deepEqual([machine.state, await machine.sendAsync('pay'), machine.state], ['a', 'transitioned', 'b']);
});

test('a callback of an awaited step asks its machine, and is answered', async () => {
  const answers = [];
  const ask = ({ machine }) => answers.push(machine.can('coin'), machine.probe('pass').outcome);
  const asked = table({
    events: ['coin', 'go', 'pass'], initial: 'a',
    states: { a: { on: {
      coin: { to: 'a', guard: () => true }, pass: { to: 'a', guard: () => false },
      go: { to: 'a', guard: [ask, () => later(true), ask, () => later(true)], actions: ask },
    } } },
    onStep: ask, onUnhandled: ask,
  });
  assert.equal(await new Machine(asked, {}).sendAsync('go'), 'transitioned');
  assert.deepEqual(answers, new Array(4).fill([true, 'refused']).flat());
});

test('an awaited call of a machine whose step has led to it through another machine waits for that step', async () => {
  const order = [];
  const outcomes = [];
  const { gate: other } = makeGate({ actions: () => {
    outcomes.push(gate.sendAsync('pass'));
    order.push(gate.state, gate.send('pass'));
  } });
  const { gate, calls } = makeGate({ actions: () => other.send('coin') });
  assert.equal(gate.send('coin'), 'transitioned');
  assert.deepEqual([order, calls], [['locked', 'queued'], ['exit', 'entry']]);
  assert.equal(await outcomes[0], 'transitioned');
  assert.deepEqual(calls, ['exit', 'entry', 'lock', 'alarm']);
  // And the other way round: where no step of it is under way, it begins at once.
  const { gate: third } = makeGate({ actions: () => outcomes.push(other.sendAsync('pass'), other.state) });
  third.send('coin');
  assert.equal(outcomes[2], 'locked');
});

test('an awaited call from inside of a callback is queued', async () => {
  const outcomes = [];
  const { gate } = makeGate({ actions: ({ machine }) => {
    machine.sendAsync('pass').then((outcome) => outcomes.push(outcome));
  } });
  await gate.sendAsync('coin');
  assert.deepEqual(outcomes, ['queued']);
  assert.equal(gate.state, 'locked');
});

test('what an event carries is its own until its step is over', async () => {
  const told = [];
  const users = table({
    events: { rename: ['str', 'i32', 'str'] }, initial: 'a',
    states: { a: { on: { rename: { to: 'a', guard: () => later(true), actions: [() => later(), (step, user, ...values) => told.push([user, ...values])] } } } },
  });
  const long = 'a long name '.repeat(10000);
  await Promise.all([['ann', 'Ann', 1, 'née Smith'], ['bob', 'Bob', 2, ''], ['cid', long, 3, null]].map(
    ([user, ...values]) => new Machine(users, user).sendAsync('rename', ...values)));
  assert.deepEqual(told, [['ann', 'Ann', 1, 'née Smith'], ['bob', 'Bob', 2, ''], ['cid', long, 3, null]]);
});

test('what waits is what was sent, whatever becomes of the lists that it was sent with', async () => {
  const told = [];
  const users = table({
    events: { rename: ['str'] }, initial: 'a', predicates: { P: ['x', 'y'] },
    states: { a: { on: { rename: { to: 'a', guard: () => later(true), actions: (step, user, name) => told.push([name, step.case('P')]) } } } },
  });
  const machine = new Machine(users, {});
  const options = { cases: { P: 'x' }, arguments: ['ann'] };
  const sent = [machine.sendWithAsync('rename', options), machine.sendWithAsync('rename', options)];
  machine.sendWith('rename', options);
  options.cases.P = 'y';
  options.arguments[0] = 'bob';
  await Promise.all(sent);
  assert.deepEqual(told, new Array(3).fill(['ann', 'x']));
});

test('start, stop and time are awaited, and charts', async () => {
  const seen = [];
  const note = (what) => async () => {
    await sleep(1);
    seen.push(what);
  };
  const chart = table({
    events: ['tick', 'next'], initial: 'p',
    states: {
      p: { kind: 'parallel' },
      one: { in: 'p', default: 'a' }, a: { in: 'one', entry: note('a'), timeouts: { delay: 5, event: 'tick' }, on: { tick: { to: 'b', raises: 'next' } } },
      b: { in: 'one', entry: note('b'), exit: note('not b') },
      two: { in: 'p', default: 'c' }, c: { in: 'two', on: { next: 'd' } }, d: { in: 'two', entry: note('d') },
    },
    warningsOff: ['all'],
  });
  const machine = new Machine(chart, {}, { initial: null });
  await machine.startAsync();
  assert.deepEqual(machine.states, ['a', 'c']);
  await machine.advanceAsync(4);
  assert.deepEqual(seen, ['a']);
  await machine.advanceAsync(9);
  assert.deepEqual(machine.states, ['b', 'd']);
  await machine.stopAsync();
  assert.equal(machine.state, null);
  assert.deepEqual(seen, ['a', 'b', 'd', 'not b']);
});

test('a machine that is closed while a callback is awaited', async () => {
  const inGuard = makeGate({ guard: () => later(true) }).gate;
  const sent = inGuard.sendAsync('coin');
  inGuard.close();
  await assert.rejects(sent, /closed/);
  const inAction = makeGate({ actions: () => later() }).gate;
  const other = inAction.sendAsync('coin');
  inAction.close();
  assert.equal(await other, 'transitioned');
  await assert.rejects(inAction.sendAsync('coin'), /closed/);
});

test('a guard is called once, however often its step is planned', async () => {
  let asked = 0;
  const { gate } = makeGate({ guard: [() => ++asked > 0, () => later(true), () => ++asked > 0, () => later(true)] });
  await gate.sendAsync('coin');
  assert.equal(asked, 2);
});
