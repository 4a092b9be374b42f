"""What callbacks raise: who is told of it, and what is raised again."""

from __future__ import annotations

import asyncio
import weakref
from typing import Any, Callable

import pytest
from awaiting import Runner, Send, pause, run, send
from tracing import Event, State, Trace

from swiftfsm import (
    BusyError,
    InvalidDefinitionError,
    Machine,
    Outcome,
    RefusedEventError,
    Row,
    StateBlock,
    Table,
    UnhandledEventError,
    condition,
    define,
    then,
    when,
)
from jamming import LAST, PLAIN, Jam, gate, jam, quiet

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_a_handler_is_told_the_exception_and_the_step_and_it_is_raised_again(send: Send) -> None:
    told: list[Any] = []

    def handle(exception: Jam, event: Event, source: State, target: State, machine: Any, step: Any) -> None:
        told.append((exception, event, source, target, machine.state, step.arguments, step.row))

    machine = gate(on_exception=handle).machine()
    with pytest.raises(Jam) as raised:
        send(machine, COIN)
    assert told == [(raised.value, COIN, LOCKED, UNLOCKED, LOCKED, (), 0)]
    assert machine.state is LOCKED


def test_one_that_returns_true_has_dealt_with_it(send: Send) -> None:
    machine = gate(on_exception=lambda error: isinstance(error, Jam)).machine()
    assert send(machine, COIN) is Outcome.REFUSED  # the state has not changed
    assert machine.state is LOCKED
    late = Table(Row(LOCKED, COIN, UNLOCKED, after=jam), StateBlock(UNLOCKED, final=True), on_exception=lambda: True)
    machine = late.machine(LOCKED)
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert machine.state is UNLOCKED


PASSED = Row(LOCKED, PASS, UNLOCKED)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, guards=jam), LAST), id="guard"),
        pytest.param(lambda: Table(define(LOCKED)(when(COIN) | then(by=jam)), PASSED, LAST), id="resolver"),
        pytest.param(lambda: Table(PLAIN, LAST, prepare=jam), id="prepare"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, guards=lambda: True, before=jam), LAST), id="before"),
        pytest.param(lambda: Table(PLAIN, StateBlock(LOCKED, exit=jam), LAST), id="exit"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, jam), LAST), id="action"),
        pytest.param(lambda: Table(PLAIN, StateBlock(UNLOCKED, final=True, entry=jam)), id="entry"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, after=jam), LAST), id="after"),
        pytest.param(lambda: Table(PLAIN, LAST, on_step=jam), id="on_step"),
        pytest.param(lambda: Table(PASSED, LAST, event_names=Event, on_unhandled=jam), id="on_unhandled"),
    ],
)
def test_handlers_are_told_of_every_kind_of_callback(send: Send, make: Callable[[], Table[State, Event]]) -> None:
    told: list[str] = []

    def handle(exception: Exception, event: Event, source: State) -> None:
        told.append(f"{exception}, {event.name} in {source.name}")

    machine = make().machine(LOCKED)
    machine.on_exception(handle)
    with pytest.raises(Jam):
        send(machine, COIN)
    assert told == ["the arm is jammed, COIN in LOCKED"]
    machine.remove_hook(handle)
    machine.set_state(LOCKED)
    with pytest.raises(Jam):
        send(machine, COIN)
    assert len(told) == 1


def test_several_are_told_in_their_order_and_one_that_raises_is_the_last() -> None:
    trace = Trace()
    machine = gate(on_exception=[trace("a"), trace("b")]).machine()
    machine.on_exception(trace.raising("c", KeyError("handler")))
    machine.on_exception(trace("d"))
    with pytest.raises(KeyError, match="handler") as raised:
        machine.send(COIN)
    assert isinstance(raised.value.__context__, Jam)  # nothing is lost
    assert trace.take() == "a b c"


def test_what_is_no_exception_of_a_program_passes_unseen(send: Send) -> None:
    trace = Trace()

    def interrupt() -> None:
        raise KeyboardInterrupt

    machine = gate(action=interrupt, on_exception=trace("told"), error_target=ALARMING).machine()
    with pytest.raises(KeyboardInterrupt):
        send(machine, COIN)
    assert (trace.take(), machine.state) == ("", LOCKED)


def test_a_cancelled_task_is_no_matter_of_handlers() -> None:
    trace = Trace()

    async def wait() -> None:
        await asyncio.sleep(60)

    machine = gate(action=wait, on_exception=[trace("told"), lambda: True], error_target=ALARMING).machine()

    async def main() -> None:
        task = asyncio.ensure_future(machine.asend(COIN))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert (trace.take(), machine.state) == ("", LOCKED)


def test_the_errors_of_a_strict_machine_are_those_of_its_sender(send: Send) -> None:
    trace = Trace()
    table = gate(action=print, on_exception=[trace("told"), lambda: True], error_target=ALARMING, strict=True)
    machine = table.machine(UNLOCKED)
    with pytest.raises(UnhandledEventError):
        send(machine, COIN)
    refusing = Table(
        define(LOCKED, error_target=UNLOCKED)(when(COIN) | condition(lambda: False) | then(UNLOCKED)),
        LAST,
        strict=True,
        on_exception=trace("told"),
    ).machine(LOCKED)
    with pytest.raises(RefusedEventError):
        send(refusing, COIN)
    assert (trace.take(), machine.state, refusing.state) == ("", UNLOCKED, LOCKED)
    # That of another machine, which a callback sends to, is one of the callback.
    outer = gate(action=lambda: machine.send(COIN), on_exception=trace("told")).machine()
    with pytest.raises(UnhandledEventError):
        send(outer, COIN)
    assert trace.take() == "told"


def test_stop_iteration_comes_out_as_it_is() -> None:
    def stop() -> None:
        raise StopIteration("end")

    with pytest.raises(StopIteration, match="end"):
        gate(action=stop, on_exception=quiet).machine().send(COIN)


def test_one_that_was_dealt_with_is_gone_at_once() -> None:
    gone: list[weakref.ref[Exception]] = []

    def handle(exception: Exception) -> bool:
        gone.append(weakref.ref(exception))
        return True

    failing = Table(Row(LOCKED, COIN, UNLOCKED, guards=jam), LAST)
    for table in (gate(error_target=ALARMING), failing, gate(action=quiet, on_step=jam)):
        machine = table.machine(LOCKED)
        machine.on_exception(handle)
        machine.send(COIN)
        asyncio.run(machine.asend(COIN))
    assert gone and all(each() is None for each in gone)  # without the garbage collector


def test_a_handler_may_be_a_coroutine_function(run: Runner) -> None:
    trace = Trace()

    async def handle(exception: Exception) -> bool:
        await pause()
        trace.append(str(exception))
        return True

    machine = gate(on_exception=handle, error_target=ALARMING).machine()

    async def main() -> None:
        assert await machine.asend(COIN) is Outcome.TRANSITIONED

    run(main)
    assert (trace.take(), machine.state) == ("the arm is jammed", ALARMING)
    with pytest.raises(TypeError, match=r"handle\(.*\) has to be awaited") as raised:
        gate(on_exception=handle).machine().send(COIN)
    assert isinstance(raised.value.__context__, Jam)


def test_what_cannot_be_a_handler_is_an_error_of_the_definition() -> None:
    def handle(exception: Exception, cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"a hook cannot be called: handle\(.*\) asks for arguments"):
        gate(on_exception=handle)
    with pytest.raises(TypeError, match="a hook must be a callable or None"):
        gate().machine().on_exception("log")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="on_exception must be a callable or several of them, not 5"):
        gate(on_exception=5)


def test_what_a_handler_sends_comes_after_the_error_state() -> None:
    def handle(machine: Machine[Any, Any, Any]) -> bool:
        assert machine.send(RESET) is Outcome.QUEUED
        with pytest.raises(BusyError):
            machine.on_exception(None)
        return True

    trace = Trace()
    table = gate(on_exception=handle, error_target=ALARMING, on_step=lambda target: trace.append(str(target)))
    machine = table.machine()
    machine.send(COIN)
    assert machine.state is LOCKED
    assert trace.take().replace("State.", "").split()[-2:] == [str(ALARMING).replace("State.", ""), str(LOCKED).replace("State.", "")]


def test_events_that_wait_stay_in_the_queue_as_ever(send: Send) -> None:
    def send_and_jam(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS)
        raise Jam

    machine = gate(action=send_and_jam, on_exception=quiet).machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, machine.pending) == (LOCKED, 1)
    machine.run()
    assert (machine.state, machine.pending) == (ALARMING, 0)
