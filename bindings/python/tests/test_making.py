"""Making machines: in memory of those that are gone, of which nothing is left, and in memory of their own."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any, Callable, Optional

import pytest
from tracing import Event, State, Trace

from swiftfsm import (
    BusyError,
    ClosedError,
    Machine,
    Outcome,
    Step,
    Table,
    UnhandledEventError,
    UnknownStateError,
    define,
    then,
    when,
)
from swiftfsm.calling.trampoline import machines
from swiftfsm.library.loading import library
from swiftfsm.machines import lifetime, making
from swiftfsm.machines.making import MOST_SPARES

LOCKED, UNLOCKED = State.LOCKED, State.UNLOCKED
COIN, PASS = Event.COIN, Event.PASS


def turnstile(unlock: Callable[..., Any], **options: Any) -> Table[State, Event]:
    return Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | unlock),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        initial=LOCKED,
        **options,
    )


def spares(table: Table[Any, Any]) -> list[int]:
    """The numbers of the machines to come."""
    return [spare[0] for spare in table._shared.spares]


def test_memory_of_a_machine_that_is_gone_is_used_again() -> None:
    trace = Trace()
    table = turnstile(trace("unlock"))
    table.machine().send(COIN)
    (number,) = spares(table)
    for _ in range(3):
        machine = table.machine()
        assert machine._number == number and not table._shared.spares
        assert machine.send(COIN) is Outcome.TRANSITIONED
        del machine
    assert trace == ["unlock"] * 4 and spares(table) == [number] and number not in machines


def test_nothing_is_left_of_a_machine_that_is_gone() -> None:
    seen: list[object] = []

    def unlock(machine: Machine[State, Event, Any], context: object) -> None:
        seen.append(context)
        if context == "fails":
            machine.send(PASS)
            raise KeyError

    table = turnstile(unlock)
    table.machine()
    former = table.machine(UNLOCKED, "fails", lenient=True)
    former.on_step(lambda step: seen.append(step.event))
    former.set_state(LOCKED)
    former.send_later(COIN, 5)
    with pytest.raises(KeyError):
        former.send(COIN)
    assert (former.pending, former.next_due, len(seen)) == (1, 5.0, 2)
    number = former._number
    del former
    machine = table.machine()
    assert machine._number == number
    assert (machine.state, machine.context, machine.pending, machine.next_due) == (LOCKED, None, 0, None)
    machine.advance(10)
    assert machine.state is LOCKED
    assert machine.send(COIN) is Outcome.TRANSITIONED and seen[2:] == [None]


@pytest.mark.parametrize("strict", [False, True])
def test_options_are_those_of_each_machine(strict: bool) -> None:
    table = turnstile(lambda: None, strict=strict)
    for _ in range(2):  # in memory of its own, then in that
        assert table.machine(UNLOCKED).state is UNLOCKED
        assert table.machine(None).state is None
        assert table.machine(lenient=True)._is_lenient
        assert table.machine().state is LOCKED
        with pytest.raises(UnhandledEventError):
            table.machine(strict=True).send(PASS)
        if not strict:
            assert table.machine().send(PASS) is Outcome.UNHANDLED
    assert len(spares(table)) == 1


@pytest.mark.parametrize("state", [99, "LOCKED", [], Event.COIN])
def test_a_state_that_is_none_costs_nothing_but_the_memory(state: Any) -> None:
    table = turnstile(lambda: None)
    for _ in range(3):
        before = len(machines)
        with pytest.raises((UnknownStateError, TypeError)):
            table.machine(state)
        assert len(machines) == before and table.machine().send(COIN) is Outcome.TRANSITIONED


def test_a_closed_table_makes_none() -> None:
    table = turnstile(lambda: None)
    machine = table.machine()
    table.machine()
    table.close()
    del machine
    for _ in range(2 * len(spares(table))):
        with pytest.raises(ClosedError):
            table.machine()


def test_a_table_keeps_memory_for_few() -> None:
    table = turnstile(lambda: None)
    several = [table.machine() for _ in range(3 * MOST_SPARES)]
    before = len(machines)
    del several
    assert (len(spares(table)), len(set(spares(table)))) == (MOST_SPARES, MOST_SPARES)
    assert len(machines) == before - 3 * MOST_SPARES
    for machine in [table.machine() for _ in range(2 * MOST_SPARES)]:
        assert machine.send(COIN) is Outcome.TRANSITIONED


def test_none_for_large_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    table = turnstile(lambda: None)
    size = library.sfsm_machine_size(table._argument)
    for largest, count in ((size - 1, 0), (size, 1)):
        monkeypatch.setattr(making, "LARGEST_SPARE", largest)
        assert table.machine().send(COIN) is Outcome.TRANSITIONED
        assert len(spares(table)) == count


def test_a_machine_that_is_closed_in_its_own_step_keeps_its_memory_until_the_step_ends() -> None:
    trace: list[object] = []

    def unlock(step: Step) -> None:
        step.machine.close()
        # Whatever is made now is elsewhere.
        others = [table.machine(context=each) for each in range(4)]
        trace.append([other.send(PASS) for other in others] == [Outcome.UNHANDLED] * 4)

    table = turnstile(unlock)
    table.machine()
    machine: Optional[Machine[Any, Any, Any]] = table.machine()
    assert machine is not None and machine.send(COIN) is Outcome.TRANSITIONED and machine.closed
    machine = None
    assert trace == [True] and table.machine().state is LOCKED


def test_a_machine_cannot_be_used_once_it_is_gone() -> None:
    kept: list[Machine[Any, Any, Any]] = []

    class Kept(Machine[Any, Any, Any]):
        rows = [define(LOCKED)(when(COIN) | then(LOCKED))]
        initial = LOCKED

        def __del__(self, *names: Any) -> None:
            super().__del__(*names)
            kept.append(self)

    Kept()
    Kept()
    other = Kept()
    for each in kept:
        with pytest.raises(ClosedError):
            each.send(COIN)
    assert other.send(COIN) is Outcome.TRANSITIONED


def test_an_awaited_machine_that_is_dropped_is_released_too() -> None:
    async def unlock() -> None:
        await asyncio.sleep(0)

    table = turnstile(unlock)

    async def main() -> None:
        for _ in range(5):
            machine = table.machine()
            assert await machine.asend(COIN) is Outcome.TRANSITIONED
            turn = asyncio.ensure_future(table.machine().asend(COIN))
            await asyncio.sleep(0)
            turn.cancel()
            with pytest.raises(asyncio.CancelledError):
                await turn
            with pytest.raises(BusyError):
                busy = table.machine()
                step = asyncio.ensure_future(busy.asend(COIN))
                await asyncio.sleep(0)
                try:
                    busy.send(PASS)
                finally:
                    await step

    before = len(machines)
    asyncio.run(main())
    assert len(machines) == before


def test_threads_share_the_memory_of_a_table() -> None:
    table = turnstile(lambda: None)
    wrong: list[object] = []

    def work() -> None:
        for index in range(2_000):
            machine = table.machine(context=index)
            sent = machine.send(COIN), machine.state, machine.context, machines[machine._number]()
            if sent != (Outcome.TRANSITIONED, UNLOCKED, index, machine):
                wrong.append(sent)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_interrupt_while_one_is_made_leaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(list[Any]):
        def append(self, made: Any) -> None:
            raise KeyboardInterrupt

    table = turnstile(lambda: None)
    before = len(machines)
    with monkeypatch.context() as patched:
        patched.setattr(lifetime, "free", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            table.machine()
    gc.collect()
    assert len(machines) == before
