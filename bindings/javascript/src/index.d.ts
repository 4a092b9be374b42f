// Finite state machines and statecharts from one validated table. The engine is C's (include/swiftfsm.h), as WebAssembly:
// what is said there of steps, charts, timers and documents holds here.

/** Every state or event; sources, events and targets with a meaning of their own. */
export declare const any: unique symbol;
export declare const same: unique symbol;
export declare const internal: unique symbol;
export declare const defer: unique symbol;
export declare const eventless: unique symbol;
export declare const request: unique symbol;

export type ValueType = 'bool' | 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64' | 'f32' | 'f64' | 'str' | 'ptr';

/**
 * What an event that declares these types carries: as it is sent, and as callbacks receive it. A number must be one that the type
 * has, and a string may have neither a zero character nor half of a character (a lone surrogate). Pointers other than null are sent
 * as typed('ptr', address). No string at all is sent as typed('str', null): callbacks receive null then, which their types do not
 * say.
 */
export interface SentTypes {
  bool: boolean; i8: number; i16: number; i32: number; i64: number | bigint; u8: number; u16: number; u32: number;
  u64: number | bigint; f32: number; f64: number; str: string; ptr: null;
}
export interface ReceivedTypes {
  bool: boolean; i8: number; i16: number; i32: number; i64: bigint; u8: number; u16: number; u32: number; u64: bigint;
  f32: number; f64: number; str: string; ptr: number;
}
export type Sent<Types extends readonly ValueType[]> =
  Extract<{ -readonly [I in keyof Types]: Types[I] extends ValueType ? SentTypes[Types[I]] | TypedValue : never }, unknown[]>;
export type Received<Types extends readonly ValueType[]> =
  Extract<{ -readonly [I in keyof Types]: Types[I] extends ValueType ? ReceivedTypes[Types[I]] : never }, unknown[]>;

/** A value whose type is chosen: only `typed` makes it. */
export interface TypedValue {
  readonly [isTyped]: true;
}
declare const isTyped: unique symbol;
/** Give a value a type, where that of its JavaScript value is not what an event declares: typed('f32', 0.5). Throws RangeError if
 * the type does not have the value. */
export declare function typed<Type extends ValueType | 'integer'>(type: Type, value: TypedTypes[Type] | null): TypedValue;
type TypedTypes = {
  [Type in ValueType | 'integer']: Type extends 'bool' ? boolean | number | bigint : Type extends 'f32' | 'f64' ? number : Type extends 'str' ? string : number | bigint;
};

/** The events of a definition with the types of what they carry. */
export type Events = Record<string, readonly ValueType[]>;
/** The predicate types of a definition with their cases. */
export type Predicates = Record<string, string>;
/** The present cases that are sent with an event. */
export type Cases<P extends Predicates> = { [Type in keyof P]?: P[Type] | number } | ReadonlyArray<readonly [keyof P & string, P[keyof P] | number]>;

export type Outcome = 'transitioned' | 'refused' | 'unhandled' | 'queued' | 'deferred';
type Maybe<T> = T | Promise<T>;
type OneOrMany<T> = T | readonly T[];
type Keep<T> = [T][T extends unknown ? 0 : never];

/** What a callback is told. Valid until the callback returns; in an action that is awaited, until its promise is settled. */
export interface Step<S extends string = string, E extends Events = Events, C = unknown, P extends Predicates = Predicates> {
  /** The machine that runs. In a replay that of the present token, while the callback runs: it can be asked and, in a chart, raise
   * events; what would change it otherwise throws StateError (BUSY). */
  readonly machine: Machine<S, E, C, P>;
  /** Null in a start, a stop and an update, and for a request. */
  readonly event: (keyof E & string) | null;
  readonly isRequest: boolean;
  readonly isEventless: boolean;
  /** The state before the step; null in a start. */
  readonly source: S | null;
  /** The state after the step; null until it is known, and in a stop. */
  readonly target: S | null;
  /** In a hook of steps: the outcome, or the words of a status ('callback failed'). Otherwise 'ok'. */
  readonly outcome: string;
  /** In an update: its time. */
  readonly time: number;
  /** The number of the row, from 1; 0 if there is none. */
  readonly row: number;
  /** The state whose callback runs; null in a hook. */
  readonly state: S | null;
  readonly arguments: unknown[];
  /** The case of a predicate type in this step; null if there is none. */
  case<Type extends keyof P & string>(type: Type): P[Type] | null;
}

/** A callback: it receives the step, the context of the machine, and what the event carries. One that returns a promise is
 * awaited by `sendAsync` and its like; `send` throws StateError then. */
export type Callback<S extends string, E extends Events, C, P extends Predicates, Arguments extends unknown[], Result> =
  (step: Step<S, E, C, P>, context: C, ...values: Arguments) => Maybe<Result>;
type Action<S extends string, E extends Events, C, P extends Predicates, A extends unknown[] = any[]> = Callback<S, E, C, P, A, unknown>;
type Guard<S extends string, E extends Events, C, P extends Predicates, A extends unknown[] = any[]> = Callback<S, E, C, P, A, boolean>;

/** What `takes` makes of a signature: the types of its parameters. The context, and cases, are what the definition says. */
type Trim<Text extends string> = Text extends ` ${infer Rest}` ? Trim<Rest> : Text extends `${infer Rest} ` ? Trim<Rest> : Text;
type Told = { event: string | null; source: string | null; target: string | null; step: Step<any, any, any, any>; time: number; context: any };
type Taken<Word extends string> =
  Word extends keyof ReceivedTypes ? ReceivedTypes[Word]
  : Word extends keyof Told ? Told[Word]
  : Word extends `predicate(${string})` ? any
  : Word extends '...' ? Record<string, any>
  : never;
type Before<First, Rest> = [First] extends [never] ? never : Rest extends unknown[] ? [First, ...Rest] : never;
type TakenAll<Inside extends string> =
  Trim<Inside> extends '' ? []
  : Inside extends `${infer First},${infer Rest}` ? Before<Taken<Trim<First>>, TakenAll<Rest>>
  : Trim<Inside> extends 'args...' ? any[]
  : Before<Taken<Trim<Inside>>, []>;
export type Parameters<Signature extends string> =
  Trim<Signature> extends `${'' | 'void' | 'bool' | 'i32' | 'state' | 'event'}(${infer Inside})` ? TakenAll<Inside> : never;
/**
 * Let a callback take what its signature names, in this order: `takes('(context, i64, predicate(Policy))',
 * (gate, cents, policy) => ...)`. Words are `context`, `event`, `source`, `target`, `step`, `time`, `predicate(Type)` (by its
 * name, or its number; null if there is no case), the types of arguments, which are those of the event in their order, and
 * behind all others `...` (an object with the cases of all types) or `args...` (the arguments that no word names). Without a
 * signature, that which the document declares for the callback.
 *
 * The build compares it with every event that reaches the callback (DefinitionError), and a provider is asked for a case that
 * it names. Where there is no event, arguments are 0, false and ''. What cannot be read throws SwiftFSMError where the
 * callback is registered.
 */
export declare function takes<Signature extends string, Result>(
  signature: string extends Signature ? string : [Parameters<Signature>] extends [never] ? never : Signature,
  callback: (...parameters: string extends Signature ? any[] : Parameters<Signature>) => Result): (...parameters: any[]) => Result;
export declare function takes<Result>(callback: (...parameters: any[]) => Result): (...parameters: any[]) => Result;

type EventsWithout<E extends Events> = { [Name in keyof E]: E[Name] extends readonly [] ? Name : never }[keyof E] & string;

/** How a row is taken, and what happens then. */
export interface RowOptions<S extends string, E extends Events, C, P extends Predicates, A extends unknown[] = any[]> {
  /** All must agree. */
  guard?: OneOrMany<Guard<S, E, C, P, A>>;
  /** Called in order. What they return is ignored. */
  actions?: OneOrMany<Action<S, E, C, P, A>>;
  /** Names the target; undefined or null: refused. */
  resolver?: Callback<S, E, C, P, A, S | null | undefined>;
  /** The cases of predicate types for which the row is. */
  when?: { [Type in keyof P]?: OneOrMany<P[Type]> };
  /** States that must be active, or must not be. */
  in?: OneOrMany<S>;
  notIn?: OneOrMany<S>;
  /** Events that the row raises, which carry nothing. */
  raises?: OneOrMany<EventsWithout<E>>;
  /** Replaces adopted rows for the same state, event and cases. */
  overriding?: boolean;
  /** In a chart: leaves no more states than it must. */
  local?: boolean;
  /** The block that the row belongs to. */
  block?: number;
}
type Target<S extends string> = S | readonly S[] | typeof same | typeof internal | typeof defer;
/** A row of a state: a target, or a target with more. */
export type Row<S extends string, E extends Events, C, P extends Predicates, A extends unknown[] = any[]> =
  | Target<S>
  | (RowOptions<S, E, C, P, A> & { to?: Target<S> });

/** Callbacks of a state or a superstate. */
export interface StateCallbacks<S extends string, E extends Events, C, P extends Predicates> {
  /** After a step from another state. */
  entry?: OneOrMany<Action<S, E, C, P>>;
  /** Before a step to another state. */
  exit?: OneOrMany<Action<S, E, C, P>>;
  /** After a step that came back to the same state. */
  cycle?: OneOrMany<Action<S, E, C, P>>;
  /** In `update`: may name an event to send. */
  update?: OneOrMany<Callback<S, E, C, P, any[], (keyof E & string) | null | undefined | void>>;
  /** Superstates whose rows and callbacks the state has too. */
  adopts?: OneOrMany<string>;
}
/** What is said of a state beside its rows. */
export interface StateOptions<S extends string, E extends Events, C, P extends Predicates> extends StateCallbacks<S, E, C, P> {
  kind?: 'final' | 'parallel' | 'history' | 'deep history';
  /** The state around this one. */
  in?: S;
  /** The state inside that is entered with this one; of a history: while nothing is recorded. */
  default?: S;
  /** Actions of entering the default. */
  onDefault?: OneOrMany<Action<S, E, C, P>>;
  /** Raised when the state is done. */
  done?: EventsWithout<E>;
  /** Events that are sent when the state has been active for so long: a whole number, or rounded up to one. */
  timeouts?: OneOrMany<{ delay: number | bigint; event: EventsWithout<E> }>;
}
/** The rows of a state or a superstate, by event. */
export interface StateRows<S extends string, E extends Events, C, P extends Predicates> {
  on?: { [Name in keyof E]?: OneOrMany<Row<S, E, C, P, Received<E[Name]>>> };
  /** Rows for every event. */
  onAny?: OneOrMany<Row<S, E, C, P>>;
  /** Rows that are tried without an event. */
  eventless?: OneOrMany<Row<S, E, C, P, []>>;
  /** States that may be requested. */
  requests?: { [State in S]?: true | Action<S, E, C, P, []> | RowOptions<S, E, C, P, []> };
}

export type Phase = 'resolve' | 'exit' | 'actions' | 'commit' | 'entry';

/** A definition as one object. States are the keys of `states`, or with rows elsewhere a list. */
export interface TableDefinition<S extends string, E extends Events, C, P extends Predicates> {
  /** Only its type counts: that of the contexts of machines. `context: undefined as unknown as Hardware` */
  context?: C;
  states: readonly S[] | { [State in S]: StateOptions<Keep<S>, E, C, P> & StateRows<Keep<S>, E, C, P> };
  /** Events that carry nothing as a list; otherwise an object with the types of what each carries. */
  events: E | readonly (keyof E & string)[];
  predicates?: { [Type in keyof P]: readonly P[Type][] | { cases: readonly P[Type][]; provider: Callback<Keep<S>, E, C, P, any[], P[Type] | number> } };
  superstates?: Record<string, StateCallbacks<Keep<S>, E, C, P> & StateRows<Keep<S>, E, C, P>>;
  /** Rows for every state. */
  any?: StateRows<Keep<S>, E, C, P>;
  /** More rows. */
  rows?: readonly (RowOptions<Keep<S>, E, C, P> & { from: Keep<S> | typeof any; event: (keyof E & string) | typeof any | typeof eventless | typeof request; to?: Target<Keep<S>> | typeof any })[];
  initial?: Keep<S>;
  /** 'exclusive' (the default): one row; 'first match': the first whose guards agree. */
  guards?: 'exclusive' | 'first match';
  entryExit?: 'on change' | 'always';
  order?: readonly Phase[];
  /** Kinds of warnings that are not reported, or 'all'. */
  warningsOff?: readonly string[];
  onStep?: OneOrMany<Action<Keep<S>, E, C, P>>;
  onUnhandled?: OneOrMany<Action<Keep<S>, E, C, P>>;
  /** Names for callbacks, so that the definition can be written as a document. */
  callbackNames?: Record<string, (...parameters: any[]) => unknown>;
}

type ListedEvents<Name extends string> = { [Key in Name]: readonly [] };

/** Make a table of a definition. Throws DefinitionError with every error. */
export declare function table<S extends string, Name extends string, C = unknown, P extends Predicates = {}>(
  definition: TableDefinition<S, ListedEvents<Name>, C, P> & { events: readonly Name[] },
): Table<S, ListedEvents<Name>, C, P>;
export declare function table<S extends string, E extends { [Name in keyof E]: readonly ValueType[] | [] }, C = unknown, P extends Predicates = {}>(
  definition: TableDefinition<S, E, C, P> & { events: E },
): Table<S, E, C, P>;

/** A definition in the making, call by call. Names are numbered in the order in which they appear. */
export declare class Builder<S extends string = string, E extends Events = Events, C = unknown, P extends Predicates = Predicates> {
  constructor();
  /** Add a row. Returns its number, from 1. */
  row<Name extends keyof E & string>(source: S | typeof any | null, event: Name | typeof any | typeof eventless | typeof request, target: Target<S> | typeof any | undefined,
    options?: RowOptions<S, E, C, P, Received<E[Name]>> | OneOrMany<Action<S, E, C, P, Received<E[Name]>>>): number;
  /** Say everything about a state beside its rows. Returns the number of its block. */
  state(name: S, options?: StateOptions<S, E, C, P>): number;
  /** Open a superstate. Returns the number of its block. */
  superstate(name: string, options?: StateCallbacks<S, E, C, P>): number;
  event<Name extends keyof E & string>(name: Name, types?: E[Name]): this;
  predicate<Type extends keyof P & string>(name: Type, cases: readonly P[Type][], provider?: Callback<S, E, C, P, any[], P[Type] | number>): this;
  initial(state: S): this;
  guards(policy: 'exclusive' | 'first match'): this;
  entryExit(policy: 'on change' | 'always'): this;
  order(phases: readonly Phase[]): this;
  warning(kind: string, isReported: boolean): this;
  onStep(hook: Action<S, E, C, P>): this;
  onUnhandled(hook: Action<S, E, C, P>): this;
  nameCallback(callback: (...parameters: any[]) => unknown, name: string): this;
  /** Check the definition and make the table; the builder is spent. Throws DefinitionError with every error. */
  build(): Table<S, E, C, P>;
  close(): void;
  [Symbol.dispose](): void;
}

export interface Transition<S extends string = string> {
  readonly row: number;
  readonly source: S | 'any';
  readonly event: string;
  readonly target: S | 'same' | 'internal' | 'dynamic' | 'defer' | 'any';
  readonly targets: readonly string[];
  readonly rank: number;
  readonly isOverriding: boolean;
  readonly isInherited: boolean;
  readonly isLocal: boolean;
  readonly file: string;
  readonly line: number;
  readonly guardCount: number;
  readonly actionCount: number;
  readonly cases: Readonly<Record<string, readonly (string | number)[]>>;
  readonly conditions: readonly { state: S; isActive: boolean }[];
  readonly raised: readonly string[];
}

export type Format = 'text' | 'json' | 'dot' | 'mermaid' | 'plantuml' | 'matrix' | 'markdown' | 'html';
export interface WriteOptions<S extends string> {
  /** Superstates are not drawn. */
  flat?: boolean;
  /** States that are marked; left out; or shown alone with their neighbours. */
  current?: readonly S[];
  hidden?: readonly S[];
  focus?: readonly S[];
  /** How often each row was taken, row 1 first. */
  taken?: readonly (number | bigint)[];
}

/** An immutable definition, which any number of machines run. It is freed with the last that uses it. */
export declare class Table<S extends string = string, E extends Events = Events, C = unknown, P extends Predicates = Predicates> {
  private constructor();
  /** Read a document. Throws DefinitionError with all of its faults. */
  static read<S extends string = string, E extends Events = any, C = any, P extends Predicates = any>(
    text: string, callbacks?: DocumentCallbacks<S, E, C, P>, options?: ReadOptions<S, E, C, P>): Table<S, E, C, P>;
  readonly warnings: readonly Diagnostic[];
  /** All states, histories among them, in the order of their ids. */
  readonly states: S[];
  readonly events: (keyof E & string)[];
  readonly predicates: Record<string, (string | number)[]>;
  readonly superstates: (string | null)[];
  readonly initial: S | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly rowCount: number;
  /** The bytes that steps use. */
  readonly size: number;
  /** A hash of what the definition does. */
  readonly snapshotKey: bigint;
  /** How many numbers of `states` each token of a replay has. */
  readonly replayWidth: number;
  /** All rows of all states, in the order in which they are tried. */
  readonly transitions: readonly Transition<S>[];
  /** The numbers behind names, as snapshots and other languages have them. */
  stateId(state: S): number;
  eventId(event: keyof E & string): number;
  predicateId(type: keyof P & string): number;
  parent(state: S): S | null;
  kind(state: S): 'final' | 'parallel' | 'history' | 'deep history' | null;
  arguments(event: keyof E & string): { type: ValueType; name: string | null }[];
  rowLabel(row: number): string | null;
  rowCallbacks(row: number): { guards: (string | null)[]; actions: (string | null)[]; resolver: string | null };
  /** Write the definition: a document, its JSON, a picture or a matrix. */
  write(format?: Format, options?: WriteOptions<S>): string;
  /** The SHA-256 of the canonical document. */
  fingerprint(): Uint8Array;
  /** Replay a log of events over many tokens. */
  replay<R extends keyof ReplayResults = never>(options: ReplayOptions<S, E, C, R>): Replayed<S, R>;
  close(): void;
  [Symbol.dispose](): void;
}

export interface ReadOptions<S extends string, E extends Events, C, P extends Predicates> {
  /** For diagnostics. */
  file?: string;
  /** Callbacks may be missing: the table can be asked, but runs no machine. */
  unbound?: boolean;
  onStep?: OneOrMany<Action<S, E, C, P>>;
  onUnhandled?: OneOrMany<Action<S, E, C, P>>;
}
export type Role = 'guard' | 'action' | 'resolver' | 'entry' | 'exit' | 'cycle' | 'update' | 'provider' | 'unhandled' | 'step';
type NamedCallbacks<S extends string, E extends Events, C, P extends Predicates> = Record<string, Callback<S, E, C, P, any[], unknown>>;
/** A function for each name, in any role; objects of them by role; or a function that is asked for each. */
export type DocumentCallbacks<S extends string, E extends Events, C, P extends Predicates> =
  | NamedCallbacks<S, E, C, P>
  | { [R in Role]?: NamedCallbacks<S, E, C, P> }
  | ((wanted: { role: Role; name: string; signature: string | null; line: number; column: number }) => Callback<S, E, C, P, any[], unknown> | null | undefined);
export declare function read<S extends string = string, E extends Events = any, C = any, P extends Predicates = any>(
  text: string, callbacks?: DocumentCallbacks<S, E, C, P>, options?: ReadOptions<S, E, C, P>): Table<S, E, C, P>;
/** Read a document into a builder, which may have more, or get more later. */
export declare function readInto(builder: Builder<any, any, any, any>, text: string, callbacks?: DocumentCallbacks<any, any, any, any>, options?: ReadOptions<any, any, any, any>): void;
export declare function write(table: Table<any, any, any, any>, format?: Format, options?: WriteOptions<string>): string;
/** Where a signature, or the argument types of an event, cannot be read; null if they can. */
export declare function signatureFault(text: string): { position: number; expected: string } | null;
export declare function argumentsFault(text: string): { position: number; expected: string } | null;

export interface MachineOptions<S extends string> {
  /** Null: the machine is stopped until `start`. Undefined: the initial state of the definition. */
  initial?: S | null;
  /** Cases of predicate types may be missing. */
  isLenient?: boolean;
}
export interface Asked<P extends Predicates> {
  cases?: Cases<P>;
  arguments?: readonly unknown[];
  /** The name is that of a state to request. */
  isRequest?: boolean;
}
export interface Reason<S extends string = string> {
  kind: 'taken' | 'not matched' | 'guard refused' | 'resolver refused' | 'not tried';
  transition: Transition<S>;
  predicate: string | null;
  value: string | number | null;
  /** The guard that refused, from 0, conditions on active states first. */
  guard: number | null;
}
export interface Migrated {
  part: 'state' | 'event' | 'predicate' | 'case' | 'definition';
  id: number;
  name: string;
  predicate: string | number | null;
}

/**
 * A current state and a context, over a table. Sending from inside a callback of the same machine queues the event
 * ('queued'). What a callback throws comes out of the call that sent the event. Freed by garbage collection, `close`, or
 * `using` where there is Symbol.dispose.
 */
export declare class Machine<S extends string = string, E extends Events = Events, C = unknown, P extends Predicates = Predicates> {
  constructor(table: Table<S, E, C, P>, context: C, options?: MachineOptions<Keep<S>>);
  readonly table: Table<S, E, C, P>;
  context: C;
  /** In a callback of a replay: the number of its token, from 0. */
  readonly token?: number;
  readonly state: S | null;
  /** All active leaves. */
  readonly states: S[];
  readonly isDone: boolean;
  readonly isClosed: boolean;
  readonly pending: number;
  readonly failure: number;
  in(state: S): boolean;
  send<Name extends keyof E & string>(event: Name, ...values: Sent<E[Name]>): Outcome;
  sendWith<Name extends keyof E & string>(event: Name, options: { cases?: Cases<P>; arguments?: Sent<E[Name]> }): Outcome;
  request(state: S, options?: { cases?: Cases<P> }): Outcome;
  raise(event: EventsWithout<E>): Outcome;
  run(events: readonly EventsWithout<E>[]): Outcome[];
  start(state?: S): void;
  startLast(): void;
  stop(): 'ok' | 'queued';
  update(time?: number, options?: Asked<P>): Outcome | 'ok';
  dueEvent(time?: number, options?: Asked<P>): (keyof E & string) | null;
  setState(state: S | null): void;
  setStates(states: readonly S[]): void;
  probe(event: (keyof E & string) | S, options?: Asked<P>): { outcome: Outcome; target: S | null };
  can<Name extends keyof E & string>(event: Name, ...values: Sent<E[Name]>): boolean;
  explain(event: (keyof E & string) | S, options?: Asked<P>): { outcome: Outcome; reasons: Reason<S>[] };
  permitted(options?: { cases?: Cases<P>; withoutGuards?: boolean }): (keyof E & string)[];
  permittedStates(options?: { cases?: Cases<P>; withoutGuards?: boolean }): S[];
  runPending(): void;
  discardPending(): void;
  onStep(hook: Action<S, E, C, P> | null): void;
  onUnhandled(hook: Action<S, E, C, P> | null): void;

  /** Time, in a unit of your own. A bigint where a number would not be exact. */
  readonly now: number | bigint;
  readonly due: number | bigint | null;
  /** Send what is due by `now`. A time between two whole numbers counts as the earlier one. */
  advance(now: number | bigint): void;
  /** Send an event after a delay; one between two whole numbers counts as the longer one. Returns its timer, for `cancel`. */
  sendLater(event: EventsWithout<E>, delay: number | bigint): number | bigint;
  cancel(timer: number | bigint): boolean;
  clock(options?: { unit?: number; onError?: (error: unknown) => void; now?: () => number }): Clock;

  snapshot(options?: { json?: false; due?: boolean }): Uint8Array;
  snapshot(options: { json: true; due?: boolean }): string;
  restore(snapshot: Uint8Array | string, options?: { migrate?: (missing: Migrated) => string | number | boolean | null | undefined }): void;
  journal(write: ((record: Uint8Array) => void) | null, options?: { json?: false }): void;
  journal(write: (line: string) => void, options: { json: true }): void;
  /** Throw what has ended the journal, if anything has: what `write` has thrown. */
  checkJournal(): void;
  /** Become what the machine of a journal was, after `limit` steps or all. Returns how much of it could be read. */
  replayJournal(journal: Uint8Array | string, limit?: number): { size: number; steps: number };

  /** As the calls without Async, but callbacks that return promises are awaited, one after the other. What need not be awaited is
   * done when the call returns its promise; until that is settled, `send` is 'queued', and further calls of these wait for
   * their turn. Events that an exception has left waiting come first, here with all that their callbacks send. A callback must
   * not await a call of its own machine: it uses `send`, which queues. */
  sendAsync<Name extends keyof E & string>(event: Name, ...values: Sent<E[Name]>): Promise<Outcome>;
  sendWithAsync<Name extends keyof E & string>(event: Name, options: { cases?: Cases<P>; arguments?: Sent<E[Name]> }): Promise<Outcome>;
  requestAsync(state: S, options?: { cases?: Cases<P> }): Promise<Outcome>;
  startAsync(state?: S): Promise<void>;
  stopAsync(): Promise<void>;
  advanceAsync(now: number | bigint): Promise<void>;
  runPendingAsync(): Promise<void>;
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * Tells a machine the time by setTimeout, until it is closed. Callbacks of events that are due may return promises. Every other
 * call tells the time before: if that leads to promises, `send` is 'queued' behind them, and calls that cannot wait throw
 * StateError (BUSY). `onError` receives what such events throw; without it, it becomes an unhandled rejection.
 */
export declare class Clock {
  private constructor();
  readonly now: number;
  close(): void;
  [Symbol.dispose](): void;
}

type Column = Int8Array | Int16Array | Int32Array | BigInt64Array | Uint8Array | Uint16Array | Uint32Array | BigUint64Array;
export interface ReplayResults {
  outcomes: Uint8Array;
  rows: Int32Array;
  rowCounts: BigInt64Array;
  rowTimes: BigInt64Array;
  entered: BigInt64Array;
  first: BigInt64Array;
  firstTimes: BigInt64Array;
}
/** What to replay. Arrays are copied into the engine, and `states` is written back. Columns, and `times`, have a value for each
 * event; values beside events that do not carry them are not read. Throws RangeError where lengths do not fit. */
export interface ReplayOptions<S extends string, E extends Events, C, R extends keyof ReplayResults> extends Partial<ReplayResults> {
  /** The state of each token, replayWidth numbers each; NEW_TOKEN for a new one. Without it, `tokenCount` new tokens, or one. */
  states?: Int32Array;
  tokenCount?: number;
  /** Names, or ids or codes in a typed array. */
  events: readonly (keyof E & string)[] | Column;
  /** The event of each code. */
  eventMap?: readonly ((keyof E & string) | null)[];
  /** The token of each event; or where the list of each token begins, and the last one ends. */
  tokens?: Column;
  offsets?: BigInt64Array | readonly number[];
  cases?: Record<string, Column>;
  arguments?: { [Name in keyof E]?: readonly (Column | Float32Array | Float64Array | readonly (string | null)[])[] };
  times?: BigInt64Array | readonly number[];
  initial?: S;
  guards?: 'refuse' | 'assume' | 'ask';
  onViolation?: 'stay' | 'stop token' | 'stop';
  callActions?: boolean;
  skipUnknown?: boolean;
  isLenient?: boolean;
  /** The context of each token, as many as there are tokens, or one for all. */
  contexts?: C | readonly C[];
  firstIndex?: number;
  /** How many violations are told at most: without it 100. */
  violations?: number;
  /** The results that are wanted. */
  results?: readonly R[];
}
export type Replayed<S extends string, R extends keyof ReplayResults> = {
  states: Int32Array;
  counts: { events: number; transitioned: number; refused: number; unhandled: number; skipped: number; violations: number; violatedTokens: number; index: number };
  violations: { index: number; token: number; state: S; event: string; outcome: string }[];
} & Pick<ReplayResults, R>;
/** The state of a token that has had no event. */
export declare const NEW_TOKEN: number;

export interface Diagnostic {
  kind: string;
  severity: 'error' | 'warning';
  text: string;
  file: string;
  line: number;
  column: number;
  places: { file: string; line: number }[];
  state?: string | number | null;
  event?: string | number | null;
  target?: string | number | null;
  stateId: number | null;
  eventId: number | null;
  targetId: number | null;
}

/** What the engine could not do. `status` is its name, "UNKNOWN_EVENT"; `code` its number. */
export declare class SwiftFSMError extends Error {
  readonly status: string;
  readonly code: number;
}
export declare class DefinitionError extends SwiftFSMError {
  readonly diagnostics: Diagnostic[];
}
export declare class UnknownNameError extends SwiftFSMError {}
export declare class ArgumentError extends SwiftFSMError {
  readonly index?: number;
  readonly declared?: ValueType | null;
  readonly sent?: ValueType | 'integer' | null;
}
export declare class CaseError extends SwiftFSMError {
  readonly predicate?: string | number | null;
  readonly value?: string | number | null;
}
export declare class StateError extends SwiftFSMError {}
export declare class SnapshotError extends SwiftFSMError {
  readonly diagnostics: Diagnostic[];
}
/** Throw this in a callback to fail with a number of your own, below 0. Calls throw it with the number of the callback. */
export declare class CallbackFailed extends SwiftFSMError {
  constructor(failure?: number, message?: string);
  readonly failure: number;
}

/** Load the engine, from the file of this package, or from bytes, a module, a response or a URL. Needed for
 * 'swiftfsm/bare' only; a second call waits for the first. */
export declare function load(source?: BufferSource | WebAssembly.Module | Response | URL | string): Promise<void>;
/** The version of the engine. */
export declare function version(): string;

declare global {
  /** Where the language has it: [Symbol.dispose] is `close`, for `using`. */
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}
export {}; // so that only what says `export` is exported
