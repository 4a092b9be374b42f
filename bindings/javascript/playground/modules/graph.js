// What the picture shows: states as a tree, and arrows between them.

const STAYS = new Set(['same', 'internal', 'defer']);

/** Return { roots, edges } of a table. */
export function graphOf(table) {
  const nodes = new Map();
  for (const state of table.states) {
    nodes.set(state, { name: state, kind: table.kind(state), children: [], parent: null, notes: [], rows: [] });
  }
  for (const block of blocksOf(JSON.parse(table.write('json')).body ?? [])) note(block, nodes);
  const transitions = table.transitions;
  for (const state of table.states) {
    const parent = table.parent(state);
    if (parent === null) continue;
    nodes.get(state).parent = nodes.get(parent);
    nodes.get(parent).children.push(nodes.get(state));
  }
  if (transitions.some(({ source }) => source === 'any')) {
    nodes.set('any', { name: 'any', label: 'any state', kind: 'any', children: [], parent: null, notes: [], rows: [] });
  }
  const edges = edgesOf(table, transitions, nodes);
  return { roots: [...nodes.values()].filter(({ parent }) => parent === null), nodes, edges };
}

/** All blocks of states, nested ones too. */
function blocksOf(body) {
  return body.flatMap((item) => ['state', 'parallel', 'history', 'superstate'].some((kind) => kind in item) ? [item, ...blocksOf(item.body ?? [])] : []);
}

/** Names that mean something else without quotes have them. */
function plain(name) {
  return name.startsWith('"') ? name.slice(1, -1).replace(/\\(["\\])/g, '$1') : name;
}

/** Write what a block says into its state's box. */
function note(block, nodes) {
  const name = block.state ?? block.parallel;
  const node = name === undefined ? undefined : nodes.get(plain(name));
  if (node === undefined) return;
  for (const what of ['entry', 'exit', 'cycle', 'update']) {
    if (block[what] !== undefined) node.notes.push(`${what} / ${block[what].join(', ')}`);
  }
  for (const { delay, event } of block.timeouts ?? []) node.notes.push(`after ${delay}: ${event}`);
  if (block.default !== undefined) {
    const first = nodes.get(plain(block.default.state));
    if (first !== undefined) first.isFirst = true;
  }
}

function edgesOf(table, transitions, nodes) {
  const edges = new Map();
  for (const transition of transitions) {
    const source = nodes.get(transition.source);
    const label = labelOf(table, transition);
    const isStay = STAYS.has(transition.target) || (transition.target === transition.source && transition.event !== 'request');
    if (isStay || transition.target === 'any') {
      const mark = { internal: '', defer: 'defer ', any: 'any state: ' }[transition.target] ?? '↻ ';
      source.notes.push(mark + label);
      source.rows.push(transition.row);
      continue;
    }
    const targets = transition.target === 'dynamic' ? [] : transition.targets;
    if (targets.length === 0) source.notes.push(`${label} → by ${table.rowCallbacks(transition.row).resolver ?? '?'}`);
    for (const name of targets) {
      const key = `${transition.source}\n${name}`;
      if (!edges.has(key)) edges.set(key, { source, target: nodes.get(name), lines: [], rows: [], events: [] });
      const edge = edges.get(key);
      edge.lines.push(label);
      edge.rows.push(transition.row);
      edge.events.push(transition.event);
    }
  }
  return [...edges.values()];
}

/** event [cases, guards] / actions, as in the pictures of the engine. */
export function labelOf(table, transition) {
  const { guards, actions } = table.rowCallbacks(transition.row);
  const conditions = [
    ...Object.entries(transition.cases).map(([type, cases]) => `${type} ${cases.join('|')}`),
    ...transition.conditions.map(({ state, isActive }) => `${isActive ? '' : 'not '}in ${state}`),
    ...guards,
  ];
  const event = transition.event === 'eventless' ? '' : transition.event;
  const test = conditions.length > 0 ? `[${conditions.join(', ')}]` : '';
  const does = [...actions, ...transition.raised.map((raised) => `raise ${raised}`)];
  return [event, test, does.length > 0 ? `/ ${does.join(', ')}` : ''].filter((part) => part !== '').join(' ') || '(always)';
}
