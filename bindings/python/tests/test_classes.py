"""The class style: the body of a class is the definition, its methods are the callbacks."""

from __future__ import annotations

import copy
import pickle
from enum import Enum, IntEnum
from typing import Optional

import pytest
from tracing import Event, State

from swiftfsm import (
    ANY,
    INTERNAL,
    EntryExit,
    GuardPolicy,
    Machine,
    Outcome,
    Row,
    Step,
    cycle,
    define,
    entry,
    exit,
    matching,
    provider,
    resolver,
    superstate,
    then,
    transition,
    update,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Enforcement(Enum):
    WEAK = "weak"
    STRONG = "strong"


class Tracing(Machine[State, Event, Optional[str]]):
    """What ran is written down in the machine itself. Without rows: there is no table yet."""

    def __init__(self, context: Optional[str] = None, state: State = LOCKED, *, lenient: bool = False) -> None:
        super().__init__(context, state, lenient=lenient)
        self.ran: list[str] = []

    def take(self) -> str:
        words = " ".join(self.ran)
        self.ran.clear()
        return words


class Turnstile(Tracing):
    """Every word of the class style."""

    initial = LOCKED
    arguments = {COIN: int}
    resettable = superstate(when(RESET) | then(LOCKED) | "reset")
    superstates = {(UNLOCKED, ALARMING): resettable}
    rows = [(UNLOCKED, COIN, UNLOCKED, "thank")]

    def reset(self) -> None:
        self.ran.append("reset")

    def thank(self, cents: int) -> None:
        self.ran.append(f"thank({cents})")

    def is_exact(self, cents: int) -> bool:
        return cents == 150

    @transition(LOCKED, COIN, UNLOCKED, guard="is_exact")
    def unlock(self, cents: int, step: Step) -> None:
        self.ran.append(f"unlock({cents}, {step.source.name}-{step.target.name})")

    @transition(LOCKED, PASS, matching=Enforcement.WEAK)
    @transition(LOCKED, PASS, ALARMING, matching=Enforcement.STRONG)
    def protest(self, enforcement: Enforcement) -> None:
        self.ran.append(f"protest({enforcement.value})")

    @transition(UNLOCKED, PASS, LOCKED)
    def let_through(self) -> None:
        self.ran.append("let_through")

    @entry(LOCKED)
    def lock(self) -> None:
        self.ran.append("+locked")

    @exit(LOCKED, UNLOCKED)
    def leave(self, source: State) -> None:
        self.ran.append(f"-{source.name.lower()}")

    @cycle(LOCKED)
    def stay(self) -> None:
        self.ran.append("=locked")

    @update(ALARMING)
    def calm_down(self, time: float) -> Optional[Event]:
        return RESET if time > 10 else None


def test_what_runs() -> None:
    gate = Turnstile(lenient=True)
    trace = []
    for event, *things in ((COIN, 3), (COIN, 150), (COIN, 20), (PASS, Enforcement.WEAK)):
        trace.append((str(gate.send(event, *things).name), gate.state.name, gate.take()))
    assert trace == [
        ("REFUSED", "LOCKED", ""),
        ("TRANSITIONED", "UNLOCKED", "-locked unlock(150, LOCKED-UNLOCKED)"),
        ("TRANSITIONED", "UNLOCKED", "thank(20)"),
        ("TRANSITIONED", "LOCKED", "-unlocked let_through +locked"),
    ]


def test_stacked_decorators_and_predicates() -> None:
    gate = Turnstile()
    gate.send(PASS, Enforcement.WEAK)
    assert (gate.state, gate.take()) == (LOCKED, "protest(weak) =locked")
    gate.send(PASS, Enforcement.STRONG)
    assert (gate.state, gate.take()) == (ALARMING, "-locked protest(strong)")


def test_updates_name_events() -> None:
    gate = Turnstile(state=ALARMING, lenient=True)
    assert (gate.update(1.0), gate.state) == (None, ALARMING)
    assert (gate.update(11.0), gate.state) == (Outcome.TRANSITIONED, LOCKED)
    assert gate.take() == "reset +locked"


def test_the_table_belongs_to_the_class() -> None:
    table = Turnstile.table
    assert Turnstile().table is Turnstile(state=ALARMING).table is table
    assert (table.initial, table.states, table.events) == (LOCKED, sorted(State), sorted(Event))
    with pytest.raises(AttributeError, match="Tracing has no rows, and so no table of its own"):
        print(Tracing.table)


def test_how_machines_are_made() -> None:
    gate = Turnstile("north", ALARMING, lenient=True)
    assert (gate.context, gate.state, repr(gate)) == ("north", ALARMING, f"<Turnstile in {ALARMING!r}>")
    with Turnstile() as gate:
        assert (gate.context, gate.state) == (None, LOCKED)
    assert repr(gate) == "<Turnstile, closed>"
    with pytest.raises(TypeError, match="Tracing has no rows: make machines with Table.machine"):
        Tracing()


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


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda gate: pickle.loads(pickle.dumps(gate))])
def test_copies_and_pickles(twin_of: object) -> None:
    assert callable(twin_of)
    gate = Turnstile("north", lenient=True)
    gate.send(COIN, 150)
    twin = twin_of(gate)
    assert (type(twin), twin.state, twin.context) == (Turnstile, UNLOCKED, "north")
    assert twin.ran == gate.ran
    assert (twin.ran is gate.ran) is (twin_of is copy.copy)
    assert twin.table is Turnstile.table
    twin.send(PASS)
    assert (twin.state, gate.state) == (LOCKED, UNLOCKED)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda gate: pickle.loads(pickle.dumps(gate))])
def test_a_context_that_holds_its_machine(twin_of: object) -> None:
    assert callable(twin_of)
    context: list[object] = []
    gate = Turnstile.table.machine(LOCKED, context)
    context.append(gate)
    if twin_of is copy.deepcopy:
        twin = twin_of(gate)
    else:
        own = Turnstile()
        own.context = context  # type: ignore[assignment]
        context[:] = [own]
        twin = twin_of(own)
    assert twin.context is not context
    assert twin.context[0] is twin
