"""Copies and pickles of machines and tables with nested states."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from radio import DISC, GONE, LAST, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, SCRAP, SOUND, SOURCE, VOLUME, Event, State

from swiftfsm import (
    BadConfigurationError,
    Machine,
    Nested,
    StateBlock,
    Table,
    active,
    always,
    condition,
    defer,
    define,
    history,
    inactive,
    local,
    parallel,
    raising,
    then,
    transition,
    when,
)


def hum(context: list[str]) -> None:
    context.append("hum")


def is_broken() -> bool:
    return False


TABLE = Table(
    define(OFF)(when(POWER) | then(LOUD, RADIO) | raising(VOLUME), when(SCRAP) | then(GONE)),
    parallel(ON, done=SCRAP)(
        when(POWER) | then(OFF),
        define(SOUND, initial=QUIET, on_initial=hum)(
            define(QUIET)(when(VOLUME) | inactive(DISC) | then(LOUD)), define(LOUD)(local(when(VOLUME) | then(QUIET)))
        ),
        define(SOURCE, initial=RADIO)(
            define(RADIO)(when(NEXT) | active(LOUD) | then(DISC), always() | condition(is_broken) | then(OFF)),
            StateBlock(DISC),
        ),
    ),
    define(GONE, final=True),
    initial=OFF,
)


class Radio(Machine[State, Event, Any]):
    initial = OFF

    class On(Nested, state=ON, parallel=True):
        rows = [define(SOUND, initial=QUIET)(define(QUIET), define(LOUD)), define(SOURCE)]

    @transition(OFF, POWER, ON)
    @transition(QUIET, VOLUME, LOUD)
    def act(self) -> None: ...


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, again])
def test_copies_have_the_active_states(make: Any) -> None:
    radio = TABLE.machine(context=[])
    radio.set_states([LOUD, DISC])
    other = make(radio)
    assert (other.states, other.context) == ([LOUD, DISC], [])
    other.send(POWER)
    assert (other.states, radio.states) == ([OFF], [LOUD, DISC])
    assert make(TABLE.machine(None)).state is None


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, again])
def test_copies_of_a_class_of_machines(make: Any) -> None:
    radio = Radio()
    radio.send(POWER)
    radio.send(VOLUME)
    assert make(radio).states == [LOUD, SOURCE]


def test_a_pickled_table_has_all_of_its_definition() -> None:
    table = again(TABLE)
    assert table.transitions() == TABLE.transitions()
    assert [(table.parent(each), table.kind(each)) for each in State] == [
        (TABLE.parent(each), TABLE.kind(each)) for each in State
    ]
    radio = table.machine(ON, context=[])
    radio.send(POWER)
    radio.send(POWER)
    assert (radio.states, radio.context) == ([QUIET, RADIO], [])


RECORDING = Table(
    define(OFF)(defer(NEXT), when(POWER) | then(LAST)),
    define(ON, initial=SOUND)(
        define(SOUND)(when(VOLUME) | then(SOURCE)),
        define(SOURCE)(when(NEXT) | then(SOUND)),
        history(LAST, default=SOUND),
        when(POWER) | then(OFF),
    ),
    initial=ON,
)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, again])
def test_copies_have_histories_and_deferred_events(make: Any) -> None:
    machine = RECORDING.machine()
    machine.send(VOLUME)
    machine.send(POWER)
    other = make(machine)
    other.send(POWER)
    assert other.states == [SOURCE]
    machine.send(NEXT)
    other = make(machine)
    other.send(POWER)
    assert (other.states, machine.states) == ([SOUND], [OFF])


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, again])
def test_copies_are_done_too(make: Any) -> None:
    done = TABLE.machine(context=[])
    done.send(SCRAP)
    other = make(done)
    assert done.is_done and other.is_done and other.states == []


def test_a_pickle_with_wrong_states_is_refused() -> None:
    radio = TABLE.machine()
    make, (kind, table, _, lenient), _ = radio.__reduce__()
    with pytest.raises(BadConfigurationError):
        make(kind, table, b'{"format":1,"states":["LOUD","QUIET"]}', lenient)
