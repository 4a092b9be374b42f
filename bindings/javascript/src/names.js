// Names of this program, and ids of the engine.

import { NONE } from './constants.js';
import { UnknownNameError } from './errors.js';
import { checkText } from './frame.js';

/** Whether a value is a number that the engine can have as an id: of 32 bits. */
export function isId(value) {
  return typeof value === 'number' && (value | 0) === value;
}

/** The names of one kind (states, events, predicate types, or the cases of a type), with their ids. */
export class Names {
  constructor(kind) {
    this.kind = kind;
    this.ids = new Map();
    this.names = new Map();
  }

  /** Fix the id of a name. */
  set(name, id) {
    this.ids.set(name, id);
    if (!this.names.has(id)) this.names.set(id, name);
  }

  /** Return the id of a name, which gets the lowest that is free if it is new. */
  add(name) {
    if (typeof name !== 'string') {
      if (isId(name)) return name;
      throw new TypeError(`the name of ${this.kind} is ${String(name)}, which is no string`);
    }
    let id = this.ids.get(name);
    if (id === undefined) {
      checkText(name, `the name of ${this.kind}`);
      id = this.ids.size;
      while (this.names.has(id)) id++;
      this.set(name, id);
    }
    return id;
  }

  /** Return the id of a name; an id is its own. Throws UnknownNameError with `code`. */
  id(name, code) {
    const id = this.ids.get(name);
    if (id !== undefined) return id;
    if (isId(name)) return name;
    throw new UnknownNameError(`there is no ${this.kind} '${String(name)}'`, code);
  }

  /** Return the name of an id: its number if it has none, null for NONE. */
  name(id) {
    const name = this.names.get(id);
    if (name !== undefined) return name;
    return id === NONE ? null : id;
  }
}
