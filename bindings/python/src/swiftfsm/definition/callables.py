"""The callables of a definition: what each kind is for, and how one or several are given."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Callable, Optional, Union, cast

from .arguments import is_type

Function = Callable[..., Any]
Action = Callable[..., object]
"""Called for its effect, with what its parameters ask for (see `swiftfsm.calling.signatures`). Its result is ignored.
"""
Guard = Callable[..., object]
"""Decides whether a row may be taken: yes if its result is true."""
Resolver = Callable[..., Any]
"""Returns the next state of a row with target DYNAMIC; None refuses the event."""
Update = Callable[..., Any]
"""Called on `Machine.update`. Returns an event to send, or None."""
Provider = Callable[..., Any]
"""Returns the current case of a predicate type, a member of its Enum."""

Actions = Union[Action, str, Iterable[Union[Action, str]], None]
Guards = Union[Guard, str, Iterable[Union[Guard, str]], None]
"""In the body of a class of machines, a method may be given by name."""


# What no name of a document has: controls, characters without width, those that change the direction of text, and what is
# no character at all.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_MOST_BYTES = 255


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
    """The current case of a predicate type: a member of its Enum."""
    HOOK = 5
    """Nothing, as with an action; but called for all events, whatever their arguments are."""
    BEFORE = 6
    """Nothing: an action that is called before all else of a step."""
    AFTER = 7
    """Nothing: an action that is called after all else of a step."""


def name_of(function: Function) -> Optional[str]:
    """Return the name of a function for documents; None if it has none, as a lambda or a partial, or one that documents
    do not allow."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str) or not name or name.startswith("<") or _HIDDEN.search(name):
        return None
    return name if len(name.encode()) + name.count('"') + name.count("\\") <= _MOST_BYTES else None


def shown_name(function: Function) -> str:
    """Return the name of a function for messages, "<lambda>" for a lambda."""
    function = function.function if isinstance(function, DeclaredFunction) else function
    name = getattr(function, "__name__", None) or getattr(getattr(function, "func", None), "__name__", None)
    return name if isinstance(name, str) else repr(function)


class DeclaredFunction:
    """A function whose callback a document declares, with the types of the arguments that it gets."""

    __slots__ = ("function", "text", "types", "takes_all")

    def __init__(self, function: Function, text: str) -> None:
        self.function: Function = function
        self.text: str = text
        """As the document declares it: "bool(context, i32)"."""
        words = [word.strip() for word in text.partition("(")[2].rpartition(")")[0].split(",")]
        self.types: list[str] = [word for word in words if is_type(word)]
        """The first arguments of its event."""
        self.takes_all: bool = "args..." in words
        """Whether it gets the others too."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)


def callables(given: Any, word: str) -> tuple[Callable[..., Any], ...]:
    """Return one callable, an iterable of them, or None as a tuple. Errors: TypeError for anything else.

    Names of methods pass: a class of machines looks them up before they are called.
    """
    if given is None:
        return ()
    if callable(given) or isinstance(given, str):
        return (cast(Function, given),)
    try:
        several = tuple(given)
    except TypeError:
        raise TypeError(f"{word} must be a callable or several of them, not {given!r}") from None
    for each in several:
        if not callable(each) and not isinstance(each, str):
            raise TypeError(f"{word} must be callables, but {each!r} is not")
    return several
