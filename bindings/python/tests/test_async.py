"""asend and its like: the same step as send, awaiting whatever a callback returns that has to be awaited."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from tracing import Event, State, Trace

from swiftfsm import DYNAMIC, DefinitionWarning, Outcome, Row, StateBlock, Table


def everywhere(trace: Trace) -> AnyMachine:
    """A machine in state 1 with a slow callback in every place: event 1 leads to 2, event 2 stays, and so does 3."""
    table: Table[Any, Any] = Table(
        [
            Row(1, 1, DYNAMIC, slow(trace, "act"), slow(trace, "ask", lambda step: True),
                resolver=slow(trace, "choose", lambda step: 2)),
            Row(2, 1, 2, slow(trace, "act")),
            Row(2, 2, 1),
        ],
        [
            StateBlock(1, exit=slow(trace, "leave")),
            StateBlock(2, entry=[slow(trace, "enter"), slow(trace, "settle")], cycle=slow(trace, "cycle"),
                       update=slow(trace, "tick", lambda step: 2)),
        ],
        event_names={9: "nine"},
    )
    return table.machine(1)


def test_everything_that_a_step_calls_is_awaited_in_order(run: Runner) -> None:
    trace = Trace()
    machine = everywhere(trace)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "ask(1 1) choose(1 1) leave(1 1) act(1 1) enter(2 2) settle(2 2)"
        assert await machine.asend(1) is Outcome.TRANSITIONED
        assert trace.take() == "act(2 2) cycle(2 2)"
        assert await machine.aupdate() is Outcome.TRANSITIONED
        assert trace.take() == "tick(2 2)"
        assert machine.state == 1
        assert await machine.asend(9) is Outcome.UNHANDLED
        await machine.astop()
        assert trace.take() == "leave(1 1)"
        await machine.astart(2)
        assert trace.take() == "enter(2 2) settle(2 2)"

    run(main)
    assert machine.state == 2


def test_hooks_are_called_once_and_awaited(run: Runner) -> None:
    trace = Trace()
    machine = everywhere(trace)
    machine.on_step(slow(trace, "step", lambda step: trace(getattr(step.outcome, "name"))(step)))
    machine.on_unhandled(slow(trace, "unhandled"))

    async def main() -> None:
        await machine.asend(1)
        assert trace.take().endswith("settle(2 2) step(2 2) TRANSITIONED")
        assert await machine.asend(9) is Outcome.UNHANDLED
        assert trace.take() == "unhandled(2 2) step(2 2) UNHANDLED"
        await machine.astop()
        assert trace.take() == "step(None None) TRANSITIONED"

    run(main)


def test_a_plain_call_says_that_it_cannot_await() -> None:
    async def guard() -> bool:
        return True

    async def act() -> None: ...

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", DefinitionWarning)
        for row in (Row(1, 1, 1, act), Row(1, 1, 1, guards=guard), Row(1, 1, DYNAMIC, resolver=act)):
            machine = Table([row]).machine(1)
            with pytest.raises(TypeError, match=r"\(.*\).* has to be awaited.*asend"):
                machine.send(1)


def test_without_a_library_nobody_has_to_wait() -> None:
    async def act() -> str:
        return "ignored"

    machine = Table([Row(State.LOCKED, Event.COIN, State.LOCKED, act)]).machine(State.LOCKED)
    with pytest.raises(StopIteration) as done:
        machine.asend(Event.COIN).send(None)
    assert done.value.value is Outcome.TRANSITIONED


def test_a_guard_that_has_to_be_awaited_cannot_be_asked_by_probe(run: Runner) -> None:
    async def guard() -> bool:
        await pause()
        return True

    def act(machine: AnyMachine) -> None:
        with pytest.raises(TypeError, match="has to be awaited"):
            machine.can(2)
        assert machine.can(3)

    machine = Table([Row(1, 1, 1, act), Row(1, 2, 1, guards=guard), Row(1, 3, 1, guards=lambda: True)]).machine(1)
    assert run(lambda: machine.asend(1)) is Outcome.TRANSITIONED
    assert run(lambda: machine.asend(2)) is Outcome.TRANSITIONED
