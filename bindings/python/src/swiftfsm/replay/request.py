"""What is to be replayed, in the words of the library."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Callable, NamedTuple, Optional

from ..library.generated.enumerations import ValueType
from ..library.generated.records import sfsm_argument_column, sfsm_case_column, sfsm_column
from .events import Events
from .given import GivenColumn
from .names import Names
from .options import Kept
from .parts import SIZES, Part
from .stand_in import StandIn
from .states import Layout
from .tokens import Tokens

Report = Callable[[int, int], object]
"""Is told how many events were replayed, of how many."""


class Request(NamedTuple):
    """One replay. The numbers are those of the header."""

    table: Any
    """As the library takes it."""
    layout: Layout
    events: Events
    event_names: Names
    tokens: Tokens
    offsets: Optional[array[int]]
    initial: int
    guards: int
    on_violation: int
    flags: int
    threads: int
    row_count: int
    kept: Kept
    cases: Sequence[GivenColumn] = ()
    arguments: Sequence[GivenColumn] = ()
    times: Optional[Part] = None
    time_unit: Optional[float] = None
    """How many seconds one of the numbers of the times is; None if nobody knows."""
    entered: Optional[array[int]] = None
    """Of each token, with times."""
    stand_in: Optional[StandIn] = None
    report: Optional[Report] = None
    first_index: int = 0
    leaves_out_absent: bool = False
    """Whether tokens without events are left out of what is found."""
    has_states: bool = False
    """Whether tokens are in states before."""

    @property
    def event_count(self) -> int:
        """How many events there are."""
        return self.events.column.length


def column_at(part: Part, start: int) -> sfsm_column:
    """Return a column of the library, from an index on."""
    size = 8 if part.type is ValueType.STR else SIZES[part.type]
    return sfsm_column(part.address + start * size, part.type)


def case_columns(given: Sequence[GivenColumn], start: int) -> Any:
    """Return an array of the columns of cases, from an index on; None for none."""
    columns = [sfsm_case_column(each.key, 0, column_at(each.part, start)) for each in given]
    return (sfsm_case_column * len(columns))(*columns) if columns else None


def argument_columns(given: Sequence[GivenColumn], start: int) -> Any:
    """Return an array of the columns of arguments, from an index on; None for none."""
    columns = [sfsm_argument_column(each.key, each.number, column_at(each.part, start)) for each in given]
    return (sfsm_argument_column * len(columns))(*columns) if columns else None
