"""Predicate types: Enums, each with the number by which the library knows it. Their members are cases."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import Array, c_int32
from enum import Enum, Flag
from struct import pack, unpack
from typing import Any, Optional

from ..library.generated.constants import CASE_LIMIT
from ..library.generated.enumerations import Reserved
from ..library.results import BadValueError


def must_be_case(member: Enum) -> Enum:
    """Return a member, which its class must list. Errors: BadValueError for a composite of a Flag."""
    if isinstance(member, Flag) and member not in list(type(member)):
        raise BadValueError(f"{member!r} is no single member of {type(member).__name__}: name each of its members")
    return member


class PredicateTypes:
    """The predicate types of a table. Filled while it is built, only read afterwards, so any thread may read it."""

    def __init__(self) -> None:
        # In ascending order of their numbers, as the cases of a step lie.
        self.kinds: list[type[Enum]] = []
        self.members: list[list[Enum]] = []
        self.numbers: list[int] = []
        # For each class what each member is sent as: an sfsm_case. Members of different classes may be equal.
        self.packed: dict[type, dict[Any, bytes]] = {}

    def adopt(self, kind: type[Enum]) -> int:
        """Return the number of a type, given when it is first met. Errors: BadValueError for one without cases."""
        if not (isinstance(kind, type) and issubclass(kind, Enum)):
            raise TypeError(f"a predicate type is a class of Enum, not {kind!r}")
        if kind in self.packed:
            return self.numbers[self.kinds.index(kind)]
        members = list(kind)
        if not 1 <= len(members) <= CASE_LIMIT:
            raise BadValueError(f"{kind!r} has {len(members)} members: a predicate type has 1 to {CASE_LIMIT}")
        number = self.numbers[-1] + 1 if self.numbers else 0
        self.add(kind, number)
        return number

    def add(self, kind: type[Enum], number: int) -> None:
        """Take in a type with its number, which is higher than those of all others."""
        members = list(kind)
        self.kinds.append(kind)
        self.members.append(members)
        self.numbers.append(number)
        self.packed[kind] = {member: pack("=ii", number, case) for case, member in enumerate(members)}

    def place(self, number: int) -> int:
        """Return where the case of a type lies among the cases of a step. Errors: ValueError if there is no such type.
        """
        return self.numbers.index(number)

    def cases(self, matching: Iterable[Enum]) -> dict[int, list[int]]:
        """Return the cases of a `matching`, by type."""
        found: dict[int, list[int]] = {}
        for member in matching:
            number = self.adopt(type(member))
            found.setdefault(number, []).append(self.members[self.place(number)].index(must_be_case(member)))
        return found

    def member(self, number: int, case: int) -> Optional[Enum]:
        """Return a case as a member; None if there is none."""
        kind = self.kind(number)
        if kind is None:
            return None
        members = self.members[self.place(number)]
        return members[case] if 0 <= case < len(members) else None

    def present(self, address: int) -> tuple[Enum, ...]:
        """Return the members whose cases lie at an address: one of each type that has one."""
        cases = (c_int32 * len(self.members)).from_address(address)
        return tuple([members[case] for members, case in zip(self.members, cases) if case >= 0])

    def array(self, cases: Iterable[Enum]) -> Array[c_int32]:
        """Return the cases of a step as they lie at its address: one of each type, NONE where there is none."""
        array = (c_int32 * len(self.members))(*[Reserved.NONE] * len(self.members))
        for case in cases:
            number, value = unpack("=ii", self.packed[type(case)][case])
            array[self.place(number)] = value
        return array

    def kind(self, number: int) -> Optional[type[Enum]]:
        """Return a type by its number; None if there is none."""
        return self.kinds[self.place(number)] if number in self.numbers else None

    def name(self, number: int) -> str:
        """Return the name of a type, for messages."""
        kind = self.kind(number)
        return str(number) if kind is None else kind.__name__
