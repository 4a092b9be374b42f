"""How long tokens had been in their states as rows were taken: for each row the mean and the median."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, NoReturn, Optional

from ..library.results import BadValueError
from .failures import where
from .given import UNKNOWN_TIME
from .parts import CODES, View, joined, loaded_numpy
from .request import Request


class Duration(NamedTuple):
    """How long tokens had been in their states as a row was taken, in the unit of the times.

    As long as a token has not changed its state, nobody knows since when it has been there, unless `entered` tells it: this
    does not count.
    """

    measured: int
    """How often it is known."""
    mean: float
    median: float


class Taken(NamedTuple):
    """What durations are found out of."""

    request: Request
    rows: View
    """Of each event the row that was taken, from 1, or 0."""


def durations_of(taken: Taken, staying: Collection[int]) -> list[Optional[Duration]]:
    """Return the durations of each row, from 0; None for a row without any. Cost: O(events log events); some ten times
    faster if the program has numpy.

    staying: the rows, from 1, that leave no state.

    Errors: BadValueError for an event that is earlier than one before it of the same token.
    """
    assert taken.request.times is not None
    times = taken.request.times.view()
    numpy = loaded_numpy()
    if numpy is None or not len(times) or _are_wide(numpy.frombuffer(times, numpy.int64), taken.request.entered):
        return _one_by_one(taken, staying, times)
    return _with_numpy(numpy, taken, staying, numpy.frombuffer(times, numpy.int64))


def _are_wide(times: Any, entered: Optional[array[int]]) -> bool:
    """Whether differences may be beyond 64 bits."""
    return any(not -(2**62) < each < 2**62 for each in (int(times.min()), int(times.max()))) or any(
        each < -(2**62) and each != UNKNOWN_TIME for each in entered or ()
    )


def _refuse(request: Request, index: int) -> NoReturn:
    raise BadValueError(
        f"{where(request, index)}, is earlier than one before it: the events of a token must come in order, so sort the "
        f"log by time"
    )


def _one_by_one(taken: Taken, staying: Collection[int], times: View) -> list[Optional[Duration]]:
    from statistics import fmean, median  # which take longer to import than the package may

    request = taken.request
    since: dict[int, int] = {} if request.entered is None else dict(enumerate(request.entered))
    spent: list[array[int]] = [array("q") for _ in range(request.row_count + 1)]
    for index, row, token, time in zip(range(len(times)), taken.rows, _tokens(request), times):
        if not row:
            continue
        begun = since.get(token, UNKNOWN_TIME)
        if begun != UNKNOWN_TIME:
            if time < begun:
                _refuse(request, index)
            spent[row].append(min(time - begun, 2**63 - 1))
        if row not in staying:
            since[token] = time
    return [Duration(len(each), fmean(each), float(median(each))) if each else None for each in spent[1:]]


def _tokens(request: Request) -> Iterator[int]:
    """The number of the token of each event."""
    if request.offsets is not None:
        yield from (0 for _ in range(request.offsets[0]))
        for token, (begin, end) in enumerate(zip(request.offsets, request.offsets[1:])):
            yield from (token for _ in range(begin, end))
        yield from (0 for _ in range(request.offsets[-1], request.event_count))
    elif request.tokens.column is not None:
        for part in request.tokens.column.parts:
            yield from part.view()
    else:
        yield from (0 for _ in range(request.event_count))


def _with_numpy(numpy: Any, taken: Taken, staying: Collection[int], times: Any) -> list[Optional[Duration]]:
    request = taken.request
    rows = numpy.frombuffer(taken.rows, numpy.int32)
    places = numpy.flatnonzero(rows)
    tokens = _numpy_tokens(numpy, request, places)
    order = numpy.argsort(tokens, kind="stable")
    places, tokens = places[order], tokens[order]
    rows, times = rows[places], times[places]
    # Each event after the others of its token: since when has the token been in its state?
    every = numpy.arange(len(rows))
    is_first = numpy.append(True, tokens[1:] != tokens[:-1])[: len(rows)]
    begins = numpy.maximum.accumulate(numpy.where(is_first, every, 0)) if len(rows) else every
    is_leaving = ~numpy.isin(rows, list(staying))
    changes = numpy.maximum.accumulate(numpy.where(is_leaving, every, -1)) if len(rows) else every
    former = numpy.append(-1, changes)[: len(rows)]
    told = numpy.full(len(rows), UNKNOWN_TIME)
    if request.entered is not None:
        told = numpy.frombuffer(request.entered, numpy.int64)[tokens]
    since = numpy.where(former >= begins, times[former] if len(rows) else told, told)
    known = since != UNKNOWN_TIME
    rows, spent, places = rows[known], times[known] - since[known], places[known]
    if (times[known] < since[known]).any():
        _refuse(request, int(places[times[known] < since[known]].min()))
    order = numpy.lexsort((spent, rows))
    return list(_by_row(numpy, request.row_count, rows[order], spent[order]))


def _numpy_tokens(numpy: Any, request: Request, places: Any) -> Any:
    """The tokens of the events at some places."""
    if request.offsets is not None:
        begins = numpy.frombuffer(request.offsets, numpy.int64)
        found = numpy.zeros(request.event_count, numpy.int64)
        found[begins[0] : begins[-1]] = numpy.repeat(numpy.arange(len(begins) - 1), numpy.diff(begins))
        return found[places]
    if request.tokens.column is None or not request.event_count:
        return numpy.zeros(len(places), numpy.int64)
    part = joined(request.tokens.column)
    return numpy.frombuffer(part.view(), CODES[part.type])[places]  # a copy: the part may go


def _by_row(numpy: Any, count: int, rows: Any, spent: Any) -> Iterator[Optional[Duration]]:
    """rows: sorted, with what was spent before each, sorted too."""
    ends = numpy.searchsorted(rows, numpy.arange(1, count + 2))
    for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist()):
        size = end - begin
        if not size:
            yield None
            continue
        middle = (int(spent[begin + (size - 1) // 2]) + int(spent[begin + size // 2])) / 2
        yield Duration(size, float(spent[begin:end].mean()), middle)


_STEPS = (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("h", 3600.0), ("d", 86400.0))
_SWITCH = 1.5
"""From so many of a unit on it is used."""


def shown_duration(value: float, seconds: Optional[float]) -> str:
    """Return a duration as a person reads it: "2.5 min"; a plain number where the unit is not known.

    seconds: of one tick of the times.
    """
    if seconds is None:
        return _number(value)
    total = value * seconds
    if not total:
        return "0 s"
    unit, size = next(((unit, size) for unit, size in reversed(_STEPS) if total >= _SWITCH * size), _STEPS[0])
    return f"{_number(total / size)} {unit}"


def _number(value: float) -> str:
    """Three digits, or all of those before the point."""
    text = f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
