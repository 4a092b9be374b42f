"""Exceptions of callbacks, on their way through the library to the caller."""

from __future__ import annotations

import traceback
import weakref
from typing import Any, Callable

import pytest
from tracing import Trace

from swiftfsm import (
    DYNAMIC,
    NONE,
    CallbackFailedError,
    GuardPolicy,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Status,
    Step,
    Table,
)
from swiftfsm.calling import trampoline


class Boom(Exception):
    pass


def boom(step: Step) -> Any:
    raise Boom(step.event)


def failing_in(place: str, failure: Callable[[Step], Any]) -> Machine:
    """A machine in state 1 whose event 1 leads to 2 and fails on the way."""
    row: dict[str, Any] = {place: failure} if place in ("actions", "guards", "resolver") else {}
    target = DYNAMIC if place == "resolver" else 1 if place == "cycle" else 2
    block: dict[str, Any] = {place: failure} if place in ("entry", "exit", "cycle") else {}
    machine = Table(
        [Row(1, 1, target, **row), Row(2, 1, 1)],
        [StateBlock(2 if place == "entry" else 1, **block)] if block else [],
        event_names={9: "nine"},
        on_step=failure if place == "on_step of the table" else (),
        on_unhandled=failure if place == "on_unhandled of the table" else (),
    ).machine(1)
    if place == "on_step":
        machine.on_step(failure)
    if place == "on_unhandled":
        machine.on_unhandled(failure)
    return machine


PLACES = {
    "guards": (1, 1),
    "resolver": (1, 1),
    "exit": (1, 1),
    "actions": (1, 1),
    "entry": (1, 2),
    "cycle": (1, 1),
    "on_step": (1, 2),
    "on_unhandled": (9, 1),
    "on_step of the table": (1, 2),
    "on_unhandled of the table": (9, 1),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", [Boom, KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration, BaseException])
def test_an_exception_of_any_callback_comes_out_of_send(place: str, kind: type[BaseException]) -> None:
    exception = kind("mine")

    def failure(step: Step) -> Any:
        raise exception

    event, state = PLACES[place]
    machine = failing_in(place, failure)
    with pytest.raises(kind) as caught:
        machine.send(event)
    assert caught.value is exception
    assert "failure" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert machine.state == state, "the old state before the commit, the new one after it"
    caught.value.__traceback__ = None


def test_the_traceback_leads_from_the_caller_to_the_line_that_raised() -> None:
    machine = failing_in("actions", boom)
    try:
        machine.send(1)
    except Boom as error:
        frames = traceback.extract_tb(error.__traceback__)
        assert (frames[0].name, frames[-1].name) == (
            "test_the_traceback_leads_from_the_caller_to_the_line_that_raised",
            "boom",
        )
        assert error.__context__ is None
        assert error.args == (1,)


def test_the_machine_works_on_after_an_exception() -> None:
    answers = iter([True, False])

    def sometimes(step: Step) -> None:
        if next(answers):
            raise Boom

    machine = failing_in("actions", sometimes)
    with pytest.raises(Boom):
        machine.send(1)
    assert machine.send(1) is Outcome.TRANSITIONED
    assert machine.state == 2


def test_later_callbacks_of_the_step_do_not_run() -> None:
    trace = Trace()
    table = Table(
        [Row(1, 1, 2, [trace("a"), trace.raising("b", Boom()), trace("c")]), (2, 1, 1)],
        [StateBlock(1, exit=trace("-1")), StateBlock(2, entry=trace("+2"))],
    )
    with pytest.raises(Boom):
        table.machine(1).send(1)
    assert trace.take() == "-1 a b"


@pytest.mark.parametrize("call", ["probe", "can", "permitted"])
def test_guards_and_resolvers_that_raise_while_they_are_asked(call: str) -> None:
    for place in ("guards", "resolver"):
        machine = failing_in(place, boom)
        with pytest.raises(Boom):
            machine.permitted() if call == "permitted" else getattr(machine, call)(1)
        assert machine.state == 1


def test_start_and_stop() -> None:
    table = Table([(1, 1, 1)], [StateBlock(1, entry=boom, exit=boom)])
    machine = table.machine(NONE)
    with pytest.raises(Boom):
        machine.start(1)
    assert machine.state == 1
    with pytest.raises(Boom):
        machine.stop()
    assert machine.state == 1


def test_first_match_stops_at_a_guard_that_raises() -> None:
    trace = Trace()
    rows = [Row(1, 1, 2, guards=trace.raising("a", Boom())), Row(1, 1, 1, guards=trace("b"))]
    machine = Table(rows, [StateBlock(2, final=True)], guards=GuardPolicy.FIRST_MATCH).machine(1)
    with pytest.raises(Boom):
        machine.send(1)
    assert trace.take() == "a"


def test_the_truth_of_a_guard_s_answer_may_raise_too() -> None:
    class Unclear:
        def __bool__(self) -> bool:
            raise Boom

    machine = failing_in("guards", lambda step: Unclear())
    with pytest.raises(Boom):
        machine.send(1)


def test_events_behind_a_failure_stay_queued() -> None:
    trace = Trace()

    def queue(step: Step) -> None:
        for event in (2, 3, 4):
            step.machine.send(event)

    failing = trace.raising("3", Boom("third"))
    table = Table([Row(1, 1, 1, queue), Row(1, 2, 1, trace("2")), Row(1, 3, 1, failing), Row(1, 4, 1, trace("4"))])
    machine = table.machine(1)
    with pytest.raises(Boom, match="third"):
        machine.send(1)
    assert (trace.take(), machine.pending) == ("2 3", 1)
    machine.run()
    assert (trace.take(), machine.pending) == ("4", 0)
    with pytest.raises(Boom):
        machine.send(1)
    machine.discard()
    assert machine.pending == 0


def test_an_exception_that_the_callback_itself_handles_is_nobody_s_business() -> None:
    inner = failing_in("actions", boom)

    def careful(step: Step) -> None:
        with pytest.raises(Boom):
            inner.send(1)

    machine = failing_in("actions", careful)
    assert machine.send(1) is Outcome.TRANSITIONED
    assert (machine.state, inner.state) == (2, 1)


def test_nested_sends_over_several_machines() -> None:
    depth = 25
    trace = Trace()

    def pass_on(step: Step) -> None:
        number, machines = step.context
        if number + 1 == depth:
            raise Boom("at the bottom")
        try:
            machines[number + 1].send(1)
        finally:
            trace.append(str(number))

    table = Table([Row(1, 1, 2, pass_on), Row(2, 1, 1)])
    machines: list[Machine] = []
    machines += [table.machine(1, (number, machines)) for number in range(depth)]
    with pytest.raises(Boom, match="at the bottom") as caught:
        machines[0].send(1)
    assert trace == [str(number) for number in reversed(range(depth - 1))]
    assert [machine.state for machine in machines] == [1] * depth
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names.count("pass_on") == depth
    machines.clear()


def test_exceptions_of_two_machines_at_once_are_not_mixed_up() -> None:
    inner = failing_in("entry", lambda step: boom(step))

    def replaced(step: Step) -> None:
        try:
            inner.send(1)
        except Boom as error:
            raise KeyError("outer") from error

    outer = failing_in("actions", replaced)
    with pytest.raises(KeyError, match="outer") as caught:
        outer.send(1)
    assert isinstance(caught.value.__cause__, Boom)
    assert (inner.state, outer.state) == (2, 1)
    assert inner.send(1) is Outcome.TRANSITIONED


def test_a_hook_that_raises_after_a_failure_keeps_the_failure_as_context() -> None:
    machine = failing_in("actions", boom)

    def hook(step: Step) -> None:
        if step.outcome is Status.CALLBACK_FAILED:
            raise KeyError("hook")

    machine.on_step(hook)
    with pytest.raises(KeyError, match="hook") as caught:
        machine.send(1)
    assert isinstance(caught.value.__context__, Boom)


def test_a_failure_without_an_exception() -> None:
    machine = failing_in("actions", boom)
    number = machine._number
    hidden = trampoline.machines.pop(number)
    trampoline.machines[number] = lambda: None  # type: ignore[assignment]  # as while its Python side is collected
    with pytest.raises(CallbackFailedError, match="without an exception"):
        machine.send(1)
    trampoline.machines[number] = hidden


def test_nothing_is_kept_of_an_exception_that_was_raised() -> None:
    machine = failing_in("actions", boom)

    class Witness:
        pass

    def send() -> weakref.ref[Witness]:
        witness = Witness()
        try:
            machine.send(1)
        except Boom:
            pass
        return weakref.ref(witness)

    assert send()() is None
    assert machine._exception is None
