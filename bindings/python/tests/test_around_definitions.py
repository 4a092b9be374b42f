"""Definitions of what is called before and after the rest of a step: rows, classes, documents, copies and replays."""

from __future__ import annotations

import pickle

import pytest
from awaiting import Send, run, send
from traced_turnstile import Traced
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    SAME,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Table,
    UnnamedCallbackError,
    UnsupportedError,
    define,
    do_after,
    do_before,
    ordered,
    overriding,
    request,
    superstate,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_those_that_do_not_fit_are_errors_of_the_definition() -> None:
    def early(cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"before of \(LOCKED, COIN\) -> UNLOCKED is early\(cents: int\)"):
        Table(Row(LOCKED, COIN, UNLOCKED, before=early), StateBlock(UNLOCKED, final=True))
    with pytest.raises(TypeError, match="after must be a callable or several of them, not 5"):
        Row(LOCKED, COIN, UNLOCKED, after=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"do_before\(\) needs at least one callable"):
        do_before()


def test_rows_of_superstates_requests_and_any_state_have_them(send: Send) -> None:
    trace = Trace()
    base = superstate(
        when(RESET) | then(LOCKED) | do_before(trace("super")), when(PASS) | then() | do_after(trace("no"))
    )
    table = Table(
        define(LOCKED, adopts=base)(request(UNLOCKED) | do_before(trace("asked"))),
        define(UNLOCKED, adopts=base)(overriding(when(PASS) | then(LOCKED) | do_after(trace("own")))),
        Row(ANY, COIN, SAME, before=trace("any")),
        initial=LOCKED,
    )
    machine = table.machine()
    machine.request(UNLOCKED)
    for event in (COIN, PASS, RESET):
        send(machine, event)
    assert trace.take() == "asked any own super"


def test_in_a_class_they_may_be_names_of_methods() -> None:
    class Gate(Machine[State, Event, None]):
        initial = LOCKED
        rows = [Row(UNLOCKED, PASS, LOCKED, after="farewell")]

        def __init__(self) -> None:
            super().__init__()
            self.ran: list[str] = []

        @transition(LOCKED, COIN, UNLOCKED, before="greet", after=["farewell"])
        def unlock(self) -> None:
            self.ran.append("unlock")

        def greet(self) -> None:
            self.ran.append(f"greet in {self.state.name}")

        def farewell(self) -> None:
            self.ran.append(f"farewell in {self.state.name}")

    class Loud(Gate):
        def greet(self) -> None:
            self.ran.append("HELLO")

    gate = Gate()
    gate.unlock()
    gate.send(PASS)
    assert gate.ran == ["greet in LOCKED", "unlock", "farewell in UNLOCKED", "farewell in LOCKED"]
    loud = Loud()
    loud.unlock()
    assert loud.ran[0] == "HELLO"
    with pytest.raises(InvalidDefinitionError, match="the class Wrong has no method 'gret'"):

        class Wrong(Gate):
            @transition(LOCKED, RESET, UNLOCKED, before="gret")
            def again(self) -> None: ...


def test_they_are_told_of_by_name() -> None:
    traced = Traced()
    unlock = next(each for each in traced.table.transitions() if each.event is COIN)
    assert (unlock.before_names, unlock.action_names, unlock.after_names) == (("b1", "b2"), ("act",), ("a1",))
    assert unlock.actions == 1
    picture = traced.table.diagram("mermaid")
    assert "b1, b2, act, a1" in picture or "b1 b2 act a1" in picture
    clause = when(COIN) | then(UNLOCKED) | do_before(print) | do_after(repr)
    assert repr(clause) == "when(Event.COIN) | then(Event.PASS) | do_before(print) | do_after(repr)".replace(
        "Event.PASS", "State.UNLOCKED"
    )
    reasons = traced.table.machine().explain(COIN)
    assert reasons[0].transition.before_names == ("b1", "b2")


def test_no_document_can_say_them() -> None:
    traced = Traced()
    with pytest.raises(UnnamedCallbackError, match=r"`before` and `after` of \(LOCKED, COIN\): documents have no word"):
        traced.table.text()


def test_rows_of_states_that_follow_each_other_share_them() -> None:
    trace = Trace()
    table = Table(
        ordered(COIN, LOCKED, UNLOCKED, ALARMING, loop=True, before=trace("b"), after=trace("a")), initial=LOCKED
    )
    machine = table.machine()
    for _ in range(3):
        machine.send(COIN)
    assert (machine.state, trace.take()) == (LOCKED, "b a b a b a")


def quiet() -> None:
    """A callback that pickle finds."""


def test_rows_with_them_are_pickled() -> None:
    row = Row(LOCKED, COIN, UNLOCKED, before=quiet, after=quiet, error_target=ALARMING)
    again = pickle.loads(pickle.dumps(row))
    assert again == row and again.around == row.around
    table = Table(row, StateBlock(UNLOCKED, final=True), StateBlock(ALARMING, final=True))
    machine = pickle.loads(pickle.dumps(table.machine(LOCKED)))
    assert machine.send(COIN) is Outcome.TRANSITIONED and machine.table.transitions()[0].before_names == ("quiet",)


def test_a_replay_that_calls_actions_refuses_them() -> None:
    table = Table(Row(LOCKED, COIN, UNLOCKED, before=quiet), StateBlock(UNLOCKED, final=True), initial=LOCKED)
    assert table.replay([COIN], [0]).counts.transitioned == 1
    with pytest.raises(UnsupportedError, match="a replay calls no `prepare`, nothing before and after a row"):
        table.replay([COIN], [0], call=True)
