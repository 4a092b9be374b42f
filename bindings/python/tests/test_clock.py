"""A clock of asyncio, which tells a machine the time. The event loop of these tests has a time of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Callable

import pytest
from light import BUTTON, GREEN, NEXT, RED, SWITCH, YELLOW, Event, State
from tracing import Trace

from swiftfsm import BusyError, Machine, Outcome, Row, Table, after, define, raising, then, when


def run(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Runs an async function in an event loop whose time passes as fast as nothing else is to be done."""
    loop = asyncio.new_event_loop()
    skipped = [1000.0]
    setattr(loop, "time", lambda: skipped[0])
    select = getattr(loop, "_selector").select

    def skip(timeout: Any) -> Any:
        if timeout is None or timeout > 0:
            found = select(0)
            if not found:
                skipped[0] += timeout if timeout is not None else 1
            return found
        return select(0)

    setattr(getattr(loop, "_selector"), "select", skip)
    try:
        return loop.run_until_complete(main())
    finally:
        loop.close()


def light_with(trace: Trace) -> Table[State, Event]:
    return Table(
        define(RED, entry=trace("red"))(after(30) | then(GREEN)),
        define(GREEN, entry=trace("green"))(when(BUTTON) | then(YELLOW)),
        define(YELLOW, entry=trace("yellow"))(after(3, SWITCH) | then(RED), when(BUTTON) | then()),
        initial=RED,
    )


def test_timeouts_come_by_themselves() -> None:
    trace = Trace()

    async def main() -> None:
        light = light_with(trace).machine()
        async with light.clock():
            await asyncio.sleep(29.9)
            assert light.state is RED
            await asyncio.sleep(0.2)
            assert light.state is GREEN
            # Delays count from the present, however long nothing happened.
            await asyncio.sleep(100)
            assert light.send(BUTTON) is Outcome.TRANSITIONED
            await asyncio.sleep(2.9)
            assert light.state is YELLOW
            assert await light.asend(BUTTON) is Outcome.TRANSITIONED
            await asyncio.sleep(0.2)
            assert light.state is RED
            assert light.next_due == pytest.approx(30 + 0.1 + 100 + 3 + 30)
        await asyncio.sleep(100)
        assert light.state is RED
        # The time goes on where it stopped.
        async with light.clock():
            await asyncio.sleep(30.1)
            assert light.state is GREEN

    run(main)
    assert trace.take() == "green yellow red green"


def test_an_earlier_timer_wakes_the_clock() -> None:
    trace = Trace()

    async def main() -> None:
        machine = Table(
            Row(RED, SWITCH, RED, trace("switch")), Row(RED, BUTTON, RED, trace("button")), Row(RED, NEXT, RED)
        ).machine(RED)
        async with machine.clock():
            await asyncio.sleep(5)
            late = machine.send_later(SWITCH, 10)
            machine.send_later(BUTTON, 1)
            assert machine.next_due == 6
            await asyncio.sleep(1.5)
            assert trace.take() == "button"
            assert late.cancel()
            await asyncio.sleep(20)
            assert trace.take() == ""

    run(main)


def test_callbacks_of_due_events_send_and_start_timers() -> None:
    trace = Trace()

    def act(machine: Machine[Any, Any, Any]) -> None:
        trace.append("switch")
        assert machine.send(BUTTON) is Outcome.QUEUED
        machine.send_later(NEXT, 2)

    async def main() -> None:
        table = Table(
            Row(RED, SWITCH, RED, act), Row(RED, BUTTON, RED, trace("button")), Row(RED, NEXT, RED, trace("next"))
        )
        machine = table.machine(None)
        async with machine.clock():
            machine.start(RED)
            machine.send_later(SWITCH, 1)
            machine.send_later(NEXT, 1)
            await asyncio.sleep(1.1)
            assert trace.take() == "switch button next"
            await asyncio.sleep(2)
            assert trace.take() == "next"

    run(main)


def test_the_clock_waits_for_its_turn() -> None:
    trace = Trace()

    async def slow() -> None:
        trace.append("slow")
        await asyncio.sleep(10)
        trace.append("done")

    async def main() -> None:
        table = Table(Row(RED, SWITCH, RED, slow), Row(RED, BUTTON, RED, trace("button")))
        machine = table.machine(RED)
        async with machine.clock():
            machine.send_later(BUTTON, 1)
            await machine.asend(SWITCH)
            await asyncio.sleep(0)
            assert trace.take() == "slow done button"

    run(main)


def test_what_a_callback_raises_ends_the_block() -> None:
    trace = Trace()

    async def main() -> None:
        table = Table(Row(RED, SWITCH, RED, trace.raising("jam", RuntimeError("jammed"))), Row(RED, BUTTON, RED))
        machine = table.machine(RED)
        with pytest.raises(RuntimeError, match="jammed"):
            async with machine.clock():
                machine.send_later(SWITCH, 1)
                await asyncio.sleep(100)
        await asyncio.sleep(1)  # the task itself is not cancelled any more
        assert machine.send(BUTTON) is Outcome.TRANSITIONED
        # A call that tells the time raises it too.
        async with machine.clock():
            machine.send_later(SWITCH, 1)
            setattr(asyncio.get_running_loop(), "time", lambda: 5000.0)
            with pytest.raises(RuntimeError, match="jammed"):
                machine.send(BUTTON)

    run(main)


def test_callbacks_of_due_events_are_awaited() -> None:
    trace = Trace()

    async def slow(machine: Machine[Any, Any, Any]) -> None:
        trace.append("begins")
        await asyncio.sleep(5)
        trace.append(f"ends at {machine.now}")

    async def main() -> None:
        machine = Table(Row(RED, SWITCH, GREEN, slow), Row(GREEN, BUTTON, RED, trace("button"))).machine(RED)
        async with machine.clock():
            machine.send_later(SWITCH, 1)
            await asyncio.sleep(2)
            assert (trace.take(), machine.state) == ("begins", RED)
            with pytest.raises(BusyError, match="another task awaits a step of this machine"):
                machine.send(BUTTON)
            # This one waits its turn.
            assert await machine.asend(BUTTON) is Outcome.TRANSITIONED
            assert trace.take() == "ends at 1.0 button"
            with pytest.raises(BusyError, match="has a clock"):
                await machine.aadvance(1000)
            machine.send_later(SWITCH, 1)
            await asyncio.sleep(2)
        # The end of the block has cancelled what was awaited.
        assert (trace.take(), machine.state, machine.next_due) == ("begins", RED, None)
        # A plain call awaits nothing.
        machine.send_later(SWITCH, 1)
        with pytest.raises(TypeError, match="has to be awaited, which a plain call cannot do"):
            machine.advance(machine.now + 1)

    run(main)


def test_the_end_of_the_block() -> None:
    async def main() -> None:
        machine: Any = Table(Row(RED, SWITCH, GREEN), Row(GREEN, BUTTON, RED)).machine(RED)

        async def hold() -> None:
            async with machine.clock():
                await asyncio.sleep(100)

        task = asyncio.ensure_future(hold())
        await asyncio.sleep(1)
        with pytest.raises(BusyError, match="has a clock"):
            machine.advance(1000)
        with pytest.raises(BusyError, match="has a clock already"):
            async with machine.clock():
                pass
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # What the block raises comes out, and the clock is gone.
        with pytest.raises(KeyError):
            async with machine.clock():
                raise KeyError
        machine.advance(1000)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        # A machine may be closed meanwhile.
        async with machine.clock():
            machine.send_later(SWITCH, 1)
            machine.close()
            await asyncio.sleep(10)

    run(main)


def test_a_chart_with_a_clock_is_awaited() -> None:
    trace = Trace()

    async def slow(machine: Machine[Any, Any, Any]) -> None:
        await asyncio.sleep(1)
        trace.append(f"at {machine.now:g}")

    async def main() -> None:
        table = Table(
            define(RED)(when(SWITCH) | then(GREEN) | raising(NEXT)),
            define(GREEN)(when(NEXT) | then(YELLOW) | slow),
            define(YELLOW)(after(5) | then(RED)),
        )
        machine = table.machine(RED)
        async with machine.clock():
            await asyncio.sleep(3)
            await machine.asend(SWITCH)
            assert (machine.state, machine.next_due) == (YELLOW, 8)
            await asyncio.sleep(5)
            assert machine.state is RED

    run(main)
    assert trace.take() == "at 3"
