"""A chart as plain values: states, rows, and what is sent to a machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Optional

#: What a callback does at one of its calls: "" nothing (of a guard: yes), "no", "fail", "stop", "send 3", "raise 3".
Act = str
Kind = Literal["state", "final", "parallel", "history", "deep history"]
#: A row's trigger is the number of an event, or one of these.
ANY, EVENTLESS, REQUEST = -1, -2, -3
#: A row's targets are numbers of states, or one of these words; "requested" belongs to requests.
Word = Literal["", "same", "internal", "defer", "requested"]
Phase = Literal["exit", "actions", "commit", "entry"]
PHASES: tuple[Phase, ...] = ("exit", "actions", "commit", "entry")


@dataclass
class Callback:
    """Does its acts in turn, and begins anew behind the last one."""

    role: str
    name: str
    acts: list[Act] = field(default_factory=list)


@dataclass
class State:
    """A state or a history. `name` is its word in documents; `parent` is None for children of the chart."""

    name: str
    kind: Kind = "state"
    parent: Optional[int] = None
    default: Optional[int] = None
    default_actions: list[Callback] = field(default_factory=list)
    done: Optional[int] = None
    timeouts: list[tuple[int, int]] = field(default_factory=list)
    entry: list[Callback] = field(default_factory=list)
    exit: list[Callback] = field(default_factory=list)
    cycle: list[Callback] = field(default_factory=list)

    @property
    def is_history(self) -> bool:
        return self.kind in ("history", "deep history")


@dataclass
class Row:
    """`source` is None for any state. Conditions are (state, whether it must be active)."""

    source: Optional[int]
    trigger: int
    word: Word = ""
    targets: list[int] = field(default_factory=list)
    is_local: bool = False
    conditions: list[tuple[int, bool]] = field(default_factory=list)
    guards: list[Callback] = field(default_factory=list)
    actions: list[Callback] = field(default_factory=list)
    raised: list[int] = field(default_factory=list)


@dataclass
class Call:
    """What a host does: "start", "stop", "send" an event, "request" a state, "advance" to a time."""

    verb: str
    number: int = 0


@dataclass
class Chart:
    """States stand in document order: each parent before its children, which follow it at once (R1)."""

    states: list[State] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    events: int = 1
    initial: int = 0
    is_first_match: bool = True
    is_always: bool = True
    phases: tuple[Phase, ...] = PHASES
    #: Blocks are opened level by level; the order of the states is the same.
    opens_by_depth: bool = False

    def callbacks(self) -> list[Callback]:
        """All callbacks, in the order of the definition."""
        found: list[Callback] = []
        for state in self.states:
            found += state.entry + state.exit + state.cycle + state.default_actions
        for row in self.rows:
            found += row.guards + row.actions
        return found


class Tree:
    """How the states of a chart are nested. The chart itself is None."""

    def __init__(self, chart: Chart) -> None:
        states = chart.states
        self.kinds = [state.kind for state in states]
        self.parents = [state.parent for state in states]
        self.children: dict[Optional[int], list[int]] = {None: []}
        self.histories: dict[Optional[int], list[int]] = {None: []}
        #: From the parent of each state outwards.
        self.ancestors: list[list[int]] = []
        for number, state in enumerate(states):
            self.children[number], self.histories[number] = [], []
            (self.histories if state.is_history else self.children)[state.parent].append(number)
            parent = state.parent
            self.ancestors.append([] if parent is None else [parent, *self.ancestors[parent]])

    def is_parallel(self, state: Optional[int]) -> bool:
        return state is not None and self.kinds[state] == "parallel"

    def is_compound(self, state: int) -> bool:
        return self.kinds[state] == "state" and bool(self.children[state])

    def is_leaf(self, state: int) -> bool:
        return not self.children[state]

    def is_below(self, state: int, other: Optional[int]) -> bool:
        """Whether a state lies inside another one, and is not it."""
        return other is None or other in self.ancestors[state]

    def is_within(self, state: int, other: int) -> bool:
        return state == other or other in self.ancestors[state]
