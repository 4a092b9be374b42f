"""One clock that tells several machines the time."""

from __future__ import annotations

import gc
import weakref
from typing import Any, Callable

import pytest
from light import BUTTON, GREEN, RED, SWITCH
from loops import RUNS, Main, is_trio, sleep
from tracing import Trace

from swiftfsm import BusyError, Clock, Machine, Row, Table, after, define, then, when
from swiftfsm.machines.timers import next_due_of

Run = Callable[[Main], Any]


@pytest.fixture(params=sorted(RUNS))
def run(request: pytest.FixtureRequest) -> Run:
    return RUNS[request.param]


def note(context: tuple[str, Trace], machine: Machine[Any, Any, Any]) -> None:
    name, trace = context
    trace.append(f"{name}:{machine.now:g}")


async def dawdle() -> None:
    await sleep(10)


def fail(context: tuple[str, Trace]) -> None:
    raise RuntimeError(f"{context[0]} is jammed")


LIGHT = Table(
    define(RED)(after(3) | then(GREEN) | note),
    define(GREEN)(after(2) | then(RED) | note, when(SWITCH) | then(RED)),
    initial=RED,
)
SLOW = Table(define(RED)(after(1) | then(GREEN) | note | dawdle), define(GREEN)(when(SWITCH) | then(RED)), initial=RED)
JAMMED = Table(define(RED)(after(4) | then(GREEN) | fail), define(GREEN)(when(SWITCH) | then(RED)), initial=RED)


def test_each_has_its_own_time(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        one, two = LIGHT.machine(context=("one", trace)), LIGHT.machine(context=("two", trace))
        two.advance(2.5)
        async with Clock(one, two):
            await sleep(1.5)
            assert trace.take() == "two:3"
            await sleep(3.7)
            assert trace.take() == "two:5 one:3 one:5"
        await sleep(100)
        assert trace.take() == "" and (one._clock, two._clock) == (None, None)

    run(main)


def test_a_callback_that_is_awaited_keeps_no_other_waiting(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        slow, light = SLOW.machine(context=("slow", trace)), LIGHT.machine(context=("light", trace))
        async with Clock(slow, light):
            await sleep(5.5)
            assert (trace.take(), slow.state) == ("slow:1 light:3 light:5", RED)
            await sleep(6)
            assert (trace.take(), slow.state) == ("light:8 light:10", GREEN)

    run(main)


def test_machines_come_and_go(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        one, two = LIGHT.machine(context=("one", trace)), LIGHT.machine(context=("two", trace))
        async with Clock(one) as clock:
            await sleep(1)
            clock.add(two)
            await sleep(2.5)
            assert trace.take() == "one:3"
            clock.remove(one)
            one.advance(10)
            assert trace.take() == "one:10 one:10 one:10"
            await sleep(1)
            assert trace.take() == "two:3"
            with pytest.raises(ValueError, match="this clock does not tell the time to"):
                clock.remove(one)
            clock.add(one)
            await sleep(2)
            assert trace.take() == "two:5"
            await sleep(1.1)
            assert trace.take() == "one:13"
            # Nothing holds one that is closed or removed.
            two.close()
            clock.remove(one)
            known = weakref.ref(one), weakref.ref(two)
            del one, two
            await sleep(0.1)
            gc.collect()
            assert [each() for each in known] == [None, None]

    run(main)


def test_one_that_fails_ends_the_clock_of_all(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        light, jammed = LIGHT.machine(context=("light", trace)), JAMMED.machine(context=("jammed", trace))
        other = JAMMED.machine(context=("other", trace))
        with pytest.raises(RuntimeError, match="is jammed") as caught:
            async with Clock(light, jammed, other):
                await sleep(100)
        assert trace.take() == "light:3"
        # The other failed at the same time, unless it was cancelled before.
        told = {str(caught.value), str(caught.value.__context__ or "")}
        assert "jammed is jammed" in told or "other is jammed" in told
        for machine in (light, jammed, other):
            machine.advance(4)

    run(main)


def test_one_that_cannot_have_it_leaves_the_others_as_they_were(run: Run) -> None:
    async def main() -> None:
        one, two = LIGHT.machine(context=("one", Trace())), LIGHT.machine(context=("two", Trace()))
        async with one.clock():
            with pytest.raises(BusyError, match="has a clock already"):
                async with Clock(two, one):
                    pass
            two.advance(1)
        with pytest.raises(BusyError, match="has a clock already"):
            async with Clock(two, two):
                pass
        two.advance(2)

    run(main)


def test_clocks_in_clocks(run: Run) -> None:
    trace = Trace()

    async def main() -> None:
        one, two = LIGHT.machine(context=("one", trace)), LIGHT.machine(context=("two", trace))
        async with one.clock():
            await sleep(1)
            async with two.clock():
                await sleep(4.5)
            await sleep(4)
        assert trace.take() == "one:3 two:3 one:5 one:8"

        # A callback may give its time to another machine.
        def begin() -> None:
            clock.add(two)

        first = Table(Row(RED, SWITCH, RED, begin)).machine(RED)
        async with Clock(first) as clock:
            first.send_later(SWITCH, 1)
            await sleep(3.1)  # its time goes on from the last that it was told
            assert trace.take() == "two:5"

    run(main)


def test_it_is_quiet_while_nothing_is_due(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is polled: a machine is asked each time that something changes."""
    asked: list[Any] = []

    def counting(machine: Machine[Any, Any, Any]) -> Any:
        asked.append(machine)
        return next_due_of(machine)

    monkeypatch.setattr("swiftfsm.awaiting.clock.next_due_of", counting)

    async def main() -> None:
        machine = Table(Row(RED, SWITCH, GREEN), Row(GREEN, BUTTON, RED)).machine(RED)
        async with machine.clock():
            await sleep(1000)
            assert len(asked) <= 2  # as it begins
            machine.send_later(SWITCH, 500)
            await sleep(499)
            before = len(asked)
            assert before <= 4
            await sleep(2)
            assert machine.state is GREEN and len(asked) <= before + 3

    run(main)
    asked.clear()


def test_a_block_that_nobody_runs_any_more(run: Run) -> None:
    async def main() -> None:
        machine = LIGHT.machine()

        async def hold() -> None:
            async with machine.clock():
                await sleep(1)

        if not is_trio():  # under trio a block must be left by its task
            holding = hold()
            holding.send(None)
            holding.close()
            await sleep(0)
        machine.advance(1)

    run(main)
