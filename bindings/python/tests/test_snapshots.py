"""Machines as bytes, and machines that go on from them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from radio import DISC, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, VOLUME, radio_with

from swiftfsm import (
    BadConfigurationError,
    BadValueError,
    BusyError,
    ClosedError,
    Step,
    Table,
    UnsupportedError,
    defer,
    define,
    then,
    when,
)

TABLE = radio_with()


def test_another_machine_goes_on() -> None:
    radio, other = TABLE.machine(ON), TABLE.machine(OFF)
    radio.set_states([LOUD, DISC])
    radio.advance(100)
    radio.send_later(POWER, 30)
    radio.advance(110)
    other.advance(1)
    other.restore(radio.snapshot())
    assert (other.states, other.next_due) == ([LOUD, DISC], 21)
    other.advance(21)
    assert (other.states, radio.states) == ([OFF], [LOUD, DISC])


def test_a_snapshot_has_the_same_bytes_everywhere() -> None:
    words = TABLE.machine(OFF).snapshot()
    assert len(words) % 8 == 0
    assert int.from_bytes(words[8:16], "little") >> 32 == len(words) // 8
    assert radio_with().machine(OFF).snapshot() == words


def test_a_deferred_event_goes_along() -> None:
    table = Table(define(OFF)(defer(NEXT), when(POWER) | then(ON)), define(ON)(when(NEXT) | then(OFF)))
    machine, other = table.machine(OFF), table.machine(ON)
    machine.send(NEXT)
    other.restore(machine.snapshot())
    assert other.state is OFF
    other.send(POWER)
    assert other.state is OFF


def test_what_failed_goes_on_waiting() -> None:
    def fail(step: Step) -> None:
        step.machine.send(NEXT)
        raise ValueError("once")

    table = Table(define(OFF)(when(POWER) | then(OFF) | fail, when(NEXT) | then(ON)), define(ON, final=True))
    machine, other = table.machine(OFF), table.machine(OFF)
    with pytest.raises(ValueError, match="once"):
        machine.send(POWER)
    other.restore(machine.snapshot())
    assert other.pending == 1
    other.run()
    assert other.state is ON


def test_a_stopped_machine_stays_stopped() -> None:
    machine, other = TABLE.machine(ON), TABLE.machine(OFF)
    machine.stop()
    other.restore(machine.snapshot())
    assert other.states == []


def test_what_is_no_snapshot_is_refused() -> None:
    radio = TABLE.machine(ON)
    good = radio.snapshot()
    for wrong in (b"", good[:-8], good + bytes(8), good[:-1], good[:9]):
        with pytest.raises(BadConfigurationError):
            radio.restore(wrong)
    other = Table(define(OFF)(when(POWER) | then(ON)), define(ON, final=True)).machine(OFF)
    with pytest.raises(BadValueError, match="another table"):
        other.restore(good)
    with pytest.raises(TypeError):
        radio.restore("text")  # type: ignore[arg-type]
    assert (radio.states, other.state) == ([QUIET, RADIO], OFF)


def test_damaged_bytes_do_no_harm() -> None:
    random = Random(5)
    radio = TABLE.machine(ON)
    radio.send_later(VOLUME, 1)
    good = radio.snapshot()
    for _ in range(2000):
        damaged = bytearray(good)
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(8, len(good))] = random.randrange(256)
        before = radio.snapshot()
        try:
            radio.restore(bytes(damaged))
        except BadConfigurationError:
            assert radio.snapshot() == before
        else:
            assert radio.snapshot() == damaged


def test_not_from_inside_a_callback() -> None:
    seen: list[str] = []

    def look(step: Step) -> None:
        for call in (step.machine.snapshot, lambda: step.machine.restore(bytes(56))):
            with pytest.raises(BusyError):
                call()
            seen.append("busy")

    table = Table(define(OFF)(when(POWER) | then(OFF) | look))
    machine = table.machine(OFF)
    machine.send(POWER)
    assert seen == ["busy", "busy"]


def test_arguments_are_no_part_of_a_snapshot() -> None:
    table = Table(
        define(OFF)(defer(NEXT), when(POWER) | then(ON)),
        define(ON)(when(NEXT) | then(OFF)),
        arguments={NEXT: (int,)},
    )
    machine = table.machine(OFF)
    empty = machine.snapshot()
    machine.send(NEXT, 5)
    with pytest.raises(UnsupportedError, match="arguments"):
        machine.snapshot()
    machine.restore(empty)
    assert machine.snapshot() == empty


def test_a_closed_machine_has_none() -> None:
    machine = TABLE.machine(OFF)
    machine.close()
    with pytest.raises(ClosedError):
        machine.snapshot()
    with pytest.raises(ClosedError):
        machine.restore(b"")
