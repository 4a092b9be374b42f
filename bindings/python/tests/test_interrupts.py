"""Exceptions of signal handlers, wherever in a call they arrive."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from swiftfsm import Outcome, Row, Step, Table
from swiftfsm.calling.interrupts import _read, _write, cover_entry


class Tick(Exception):
    pass


class Clock:
    """A signal that comes again and again, and raises each time."""

    def __init__(self) -> None:
        self.raised = 0

    def tick(self, *_: Any) -> None:
        self.raised += 1
        raise Tick


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    former = signal.signal(signal.SIGALRM, clock.tick)
    try:
        yield clock
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def test_no_exception_of_a_signal_is_lost(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    def ask(step: Step) -> bool:
        return True

    def act(step: Step) -> None:
        step.context.append(step.source)

    ran: list[int] = []
    machine = Table([Row(1, 1, 2, act, guards=ask), Row(2, 1, 1, act, guards=ask)]).machine(1, ran)
    caught = sent = 0
    while caught < 500:
        try:
            # One signal at a time: the next is asked for when the last one has arrived.
            signal.setitimer(signal.ITIMER_REAL, 0.0003)
            while True:
                assert machine.send(1) is Outcome.TRANSITIONED
                sent += 1
        except Tick:
            caught += 1
    assert (clock.raised, lost) == (caught, [])
    # An action that did not run made its step fail: none was passed over, and the states alternate. A signal may also
    # have come after the last action of a step, whose state was then not committed, or after the whole step.
    assert sent <= len(ran) <= sent + caught


@pytest.fixture
def ctrl_c() -> Iterator[Any]:
    """Calls of this are a Ctrl-C that the interpreter has not looked for yet when they return to C."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield ctypes.pythonapi.PyErr_SetInterrupt
    signal.signal(signal.SIGINT, former)


def test_a_ctrl_c_inside_a_callback(ctrl_c: Any) -> None:
    machine = Table([Row(1, 1, 2, lambda step: ctrl_c()), Row(2, 1, 1)]).machine(1)
    with pytest.raises(KeyboardInterrupt):
        machine.send(1)
    assert machine.state == 1


def test_a_ctrl_c_at_the_entry_of_a_function(ctrl_c: Any) -> None:
    def function(value: object) -> str:
        try:
            return str(value)
        except KeyboardInterrupt:
            return "caught"

    # map calls one after the other, without a line of Python between them.
    with pytest.raises(KeyboardInterrupt) if sys.version_info >= (3, 11) else nullcontext():
        next(map(function, map(ctrl_c, [0])))
    cover_entry(function)
    assert next(map(function, map(ctrl_c, [0]))) == "caught"
    assert function(0) == "0"


def test_functions_of_another_shape_are_left_alone() -> None:
    def without(value: object) -> str:
        return str(value)

    def late(value: object) -> str:
        word = str(value)
        try:
            return word.upper()
        except KeyboardInterrupt:
            return "caught"

    def never(value: object) -> str:
        try:
            return "nothing here can raise"
        except KeyboardInterrupt:
            return "caught"

    for function in (without, late, never):
        before = function.__code__
        assert cover_entry(function).__code__ is before


@pytest.mark.parametrize("value", [0, 1, 63, 64, 4095, 4096, 10**6])
def test_numbers_of_the_table(value: int) -> None:
    assert _read(iter(_write(value))) == value
    assert _read(iter(_write(value, first=True))) == value
