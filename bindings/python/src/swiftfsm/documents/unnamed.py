"""Why a definition made of code cannot be written: callbacks without a name, and names of several."""

from __future__ import annotations

from collections.abc import Iterator
from types import MethodType
from typing import Any, NamedTuple, Optional

from ..definition.blocks import StateBlock
from ..definition.callables import Function, name_of
from ..definition.alphabet import Alphabet
from ..definition.places import Place
from ..definition.rows import Row
from ..definition.table_parts import Parts, with_adopted
from ..definition.vocabulary import Vocabulary


class _Use(NamedTuple):
    """A callback where it is used."""

    place: Optional[Place]
    subject: str
    function: Function

    def __str__(self) -> str:
        return f"{f'{self.place}: ' if self.place else ''}{self.subject}"


def complaints(parts: Parts, vocabulary: Vocabulary, place: Optional[Place]) -> list[str]:
    """Return a line for each callback that no document can name. place: that of the table."""
    found: list[str] = []
    known: dict[str, _Use] = {}
    for use in _uses(parts, vocabulary, place):
        name = name_of(use.function)
        if name is None:
            told = f"{use} is {use.function!r}, which has no name for documents"
            found.append(f"{told}: use a function that was made with def")
            continue
        former = known.setdefault(name, use)
        if not _is_same(former.function, use.function):
            found.append(f"{use} is another {name} than {former}: give one of the functions another name")
    for alphabet in (vocabulary.states, vocabulary.events):
        found += _shared(alphabet)
    found += _unsaid(parts, vocabulary, place)
    return list(dict.fromkeys(found))


def _is_same(one: Function, other: Function) -> bool:
    """A method of an object is made anew each time that it is asked for."""
    are_methods = isinstance(one, MethodType) and isinstance(other, MethodType)
    return one is other or (are_methods and one == other)


def _shared(alphabet: Alphabet) -> Iterator[str]:
    """Names of several ids."""
    numbers: dict[str, int] = {}
    for number, name in alphabet.names.items():
        former = numbers.setdefault(name, number)
        if former != number:
            ids = f"{alphabet.members.get(former, former)!r} and {alphabet.members.get(number, number)!r}"
            yield f"{ids} are {alphabet.noun}s with the same name {name}: give one of them another name"


def _unsaid(parts: Parts, vocabulary: Vocabulary, place: Optional[Place]) -> Iterator[str]:
    """What documents have no words for."""
    scopes = list(with_adopted(parts.scopes))
    said: list[tuple[Optional[Place], str]] = []
    for row in [*parts.rows, *(row for scope in scopes for row in scope.rows)]:
        if isinstance(row, Row) and row.around is not None:
            around = row.around
            words = [word for word in ("before", "after") if getattr(around, word)] + ["error"] * bool(around.error)
            described = f"({vocabulary.states.word(row.source)}, {vocabulary.events.word(row.event)})"
            said.append((row.place, f"`{'` and `'.join(words)}` of {described}"))
    for scope in scopes:
        if isinstance(scope, StateBlock) and scope.error is not None:
            said.append((scope.place, f"where exceptions lead in {vocabulary.states.describe(scope.state)}"))
    if vocabulary.error is not None:
        said.append((place, "where exceptions lead"))
    if vocabulary.prepare_hooks or vocabulary.exception_hooks:
        said.append((place, "`prepare` and `on_exception`"))
    yield from (f"{f'{where}: ' if where else ''}{what}: documents have no word for it" for where, what in said)


def _uses(parts: Parts, vocabulary: Vocabulary, place: Optional[Place]) -> Iterator[_Use]:
    states, events = vocabulary.states, vocabulary.events
    scopes = list(with_adopted(parts.scopes))
    for row in [*parts.rows, *(row for scope in scopes for row in scope.rows)]:
        described = f"({states.word(row[0])}, {events.word(row[1])}) -> {states.word(row[2])}"
        fields = row if isinstance(row, Row) else Row.at(place, *_four(row))
        for word, functions in (("action", fields.actions), ("guard", fields.guards), ("resolver", (fields.resolver,))):
            yield from (_Use(fields.place, f"{word} of {described}", each) for each in functions if each is not None)
    for scope in scopes:
        owner = states.describe(scope.state) if isinstance(scope, StateBlock) else "a superstate"
        for word in ("entry", "exit", "cycle", "update", "on_initial"):
            subject = f"{'default action' if word == 'on_initial' else f'{word} callback'} of {owner}"
            yield from (_Use(scope.place, subject, each) for each in getattr(scope, word, ()))
    for function, kind in vocabulary.provided:
        yield _Use(place, f"the provider of {kind.__name__}", function)
    for function in (*vocabulary.step_hooks, *vocabulary.unhandled_hooks):
        yield _Use(place, "hook of the table", function)


def _four(row: Any) -> tuple[Any, ...]:
    return tuple(row)
