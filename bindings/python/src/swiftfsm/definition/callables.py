"""Callables in a definition: what each kind means, and how one or several are given."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Callable, Union

Function = Callable[..., Any]
Action = Callable[..., object]
"""Called for what it does, with what its parameters ask for (see `swiftfsm.signatures`); its result is ignored."""
Guard = Callable[..., object]
"""Asked whether a row may be taken: yes if its result is true."""
Resolver = Callable[..., Any]
"""Names the next state of a row with target DYNAMIC; None refuses the event."""
Update = Callable[..., Any]
"""Called when the machine is told that time has passed; names an event to send, or None."""
Provider = Callable[..., Any]
"""Says which case a predicate type has at present: a member of its Enum."""

Actions = Union[Action, str, Iterable[Union[Action, str]], None]
Guards = Union[Guard, str, Iterable[Union[Guard, str]], None]
"""In the body of a class of machines names of methods may stand for callables."""


class Role(IntEnum):
    """What the result of a callback means."""

    ACTION = 0
    """Nothing: actions, entry, exit and cycle callbacks, hooks."""
    GUARD = 1
    """Its truth: yes or no."""
    RESOLVER = 2
    """The next state; None or NONE refuses."""
    UPDATE = 3
    """An event to send, or None."""
    PROVIDER = 4
    """The present case of a predicate type: a member of its Enum."""


def callables(given: Any, word: str) -> tuple[Callable[..., Any], ...]:
    """One callable, an iterable of them, or None, as a tuple. Raises TypeError for anything else.

    Names of methods are let through: a class of machines looks them up before anybody calls them.
    """
    if given is None:
        return ()
    if callable(given) or isinstance(given, str):
        return (given,)
    try:
        several = tuple(given)
    except TypeError:
        raise TypeError(f"{word} must be a callable or several of them, not {given!r}") from None
    for each in several:
        if not callable(each) and not isinstance(each, str):
            raise TypeError(f"{word} must be callables, but {each!r} is not")
    return several
