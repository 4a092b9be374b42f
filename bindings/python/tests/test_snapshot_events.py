"""Events that wait, in snapshots: their arguments are kept, in any JSON; objects are refused."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from radio import NEXT, OFF, ON, POWER

from swiftfsm import BusyError, Machine, Step, Table, UnsupportedError, defer, define, then, when

FORMS = pytest.mark.parametrize("is_json", [False, True], ids=["bytes", "JSON"])


def taken(machine: Machine[Any, Any, Any], is_json: bool) -> Any:
    return machine.snapshot(json=True) if is_json else machine.snapshot()


PAID: list[Any] = []


def pay(*arguments: Any) -> None:
    PAID.append(arguments)


TABLE_OF_PAYMENTS = Table(
    define(OFF)(defer(NEXT), when(POWER) | then(ON)),
    define(ON)(when(NEXT) | then(OFF) | pay),
    arguments={NEXT: (int, "u64", str, float, "f32", bool)},
)
PAYMENTS = [
    (-(2**63), 2**64 - 1, "größe \"\\\n\1", 1e300, 0.5, True),
    (0, 0, None, -0.0, float("-inf"), False),
    (1, 2, "a surrogate: \ud800", float("inf"), -1.5, True),
    (1, 2, "", 5e-324, 1.0, True),
]


def waiting(machine: Machine[Any, Any, Any]) -> Machine[Any, Any, Any]:
    for payment in PAYMENTS:
        machine.send(NEXT, *payment)
    return machine


@FORMS
def test_arguments_of_events_that_wait_are_kept(is_json: bool) -> None:
    other = TABLE_OF_PAYMENTS.restore(taken(waiting(TABLE_OF_PAYMENTS.machine(OFF)), is_json))
    PAID.clear()
    for _ in PAYMENTS:
        other.send(POWER)
    assert repr(PAID) == repr(PAYMENTS)  # 0.0 is equal to -0.0


def test_json_may_be_reordered_by_a_database() -> None:
    machine = waiting(TABLE_OF_PAYMENTS.machine(OFF))
    snapshot = machine.snapshot(json=True)

    def by_length(value: Any) -> Any:
        if isinstance(value, list):
            return [by_length(each) for each in value]
        if isinstance(value, dict):
            return {key: by_length(value[key]) for key in sorted(value, key=lambda key: (len(key), key))}
        return value

    for stored in (json.loads(snapshot), by_length(json.loads(snapshot))):
        for text in (json.dumps(stored), json.dumps(stored, ensure_ascii=False, indent=4)):
            assert TABLE_OF_PAYMENTS.restore(text).snapshot() == machine.snapshot()
    with pytest.raises(TypeError, match="turn JSON that was read into a str again, with json.dumps"):
        machine.restore(json.loads(snapshot))


RECEIPTS = """
definition receipts
  event pay (i32 cents, ptr receipt)
  state off
    pay -> defer
    power -> on
  state on
    pay -> off
"""


def test_an_object_is_refused_by_name() -> None:
    table: Table[Any, Any] = Table.read(RECEIPTS, callbacks={})
    machine = table.machine(table.State.off)
    empty = machine.snapshot()
    machine.send(table.Event.pay, 5, {"no": 7})
    for is_json in (False, True):
        with pytest.raises(UnsupportedError, match=r"event 0 \(pay\), argument 1 \('receipt'\) is an object: the"):
            taken(machine, is_json)
    machine.restore(empty)
    assert machine.snapshot() == empty and machine._objects == {}
    plain = Table(define(OFF)(defer(NEXT), when(POWER) | then(OFF)), arguments={NEXT: (object,)}).machine(OFF)
    plain.send(NEXT, None)
    with pytest.raises(UnsupportedError, match=r"event 3 \(NEXT\), argument 0 is an object"):
        plain.snapshot()


def test_a_deferred_event_goes_along() -> None:
    table = Table(define(OFF)(defer(NEXT), when(POWER) | then(ON)), define(ON)(when(NEXT) | then(OFF)))
    machine, other = table.machine(OFF), table.machine(ON)
    machine.send(NEXT)
    other.restore(machine.snapshot())
    assert other.state is OFF
    other.send(POWER)
    assert other.state is OFF


@FORMS
def test_what_failed_goes_on_waiting(is_json: bool) -> None:
    def fail(step: Step) -> None:
        step.machine.send(NEXT)
        raise ValueError("once")

    table = Table(define(OFF)(when(POWER) | then(OFF) | fail, when(NEXT) | then(ON)), define(ON, final=True))
    machine, other = table.machine(OFF), table.machine(OFF)
    with pytest.raises(ValueError, match="once"):
        machine.send(POWER)
    other.restore(taken(machine, is_json))
    assert other.pending == 1
    other.run()
    assert other.state is ON


def test_what_an_awaited_call_has_left_is_not_lost() -> None:
    async def fail(step: Step) -> None:
        step.machine.send(NEXT)
        raise ValueError("once")

    table = Table(define(OFF)(when(POWER) | then(OFF) | fail, when(NEXT) | then(ON)), define(ON, final=True))
    machine = table.machine(OFF)
    empty = machine.snapshot()
    with pytest.raises(ValueError, match="once"):
        asyncio.run(machine.asend(POWER))
    assert machine.pending == 1
    with pytest.raises(BusyError, match="events of an awaited call wait in this machine: run"):
        machine.snapshot()
    machine.restore(empty)
    assert (machine.pending, machine.snapshot()) == (0, empty)
