"""A case as it was read. Words have become numbers here, and labels the rows, blocks and lines that they name."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Optional

from swiftfsm import Reserved, StateKind

BLOCK_ROLES = ("entry", "exit", "cycle", "update")
ROLES = (*BLOCK_ROLES, "guard", "action", "resolver", "provider", "unhandled", "step")

# What replays alone know is a name like any other.
RESERVED = {each.name.lower().removesuffix("_state"): int(each) for each in Reserved}


class Value(NamedTuple):
    """What an event carries at one place: the word for its type, and the value; of a pointer its name, or None."""

    type: str
    value: Any


Cases = list[tuple[int, int]]
"""Cases of predicate types: (predicate, case)."""
Arguments = list[Value]


class Parameter(NamedTuple):
    """What a callable asks for at one place."""

    kind: str
    """context, event, source, target, step, time, predicate, argument, "..." or "args..."."""
    type: str
    """Of the value; "" for the last two."""
    predicate: int = 0


@dataclass
class Signature:
    """What a callable asks for and returns."""

    line: int
    result: str
    text: str = ""
    parameters: list[Parameter] = field(default_factory=list)

    @property
    def is_variadic(self) -> bool:
        """Whether it ends with three points."""
        return bool(self.parameters) and self.parameters[-1].kind.endswith("...")

    def takes(self, kind: str) -> bool:
        """Whether it has a parameter of this kind."""
        return any(parameter.kind == kind for parameter in self.parameters)


@dataclass
class Callback:
    """One for each word and role: what every registration of that callback leads to. A machine's hooks have the name
    "", those of the table names of their own."""

    role: str
    name: str
    signature: Optional[Signature] = None
    is_registered: bool = False


@dataclass
class Label:
    """What stands before a row (with its number), a block (likewise), or something else."""

    line: int
    kind: str
    number: int
    is_used: bool = False


@dataclass
class Match:
    """What a row says of one predicate type."""

    predicate: int
    values: list[int]


@dataclass
class RowLine:
    """A row."""

    line: int
    source: int
    event: int
    target: int
    block: int
    is_overriding: bool
    matches: list[Match] = field(default_factory=list)
    guards: list[Callback] = field(default_factory=list)
    actions: list[Callback] = field(default_factory=list)
    resolver: Optional[Callback] = None
    is_local: bool = False
    more_targets: list[int] = field(default_factory=list)
    conditions: list[tuple[int, bool]] = field(default_factory=list)
    """States that must be active, or must not be."""
    raised: list[int] = field(default_factory=list)


@dataclass
class BlockLine:
    """A state block or a superstate; what it adopts are numbers of blocks, from 1."""

    line: int
    state: Optional[int]
    kind: StateKind
    adopts: list[int]
    callbacks: dict[str, list[Callback]]
    name: Optional[str] = None
    """Of a superstate."""
    parent: Optional[int] = None
    default: Optional[int] = None
    default_actions: list[Callback] = field(default_factory=list)
    done: Optional[int] = None
    timeouts: list[tuple[int, int]] = field(default_factory=list)
    """Delays and events."""


@dataclass(frozen=True)
class PredicateLine:
    """A predicate type that is declared; without words its cases have numbers only."""

    line: int
    id: int
    count: int
    words: list[str]
    provider: Optional[Callback]


class EventLine(NamedTuple):
    """An event that is declared with the types of what it carries."""

    line: int
    id: int
    types: list[str]


class HookLine(NamedTuple):
    """A hook of the table."""

    line: int
    callback: Callback


class WarningLine(NamedTuple):
    """Whether warnings of a kind are reported."""

    line: int
    kind: int
    is_reported: bool


class Finding(NamedTuple):
    """A diagnostic that is expected; `fields` are those that are written."""

    line: int
    kind: str
    places: list[int]
    cases: Cases
    fields: dict[str, int]
    sayings: list[str]
    """What its text has in it."""


class StateRow(NamedTuple):
    """A row as a state has it."""

    line: int
    source: int
    row: int


@dataclass
class Result:
    """What a call comes to, and the state afterwards."""

    line: int
    outcome: str
    state: int
    details: dict[str, Any] = field(default_factory=dict)
    """failure, pending, target, event, rejected (a case), argument (number, declared, sent), ids, active, done, due (None: never)."""


class ReasonLine(NamedTuple):
    """Why a row is taken or not."""

    line: int
    row: int
    kind: str
    mismatch: tuple[int, int]
    guard: int


@dataclass
class Call:
    """What a machine is told to do, and what has to come of that."""

    line: int
    verb: str
    id: int = 0
    states: list[int] = field(default_factory=list)
    """Those that are set."""
    is_request: bool = False
    cases: Optional[Cases] = None
    arguments: Optional[Arguments] = None
    time: float = 0.0
    delay: int = 0
    """After which an event is sent; or the time that is told."""
    timer: str = ""
    is_handed_over: bool = False
    without_guards: bool = False
    requests: bool = False
    trace: list[Happening] = field(default_factory=list)
    reasons: list[ReasonLine] = field(default_factory=list)
    result: Optional[Result] = None


@dataclass
class Happening:
    """A callback that has to be called next: what it checks, does and answers."""

    line: int
    role: str
    name: str
    outcome: str = ""
    answer: int = 0
    fails: bool = False
    step: Optional[tuple[int, int, int]] = None
    state: Optional[int] = None
    time: Optional[float] = None
    cases: Cases = field(default_factory=list)
    arguments: Optional[Arguments] = None
    given: Optional[list[Any]] = None
    calls: list[Call] = field(default_factory=list)


@dataclass
class RunLine:
    """A machine of its own, and what it is told to do; or what comes of making it, if that fails."""

    line: int
    initial: int
    is_lenient: bool = False
    on_unhandled: bool = False
    on_step: bool = False
    failure: str = ""
    calls: list[Call] = field(default_factory=list)


@dataclass
class Case:
    """All of it."""

    path: Path
    is_document: bool = True
    """Whether the library reads it as it stands."""
    contents: str = ""
    words: dict[str, dict[str, int]] = field(default_factory=lambda: {"state": {}, "event": {}, "predicate": {}})
    labels: dict[str, Label] = field(default_factory=dict)
    callbacks: dict[tuple[str, str], Callback] = field(default_factory=dict)
    predicates: list[PredicateLine] = field(default_factory=list)
    events: list[EventLine] = field(default_factory=list)
    initials: list[tuple[int, int]] = field(default_factory=list)
    """(line, state)"""
    blocks: list[BlockLine] = field(default_factory=list)
    rows: list[RowLine] = field(default_factory=list)
    named_events: list[int] = field(default_factory=list)
    first_match: bool = False
    always: bool = False
    order: list[int] = field(default_factory=list)
    hooks: list[HookLine] = field(default_factory=list)
    warnings: list[WarningLine] = field(default_factory=list)
    diagnostics_line: int = 0
    findings: list[Finding] = field(default_factory=list)
    transitions_line: int = 0
    transitions: list[StateRow] = field(default_factory=list)
    runs: list[RunLine] = field(default_factory=list)

    def text(self, vocabulary: str, number: int) -> str:
        """The word for an id."""
        for word, each in (*RESERVED.items(), *self.words[vocabulary].items()):
            if each == number:
                return word
        return str(number)

    def declared(self, event: int) -> list[str]:
        """The types that an event is declared with."""
        return next((each.types for each in self.events if each.id == event), [])
