"""Which event follows which in a log: a directly-follows graph, as process mining calls it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Optional

from ..library.results import BadValueError
from .coding import coded
from .columns import column
from .parts import CODES, Column, joined, loaded_numpy, translated
from .tokens import tokens_of

BEGIN = -1
"""In the place of an event before the first one of a token."""


class Log(NamedTuple):
    """The events of a log, and whose they are."""

    events: Column
    """In one part, by codes: an event's place among the words."""
    words: list[Any]
    """What the caller calls each event, of those that occur."""
    tokens: Optional[Column]
    """None if the events are lists, or all of one token."""
    token_count: int
    """How many tokens have events."""

    def coded(self, words: Sequence[str]) -> Column:
        """The events by other words, such as names."""
        return self.events._replace(words=words)


def log_of(events: Any, tokens: Any) -> Log:
    """Return a log of columns. Errors: BadValueError for events that are null, and for what is no log; TypeError."""
    given = column(events, "events", lists=True)
    if given.lists is not None and tokens is not None:
        tokens = None  # what the lists are called
    whose = None if tokens is None else tokens_of(column(tokens, "tokens"), given.length, None).column
    if not given.length:
        raise BadValueError("the log has no events: there is nothing to discover")
    _refuse_nulls(given)
    codes, words = _coded(given)
    coded = Column((codes,), lists=given.lists)
    return Log(coded, words, whose, sum(1 for _ in _groups(coded, whose)))


def _refuse_nulls(given: Column) -> None:
    index = next(given.missing(), None)
    if index is None and given.words is not None:
        words = given.words
        unknown = {code for code, word in enumerate(words) if word is None}
        count = len(words)
        every = (code for part in given.parts for code in part.view())
        index = next((index for index, code in enumerate(every) if not 0 <= code < count or code in unknown), None)
    if index is not None:
        raise BadValueError(f"the event at index {index} is null: leave such rows out of the log, or give them a name")


def _coded(given: Column) -> tuple[Any, list[Any]]:
    """Return codes without gaps, and the words that occur."""
    if any(part.type not in CODES for part in given.parts):
        raise TypeError("events must be texts, members or ids")
    codes, used = coded(given)
    (found,) = codes.parts
    words = used if given.words is None else [given.words[code] for code in used]
    # A dictionary of Arrow may have a word twice.
    several: dict[Any, int] = {}
    table = [several.setdefault((type(word), word), len(several)) for word in words]
    if len(several) == len(words):
        return found, words
    return translated(found, table, -1), [word for _, word in several]


def _groups(events: Column, tokens: Optional[Column]) -> Iterator[int]:
    """Something for each token that has events."""
    if events.lists is not None:
        yield from (1 for begin, end in zip(events.lists, events.lists[1:]) if end > begin)
    elif tokens is None:
        yield 1
    else:
        yield from {code for part in tokens.parts for code in part.view()}


class Following(NamedTuple):
    """How often each event followed each other one directly, of the same token."""

    counts: dict[tuple[int, int], int]
    """By the codes of both; the first may be BEGIN."""
    ends: dict[int, int]
    """How many tokens ended with each event."""


def following(log: Log) -> Following:
    """Count which event follows which. Cost: O(events), with numpy O(events log events) and some ten times faster."""
    numpy = loaded_numpy()
    return _one_by_one(log) if numpy is None else _with_numpy(numpy, log)


def _one_by_one(log: Log) -> Following:
    counts: dict[tuple[int, int], int] = {}
    last: dict[int, int] = {}
    for token, event in zip(_tokens(log), log.events.parts[0].view()):
        edge = last.get(token, BEGIN), event
        counts[edge] = counts.get(edge, 0) + 1
        last[token] = event
    ends: dict[int, int] = {}
    for event in last.values():
        ends[event] = ends.get(event, 0) + 1
    return Following(counts, ends)


def _tokens(log: Log) -> Iterator[int]:
    lists = log.events.lists
    if lists is not None:
        yield from (token for token in range(len(lists) - 1) for _ in range(lists[token], lists[token + 1]))
    elif log.tokens is not None:
        yield from (code for part in log.tokens.parts for code in part.view())
    else:
        yield from (0 for _ in range(log.events.length))


def _with_numpy(numpy: Any, log: Log) -> Following:
    events = numpy.frombuffer(log.events.parts[0].view(), numpy.int32).astype(numpy.int64)
    if log.events.lists is not None:
        begins = numpy.frombuffer(log.events.lists, numpy.int64)
        tokens = numpy.repeat(numpy.arange(len(begins) - 1), numpy.diff(begins))
    elif log.tokens is not None:
        part = joined(log.tokens)
        tokens = numpy.frombuffer(part.view(), CODES[part.type])
        order = numpy.argsort(tokens, kind="stable")
        events, tokens = events[order], tokens[order]
    else:
        tokens = numpy.zeros(len(events), numpy.int8)
    is_same = tokens[1:] == tokens[:-1]
    former = numpy.append(BEGIN, numpy.where(is_same, events[:-1], BEGIN))
    edges, counts = numpy.unique((former + 1) * len(log.words) + events, return_counts=True)
    ends, numbers = numpy.unique(events[numpy.append(~is_same, True)], return_counts=True)
    return Following(
        {(edge // len(log.words) - 1, edge % len(log.words)): count for edge, count in _pairs(edges, counts)},
        dict(_pairs(ends, numbers)),
    )


def _pairs(keys: Any, counts: Any) -> Iterator[tuple[int, int]]:
    return zip(keys.tolist(), counts.tolist())
