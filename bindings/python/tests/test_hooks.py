"""Hooks: several stand side by side, and go where their machine goes."""

from __future__ import annotations

import asyncio
import copy
import functools
import gc
import pickle
import sys
from typing import Any, Callable

import pytest
from tracing import Event, State, Trace

from swiftfsm import BusyError, Machine, Row, Step, Table
from swiftfsm.calling import hook, parameters

TABLE = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED), Row(State.UNLOCKED, Event.PASS, State.LOCKED)])
TOLD: list[str] = []


def first(step: Step) -> None:
    TOLD.append(f"first {step.outcome!s}")


def second(event: Event) -> None:
    TOLD.append(f"second {event.name}")


class Log:
    """A context whose method is a hook."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, event: Event) -> None:
        self.lines.append(event.name)


@pytest.fixture(autouse=True)
def nothing_told() -> None:
    TOLD.clear()


def gate() -> Machine[Any, Any, Any]:
    return TABLE.machine(State.LOCKED)


def told() -> str:
    words = ", ".join(TOLD)
    TOLD.clear()
    return words


def test_hooks_are_added_and_called_in_their_order() -> None:
    machine = gate()
    for hook in (first, second, first):
        machine.on_step(hook)
    machine.on_unhandled(second)
    machine.send(Event.COIN)
    assert told() == "first Outcome.TRANSITIONED, second COIN, first Outcome.TRANSITIONED"
    machine.send(Event.COIN)
    assert told() == "second COIN, first Outcome.UNHANDLED, second COIN, first Outcome.UNHANDLED"


def test_one_hook_is_removed_and_all_are() -> None:
    machine = gate()
    machine.on_step(first)
    machine.on_step(second)
    machine.on_unhandled(first)
    machine.remove_hook(first)
    machine.send(Event.RESET)
    assert told() == "second RESET"
    with pytest.raises(ValueError, match="is no hook of this machine"):
        machine.remove_hook(first)
    machine.on_step(first)
    machine.on_step(None)
    machine.on_unhandled(None)
    machine.send(Event.RESET)
    assert told() == ""


def test_a_hook_that_raises_ends_the_step_before_those_behind_it() -> None:
    machine = gate()
    machine.on_step(first)
    machine.on_step(lambda: [][1])
    machine.on_step(second)
    with pytest.raises(IndexError):
        machine.send(Event.COIN)
    assert (told(), machine.state) == ("first Outcome.TRANSITIONED", State.UNLOCKED)


def test_hooks_of_an_awaited_step_are_awaited_in_their_order() -> None:
    trace = Trace()

    async def slow(event: Event) -> None:
        trace.append(f"slow {event.name}")
        await asyncio.sleep(0)
        trace.append("done")

    async def main() -> None:
        machine = gate()
        for hook in (slow, trace("quick"), slow):
            machine.on_step(hook)
        machine.on_unhandled(slow)
        await machine.asend(Event.COIN)
        assert trace.take() == "slow COIN done quick slow COIN done"
        await machine.asend(Event.RESET)
        assert trace.take() == "slow RESET done slow RESET done quick slow RESET done"
        assert machine.state is State.UNLOCKED

    asyncio.run(main())


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda machine: pickle.loads(pickle.dumps(machine))])
def test_hooks_go_with_copies_and_pickles(again: Callable[[Any], Any]) -> None:
    machine = gate()
    machine.on_step(first)
    machine.on_step(second)
    machine.on_unhandled(second)
    machine.context = Log()
    machine.on_step(machine.context.write)
    twin = again(machine)
    twin.send(Event.RESET)
    assert told() == "second RESET, first Outcome.UNHANDLED, second RESET"
    assert twin.context.lines == ["RESET"]
    # What is changed afterwards is the machine's own affair.
    twin.on_step(None)
    machine.send(Event.COIN)
    assert told() == "first Outcome.TRANSITIONED, second COIN"


def refuse(exception: Exception) -> bool:
    TOLD.append(f"refuse {exception}")
    return True


def ready(event: Event) -> None:
    TOLD.append(f"ready {event.name}")


def jam() -> None:
    raise ValueError("jammed")


JAMMED = Table(
    Row(State.LOCKED, Event.COIN, State.UNLOCKED, jam), Row(State.UNLOCKED, Event.PASS, State.LOCKED), initial=State.LOCKED
)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda machine: pickle.loads(pickle.dumps(machine))])
def test_those_that_the_library_does_not_know_go_with_them_too(again: Callable[[Any], Any]) -> None:
    machine = JAMMED.machine()
    machine.prepare(ready)
    machine.on_exception(refuse)
    machine.on_step(second)
    twin = again(machine)
    twin.send(Event.COIN)
    assert told() == "ready COIN, refuse jammed, second COIN"
    twin.remove_hook(refuse)
    twin.prepare(None)
    with pytest.raises(ValueError, match="jammed"):
        twin.send(Event.COIN)
    assert told() == "second COIN"
    machine.send(Event.COIN)
    assert told() == "ready COIN, refuse jammed, second COIN"


def test_several_of_each_stand_side_by_side_and_one_is_removed_from_all() -> None:
    machine = JAMMED.machine()
    for _ in range(2):
        machine.prepare(ready)
        machine.on_exception(refuse)
    machine.send(Event.COIN)
    assert told() == "ready COIN, ready COIN, refuse jammed, refuse jammed"
    machine.remove_hook(ready)
    machine.send(Event.COIN)
    assert told() == "refuse jammed, refuse jammed"
    with pytest.raises(ValueError, match="is no hook of this machine"):
        machine.remove_hook(ready)
    machine.on_exception(None)
    machine.set_state(State.UNLOCKED)
    machine.send(Event.PASS)
    assert (told(), machine.state) == ("", State.LOCKED)


def test_a_machine_whose_hooks_are_gone_is_as_quick_as_one_that_had_none() -> None:
    machine, plain = JAMMED.machine(), JAMMED.machine()
    machine.prepare(ready)
    assert machine._event_arguments is not plain._event_arguments
    machine.remove_hook(ready)
    assert machine._event_arguments is plain._event_arguments


def test_a_callback_cannot_change_them() -> None:
    def change(machine: Machine[Any, Any, Any]) -> None:
        for add in (machine.prepare, machine.on_exception, machine.on_step):
            with pytest.raises(BusyError):
                add(first)
        TOLD.append("changed nothing")

    for watched in (False, True):
        machine = Table(Row(1, 1, 1, change)).machine(1)
        if watched:
            machine.prepare(lambda: None)
        machine.send(1)
        assert told() == "changed nothing"


def test_a_pickle_with_two_kinds_of_hooks_is_read() -> None:
    machine = gate()
    machine.on_step(first)
    make, arguments, held = machine.__reduce__()
    again = make(*arguments)
    again.__setstate__({**held, "hooks": held["hooks"][:2]})
    again.send(Event.COIN)
    assert told() == "first Outcome.TRANSITIONED"


def test_a_hook_that_cannot_be_pickled_is_not_lost_silently() -> None:
    machine = gate()
    machine.on_step(lambda: None)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(machine)


@pytest.mark.parametrize("function", [max, dict, vars, functools.partial(max, 0)], ids=str)
def test_a_builtin_that_does_not_tell_its_parameters_gets_the_arguments(function: Any) -> None:
    seen: list[Any] = []

    class Opaque:
        """As print is in Python 3.9: a callable without a signature."""

        __signature__ = None

        def __call__(self, *values: Any) -> None:
            seen.append(values)

    machine = Table([(1, 1, 1), (1, 2, 1)], arguments={1: (int, str)}).machine(1)
    machine.on_step(function if function is not vars else print)
    machine.on_step(None)
    machine.on_step(Opaque())
    machine.send(1, 5, "cent")
    machine.send(2)
    assert seen == [(5, "cent"), ()]


def test_print_is_a_hook(capsys: pytest.CaptureFixture[str]) -> None:
    machine = Table([(1, 1, 1)], arguments={1: (int, str)}).machine(1)
    machine.on_step(print)
    machine.send(1, 5, "cent")
    assert capsys.readouterr().out == "5 cent\n"


def resident(make: Callable[[], list[Any]]) -> int:
    """The bytes that the process has grown by."""
    page = 4096
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        before = int(file.read().split()[1])
    kept = make()
    with open("/proc/self/statm", encoding="ascii") as file:
        after = int(file.read().split()[1])
    del kept
    return (after - before) * page


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("kind", ["one function", "a lambda each", "a method each"])
def test_a_hook_costs_little_memory(kind: str) -> None:
    def hook_of(machine: Machine[Any, Any, Any]) -> Callable[..., object]:
        if kind == "one function":
            return first
        return (lambda step: machine) if kind == "a lambda each" else machine.context.write

    machines = [TABLE.machine(State.LOCKED, Log()) for _ in range(4000)]

    def add() -> list[Any]:
        for machine in machines:
            machine.on_step(hook_of(machine))
        return machines

    limit = 700 if kind == "one function" else 2200
    assert resident(add) / len(machines) < limit


@pytest.mark.parametrize("kind", ["one function", "a lambda each", "a method each"])
def test_the_parameters_of_a_hook_are_found_out_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []

    def parameters_of(function: Any) -> Any:
        found.append(function)
        return parameters.parameters_of(function)

    monkeypatch.setattr(hook, "parameters_of", parameters_of)
    for _ in range(50):
        machine = TABLE.machine(State.LOCKED, Own())
        lambdas: Callable[[Step], object] = lambda step: machine
        machine.on_step({"one function": once, "a lambda each": lambdas, "a method each": machine.context.write}[kind])
        machine.close()
    assert len(found) == 1


def once(step: Step) -> None: ...


class Own(Log):
    """Its method is its own, which no other test has made known."""

    def write(self, event: Event) -> None: ...
