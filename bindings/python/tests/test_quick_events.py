"""Numbers and cases on the short way: the same values, the same mistakes, and nothing mixed up."""

from __future__ import annotations

import sys
import threading
from enum import Enum, auto
from typing import Any

import pytest

from swiftfsm import (
    INTERNAL,
    ArgumentsError,
    ClosedError,
    Machine,
    Outcome,
    Probe,
    Row,
    Table,
    UnknownStateError,
    condition,
    define,
    matching,
    then,
    when,
)

ONE, TWO, THREE, OTHER = 1, 2, 3, 4


class Weather(Enum):
    DRY = auto()
    WET = auto()


def table_of(types: Any, action: Any, event: int = ONE) -> Table[int, int]:
    return Table((1, event, 1, action), arguments={event: types})


@pytest.mark.parametrize(
    "word, values",
    [
        ("bool", (True, False)),
        ("i8", (-128, 127)),
        ("u8", (0, 255)),
        ("i16", (-(2**15), 2**15 - 1)),
        ("u16", (0, 2**16 - 1)),
        ("i32", (-(2**31), 2**31 - 1)),
        ("u32", (0, 2**32 - 1)),
        ("i64", (-(2**63), 2**63 - 1, 0)),
        ("u64", (0, 2**64 - 1)),
        ("f64", (0.1, -1e300, float("inf"), 5)),
        ("f32", (0.5, 2)),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_numbers_come_as_they_are_sent(word: str, values: tuple[Any, ...], count: int) -> None:
    ran: list[Any] = []
    machine = table_of((word,) * count, lambda *given: ran.append(given)).machine(1)
    exact = table_of((word,) * count, [None, lambda a: ran.append((a,)), lambda a, b: ran.append((a, b)), ran_three(ran)][count])
    exacting = exact.machine(1)
    for each in (machine, exacting, machine, exacting):
        for value in values:
            assert each.send(ONE, *(value,) * count) is Outcome.TRANSITIONED
            (given,) = ran
            assert given == (value,) * count and len({type(one) for one in given}) == 1
            assert type(given[0]) is (float if word in ("f32", "f64") else type(value))
            ran.clear()


def ran_three(ran: list[Any]) -> Any:
    return lambda a, b, c: ran.append((a, b, c))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(
    "word, wrong", [("i8", 128), ("u8", -1), ("i64", 2**63), ("i64", "5"), ("i64", None), ("bool", 1), ("i64", 1.0)]
)
def test_mistakes_are_the_same_before_and_after_a_right_send(word: str, wrong: Any, count: int) -> None:
    ran: list[Any] = []
    machine = table_of((word,) * count, lambda *given: ran.append(given)).machine(1)
    right: Any = True if word == "bool" else 5
    texts = []
    for _ in range(2):
        for given in ((right,) * (count - 1) + (wrong,), (right,) * (count + 1), (right,) * (count - 1)):
            for call in (machine.send, machine.can, machine.probe):
                with pytest.raises(ArgumentsError) as caught:
                    call(ONE, *given)
                texts.append(str(caught.value))
        assert machine.send(ONE, *(right,) * count) is Outcome.TRANSITIONED
    assert texts[:9] == texts[9:] and len(ran) == 2


@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_a_callback_sends_does_not_change_what_it_was_given(count: int) -> None:
    ran: list[Any] = []

    def act(machine: Machine[Any, Any, Any], *given: int) -> None:
        if given[0] < 4:
            machine.send(ONE, *(each + 1 for each in given))
            machine.send(ONE, *(each + 10 for each in given))
        ran.append(given)

    table_of((int,) * count, act).machine(1).send(ONE, *range(count))
    assert [given[0] for given in ran[:3]] == [0, 1, 10]
    assert all(given == tuple(range(given[0], given[0] + count)) for given in ran)


def test_callbacks_that_take_one_or_two_numbers_in_all_ways() -> None:
    ran: list[Any] = []

    class Job(Machine[int, int, str]):
        arguments = {ONE: int, TWO: (int, bool)}
        rows = [
            Row(1, ONE, 1, ["own", lambda a: ran.append(a), lambda context, a: ran.append((context, a))]),
            Row(1, TWO, 1, ["own_two", lambda a, b: ran.append((a, b)), lambda context, a, b: ran.append((context, a, b))]),
        ]

        def own(self, a: int) -> None:
            ran.append((self.state, a))

        def own_two(self, a: int, b: bool) -> None:
            ran.append((self.state, a, b))

    job = Job(1, "context")
    for _ in range(2):
        job.send(ONE, 7)
        job.send(TWO, 8, True)
        assert ran == [(1, 7), 7, ("context", 7), (1, 8, True), (8, True), ("context", 8, True)]
        ran.clear()


def test_guards_and_resolvers_that_take_numbers() -> None:
    table = Table(
        define(1)(
            when(ONE) | condition(lambda a: a > 5, lambda context, a: a != 9) | then(2),
            when(TWO) | condition(lambda a, b: b) | then(by=lambda a, b: a),
        ),
        define(2)(when(ONE) | then(1)),
        arguments={ONE: int, TWO: (int, bool)},
    )
    machine = table.machine(1)
    assert [machine.can(ONE, each) for each in (1, 6, 9, 1, 10)] == [False, True, False, False, True]
    assert machine.probe(TWO, 2, True) == Probe(Outcome.TRANSITIONED, 2)
    assert (machine.can(TWO, 2, False), machine.send(TWO, 2, True), machine.state) == (False, Outcome.TRANSITIONED, 2)
    machine.set_state(1)
    with pytest.raises(UnknownStateError):
        machine.send(TWO, 77, True)


def test_one_function_for_events_of_different_numbers() -> None:
    ran: list[Any] = []
    table = Table((1, ONE, 1, ran.append), (1, TWO, 1, ran.append), arguments={ONE: int, TWO: float})
    machine = table.machine(1)
    for event, value in ((ONE, 5), (TWO, 2.5), (ONE, -5)):
        machine.send(event, value)
    assert ran == [5, 2.5, -5]


def test_an_entry_callback_that_is_called_without_an_event_too() -> None:
    ran: list[Any] = []
    table = Table(
        define(1)(when(ONE) | then(2)), define(2, entry=lambda a=None: ran.append(a))(when(ONE) | then(1)), arguments={ONE: int}
    )
    machine = table.machine(1)
    machine.send(ONE, 5)
    machine.stop()
    machine.start(2)
    assert ran == [5, None]


def test_an_exception_of_a_callback() -> None:
    def act(a: int) -> None:
        raise ValueError(a)

    machine = table_of(int, act).machine(1)
    for value in (1, 2):
        with pytest.raises(ValueError, match=str(value)):
            machine.send(ONE, value)
    machine.close()
    for call in (machine.send, machine.can):
        with pytest.raises(ClosedError):
            call(ONE, 1)


def test_threads_do_not_mix_up_arguments() -> None:
    seen: list[Any] = []
    table = Table(
        (1, ONE, 1, lambda context, a: seen.append(a == context)),
        (1, TWO, 1, lambda context, a, b: seen.append(a == context == -b)),
        (1, THREE, 1, lambda context, a, b, c: seen.append(a == context == b == c)),
        arguments={ONE: int, TWO: (int, int), THREE: (int, int, int)},
    )

    def work(number: int) -> None:
        machine = table.machine(1, number)
        for _ in range(2_000):
            machine.send(ONE, number)
            machine.send(TWO, number, -number)
            machine.send(THREE, number, number, number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (len(seen), all(seen)) == (4 * 3 * 2_000, True)


def test_many_machines_one_after_the_other() -> None:
    ran: list[int] = []
    table = table_of(int, lambda a: ran.append(a))
    for number in range(10_000):
        table.machine(1).send(ONE, number)
    assert ran == list(range(10_000))


def test_a_case_that_is_sent() -> None:
    table = Table(define(1)(when(ONE)(matching(Weather.DRY) | then(2), matching(Weather.WET) | then())), define(2, final=True))
    machine = table.machine(1)
    for _ in range(2):
        assert [machine.can(ONE, each) for each in Weather] == [True, True]
        assert (machine.send(ONE, Weather.WET), machine.state) == (Outcome.TRANSITIONED, 1)
    with pytest.raises(ArgumentsError):
        machine.send(ONE, 5)
    assert (machine.send(ONE, Weather.DRY), machine.state) == (Outcome.TRANSITIONED, 2)


def test_setting_a_state_that_was_set_before() -> None:
    table = Table((1, ONE, 2), (2, ONE, 1))
    machine = table.machine(1)
    for _ in range(2):
        for state in (2, 1):
            machine.set_state(state)
            assert machine.state == state
        strangers: list[Any] = [3, "1", 1.0, Weather.DRY, []]
        for stranger in strangers:
            with pytest.raises((UnknownStateError, TypeError)):
                machine.set_state(stranger)
    machine.set_state(None)
    assert machine.state is None


def test_what_is_kept_for_a_number_is_no_reason_of_what_an_action_raises() -> None:
    seen: list[object] = []

    def act(context: object, number: int) -> None:
        seen.append(sys.exc_info()[0])
        raise ValueError("mine")

    def raise_again(context: object, number: int) -> None:
        raise

    table = Table(Row(1, 1, INTERNAL, act), Row(1, 2, INTERNAL, raise_again), arguments={1: int, 2: int}, initial=1)
    machine = table.machine()
    for _ in range(2):
        with pytest.raises(ValueError, match="mine") as raised:
            machine.send(1, 3)
        assert raised.value.__context__ is None
        with pytest.raises(RuntimeError, match="No active exception"):
            machine.send(2, 3)
    assert seen == [None, None]


def test_a_key_error_of_an_action_is_raised() -> None:
    calls: list[int] = []

    def act(context: object, number: int) -> None:
        calls.append(number)
        raise KeyError(number)

    machine = Table(Row(1, 1, INTERNAL, act), arguments={1: int}, initial=1).machine()
    for number in (1, 2):
        with pytest.raises(KeyError, match=str(number)):
            machine.send(1, number)
    assert calls == [1, 2]
