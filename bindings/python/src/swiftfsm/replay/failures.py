"""Why a replay ended early: an exception for a status, with a sentence that names the event."""

from __future__ import annotations

from typing import Any, Optional

from ..definition.ids import INITIAL, NONE
from ..definition.vocabulary import Vocabulary
from ..library.generated.constants import ASK_GUARDS, ASSUME_GUARDS
from ..library.generated.enumerations import Status
from ..library.loading import library
from ..library.results import BadValueError, SwiftFSMError, error_of
from .request import Request
from .running import Failure


def error_of_replay(request: Request, vocabulary: Vocabulary, failure: Failure, labels: Any) -> SwiftFSMError:
    """Return the exception for a replay that ended early. labels: of the rows, by number from 0."""
    text = _text(request, vocabulary, failure, labels)
    if failure.status == Status.OUT_OF_RANGE:
        error = BadValueError(text)
        error.status = Status.OUT_OF_RANGE
        return error
    return error_of(failure.status, text)


def _text(request: Request, vocabulary: Vocabulary, failure: Failure, labels: Any) -> str:
    status, index = failure.status, failure.place
    if status == Status.UNSUPPORTED and index is not None and request.guards != ASK_GUARDS:
        return f"row {index} ({_label(labels, index)}) {_unsupported(request)}"
    if status == Status.UNSUPPORTED:
        return (
            f"this cannot be replayed: {index} is the number of a row that defers its event, or the index of an event "
            f"with an argument that is an object"
        )
    if status == Status.UNBOUND_CALLBACKS:
        return "this table was read without callbacks: name them (Table.read(..., callbacks=...)), or assume guards"
    if status == Status.MISSING_PREDICATE and index is None:
        names = ", ".join(kind.__name__ for kind in vocabulary.predicates.kinds)
        return f"the rows match cases of {names}: give a column of each (cases=...), or replay with lenient=True"
    if index is None:
        return "the replay could not be carried out"
    return f"{where(request, index)}: {_reason(request, vocabulary, failure, index)}"


def where(request: Request, index: int) -> str:
    """Say which event is meant."""
    if not 0 <= index < request.event_count:
        return f"at index {index}"
    value = event_at(request, index)
    event = value if request.events.map is not None or value is None else request.event_names.name(value)
    text = f"the event at index {index}, {event!r}" if event is not None else f"the event at index {index}"
    token = token_at(request, index)
    return text if token is None else f"{text} of token {token!r}"


def event_at(request: Request, index: int) -> Any:
    """Return an event as the caller has it; None for null."""
    value = request.events.column.at(index) if index < request.event_count else None
    return None if request.events.map is None and value == NONE else value


def token_at(request: Request, index: int) -> Optional[Any]:
    """Return what the caller calls the token of an event; None if there is but one."""
    if request.tokens.column is None:
        return None
    number = request.tokens.column.at(index)
    labels = request.tokens.labels
    if request.tokens.column.words is not None:
        return number
    return labels[number] if number is not None and 0 <= number < len(labels) else number


def _reason(request: Request, vocabulary: Vocabulary, failure: Failure, index: int) -> str:
    status = failure.status
    value = event_at(request, index)
    if status == Status.UNKNOWN_EVENT:
        if value is None:
            return "null is no event (skip_unknown=True skips what the table does not know)"
        told = request.event_names.complaint(value)
        return f"{told} (skip_unknown=True skips what the table does not know)"
    if status == Status.OUT_OF_RANGE:
        return f"there are only {request.tokens.number} tokens, numbered from 0"
    if status == Status.UNKNOWN_STATE:
        if request.initial == INITIAL and library.sfsm_table_initial(request.table) == NONE:
            return "the table declares no initial state: name the state in which tokens begin (initial=...)"
        return "its token is in a state that the table does not have, or a resolver named one"
    if status == Status.BAD_CONFIGURATION:
        return "its token is in states that cannot be active together, or not alone"
    if status == Status.MISSING_PREDICATE:
        return "a predicate type has no case here: give one, or replay with lenient=True"
    if status == Status.UNKNOWN_CASE:
        numbers = {each.key: each.part.at(index) for each in request.cases}
        told = ", ".join(f"{vocabulary.predicates.name(key)} {number}" for key, number in numbers.items())
        return f"a predicate type does not have this case ({told or 'of a provider'})"
    if status in (Status.ARGUMENT_COUNT, Status.ARGUMENT_TYPE):
        types = vocabulary.argument_types.get(request.events.number(index) or 0)
        takes = "" if types is None else f"it takes ({types.text}), but "
        return takes + (
            "there is no column for one of its arguments (arguments=...)"
            if status == Status.ARGUMENT_COUNT
            else "the value in one of their columns is none of its type"
        )
    if status == Status.CALLBACK_FAILED:
        return f"a callback returned {failure.failure} without an exception that could be raised again"
    if status == Status.STEP_LIMIT_REACHED:
        return "it has led to too many steps: some eventless rows or raised events lead back to themselves"
    return "it could not be replayed"


def _unsupported(request: Request) -> str:
    if request.guards == ASSUME_GUARDS:
        return (
            "has a target that a resolver names, a predicate type whose cases a provider tells, or defers its event: "
            'replay with guards="ask", or give the cases'
        )
    return (
        "has a guard or resolver, a predicate type whose cases a provider tells, or defers its event: decide whether "
        'to ask them (guards="ask") or to take it that guards agree (guards="assume")'
    )


def _label(labels: Any, number: int) -> str:
    return str(labels[number - 1]) if 0 < number <= len(labels) else "?"
