"""Enums made of a document: members for its states, its events, and the cases of its predicate types.

An Enum of the same names is the same class as long as some table has it, and its members are pickled by these names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import IntEnum
from keyword import iskeyword
from pickle import UnpicklingError
from typing import Any
from weakref import WeakValueDictionary

from ..library.results import BadValueError

_Pairs = tuple[tuple[str, int], ...]

_made: WeakValueDictionary[tuple[str, _Pairs], type[IntEnum]] = WeakValueDictionary()
# What would hide something that every member has, and a name that no member may have.
_TAKEN = ("mro", "name", "value")


class Made(IntEnum):
    """The base of these Enums."""

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        kind = type(self)
        return _member, (kind.__name__, tuple((each.name, each.value) for each in kind), self.name)


def identifier(name: str, noun: str) -> str:
    """Return a name of a document as an identifier: what may stand in none is `_`, `noun_` comes before one that would
    begin with a digit or `_`, and `_` behind one that has a meaning in Python."""
    word = re.sub(r"\W", "_", unicodedata.normalize("NFKC", name))
    if word.startswith("_") or not word.isidentifier():
        word = f"{noun}_{word}"
    return f"{word}_" if iskeyword(word) or word in _TAKEN else word


def make(kind: str, noun: str, numbers: Mapping[str, int]) -> type[IntEnum]:
    """Make an Enum of names and their numbers. Errors: BadValueError for names that become the same identifier."""
    words: dict[str, list[str]] = {}
    for name in numbers:
        words.setdefault(identifier(name, noun), []).append(name)
    clashes = [
        f"{' and '.join(map(repr, names))} both become {kind}.{word}"
        for word, names in words.items()
        if len(names) > 1
    ]
    if clashes:
        raise BadValueError(f"{'; '.join(clashes)}: rename one, or read the document with an Enum of yours")
    return _enum(kind, tuple(zip(words, numbers.values())))


def _enum(kind: str, pairs: _Pairs) -> type[IntEnum]:
    known = _made.get((kind, pairs))
    if known is None:
        base: Any = Made
        known = _made[kind, pairs] = base(kind, list(pairs))
    return known


def _member(kind: Any, pairs: Any, name: Any) -> IntEnum:
    """Return a member that was pickled. Errors: UnpicklingError for names that no document makes."""
    made = tuple((str(word), int(number)) for word, number in pairs)
    for word in (str(kind), *(word for word, _ in made)):
        if identifier(word, "") != word:
            raise UnpicklingError(f"{word!r} is no name of an Enum that was made of a document")
    return _enum(str(kind), made)[name]
