"""State machine tests that compare a machine with a model."""

from __future__ import annotations

from typing import Any

import pytest
from rule_runs import (  # noqa: F401
    NEEDS_NOTES,
    PAID,
    Event,
    Model,
    Other,
    State,
    closed,
    rule_based,
    run,
    shortest,
    turnstile,
)

from swiftfsm import INTERNAL, Table, define, then, when


def test_a_table_and_its_model_agree() -> None:
    visited = set()

    def visits(machine: Any, model: Model) -> None:
        visited.add((machine.state, model.state))

    for impossible in (False, True):
        visited.clear()
        run(rule_based(turnstile(), model=Model, invariants=visits, impossible=impossible, **PAID))
        assert visited == {(State.LOCKED, "LOCKED"), (State.UNLOCKED, "UNLOCKED")}


@NEEDS_NOTES
def test_the_shortest_case_of_a_difference_to_the_model() -> None:
    text, steps = shortest(rule_based(turnstile(price=100), model=Model, **PAID))
    assert text.startswith("after COIN(100): the machine takes it, but the model refuses it")
    assert steps[-1] == "COIN(argument=100)"  # seldom Hypothesis leaves coins before it that are refused
    text, steps = shortest(rule_based(turnstile(price=151), model=Model, **PAID))
    assert text.startswith("after COIN(150): the model takes it, but not the machine, which is in LOCKED")
    assert steps[-1] == "COIN(argument=150)"


@NEEDS_NOTES
def test_the_states_of_machine_and_model_are_compared() -> None:
    class Sticky(Model):
        def PASS(self) -> None:
            if self.state == "LOCKED":
                raise RuntimeError

    text, steps = shortest(rule_based(turnstile(), model=Sticky, **PAID))
    assert text.startswith("after PASS() the machine is in LOCKED, but the model in UNLOCKED")
    assert steps[-1] == "PASS()" and steps[-2].startswith("COIN(")
    text, _ = shortest(rule_based(turnstile(), model=Sticky, compare=lambda machine, model: False, **PAID))
    assert text.startswith("at the beginning machine and model do not agree: the machine is in LOCKED, the model is <")
    run(rule_based(turnstile(), model=Model, compare=lambda machine, model: True, **PAID))


@pytest.mark.parametrize(
    ("given", "agrees"),
    [
        ("LOCKED", True),
        (State.LOCKED, True),
        (Other.LOCKED, True),
        (Other.OPEN, False),
        (State.UNLOCKED, False),
        (1, False),
    ],
    ids=repr,
)
def test_when_two_states_are_the_same(given: Any, agrees: bool) -> None:
    class Still:
        state = given

    table: Table[Any, Any] = Table((State.LOCKED, Event.COIN, INTERNAL), initial=State.LOCKED)
    test = rule_based(table, model=lambda: type("Model", (), {"state": given, "COIN": lambda self: None})(), events=[])
    if agrees:
        run(test)
    else:
        with pytest.raises(AssertionError, match="the machine is in LOCKED, but the model in"):
            run(test)


@NEEDS_NOTES
def test_strict_machines_and_impossible_events() -> None:
    table: Table[Any, Any] = Table(
        define("a")(when("go") | then("b")), define("b")(when("back") | then("a")), initial="a", strict=True
    )
    run(rule_based(table, impossible=True))

    class Eager:
        state = "a"

        def go(self) -> None: ...

        def back(self) -> None: ...

    text, steps = shortest(rule_based(table, model=Eager, impossible=True, compare=lambda machine, model: True))
    assert text.startswith("after back(): the model takes it, but not the machine, which is in a")
    assert steps == ["back()"]
