"""Charts in the class style: a nested class is a nested state."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import pytest
from tracing import line

from swiftfsm import (
    EVENTLESS,
    DiagnosticKind,
    InvalidDefinitionError,
    Machine,
    Nested,
    Place,
    Severity,
    StateKind,
    always,
    define,
    entry,
    history,
    inactive,
    resolver,
    superstate,
    then,
    transition,
    when,
)


class State(Enum):
    DAY = auto()
    CARS = auto()
    RED = auto()
    GREEN = auto()
    WALKERS = auto()
    WAIT = auto()
    WALK = auto()
    NIGHT = auto()
    LAST = auto()


class Event(Enum):
    TICK = auto()
    DUSK = auto()
    DAWN = auto()
    BACK = auto()


DAY, CARS, RED, GREEN, WALKERS, WAIT, WALK, NIGHT, LAST = State
TICK, DUSK, DAWN, BACK = Event


class Crossing(Machine[State, Event, None]):
    initial = DAY

    class Day(Nested, state=DAY, parallel=True, entry="switch_on"):
        rows = [when(DUSK) | then(NIGHT), history(LAST, deep=True)]

        class Cars(Nested, state=CARS, initial=RED, on_initial="begin"):
            rows = [
                define(RED)(when(TICK) | then(GREEN) | "go"),
                define(GREEN)(when(TICK) | then(RED)),
            ]

        class Walkers(Nested, state=WALKERS, initial=WAIT):
            class Wait(Nested, state=WAIT):
                pass

            class Walk(Nested, state=WALK):
                rows = [always() | inactive(RED) | then(WAIT)]

    rows = [define(NIGHT)(when(DAWN) | then(DAY), when(BACK) | then(LAST))]

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[str] = []

    def switch_on(self) -> None:
        self.ran.append("on")

    def begin(self) -> None:
        self.ran.append("begin")

    def go(self) -> None:
        self.ran.append("go")

    @entry(RED)
    def stop_cars(self) -> None:
        self.ran.append("stop")

    @transition(WAIT, EVENTLESS, WALK, active=RED)
    def walk(self) -> None:
        self.ran.append("walk")

    def take(self) -> str:
        ran = " ".join(self.ran)
        self.ran.clear()
        return ran


def test_nested_classes_are_nested_states() -> None:
    table = Crossing.table
    assert [table.parent(each) for each in (DAY, CARS, RED, WALK, NIGHT)] == [None, DAY, CARS, WALKERS, None]
    assert (table.kind(DAY), table.kind(LAST)) == (StateKind.PARALLEL, StateKind.DEEP_HISTORY)


def test_methods_are_given_by_name_or_decorated() -> None:
    crossing = Crossing()
    assert crossing.states == [RED, WAIT]
    seen = []
    for event in (TICK, TICK, DUSK, BACK, DUSK, DAWN):
        crossing.send(event)
        seen.append((crossing.states, crossing.take()))
    assert seen == [
        ([GREEN, WAIT], "go"),
        ([RED, WALK], "stop walk"),
        ([NIGHT], ""),
        ([RED, WALK], "on stop"),
        ([NIGHT], ""),
        ([RED, WALK], "on begin stop walk"),
    ]


def test_a_subclass_goes_on_with_a_state_and_replaces_what_is_in_it() -> None:
    class Polite(Crossing):
        class Day(Crossing.Day, entry=("switch_on", "greet")):
            rows = [when(BACK) | then(NIGHT)]

            class Walkers(Nested, state=WALKERS, initial=WALK):
                rows = [define(WAIT), define(WALK)(when(TICK) | then(WAIT))]

        def greet(self) -> None:
            self.ran.append("greet")

    crossing = Polite()
    assert crossing.states == [RED, WALK]
    crossing.send(TICK)
    assert (crossing.states, crossing.take()) == ([GREEN, WAIT], "go")
    # The row of the base and that of the subclass.
    for event in (DUSK, DAWN, BACK):
        crossing.send(event)
    assert (crossing.states, crossing.take()) == ([NIGHT], "on greet begin stop")


def test_a_state_may_be_taken_away() -> None:
    class Night(Crossing):
        initial = NIGHT
        Day = None  # type: ignore[assignment]
        walk = None  # type: ignore[assignment]
        stop_cars = None  # type: ignore[assignment]
        rows = [define(DAY)(when(DUSK) | then(NIGHT)), define(LAST, final=True)]

    assert Night.table.states == [DAY, NIGHT, LAST]


def test_resolvers_and_several_targets() -> None:
    class Gate(Machine[State, Event, None]):
        initial = NIGHT

        class Day(Nested, state=DAY, parallel=True):
            class Cars(Nested, state=CARS, initial=RED):
                rows = [define(RED), define(GREEN)]

            class Walkers(Nested, state=WALKERS, initial=WAIT):
                rows = [define(WAIT), define(WALK)]

        @transition(NIGHT, DAWN, (GREEN, WALK))
        def dawn(self) -> None: ...

        @resolver(DAY, BACK, active=GREEN)
        def back(self) -> State:
            return NIGHT

        @transition(DAY, DUSK, RED, local=True, inactive=NIGHT, raising=BACK)
        def dusk(self) -> None: ...

    gate = Gate()
    gate.send(DAWN)
    assert gate.states == [GREEN, WALK]
    gate.send(DUSK)
    assert gate.states == [RED, WAIT]
    gate.set_states([GREEN, WALK])
    gate.send(BACK)
    assert gate.states == [NIGHT]


def test_faults_have_the_lines_of_the_classes() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:

        class Gate(Machine[State, Event, None]):
            class Day(Nested, state=DAY):
                rows = [when(DUSK) | then(RED), define(RED), define(GREEN, entry="shine")]

    found = {each.kind: each.places[0] for each in caught.value.diagnostics if each.severity is Severity.ERROR}
    assert found[DiagnosticKind.MISSING_DEFAULT] == Place(__file__, here + 4)
    assert found[DiagnosticKind.SIGNATURE_MISMATCH] == Place(__file__, here + 5)


def test_superstates_are_adopted_by_nested_classes() -> None:
    leaving = superstate(when(DUSK) | then(NIGHT) | "leave")

    class Gate(Machine[State, Event, list[str]]):
        class Day(Nested, state=DAY, adopts=leaving):
            rows = [define(RED)]

        rows = [define(NIGHT, final=True)]

        def leave(self) -> None:
            self.context.append("leave")

    ran: list[str] = []
    gate = Gate(DAY, ran)
    gate.send(DUSK)
    assert (ran, gate.is_done) == (["leave"], True)


def test_what_a_nested_class_cannot_be() -> None:
    anything: Any = {}
    with pytest.raises(TypeError, match=r"Day needs its state: class Day\(Nested, state=State"):

        class Day(Nested): ...

    with pytest.raises(TypeError, match="Walk.act is a method: put it into the body of the class of machines"):

        class Walk(Nested, state=WALK):
            def act(self) -> None: ...

    with pytest.raises(TypeError, match="Lights is parallel, so that it has no final and no initial"):

        class Lights(Nested, state=DAY, parallel=True, final=True, initial=RED): ...

    with pytest.raises(TypeError, match="unexpected keyword argument 'regions'"):
        type("Odd", (Nested,), anything, regions=2)

    with pytest.raises(TypeError, match="Gate.states hides what machines have under this name"):

        class Gate(Machine[State, Event, None]):
            class states(Nested, state=DAY):
                rows = [when(DUSK) | then()]
