"""What counts as a state or an event of a table: never a matter of what was sent before."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, Callable

import pytest
from tracing import Event, State

from swiftfsm import (
    INITIAL,
    LAST_STATE,
    NONE,
    Machine,
    Outcome,
    Row,
    Table,
    UnknownEventError,
    define,
    request,
    then,
    when,
)


class Foreign(IntEnum):
    """Its members are equal to states and events of the table."""

    COIN = Event.COIN
    LOCKED = State.LOCKED
    UNLOCKED = State.UNLOCKED


class Word(Enum):
    GO = "go"


class OtherWord(Enum):
    GO = "go"


class Text(str, Enum):
    GO = "go"


def gate() -> Machine[Any, Any, Any]:
    table = Table(
        define(State.LOCKED)(when(Event.COIN) | then(State.UNLOCKED), request(State.UNLOCKED)),
        define(State.UNLOCKED)(when(Event.COIN) | then(State.LOCKED), request(State.LOCKED)),
        initial=State.LOCKED,
    )
    return table.machine()


@pytest.mark.parametrize("event", [float(Event.COIN), Foreign.COIN, State.LOCKED, "COIN", complex(Event.COIN), None])
@pytest.mark.parametrize("warm", [False, True], ids=["before", "after an equal one"])
def test_an_event_that_is_none_is_refused_whatever_was_sent_before(event: Any, warm: bool) -> None:
    machine = gate()
    if warm:
        machine.send(Event.COIN)
        machine.send(int(Event.COIN))
    calls: list[Callable[[Any], object]] = [machine.send, machine.probe, machine.can, machine.explain, machine.why_not]
    for call in calls:
        with pytest.raises(TypeError, match="event must be an int, or a member of an Enum that the table knows, not "):
            call(event)


@pytest.mark.parametrize("warm", [False, True], ids=["before", "after an equal one"])
def test_a_member_of_an_enum_that_is_equal_by_its_text(warm: bool) -> None:
    machine: Machine[Any, Any, Any] = Table([(1, Word.GO, 1)]).machine(1)
    if warm:
        machine.send(Word.GO)
    for stranger in (OtherWord.GO, Text.GO, "go"):
        with pytest.raises(TypeError, match="an Enum that the table knows"):
            machine.send(stranger)


@pytest.mark.parametrize("state", [float(State.UNLOCKED), Foreign.UNLOCKED, Event.COIN, "UNLOCKED"])
def test_a_state_that_is_none_is_refused(state: Any) -> None:
    machine = gate()
    calls: list[Callable[[Any], object]] = [
        machine.table.machine,
        machine.set_state,
        machine.request,
        machine.can_request,
        machine.table.state_name,
    ]
    for call in calls:
        with pytest.raises(TypeError, match="state must be an int, or a member of an Enum that the table knows, not "):
            call(state)
    machine.stop()
    with pytest.raises(TypeError):
        machine.start(state)
    assert machine.state is None


def test_a_resolver_may_not_name_one_either() -> None:
    table = Table(define(State.LOCKED)(when(1) | then(by=lambda: Foreign.LOCKED)))
    with pytest.raises(TypeError, match="the state that a resolver names must be an int, or a member of an Enum that "):
        table.machine(State.LOCKED).send(1)


def test_what_is_accepted_stays_so() -> None:
    machine = gate()
    for _ in range(3):
        for event in (Event.COIN, 1, True):
            assert machine.send(event) is Outcome.TRANSITIONED
        with pytest.raises(UnknownEventError):
            machine.send(99)
    for state in (State.LOCKED, State.UNLOCKED.value, INITIAL, NONE, None):
        machine.set_state(state)
    machine.start(LAST_STATE)


def test_an_enum_is_known_by_names_alone() -> None:
    machine = Table([Row(1, 1, 1)], event_names=Event).machine(1)
    assert machine.send(Event.COIN) is Outcome.TRANSITIONED
    assert machine.send(1) is Outcome.TRANSITIONED


def test_a_definition_may_still_use_any_int_with_an_index() -> None:
    class Index:
        def __index__(self) -> int:
            return 1

    machine: Machine[Any, Any, Any] = Table([(1, 1, 1)]).machine(1)
    for _ in range(2):
        assert machine.send(Index()) is Outcome.TRANSITIONED
