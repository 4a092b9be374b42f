"""The word for states that follow each other."""

from __future__ import annotations

from typing import TypeVar

from .around import Around
from .callables import Actions, Guards
from .ids import Event, State
from .places import caller
from .rows import Row

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)


def ordered(
    event: _E,
    *states: _S,
    loop: bool = False,
    actions: Actions = (),
    guards: Guards = (),
    before: Actions = (),
    after: Actions = (),
) -> list[Row[_S, _E]]:
    """Return rows by which an event leads from each of these states to the next.

    loop: the last leads to the first again.
    actions, guards, before, after: of each of these rows.

    `Table(ordered(Event.NEXT, *State), initial=State.DRAFT)` goes through all states of an Enum. Errors: TypeError for
    fewer than two states.
    """
    if len(states) < 2:
        raise TypeError("ordered() needs at least two states, which follow each other")
    place = caller()
    targets = (*states[1:], states[0]) if loop else states[1:]
    around = Around.of(before, after, None)
    return [
        Row.at(place, source, event, target, actions, guards, around=around) for source, target in zip(states, targets)
    ]
