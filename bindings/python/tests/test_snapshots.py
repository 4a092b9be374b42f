"""Machines as bytes and as JSON, and machines that go on from them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from radio import DISC, LOUD, NEXT, OFF, ON, POWER, RADIO, Event, State, radio_with

from swiftfsm import (
    BusyError,
    ClosedError,
    Machine,
    Table,
    Timer,
    define,
    then,
    transition,
    when,
)

TABLE = radio_with()
FORMS = pytest.mark.parametrize("is_json", [False, True], ids=["bytes", "JSON"])


def taken(machine: Machine[Any, Any, Any], is_json: bool, due: bool = False) -> Any:
    return machine.snapshot(json=True, due=due) if is_json else machine.snapshot(due=due)


@FORMS
def test_another_machine_goes_on(is_json: bool) -> None:
    radio, other = TABLE.machine(ON), TABLE.machine(OFF)
    radio.set_states([LOUD, DISC])
    radio.advance(100)
    radio.send_later(POWER, 30)
    radio.advance(110)
    other.advance(1)
    other.restore(taken(radio, is_json))
    assert (other.states, other.now, other.next_due) == ([LOUD, DISC], 1, 21)
    other.advance(21)
    assert (other.states, radio.states) == ([OFF], [LOUD, DISC])


@FORMS
def test_when_timers_are_due_may_be_stored(is_json: bool) -> None:
    radio, other, late = TABLE.machine(ON), TABLE.machine(OFF), TABLE.machine(OFF)
    radio.advance(100)
    radio.send_later(POWER, 30)
    snapshot = taken(radio, is_json, due=True)
    late.advance(1000)
    for machine, now in (other, 100), (late, 1000):
        machine.restore(snapshot)
        assert (machine.now, machine.next_due) == (now, 130)
    late.advance(1000)
    assert (late.states, other.states) == ([OFF], radio.states)


def test_bytes_begin_as_the_header_says() -> None:
    snapshot = TABLE.machine(OFF).snapshot()
    assert snapshot[:8] == b"SFSM\1\0\0\0"
    assert int.from_bytes(snapshot[52:56], "little") == len(snapshot)
    assert radio_with().machine(OFF).snapshot() == snapshot


def test_json_has_names() -> None:
    radio = TABLE.machine(ON)
    radio.send_later(POWER, 30)
    said = json.loads(radio.snapshot(json=True))
    assert (said["format"], said["states"]) == (1, ["QUIET", "RADIO"])
    assert [(each["event"], each["left"]) for each in said["timers"]] == [("POWER", 30_000_000)]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda snapshot: memoryview(snapshot + b"\0" * 3)[:-3]])
def test_anything_that_holds_bytes_is_taken(kind: Any) -> None:
    radio = TABLE.machine(ON)
    for snapshot in (radio.snapshot(), radio.snapshot(json=True).encode()):
        assert TABLE.restore(kind(snapshot)).states == radio.states


def test_a_stopped_machine_stays_stopped() -> None:
    machine, other = TABLE.machine(ON), TABLE.machine(OFF)
    machine.stop()
    other.restore(machine.snapshot())
    assert other.states == []


def test_a_table_makes_machines_of_snapshots() -> None:
    radio = TABLE.machine(ON)
    other = TABLE.restore(radio.snapshot(), {"name": "north"}, lenient=True)
    assert (other.states, other.context, other.table) == (radio.states, {"name": "north"}, TABLE)
    with pytest.raises(ValueError, match="this is no snapshot"):
        TABLE.restore(b"SFSM")


class Gate(Machine[State, Event, Any]):
    initial = OFF

    def __init__(self, price: int, context: Any = None) -> None:
        super().__init__(context=context)
        self.price = price

    @transition(OFF, POWER, ON)
    @transition(ON, NEXT, OFF)
    def switch(self) -> None: ...


def test_a_class_makes_machines_of_snapshots() -> None:
    gate = Gate(150)
    gate.send(POWER)
    for snapshot in (gate.snapshot(), gate.snapshot(json=True)):
        again = Gate.from_snapshot(snapshot, 200, context=[1])
        assert (type(again), again.state, again.price, again.context) == (Gate, ON, 200, [1])
    radio = TABLE.machine(ON)
    assert Machine.from_snapshot(radio.snapshot(), table=TABLE).states == radio.states
    with pytest.raises(ValueError, match="this is no snapshot"):
        Gate.from_snapshot(b"", 5)


def test_timers_keep_their_numbers() -> None:
    radio = TABLE.machine(ON)
    timer = radio.send_later(POWER, 30)
    other = TABLE.restore(radio.snapshot())
    assert Timer(other, timer._number).cancel()
    assert (other.next_due, radio.next_due) == (None, 30)


def test_a_clock_goes_on_from_the_time_of_a_snapshot() -> None:
    radio = TABLE.machine(ON)
    radio.advance(1000)
    radio.send_later(POWER, 0.02)

    async def main() -> None:
        other = TABLE.machine(OFF)
        async with other.clock():
            other.restore(radio.snapshot(due=True))
            assert (other.next_due, other.states) == (1000.02, radio.states)
            await asyncio.sleep(0.05)
            assert other.states == [OFF]
            other.restore(radio.snapshot())
            assert other.next_due is not None and 1000.05 < other.next_due < 1010
            await asyncio.sleep(0.05)
            assert other.states == [OFF]

    asyncio.run(main())


def test_not_from_inside_a_callback() -> None:
    seen: list[str] = []
    table = Table(define(OFF)(when(POWER) | then(OFF) | (lambda machine: look(machine))))
    machine = table.machine(OFF)
    good = machine.snapshot()

    def look(machine: Machine[Any, Any, Any]) -> None:
        for call in (machine.snapshot, lambda: machine.restore(good), lambda: machine.restore(b"")):
            with pytest.raises(BusyError, match="not from inside a callback of this machine"):
                call()
            seen.append("busy")

    machine.send(POWER)
    asyncio.run(machine.asend(POWER))
    assert seen == 6 * ["busy"]


def test_a_closed_machine_has_none() -> None:
    machine = TABLE.machine(OFF)
    machine.close()
    with pytest.raises(ClosedError):
        machine.snapshot()
    with pytest.raises(ClosedError):
        machine.restore(b"")


def test_a_closed_table_is_not_needed() -> None:
    table = radio_with()
    machine, other = table.machine(ON), table.machine(OFF)
    table.close()
    other.restore(machine.snapshot())
    assert other.states == machine.states
    with pytest.raises(LookupError, match="the state Z, which this definition does not have"):
        other.restore('{"format":1,"states":["Z"]}', migrate=lambda missing: None)
    other.restore('{"format":1,"states":["Z"]}', migrate=lambda missing: OFF)
    assert other.states == [OFF]
