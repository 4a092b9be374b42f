// The playground, used as a person does: by typing and clicking. What comes of it is told to the server (run.mjs).

import { page } from './main.js';

const $ = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

function type(text) {
  $('#text').value = text;
  $('#text').dispatchEvent(new Event('input'));
}

function choose(name) {
  $('#sample').value = name;
  $('#sample').dispatchEvent(new Event('change'));
}

const click = (event) => $(`[data-event="${event}"]`).click();
const active = () => all('#active span').map((span) => span.textContent).join(' ');
const equal = (found, expected, what = '') => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${what} ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
};
const matches = (text, pattern) => {
  if (!pattern.test(text)) throw new Error(`'${text}' does not match ${pattern}`);
};
const answer = (question, value) => {
  const control = $(`[data-question="${question}"]`);
  if (control.type === 'checkbox') control.checked = value;
  else control.value = value;
  control.dispatchEvent(new Event('change'));
};

const tests = {
  'an error is shown at its line as it is typed, and goes away': () => {
    choose('Turnstile');
    const text = $('#text').value;
    type(text.replace('pass -> same / alarm', 'pass -> nowhere / alarm'));
    const line = text.split('\n').findIndex((each) => each.includes('pass -> same')) + 1;
    equal(all('#gutter .error').map(({ textContent }) => textContent), [String(line)]);
    equal(all('#marks .error').length, 1);
    matches($('#faults').textContent, /nowhere/);
    equal($('#running').inert, true);
    $('#faults button').click();
    equal($('#text').value.slice($('#text').selectionStart, $('#text').selectionEnd).trim(), 'pass -> nowhere / alarm');
    type(text);
    equal(all('#gutter .error, #gutter .warning').length, 0);
    equal($('#faults').children.length, 0);
    equal($('#running').inert, false);
  },
  'several faults, of syntax and of sense, with columns': () => {
    type('definition\n  initial a\n  a go -> \n  b go => c\n');
    equal(all('#gutter .error').map(({ textContent }) => textContent), ['3', '4']);
    matches($('#faults .place').textContent, /^3:\d+$/);
    choose('Turnstile');
  },
  'a click on an event moves the machine, and is written down': () => {
    equal(active(), 'locked');
    click('coin');
    equal(active(), 'unlocked');
    equal(all('#picture .state.active').map(({ dataset }) => dataset.state), ['unlocked']);
    equal(all('#picture .edge.taken').length, 1);
    matches($('#history li').textContent, /^coin → unlocked/);
    matches($('#history li').textContent, /guard is_genuine: yes · action release/);
    click('pass');
    equal(active(), 'locked');
  },
  'a guard that says no refuses, and the page says why': () => {
    answer('guard is_genuine', false);
    equal($('[data-event=coin]').className, 'other');
    click('coin');
    equal(active(), 'locked');
    matches($('#reasons').textContent, /'coin' is refused.*line 6.*the guard 'is_genuine' says no/);
    answer('guard is_genuine', true);
    equal($('[data-event=coin]').className, 'possible');
  },
  'the picture has all states and arrows of every sample': () => {
    for (const { textContent: name } of all('#sample option')) {
      choose(name);
      const { table } = page.simulation;
      const drawn = all('#picture .state').map(({ dataset }) => dataset.state);
      for (const state of table.states) if (!drawn.includes(state)) throw new Error(`${state} is not drawn`);
      const ways = new Set(table.transitions.filter(({ target, source }) => !['same', 'internal', 'defer', source].includes(target)).map(({ source, target }) => `${source} ${target}`));
      equal(all('#picture .edge').length, ways.size, name);
      for (const box of all('#picture .state > rect, #picture .edge path')) {
        if (/NaN|undefined|Infinity/.test(box.outerHTML)) throw new Error(box.outerHTML);
      }
    }
  },
  'children lie inside of their parents': () => {
    choose('Orders');
    const { table } = page.simulation;
    const box = (state) => $(`#picture [data-state="${state}"] > rect`).getBBox();
    for (const state of table.states) {
      const parent = table.parent(state);
      if (parent === null) continue;
      const [inner, outer] = [box(state), box(parent)];
      const isInside = inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
      if (!isInside) throw new Error(`${state} is not inside ${parent}`);
    }
  },
  'orders: arguments, cases, timers': () => {
    choose('Orders');
    click('add');
    matches($('#history li').textContent, /^add \(article, 1\) → basket/);
    answer('guard settled', false);
    answer('provider standing', 'regular');
    click('place');
    equal(active(), 'unpaid allocating');
    equal($('#time-panel').hidden, false);
    $('#to-due').click();
    equal(active(), 'overdue allocating');
    matches($('#now').textContent, /^604800, next timer at/);
    $('#delay').value = '100';
    $('#advance-form').requestSubmit();
    matches($('#now').textContent, /^604900/);
    click('pack');
    matches($('#reasons').textContent, /'pack' is unhandled.*picking/);
  },
  'a change that leaves the states goes on where the machine is': () => {
    choose('Turnstile');
    click('coin');
    type(`${$('#text').value}    reset -> locked\n`);
    equal(active(), 'unlocked');
    click('reset');
    equal(active(), 'locked');
  },
  'an argument of a wrong type is told': () => {
    type('definition x\n  initial a\n  event pay (i32 cents)\n  a pay -> same\n');
    $('#events input').value = 'much';
    $('#events form').requestSubmit();
    matches($('#reasons').textContent, /pay/);
    equal($('#reasons').className, 'bad');
  },
  'the matrix, by keyboard': () => {
    choose('Turnstile');
    $('#tab-picture').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    equal($('#matrix').hidden, false);
    equal(document.activeElement.id, 'tab-matrix');
    matches($('#matrix').textContent, /locked.*unlocked/s);
    equal(all('#matrix tr.active').length, 1);
    $('#tab-picture').click();
    equal($('#picture').hidden, false);
  },
  'names are never markup': () => {
    type('definition\n  initial "<b>a</b>"\n  "<b>a</b>" "<i>go</i>" -> "<img src=x onerror=alert(1)>"\n  "<img src=x onerror=alert(1)>" "<i>go</i>" -> same\n');
    equal(all('#picture b, #picture img, #matrix i, #matrix img, #events i, #history i, #active b, #active img, #faults img').length, 0);
    equal(active(), '<b>a</b>');
  },
  'random texts never break the page': () => {
    const seed = Date.now() % 1_000_000;
    let state = seed;
    const random = (count) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * count);
    };
    choose('Orders');
    const text = $('#text').value;
    try {
      for (let round = 0; round < 60; round++) {
        const at = random(text.length);
        const end = at + random(40);
        type(text.slice(0, at) + [' ', '\n', '->', 'state ', ''][random(5)] + text.slice(end));
        if ($('#status').textContent === '') throw new Error('nothing is said');
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.stack}`);
    }
  },
};

const lines = [];
let passed = 0;
for (const [name, run] of Object.entries(tests)) {
  try {
    run();
    passed++;
    lines.push(`ok ${name}`);
  } catch (error) {
    lines.push(`NOT OK ${name}: ${error.stack.replace(/data:[^)]*base64,[^:)]*/g, 'data')}`);
  }
}
await fetch('/outcome', { method: 'POST', body: `${lines.join('\n')}\nfinished: ${passed} of ${Object.keys(tests).length}` });
