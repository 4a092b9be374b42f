"""The states, or the events, of a table: their ids, names and members.

A member whose value is an int has that as its id. If some value of an Enum is no int, all its members are numbered in
order, after all ids that are known by then. Strs are numbered in the same way, as they occur.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum, Flag
from itertools import chain, count
from typing import Optional, Union

from ..library.generated.enumerations import Reserved
from ..library.results import BadValueError, SwiftFSMError, UnknownEventError, UnknownStateError
from .around import ErrorEvent
from .ids import NONE, Member, Names, State, identify, is_text, name_of_member
from .timeouts import Timeout


class Alphabet:
    """The states, or the events, that a table knows by name or by Enum member.

    Filled while a table is built, only read afterwards, so any thread may read it.
    """

    def __init__(self, noun: str) -> None:
        self.noun: str = noun
        self.names: dict[int, str] = {}
        # NONE reads as None wherever an id is given back.
        self.members: dict[int, Optional[State]] = {int(NONE): None}
        # Of strs, and of members that have no id of their own.
        self._numbered: dict[Union[str, Enum], int] = {}
        # One of those that were given; a table has ids of one of these two kinds.
        self._text: Optional[str] = None
        self._number: Optional[int] = None
        self._timeouts: dict[object, int] = {}
        # By the identity of members, which are held here.
        self._described: dict[int, str] = {}
        self.kinds: set[type[Enum]] = set()
        """The Enums whose members are known; those of any other are refused, whatever their values."""

    def adopt(self, values: Collection[object]) -> None:
        """Learn every str, and the names and members of every Enum, that occurs among `values`. Errors: TypeError if
        there are both strs and ints; BadValueError for a str that is no name, or whose id is taken.
        """
        # In their order, so that members are numbered alike in every process.
        types = dict.fromkeys(map(type, values))
        if int in types and self._number is None:
            self._number = next(value for value in values if type(value) is int)
        if len(types) > 1 or int not in types:
            kinds = [kind for kind in types if issubclass(kind, Enum) and kind is not Reserved]
            for kind in sorted(kinds, key=_is_numbered_here):
                self.adopt_members(kind)
                if issubclass(kind, Flag):
                    self._adopt_composites(kind, values)
            for text in dict.fromkeys(value for value in values if is_text(value)):
                self._adopt_text(str(text))
        if self._text is not None and self._number is not None:
            raise TypeError(
                f"{self.noun}s are given both as str ({self._text!r}) and as int ({self._number}): use one of these"
            )

    @property
    def has_texts(self) -> bool:
        """Whether there are strs among the ids."""
        return self._text is not None

    def _adopt_text(self, text: str) -> None:
        number = self._numbered.get(text)
        if number is None:
            self._check_name(text, text)
            number = self._numbered[text] = max(-1, *self.members) + 1
            self.members[number] = self.names[number] = self._text = text
        former = self.members[number]
        if isinstance(former, Enum):
            raise BadValueError(self._equal(former, text))

    def adopt_members(self, kind: type[Enum]) -> None:
        """Learn all members of an Enum. Errors: BadValueError for a member whose id is taken."""
        self.kinds.add(kind)
        if _is_numbered_here(kind):
            self._number_members(kind)
            return
        for member in kind:
            number = identify(member, self.noun)
            former = self.members.setdefault(number, member)
            if former is not member:
                raise BadValueError(self._same_id(former, member, number))
            self.names.setdefault(number, member.name)

    def _adopt_composites(self, kind: type[Flag], values: Iterable[object]) -> None:
        """Learn the composite members of a Flag that are used: nothing else lists them all."""
        for value in values:
            if type(value) is kind:
                number = identify(value, self.noun)
                former = self.members.setdefault(number, value)
                if former is not value:
                    raise BadValueError(self._same_id(former, value, number))
                self.names.setdefault(number, name_of_member(value))

    def _number_members(self, kind: type[Enum]) -> None:
        """Number the members of an Enum, unless they are numbered already."""
        first = max(-1, *self.members) + 1
        for number, member in enumerate(kind, first):
            if member in self._numbered:
                former = self.members[self._numbered[member]]
                if former is member:
                    return
                raise BadValueError(self._equal(former, member))
            self._numbered[member] = number
            self.members[number] = member
            self.names.setdefault(number, member.name)

    def _same_id(self, former: object, other: object, number: int) -> str:
        return (
            f"{former!r} and {other!r} are different {self.noun}s with the same id {number}: give the members of the two "
            f"Enums different values"
        )

    def _equal(self, former: object, other: object) -> str:
        return f"{former!r} and {other!r} are different {self.noun}s, but equal: give them different names or values"

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
        """Number timeouts and the like that are events themselves, after all ids that are known or used. They are shown as
        None."""
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
        if not isinstance(names, Mapping):
            several = (names,) if isinstance(names, str) else tuple(names)
            names = {text: text for text in several}
        self.adopt(names.keys())
        for key, name in names.items():
            self._check_name(key, name)
            self.names[self.identify(key)] = name

    def _check_name(self, key: object, name: object) -> None:
        if not isinstance(name, str):
            raise TypeError(f"the name of {self.noun} {key!r} must be a str, not {name!r}")
        if "\0" in name:
            raise BadValueError(f"the name of {self.noun} {key!r} contains a zero character: {name!r}")
        if name.encode("utf-8", "ignore").decode() != name:
            raise BadValueError(f"the name of {self.noun} {key!r} is no text: {name!r}")

    def identify(self, value: object, noun: str = "") -> int:
        """Return the id of an int, of a known str, or of a member of a known Enum.

        Errors: UnknownStateError or UnknownEventError for another str, if there are strs; TypeError for anything else, a
        member of another Enum included, whatever its value; BadValueError beyond 32 bits.
        """
        if isinstance(value, Enum) and type(value) is not Reserved:
            if type(value) not in self.kinds:
                raise TypeError(self._refusal(value, noun))
            if _is_numbered_here(type(value)):
                return self._numbered[value]
        elif self._text is not None and not isinstance(value, (Reserved, Timeout, ErrorEvent)):
            return self._identify_text(value, noun)
        elif isinstance(value, (Timeout, ErrorEvent)) and value in self._timeouts:
            return self._timeouts[value]
        try:
            return identify(value, noun or self.noun)
        except TypeError:
            raise TypeError(self._refusal(value, noun)) from None

    def _identify_text(self, value: object, noun: str) -> int:
        if not isinstance(value, str):
            raise TypeError(self._refusal(value, noun))
        number = self._numbered.get(value)
        if number is None:
            raise self._unknown(value)
        return number

    def _unknown(self, text: str) -> SwiftFSMError:
        from difflib import get_close_matches  # which takes longer to import than the package may

        texts = [each for each in self._numbered if not isinstance(each, Enum)]
        close = get_close_matches(text, texts, 1)
        kind = UnknownStateError if self.noun == "state" else UnknownEventError
        return kind(f"{text!r} is no {self.noun} of this table" + (f": perhaps {close[0]!r} is meant" if close else ""))

    def _refusal(self, value: object, noun: str) -> str:
        kind = "a str" if self.has_texts else "an int"
        return f"{noun or self.noun} must be {kind}, or a member of an Enum that the table knows, not {value!r}"

    def is_lasting(self, value: object) -> bool:
        """Return whether the id of a value is that of all equal values of its type."""
        return type(value) in (int, str) or type(value) in self.kinds

    def member(self, number: int) -> Member:
        """Return the Enum member of an id, the id itself if it has none, or None for NONE."""
        return self.members.get(number, number)

    def word(self, value: object) -> str:
        """Return the name of a state or an event, or else its id: "RESET"."""
        if isinstance(value, Enum):
            return name_of_member(value)
        return self.names.get(value, str(value)) if isinstance(value, int) else str(value)

    def describe(self, value: object) -> str:
        """Describe a state or an event for messages: "event 7 (RESET)"."""
        known = self._described.get(id(value))
        if known is not None:
            return known
        if isinstance(value, Reserved):
            return value.name
        if isinstance(value, Enum):
            text = f"{self.noun} {value.value!r} ({name_of_member(value)})"
            if type(value) in self.kinds:
                self._described[id(value)] = text
            return text
        name = self.names.get(value) if isinstance(value, int) else None
        return f"{self.noun} {value!r}" + (f" ({name})" if name else "")


def _is_numbered_here(kind: type[Enum]) -> bool:
    """Whether an Enum's members have no ids of their own, since some value is no int."""
    return not issubclass(kind, int) and not all(isinstance(member.value, int) for member in kind)
