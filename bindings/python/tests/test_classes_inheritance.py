"""Classes of machines that inherit: rows add up, methods are overridden, each class has a table of its own."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import pytest
from tracing import Event, State

from swiftfsm import INTERNAL, Machine, Outcome, Row, define, superstate, then, transition, when

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Gate(Machine[State, Event, "list[str]"]):
    """Its context is the trace."""

    arguments = {COIN: int}
    initial = LOCKED

    def note(self) -> None:
        self.context.append("note")

    rows = [Row(LOCKED, RESET, LOCKED, note)]

    @transition(LOCKED, COIN, UNLOCKED)
    def unlock(self, cents: int) -> None:
        self.context.append(f"unlock({cents})")

    @transition(UNLOCKED, PASS, LOCKED)
    def lock(self) -> None:
        self.context.append("lock")


def run(kind: Any, *sendings: tuple[Any, ...]) -> str:
    trace: list[str] = []
    gate = kind(kind.table.initial or LOCKED, trace)
    for event, *things in sendings:
        gate.send(event, *things)
    return " ".join([*trace, gate.state.name])


EVERYTHING = ((RESET,), (COIN, 5), (PASS,))


def test_without_anything_of_its_own() -> None:
    class Same(Gate):
        pass

    assert run(Same, *EVERYTHING) == run(Gate, *EVERYTHING) == "note unlock(5) lock LOCKED"
    assert Same.table is not Gate.table


def test_overridden_methods_keep_their_decorators() -> None:
    class Loud(Gate):
        def unlock(self, cents: int) -> None:
            super().unlock(cents)
            self.context.append("ring")

        def note(self) -> None:
            self.context.append("NOTE")

    assert run(Loud, *EVERYTHING) == "NOTE unlock(5) ring lock LOCKED"


def test_new_decorators_replace_those_of_the_overridden_method() -> None:
    class Alarming(Gate):
        rows = [Row(ALARMING, RESET, LOCKED)]

        @transition(UNLOCKED, PASS, ALARMING)
        def lock(self) -> None:
            self.context.append("alarm")

    assert run(Alarming, *EVERYTHING) == "note unlock(5) alarm ALARMING"
    assert run(Alarming, *EVERYTHING, (RESET,)) == "note unlock(5) alarm LOCKED"


def test_rows_can_be_added_and_overridden() -> None:
    class Strict(Gate):
        rows = [Row(ALARMING, RESET, LOCKED, "note")]

        @transition(LOCKED, PASS, ALARMING)
        @transition(UNLOCKED, PASS, ALARMING, overriding=True)
        def alarm(self) -> None:
            self.context.append("alarm")

    assert run(Strict, (PASS,), (RESET,), (COIN, 1), (PASS,)) == "alarm note unlock(1) alarm ALARMING"


def test_none_takes_a_method_and_its_rows_away() -> None:
    class OneWay(Gate):
        rows = [define(UNLOCKED, final=True)]
        lock = None  # type: ignore[assignment]

    assert run(OneWay, *EVERYTHING) == "note unlock(5) UNLOCKED"
    assert [transition.event for transition in OneWay.table.transitions()] == [COIN, RESET]


def test_superstates_see_overridden_methods() -> None:
    class Base(Machine[State, Event, "list[str]"]):
        resettable = superstate(when(RESET) | then(LOCKED) | "reset")
        superstates = {(LOCKED, UNLOCKED): resettable}

        def reset(self) -> None:
            self.context.append("base")

        @transition(LOCKED, COIN, UNLOCKED)
        def unlock(self) -> None:
            self.context.append("unlock")

    class Derived(Base):
        superstates = {ALARMING: Base.resettable}

        def reset(self) -> None:
            self.context.append("derived")

        @transition(UNLOCKED, PASS, ALARMING)
        def alarm(self) -> None:
            self.context.append("alarm")

    sendings = ((COIN,), (RESET,), (COIN,), (PASS,), (RESET,))
    assert run(Base, *sendings[:2]) == "unlock base LOCKED"
    assert run(Derived, *sendings) == "unlock derived unlock alarm derived LOCKED"


def test_arguments_add_up_and_the_nearest_initial_state_counts() -> None:
    class More(Gate):
        arguments = {PASS: str}
        initial = UNLOCKED

        def lock(self, who: str = "") -> None:
            self.context.append(f"lock({who})")

    assert (More.table.arguments(COIN), More.table.arguments(PASS)) == (("i64",), ("str",))
    assert run(More, (PASS, "Ann"), (COIN, 2)) == "lock(Ann) unlock(2) UNLOCKED"


def test_mixins_that_are_no_machines() -> None:
    class Resetting:
        context: list[str]

        @transition((LOCKED, UNLOCKED), PASS, INTERNAL)
        def ignore(self) -> None:
            self.context.append("ignore")

    class Mixed(Resetting, Machine[State, Event, "list[str]"]):
        rows = [Row(LOCKED, COIN, UNLOCKED)]

    assert run(Mixed, (PASS,), (COIN,), (PASS,)) == "ignore ignore UNLOCKED"


def test_abstract_bases_build_nothing() -> None:
    class Base(Machine[State, Event, "list[str]"], abstract=True):
        rows = [Row(LOCKED, COIN, UNLOCKED, "greet")]  # nobody says yet how to greet, or what UNLOCKED is

    class Whole(Base):
        rows = [Row(UNLOCKED, PASS, LOCKED)]

        def greet(self) -> None:
            self.context.append("hello")

    assert run(Whole, (COIN,), (PASS,)) == "hello LOCKED"
    with pytest.raises(TypeError, match="^Base has no rows"):
        Base()


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


def test_generic_bases() -> None:
    class Counting(Machine[S, E, "list[str]"], Generic[S, E]):
        def count(self) -> None:
            self.context.append("count")

    class Counted(Counting[State, Event]):
        rows = [Row(LOCKED, COIN, LOCKED, "count")]

    gate = Counted(LOCKED, [])
    assert (gate.send(COIN), gate.context) == (Outcome.TRANSITIONED, ["count"])
