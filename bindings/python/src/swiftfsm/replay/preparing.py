"""What a caller gives to a replay, made into a request: everything is checked before anything is replayed."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from ..library.generated.enumerations import ValueType
from ..library.results import BadValueError
from .columns import column
from .events import Events, events_of
from .given import arguments_of, cases_of, check_nulls, entered_of, times_of
from .known import Known
from .options import EventColumns, Kept, Rules, TokenColumns
from .parts import Column, falling, joined, moved
from .request import Request
from .stand_in import ASKED, CALLED, StandIn
from .tokens import Tokens, labels_of, tokens_of


def prepared(
    table: Any,
    known: Known,
    given: EventColumns,
    rules: Rules,
    tokens: TokenColumns = TokenColumns(),
    kept: Kept = Kept(),
    threads: int = 1,
    coded: bool = False,
) -> Request:
    """Return the request. Errors: those of `Table.replay`, before anything is replayed.

    coded: tokens are keys of which the next replay may have others: numbers among them mean nothing.
    """
    rules.check()
    _check_numbers(limit=(kept.limit, 0), threads=(threads, 1), token_count=(tokens.token_count, 0))
    events = events_of(given.events, known.events)
    begins = _offsets(events, given.offsets)
    whose = _tokens(events, begins, given.tokens, tokens.number, coded)
    if threads > 1 and begins is None:
        raise BadValueError("threads share lists of events, of which each belongs to one token: give offsets, or lists")
    if threads > 1 and rules.calls:
        raise BadValueError("callbacks of Python run one at a time: replay with threads=1, or without callbacks")
    if tokens.entered is not None and given.times is None:
        raise BadValueError("entered tells when tokens came to their states: give the times of events too")
    count = events.column.length
    vocabulary = table._vocabulary
    times, unit = (None, None) if given.times is None else times_of(given.times, count)
    request = Request(
        table=table._argument,
        layout=known.layout,
        events=events if begins is None else Events(_in_one_part(events.column), events.map),
        event_names=known.events,
        tokens=whose,
        offsets=begins,
        initial=known.initial(rules.initial),
        guards=rules.guard_number,
        on_violation=rules.violation_number,
        flags=rules.flags,
        threads=threads,
        row_count=table.row_count,
        kept=kept,
        cases=cases_of(given.cases or {}, vocabulary.predicates, count),
        times=times,
        time_unit=unit,
        leaves_out_absent=not coded and not tokens.are_numbered,
        has_states=tokens.states is not None,
        entered=None if tokens.entered is None else entered_of(tokens.entered, whose.labels),
    )
    if given.arguments:
        columns = list(arguments_of(given.arguments, vocabulary.events, vocabulary.argument_types, count))
        check_nulls(columns, events, vocabulary.events)
        request = request._replace(arguments=columns)
    if rules.calls:
        roles = CALLED if rules.call else ASKED
        request = request._replace(stand_in=StandIn(table._callbacks, roles, _contexts(tokens.contexts, whose)))
    return request


def _check_numbers(**given: tuple[Any, int]) -> None:
    """Check ints, each given with its least value."""
    for name, (value, least) in given.items():
        if value is not None and (not isinstance(value, int) or value < least):
            raise BadValueError(f"{name} must be an int from {least} on, not {value!r}")


def _in_one_part(given: Column) -> Column:
    return given if len(given.parts) == 1 else given._replace(parts=(joined(given),))


def _offsets(given: Events, offsets: Any) -> Optional[array[int]]:
    if offsets is None:
        return given.column.lists
    if given.column.lists is not None:
        raise BadValueError("events are lists already: offsets say where lists begin in a column of single events")
    part = joined(column(offsets, "offsets"))
    if len(part.missing):
        raise BadValueError(f"the offset at index {part.missing[0]} is null")
    begins = moved(part.view(), 0) if part.type in (ValueType.I32, ValueType.I64) else array("q", part.view())
    if not begins:
        raise BadValueError("there are no offsets: one for each list, and one for the end of the last")
    fall = falling(begins)
    if fall is not None:
        raise BadValueError(
            f"the offset at index {fall} is {begins[fall]}, lower than the one before it, {begins[fall - 1]}"
        )
    length = given.column.length
    if begins[0] < 0 or begins[-1] > length:
        index = 0 if begins[0] < 0 else bisect_right(begins, length)
        raise BadValueError(f"the offset at index {index} is {begins[index]}, but there are {length} events")
    return begins


def _tokens(given: Events, begins: Optional[array[int]], tokens: Any, count: Optional[int], coded: bool) -> Tokens:
    if begins is not None:
        lists = len(begins) - 1
        return Tokens(None, lists, range(lists) if tokens is None else labels_of(tokens, lists))
    if tokens is None:
        return Tokens(None, 1, range(1))
    return tokens_of(tokens, given.column.length, count, coded)


def _contexts(contexts: Any, tokens: Tokens) -> Optional[Sequence[Any]]:
    if contexts is None:
        return None
    if isinstance(contexts, Mapping):
        return [contexts.get(label) for label in tokens.labels]
    several = contexts if isinstance(contexts, Sequence) else list(contexts)
    if len(several) != tokens.number:
        raise BadValueError(f"there are {len(several)} contexts for {tokens.number} tokens: give each token its own")
    return several
