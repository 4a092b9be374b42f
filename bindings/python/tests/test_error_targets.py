"""Where exceptions of callbacks lead: to error targets and events, in tables and charts."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from awaiting import Runner, Send, pause, run, send
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Table,
    always,
    condition,
    define,
    on_error,
    parallel,
    then,
    when,
)
from jamming import LAST, PLAIN, Jam, Key, Part, gate, jam

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_the_machine_goes_to_the_error_target_and_the_exception_is_raised_again(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(LOCKED, exit=trace("exit"))(when(COIN) | then(UNLOCKED) | jam),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING, entry=trace("entry"))(when(RESET) | then(LOCKED)),
        initial=LOCKED,
        error_target=ALARMING,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, trace.take(), machine.pending) == (ALARMING, "exit exit entry", 0)
    assert send(machine, RESET) is Outcome.TRANSITIONED


def test_a_row_counts_before_its_state_and_that_before_the_table(send: Send) -> None:
    states = ["a", "b", "row", "state", "table"]
    table = Table(
        define("a", error_target="state")(
            when("own") | then("b") | jam | on_error("row"), when("go") | then("b") | jam
        ),
        define("b")(when("go") | then("a") | jam),
        [define(each, final=True) for each in states[2:]],
        error_target="table",
        on_exception=lambda: True,
        state_names=states,
    )
    for state, event, target in (("a", "own", "row"), ("a", "go", "state"), ("b", "go", "table")):
        machine = table.machine(state)
        assert send(machine, event) is Outcome.TRANSITIONED
        assert machine.state == target
    assert [each for each in table.events] == ["own", "go"]  # those of exceptions are none that can be sent
    assert table.machine("b").permitted() == ["go"]


@pytest.mark.parametrize("kind", ["guard", "resolver", "prepare"])
def test_so_does_one_of_what_is_asked_first(run: Runner, kind: str) -> None:
    async def slow_jam() -> None:
        await pause()
        raise Jam

    seen: list[Any] = []

    def handle(event: Event, source: State, step: Any) -> bool:
        seen.append((event, source, step.row))
        return True

    def table(fails: Callable[..., Any]) -> Table[State, Event]:
        clause = when(COIN) | on_error(UNLOCKED)
        asked = {
            "guard": clause | condition(fails) | then(LOCKED),
            "resolver": clause | then(by=fails),
            "prepare": clause | condition(lambda: True) | then(LOCKED),
        }
        return Table(
            define(LOCKED, error_target=ALARMING)(when(RESET) | then(), asked[kind]),
            LAST,
            define(ALARMING)(when(RESET) | then(LOCKED)),
            initial=LOCKED,
            on_exception=handle,
            prepare=fails if kind == "prepare" else (),
        )

    plain, awaited = table(jam).machine(), table(slow_jam).machine()
    assert plain.send(COIN) is Outcome.TRANSITIONED

    async def main() -> None:
        assert await awaited.asend(COIN) is Outcome.TRANSITIONED

    run(main)
    assert [plain.state, awaited.state] == [UNLOCKED, UNLOCKED]
    assert seen == [(COIN, LOCKED, 1)] * 2


def test_an_error_event_is_sent_before_what_waits(send: Send) -> None:
    trace = Trace()

    def send_and_jam(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS)
        raise Jam

    table = Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | send_and_jam | on_error(event=RESET)),
        define(UNLOCKED, final=True),
        Row(LOCKED, RESET, ALARMING, trace("reset")),
        Row(ALARMING, PASS, LOCKED, trace("pass")),
        on_exception=lambda: True,
        initial=LOCKED,
    )
    machine = table.machine()
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert (trace.take(), machine.state) == ("reset pass", LOCKED)


def test_an_error_event_that_no_row_takes_changes_nothing() -> None:
    table = Table(
        Row(LOCKED, COIN, UNLOCKED, jam, error_event=RESET), Row(UNLOCKED, RESET, LOCKED), Row(UNLOCKED, PASS, LOCKED)
    )
    machine = table.machine(LOCKED)
    with pytest.raises(Jam):
        machine.send(COIN)
    assert machine.state is LOCKED
    machine.on_exception(lambda: True)
    assert machine.send(COIN) is Outcome.REFUSED


def test_one_that_comes_after_the_state_has_changed_leads_on_from_the_new_one(send: Send) -> None:
    trace = Trace()
    table = Table(
        Row(LOCKED, COIN, UNLOCKED, error_target=ALARMING),
        StateBlock(UNLOCKED, entry=jam, exit=trace("exit"), final=False, rows=[Row(UNLOCKED, PASS, LOCKED)]),
        StateBlock(ALARMING, final=True, entry=trace("entry")),
        initial=LOCKED,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, trace.take()) == (ALARMING, "exit entry")


def test_what_goes_wrong_on_the_way_there_is_raised_with_what_led_to_it(send: Send) -> None:
    trace = Trace()

    def worse() -> None:
        raise KeyError("worse")

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, jam),
        LAST,
        StateBlock(ALARMING, entry=worse, final=True),
        error_target=ALARMING,
        initial=LOCKED,
        on_exception=lambda exception: trace.append(type(exception).__name__),
    )
    machine = table.machine()
    with pytest.raises(KeyError, match="worse") as raised:
        send(machine, COIN)
    assert isinstance(raised.value.__context__, Jam)
    assert (machine.state, trace.take()) == (ALARMING, "Jam KeyError")


def test_a_row_for_any_event_does_not_take_it(send: Send) -> None:
    table = Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | jam, when(ANY) | then(LOCKED)),
        define(UNLOCKED)(when(ANY) | then(LOCKED)),
        Row(ANY, ANY, UNLOCKED),
        define(ALARMING, final=True),
        initial=LOCKED,
        error_target=ALARMING,
        event_names=Event,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert machine.state is ALARMING


def test_starting_leads_there_and_stopping_and_updating_do_not() -> None:
    def table(**callbacks: Any) -> Table[State, Event]:
        block = StateBlock(LOCKED, **callbacks)
        return Table(PLAIN, block, LAST, StateBlock(ALARMING, final=True), error_target=ALARMING)

    machine = table(entry=jam).machine(None)
    with pytest.raises(Jam):
        machine.start(LOCKED)
    assert machine.state is ALARMING
    machine = table(exit=jam, update=jam).machine(LOCKED)
    for call in (machine.stop, machine.update):
        with pytest.raises(Jam):
            call()
        assert machine.state is LOCKED


def test_what_is_due_leads_there_too() -> None:
    machine = gate(error_target=ALARMING, on_exception=lambda: True).machine()
    machine.send_later(COIN, 5)
    machine.send_later(RESET, 7)
    machine.advance(6)
    assert machine.state is ALARMING
    machine.advance(8)
    assert machine.state is LOCKED


def test_in_a_chart_the_nearest_state_around_counts(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(Part.IDLE)(when(Key.GO) | then(Part.RUN)),
        parallel(Part.RUN, error_target=Part.BROKEN, exit=trace("-run"))(
            define(Part.LEFT, initial=Part.LEFT_1)(
                define(Part.LEFT_1)(when(Key.GO) | then(Part.LEFT_2) | jam),
                define(Part.LEFT_2),
            ),
            define(Part.RIGHT)(define(Part.RIGHT_1, exit=trace("-right"))(when(Key.GO) | then())),
        ),
        define(Part.BROKEN, entry=trace("+broken"))(when(Key.BACK) | then(Part.IDLE)),
        define(Part.LOST)(when(Key.BACK) | then(Part.IDLE)),
        error_target=Part.LOST,
        initial=Part.IDLE,
    )
    machine = table.machine()
    send(machine, Key.GO)
    with pytest.raises(Jam):
        send(machine, Key.GO)
    assert machine.states == [Part.BROKEN]
    assert trace.take() == "-right -run +broken"


def test_in_a_chart_no_row_for_any_event_takes_it(send: Send) -> None:
    table = Table(
        define(Part.RUN, initial=Part.LEFT)(
            when(ANY) | then(Part.LOST),
            define(Part.LEFT)(when(Key.GO) | then(Part.RIGHT) | jam),
            define(Part.RIGHT)(when(ANY) | then(Part.LEFT)),
        ),
        define(Part.LOST)(when(Key.BACK) | then(Part.RUN)),
        define(Part.BROKEN)(when(Key.BACK) | then(Part.RUN)),
        error_target=Part.BROKEN,
        initial=Part.RUN,
        event_names=Key,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, Key.GO)
    assert machine.states == [Part.BROKEN]


def test_a_row_without_an_event_that_always_fails_is_tried_once_an_event(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(1)(when(1) | then(2)),
        define(2)(always() | then(3) | trace.raising("try", Jam()), when(2) | then(1)),
        define(3)(when(2) | then(1)),
        on_exception=lambda: True,
        initial=1,
    )
    machine = table.machine()
    assert send(machine, 1) is Outcome.TRANSITIONED
    assert (machine.state, trace.take()) == (2, "try")
