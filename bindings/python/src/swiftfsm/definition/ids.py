"""States and events: strs, ints, or members of Enums; and what a definition may name in place of one."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Optional, Union

from ..library.generated.constants import FIRST_ID
from ..library.generated.enumerations import Reserved
from ..library.results import BadValueError

State = Union[int, str, Enum]
Event = Union[int, str, Enum]
Member = Any
"""An id as it is returned: the member if the table knows its Enum, the str, otherwise the int; None for NONE."""
Names = Union[Mapping[Any, str], type[Enum], Iterable[str]]
"""Names for ids: a mapping from id to name, an Enum whose members have the ids as values, or strs, which are ids."""

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


def name_of_member(member: Enum) -> str:
    """Return the name of a member. Up to Python 3.10 a composite one of a Flag has none: then that of Python 3.11."""
    name: Optional[str] = member.name
    if name is None:
        parts = [each.name for each in type(member) if each.value and each.value & member.value == each.value]
        name = "|".join(parts) or str(member.value)
    return name


def spell(value: object) -> str:
    """Return a member as programs write it, "State.LOCKED", in every version of Python; anything else as it prints."""
    return f"{type(value).__name__}.{name_of_member(value)}" if isinstance(value, Enum) else str(value)


def kept_names(names: Optional[Names]) -> Optional[Names]:
    """Return names that can be read more than once, as a copy or a pickle does."""
    return names if names is None or isinstance(names, (type, str, Mapping)) else tuple(names)


def is_text(value: object) -> bool:
    """Return whether a value is a str, and no member of an Enum."""
    return isinstance(value, str) and not isinstance(value, Enum)
