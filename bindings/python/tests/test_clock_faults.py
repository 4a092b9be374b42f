"""How the block of a clock ends: by itself, by what a callback raises, by what it raises itself; and misuse."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Callable

import pytest
from light import BUTTON, GREEN, NEXT, RED, SWITCH
from loops import RUNS, Main, run_asyncio, sleep
from tracing import Trace

from swiftfsm import (
    BusyError,
    Clock,
    ClosedError,
    Machine,
    Outcome,
    Row,
    SwiftFSMError,
    Table,
    after,
    define,
    then,
    when,
)

Run = Callable[[Main], Any]


@pytest.fixture(params=sorted(RUNS))
def run(request: pytest.FixtureRequest) -> Run:
    return RUNS[request.param]


def jammed() -> Machine[Any, Any, Any]:
    """Raises an error one second after SWITCH was pressed."""

    def jam() -> None:
        try:
            raise KeyError("teeth")
        except KeyError:
            raise RuntimeError("jammed")

    return Table(
        define(RED)(when(SWITCH) | then(GREEN), when(NEXT) | then(RED)),
        define(GREEN)(after(1) | then(RED) | jam),
    ).machine(RED)


def test_what_a_callback_raises_ends_the_block(run: Run) -> None:
    async def main() -> None:
        machine = jammed()
        with pytest.raises(RuntimeError, match="jammed") as caught:
            async with machine.clock():
                await machine.asend(SWITCH)
                await sleep(100)
        # It has its own context, and not that of what has cancelled the block.
        assert isinstance(caught.value.__context__, KeyError)
        await sleep(1)  # the task itself is not cancelled any more
        assert (machine.state, machine.now) == (GREEN, 1)
        machine.set_state(RED)
        assert machine.send(NEXT) is Outcome.TRANSITIONED
        async with machine.clock():
            await sleep(1)

    run(main)


def test_what_a_call_tells_the_time_for_is_raised_by_the_call(run: Run) -> None:
    async def main() -> None:
        machine = jammed()
        async with machine.clock():
            machine.send(SWITCH)
            clock: Any = machine._clock
            clock._offset += 10  # the tasks of this loop have had no time yet
            with pytest.raises(RuntimeError, match="jammed"):
                machine.send(NEXT)
            machine.stop()

    run(main)


def test_the_block_may_raise_something_else_for_it(run: Run) -> None:
    async def main() -> None:
        machine = jammed()
        with pytest.raises(KeyError, match="mine") as caught:
            async with machine.clock():
                machine.send(SWITCH)
                try:
                    await sleep(100)
                finally:
                    raise KeyError("mine")
        found, contexts = caught.value.__context__, []
        while found is not None:
            contexts.append(type(found).__name__)
            found = found.__context__
        # What has cancelled the block, and why.
        assert contexts == [contexts[0], "RuntimeError", "KeyError"] and contexts[0] in ("CancelledError", "Cancelled")
        with pytest.raises(KeyError, match="mine"):
            async with machine.clock():
                raise KeyError("mine")
        machine.advance(1000)

    run(main)


def test_a_block_that_goes_on_raises_it_at_its_end(run: Run) -> None:
    async def main() -> None:
        machine, trace = jammed(), Trace()
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                try:
                    await sleep(100)
                except BaseException:
                    trace.append("on")
        assert trace.take() == "on"

    run(main)


def test_what_is_awaited_as_the_block_ends_is_cancelled(run: Run) -> None:
    trace = Trace()

    async def slow() -> None:
        try:
            await sleep(5)
        finally:
            trace.append("cancelled")

    async def main() -> None:
        table = Table(define(RED)(after(1) | then(GREEN) | slow), define(GREEN)(when(SWITCH) | then(RED)))
        machine = table.machine(RED)
        async with machine.clock():
            await sleep(2)
        assert (trace.take(), machine.state, machine.next_due) == ("cancelled", RED, None)

    run(main)


def test_what_is_raised_while_that_is_cancelled_comes_out(run: Run) -> None:
    async def slow() -> None:
        try:
            await sleep(5)
        finally:
            raise RuntimeError("broken off")

    async def main() -> None:
        table = Table(define(RED)(after(1) | then(GREEN) | slow), define(GREEN)(when(SWITCH) | then(RED)))
        machine = table.machine(RED)
        with pytest.raises(RuntimeError, match="broken off"):
            async with machine.clock():
                await sleep(2)
        await sleep(1)

    run(main)


def test_delays_end_with_their_state_and_their_machine(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        table = Table(
            define(RED)(after(10) | then(RED) | trace("timeout"), when(SWITCH) | then(GREEN)),
            define(GREEN)(when(SWITCH) | then(RED), when(BUTTON) | then(GREEN) | trace("button")),
        )
        machine = table.machine(RED)
        async with machine.clock():
            await sleep(5)
            machine.send(SWITCH)
            await sleep(10)
            machine.send(SWITCH)  # whose time begins anew
            await sleep(9)
            assert trace.take() == ""
            await sleep(2)
            assert trace.take() == "timeout"
            machine.stop()
            await sleep(20)
            machine.start(GREEN)
            timer = machine.send_later(BUTTON, 1)
            assert timer.cancel() and machine.next_due is None
            snapshot = machine.snapshot()
            machine.send_later(BUTTON, 1)
            machine.restore(snapshot)
            await sleep(20)
            machine.set_state(RED)
            machine.set_state(GREEN)
            await sleep(20)
            assert trace.take() == ""
            machine.set_state(RED)
            await sleep(9)
            machine.close()
            await sleep(20)
        assert trace.take() == ""

    run(main)


def test_a_restored_machine_goes_on_from_its_time(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        table = Table(define(RED)(after(10) | then(RED) | trace("timeout")))
        machine = table.machine(RED)
        machine.advance(9)
        snapshot = machine.snapshot(due=True)
        machine = table.machine(None)
        async with machine.clock():
            await sleep(5)
            machine.restore(snapshot)
            assert (machine.now, machine.next_due) == (9, 10)
            await sleep(1.5)
            assert (trace.take(), machine.now, machine.next_due) == ("timeout", 10, None)

    run(main)


def test_misuse(run: Run) -> None:
    async def main() -> None:
        machine: Any = Table(Row(RED, SWITCH, GREEN), Row(GREEN, BUTTON, RED)).machine(RED)
        async with machine.clock() as clock:
            with pytest.raises(BusyError, match="has a clock, which tells it the time"):
                machine.advance(1000)
            with pytest.raises(BusyError, match="has a clock already"):
                async with machine.clock():
                    pass
            with pytest.raises(BusyError, match="this clock runs already"):
                async with clock:
                    pass
            with pytest.raises(BusyError, match="has a clock already"):
                clock.add(machine)
            assert machine.send(SWITCH) is Outcome.TRANSITIONED
        with pytest.raises(SwiftFSMError, match="this clock does not run"):
            clock.add(machine)
        with pytest.raises(TypeError, match="tells the time to machines, not to 3"):
            Clock(3)  # type: ignore[arg-type]
        async with clock:  # once more
            await sleep(1)
        machine.close()
        with pytest.raises(ClosedError):
            async with clock:
                pass

    run(main)


def test_a_callback_cannot_give_its_machine_a_clock(run: Run) -> None:
    has_clock = False

    async def begin(machine: Machine[Any, Any, Any]) -> None:
        with pytest.raises(BusyError, match="has a clock already" if has_clock else "not from inside a callback"):
            async with machine.clock():
                pass

    async def main() -> None:
        nonlocal has_clock
        machine = Table(Row(RED, SWITCH, RED, begin)).machine(RED)
        assert await machine.asend(SWITCH) is Outcome.TRANSITIONED
        has_clock = True
        async with machine.clock():
            assert await machine.asend(SWITCH) is Outcome.TRANSITIONED

    def begin_plainly(machine: Machine[Any, Any, Any]) -> None:
        with pytest.raises(BusyError, match="has a clock already"):
            machine.clock().__aenter__().send(None)

    async def plainly() -> None:
        machine = Table(Row(RED, SWITCH, RED, begin_plainly)).machine(RED)
        async with machine.clock():
            assert machine.send(SWITCH) is Outcome.TRANSITIONED

    run(main)
    run(plainly)


def test_outside_of_an_event_loop() -> None:
    machine = Table(Row(RED, SWITCH, RED)).machine(RED)
    with pytest.raises(RuntimeError, match="a clock needs an event loop: use it in a task of asyncio or trio"):
        machine.clock().__aenter__().send(None)
    machine.advance(1)


def test_asyncio_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of trio is needed, nor looked for."""
    monkeypatch.setitem(sys.modules, "trio", None)

    async def main() -> None:
        machine = jammed()
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                await asyncio.sleep(100)

    run_asyncio(main)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="tasks begin at once since Python 3.12, if they are told to")
def test_tasks_that_begin_at_once() -> None:
    async def main() -> None:
        module: Any = asyncio
        asyncio.get_running_loop().set_task_factory(module.eager_task_factory)
        machine = jammed()
        machine.set_state(GREEN)
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                await asyncio.sleep(100)

    run_asyncio(main)
