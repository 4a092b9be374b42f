"""The states and events of the tests of time, a traffic light."""

from __future__ import annotations

from enum import Enum, auto


class State(Enum):
    RED = auto()
    GREEN = auto()
    YELLOW = auto()


class Event(Enum):
    SWITCH = auto()
    BUTTON = auto()
    NEXT = auto()


RED, GREEN, YELLOW = State
SWITCH, BUTTON, NEXT = Event
