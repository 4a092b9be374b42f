"""What a state of a chart is, and what a row of a chart says beside its event and its target."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, NamedTuple, Optional, TypeVar, Union

from ..library.generated.constants import DEEP_HISTORY, FINAL, PARALLEL, SHALLOW_HISTORY
from ..library.generated.enumerations import NamedNumber

_T = TypeVar("_T")

OneOrMore = Union[_T, Iterable[_T]]


class StateKind(NamedNumber):
    """The kind of a state."""

    PLAIN = 0
    """One that may have children, of which one is active at a time."""
    FINAL = FINAL
    """One that is never left: its parent is done when it is entered."""
    PARALLEL = PARALLEL
    """One whose children are all active at the same time."""
    SHALLOW_HISTORY = SHALLOW_HISTORY
    """No state, but a target: the child of its parent that was active last."""
    DEEP_HISTORY = DEEP_HISTORY
    """The same of the leaves below its parent."""


class Condition(NamedTuple):
    """A condition of a row: whether a state is active."""

    state: Any
    is_active: bool


class RowChart(NamedTuple):
    """The part of a row that only charts have."""

    targets: tuple[Any, ...] = ()
    """The targets after the first."""
    conditions: tuple[Condition, ...] = ()
    raising: tuple[Any, ...] = ()
    """The events that it raises."""
    is_local: bool = False

    @classmethod
    def of(
        cls, targets: tuple[Any, ...], active: Any, inactive: Any, raising: Any, is_local: bool
    ) -> Optional[RowChart]:
        """Make one of what `Row` takes; None if there is nothing to say."""
        conditions = [Condition(state, True) for state in _some(active)]
        conditions += [Condition(state, False) for state in _some(inactive)]
        made = cls(targets, tuple(conditions), _some(raising), bool(is_local))
        return None if made == _NOTHING else made


_NOTHING = RowChart()


def several(given: Any) -> tuple[Any, ...]:
    """Return one state or event, or several, as a tuple."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, (str, Enum)) else (given,)


def _some(given: Any) -> tuple[Any, ...]:
    return () if given is None else several(given)
