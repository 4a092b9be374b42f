"""Why rows are taken or not."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, NamedTuple, Optional

from ..building.transitions import Transition
from ..definition.ids import DEFER, spell
from ..definition.kinds import Condition
from ..library.generated.enumerations import Outcome, ReasonKind


_LAMBDA = "<lambda>"


class Reason(NamedTuple):
    """Why one row would be taken or not."""

    kind: ReasonKind
    transition: Transition
    predicate: Optional[type[Enum]]
    """The predicate type that does not match."""
    case: Optional[Enum]
    """The case of it that was sent or provided; None if there was none."""
    guard: Optional[int]
    """The index of the guard that returned false."""
    condition: Optional[Condition]
    """The condition that did not hold: a state that must be active, or must not be."""

    @property
    def guard_name(self) -> Optional[str]:
        """The name of the guard that returned false; None if there is none, or it is not known."""
        names = self.transition.guard_names
        return names[self.guard] if self.guard is not None and self.guard < len(names) else None

    @property
    def _guard(self) -> str:
        name = self.guard_name
        return f"guard number {self.guard}" if name is None or name == _LAMBDA else f"guard {name}"

    def __str__(self) -> str:
        row = _row(self.transition)
        if self.kind is ReasonKind.NOT_MATCHED and self.predicate is not None:
            case = "none was sent" if self.case is None else f"not {spell(self.case)}"
            wanted = " or ".join(spell(case) for case in self.transition.matching if type(case) is self.predicate)
            return f"{row} is for {wanted or self.predicate.__name__}, {case}"
        if self.condition is not None:
            state, is_active = self.condition
            return f"{row} wants {spell(state)} to be {'active' if is_active else 'inactive'}"
        if self.kind is ReasonKind.GUARD_REFUSED:
            return f"{self._guard} of {row} said no"
        if self.kind is ReasonKind.RESOLVER_REFUSED:
            name = self.transition.resolver_name
            return f"the resolver {'' if name in (None, _LAMBDA) else f'{name} '}of {row} named no state"
        if self.kind is ReasonKind.TAKEN and self.transition.target is DEFER:
            return f"{row} lets the event wait"
        return f"{row} {'would be taken' if self.kind is ReasonKind.TAKEN else 'was not tried'}"


# By the identity of a transition, which is held here so that no other has it; that of a table is the same each time.
_rows: dict[int, tuple[Transition, str]] = {}


def _row(transition: Transition) -> str:
    """A row for sentences."""
    known = _rows.get(id(transition))
    if known is None:
        place = f" ({transition.place})" if transition.place else ""
        targets = (transition.target, *transition.more_targets)
        if len(_rows) >= 1024:
            _rows.clear()
        known = _rows[id(transition)] = transition, f"the row to {', '.join(map(spell, targets))}{place}"
    return known[1]


class Explanation(tuple[Reason, ...]):
    """Why an event or a request would be taken or not: a reason for each row that the state has for it, in the order in
    which rows are tried. Empty if the state has no such row. It prints as several lines.
    """

    outcome: Outcome
    """The outcome that sending it would have."""
    # What is explained, and where: "event 1 (COIN)" in "state 10 (LOCKED)".
    _subject: str
    _place: str

    def __new__(cls, reasons: Iterable[Reason], outcome: Outcome, subject: str, place: str) -> Explanation:
        explanation = super().__new__(cls, reasons)
        explanation.outcome, explanation._subject, explanation._place = outcome, subject, place
        return explanation

    def __getnewargs__(self) -> Any:
        return tuple(self), self.outcome, self._subject, self._place

    @property
    def sentence(self) -> Optional[str]:
        """Why it would not be taken, in one sentence; None if it would be."""
        if self.outcome is Outcome.TRANSITIONED:
            return None
        if not self:
            has = "have" if self._place.startswith("states ") else "has"
            return f"{self._place} {has} no row for {self._subject}"
        told = (str(reason) for reason in self if reason.kind is not ReasonKind.NOT_TRIED)
        return f"{self._subject} in {self._place}: {'; '.join(told)}"

    def __str__(self) -> str:
        head = f"{self._subject} in {self._place} comes to {self.outcome.name}:"
        return "\n    ".join([head, *(map(str, self) if self else ["there is no row for it"])])

    def __repr__(self) -> str:
        return f"Explanation({self.outcome!r}, {tuple(self)!r})"
