// The page: a document, its picture, and a machine that runs it.

import { load } from '../../src/bare.js';
import { Editor } from './editor.js';
import { showActive, showAnswers, showEvents, showHistory, showReasons, showTime } from './panels.js';
import { Picture } from './picture.js';
import { samples } from './samples.js';
import { Simulation } from './simulation.js';

const $ = (id) => document.getElementById(id);
const STEPS = [0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];

class Page {
  constructor() {
    this.answers = new Map();
    this.simulation = null;
    this.picture = null;
    this.scale = null; // null: as large as there is room
    this.editor = new Editor(() => this.read());
    this._listen();
    $('sample').replaceChildren(...Object.keys(samples).map((name) => Object.assign(document.createElement('option'), { textContent: name })));
    this.open($('sample').value);
  }

  /** Show a sample. */
  open(name) {
    $('sample').value = name;
    this.simulation?.close();
    this.simulation = null;
    this.answers.clear();
    this.scale = null;
    this.editor.value = samples[name];
    this.read();
  }

  /** Read what is typed. While it is wrong, the picture of before stays, and the machine rests. */
  read() {
    const next = new Simulation(this.editor.value, this.answers);
    this.editor.take([]);
    this.editor.show(next.faults);
    const errors = next.faults.filter(({ severity }) => severity === 'error').length;
    const isRight = next.table !== null;
    $('picture').classList.toggle('old', !isRight);
    $('matrix').classList.toggle('old', !isRight);
    $('running').inert = !isRight;
    this._status(next, errors);
    if (!isRight) return;
    if (this.simulation !== null) next.goOn(this.simulation);
    this.simulation?.close();
    this.simulation = next;
    this.picture = new Picture(next.table);
    $('picture').replaceChildren(this.picture.svg);
    this._zoom();
    showAnswers(next, (key, answer) => {
      this.answers.set(key, answer);
      this.show(null);
    });
    this.show(null);
  }

  _status({ table, faults }, errors) {
    const warnings = faults.length - errors;
    const say = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
    $('status').className = errors > 0 ? 'bad' : 'good';
    $('status').textContent = errors > 0 ? say(errors, 'error')
      : `${say(table.states.length, 'state')}, ${say(table.events.length, 'event')}, ${say(table.rowCount, 'row')}${warnings > 0 ? `, ${say(warnings, 'warning')}` : ''}`;
  }

  /** Show where the machine is; `entry` is what was done last. */
  show(entry) {
    const { simulation } = this;
    showActive(simulation);
    showTime(simulation);
    showEvents(simulation, (event, values) => this.show(simulation.send(event, values)));
    showReasons(simulation, entry, (line) => this.editor.goTo(line));
    showHistory(simulation);
    this.picture.mark(simulation.active, simulation.possible, simulation.taken);
    const lines = simulation.table.transitions.filter(({ row }) => simulation.taken.has(row)).map(({ line }) => line);
    this.editor.take(lines);
    $('matrix').innerHTML = simulation.table.write('html'); // made by the engine, which escapes names
    for (const row of $('matrix').querySelectorAll('tbody tr')) {
      row.classList.toggle('active', simulation.active.has(row.querySelector('th')?.textContent));
    }
  }

  _zoom() {
    const room = $('picture');
    const fit = Math.min(1.25, (room.clientWidth - 26) / this.picture.width, Math.max(0.5, (room.clientHeight - 26) / this.picture.height));
    this.shown = this.scale ?? Math.max(0.4, fit);
    this.picture.zoom(this.shown);
  }

  _listen() {
    $('sample').addEventListener('change', () => this.open($('sample').value));
    $('restart').addEventListener('click', () => {
      this.simulation.restart();
      this.show(null);
    });
    $('to-due').addEventListener('click', () => this.show(this.simulation.advance(this.simulation.machine.due - this.simulation.machine.now)));
    $('advance-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.show(this.simulation.advance(Math.max(0, Math.round(Number($('delay').value)))));
    });
    $('smaller').addEventListener('click', () => this._step(-1));
    $('larger').addEventListener('click', () => this._step(1));
    $('fit').addEventListener('click', () => {
      this.scale = null;
      this._zoom();
    });
    addEventListener('resize', () => this.picture !== null && this._zoom());
    const tabs = [$('tab-picture'), $('tab-matrix')];
    tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => choose(tabs, index));
      tab.addEventListener('keydown', ({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') choose(tabs, 1 - index).focus();
      });
    });
  }

  _step(direction) {
    const steps = direction > 0 ? STEPS : [...STEPS].reverse();
    this.scale = steps.find((step) => (step - this.shown) * direction > 0.01) ?? this.shown;
    this._zoom();
  }
}

/** Show a tab. Returns it. */
function choose(tabs, chosen) {
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', String(index === chosen));
    tab.tabIndex = index === chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = index !== chosen;
  });
  document.querySelector('.zoom').style.visibility = chosen === 0 ? '' : 'hidden';
  return tabs[chosen];
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
}

await load(bytesOf($('wasm').textContent));
export const page = new Page();
