"""What came of a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Optional

from ..definition.generics import EventT, StateT
from .drawn_replay import DrawnReplay
from .durations import Taken
from .found import Found
from .given import UNKNOWN_TIME
from .known import Known
from .parts import View
from .request import Request
from .states import States
from .tables import ColumnTable
from .typed_columns import Kind, TypedColumn, typed_like
from .violations import Violations


class Counts(NamedTuple):
    """How many events there were, and what became of them."""

    events: int
    """That were looked at: all, unless the replay ended early."""
    transitioned: int
    refused: int
    unhandled: int
    skipped: int
    violations: int
    """refused + unhandled."""
    violated_tokens: int
    """Tokens with a violation that had none before."""


class RowCounts(Sequence[int]):
    """How often each row was taken, by its number, as `Transition.row` and `Table.diagram(counts=...)` have it."""

    __slots__ = ("_counts", "labels")

    def __init__(self, counts: View, labels: Sequence[str]) -> None:
        self._counts = counts
        self.labels: Sequence[str] = labels
        """Of each row its label in the document, or else what it does: "open pay -> paid"."""

    def __len__(self) -> int:
        return len(self._counts)

    def __getitem__(self, index: Any) -> Any:
        found = self._counts[index]
        return found.tolist() if isinstance(found, memoryview) else found

    def labelled(self) -> dict[str, int]:
        """Return the counts by label, the highest first. Rows of one label are counted together."""
        found: dict[str, int] = {}
        for label, count in zip(self.labels, self._counts):
            found[label] = found.get(label, 0) + count
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))

    def __repr__(self) -> str:
        return f"<RowCounts {self._counts.tolist()}>"


class Replay(DrawnReplay, ColumnTable, Generic[StateT, EventT]):
    """What came of a replay.

    As a table it has a row for each token: `to_pandas`, `to_polars`, `to_arrow`, `columns`. Its columns are token, state,
    violation (the index of its first one, or None) and why; with times=... also entered and violated, when that was.
    `diagram` draws what was taken, `durations` tell how long tokens had been in their states before.

    states: the state of each token now; see `States`.
    tokens: what the caller calls each token: a range if tokens are the numbers from 0 to the last one without gaps.
    violations: what the rules did not permit; see `Violations`. `counts.violations` counts those too that are beyond
        the limit.
    first: of each token the index of its first violation, -1 for none. A memoryview, as are the following.
    outcomes: with outcomes=True of each event its outcome as a number, 0 if it was skipped. Otherwise None.
    rows: with rows=True of each event the number of the row that was taken, 0 if none was: from 1, one more than
        `Transition.row`. Otherwise None.
    row_counts: with row_counts=True how often each row was taken; see `RowCounts`. Otherwise None.
    entered, first_times, row_times: with times=...: since when each token has been in its state, and when its first
        violation was (-2**63 where that is not known); by the numbers of rows how long all tokens together had been in
        their states as it was taken. Otherwise None.

    It cannot be pickled, but its columns can. A pickle of an error whose `replay` it is has None in its place.
    """

    is_of_error: bool = False
    """Whether an error that ended it has it as its attribute `replay`."""

    def __init__(self, request: Request, held: Found, shared: Known, table: Any) -> None:
        self.counts: Counts = Counts(*held.sum)
        self._table: Any = table
        self._time_unit: Optional[float] = request.time_unit
        self.states: States = States(request.layout, held.states.held)
        self.tokens: Sequence[Any] = held.labels
        self.violations: Violations = Violations(
            held.violations, held.labels, request.layout.names, request.event_names
        )
        self.first: View = held.first.view("q")
        counted = held.row_counts
        self.row_counts: Optional[RowCounts] = (
            None if counted is None else RowCounts(counted.view("q")[1:], shared.row_labels)
        )
        count = request.event_count
        self.outcomes: Optional[View] = None if held.outcomes is None else held.outcomes.view("B")[:count]
        rows: Optional[View] = None if held.rows is None else held.rows.view("i")[:count]
        self.rows: Optional[View] = rows if request.kept.rows else None
        has_durations = request.times is not None and request.kept.row_counts
        # Whatever was called is not needed any more.
        kept = request._replace(stand_in=None, report=None)
        self._taken: Optional[Taken] = Taken(kept, rows) if rows is not None and has_durations else None
        self.entered: Optional[View] = None if held.entered is None else held.entered.view("q")
        self.first_times: Optional[View] = None if held.first_times is None else held.first_times.view("q")
        self.row_times: Optional[View] = None if held.row_times is None else held.row_times.view("q")[1:]

    @property
    def state_of(self) -> Mapping[Any, Any]:
        """The state of each token, by what the caller calls it: for `states=` of the next replay, of other events."""
        return dict(zip(self.tokens, self.states))

    def _typed_columns(self) -> dict[str, TypedColumn]:
        """The columns of the table of tokens, with their types."""
        firsts = self.first.tolist()
        reasons = self.violations.reasons(index for index in firsts if index >= 0)
        labels = self.tokens[:]  # a list, if it was none
        found = {
            "token": typed_like(labels, labels),
            "state": TypedColumn(self.states.names, Kind.TEXTS),
            "violation": TypedColumn([None if index < 0 else index for index in firsts], Kind.GAPPED),
            "why": TypedColumn([None if index < 0 else reasons.get(index) for index in firsts], Kind.TEXTS),
        }
        for name, times in ("entered", self.entered), ("violated", self.first_times):
            if times is not None:
                known = [None if time == UNKNOWN_TIME else time for time in times.tolist()]
                found[name] = TypedColumn(known, Kind.GAPPED)
        return found

    def __copy__(self) -> Replay[StateT, EventT]:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: object) -> Replay[StateT, EventT]:
        return self

    def __reduce__(self) -> Any:
        if self.is_of_error:  # the error has to reach another process, even without this
            return type(None), ()
        raise TypeError(
            "a Replay cannot be pickled: pickle what is needed of it, such as replay.columns, replay.counts, "
            "replay.states.names, replay.violations.columns or list(replay.violations)"
        )

    def __repr__(self) -> str:
        counts = self.counts
        text = f"{_of(counts.events, 'event')} of {_of(len(self.states), 'token')}: "
        text += f"{_of(counts.transitioned, 'transition')}, {_of(counts.violations, 'violation')}"
        if counts.violations:
            text += f" ({counts.unhandled:,} unhandled, {counts.refused:,} refused)"
            text += f" of {_of(counts.violated_tokens, 'token')}"
        if counts.skipped:
            text += f", {counts.skipped:,} skipped"
        first = next(iter(self.violations), None)
        if first is not None:
            text += f"; the first at index {first.index}, token {first.token!r}: {first.why}"
        return f"<Replay of {text}>"


def _of(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
