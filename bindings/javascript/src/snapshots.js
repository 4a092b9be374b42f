// Snapshots and journals of a machine.

import { answer, rethrow } from './callbacks.js';
import {
  BAD_CONFIGURATION, BAD_VALUE, JOURNAL_JSON, NONE, SNAPSHOT_DUE, SNAPSHOT_JSON, SNAPSHOT_PARTS, UNSUPPORTED,
} from './constants.js';
import { takeDiagnostics } from './diagnostics.js';
import { errorOf, SnapshotError, StateError, SwiftFSMError } from './errors.js';
import { enter, leave, readBytesText, readWords, take, takeLong, measured } from './frame.js';
import { bytes, data, functions, imports, refresh, sfsm } from './library.js';
import { known, whole } from './options.js';
import { TimedMachine } from './timers.js';
import { addWriter, removeWriter } from './writing.js';

const RESTORING_SIZE = 12;
const JOURNAL_SIZE = 16;
const ALL = 2 ** 32 - 1; // the steps of a journal

let migrating = null; // { machine, migrate } while a snapshot is restored

imports.migrate = (_, missing) => answer(() => {
  const { machine, migrate } = migrating;
  const [part, id, predicate, name, length] = readWords(missing, 5);
  const asked = {
    part: SNAPSHOT_PARTS[part], id, name: readBytesText(name, length),
    predicate: machine.table._predicates.name(predicate),
  };
  const found = migrate(asked);
  if (found === undefined || found === null || found === false) return NONE;
  if (found === true) return 0;
  switch (asked.part) {
    case 'state': return machine.table.stateId(found);
    case 'event': return machine.table.eventId(found);
    case 'predicate': return machine.table.predicateId(found);
    case 'case': return machine.table._caseId(predicate, found);
    default: return 0;
  }
}, NONE);

/** Take the bytes of a snapshot or a journal: a Uint8Array, or a text. Returns [address, size]. */
function takeBytes(snapshot) {
  if (typeof snapshot === 'string') {
    const address = takeLong(snapshot);
    return [address, measured];
  }
  if (!ArrayBuffer.isView(snapshot)) throw new TypeError('a snapshot is a Uint8Array or a text');
  const content = new Uint8Array(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const address = take(content.length + 1);
  bytes.set(content, address);
  return [address, content.length];
}

/** What a status means of a snapshot or a journal, where the engine has no more to say. */
const REASONS = new Map([
  [BAD_VALUE, 'it is none'],
  [BAD_CONFIGURATION, 'it was damaged, or cut off'],
  [UNSUPPORTED, 'it has a later format: update the package'],
]);

function unusable(what, status, diagnostics = [], text = '') {
  const told = text.trimEnd().replaceAll('sfsm_restoring.migrate', 'the function migrate');
  const reason = told === '' ? `: ${REASONS.get(status) ?? errorOf(status).message}` : `:\n${told}`;
  return new SnapshotError(what + reason, status, diagnostics);
}

/** What writes the parts of a journal, and keeps in `held` what it has thrown. It does not hold the machine. */
function writerOf(write, { json }, held) {
  const decoder = new TextDecoder();
  return (part) => {
    try {
      write(json ? decoder.decode(part) : part);
    } catch (error) {
      held.failed = { error };
      throw error;
    }
  };
}

export class StoredMachine extends TimedMachine {
  /** Store the machine: bytes, or with `json` a text. With `due`, timers keep the time at which they are due. */
  snapshot(options = {}) {
    known(options, ['json', 'due'], () => 'a snapshot');
    this._rest();
    const flags = (options.json ? SNAPSHOT_JSON : 0) | (options.due ? SNAPSHOT_DUE : 0);
    const mark = enter();
    try {
      const size = take(8);
      this._run(() => sfsm.sfsm_machine_snapshot(this._address, flags, 0, 0, size), 'snapshot');
      const capacity = data.getUint32(size, true);
      const buffer = take(capacity);
      this._run(() => sfsm.sfsm_machine_snapshot(this._address, flags, buffer, capacity, size), 'snapshot');
      return options.json ? readBytesText(buffer, capacity) : bytes.slice(buffer, buffer + capacity);
    } finally {
      leave(mark);
    }
  }

  /** Restore a snapshot, bytes or JSON. No callback is called. `migrate` says what takes the place of what is missing. */
  restore(snapshot, options = {}) {
    known(options, ['migrate'], () => 'restoring');
    this._rest();
    const mark = enter();
    const former = migrating;
    try {
      const [address, size] = takeBytes(snapshot);
      const faults = take(8);
      let restoring = 0;
      if (options.migrate !== undefined) {
        migrating = { machine: this, migrate: options.migrate };
        restoring = take(RESTORING_SIZE);
        data.setUint32(restoring, RESTORING_SIZE, true);
        data.setUint32(restoring + 4, functions.migration, true);
      }
      const status = sfsm.sfsm_machine_restore(this._address, address, size, restoring, faults);
      refresh();
      const list = data.getUint32(faults, true);
      const { diagnostics, text } = list === 0 ? { diagnostics: [], text: '' } : takeDiagnostics(list);
      rethrow();
      if (status < 0) throw unusable('the snapshot cannot be restored', status, diagnostics, text);
    } finally {
      migrating = former;
      leave(mark);
    }
    this._clock?.look();
  }

  /** Write every step from now on: `write` receives a Uint8Array, or with `json` lines of text. Null ends the journal. */
  journal(write, options = {}) {
    known(options, ['json'], () => 'a journal');
    if (write !== null && typeof write !== 'function') throw new TypeError(`a journal is written by a function, or null ends it; not ${String(write)}`);
    this._rest();
    const mark = enter();
    const context = write === null ? 0 : addWriter(writerOf(write, options, this._held));
    const former = this._held.writer;
    try {
      let journal = 0;
      if (write !== null) {
        journal = take(JOURNAL_SIZE);
        data.setUint32(journal, JOURNAL_SIZE, true);
        data.setUint32(journal + 4, options.json ? JOURNAL_JSON : 0, true);
        data.setUint32(journal + 8, functions.writer, true);
        data.setUint32(journal + 12, context, true);
      }
      this._held.writer = context;
      this._run(() => sfsm.sfsm_machine_set_journal(this._address, journal), 'journal');
      this._held.failed = null;
      removeWriter(former);
    } catch (error) {
      removeWriter(context);
      this._held.writer = former;
      throw error;
    } finally {
      leave(mark);
    }
  }

  /** Throw what has ended the journal, if anything has: what its writer has thrown. */
  checkJournal() {
    this._waits();
    if (this._held.failed !== null) throw this._held.failed.error;
    this._run(() => sfsm.sfsm_machine_journal_status(this._address), 'the journal has ended');
  }

  /** Become what the machine of a journal was, after `limit` steps or all. Returns { size, steps }: what could be read. */
  replayJournal(journal, limit = Infinity) {
    this._rest();
    const most = limit === Infinity ? ALL : Math.min(whole(limit, 0, Infinity, 'the limit of steps'), ALL);
    const mark = enter();
    try {
      const [address, size] = takeBytes(journal);
      const out = take(8);
      this._run(() => sfsm.sfsm_machine_replay_journal(this._address, address, size, most, out, out + 4), 'the journal');
      const [read, steps] = readWords(out, 2);
      return { size: read, steps };
    } catch (error) {
      if (!(error instanceof SwiftFSMError) || error instanceof StateError) throw error;
      throw unusable('the journal cannot be replayed', error.code);
    } finally {
      leave(mark);
    }
  }

  close() {
    super.close();
    removeWriter(this._held.writer);
  }
}

