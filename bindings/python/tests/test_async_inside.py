"""What a callback does to its own machine while a step of it is awaited."""

from __future__ import annotations

from typing import Callable

import pytest
from awaiting import AnyMachine, Runner, pause, run, slow
from tracing import Trace

from swiftfsm import ANY, BusyError, ClosedError, NotRunningError, Outcome, Row, StateBlock, Table, UnknownEventError


def test_a_send_from_inside_tells_at_once_what_is_wrong(run: Runner) -> None:
    said: list[str] = []

    async def act(machine: AnyMachine) -> None:
        wrongs: list[Callable[[], object]] = [
            lambda: machine.send(77),
            lambda: machine.start(1),
            lambda: machine.set_state(1),
            lambda: machine.update(),
            lambda: machine.run(),
            lambda: machine.on_step(None),
        ]
        for wrong in wrongs:
            with pytest.raises((UnknownEventError, BusyError)) as caught:
                wrong()
            said.append(type(caught.value).__name__)
        with pytest.raises(UnknownEventError):
            await machine.asend(77)
        await pause()
        with pytest.raises(BusyError):
            await machine.arun()

    machine = Table([Row(1, 1, 1, act)]).machine(1)
    run(lambda: machine.asend(1))
    assert said == ["UnknownEventError"] + 5 * ["BusyError"]


def test_stop_from_inside_comes_after_what_waits_already(run: Runner) -> None:
    trace = Trace()

    async def act(machine: AnyMachine) -> None:
        machine.send(2)
        machine.stop()
        await pause()
        machine.send(2)

    table = Table([Row(1, 1, 1, act), Row(1, 2, 1, slow(trace, "two"))], [StateBlock(1, exit=slow(trace, "exit"))])
    machine: AnyMachine = table.machine(1)
    run(lambda: machine.asend(1))
    assert (trace.take(), machine.state, machine.pending) == ("two(1 1) exit(1 1)", None, 0)
    with pytest.raises(NotRunningError):
        run(lambda: machine.asend(1))


def test_a_machine_may_be_closed_during_a_step(run: Runner) -> None:
    trace = Trace()

    async def act(machine: AnyMachine) -> None:
        machine.send(1)
        machine.close()
        await pause()
        assert machine.closed

    machine = Table([Row(1, 1, 2, [act, trace("after")]), Row(2, 1, 1)]).machine(1)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        with pytest.raises(ClosedError):
            await machine.asend(1)

    run(main)
    assert trace.take() == "after"


def test_a_closed_machine_says_so_in_its_own_step_too(run: Runner) -> None:
    said: list[str] = []

    async def act(machine: AnyMachine) -> None:
        machine.close()
        calls: list[Callable[[], object]] = [machine.update, machine.start, machine.run, lambda: machine.send(1)]
        for call in calls:
            with pytest.raises(ClosedError):
                call()
            said.append("closed")
        with pytest.raises(ClosedError):
            await machine.aupdate()

    machine = Table([Row(1, 1, 1, act)]).machine(1)
    run(lambda: machine.asend(1))
    assert said == 4 * ["closed"]


@pytest.mark.parametrize("word", ["update", "aupdate"])
def test_a_machine_closed_by_an_update_drops_the_event_that_it_names(run: Runner, word: str) -> None:
    trace = Trace()

    def close(machine: AnyMachine) -> int:
        machine.close()
        return 1

    machine = Table([Row(1, 1, 1, trace("action"))], [StateBlock(1, update=close)]).machine(1)

    async def main() -> None:
        came = getattr(machine, word)(1.5)
        assert (came if word == "update" else await came) is Outcome.QUEUED

    run(main)
    assert (trace.take(), machine.closed) == ("", True)


@pytest.mark.parametrize("word", ["send", "asend"])
def test_an_event_that_only_another_state_takes_is_queued(run: Runner, word: str) -> None:
    trace = Trace()

    async def act(machine: AnyMachine) -> None:
        await pause()
        for _ in range(2):
            came = getattr(machine, word)(77)
            assert (came if word == "send" else await came) is Outcome.QUEUED

    machine = Table([Row(1, 1, 2, act), Row(2, ANY, 1, trace("taken"))]).machine(1)

    async def main() -> None:
        assert await machine.asend(1) is Outcome.TRANSITIONED
        # The second one came when state 1 was there again, which does not know it: nobody was told.
        assert (trace.take(), machine.state, machine.pending) == ("taken", 1, 0)
        with pytest.raises(UnknownEventError):
            await machine.asend(77)

    run(main)
