// The picture, as SVG.

import { graphOf } from './graph.js';
import { layOut, short } from './layout.js';

const MARGIN = 16;
const SVG = 'http://www.w3.org/2000/svg';

function make(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function text(x, y, words, attributes = {}) {
  const element = make('text', { x, y, ...attributes });
  element.textContent = short(words);
  if (short(words) !== words) element.append(make('title', {}, words));
  return element;
}

export class Picture {
  constructor(table) {
    const graph = graphOf(table);
    const { width, height } = layOut(graph);
    this.states = new Map();
    this.edges = [];
    this.width = width + 2 * MARGIN;
    this.height = height + 2 * MARGIN;
    this.svg = make('svg', { viewBox: `${-MARGIN} ${-MARGIN} ${this.width} ${this.height}`, role: 'img' });
    this.svg.setAttribute('aria-label', `The states of ${table.name ?? 'the definition'} and the rows between them`);
    // States with children lie below the arrows, all others above.
    this._layers = [make('g', {}), make('g', {}), make('g', {})];
    this.svg.append(...this._layers);
    for (const node of graph.roots) this._draw(node, table);
    for (const edge of graph.edges) this._arrow(edge);
  }

  /** Set how large it is shown: 1 is the size of the text around it. */
  zoom(scale) {
    this.svg.setAttribute('width', this.width * scale);
    this.svg.setAttribute('height', this.height * scale);
  }

  /** Mark the active states, the rows that were taken, and those that are possible. */
  mark(active, possible, taken) {
    for (const [name, group] of this.states) group.classList.toggle('active', active.has(name));
    for (const { element, edge } of this.edges) {
      const isHere = active.has(edge.source.name) || edge.source.kind === 'any';
      element.classList.toggle('taken', edge.rows.some((row) => taken.has(row)) && active.has(edge.target.name));
      element.classList.toggle('possible', isHere && edge.events.some((event) => possible.has(event)));
    }
  }

  _draw(node, table) {
    const { x, y, width, height, children, kind } = node;
    const isGroup = children.length > 0;
    const classes = ['state', isGroup && 'group', kind, node.parent?.kind === 'parallel' && 'region'].filter(Boolean);
    const group = make('g', { class: classes.join(' '), 'data-state': node.name });
    if (kind === 'history' || kind === 'deep history') {
      group.append(make('rect', { x, y, width, height, rx: height / 2 }),
        text(x + width / 2, y + height / 2 + 4, kind === 'history' ? 'H' : 'H*', { 'text-anchor': 'middle' }),
        make('title', {}, `${node.name}: ${kind}`));
    } else {
      group.append(make('rect', { x, y, width, height, rx: 8 }));
      if (kind === 'final') {
        group.append(make('rect', { class: 'inner', x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 6 }));
      }
      const title = node.label ?? String(node.name);
      const [titleX, anchor] = isGroup ? [x + 12, 'start'] : [x + width / 2, 'middle'];
      group.append(text(titleX, y + 20, title, { 'text-anchor': anchor }));
      if (kind === 'parallel') {
        group.append(text(x + width - 12, y + 20, 'parallel', { class: 'note', 'text-anchor': 'end' }));
      }
      node.notes.forEach((note, index) => group.append(text(titleX, y + 37 + index * 15, note, { class: 'note', 'text-anchor': anchor })));
    }
    if (table.initial === node.name || node.isFirst) group.append(make('circle', { class: 'start', cx: x, cy: y, r: 5 }));
    this._layers[isGroup ? 0 : 2].append(group);
    this.states.set(node.name, group);
    for (const child of children) this._draw(child, table);
  }

  _arrow(edge) {
    const { points, label, lines } = edge;
    const element = make('g', { class: 'edge', 'data-rows': edge.rows.join(' ') });
    element.append(make('path', { d: curve(points) }), head(points));
    const top = label.y - (lines.length * 15) / 2 + 11;
    lines.forEach((line, index) => element.append(text(label.x, top + index * 15, line, { 'text-anchor': 'middle' })));
    this._layers[1].append(element);
    this.edges.push({ element, edge });
  }
}

/** A smooth line through points. */
function curve(points) {
  const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  if (points.length < 3) return `M${at(points[0])}L${at(points.at(-1))}`;
  let path = `M${at(points[0])}`;
  for (let index = 1; index < points.length - 2; index++) {
    const next = { x: (points[index].x + points[index + 1].x) / 2, y: (points[index].y + points[index + 1].y) / 2 };
    path += `Q${at(points[index])} ${at(next)}`;
  }
  return `${path}Q${at(points.at(-2))} ${at(points.at(-1))}`;
}

/** The head of an arrow. */
function head(points) {
  const [before, tip] = points.slice(-2);
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const corner = (turn, length) => `${(tip.x + length * Math.cos(angle + turn)).toFixed(1)},${(tip.y + length * Math.sin(angle + turn)).toFixed(1)}`;
  return make('polygon', { points: `${tip.x.toFixed(1)},${tip.y.toFixed(1)} ${corner(2.75, 9)} ${corner(-2.75, 9)}` });
}
