// What stands beside the picture: the machine, the time, events, answers and the history.

const $ = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The active states. */
export function showActive(simulation) {
  const { machine, states } = simulation;
  const labels = states.map((state) => element('span', { textContent: state }));
  const stopped = element('span', { className: 'stopped', textContent: machine.isDone ? 'done' : 'stopped' });
  $('active').replaceChildren(...(labels.length > 0 ? labels : [stopped]));
}

/** The time, if there are timers. */
export function showTime(simulation) {
  const { machine } = simulation;
  $('time-panel').hidden = !simulation.hasTimers && machine.due === null;
  const { due } = machine;
  $('now').textContent = `${machine.now}${due === null ? '' : `, next timer at ${due}`}`;
  $('to-due').disabled = due === null;
}

/** A button for each event; with what it carries, if it carries anything. */
export function showEvents(simulation, send) {
  const { table, possible, machine } = simulation;
  const isStopped = machine.state === null;
  const kept = new Map([...$('events').querySelectorAll('input')].map((input) => [input.name, input.value]));
  const focused = document.activeElement?.dataset?.event;
  const names = [...table.events].sort((one, other) => possible.has(other) - possible.has(one));
  $('events').replaceChildren(...names.map((event) => {
    const button = element('button', { textContent: event, className: possible.has(event) ? 'possible' : 'other', disabled: isStopped });
    button.dataset.event = event;
    button.title = possible.has(event) ? 'Send this event' : 'Send this event, and see why it is refused';
    const carried = table.arguments(event);
    if (carried.length === 0) {
      button.addEventListener('click', () => send(event, []));
      return button;
    }
    const inputs = carried.map((argument, index) => argumentInput(event, argument, index, kept));
    const form = element('form', {}, button, ...inputs);
    form.addEventListener('submit', (submit) => {
      submit.preventDefault();
      send(event, inputs.map((input, index) => valueOf(input, carried[index].type)));
    });
    return form;
  }));
  if (focused !== undefined) $('events').querySelector(`[data-event="${CSS.escape(focused)}"]`)?.focus();
}

function argumentInput(event, { type, name }, index, kept) {
  const key = `${event} ${index}`;
  const label = `${name ?? `argument ${index + 1}`} (${type})`;
  const value = kept.get(key) ?? (type === 'str' ? name ?? 'text' : type === 'bool' ? 'true' : '1');
  const input = element('input', { name: key, value, title: label });
  input.setAttribute('aria-label', `${event}: ${label}`);
  return input;
}

function valueOf({ value }, type) {
  if (type === 'str') return value;
  if (type === 'bool') return value === 'true' || value === '1';
  if (type === 'i64' || type === 'u64') return /^-?\d+$/.test(value) ? BigInt(value) : Number(value);
  return type === 'f32' ? Math.fround(Number(value)) : Number(value);
}

/** A switch for each guard, and a choice for whatever else is asked. */
export function showAnswers(simulation, changed) {
  const { questions, answers } = simulation;
  $('answers-panel').hidden = questions.length === 0;
  $('answers').replaceChildren(...questions.map((question) => {
    const { role, name, choices } = question;
    const key = `${role} ${name}`;
    let control;
    if (choices === undefined) {
      control = element('input', { type: 'checkbox', className: 'switch', checked: answers.get(key) ?? true });
      control.setAttribute('role', 'switch');
      control.addEventListener('change', () => changed(key, control.checked));
    } else {
      control = element('select', {}, ...choices.map((choice) => element('option', { textContent: choice })));
      if (answers.has(key)) control.value = answers.get(key);
      control.addEventListener('change', () => changed(key, control.value));
    }
    control.dataset.question = key;
    const words = element('span', { textContent: name }, element('span', { className: 'role', textContent: role }));
    return element('label', {}, words, control);
  }));
}

/** Why an event was not taken. */
export function showReasons(simulation, entry, goTo) {
  const box = $('reasons');
  box.className = entry?.error === undefined ? '' : 'bad';
  if (entry?.error !== undefined) {
    box.replaceChildren(element('strong', { textContent: `${entry.title}: ` }), entry.error);
    return;
  }
  if (entry?.why === undefined) {
    box.replaceChildren();
    return;
  }
  const { event, reasons = [] } = entry.why;
  const head = element('strong', { textContent: `'${event}' is ${entry.outcome}. ` });
  if (reasons.length === 0) {
    const takers = new Set(simulation.table.transitions.filter((each) => each.event === event).map(({ source }) => source));
    const where = takers.size === 0 ? 'No state has a row for it.' : `Only these states have a row for it: ${[...takers].join(', ')}.`;
    box.replaceChildren(head, `No active state has a row for it. ${where}`);
    return;
  }
  box.replaceChildren(head, element('ul', {}, ...reasons.map((reason) => {
    const { line } = reason.transition;
    const link = element('button', { textContent: `line ${line}` });
    link.addEventListener('click', () => goTo(line));
    return element('li', {}, link, `: ${sentence(simulation, reason)}`);
  })));
}

function sentence({ table }, { kind, transition, predicate, value, guard }) {
  const way = `${transition.source} → ${transition.target}`;
  if (kind === 'guard refused') {
    const { conditions, row } = transition;
    const condition = conditions[guard];
    if (condition !== undefined) return `${way} needs '${condition.state}' to be ${condition.isActive ? 'active' : 'inactive'}`;
    return `${way}: the guard '${table.rowCallbacks(row).guards[guard - conditions.length] ?? guard}' says no`;
  }
  if (kind === 'not matched') return `${way} needs ${predicate} ${transition.cases[predicate].join(' or ')}; it is ${value ?? 'not known'}`;
  if (kind === 'resolver refused') return `${way}: the resolver names no state`;
  return `${way}: ${kind}`;
}

/** What was done, newest first. */
export function showHistory(simulation) {
  const { history } = simulation;
  $('count').textContent = `${history.length} ${history.length === 1 ? 'entry' : 'entries'}`;
  $('history').start = history.length;
  $('history').replaceChildren(...[...history].reverse().slice(0, 200).map(({ title, outcome, error, steps, states }) => {
    const isTaken = outcome === 'transitioned' || outcome === 'ok' || outcome === 'deferred';
    const mark = element('span', { className: error !== undefined ? 'failed' : isTaken ? '' : 'no' },
      isTaken && outcome !== 'deferred' ? ` → ${states.join(' + ') || 'stopped'}` : ` ${error ?? outcome}`);
    const item = element('li', {}, element('b', { textContent: title }), mark);
    for (const step of steps) {
      const words = [step.event !== null && step.event !== title.split(' ')[0] ? `${step.event}:` : '', ...step.calls].filter((word) => word !== '');
      if (words.length > 0) item.append(element('span', { className: 'calls', textContent: words.join(' · ') }));
    }
    return item;
  }));
}
