"""Values and cases as the library has them."""

from __future__ import annotations

from ctypes import addressof, memset, sizeof
from typing import Any, Optional

from swiftfsm.library.generated.records import sfsm_case, sfsm_value

from .case import Arguments, Cases, Value
from .words import TYPES

_MEMBERS = ["", "boolean", *TYPES[2:14], "i64"]
"""By type, the member that holds a value of it."""
_NAMES: dict[Optional[str], Optional[int]] = {None: None}
"""The words for pointers, each with the address that stands for it, which nobody reads."""


def read_value(value: Any) -> Value:
    """One sfsm_value."""
    kind = TYPES[value.type]
    held = getattr(value, _MEMBERS[value.type]) if value.type else None
    if kind == "str" and held is not None:
        held = held.decode()
    if kind == "ptr":
        held = next((name for name, address in _NAMES.items() if address == held), "something else")
    return Value(kind, held)


def pack_cases(cases: Cases) -> tuple[Any, int]:
    """An array of cases, and how many they are."""
    return (sfsm_case * len(cases))(*[sfsm_case(*each) for each in cases]), len(cases)


class Lent:
    """Values that last only until they are taken back, which spoils them: what the library keeps must be its own."""

    def __init__(self, arguments: Arguments) -> None:
        self.array = (sfsm_value * len(arguments))()
        self._keep: list[Any] = []
        for each, (kind, value) in zip(self.array, arguments):
            each.type = TYPES.index(kind)
            if kind == "ptr":
                value = _NAMES.setdefault(value, 0x1000 + 16 * len(_NAMES))
            elif kind == "str" and value is not None:
                value = value.encode()
            setattr(each, _MEMBERS[each.type], value)
            self._keep.append(value)

    def take_back(self) -> None:
        """Spoils them."""
        memset(addressof(self.array), 0xA5, sizeof(self.array))
