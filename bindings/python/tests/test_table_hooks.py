"""Hooks of a table: all of its machines have them, before their own."""

from __future__ import annotations

import copy
import gc
import pickle
import tracemalloc
from typing import Any, Optional
from weakref import ref

import pytest
from awaiting import AnyMachine
from tracing import Event, State, Trace, line

from swiftfsm import InvalidDefinitionError, Outcome, Row, Status, Step, Table
from swiftfsm.calling import hook, signatures, trampoline

LOCKED, UNLOCKED, _ = State
COIN, PASS, RESET = Event
ROWS = [Row(LOCKED, COIN, UNLOCKED), Row(UNLOCKED, PASS, LOCKED)]
TOLD: list[str] = []


class Log:
    def write(self, event: Event) -> None: ...


def first(step: Step) -> None:
    TOLD.append(f"first {step.outcome!s}")


def second(event: Optional[Event]) -> None:
    TOLD.append(f"second {event.name if event else None}")


@pytest.fixture(autouse=True)
def nothing_told() -> None:
    TOLD.clear()


def told() -> str:
    words = ", ".join(TOLD)
    TOLD.clear()
    return words


def test_they_are_called_in_their_order_before_those_of_the_machine() -> None:
    trace = Trace()
    table = Table(ROWS, on_step=[trace("a"), trace("b"), trace("a")], on_unhandled=trace("u"))
    machines = [table.machine(LOCKED) for _ in range(3)]
    machines[0].on_step(trace("own"))
    machines[0].on_unhandled(trace("own u"))
    for machine in machines:
        machine.send(COIN)
        machine.send(RESET)
    assert trace.take() == "a b a own u own u a b a own" + 2 * " a b a u a b a"


def test_the_same_function_may_be_a_hook_twice_and_an_action() -> None:
    table = Table([Row(LOCKED, COIN, UNLOCKED, first), *ROWS[1:]], on_step=(first, first), on_unhandled=first)
    table.machine(LOCKED).send(COIN)
    assert told() == "first None" + 2 * ", first Outcome.TRANSITIONED"


def test_a_start_and_a_stop_are_steps_and_queries_are_none() -> None:
    machine = Table(ROWS, on_step=second, on_unhandled=first).machine(None)
    machine.start(LOCKED)
    assert told() == "second None"
    assert (machine.can(COIN), machine.why_not(RESET), machine.permitted()) == (True, machine.why_not(RESET), [COIN])
    assert told() == ""
    machine.stop()
    assert told() == "second None"


def test_they_are_not_the_machines_to_remove() -> None:
    machine = Table(ROWS, on_step=first, on_unhandled=second).machine(LOCKED)
    with pytest.raises(ValueError, match="is no hook of this machine"):
        machine.remove_hook(first)
    machine.on_step(second)
    machine.remove_hook(second)
    machine.on_step(None)
    machine.on_unhandled(None)
    machine.send(RESET)
    assert told() == "second RESET, first Outcome.UNHANDLED"


def test_what_they_send_is_run_behind_the_step() -> None:
    def pay(machine: AnyMachine) -> None:
        assert machine.send(COIN) is Outcome.QUEUED

    machine = Table(ROWS, on_unhandled=[pay, second], on_step=second).machine(LOCKED)
    assert machine.send(PASS) is Outcome.UNHANDLED
    assert (told(), machine.state) == ("second PASS, second PASS, second COIN", UNLOCKED)


def test_one_that_raises_ends_the_step_before_those_behind_it() -> None:
    machine = Table(ROWS, on_step=[first, lambda: [][1], second]).machine(LOCKED)
    machine.on_step(second)
    with pytest.raises(IndexError):
        machine.send(COIN)
    assert (told(), machine.state) == ("first Outcome.TRANSITIONED", UNLOCKED)


def test_an_exception_for_an_unhandled_event_is_seen_by_those_for_every_step() -> None:
    machine = Table(ROWS, on_step=first, on_unhandled=[lambda: [][1], second]).machine(LOCKED)
    with pytest.raises(IndexError):
        machine.send(PASS)
    assert told() == f"first {Status.CALLBACK_FAILED!s}"


def test_its_exception_replaces_that_of_an_action_and_keeps_it_as_context() -> None:
    trace = Trace()
    machine = Table(
        [Row(1, 1, 1, trace.raising("act", ValueError("of the action")))],
        on_step=trace.raising("hook", KeyError("of the hook")),
    ).machine(1)
    machine.on_step(trace("own"))
    with pytest.raises(KeyError, match="of the hook") as caught:
        machine.send(1)
    assert isinstance(caught.value.__context__, ValueError)
    assert trace.take() == "act hook"


def test_what_cannot_be_a_hook_is_reported_with_the_place_of_the_table() -> None:
    def by_keyword(*, cents: int) -> None: ...
    def named(event: str) -> None: ...

    with pytest.raises(InvalidDefinitionError) as caught:
        here = line() + 1
        Table(ROWS, on_step=[lambda cents: None, by_keyword, first], on_unhandled=["log", named])
    assert [(place.line if place else None) for each in caught.value.diagnostics for place in each.places] == 4 * [here]
    texts = [each.text for each in caught.value.diagnostics]
    assert "asks for arguments, but a hook is called for all events" in texts[0]
    assert all(text.startswith("hook of the table: ") for text in texts)
    with pytest.raises(TypeError, match="on_step must be a callable or several of them, not 5"):
        Table(ROWS, on_step=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [max, dict, print], ids=str)
def test_a_builtin_is_a_hook(function: Any) -> None:
    table: Table[Any, Any] = Table([(1, 1, 1)], on_unhandled=function, event_names={2: "two"})
    assert table.machine(1).send(1) is Outcome.TRANSITIONED


def test_they_go_with_copies_and_pickles() -> None:
    table = Table(ROWS, on_step=first, on_unhandled=[second, second])
    machine = table.machine(LOCKED)
    machine.on_step(second)
    for twin in (copy.copy(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
        twin.send(RESET)
        assert told() == "second RESET, second RESET, first Outcome.UNHANDLED, second RESET"
    pickle.loads(pickle.dumps(table)).machine(LOCKED).send(COIN)
    assert told() == "first Outcome.TRANSITIONED"
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Table(ROWS, on_step=lambda: None))


def test_they_go_with_their_table() -> None:
    def made() -> list[ref[Any]]:
        log = Log()
        act = lambda step: log  # noqa: E731
        table = Table(ROWS, on_step=[log.write, act], on_unhandled=act)
        vars(log)["machine"] = machine = table.machine(LOCKED)  # a cycle
        table.close()
        machine.send(COIN)
        return [ref(log), ref(act), ref(machine)]

    before = trampoline.slots_in_use()
    watched = made()
    gc.collect()
    assert [each() for each in watched] == [None, None, None]
    assert trampoline.slots_in_use() == before


@pytest.mark.parametrize("kind", ["function", "lambda", "method"])
def test_a_machine_costs_no_more_with_them(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: dict[str, Any] = {"function": first, "lambda": lambda step: None, "method": Log().write}
    bare, hooked = Table(ROWS), Table(ROWS, on_step=hooks[kind], on_unhandled=hooks[kind])

    def size(table: Table[Any, Any]) -> int:
        gc.collect()  # which also empties the lists of tuples and the like that Python keeps: these would not be counted
        gc.disable()
        tracemalloc.start()
        try:
            machines = [table.machine(LOCKED) for _ in range(1000)]
            return tracemalloc.get_traced_memory()[0] // len(machines)
        finally:
            tracemalloc.stop()
            gc.enable()

    monkeypatch.setattr(hook, "parameters_of", lambda function: pytest.fail("found out again"))
    monkeypatch.setattr(signatures, "parameters_of", lambda function: pytest.fail("found out again"))
    # The least of several in a row: tables of the package itself grow now and then.
    least = [min(size(table) for _ in range(6)) for table in (hooked, bare)]
    assert abs(least[0] - least[1]) <= 8
