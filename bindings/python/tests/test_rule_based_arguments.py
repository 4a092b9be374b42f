"""State machine tests that send arguments and cases of predicates, and the names that their steps have."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from rule_runs import NEEDS_NOTES, closed, rule_based, run, shortest  # noqa: F401

from swiftfsm import Table, define, then, when
from swiftfsm.testing.strategies import of_type


def test_a_document_with_names_of_arguments_and_predicates() -> None:
    seen: set[Any] = set()

    class Callbacks:
        def enough(self, cents: int) -> bool:
            return cents > 0

        def office(self) -> int:
            return 0

        def note(self, cents: int, reason: str) -> None:
            assert -128 <= cents < 128 and "\0" not in reason
            seen.add(cents > 0)

    text = """\
definition door
  event coin (i8 cents, str class)
  predicate Policy weak strong
  callable guard enough bool(i8)
  callable action note void(i8, str)
  initial shut
  state shut
    coin [Policy weak] ? enough -> open / note
    coin [Policy strong] -> same
  state open
    close -> shut
"""
    table = Table.read(text, callbacks=Callbacks())
    test = rule_based(table)
    assert test.__name__ == "DoorTest"
    run(test)
    assert seen == {True}
    (policy,) = table.predicates
    shut = table.State.shut
    strong = list(policy)[1]
    run(rule_based(table, cases={policy: st.just(strong)}, invariants=lambda machine: machine.state is shut))


@NEEDS_NOTES
def test_steps_name_arguments_and_cases() -> None:
    text = """\
definition
  event coin (i8 cents, bool)
  predicate Policy weak
  initial a
  state a
    coin [Policy weak] -> b
  state b
    coin [Policy weak] -> b
"""
    table = Table.read(text, callbacks={})
    _, steps = shortest(rule_based(table, invariants=lambda machine: machine.state is table.State.a))
    assert len(steps) == 1
    assert steps[0] in {
        f"coin(argument1={flag}, case_of_Policy=<Policy.weak: 0>, cents=0)" for flag in (True, False)
    } | {f"coin(cents=0, argument1={flag}, case_of_Policy=<Policy.weak: 0>)" for flag in (True, False)}


@pytest.mark.parametrize("word", ["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str"])
def test_each_type_is_sent(word: str) -> None:
    taken: list[Any] = []
    table: Table[Any, Any] = Table(
        define("a")(when("go") | then("a") | (lambda value: taken.append(value))), initial="a", arguments={"go": word}
    )
    run(rule_based(table))
    assert taken and of_type(word) is not None


def test_names_that_would_hide_something() -> None:
    names = "teardown", "pass", "machine", "wait", '"go on"'
    text = "definition\n  initial a\n  state a\n" + "".join(f"    {name} -> same\n" for name in names)
    table = Table.read(text, callbacks={})
    test = rule_based(table)
    assert {"teardown_", "pass_", "wait_", "machine_", "go_on"} <= set(vars(test))
    run(test)
