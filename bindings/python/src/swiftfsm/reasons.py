"""Why rows are taken or not."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Optional

from .ids import spell
from .results import NamedNumber
from .transitions import Transition


class ReasonKind(NamedNumber):
    """What becomes of a row that stands to be tried."""

    TAKEN = 1
    """It would be taken."""
    NOT_MATCHED = 2
    """It is not for the case of a predicate type."""
    GUARD_REFUSED = 3
    RESOLVER_REFUSED = 4
    NOT_TRIED = 5
    """Another row came before it."""


class Reason(NamedTuple):
    """Why one row would be taken or not."""

    kind: ReasonKind
    transition: Transition
    predicate: Optional[type[Enum]]
    """The predicate type that does not match."""
    case: Optional[Enum]
    """The case of it that was sent or provided, None if there was none."""
    guard: Optional[int]
    """The number of the guard that said no, from 0."""

    def __str__(self) -> str:
        place = f" ({self.transition.place})" if self.transition.place else ""
        row = f"the row to {spell(self.transition.target)}{place}"
        if self.kind is ReasonKind.NOT_MATCHED and self.predicate is not None:
            case = "none was sent" if self.case is None else f"not {spell(self.case)}"
            wanted = " or ".join(spell(case) for case in self.transition.matching if type(case) is self.predicate)
            return f"{row} is for {wanted or self.predicate.__name__}, {case}"
        if self.kind is ReasonKind.GUARD_REFUSED:
            return f"guard number {self.guard} of {row} said no"
        if self.kind is ReasonKind.RESOLVER_REFUSED:
            return f"the resolver of {row} named no state"
        return f"{row} {'would be taken' if self.kind is ReasonKind.TAKEN else 'was not tried'}"


def sentence(event: str, state: str, reasons: Sequence[Reason]) -> str:
    """Why an event would not be taken in a state."""
    if not reasons:
        return f"{state} has no row for {event}"
    return f"{event} in {state}: " + "; ".join(
        str(reason) for reason in reasons if reason.kind is not ReasonKind.NOT_TRIED
    )
