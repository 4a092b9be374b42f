"""What a row says beside its actions: what runs before and after the step, and where an exception leads."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from .callables import Action, Actions, Function, callables


class OnError(NamedTuple):
    """Where the machine goes when a callback raises an exception: one of both is not None."""

    target: Any = None
    """The state that it goes to."""
    event: Any = None
    """The event that is sent."""

    @classmethod
    def of(cls, target: Any, event: Any) -> Optional[OnError]:
        """Make one of what `Row`, `StateBlock` and `Table` take; None if nothing is said. Errors: TypeError for both."""
        if target is None and event is None:
            return None
        if target is not None and event is not None:
            raise TypeError(f"error_target={target!r}, error_event={event!r}: name the state, or the event, not both")
        return cls(target, event)


class Around(NamedTuple):
    """What a row says of that."""

    before: tuple[Action, ...] = ()
    after: tuple[Action, ...] = ()
    error: Optional[OnError] = None

    @classmethod
    def of(cls, before: Actions, after: Actions, error: Optional[OnError]) -> Optional[Around]:
        """Make one of what `Row` takes; None if nothing is said."""
        made = cls(callables(before, "before"), callables(after, "after"), error)
        return None if made == _NOTHING else made

    def joined(self, other: Around) -> Around:
        """Return what two clauses say together. Errors: TypeError if both say where an exception leads."""
        if self.error is not None and other.error is not None:
            raise TypeError(f"{self.error!r} and {other.error!r} both say where an exception leads: keep one of them")
        return Around(self.before + other.before, self.after + other.after, self.error or other.error)

    def placed(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return all that is called, as the library knows it: before, the actions, after."""
        before = (PlacedAction(each, True) for each in self.before)
        return (*before, *actions, *(PlacedAction(each, False) for each in self.after))


_NOTHING = Around()


class PlacedAction:
    """A function that is called before or after the rest of a step."""

    __slots__ = ("function", "is_before")

    def __init__(self, function: Function, is_before: bool) -> None:
        self.function: Function = function
        self.is_before: bool = is_before

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)


class ErrorEvent:
    """The event by which an exception leads to a state. No program can send it."""

    __slots__ = ("target",)

    def __init__(self, target: Any) -> None:
        self.target: Any = target

    def __repr__(self) -> str:
        return "error"
