"""Events that no row takes any more when their turn comes: the oracle of the random tests does as the package does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from oracle import Fault, Interpreter, Sending
from oracle_model import ANY, SAME, Model, ModelBlock, ModelRow
from scripts import Boom

import swiftfsm
from swiftfsm import Row, Table, UnknownEventError

LEAVE, FOLLOW, LAST, UNKNOWN = 10, 11, 12, 99
"""An event that fails and leaves FOLLOW waiting; FOLLOW sends LAST; and one that only state 2 takes."""


class Callbacks:
    """The callbacks of one machine, and what ran."""

    def __init__(self) -> None:
        self.trace: list[str] = []
        self.follow_fails = False

    def leave(self, machine: Any) -> None:
        machine.send(FOLLOW)
        raise Boom

    def follow(self, machine: Any) -> None:
        self.trace.append("follow")
        if self.follow_fails:
            raise Boom
        machine.send(LAST)

    def last(self, machine: Any) -> None:
        self.trace.append("last")


def oracle(callbacks: Callbacks) -> Any:
    rows = [ModelRow(1, event, SAME, actions=(name,)) for event, name in
            [(LEAVE, "leave"), (FOLLOW, "follow"), (LAST, "last")]]  # fmt: skip
    model = Model(
        states={1: ModelBlock(1, tuple(rows), {}), 2: ModelBlock(2, (ModelRow(2, ANY, 1),), {})},
        anywhere=(),
        is_first_match=False,
        is_always=False,
        order=("RESOLVE", "EXIT", "ACTIONS", "COMMIT", "ENTRY"),
        kinds={},
        provided=frozenset(),
        argument_types={},
    )

    def call(name: str, machine: Interpreter, sending: Sending) -> None:
        if not name.startswith("on_"):
            getattr(callbacks, name)(machine)

    return Interpreter(model, 1, is_lenient=False, call=call, provide=lambda kind: 0)


def package(callbacks: Callbacks) -> Any:
    return Table(
        [
            Row(1, LEAVE, swiftfsm.SAME, callbacks.leave),
            Row(1, FOLLOW, swiftfsm.SAME, callbacks.follow),
            Row(1, LAST, swiftfsm.SAME, callbacks.last),
            Row(2, swiftfsm.ANY, 1),
        ]
    ).machine(1)


def waiting(machine: Any) -> int:
    return len(machine.queue) if isinstance(machine, Interpreter) else machine.pending


@pytest.mark.parametrize("make", [oracle, package])
def test_what_waits_behind_an_unknown_event_runs(make: Callable[[Callbacks], Any]) -> None:
    callbacks = Callbacks()
    machine = make(callbacks)
    with pytest.raises(Boom):
        machine.send(LEAVE)
    with pytest.raises((Fault, UnknownEventError)):
        machine.send(UNKNOWN)  # which waits between FOLLOW and LAST
    assert (callbacks.trace, waiting(machine)) == (["follow", "last"], 0)


@pytest.mark.parametrize("make", [oracle, package])
def test_nobody_is_told_of_an_unknown_event_that_has_waited(make: Callable[[Callbacks], Any]) -> None:
    callbacks = Callbacks()
    machine = make(callbacks)
    with pytest.raises(Boom):
        machine.send(LEAVE)
    callbacks.follow_fails = True
    with pytest.raises(Boom):
        machine.send(UNKNOWN)
    assert waiting(machine) == 1
    machine.run()
    assert waiting(machine) == 0
