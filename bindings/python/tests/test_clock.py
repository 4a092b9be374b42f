"""A clock, which tells a machine the time, under asyncio and trio. Event loops of tests have a time of their own."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from light import BUTTON, GREEN, NEXT, RED, SWITCH, YELLOW, Event, State
from loops import RUNS, Main, sleep
from tracing import Trace

from swiftfsm import BusyError, Clock, Machine, Outcome, Row, Table, after, define, raising, then, when

Run = Callable[[Main], Any]


@pytest.fixture(params=sorted(RUNS))
def run(request: pytest.FixtureRequest) -> Run:
    return RUNS[request.param]


def light_with(trace: Trace) -> Table[State, Event]:
    return Table(
        define(RED, entry=trace("red"))(after(30) | then(GREEN)),
        define(GREEN, entry=trace("green"))(when(BUTTON) | then(YELLOW)),
        define(YELLOW, entry=trace("yellow"))(after(3, SWITCH) | then(RED), when(BUTTON) | then()),
        initial=RED,
    )


def test_timeouts_come_by_themselves(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        light = light_with(trace).machine()
        async with light.clock():
            await sleep(29.9)
            assert light.state is RED
            await sleep(0.2)
            assert light.state is GREEN
            # Delays count from the present, however long nothing happened.
            await sleep(100)
            assert light.send(BUTTON) is Outcome.TRANSITIONED
            await sleep(2.9)
            assert light.state is YELLOW
            assert await light.asend(BUTTON) is Outcome.TRANSITIONED
            await sleep(0.2)
            assert light.state is RED
            assert light.next_due == pytest.approx(30 + 0.1 + 100 + 3 + 30)
        await sleep(100)
        assert light.state is RED
        # The time goes on where it stopped.
        async with light.clock():
            await sleep(30.1)
            assert light.state is GREEN

    run(main)
    assert trace.take() == "green yellow red green"


def test_an_earlier_timer_wakes_the_clock(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        machine = Table(
            Row(RED, SWITCH, RED, trace("switch")), Row(RED, BUTTON, RED, trace("button")), Row(RED, NEXT, RED)
        ).machine(RED)
        async with machine.clock():
            await sleep(5)
            late = machine.send_later(SWITCH, 10)
            machine.send_later(BUTTON, 1)
            assert machine.next_due == 6
            await sleep(1.5)
            assert trace.take() == "button"
            assert late.cancel()
            await sleep(20)
            assert trace.take() == ""

    run(main)


def test_callbacks_of_due_events_send_and_start_timers(run: Run) -> None:
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
            await sleep(1.1)
            assert trace.take() == "switch button next"
            await sleep(2)
            assert trace.take() == "next"

    run(main)


def test_the_clock_waits_for_its_turn(run: Run) -> None:
    trace = Trace()

    async def slow() -> None:
        trace.append("slow")
        await sleep(10)
        trace.append("done")

    async def main() -> None:
        table = Table(Row(RED, SWITCH, RED, slow), Row(RED, BUTTON, RED, trace("button")))
        machine = table.machine(RED)
        async with machine.clock():
            machine.send_later(BUTTON, 1)
            await machine.asend(SWITCH)
            await sleep(0.1)
            assert trace.take() == "slow done button"

    run(main)


def test_callbacks_of_due_events_are_awaited(run: Run) -> None:
    trace = Trace()

    async def slow(machine: Machine[Any, Any, Any]) -> None:
        trace.append("begins")
        await sleep(5)
        trace.append(f"ends at {machine.now}")

    async def main() -> None:
        machine = Table(Row(RED, SWITCH, GREEN, slow), Row(GREEN, BUTTON, RED, trace("button"))).machine(RED)
        async with machine.clock():
            machine.send_later(SWITCH, 1)
            await sleep(2)
            assert (trace.take(), machine.state) == ("begins", RED)
            with pytest.raises(BusyError, match="another task awaits a step of this machine"):
                machine.send(BUTTON)
            # This one waits its turn.
            assert await machine.asend(BUTTON) is Outcome.TRANSITIONED
            assert trace.take() == "ends at 1.0 button"
            with pytest.raises(BusyError, match="has a clock"):
                await machine.aadvance(1000)
            machine.send_later(SWITCH, 1)
            await sleep(2)
        # The end of the block has cancelled what was awaited.
        assert (trace.take(), machine.state, machine.next_due) == ("begins", RED, None)
        # A plain call awaits nothing.
        machine.send_later(SWITCH, 1)
        with pytest.raises(TypeError, match="has to be awaited, which a plain call cannot do"):
            machine.advance(machine.now + 1)

    run(main)


def test_a_chart_with_a_clock_is_awaited(run: Run) -> None:
    trace = Trace()

    async def slow(machine: Machine[Any, Any, Any]) -> None:
        await sleep(1)
        trace.append(f"at {machine.now:g}")

    async def main() -> None:
        table = Table(
            define(RED)(when(SWITCH) | then(GREEN) | raising(NEXT)),
            define(GREEN)(when(NEXT) | then(YELLOW) | slow),
            define(YELLOW)(after(5) | then(RED)),
        )
        machine = table.machine(RED)
        async with machine.clock():
            await sleep(3)
            await machine.asend(SWITCH)
            assert (machine.state, machine.next_due) == (YELLOW, 8)
            await sleep(5)
            assert machine.state is RED

    run(main)
    assert trace.take() == "at 3"


def test_the_end_of_the_block_tells_the_time(run: Run) -> None:
    trace = Trace()
    light = light_with(trace).machine()

    async def wait() -> None:
        async with light.clock():
            await sleep(20)

    async def main() -> None:
        await wait()
        assert light.now == pytest.approx(20)
        await wait()
        assert light.now == pytest.approx(40)
        await light.aadvance(50)
        assert (light.now, light.state) == (50, GREEN)

    run(main)
    assert trace.take() == "green"


def test_the_end_of_the_block_sends_nothing(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        light = light_with(trace).machine()
        async with light.clock():
            await sleep(20)
            # Due at the very end: no task has run since.
            light.send_later(BUTTON, 0)
        assert light.state is RED
        assert light.now == light.next_due == pytest.approx(20)

    run(main)
    assert trace.take() == ""


def test_a_machine_that_is_removed_has_been_told_the_time(run: Run) -> None:
    async def main() -> None:
        light, gone = (light_with(Trace()).machine() for _ in range(2))
        async with Clock(light, gone) as clock:
            await sleep(20)
            clock.remove(light)
            assert light.now == pytest.approx(20)
            gone.close()
            await sleep(5)
        assert light.now == pytest.approx(20)

    run(main)
