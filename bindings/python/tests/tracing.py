"""Callbacks that write down what ran: a test compares one trace with one expected trace."""

from __future__ import annotations

from enum import IntEnum
from inspect import currentframe
from typing import Any, Callable, Optional

from swiftfsm import Machine, Step


class State(IntEnum):
    LOCKED = 10
    UNLOCKED = 20
    ALARMING = -5


class Event(IntEnum):
    COIN = 1
    PASS = 2
    RESET = 3


class Trace(list[str]):
    """What ran, in order."""

    def __call__(self, word: str, then: Optional[Callable[[Step], Any]] = None) -> Callable[[Step], Any]:
        """A callback that writes `word`, and then does and returns what `then` does."""

        def callback(step: Step) -> Any:
            self.append(word)
            return then(step) if then is not None else None

        return callback

    def raising(self, word: str, exception: BaseException) -> Callable[[Step], Any]:
        """A callback that writes `word` and raises."""

        def callback(step: Step) -> Any:
            self.append(word)
            raise exception

        return callback

    def take(self) -> str:
        """What ran since the last time, as one line."""
        words = " ".join(self)
        self.clear()
        return words


class Tracing(Machine[State, Event, Optional[str]]):
    """What ran is written down in the machine itself. Without rows: there is no table yet."""

    def __init__(self, context: Optional[str] = None, state: State = State.LOCKED, *, lenient: bool = False) -> None:
        super().__init__(state, context, lenient=lenient)
        self.ran: list[str] = []

    def take(self) -> str:
        words = " ".join(self.ran)
        self.ran.clear()
        return words


def line() -> int:
    """The line of the caller."""
    frame = currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno
