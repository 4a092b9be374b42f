// The machine that runs the document, and what happens to it.

import { Machine } from '../../src/bare.js';
import { hasTimeouts, questionsOf, readDocument } from './document.js';

export class Simulation {
  constructor(text, answers) {
    this.answers = answers;
    this.calls = null; // what is called in the step under way; null: nothing is noted
    this.steps = [];
    this.history = [];
    this.taken = new Set(); // rows of the last command
    const asked = [];
    const { table, faults } = readDocument(text, (question) => {
      asked.push(question);
      return (step, context, ...values) => this.call(question, values);
    });
    this.faults = faults;
    this.table = table;
    if (table === null) return;
    this.questions = questionsOf(table, asked);
    this.hasTimers = hasTimeouts(table);
    this.restart();
  }

  /** Stop, forget, and begin anew. */
  restart() {
    this.machine?.close();
    this.history = [];
    this.steps = [];
    this.taken = new Set();
    this.machine = new Machine(this.table, undefined, { initial: null, isLenient: true });
    this.machine.onStep((step) => this.note(step));
    const first = this.table.initial ?? this.table.states.find((state) => !this.table.kind(state)?.includes('history'));
    this.command(`start in ${first}`, () => {
      this.machine.start(first);
      return 'transitioned';
    });
  }

  /** Go on where another simulation is, if this definition has those states. */
  goOn(other) {
    try {
      const { machine, history } = other;
      this.machine.restore(machine.snapshot({ due: true }));
      this.history = history;
    } catch {
      // The states of before are no more: it begins anew.
    }
  }

  /** A callback of the document: it says what the user has chosen, and is noted. */
  call({ role, name }, values) {
    const answer = this.answer(role, name);
    const isAsked = ['guard', 'resolver', 'update', 'provider'].includes(role);
    this.calls?.push(`${role} ${name}${values.length > 0 ? `(${values.join(', ')})` : ''}${isAsked ? `: ${this._word(role, name, answer)}` : ''}`);
    return answer;
  }

  answer(role, name) {
    const known = this.answers.get(`${role} ${name}`);
    if (role === 'guard') return known ?? true;
    const question = this.questions.find((each) => each.role === role && each.name === name);
    if (role === 'provider' || role === 'case') return question.choices.indexOf(known) < 0 ? 0 : question.choices.indexOf(known);
    if (role !== 'resolver' && role !== 'update') return undefined;
    return known === undefined || known.startsWith('(') ? null : known;
  }

  /** The cases that are sent with each event: those of predicate types that nobody provides. */
  get cases() {
    const sent = this.questions.filter(({ role }) => role === 'case');
    return Object.fromEntries(sent.map(({ name, predicate }) => [predicate, this.answer('case', name)]));
  }

  note(step) {
    if (this.calls === null) return;
    if (step.row > 0) this.taken.add(step.row);
    this.steps.push({
      event: step.event ?? (step.isEventless ? 'without an event' : null),
      source: step.source, target: step.target, outcome: step.outcome, row: step.row, calls: this.calls, now: step.machine.now,
    });
    this.calls = [];
  }

  /** Do something with the machine, and write down what came of it. */
  command(title, work) {
    this.calls = [];
    this.steps = [];
    this.taken = new Set();
    const entry = { title, number: this.history.length + 1 };
    try {
      entry.outcome = work();
    } catch (error) {
      entry.outcome = 'error';
      entry.error = error.message;
    }
    Object.assign(entry, { steps: this.steps, states: this.states, now: this.machine.now });
    this.calls = null;
    this.history.push(entry);
    return entry;
  }

  /** Send an event; what is refused is explained in entry.why. */
  send(event, values) {
    const options = { cases: this.cases, arguments: values };
    let why = null;
    try {
      why = this.machine.explain(event, options);
    } catch {
      // Sending it tells what is wrong.
    }
    const said = values.length > 0 ? `${event} (${values.join(', ')})` : event;
    const entry = this.command(said, () => this.machine.sendWith(event, options));
    if (entry.outcome === 'refused' || entry.outcome === 'unhandled') entry.why = { event, ...why };
    return entry;
  }

  advance(delay) {
    const to = this.machine.now + delay;
    return this.command(`time ${to}`, () => {
      this.machine.advance(to);
      return this.steps.length > 0 ? 'transitioned' : 'ok';
    });
  }

  get states() {
    return this.machine.states;
  }

  /** All active states, parents too. */
  get active() {
    return new Set(this.table.states.filter((state) => this.machine.in(state)));
  }

  /** The events that would be taken now. */
  get possible() {
    if (this.machine.state === null) return new Set();
    try {
      return new Set(this.machine.permitted({ cases: this.cases }));
    } catch {
      return new Set();
    }
  }

  close() {
    this.machine?.close();
    this.table?.close();
  }

  _word(role, name, answer) {
    if (role === 'guard') return answer ? 'yes' : 'no';
    if (role === 'provider') return this.questions.find((each) => each.role === role && each.name === name).choices[answer];
    return answer === null ? 'none' : String(answer);
  }
}
