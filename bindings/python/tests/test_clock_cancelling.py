"""The block of a clock among the cancel scopes, timeouts and groups of asyncio, trio and anyio."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import anyio
import pytest
import trio
from light import BUTTON, GREEN, RED, SWITCH
from loops import RUNS, run_asyncio, run_trio, sleep
from tracing import Trace

from swiftfsm import Machine, Outcome, Table, after, define, then, when


def nothing() -> None: ...


def lamp(trace: Trace, action: Any = nothing) -> Machine[Any, Any, Any]:
    """Goes on by itself two seconds after SWITCH."""
    table = Table(
        define(RED)(when(SWITCH) | then(GREEN)),
        define(GREEN)(after(2) | then(RED) | trace("timeout") | action, when(BUTTON) | then(RED)),
    )
    return table.machine(RED)


def jam() -> None:
    raise RuntimeError("jammed")


def test_a_cancelled_task_of_asyncio() -> None:
    async def main() -> None:
        machine = lamp(Trace())

        async def hold() -> None:
            async with machine.clock():
                await asyncio.sleep(100)

        task = asyncio.ensure_future(hold())
        await asyncio.sleep(1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        machine.advance(1000)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run_asyncio(main)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="asyncio has timeouts and groups since Python 3.11")
def test_timeouts_and_groups_of_asyncio() -> None:
    trace = Trace()
    module: Any = asyncio

    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with module.timeout(3):
                machine = lamp(trace)
                async with machine.clock():
                    machine.send(SWITCH)
                    await asyncio.sleep(100)
        assert (trace.take(), machine.state) == ("timeout", RED)
        # A timeout that is not reached sees the error of the callback, and cancels nothing afterwards.
        machine = lamp(trace, jam)
        with pytest.raises(RuntimeError, match="jammed"):
            async with module.timeout(5):
                async with machine.clock():
                    machine.send(SWITCH)
                    await asyncio.sleep(100)
        await asyncio.sleep(10)
        # In a group it is one of its errors, and the other tasks are cancelled.
        machine, ends = lamp(trace, jam), Trace()

        async def light() -> None:
            async with machine.clock():
                machine.send(SWITCH)
                await asyncio.sleep(100)

        async def hold() -> None:
            try:
                await asyncio.sleep(100)
            finally:
                ends.append("cancelled")

        with pytest.raises(BaseException) as caught:
            async with module.TaskGroup() as group:
                group.create_task(light())
                group.create_task(hold())
        found: Any = caught.value
        assert ([str(each) for each in found.exceptions], ends.take()) == (["jammed"], "cancelled")
        # A group in the block is cancelled with it; and nothing is left of that. (A group itself may leave something.)
        machine, present = lamp(trace, jam), module.current_task()
        before = present.cancelling()
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                async with module.TaskGroup() as group:
                    group.create_task(hold())
        assert (ends.take(), present.cancelling()) == ("cancelled", before)

    run_asyncio(main)


def test_cancel_scopes_of_trio() -> None:
    trace = Trace()

    async def main() -> None:
        machine = lamp(trace)
        with trio.move_on_after(3) as scope:
            async with machine.clock():
                machine.send(SWITCH)
                await trio.sleep(100)
        assert scope.cancelled_caught and (trace.take(), trio.current_time()) == ("timeout", 1003)
        machine.advance(machine.now)
        # The block is cancelled for the fault alone: the scope around it is not.
        machine = lamp(trace, jam)
        with trio.move_on_after(5) as scope, pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                await trio.sleep(100)
        assert not scope.cancelled_caught and trio.current_time() == 1005
        await trio.sleep(1)
        # One that is cancelled at the same time is told the fault.
        machine = lamp(trace, jam)
        with trio.move_on_after(2.5) as scope, pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                with trio.CancelScope(shield=True):
                    await trio.sleep(3)
                await trio.sleep(0)
        assert not scope.cancelled_caught

    run_trio(main)


def test_groups_of_trio() -> None:
    trace = Trace()

    async def main() -> None:
        # In the block: its tasks are cancelled too.
        machine = lamp(trace, jam)
        ends: list[str] = []

        async def hold(name: str) -> None:
            try:
                await trio.sleep(100)
            finally:
                ends.append(name)

        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send(SWITCH)
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(hold, "one")
                    nursery.start_soon(hold, "two")
        assert sorted(ends) == ["one", "two"]

        # What else a group in the block raises comes out, without what was cancelled.
        async def fail() -> None:
            try:
                await trio.sleep(100)
            finally:
                raise KeyError("mine")

        machine = lamp(trace, jam)
        with pytest.raises(BaseException) as caught:
            async with machine.clock():
                machine.send(SWITCH)
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(fail)
                    nursery.start_soon(hold, "three")
        group: Any = caught.value
        assert [type(each) for each in group.exceptions] == [KeyError]
        # Around the block: it gets the error, in a group as always.
        machine = lamp(trace, jam)

        async def light() -> None:
            async with machine.clock():
                machine.send(SWITCH)
                await trio.sleep(100)

        with pytest.raises(BaseException) as caught:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(light)
                nursery.start_soon(hold, "four")
        group = caught.value
        assert [str(each) for each in group.exceptions] == ["jammed"]
        assert (ends[-1], trio.current_time()) == ("four", 1006)

    run_trio(main)


@pytest.mark.parametrize("library", sorted(RUNS))
def test_anyio(library: str) -> None:
    trace = Trace()

    async def main() -> None:
        machine = lamp(trace)
        with anyio.move_on_after(3) as scope:
            async with machine.clock(), anyio.create_task_group() as group:
                await machine.asend(SWITCH)
                group.start_soon(anyio.sleep, 100)
        assert scope.cancelled_caught and trace.take() == "timeout"
        machine.advance(machine.now)
        machine = lamp(trace, jam)
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock(), anyio.create_task_group() as group:
                await machine.asend(SWITCH)
                group.start_soon(anyio.sleep, 100)
        await anyio.sleep(1)

    RUNS[library](main)


@pytest.mark.parametrize("library", sorted(RUNS))
def test_calls_in_other_threads_wake_the_clock(library: str) -> None:
    trace = Trace()

    async def main() -> None:
        machine = lamp(trace)
        async with machine.clock():
            sent: list[Any] = []
            thread = threading.Thread(target=lambda: sent.append(machine.send(SWITCH)))
            thread.start()
            thread.join()
            assert sent == [Outcome.TRANSITIONED]
            await sleep(2.5)
            assert trace.take() == "timeout"

    RUNS[library](main)


def test_an_interrupt_in_a_callback_ends_the_block_of_trio() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    async def main() -> None:
        machine = lamp(Trace(), interrupt)
        with pytest.raises(KeyboardInterrupt):
            async with machine.clock():
                machine.send(SWITCH)
                await trio.sleep(100)

    run_trio(main)


def test_an_interrupt_in_a_callback_ends_the_loop_of_asyncio() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    async def main() -> None:
        machine = lamp(Trace(), interrupt)
        async with machine.clock():
            machine.send(SWITCH)
            await asyncio.sleep(100)

    with pytest.raises(KeyboardInterrupt):
        run_asyncio(main)
