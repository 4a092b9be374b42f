// Where everything stands: each level of nesting is laid out by dagre on its own, from the inside out.

/* global dagre */
const LINE = 15;
const PAD = 14;
const HEAD = 26;
const LONGEST = 38;

const canvas = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');

function widthOf(text, size, weight = 400) {
  if (canvas === null) return text.length * size * 0.58;
  canvas.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
  return canvas.measureText(text).width;
}

/** A text that is not too long. */
export function short(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Give nodes x, y, width, height (from the top left corner) and edges points and a label place. Returns the size of all. */
export function layOut({ roots, edges }) {
  for (const edge of edges) lift(edge);
  const size = layLevel(null, roots, edges);
  place(roots, 0, 0);
  for (const edge of edges) finish(edge);
  return size;
}

/** Find the level at which an arrow is laid out: the children of the innermost state around both of its ends. */
function lift(edge) {
  const above = (node) => {
    const chain = [];
    for (let each = node; each !== null; each = each.parent) chain.unshift(each);
    return chain;
  };
  const from = above(edge.source);
  const to = above(edge.target);
  let depth = 0;
  while (depth < from.length && depth < to.length && from[depth] === to[depth]) depth++;
  edge.level = depth === 0 ? null : from[depth - 1];
  edge.from = from[depth]; // undefined: the source is around the target
  edge.to = to[depth];
}

function layLevel(parent, nodes, edges) {
  for (const node of nodes) measure(node, edges);
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 34, ranksep: 30, edgesep: 16, marginx: 0, marginy: 0 });
  const names = new Map(nodes.map((node, index) => [node, `n${index}`]));
  for (const [node, name] of names) graph.setNode(name, { width: node.width, height: node.height });
  const own = edges.filter((edge) => edge.level === parent && edge.from !== undefined && edge.to !== undefined);
  own.forEach((edge, index) => {
    edge.labelSize = labelSize(edge);
    graph.setEdge(names.get(edge.from), names.get(edge.to), { ...edge.labelSize, labelpos: 'c' }, `e${index}`);
  });
  dagre.layout(graph);
  for (const [node, name] of names) {
    const { x, y } = graph.node(name);
    node.x = x - node.width / 2;
    node.y = y - node.height / 2;
  }
  own.forEach((edge, index) => {
    const { points, x, y } = graph.edge(names.get(edge.from), names.get(edge.to), `e${index}`);
    edge.points = points;
    edge.label = { x, y };
  });
  return frame(nodes, own);
}

/** Move everything so that nothing is left of or above the corner. Returns the size. */
function frame(nodes, edges) {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  const meet = (x, y, width = 0, height = 0) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const node of nodes) meet(node.x, node.y, node.width, node.height);
  for (const { points, label, labelSize: size } of edges) {
    for (const { x, y } of points) meet(x, y);
    meet(label.x - size.width / 2, label.y - size.height / 2, size.width, size.height);
  }
  if (nodes.length === 0) return { width: 0, height: 0 };
  const move = (at) => {
    at.x -= left;
    at.y -= top;
  };
  nodes.forEach(move);
  for (const edge of edges) [...edge.points, edge.label].forEach(move);
  return { width: right - left, height: bottom - top };
}

function labelSize({ lines }) {
  return { width: Math.max(...lines.map((line) => widthOf(short(line), 11))) + 8, height: lines.length * LINE };
}

function measure(node, edges) {
  const notes = node.notes.map((note) => widthOf(short(note), 11));
  const title = widthOf(node.label ?? String(node.name), 12, 600) + (node.kind === 'parallel' ? 60 : 0);
  if (node.kind === 'history' || node.kind === 'deep history') {
    Object.assign(node, { width: 28, height: 28, lines: 0 });
    return;
  }
  node.noteHeight = node.notes.length * LINE;
  if (node.children.length === 0) {
    node.width = Math.max(64, title + 2 * PAD, ...notes.map((width) => width + 2 * PAD));
    node.height = 32 + node.noteHeight + (node.notes.length > 0 ? 6 : 0);
    return;
  }
  const inner = layLevel(node, node.children, edges);
  node.innerTop = HEAD + node.noteHeight + (node.notes.length > 0 ? 8 : 4);
  node.width = Math.max(inner.width, title, ...notes) + 2 * PAD;
  node.height = inner.height + node.innerTop + PAD;
  node.shift = { x: (node.width - inner.width) / 2, y: node.innerTop };
}

/** Turn places within a level into places in the whole picture. */
function place(nodes, x, y) {
  for (const node of nodes) {
    node.x += x;
    node.y += y;
    if (node.children.length > 0) {
      node.origin = { x: node.x + node.shift.x, y: node.y + node.shift.y };
      place(node.children, node.origin.x, node.origin.y);
    }
  }
}

const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** Where the line from the centre of a box to a point crosses its border. */
function border(box, point) {
  const middle = centre(box);
  const [dx, dy] = [point.x - middle.x, point.y - middle.y];
  if (dx === 0 && dy === 0) return middle;
  const scale = Math.min(dx === 0 ? Infinity : box.width / 2 / Math.abs(dx), dy === 0 ? Infinity : box.height / 2 / Math.abs(dy));
  return { x: middle.x + dx * scale, y: middle.y + dy * scale };
}

/** Lead the ends of an arrow to the states that it is about, which may lie inside of the boxes that were laid out. */
function finish(edge) {
  const { source, target } = edge;
  if (edge.points === undefined) {
    inside(edge);
    return;
  }
  const origin = edge.level === null ? { x: 0, y: 0 } : edge.level.origin;
  for (const at of [...edge.points, edge.label]) {
    at.x += origin.x;
    at.y += origin.y;
  }
  if (edge.from !== source) edge.points.unshift(border(source, edge.points[0]));
  if (edge.to !== target) edge.points.push(border(target, edge.points.at(-1)));
}

/** An arrow between a state and one inside of it: along the left border. */
function inside(edge) {
  const [outer, inner] = edge.from === undefined ? [edge.source, edge.target] : [edge.target, edge.source];
  const end = { x: inner.x, y: inner.y + inner.height / 2 };
  const begin = { x: outer.x, y: end.y - 22 };
  const middle = { x: (begin.x + end.x) / 2, y: begin.y + 4 };
  edge.points = outer === edge.source ? [begin, middle, end] : [end, middle, begin];
  edge.labelSize = labelSize(edge);
  edge.label = { x: Math.max(begin.x + edge.labelSize.width / 2 + 4, middle.x), y: begin.y - 4 };
}
