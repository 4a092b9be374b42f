"""The class style: the body of a class is the definition, its methods are the callbacks."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from typing import Optional

import pytest
from tracing import Event, State, Tracing

from swiftfsm import Outcome, Step, cycle, entry, exit, matching, superstate, then, transition, update, when

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Enforcement(Enum):
    WEAK = "weak"
    STRONG = "strong"


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
