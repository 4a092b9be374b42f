"""The arguments of events: every type, its limits, what does not fit, and how long objects are kept."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref
from enum import Enum
from typing import Any

import pytest

from swiftfsm import (
    ArgumentsError,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Status,
    Table,
    define,
    then,
    when,
)


def machine_with(types: Any) -> tuple[Machine[Any, Any, Any], list[Any]]:
    """A machine whose event 1 has arguments of these types, and what its action has been told."""
    seen: list[Any] = []

    def note(*arguments: Any) -> None:
        seen.append(arguments)

    return Table(Row(1, 1, 1, note), Row(1, 2, 1), arguments={1: types}).machine(1), seen


OBJECT = object()


@pytest.mark.parametrize(
    ("types", "values"),
    [
        (bool, [True, False]),
        (int, [0, -(2**63), 2**63 - 1, True]),
        (float, [0.0, -1.5, 1e308, float("inf"), 3]),
        (str, ["", "text", "Münze 🔒", "\udce9", None]),
        (object, [OBJECT, None, [1], int, 5]),
        ("bool", [True, False]),
        ("i8", [-128, 127]),
        ("i16", [-(2**15), 2**15 - 1]),
        ("i32", [-(2**31), 2**31 - 1]),
        ("i64", [-(2**63), 2**63 - 1]),
        ("u8", [0, 255]),
        ("u16", [0, 2**16 - 1]),
        ("u32", [0, 2**32 - 1]),
        ("u64", [0, 2**64 - 1]),
        ("f32", [0.5, -1.25, 3]),
        ("f64", [0.1, 1e-308]),
        ("str", ["text", None]),
        ("ptr", [OBJECT]),
    ],
)
def test_values_arrive_as_they_were_sent(types: Any, values: list[Any]) -> None:
    machine, seen = machine_with(types)
    for value in values:
        assert machine.can(1, value)
        assert machine.send(1, value) is Outcome.TRANSITIONED
    assert seen == [(value,) for value in values]
    assert all(value is found for value, (found,) in zip(values, seen) if types in (object, "ptr"))


@pytest.mark.parametrize(
    ("types", "value"),
    [
        (bool, "yes"),
        (bool, None),
        (bool, 1),
        (int, 1.0),
        (int, "1"),
        (int, None),
        (int, 2**63),
        (float, "1"),
        (float, None),
        (float, 10**400),
        (str, b"bytes"),
        (str, 5),
        (str, "a\0b"),
        ("i8", 128),
        ("u8", -1),
        ("i32", 2**31),
        ("u64", 2**64),
        ("f32", 1e300),
    ],
)
def test_a_value_that_does_not_fit(types: Any, value: Any) -> None:
    machine, seen = machine_with(types)
    for call in (machine.send, machine.probe, machine.can, machine.explain, machine.why_not):
        with pytest.raises(ArgumentsError, match=r"^event 1 takes \(\w+\), but was sent with ") as caught:
            call(1, value)
        assert caught.value.__suppress_context__ and isinstance(caught.value, TypeError)
        (word,) = machine.table.arguments(1)
        told = caught.value
        assert (told.status, told.index, told.expected) == (Status.ARGUMENT_TYPE, 0, word)
    assert (machine.state, seen, machine._objects) == (1, [], {})


def test_another_number_of_values() -> None:
    machine, seen = machine_with((int, str))
    for values in ((), (1,), (1, "a", 2)):
        with pytest.raises(ArgumentsError, match=rf"takes \(i64, str\), but was sent with {len(values)} arguments"):
            machine.probe(1, *values)
    with pytest.raises(ArgumentsError, match=r"^event 1 takes \(i64, str\), but was sent without"):
        machine.send(1)
    with pytest.raises(ArgumentsError, match=r"event 2 takes no arguments, but was sent with \(5,\): declare its"):
        machine.send(2, 5)
    assert seen == []


COUNT, TYPE = Status.ARGUMENT_COUNT, Status.ARGUMENT_TYPE


@pytest.mark.parametrize(
    ("event", "values", "status", "index", "expected"),
    [
        (1, (), COUNT, 0, "i64"),
        (1, (1,), COUNT, 1, "str"),
        (1, (1, "a"), COUNT, 2, "u8"),
        (1, (1, "a", 2, True, 5, 6), COUNT, 4, None),
        (1, ("1", "a", 2, True), TYPE, 0, "i64"),
        (1, (1, b"a", 2, True), TYPE, 1, "str"),
        (1, (1, "a\0", 2, True), TYPE, 1, "str"),
        (1, (1, "a", 256, True), TYPE, 2, "u8"),
        (1, (1, "a", None, True), TYPE, 2, "u8"),
        (1, (1, "a", 2, 1), TYPE, 3, "bool"),
        (2, (5,), COUNT, 0, None),
    ],
)
def test_the_exception_tells_which_argument_was_wrong(
    event: int, values: tuple[Any, ...], status: Status, index: int, expected: str
) -> None:
    machine, seen = machine_with((int, str, "u8", bool))
    for call in (machine.send, machine.probe, machine.explain):
        with pytest.raises(ArgumentsError) as caught:
            call(event, *values)
        error = caught.value
        assert (error.status, error.index, error.expected) == (status, index, expected)
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert (type(again), again.args) == (ArgumentsError, error.args)
            assert (again.status, again.index, again.expected) == (status, index, expected)
    assert (machine.state, seen) == (1, [])


def test_the_sentence_names_the_value_that_does_not_fit() -> None:
    machine, _ = machine_with((int, "u8"))
    with pytest.raises(ArgumentsError, match=r"^event 1 takes \(i64, u8\), but was sent with 256 where u8 belongs: "):
        machine.send(1, 5, 256)


def test_an_update_callback_cannot_send_an_event_with_arguments() -> None:
    table = Table(Row(1, 1, 1), states=[StateBlock(1, update=lambda: 1)], arguments={1: (str, int)})
    machine = table.machine(1)
    with pytest.raises(ArgumentsError, match="^what an update callback sent, but was sent without") as caught:
        machine.update()
    assert (caught.value.status, caught.value.index, caught.value.expected) == (COUNT, 0, "str")


def test_cases_and_arguments_may_be_mixed() -> None:
    class Mode(Enum):
        WEAK = 1

    class Coin(Enum):
        EURO = 100

    seen: list[Any] = []
    machine = Table(
        Row(1, 1, 1, lambda cents, coin: seen.append((cents, coin)), matching=Mode.WEAK), arguments={1: (int, object)}
    ).machine(1)
    machine.send(1, 5, Mode.WEAK, Coin.EURO)
    assert seen == [(5, Coin.EURO)]


def test_the_arguments_of_an_event_can_be_asked() -> None:
    table = Table([(1, 1, 1), (1, 2, 1)], arguments={1: [int, "u8", object], 3: ()})
    assert [table.arguments(event) for event in (1, 2, 3)] == [("i64", "u8", "ptr"), (), ()]


@pytest.mark.parametrize("name", [list, None, "int", 5, b"i32"])
def test_arguments_that_no_event_has(name: Any) -> None:
    with pytest.raises(
        InvalidDefinitionError,
        match="event 1 cannot have the argument .*: name bool, int, float, str or object, or one of ",
    ):
        Table([(1, 1, 1)], arguments={1: [name]})


def test_guards_and_resolvers_are_told_too() -> None:
    table = Table(
        define(1)(when(1) | then(by=lambda cents: 2 if cents > 5 else None)),
        Row(2, 1, 1, guards=lambda cents: cents == 7),
        arguments={1: int},
    )
    machine = table.machine(1)
    assert [machine.send(1, cents) for cents in (5, 6, 6, 7)] == [
        Outcome.REFUSED,
        Outcome.TRANSITIONED,
        Outcome.REFUSED,
        Outcome.TRANSITIONED,
    ]


class Thing:
    """Something whose end can be seen."""


def test_objects_are_dropped_when_their_events_have_been_handled() -> None:
    gone: list[weakref.ref[Thing]] = []
    seen: list[type] = []

    def send_more(machine: Machine[Any, Any, Any]) -> None:
        for _ in range(3):
            thing = Thing()
            gone.append(weakref.ref(thing))
            assert machine.send(2, thing) is Outcome.QUEUED
        assert machine.can(2, Thing())
        del thing
        gc.collect()
        assert all(each() is not None for each in gone)

    table = Table(Row(1, 1, 1, send_more), Row(1, 2, 1, lambda thing: seen.append(type(thing))), arguments={2: object})
    machine = table.machine(1)
    machine.send(1)
    assert (seen, [each() for each in gone], machine._objects) == ([Thing] * 3, [None] * 3, {})


def test_a_refused_send_inside_a_step_leaves_the_objects_of_that_step() -> None:
    seen: list[Any] = []

    def try_another(machine: Machine[Any, Any, Any]) -> None:
        with pytest.raises(ArgumentsError):
            machine.send(1)
        assert machine.why_not(1, Thing()) is None

    machine = Table(Row(1, 1, 1, [try_another, lambda thing: seen.append(thing)]), arguments={1: object}).machine(1)
    thing = Thing()
    machine.send(1, thing)
    assert seen == [thing]
    assert machine._objects == {}


def test_objects_of_events_behind_a_failure_wait_with_them() -> None:
    seen: list[Any] = []

    def fail(machine: Machine[Any, Any, Any]) -> None:
        machine.send(2, Thing())
        raise OSError

    table = Table(Row(1, 1, 1, fail), Row(1, 2, 1, lambda thing: seen.append(type(thing))), arguments={2: object})
    machine = table.machine(1)
    with pytest.raises(OSError):
        machine.send(1)
    assert (machine.pending, len(machine._objects)) == (1, 1)
    machine.run()
    assert (seen, machine._objects) == ([Thing], {})
    with pytest.raises(OSError):
        machine.send(1)
    machine.discard()
    assert machine._objects == {}


@pytest.mark.parametrize("count", [1, 2])
def test_a_callback_without_its_arguments_sees_no_exception(count: int) -> None:
    seen: list[Any] = []

    def see(*numbers: Any) -> None:
        seen.append((numbers, sys.exc_info()[1]))
        raise OSError

    def enter_one(amount: Any) -> None:
        see(amount)

    def enter_two(amount: Any, other: Any) -> None:
        see(amount, other)

    machine = Table(
        Row(1, 1, 2),
        StateBlock(2, entry=(enter_one, enter_two)[count - 1], rows=[Row(2, 1, 1)]),
        arguments={1: (int,) * count},
    ).machine(None)
    with pytest.raises(OSError) as raised:
        machine.start(2)
    assert seen == [((None,) * count, None)] and raised.value.__context__ is None
