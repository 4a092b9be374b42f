"""Copies and pickles of machines and tables with nested states."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from radio import DISC, GONE, LOUD, NEXT, OFF, ON, POWER, QUIET, RADIO, SCRAP, SOUND, SOURCE, VOLUME, Event, State

from swiftfsm import (
    BadConfigurationError,
    Machine,
    Nested,
    StateBlock,
    Table,
    UnsupportedError,
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


class Named(Machine[State, Event, Any]):
    """Has a history, and defers."""

    rows = [define(OFF, defer(NEXT), when(POWER) | then(SOURCE)), define(ON)(define(SOUND), history(SOURCE))]


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_cannot_be_copied_yet_is_told(make: Any) -> None:
    """Once the library tells what histories have recorded and which events are deferred, copies have that too."""
    done = TABLE.machine(context=[])
    done.send(SCRAP)
    recording = Table(define(ON)(define(SOUND), history(SOURCE), when(POWER) | then(SOURCE)))
    deferring = Table(define(OFF)(defer(NEXT), when(POWER) | then(ON)), define(ON)(when(NEXT) | then(OFF)))
    for machine in (done, recording.machine(ON), deferring.machine(OFF), Named(state=OFF)):
        with pytest.raises(UnsupportedError, match="its chart has histories or deferred events, or it is done"):
            make(machine)


def test_a_pickle_with_wrong_states_is_refused() -> None:
    radio = TABLE.machine()
    make, (kind, table, _, lenient), _ = radio.__reduce__()
    with pytest.raises(BadConfigurationError):
        make(kind, table, [LOUD, QUIET], lenient)
