"""Predicate types: Enum classes, each with the number by which the library knows it, and its members as cases."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_int32
from enum import Enum
from struct import pack
from typing import Any, Optional

from ..library.results import BadValueError

CASE_LIMIT = 16_384
"""A predicate type has at most so many cases."""


class PredicateTypes:
    """The predicate types of a table. Filled while it is built, only read afterwards: any thread."""

    def __init__(self) -> None:
        self.kinds: list[type[Enum]] = []
        self.members: list[list[Enum]] = []
        # For each class what each member is sent as: an sfsm_case. Members of different classes may be equal.
        self.packed: dict[type, dict[Any, bytes]] = {}

    def adopt(self, kind: type[Enum]) -> int:
        """The number of a type, which it is given when it is first met. Raises BadValueError for one without cases."""
        if not (isinstance(kind, type) and issubclass(kind, Enum)):
            raise TypeError(f"a predicate type is a class of Enum, not {kind!r}")
        if kind in self.packed:
            return self.kinds.index(kind)
        members = list(kind)
        if not 1 <= len(members) <= CASE_LIMIT:
            raise BadValueError(f"{kind!r} has {len(members)} members: a predicate type has 1 to {CASE_LIMIT}")
        number = len(self.kinds)
        self.kinds.append(kind)
        self.members.append(members)
        self.packed[kind] = {member: pack("=ii", number, case) for case, member in enumerate(members)}
        return number

    def cases(self, matching: Iterable[Enum]) -> dict[int, list[int]]:
        """What `matching` says, as the cases of each type that it names."""
        found: dict[int, list[int]] = {}
        for member in matching:
            number = self.adopt(type(member))
            found.setdefault(number, []).append(self.members[number].index(member))
        return found

    def member(self, number: int, case: int) -> Optional[Enum]:
        """A case as a member; None if there is none."""
        if 0 <= number < len(self.members) and 0 <= case < len(self.members[number]):
            return self.members[number][case]
        return None

    def present(self, address: int) -> tuple[Enum, ...]:
        """The members whose cases lie at an address, one for each type; none for a type of which there is none."""
        cases = (c_int32 * len(self.members)).from_address(address)
        return tuple([members[case] for members, case in zip(self.members, cases) if case >= 0])

    def kind(self, number: int) -> Optional[type[Enum]]:
        """A type by its number; None if there is none."""
        return self.kinds[number] if 0 <= number < len(self.kinds) else None

    def name(self, number: int) -> str:
        """The name of a type, for sentences."""
        return self.kinds[number].__name__ if 0 <= number < len(self.kinds) else str(number)
