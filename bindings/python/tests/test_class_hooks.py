"""Hooks in the body of a class of machines: methods that all of its machines call."""

from __future__ import annotations

import pickle
from typing import Callable, Optional

import pytest
from tracing import Event, State, Tracing

from swiftfsm import InvalidDefinitionError, Machine, Outcome, Row, Step, on_step, on_unhandled, transition

LOCKED, UNLOCKED, _ = State
COIN, PASS, RESET = Event


class Watched(Tracing):
    """Hooks without rows: they are for the classes that inherit them."""

    @on_step
    def log(self, event: Event, outcome: Outcome) -> None:
        self.ran.append(f"{event.name} {outcome.name}")

    @on_unhandled
    def miss(self, event: Event) -> None:
        self.ran.append(f"no {event.name}")


class Gate(Watched):
    rows = [Row(UNLOCKED, PASS, LOCKED)]

    @transition(LOCKED, COIN, UNLOCKED)
    def unlock(self) -> None:
        self.ran.append("unlock")

    @on_unhandled
    @on_step
    def both(self, step: Step) -> None:
        self.ran.append("both" if step.outcome else "both, unhandled")


def test_those_of_a_base_come_before_those_of_the_class() -> None:
    gate = Gate()
    gate.on_step(lambda machine: machine.ran.append("own"))
    gate.send(COIN)
    assert gate.take() == "unlock COIN TRANSITIONED both own"
    gate.send(COIN)
    assert gate.take() == "no COIN both, unhandled COIN UNHANDLED both own"


def test_an_overriding_method_stays_a_hook_and_none_removes_it() -> None:
    class Loud(Gate):
        def log(self, event: Event, outcome: Outcome) -> None:
            super().log(event, outcome)
            self.ran.append("!")

        both: Optional[Callable[..., None]] = None  # type: ignore[assignment]

    gate = Loud()
    gate.send(COIN)
    assert gate.take() == "unlock COIN TRANSITIONED !"


def test_a_method_may_be_an_action_and_a_hook() -> None:
    class Counting(Machine[State, Event, None]):
        initial = LOCKED
        count = 0

        @on_step
        @transition(LOCKED, COIN, LOCKED)
        def step(self) -> None:
            self.count += 1

    gate = Counting()
    gate.send(COIN)
    gate.stop()
    assert gate.count == 3


def test_what_is_wrong_with_them() -> None:
    with pytest.raises(TypeError, match=r"Hiding\.on_step hides what machines have under this name"):

        class Hiding(Machine[State, Event, None]):
            @on_step
            def on_step(self) -> None: ...  # type: ignore[override]

    with pytest.raises(InvalidDefinitionError, match=r"log\(self, cents: int\) asks for arguments"):

        class Asking(Gate):
            def log(self, cents: int) -> None: ...  # type: ignore[override]

    with pytest.raises(TypeError, match="only a method can be decorated"):
        on_unhandled(LOCKED)  # type: ignore[type-var]


def test_a_machine_that_is_pickled_keeps_them() -> None:
    again: Gate = pickle.loads(pickle.dumps(Gate()))
    again.send(RESET)
    assert again.take() == "no RESET both, unhandled RESET UNHANDLED both"
