"""Timeouts of states, events that are sent later, and the time, which a machine is told."""

from __future__ import annotations

import copy
import pickle
from datetime import timedelta
from typing import Any

import pytest
from light import BUTTON, GREEN, NEXT, RED, SWITCH, YELLOW, Event, State
from tracing import Trace

from swiftfsm import (
    ArgumentsError,
    BadValueError,
    BusyError,
    ClosedError,
    GuardPolicy,
    Machine,
    Nested,
    NotRunningError,
    Outcome,
    Row,
    StateBlock,
    Table,
    after,
    condition,
    define,
    superstate,
    then,
    when,
)

LIGHT = Table(
    define(RED)(after(30) | then(GREEN)),
    define(GREEN)(after(20.5) | then(YELLOW), when(BUTTON, NEXT) | then(YELLOW)),
    define(YELLOW)(after(timedelta(seconds=3), SWITCH) | then(RED)),
    initial=RED,
)


@pytest.mark.parametrize("begin", [0.1, 1_764_420_000.123457, 1_764_420_000_123.4571, 4_000_000_000_000.1])
def test_what_is_due_is_sent_at_the_time_that_is_told(begin: float) -> None:
    light = LIGHT.machine(None)
    light.advance(begin)
    for step in range(100):
        light.set_state(RED)
        light.send_later(BUTTON, step * 0.000_003)
        due = light.next_due
        assert due is not None
        light.advance(due)
        assert light.next_due != due
        light.advance(due + 40)


def test_a_state_is_left_after_a_while() -> None:
    light = LIGHT.machine()
    assert (light.now, light.next_due) == (0, 30)
    light.advance(29.999_999)
    assert light.state is RED
    light.advance(30)
    assert (light.state, light.next_due) == (GREEN, 50.5)
    # Another way out ends the timeout.
    light.advance(40)
    light.send(BUTTON)
    assert (light.state, light.next_due) == (YELLOW, 43)
    light.advance(timedelta(minutes=2))
    # Each delay counts from the time at which the event before was due.
    assert (light.state, light.now, light.next_due) == (RED, 120, 126.5)


def test_a_timeout_without_an_event_is_nothing_that_can_be_sent() -> None:
    light = LIGHT.machine()
    assert (LIGHT.events, light.permitted(), LIGHT.warnings) == ([SWITCH, BUTTON, NEXT], [], ())
    assert [each.event for each in LIGHT.transitions()] == [None, BUTTON, NEXT, None, SWITCH]
    light.set_state(YELLOW)
    assert light.permitted() == [SWITCH]
    assert light.send(SWITCH) is Outcome.TRANSITIONED


def test_no_event_of_a_program_has_the_id_of_a_timeout_without_one() -> None:
    table = Table(
        define(1)(after(3) | then(2), when(4) | then(1)),
        define(2)(when(4) | then(1)),
        event_names={5: "later", 6: "last"},
        arguments={7: int},
        initial=1,
    )
    machine = table.machine()
    for event, arguments in ((5, ()), (6, ()), (7, (1,))):
        assert machine.send(event, *arguments) is Outcome.UNHANDLED
    machine.advance(4)
    assert machine.state == 2


def test_callbacks_see_no_event() -> None:
    seen: list[Any] = []
    table = Table(
        define(RED)(after(1) | then(GREEN) | (lambda event: seen.append(event))),
        define(GREEN)(when(SWITCH) | then(RED)),
    )
    machine = table.machine(RED)
    machine.on_step(lambda step: seen.append((step.event, step.row)))
    machine.advance(1)
    assert seen == [None, (None, 0)]
    machine.on_step(None)


def test_a_timeout_may_have_several_rows_and_a_row_of_another_place() -> None:
    open_ = False
    table = Table(
        define(RED)(after(5)(condition(lambda: open_) | then(GREEN), condition(lambda: not open_) | then(YELLOW))),
        define(GREEN)(after(5, SWITCH), after(7, BUTTON), when(SWITCH, BUTTON) | then() | (lambda: None)),
        define(YELLOW)(when(SWITCH) | then(RED)),
        guards=GuardPolicy.FIRST_MATCH,
    )
    machine = table.machine(RED)
    machine.advance(5)
    assert (machine.state, machine.next_due) == (YELLOW, None)
    machine.set_state(GREEN)
    assert machine.next_due == 10
    machine.advance(10)
    assert machine.next_due == 12


def test_timeouts_of_blocks() -> None:
    block = StateBlock(RED, rows=[Row(RED, SWITCH, GREEN)], timeouts=[(0.5, SWITCH)])
    machine = Table(block, define(GREEN)(when(BUTTON) | then(RED))).machine(RED)
    machine.advance(1)
    assert machine.state is GREEN
    assert repr(block).endswith("timeouts=[after(0.5, Event.SWITCH)])")
    assert repr(after(2) | then(RED)) == "after(2) | then(State.RED)"


def test_timeouts_in_the_class_style() -> None:
    noted: list[float] = []

    class Light(Machine[State, Event, None]):
        initial = RED

        class Red(Nested, state=RED):
            rows = [after(30) | then(GREEN)]

        class Green(Nested, state=GREEN):
            rows = [after(20) | then(RED) | "note"]

        def note(self) -> None:
            noted.append(self.now)

    light = Light()
    light.advance(50)
    assert (light.state, noted) == (RED, [50])


def test_delays_that_are_none() -> None:
    with pytest.raises(BadValueError, match="a delay cannot be negative: -1"):
        after(-1)
    with pytest.raises(BadValueError, match="too long"):
        after(float("nan"))
    with pytest.raises(BadValueError, match="too long"):
        after(timedelta.max)
    with pytest.raises(TypeError, match="a delay is a number of seconds or a timedelta, not '1'"):
        after("1")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a superstate has no timeouts"):
        superstate(after(1) | then(RED))
    with pytest.raises(TypeError, match="does not say where it leads"):
        Table(define(RED)(after(1)))


def test_events_are_sent_later() -> None:
    trace = Trace()
    table = Table(Row(RED, SWITCH, RED, trace("switch")), Row(RED, BUTTON, RED, trace("button")))
    machine = table.machine(RED)
    machine.send_later(SWITCH, 2)
    timer = machine.send_later(BUTTON, timedelta(milliseconds=1500))
    machine.send_later(BUTTON, 3)
    assert machine.next_due == 1.5
    assert timer.cancel() and not timer.cancel()
    machine.advance(2)
    assert (trace.take(), machine.next_due) == ("switch", 3)
    machine.stop()
    assert machine.next_due is None


def test_a_callback_may_start_and_cancel_timers() -> None:
    def act(machine: AnyMachine) -> None:
        with pytest.raises(BusyError):
            machine.advance(100)
        timer = machine.send_later(BUTTON, 1)
        assert timer.cancel()
        machine.send_later(BUTTON, 4)

    machine = Table(Row(RED, SWITCH, RED, act), Row(RED, BUTTON, GREEN), define(GREEN, final=True)).machine(RED)
    machine.send_later(SWITCH, 3)
    machine.advance(6)
    assert (machine.state, machine.next_due) == (RED, 7)
    machine.advance(7)
    assert machine.state is GREEN


AnyMachine = Machine[Any, Any, Any]


def test_what_cannot_be_sent_later() -> None:
    machine: AnyMachine = Table(Row(RED, SWITCH, RED), Row(RED, BUTTON, RED), arguments={BUTTON: int}).machine(RED)
    with pytest.raises(ArgumentsError):
        machine.send_later(BUTTON, 1)
    with pytest.raises(BadValueError, match="negative"):
        machine.send_later(SWITCH, -1)
    with pytest.raises(TypeError):
        machine.send_later("SWITCH", 1)
    timer = machine.send_later(SWITCH, 1)
    machine.advance(0.5)
    with pytest.raises(BadValueError, match="time does not run backwards: 0.25 is earlier than 0.5"):
        machine.advance(0.25)
    machine.stop()
    with pytest.raises(NotRunningError):
        machine.send_later(SWITCH, 1)
    machine.close()
    for ask in (timer.cancel, lambda: machine.advance(1), lambda: machine.next_due, lambda: machine.now):
        with pytest.raises(ClosedError):
            ask()


def test_an_exception_leaves_the_rest_due() -> None:
    trace = Trace()
    table = Table(Row(RED, SWITCH, RED, trace.raising("switch", RuntimeError())), Row(RED, BUTTON, RED, trace("button")))
    machine = table.machine(RED)
    machine.send_later(SWITCH, 1)
    machine.send_later(BUTTON, 2)
    with pytest.raises(RuntimeError):
        machine.advance(5)
    assert (machine.now, machine.next_due) == (5, 2)
    machine.advance(5)
    assert trace.take() == "switch button"


def again(machine: Any) -> Any:
    return pickle.loads(pickle.dumps(machine))


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, again])
def test_running_timers_are_copied(twin_of: Any) -> None:
    light = LIGHT.machine()
    light.advance(10)
    twin = twin_of(light)
    assert (twin.now, twin.next_due) == (10, light.next_due)
    twin.advance(light.next_due)
    assert (twin.state, light.state, light.now) == (GREEN, RED, 10)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, again])
def test_the_timers_of_copies_are_theirs(twin_of: Any) -> None:
    light = Table(Row(RED, SWITCH, GREEN), Row(GREEN, BUTTON, RED)).machine(RED)
    timer = light.send_later(SWITCH, 5)
    twin, (own,) = twin_of((light, [timer]))
    assert own.cancel() and not own.cancel()
    assert (twin.next_due, light.next_due) == (None, 5)


def test_copies_and_pickles_of_the_definition() -> None:
    light = LIGHT.machine(None)
    light.advance(10)
    for twin in (copy.copy(light), pickle.loads(pickle.dumps(light))):
        assert (twin.now, twin.next_due) == (10, None)
        twin.start()
        twin.advance(40)
        assert twin.state is GREEN
