"""The states, events and chart of several test files: a radio, whose regions are its loudness and what it plays."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from tracing import Trace

from swiftfsm import Table, define, parallel, then, when


class State(Enum):
    OFF = auto()
    ON = auto()
    SOUND = auto()
    QUIET = auto()
    LOUD = auto()
    SOURCE = auto()
    RADIO = auto()
    DISC = auto()
    GONE = auto()
    LAST = auto()
    ENDED = auto()


class Event(Enum):
    POWER = auto()
    VOLUME = auto()
    NEXT = auto()
    SCRAP = auto()
    RESET = auto()
    READY = auto()


OFF, ON, SOUND, QUIET, LOUD, SOURCE, RADIO, DISC, GONE, LAST, ENDED = State
POWER, VOLUME, NEXT, SCRAP, RESET, READY = Event


def radio_with(**callbacks: Any) -> Table[State, Event]:
    """A radio of two regions."""
    return Table(
        define(OFF)(when(POWER) | then(ON), when(SCRAP) | then(GONE)),
        parallel(ON, **callbacks)(
            when(POWER) | then(OFF),
            define(SOUND, initial=QUIET)(define(QUIET)(when(VOLUME) | then(LOUD)), define(LOUD)),
            define(SOURCE, initial=RADIO)(define(RADIO)(when(NEXT) | then(DISC)), define(DISC)),
        ),
        define(GONE, final=True),
        initial=OFF,
    )


RADIO_TABLE = radio_with()


def words(trace: Trace) -> str:
    """What ran, without the states that were seen."""
    return " ".join(each.split("(")[0] for each in trace.take().split() if "(" in each)
