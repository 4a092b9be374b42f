"""Machines over charts: what they tell, and setting their states."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from radio import DISC, LOUD, OFF, ON, POWER, QUIET, RADIO, RADIO_TABLE, SCRAP, SOUND, SOURCE, Event, State, radio_with
from tracing import Trace

from swiftfsm import (
    LAST_STATE,
    BadConfigurationError,
    BusyError,
    ClosedError,
    Machine,
    NotRunningError,
    Outcome,
    Row,
    Status,
    Table,
    UnknownStateError,
    define,
    parallel,
    then,
    when,
)


def test_the_active_states() -> None:
    radio = RADIO_TABLE.machine(ON)
    assert (radio.state, radio.states) == (ON, [QUIET, RADIO])
    assert {state for state in State if state in radio} == {ON, SOUND, QUIET, SOURCE, RADIO}
    assert repr(radio) == f"<Machine in {QUIET!r}, {RADIO!r}>"
    radio.stop()
    stopped: Any = radio.state
    assert (stopped, radio.states, ON in radio) == (None, [], False)
    assert repr(radio) == "<Machine, stopped>"


def test_a_machine_may_begin_in_any_state() -> None:
    assert RADIO_TABLE.machine(LOUD).states == [LOUD, RADIO]
    assert RADIO_TABLE.machine(SOURCE).states == [QUIET, RADIO]


def test_many_leaves_are_told_too() -> None:
    table = Table(parallel(0)(define(each)(when(1) | then(each)) for each in range(1, 50)))
    assert table.machine(0).states == list(range(1, 50))


def test_machines_of_flat_definitions_have_one_state() -> None:
    flat = Table(Row(OFF, POWER, ON), Row(ON, POWER, OFF)).machine(OFF)
    assert (flat.states, OFF in flat, ON in flat, flat.is_done) == ([OFF], True, False, False)
    flat.set_states([ON])
    assert flat.state is ON


def test_what_is_no_state_of_the_table_is_a_mistake() -> None:
    radio: Any = RADIO_TABLE.machine(ON)
    with pytest.raises(TypeError, match="state must be an int, or a member of an Enum that the table knows"):
        POWER in radio
    with pytest.raises(TypeError):
        "on" in radio
    with pytest.raises(TypeError):
        RADIO_TABLE.parent(POWER)  # type: ignore[arg-type]
    assert 1000 not in radio


def test_states_are_the_old_ones_until_the_commit() -> None:
    seen: list[Any] = []

    def look(machine: Machine[State, Event, Any]) -> None:
        seen.append((machine.states, ON in machine))

    radio = radio_with(entry=look, exit=look).machine(ON)
    radio.send(POWER)
    radio.send(POWER)
    assert seen == [([QUIET, RADIO], True), ([QUIET, RADIO], True)]


def test_setting_the_states_runs_no_callbacks() -> None:
    trace = Trace()
    radio = radio_with(entry=trace("on"), exit=trace("off")).machine()
    radio.set_states(iter([DISC, LOUD]))
    assert (radio.states, trace.take()) == ([LOUD, DISC], "")
    radio.set_states([])
    assert radio.state is None
    radio.set_states([OFF])  # a machine that is stopped runs again
    radio.set_state(ON)  # with the defaults
    assert (radio.states, trace.take()) == ([QUIET, RADIO], "")


@pytest.mark.parametrize("wrong", [[LOUD], [QUIET, LOUD, RADIO], [OFF, LOUD, DISC], [ON], [SOUND, DISC]])
def test_states_that_cannot_be_set(wrong: list[State]) -> None:
    radio = RADIO_TABLE.machine()
    with pytest.raises(BadConfigurationError, match="name all active leaves") as caught:
        radio.set_states(wrong)
    assert (caught.value.status, radio.states) == (Status.BAD_CONFIGURATION, [OFF])


def test_states_that_are_unknown_and_calls_at_the_wrong_time() -> None:
    numbers = Table(define(1)(define(2)), parallel(3)(define(4), define(5)), Row(2, 1, 3)).machine(1)
    with pytest.raises(UnknownStateError, match="no state 9"):
        numbers.set_states([4, 9])

    def inside(machine: Machine[State, Event, Any]) -> None:
        with pytest.raises(BusyError):
            machine.set_states([OFF])

    radio = radio_with(entry=inside).machine()
    assert radio.send(POWER) is Outcome.TRANSITIONED
    radio.close()
    for ask in (lambda: radio.states, lambda: radio.is_done, lambda: ON in radio, lambda: radio.set_states([OFF])):
        with pytest.raises(ClosedError):
            ask()
    with pytest.raises(ClosedError):
        radio.raise_(POWER)


def test_a_final_state_of_the_chart_ends_the_machine() -> None:
    radio = RADIO_TABLE.machine()
    assert not radio.is_done
    radio.send(SCRAP)
    ended: Any = radio.is_done, radio.state
    assert ended == (True, None)
    with pytest.raises(NotRunningError):
        radio.send(POWER)
    radio.start(OFF)
    assert not radio.is_done


def test_starting_where_it_stopped() -> None:
    radio = RADIO_TABLE.machine()
    radio.set_states([LOUD, DISC])
    radio.stop()
    radio.start(LAST_STATE)
    assert radio.states == [LOUD, DISC]
