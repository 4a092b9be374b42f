"""States and events: ints, or members of Enums.

A member whose value is an int has that as its id. If some value of an Enum is no int, all its members are numbered in
order, after all ids that are known by then.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from itertools import chain, count
from typing import Any, Optional, Union

from ..library.generated.constants import FIRST_ID
from ..library.generated.enumerations import Reserved
from ..library.results import BadValueError
from .timeouts import Timeout

State = Union[int, Enum]
Event = Union[int, Enum]
Member = Any
"""An id as it is returned: the member if the table knows its Enum, otherwise the int; None for NONE."""
Names = Union[Mapping[Any, str], type[Enum]]
"""Names for ids: a mapping from id to name, or an Enum whose members have the ids as values."""

ANY = Reserved.ANY
SAME = Reserved.SAME
INTERNAL = Reserved.INTERNAL
DYNAMIC = Reserved.DYNAMIC
NONE = Reserved.NONE
INITIAL = Reserved.INITIAL
LAST_STATE = Reserved.LAST_STATE
EVENTLESS = Reserved.EVENTLESS
DEFER = Reserved.DEFER

LAST_ID = 2**31 - 1
"""The highest id that a program may use."""


def identify(value: object, noun: str = "id") -> int:
    """Return the id of an int or an Enum member. Errors: TypeError for anything else, BadValueError beyond 32 bits."""
    bare = value.value if isinstance(value, Enum) else value
    try:
        number = operator.index(bare)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{noun} must be an int, or a member of an Enum with int values, not {value!r}") from None
    if not Reserved.ANY <= number <= LAST_ID:
        raise BadValueError(f"{noun} {value!r} does not fit into 32 bits: use ids from {FIRST_ID} to {LAST_ID}")
    return number


def spell(value: object) -> str:
    """Return a member as programs write it, "State.LOCKED", in every version of Python; anything else as it prints."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else str(value)


class Alphabet:
    """The states, or the events, that a table knows by name or by Enum member.

    Filled while a table is built, only read afterwards, so any thread may read it.
    """

    def __init__(self, noun: str) -> None:
        self.noun: str = noun
        self.names: dict[int, str] = {}
        # NONE reads as None wherever an id is given back.
        self.members: dict[int, Optional[State]] = {int(NONE): None}
        # Of members that have no id of their own.
        self._numbered: dict[Enum, int] = {}
        self._timeouts: dict[object, int] = {}
        self.kinds: set[type[Enum]] = set()
        """The Enums whose members are known; those of any other are refused, whatever their values."""

    def adopt(self, values: Collection[object]) -> None:
        """Learn the names and members of every Enum that occurs among `values`."""
        if set(map(type, values)) == {int}:
            return
        # In their order, so that members are numbered alike in every process.
        kinds = [kind for kind in dict.fromkeys(map(type, values)) if issubclass(kind, Enum) and kind is not Reserved]
        for kind in sorted(kinds, key=_is_numbered_here):
            self.adopt_members(kind)

    def adopt_members(self, kind: type[Enum]) -> None:
        """Learn all members of an Enum. Errors: BadValueError for a member whose id is taken."""
        self.kinds.add(kind)
        if _is_numbered_here(kind):
            self._number(kind)
            return
        for member in kind:
            number = identify(member, self.noun)
            former = self.members.setdefault(number, member)
            if former is not member:
                raise BadValueError(
                    f"{former!r} and {member!r} are different {self.noun}s with the same id {number}: "
                    f"give the members of the two Enums different values"
                )
            self.names.setdefault(number, member.name)

    def _number(self, kind: type[Enum]) -> None:
        """Number the members of an Enum, unless they are numbered already."""
        first = max(-1, *self.members) + 1
        for number, member in enumerate(kind, first):
            if member in self._numbered:
                former = self.members[self._numbered[member]]
                if former is member:
                    return
                raise BadValueError(
                    f"{former!r} and {member!r} are different {self.noun}s, but equal: give them different names or "
                    f"values"
                )
            self._numbered[member] = number
            self.members[number] = member
            self.names.setdefault(number, member.name)

    def bind(self, kind: type[Enum], numbers: Mapping[Enum, int]) -> None:
        """Learn the members of an Enum with the ids that they have in a document. The ids of members that are ints are
        their values."""
        self.kinds.add(kind)
        is_numbered_here = _is_numbered_here(kind)
        for member, number in numbers.items():
            self.members[number] = member
            if is_numbered_here:
                self._numbered[member] = number

    def number(self, timeouts: Iterable[object], used: Iterable[int]) -> None:
        """Number timeouts that are events themselves, after all ids that are known or used. They are shown as None."""
        first = max(-1, *self.members, *self.names, *used) + 1
        for number, timeout in enumerate(timeouts, first):
            self._timeouts[timeout] = number
            self.members[number] = None
            self.names.setdefault(number, self._unused(repr(timeout)))

    def _unused(self, name: str) -> str:
        """A name that no other id has."""
        used = set(self.names.values())
        return next(each for each in chain((name,), (f"{name} {index}" for index in count(2))) if each not in used)

    def name(self, names: Names) -> None:
        """Learn explicit names, which take precedence over those of Enum members."""
        if isinstance(names, type):
            self.adopt_members(names)
            return
        self.adopt(names.keys())
        for key, name in names.items():
            if not isinstance(name, str):
                raise TypeError(f"the name of {self.noun} {key!r} must be a str, not {name!r}")
            if "\0" in name:
                raise BadValueError(f"the name of {self.noun} {key!r} contains a zero character: {name!r}")
            self.names[self.identify(key)] = name

    def identify(self, value: object, noun: str = "") -> int:
        """Return the id of an int, or of a member of a known Enum.

        Errors: TypeError for anything else, a member of another Enum included, whatever its value; BadValueError beyond
        32 bits.
        """
        if isinstance(value, Enum) and type(value) is not Reserved:
            if type(value) not in self.kinds:
                raise TypeError(self._refusal(value, noun))
            if _is_numbered_here(type(value)):
                return self._numbered[value]
        elif isinstance(value, Timeout) and value in self._timeouts:
            return self._timeouts[value]
        try:
            return identify(value, noun or self.noun)
        except TypeError:
            raise TypeError(self._refusal(value, noun)) from None

    def _refusal(self, value: object, noun: str) -> str:
        return f"{noun or self.noun} must be an int, or a member of an Enum that the table knows, not {value!r}"

    def is_lasting(self, value: object) -> bool:
        """Return whether the id of a value is that of all equal values of its type."""
        return type(value) is int or type(value) in self.kinds

    def member(self, number: int) -> Member:
        """Return the Enum member of an id, the id itself if it has none, or None for NONE."""
        return self.members.get(number, number)

    def word(self, value: object) -> str:
        """Return the name of a state or an event, or else its id: "RESET"."""
        if isinstance(value, Enum):
            return value.name
        return self.names.get(value, str(value)) if isinstance(value, int) else repr(value)

    def describe(self, value: object) -> str:
        """Describe a state or an event for messages: "event 7 (RESET)"."""
        if isinstance(value, Reserved):
            return value.name
        if isinstance(value, Enum):
            return f"{self.noun} {value.value!r} ({value.name})"
        name = self.names.get(value) if isinstance(value, int) else None
        return f"{self.noun} {value!r}" + (f" ({name})" if name else "")


def _is_numbered_here(kind: type[Enum]) -> bool:
    """Whether an Enum's members have no ids of their own, since some value is no int."""
    return not issubclass(kind, int) and not all(isinstance(member.value, int) for member in kind)
