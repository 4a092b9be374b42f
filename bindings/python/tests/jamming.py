"""A turnstile and a chart whose callbacks raise something."""

from __future__ import annotations

from enum import Enum
from typing import Any

from tracing import Event, State

from swiftfsm import ANY, Row, StateBlock, Table, define, then, when

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event
LAST = StateBlock(UNLOCKED, final=True)
PLAIN = Row(LOCKED, COIN, UNLOCKED)


class Jam(Exception):
    """What the callbacks of these tests raise."""


def jam(*arguments: Any) -> None:
    raise Jam("the arm is jammed")


def quiet() -> None:
    """A handler that has nothing to say."""


def gate(*, action: Any = jam, **options: Any) -> Table[State, Event]:
    """A turnstile whose action raises something."""
    return Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | action),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING)(when(RESET) | then(LOCKED)),
        Row(ANY, RESET, LOCKED) if options.pop("resets", False) else [],
        Row(LOCKED, PASS, ALARMING),
        initial=LOCKED,
        **options,
    )


class Part(Enum):
    IDLE = 1
    RUN = 2
    LEFT = 3
    LEFT_1 = 4
    LEFT_2 = 5
    RIGHT = 6
    RIGHT_1 = 7
    BROKEN = 8
    LOST = 9


class Key(Enum):
    GO = 1
    BACK = 2
