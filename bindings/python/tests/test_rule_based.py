"""State machine tests that are made of tables."""

from __future__ import annotations

import unittest
from contextlib import closing
from typing import Any

import pytest
from hypothesis.stateful import RuleBasedStateMachine, rule
from rule_runs import (  # noqa: F401
    NEEDS_NOTES,
    PAID,
    SETTINGS,
    Event,
    State,
    closed,
    rule_based,
    run,
    shortest,
    turnstile,
)

from swiftfsm import Machine, Table, after, condition, define, testing, then, transition, when


def test_it_is_a_test_case_of_unittest() -> None:
    with closing(turnstile()) as table:
        test: Any = testing.rule_based(table, name="Gate", **PAID)
        assert (test.__name__, test.__module__) == ("Gate", __name__)
        assert issubclass(test, RuleBasedStateMachine)
        test.TestCase.settings = SETTINGS
        outcome = unittest.defaultTestLoader.loadTestsFromTestCase(test.TestCase).run(unittest.TestResult())
        assert outcome.wasSuccessful() and outcome.testsRun == 1


@NEEDS_NOTES
def test_the_shortest_case_of_a_broken_invariant() -> None:
    def is_not_rich(machine: Any) -> bool:
        return bool(machine.context.cents < 400)

    text, steps = shortest(rule_based(turnstile(), invariants=[is_not_rich], **PAID))
    assert "is_not_rich does not hold: the machine is in UNLOCKED" in text
    assert steps.count("PASS()") <= 2 and steps[-1].startswith("COIN(argument=")


def test_an_invariant_holds_at_the_beginning() -> None:
    def never(machine: Any) -> bool:
        return False

    text, steps = shortest(rule_based(turnstile(), invariants=never, **PAID))
    assert text.startswith("at the beginning never does not hold") and steps == []


def test_guards_with_effects_are_found() -> None:
    def once(cents: int, context: dict[str, int]) -> bool:
        context["asked"] = context.get("asked", 0) + 1
        return context["asked"] % 3 == 2

    table: Table[Any, Any] = Table(
        define("a")(when("go") | condition(once) | then("b")),
        define("b")(when("back") | then("a")),
        initial="a",
        arguments={"go": "i8"},
    )
    with pytest.raises(AssertionError, match=r"can\(\) said .*: does a guard change something\?"):
        run(rule_based(table, context=dict))


@NEEDS_NOTES
def test_an_exception_of_a_callback_is_shown_as_it_is() -> None:
    def breaks() -> None:
        raise ZeroDivisionError("on the way back")

    table: Table[Any, Any] = Table(
        define("a")(when("go") | then("b")), define("b")(when("back") | then("a") | breaks), initial="a"
    )
    assert shortest(rule_based(table), ZeroDivisionError) == ("on the way back", ["go()", "back()"])


class Gate(Machine[State, Event, None]):
    initial = State.LOCKED
    arguments = {Event.COIN: int}

    def __init__(self, price: int = 0) -> None:
        super().__init__()
        self.price = price
        self.taken = 0

    def pays(self, cents: int) -> bool:
        return cents >= self.price

    @transition(State.LOCKED, Event.COIN, State.UNLOCKED, guard="pays")
    def take(self, cents: int) -> None:
        self.taken += 1

    @transition(State.UNLOCKED, Event.PASS, State.LOCKED)
    def let_pass(self) -> None: ...


def test_a_class_of_machines() -> None:
    seen: set[int] = set()
    run(rule_based(Gate, invariants=lambda machine: seen.add(machine.price)))
    run(rule_based(Gate, machine=lambda: Gate(price=150), invariants=lambda machine: seen.add(machine.price)))
    assert seen == {0, 150} and rule_based(Gate).__name__ == "GateTest"


def test_rules_can_be_added_in_a_subclass() -> None:
    counted: list[int] = []

    class Test(rule_based(turnstile(), **PAID)):  # type: ignore[misc]
        @rule()
        def look(self) -> None:
            counted.append(self.machine.context.cents)

    run(Test)
    assert counted


def test_where_nothing_can_happen_any_more_it_begins_again() -> None:
    states: list[Any] = []
    table: Table[Any, Any] = Table(define("a")(when("go") | then("b")), define("b", final=True), initial="a")
    run(rule_based(table, invariants=lambda machine: states.append(machine.state)))
    assert "b" in states and "a" in states[states.index("b") :]


def test_timeouts_are_waited_for() -> None:
    states: set[Any] = set()
    table: Table[Any, Any] = Table(
        define("red")(after(30) | then("green")),
        define("green")(after(20) | then("red"), when("off") | then("dark")),
        define("dark", final=True),
        initial="red",
    )
    run(rule_based(table, invariants=lambda machine: states.add(machine.state)))
    assert {"red", "green"} <= states


def test_charts() -> None:
    from documented import PLAYER

    seen: set[Any] = set()
    table = Table.read(PLAYER, callbacks={"light-up": lambda: None})
    run(rule_based(table, invariants=lambda machine: seen.update(machine.states)))
    assert table.State.loud in seen and table.State.disc in seen
