"""Callbacks near the recursion limit: they run, or the call raises RecursionError."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Any, Callable, Optional

import pytest

from swiftfsm import CallbackFailedError, Machine, Outcome, Row, Table, define, then, transition, when

RAN: list[int] = []


class Event(Enum):
    GO = 1


def act() -> None:
    RAN.append(1)


def act_on(machine: object) -> None:
    RAN.append(1)


def allow() -> bool:
    RAN.append(1)
    return True


def reject(context: object) -> None:
    raise ValueError("rejected")


class Going(Machine[str, str, None]):
    initial = "a"
    rows = [define("b")(when("back") | then("a"))]

    def is_good(self) -> bool:
        return True

    @transition("a", "go", "b", guard="is_good")
    def go(self) -> None:
        RAN.append(1)


BACK = Row("b", "back", "a")
MADE: dict[str, Callable[[], Machine[Any, Any, Any]]] = {
    "action": Table(Row("a", "go", "b", act), BACK, initial="a").machine,
    "action of the machine": Table(Row("a", "go", "b", act_on), BACK, initial="a").machine,
    "guard": Table(Row("a", "go", "b", None, allow), BACK, initial="a").machine,
    "entry": Table(Row("a", "go", "b"), define("b", entry=act)(when("back") | then("a")), initial="a").machine,
    "hook": Table(Row("a", "go", "b"), BACK, initial="a", on_step=act).machine,
    "class": Going,
}


def below(depth: int, call: Callable[[Any], Outcome], event: Any) -> Outcome:
    return below(depth - 1, call, event) if depth else call(event)


def near_limit() -> range:
    """The depths at which a call may or may not find room, counted from the caller."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return range(sys.getrecursionlimit() - depth - 60, sys.getrecursionlimit() - depth + 10)


def tell(machine: Machine[Any, Any, Any], depth: int, event: Any) -> Optional[Outcome]:
    """What a send at a depth returns; None if it raises RecursionError, or that a callback failed."""
    RAN.clear()
    try:
        return below(depth, machine.send, event)
    except (RecursionError, CallbackFailedError):  # the latter by chance, where a callback was skipped
        return None


@pytest.mark.parametrize("name", MADE)
def test_a_callback_runs_or_the_send_raises(name: str) -> None:
    skipped, told = 0, set()
    for depth in near_limit():
        machine = MADE[name]()
        outcome = tell(machine, depth, "go")
        told.add(outcome)
        skipped += outcome is not None and not (outcome is Outcome.TRANSITIONED and RAN)
        assert outcome is None or outcome is Outcome.REFUSED or machine.state == "b"
    assert told >= {None, Outcome.TRANSITIONED}
    # Where the frame of the trampoline is the one too many.
    assert skipped <= 1


def test_a_send_of_a_member_always_finds_room_or_raises() -> None:
    table = Table(Row("a", Event.GO, "b", act), Row("b", "back", "a"), initial="a")
    for depth in near_limit():
        machine = table.machine()
        outcome = tell(machine, depth, Event.GO)
        assert (outcome, machine.state, len(RAN)) in ((Outcome.TRANSITIONED, "b", 1), (None, "a", 0))


@pytest.mark.parametrize("name", MADE)
def test_nothing_is_left_for_the_next_call(name: str) -> None:
    for depth in near_limit():
        machine = MADE[name]()
        tell(machine, depth, "go")
        machine.send("go" if machine.state == "a" else "back")
        assert machine.pending == 0


def test_another_exception_comes_out_if_its_callback_ran() -> None:
    table = Table(Row("a", "go", "b", reject), BACK, initial="a")
    caught: set[type] = set()
    for depth in near_limit():
        machine = table.machine()
        try:
            tell(machine, depth, "go")
        except ValueError:
            caught.add(ValueError)
        assert machine.send("back") in (Outcome.UNHANDLED, Outcome.TRANSITIONED)
    assert caught == {ValueError}


def test_a_chain_of_machines_that_is_too_long() -> None:
    ran: list[int] = []
    machines: list[Machine[str, str, int]] = []

    def send_on(context: int) -> None:
        ran.append(context)
        machines[context + 1].send("go")

    table = Table(Row("a", "go", "b", send_on), BACK, initial="a")
    machines += [table.machine(context=number) for number in range(sys.getrecursionlimit())]
    try:
        machines[0].send("go")
    except (RecursionError, CallbackFailedError):
        assert {machine.state for machine in machines} == {"a"}
    else:  # it ended where the frame of the trampoline was the one too many
        assert sum(machine.state == "b" for machine in machines) == len(ran) + 1
