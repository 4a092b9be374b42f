"""What a table tells of its rows."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Optional

from .ids import Member
from .places import Place


class Transition(NamedTuple):
    """A row as one state has it, inherited or its own, that no other overrides."""

    row: int
    """The row's number, in the order in which rows were handed over."""
    source: Member
    """The state that has it, or ANY."""
    event: Member
    """An event, ANY or REQUEST."""
    target: Member
    """As the row says it."""
    matching: tuple[Enum, ...]
    """The cases for which it is meant; nothing of types whose cases all match."""
    guards: int
    """How many guards it has."""
    actions: int
    is_inherited: bool
    is_overriding: bool
    place: Optional[Place]
