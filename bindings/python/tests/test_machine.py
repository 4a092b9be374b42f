"""Machines: what they do, and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    DYNAMIC,
    INITIAL,
    LAST_STATE,
    NONE,
    SAME,
    AlreadyRunningError,
    BadValueError,
    BusyError,
    NotRunningError,
    Outcome,
    Probe,
    ReservedIdError,
    Row,
    StateBlock,
    Step,
    Table,
    UnknownEventError,
    UnknownStateError,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


@pytest.fixture
def trace() -> Trace:
    return Trace()


@pytest.fixture
def table(trace: Trace) -> Iterator[Table]:
    with Table(
        [
            Row(LOCKED, COIN, UNLOCKED, trace("unlock")),
            Row(LOCKED, PASS, ALARMING, trace("alarm")),
            Row(UNLOCKED, PASS, LOCKED, trace("lock")),
            Row(ALARMING, RESET, LOCKED, guards=lambda step: step.context == "key"),
        ],
        [StateBlock(state, entry=trace(f"+{state.name}"), exit=trace(f"-{state.name}")) for state in State],
        initial=LOCKED,
    ) as table:
        yield table


def test_sending(table: Table, trace: Trace) -> None:
    machine = table.machine()
    assert machine.state is LOCKED
    assert machine.send(COIN) is Outcome.TRANSITIONED
    assert machine.state is UNLOCKED
    assert machine.send(RESET) is Outcome.UNHANDLED
    assert machine.send(int(PASS)) is Outcome.TRANSITIONED
    assert trace.take() == "-LOCKED unlock +UNLOCKED -UNLOCKED lock +LOCKED"
    assert repr(machine) == f"<Machine in {LOCKED!r}>"


def test_the_context_is_yours_and_may_be_replaced(table: Table) -> None:
    hardware: list[int] = []
    machine = table.machine(ALARMING, context=hardware)
    assert machine.context is hardware
    assert machine.send(RESET) is Outcome.REFUSED
    machine.context = "key"
    assert machine.send(RESET) is Outcome.TRANSITIONED
    assert table.machine().context is None


def test_where_a_machine_begins(table: Table, trace: Trace) -> None:
    assert [table.machine(state).state for state in (UNLOCKED, -5, INITIAL, NONE, None)] == [
        UNLOCKED,
        ALARMING,
        LOCKED,
        None,
        None,
    ]
    assert trace.take() == ""


def test_start_and_stop(table: Table, trace: Trace) -> None:
    machine = table.machine(NONE)
    assert (machine.state, repr(machine)) == (None, "<Machine, stopped>")
    machine.start()
    machine.stop()
    assert machine.state is None
    machine.start(UNLOCKED)
    assert trace.take() == "+LOCKED -LOCKED +UNLOCKED"
    with pytest.raises(AlreadyRunningError, match=r"runs already, in state 20 \(UNLOCKED\): stop it first"):
        machine.start()
    machine.stop()
    for call in (machine.stop, machine.permitted, lambda: machine.send(COIN), lambda: machine.probe(COIN)):
        with pytest.raises(NotRunningError, match="this machine is stopped: start it first"):
            call()


def test_a_stopped_machine_remembers_where_it_was(table: Table, trace: Trace) -> None:
    machine = table.machine()
    fresh = table.machine(None)
    fresh.start(LAST_STATE)
    assert fresh.state == machine.state
    machine.send(COIN)
    machine.stop()
    assert machine.state is None
    machine.start(LAST_STATE)
    assert machine.state is UNLOCKED


def test_restoring_a_state_runs_nothing(table: Table, trace: Trace) -> None:
    machine = table.machine(NONE)
    for state in (ALARMING, UNLOCKED, NONE, LOCKED, None):
        machine.set_state(state)
        assert machine.state == (None if state is NONE else state)
    machine.set_state(INITIAL)
    assert machine.state is LOCKED
    assert trace.take() == ""


def test_unknown_states(table: Table) -> None:
    machine = table.machine()
    stopped = table.machine(NONE)
    for call in (table.machine, machine.set_state, stopped.start):
        with pytest.raises(UnknownStateError, match="this table has no state 99"):
            call(99)
        with pytest.raises(UnknownStateError):
            call(ANY)
        with pytest.raises(BadValueError, match="does not fit into 32 bits"):
            call(2**31)
        with pytest.raises(TypeError):
            call("LOCKED")
    assert (machine.state, stopped.state) == (LOCKED, None)


def test_without_an_initial_state() -> None:
    table = Table([(1, 1, 1)])
    with pytest.raises(UnknownStateError, match="this table declares no initial state: name the state"):
        table.machine()
    machine = table.machine(NONE)
    with pytest.raises(UnknownStateError, match="this table declares no initial state: name one"):
        machine.start()


def test_unknown_events(table: Table) -> None:
    machine = table.machine()
    for call in (machine.send, machine.probe, machine.can):
        with pytest.raises(UnknownEventError, match="this table has no event 99, and no row for any event"):
            call(99)
        with pytest.raises(ReservedIdError, match="ANY is reserved: use an id from -2147483632 upwards"):
            call(ANY)
        with pytest.raises(BadValueError, match="does not fit into 32 bits") as caught:
            call(2**31)
        assert caught.value.__context__ is None
        with pytest.raises(TypeError, match="event must be an int"):
            call("COIN")
        with pytest.raises(TypeError):
            call([1])
    assert machine.state is LOCKED


def test_any_event_takes_all_numbers() -> None:
    machine = Table([(1, ANY, SAME)]).machine(1)
    assert all(machine.send(event) is Outcome.TRANSITIONED for event in range(70_000))
    assert machine.send(69_999) is Outcome.TRANSITIONED
    with pytest.raises(ReservedIdError):
        machine.send(NONE)


def test_probing_changes_nothing(table: Table, trace: Trace) -> None:
    machine = table.machine(context="no key")
    assert machine.probe(COIN) == Probe(Outcome.TRANSITIONED, UNLOCKED)
    assert machine.probe(RESET) == (Outcome.UNHANDLED, LOCKED)
    assert (machine.can(PASS), machine.can(RESET)) == (True, False)
    machine.set_state(ALARMING)
    assert machine.probe(RESET) == (Outcome.REFUSED, ALARMING)
    machine.context = "key"
    assert machine.probe(RESET).target is LOCKED
    assert (machine.state, trace.take()) == (ALARMING, "")


def test_permitted_events(table: Table) -> None:
    machine = table.machine()
    assert machine.permitted() == [COIN, PASS]
    machine.set_state(ALARMING)
    assert machine.permitted() == []
    machine.context = "key"
    assert machine.permitted() == [RESET]
    table.close()
    assert machine.permitted() == [RESET]


def test_resolvers_name_the_next_state() -> None:
    answers: list[Any] = [UNLOCKED, None, NONE, 20, LOCKED]
    table = Table(
        [Row(ANY, COIN, DYNAMIC, resolver=lambda: answers.pop(0)), (LOCKED, PASS, LOCKED), (UNLOCKED, PASS, LOCKED)]
    )
    machine = table.machine(LOCKED)
    seen = [(machine.send(COIN), machine.state) for _ in range(5)]
    taken, refused = Outcome.TRANSITIONED, Outcome.REFUSED
    assert seen == [(taken, UNLOCKED), (refused, UNLOCKED), (refused, UNLOCKED), (taken, UNLOCKED), (taken, LOCKED)]


@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        (99, UnknownStateError, "a resolver asked for event 1 named a state that this table does not have"),
        (ANY, ReservedIdError, "resolved to the reserved id .*: return a state, or None"),
        (-(2**31) + 6, ReservedIdError, "resolved to the reserved id"),
        ("1", TypeError, "the state that a resolver names must be an int"),
        (2**31, BadValueError, "does not fit into 32 bits"),
    ],
)
def test_what_a_resolver_may_not_say(answer: Any, kind: type[Exception], sentence: str) -> None:
    machine = Table([Row(1, 1, DYNAMIC, resolver=lambda: answer)]).machine(1)
    for call in (machine.send, machine.probe):
        with pytest.raises(kind, match=sentence):
            call(1)
    assert machine.state == 1


def test_the_hook_for_unhandled_events(table: Table, trace: Trace) -> None:
    machine = table.machine()

    def instead(step: Step) -> None:
        trace.append(f"{step.event!r} in {step.source!r}")
        step.machine.send(COIN)

    machine.on_unhandled(instead)
    assert machine.send(RESET) is Outcome.UNHANDLED
    assert machine.state is UNLOCKED
    assert trace[0] == f"{RESET!r} in {LOCKED!r}"
    machine.on_unhandled(None)
    assert machine.send(RESET) is Outcome.UNHANDLED
    assert machine.state is UNLOCKED


def test_the_hook_for_every_step(table: Table) -> None:
    seen: list[tuple[Any, ...]] = []
    machine = table.machine(NONE)
    machine.on_step(lambda step: seen.append((step.event, step.source, step.target)))
    machine.start()
    machine.stop()
    assert seen == [(None, None, LOCKED), (None, LOCKED, None)]
    machine.start()
    seen.clear()
    machine.on_step(None)
    machine.on_step(lambda step: seen.append((step.event, step.source, step.outcome)))
    machine.send(COIN)
    machine.send(RESET)
    assert seen == [(COIN, LOCKED, Outcome.TRANSITIONED), (RESET, UNLOCKED, Outcome.UNHANDLED)]
    machine.on_step(None)
    machine.send(PASS)
    assert len(seen) == 2


def test_hooks_cannot_be_changed_inside_a_step(table: Table, trace: Trace) -> None:
    machine = table.machine()

    def change(step: Step) -> None:
        with pytest.raises(BusyError, match="not from inside a callback"):
            machine.on_step(trace("other"))
        with pytest.raises(BusyError):
            machine.on_step(None)
        trace.append("kept")

    machine.on_step(change)
    machine.send(COIN)
    machine.send(PASS)
    assert trace.take() == "-LOCKED unlock +UNLOCKED kept -UNLOCKED lock +LOCKED kept"


def test_a_hook_must_be_callable(table: Table) -> None:
    with pytest.raises(TypeError, match="a hook must be a callable or None, not 'x'"):
        table.machine().on_step("x")  # type: ignore[arg-type]


def test_a_machine_has_no_attributes_beside_its_own(table: Table) -> None:
    machine = table.machine()
    assert not hasattr(machine, "__dict__")
    with pytest.raises(AttributeError):
        machine.colour = "red"  # type: ignore[attr-defined]
