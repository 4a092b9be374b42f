"""What the body of a class may declare: sources, resolvers, providers, policies, superstates."""

from __future__ import annotations

from enum import IntEnum
from typing import Optional

from tracing import Event, State, Tracing

from swiftfsm import (
    ANY,
    INTERNAL,
    EntryExit,
    GuardPolicy,
    Outcome,
    Row,
    define,
    entry,
    matching,
    provider,
    resolver,
    superstate,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Level(IntEnum):
    LOW = 1
    HIGH = 2


def test_several_sources_and_events() -> None:
    class Gate(Tracing):
        rows = [define(ALARMING, final=True)]

        @transition((LOCKED, UNLOCKED), (COIN, PASS), ALARMING)
        @transition(ANY, RESET, LOCKED)
        def go(self, source: State, event: Event) -> None:
            self.ran.append(f"{source.name}/{event.name}")

    gate = Gate()
    for event in (PASS, RESET, COIN):
        gate.send(event)
    assert gate.take() == "LOCKED/PASS ALARMING/RESET LOCKED/COIN"
    assert len(Gate.table.transitions()) == 5


def test_resolvers_name_the_target() -> None:
    class Gate(Tracing):
        rows = [define(ALARMING, final=True)]
        arguments = {COIN: int}

        @resolver(LOCKED, COIN, action=("count", "note"), guard=lambda cents: cents > 0)
        def pick(self, cents: int) -> Optional[State]:
            return {1: UNLOCKED, 2: ALARMING}.get(cents)

        def count(self, cents: int) -> None:
            self.ran.append(f"count({cents})")

        def note(self) -> None:
            self.ran.append("note")

        @transition(UNLOCKED, PASS, LOCKED)
        def back(self) -> None:
            self.ran.append("back")

    gate = Gate()
    assert [gate.send(COIN, cents) for cents in (0, 7)] == [Outcome.REFUSED, Outcome.REFUSED]
    assert (gate.send(COIN, 1), gate.state, gate.take()) == (Outcome.TRANSITIONED, UNLOCKED, "count(1) note")
    assert (gate.send(PASS), gate.send(COIN, 2), gate.state) == (Outcome.TRANSITIONED, Outcome.TRANSITIONED, ALARMING)


def test_providers() -> None:
    class Gate(Tracing):
        rows = [
            define(LOCKED)(
                matching(Level.LOW) | when(COIN) | then(UNLOCKED),
                matching(Level.HIGH) | when(COIN) | then(ALARMING),
            ),
            *(Row(state, RESET, LOCKED) for state in (UNLOCKED, ALARMING)),
        ]
        level = Level.LOW

        @provider(Level)
        def look(self) -> Level:
            self.ran.append("look")
            return self.level

    gate = Gate()
    gate.send(COIN)
    assert gate.state is UNLOCKED
    gate.level = Level.HIGH
    gate.send(RESET)
    gate.send(COIN)
    assert (gate.state, gate.take()) == (ALARMING, "look look")


def test_policies() -> None:
    class Gate(Tracing):
        guards = GuardPolicy.FIRST_MATCH
        entry_exit = EntryExit.ALWAYS
        state_names = {LOCKED: "closed"}

        @transition(LOCKED, COIN, guard=lambda self: not self.ran)
        def first(self) -> None:
            self.ran.append("first")

        @transition(LOCKED, COIN, INTERNAL)
        def second(self) -> None:
            self.ran.append("second")

        @entry(LOCKED)
        def enter(self) -> None:
            self.ran.append("+")

    gate = Gate()
    gate.send(COIN)
    gate.send(COIN)
    assert (gate.take(), Gate.table.state_name(LOCKED)) == ("first + second", "closed")


def test_methods_of_a_superstate() -> None:
    class Gate(Tracing):
        inner = superstate()
        outer = superstate(adopts=inner)
        superstates = {LOCKED: outer, UNLOCKED: [outer]}

        @transition(inner, PASS, UNLOCKED)
        @transition(inner, COIN, LOCKED)
        def move(self) -> None:
            self.ran.append("move")

        @entry(outer)
        def enter(self, target: State) -> None:
            self.ran.append(f"+{target.name}")

    gate = Gate()
    for event in (PASS, PASS, COIN):
        gate.send(event)
    assert gate.take() == "move +UNLOCKED move move +LOCKED"


def test_static_and_class_methods_and_functions() -> None:
    seen: list[object] = []

    def outside(machine: object) -> None:
        seen.append(type(machine).__name__)

    class Gate(Tracing):
        @staticmethod
        def alone(event: Event) -> None:
            seen.append(event)

        @classmethod
        def of_class(cls) -> None:
            seen.append(cls.__name__)

        rows = [Row(LOCKED, COIN, INTERNAL, ("alone", "of_class", outside))]

        @staticmethod
        @transition(LOCKED, PASS, INTERNAL)
        def below(event: Event) -> None:
            seen.append(event)

    gate = Gate()
    gate.send(COIN)
    gate.send(PASS)
    assert seen == [COIN, "Gate", "Gate", PASS]


def test_machines_can_be_stopped_by_name() -> None:
    class Gate(Tracing):
        rows = [Row(LOCKED, COIN, INTERNAL, "stop")]

    gate = Gate()
    gate.send(COIN)
    assert gate.state is None
