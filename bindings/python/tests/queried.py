"""A table with a row for each reason that an explanation can give, and the line of its first row."""

from __future__ import annotations

from enum import Enum

from tracing import Event, State, line

from swiftfsm import ANY, DYNAMIC, SAME, GuardPolicy, Row, Table, define, matching, request, superstate, then, when

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event
FILE = __file__


class Mode(Enum):
    WEAK = 1
    STRONG = 2


FIRST = line() + 2
TABLE = Table(
    Row(LOCKED, COIN, UNLOCKED, matching=Mode.STRONG),
    Row(LOCKED, COIN, LOCKED, guards=[lambda: True, lambda context: context]),
    Row(LOCKED, COIN, DYNAMIC, resolver=lambda: None),
    Row(LOCKED, COIN, ALARMING, guards=lambda context: context is None),
    Row(LOCKED, COIN, SAME, lambda: None, guards=lambda context: context is None),
    Row(ANY, PASS, LOCKED),
    define(UNLOCKED, adopts=superstate(when(RESET) | then(LOCKED)))(
        request(LOCKED, ALARMING),
        matching(Mode.WEAK) | request(UNLOCKED),
    ),
    define(ALARMING, final=True),
    guards=GuardPolicy.FIRST_MATCH,
)
