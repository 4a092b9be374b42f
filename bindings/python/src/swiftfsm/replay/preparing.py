"""What a caller gives to a replay, made into a request: everything is checked before anything is replayed."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Optional

from ..library.generated.constants import (
    ASK_GUARDS,
    ASSUME_GUARDS,
    CALL_ACTIONS,
    LENIENT,
    REFUSE_GUARDS,
    SKIP_UNKNOWN,
    STAY,
    STOP,
    STOP_TOKEN,
)
from ..library.generated.enumerations import ValueType
from ..library.results import BadValueError
from .columns import column
from .events import Events, events_of
from .given import arguments_of, cases_of, check_nulls, times_of
from .known import Known
from .parts import Column, falling, joined, moved
from .request import Request
from .stand_in import ASKED, CALLED, StandIn
from .tokens import Tokens, labels_of, tokens_of

GuardOption = Literal["refuse", "assume", "ask"]
ViolationOption = Literal["stay", "stop token", "stop"]

_GUARDS = {"refuse": REFUSE_GUARDS, "assume": ASSUME_GUARDS, "ask": ASK_GUARDS}
_ON_VIOLATION = {"stay": STAY, "stop token": STOP_TOKEN, "stop": STOP}


def prepared(
    table: Any,
    known: Known,
    events: Any,
    tokens: Any,
    *,
    offsets: Any = None,
    states: Any = None,
    initial: Any = None,
    guards: GuardOption = "refuse",
    on_violation: ViolationOption = "stay",
    cases: Optional[Mapping[Any, Any]] = None,
    arguments: Optional[Mapping[Any, Any]] = None,
    times: Any = None,
    contexts: Any = None,
    call: bool = False,
    lenient: bool = False,
    skip_unknown: bool = False,
    token_count: Optional[int] = None,
    outcomes: bool = False,
    rows: bool = False,
    row_counts: bool = False,
    limit: Optional[int] = None,
    threads: int = 1,
    coded: bool = False,
) -> Request:
    """Return the request. Errors: those of `replay`, which has the same parameters, before anything is replayed.

    coded: tokens are keys of which the next replay may have others: numbers among them mean nothing.
    """
    _check_options(guards, on_violation, limit, threads, token_count)
    given = events_of(events, known.events)
    counted = token_count if token_count is not None else _count_of(states, contexts)
    begins = _offsets(given, offsets)
    whose = _tokens(given, begins, tokens, counted, coded)
    if threads > 1 and begins is None:
        raise BadValueError("threads share lists of events, of which each belongs to one token: give offsets, or lists")
    calls = call or guards == "ask"
    if threads > 1 and calls:
        raise BadValueError("callbacks of Python run one at a time: replay with threads=1, or without callbacks")
    count = given.column.length
    vocabulary = table._vocabulary
    request = Request(
        table=table._argument,
        layout=known.layout,
        events=given if begins is None else Events(_in_one_part(given.column), given.map),
        event_names=known.events,
        tokens=whose,
        offsets=begins,
        initial=known.initial(initial),
        guards=_GUARDS[guards],
        on_violation=_ON_VIOLATION[on_violation],
        flags=(LENIENT if lenient else 0) | (CALL_ACTIONS if call else 0) | (SKIP_UNKNOWN if skip_unknown else 0),
        threads=threads,
        row_count=table.row_count,
        limit=limit,
        keeps_outcomes=outcomes,
        keeps_rows=rows,
        counts_rows=row_counts,
        cases=cases_of(cases or {}, vocabulary.predicates, count),
        times=None if times is None else times_of(times, count),
    )
    if arguments:
        columns = list(arguments_of(arguments, vocabulary.events, vocabulary.argument_types, count))
        check_nulls(columns, given, vocabulary.events)
        request = request._replace(arguments=columns)
    if calls:
        stand_in = StandIn(table._callbacks, CALLED if call else ASKED, _contexts(contexts, whose))
        request = request._replace(stand_in=stand_in)
    return request


def _check_options(guards: Any, on_violation: Any, limit: Any, threads: Any, token_count: Any) -> None:
    for name, value, known in (("guards", guards, _GUARDS), ("on_violation", on_violation, _ON_VIOLATION)):
        if value not in known:
            raise BadValueError(f"{name} is one of {', '.join(map(repr, known))}, not {value!r}")
    for name, value, least in (("limit", limit, 0), ("threads", threads, 1), ("token_count", token_count, 0)):
        if value is not None and (not isinstance(value, int) or value < least):
            raise BadValueError(f"{name} must be an int from {least} on, not {value!r}")


def _count_of(*given: Any) -> Optional[int]:
    """How many tokens there are, where a caller gives something for each, by its number."""
    sized = (each for each in given if each is not None and not isinstance(each, Mapping) and hasattr(each, "__len__"))
    return next(map(len, sized), None)


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
