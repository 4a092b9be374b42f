"""Where exceptions lead: what rows, states and the table say, and the rows that it makes.

A state to go to is reached by a row of its own, from any state, with an event that no program can send.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from ..definition.around import ErrorEvent, OnError
from ..definition.blocks import Scope, StateBlock
from ..definition.ids import ANY
from ..definition.places import Place
from ..definition.rows import Row
from ..definition.table_parts import Parts, Rows, with_adopted
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import DiagnosticKind, Severity
from .diagnostics import Diagnostic


class _Said(NamedTuple):
    """What a part of the definition says, and where."""

    error: OnError
    place: Optional[Place]


class ErrorRows:
    """What a definition says of exceptions."""

    __slots__ = ("events", "parts", "_said", "_by_target")

    def __init__(self, parts: Parts, table: Optional[OnError], place: Optional[Place]) -> None:
        scopes = list(with_adopted(parts.scopes))
        self._said: list[_Said] = list(_all_said(parts, scopes, table, place))
        self._by_target: dict[Any, ErrorEvent] = {}
        self.parts: Parts = parts
        """The parts of the definition, with the rows that exceptions take behind them."""
        if any(each.error.target is not None for each in self._said):
            self.parts = Parts()
            self.parts.extend(parts)
            self.parts.append(Rows(self._rows(scopes)))
        self.events: list[ErrorEvent] = list(self._by_target.values())
        """The events of these rows."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return not self._said

    def _rows(self, scopes: list[Scope]) -> list[Any]:
        # A row for any event would come before one from any state.
        greedy = [scope.state for scope in scopes if isinstance(scope, StateBlock) and _takes_any_event(scope)]
        greedy += [row[0] for row in self.parts.rows if row[1] == ANY and row[0] != ANY]
        rows: list[Any] = []
        for error, place in self._said:
            if error.target is not None and error.target not in self._by_target:
                event = self._by_target[error.target] = ErrorEvent(error.target)
                rows += [Row.at(place, source, event, error.target) for source in (ANY, *dict.fromkeys(greedy))]
        return rows

    def adopt(self, vocabulary: Vocabulary) -> None:
        """Learn the events that are sent, which need not have rows."""
        vocabulary.events.adopt([error.event for error, _ in self._said if error.event is not None])

    def settle(self, vocabulary: Vocabulary, table: Optional[OnError]) -> list[Diagnostic]:
        """Tell a vocabulary which event each of them sends. Returns an error for each that has arguments, or no row."""
        faults: list[Diagnostic] = []
        for error, place in self._said:
            sent = error.event if error.target is None else self._by_target[error.target]
            number = vocabulary.error_events[error] = vocabulary.events.identify(sent)
            event = vocabulary.events.describe(error.event)
            if len(vocabulary.argument_types.get(number, ())):
                text = f"{event} cannot be an error_event: it has arguments, and nothing is sent with it"
                faults.append(_fault(text, place, error.event))
            elif error.target is None and not self._has_row(number, vocabulary):
                text = f"no state has a row for {event}, which is an error_event: add a row, or correct the event"
                faults.append(_fault(text, place, error.event))
        vocabulary.error = table
        for block in self.parts.scopes:
            if isinstance(block, StateBlock) and block.error is not None:
                vocabulary.state_errors[vocabulary.states.identify(block.state)] = block.error
        return faults

    def _has_row(self, event: int, vocabulary: Vocabulary) -> bool:
        """Whether some row takes an event. Of a document the rows are not known here."""
        scopes = with_adopted(self.parts.scopes)
        events = [row[1] for row in [*self.parts.rows, *(row for scope in scopes for row in scope.rows)]]
        return not events or any(each == ANY or vocabulary.events.identify(each) == event for each in events)


def _all_said(
    parts: Parts, scopes: list[Scope], table: Optional[OnError], place: Optional[Place]
) -> Iterator[_Said]:
    lists = [part.rows for part in parts if isinstance(part, Rows) and part.plain is None]
    for rows in (*lists, *(scope.rows for scope in scopes)):
        for row in rows:
            if type(row) is Row and row.around is not None and row.around.error is not None:
                yield _Said(row.around.error, row.place)
    for scope in scopes:
        if isinstance(scope, StateBlock) and scope.error is not None:
            yield _Said(scope.error, scope.place)
    if table is not None:
        yield _Said(table, place)


def _takes_any_event(scope: Scope) -> bool:
    return any(row[1] == ANY for row in scope.rows) or any(map(_takes_any_event, scope.adopts))


def _fault(text: str, place: Optional[Place], event: Any) -> Diagnostic:
    return Diagnostic(
        DiagnosticKind.SIGNATURE_MISMATCH, Severity.ERROR, text, (place,), state=None, event=event, target=None
    )
