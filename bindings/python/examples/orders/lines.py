r"""A line of what is applied to orders in memory:

    KEY ORDER create CUSTOMER
    KEY ORDER EVENT [ARGUMENT ...]
    @TIME

KEY is a word that no other line has; a line that comes again with the same key is applied once. TIME is in seconds.
A word in quotes may have spaces, \" and \\. Empty lines, and those that begin with #, say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Union

from swiftfsm import Table

from .words import Event, State

_WORD = re.compile(r'"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^ \t"][^ \t]*)')
_NUMBER = re.compile(r"-?[0-9]+")


class WrongLineError(ValueError):
    """A line cannot be applied; the message says how to fix it."""


class TimeLine(NamedTuple):
    """The time, which all orders are told."""

    time: int


class EventLine(NamedTuple):
    """An event of an order, or that it is created."""

    key: str
    order: int
    name: str
    """Of the event; "create"."""
    words: tuple[str, ...]
    """Its arguments; the customer."""


def read_line(text: str) -> Union[TimeLine, EventLine, None]:
    """Read a line. None for one that says nothing. Errors: WrongLineError."""
    words = list(_words(text))
    if not words or text[0] == "#":
        return None
    if words[0].startswith("@"):
        time = _number(words[0][1:], "@")
        if len(words) > 1 or time < 0:
            raise WrongLineError("expected @ and a time in seconds, such as @86400, and nothing else")
        return TimeLine(time)
    if len(words) < 3:
        raise WrongLineError("expected KEY ORDER EVENT [ARGUMENT ...]")
    key, order, name, *others = words
    return EventLine(key, _number(order, "the order"), name, tuple(others))


def event_of(line: EventLine, table: Table[State, Event]) -> Event:
    """Return the event of a line. Errors: WrongLineError."""
    event = table.event_named(line.name)
    if event is None:
        raise WrongLineError(f"there is no event '{line.name}': orders.fsm lists them")
    return event


def arguments_of(line: EventLine, event: Event, table: Table[State, Event]) -> list[Union[int, str]]:
    """Return the arguments of the event of a line. Errors: WrongLineError."""
    types = table.arguments(event)
    if len(types) != len(line.words):
        raise WrongLineError(f"'{line.name}' takes ({', '.join(types)}), not {len(line.words)} arguments")
    what = f"'{line.name}'"
    return [word if kind == "str" else _number(word, what) for kind, word in zip(types, line.words)]


def _words(text: str) -> Iterator[str]:
    position = 0
    while True:
        while position < len(text) and text[position] in " \t\r":
            position += 1
        if position == len(text):
            return
        match = _WORD.match(text, position)
        if match is None:
            raise WrongLineError('a quote is not closed: write \\" for a quote inside of a word')
        quoted, plain = match.groups()
        yield plain if quoted is None else re.sub(r'\\(["\\])', r"\1", quoted)
        position = match.end()


def _number(word: str, what: str) -> int:
    """A whole number of 64 bits. Errors: WrongLineError, which says what needs it."""
    if not _NUMBER.fullmatch(word) or not -(1 << 63) <= int(word[:20]) < 1 << 63 or len(word) > 20:
        raise WrongLineError(f"{what} needs a whole number, not '{word}'")
    return int(word)
