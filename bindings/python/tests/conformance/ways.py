"""What a way to reach the library offers to the runner: what building and calling it told, in the words of cases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, NamedTuple, Optional, Protocol

from .case import Arguments, Call, Callback, Cases, RunLine


class Skipped(Exception):
    """This case cannot be run here; the text says why."""


class ToldDiagnostic(NamedTuple):
    """One diagnostic."""

    kind: str
    is_error: bool
    lines: list[int]
    cases: Cases
    fields: dict[str, int]
    text: str


class ToldTransition(NamedTuple):
    """A row as the table has it in one state."""

    line: int
    """Of the row: by this the row is known."""
    file: str
    source: int
    event: int
    target: int
    is_inherited: bool
    is_overriding: bool
    guards: int
    """The conditions on active states count."""
    actions: int
    cases: dict[int, list[int]]
    """Of each declared predicate type those for which the row is meant."""
    more_targets: list[int]
    conditions: list[tuple[int, bool]]
    raised: list[int]
    is_local: bool
    row: Optional[int] = None
    """Its number, where rows have the numbers of the case's."""
    rank: Optional[int] = None


class ToldReason(NamedTuple):
    """Why one row is taken or not."""

    line: int
    kind: str
    mismatch: tuple[int, int]
    guard: int


@dataclass
class Answer:
    """What came of a call."""

    outcome: str
    id: Optional[int] = None
    ids: list[int] = field(default_factory=list)
    reasons: list[ToldReason] = field(default_factory=list)
    hides_outcome: bool = False
    """Whether an exception may hide the outcome, since it may be that of another event than the one that was sent."""


class ToldStep(NamedTuple):
    """What a callback is told of the step."""

    belongs: bool
    """Whether machine and context are those that they must be."""
    ids: tuple[int, int, int]
    """Source, event and target."""
    outcome: str
    time: float
    arguments: Arguments
    case_of: Callable[[int], int]


class Machine(Protocol):
    """A machine under test."""

    def perform(self, call: Call) -> Answer:
        """Carries out a call."""

    def detail(self, word: str) -> Any:
        """What the machine tells of itself: failure, pending, rejected, argument, active, done."""

    def is_active(self, state: int) -> bool:
        """Whether a state is active."""

    @property
    def state(self) -> int:
        """Its state."""

    def close(self) -> None:
        """Releases it."""


Perform = Callable[[Callback, Optional[ToldStep], Optional[list[Any]]], Any]
"""What a callback does: it hands on what it was told of the step, and what it was given; it comes to a Happening, or to
None where nothing is as expected."""


class Definition(Protocol):
    """A definition that was handed over."""

    diagnostics: list[ToldDiagnostic]

    @property
    def has_table(self) -> bool:
        """Whether a table came of it."""

    def carried(self, event: int) -> list[str]:
        """The types of what an event carries."""

    def superstates(self) -> Optional[list[Optional[str]]]:
        """The names of the table's superstates; None where that is not told."""

    def transitions(self) -> list[ToldTransition]:
        """All transitions of the table."""

    def nesting(self, state: int) -> tuple[Optional[int], int]:
        """The parent and the kind of a state."""

    def machine(self, run: RunLine, perform: Perform) -> Machine:
        """A machine with its hooks. Raises NotMade."""

    def close(self) -> None:
        """Releases everything."""


class NotMade(Exception):
    """A machine could not be made, or its hook not be registered; the text is the outcome."""
