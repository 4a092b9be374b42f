"""What the rules did not permit, as a table of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from ..library.generated.enumerations import Outcome, Status
from .found import RECORD
from .names import Names
from .parts import viewed
from .tables import ColumnTable
from .typed_columns import Kind, TypedColumn, typed_like


def _outcome(number: int) -> Outcome:
    """The outcome of an event; what comes after the end of a chart is unhandled."""
    return Outcome.UNHANDLED if number == Status.NOT_RUNNING else Outcome(number)


class Violation:
    """An event that the rules do not permit."""

    __slots__ = ("index", "token", "state", "event", "outcome", "why")

    def __init__(self, index: int, token: Any, state: Any, event: Any, outcome: Outcome, why: str) -> None:
        self.index: int = index
        """Of the event, from 0."""
        self.token: Any = token
        """As the caller has it."""
        self.state: Any = state
        """The state in which it came, as `Machine.state` has it."""
        self.event: Any = event
        self.outcome: Outcome = outcome
        """UNHANDLED or REFUSED."""
        self.why: str = why
        """The reason in words: "'pay' is not handled in 'closed'"."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Violation):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Violation at {self.index}, token {self.token!r}: {self.why}>"


class Violations(ColumnTable):
    """The violations of a replay, in the order in which they were found: several `Violation`s, and a table.

    Its columns are index, token, state, event, outcome and why, with names of states, events and outcomes.

    A package takes it as a table by Arrow's interface, without copies of numbers: `polars.DataFrame(violations)`,
    `pyarrow.table(violations)`, DuckDB by its name; `to_pandas`, `to_polars` and `to_arrow` do so.
    """

    __slots__ = ("_records", "_labels", "_states", "_events", "_reasons")

    def __init__(self, records: bytearray, labels: Sequence[Any], states: Names, events: Names) -> None:
        self._records = records
        self._labels = labels
        self._states, self._events = states, events
        self._reasons: dict[tuple[int, int, int], str] = {}

    def __len__(self) -> int:
        return len(self._records) // RECORD.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = range(len(self))[index] * RECORD.size
        return self._made(*RECORD.unpack_from(self._records, place)[:5])

    def __iter__(self) -> Iterator[Violation]:
        return (self._made(*each[:5]) for each in RECORD.iter_unpack(self._records))

    def _made(self, index: int, token: int, state: int, event: int, outcome: int) -> Violation:
        where = self._states.member(state)
        why = self._why(state, event, outcome)
        return Violation(index, self._label(token), where, self._events.member(event), _outcome(outcome), why)

    def _label(self, token: int) -> Any:
        return self._labels[token] if token < len(self._labels) else token

    def _why(self, state: int, event: int, outcome: int) -> str:
        key = state, event, outcome
        known = self._reasons.get(key)
        if known is None:
            known = self._reasons[key] = self._reason(state, self._events.name(event), outcome)
        return known

    def _reason(self, state: int, event: str, outcome: int) -> str:
        name = self._states.name(state)
        if outcome == Status.NOT_RUNNING:
            return f"{event!r} came after the chart was done, in {name!r}"
        if outcome == Outcome.REFUSED:
            return f"a guard refused {event!r} in {name!r}"
        return f"{event!r} is not handled in {name!r}"

    def _typed_columns(self) -> dict[str, TypedColumn]:
        """The columns with their types."""
        indexes, tokens, kinds = self._split()
        states = {kind: self._states.name(kind[0]) for kind in set(kinds)}
        events = {kind: self._events.name(kind[1]) for kind in states}
        outcomes = {kind: _outcome(kind[2]).name for kind in states}
        reasons = {kind: self._why(*kind) for kind in states}
        labels = self._labels[:]  # a list, if it was none
        whose = tokens if isinstance(labels, range) else [labels[each] for each in tokens]
        return {
            "index": TypedColumn(indexes, Kind.INTEGERS),
            "token": typed_like(whose, labels),
            "state": TypedColumn([states[kind] for kind in kinds], Kind.TEXTS),
            "event": TypedColumn([events[kind] for kind in kinds], Kind.TEXTS),
            "outcome": TypedColumn([outcomes[kind] for kind in kinds], Kind.TEXTS),
            "why": TypedColumn([reasons[kind] for kind in kinds], Kind.TEXTS),
        }

    def _split(self) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
        """The indexes, the tokens, and of each the state, the event and the outcome."""
        numbers, pairs = viewed(self._records, "i"), viewed(self._records, "q")
        kinds = zip(numbers[4::8].tolist(), numbers[5::8].tolist(), numbers[6::8].tolist())
        return pairs[0::4].tolist(), pairs[1::4].tolist(), list(kinds)

    def reasons(self, indexes: Iterable[int]) -> dict[int, str]:
        """Return the reasons of the violations at these indexes of events, as far as these are kept."""
        wanted = set(indexes)
        every = RECORD.iter_unpack(self._records) if wanted else ()
        return {index: self._why(*rest) for index, _, *rest, _ in every if index in wanted}

    def __repr__(self) -> str:
        shown = "\n".join(f"  {each!r}" for each in self[:5])
        more = f"\n  ... and {len(self) - 5} more" if len(self) > 5 else ""
        return f"<Violations: {len(self)}>" + (f"\n{shown}{more}" if len(self) else "")
