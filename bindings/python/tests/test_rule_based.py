"""State machine tests that are made of tables."""

from __future__ import annotations

import subprocess
import sys
import unittest
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Callable, Optional

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from swiftfsm import (
    INTERNAL,
    ArgumentsError,
    Machine,
    Table,
    UnknownEventError,
    UnknownPredicateError,
    after,
    condition,
    define,
    then,
    transition,
    when,
)
from swiftfsm import testing
from swiftfsm.testing.strategies import of_type


class State(Enum):
    LOCKED = auto()
    UNLOCKED = auto()


class Event(Enum):
    COIN = auto()
    PASS = auto()


class Till:
    def __init__(self) -> None:
        self.cents = 0


def is_enough(cents: int) -> bool:
    return cents >= 150


def take(cents: int, context: Till) -> None:
    context.cents += cents


def turnstile(price: int = 150) -> Table[State, Event]:
    def pays(cents: int) -> bool:
        return cents >= price

    return Table(
        define(State.LOCKED)(when(Event.COIN) | condition(pays) | then(State.UNLOCKED) | take),
        define(State.UNLOCKED)(when(Event.PASS) | then(State.LOCKED)),
        initial=State.LOCKED,
        arguments={Event.COIN: int},
    )


class Model:
    """The turnstile as somebody has written it by hand."""

    def __init__(self) -> None:
        self.state = "LOCKED"

    def COIN(self, cents: int) -> Optional[bool]:
        if self.state != "LOCKED" or cents < 150:
            return False
        self.state = "UNLOCKED"
        return None

    def PASS(self) -> None:
        if self.state == "LOCKED":
            raise RuntimeError("the arm is locked")
        self.state = "LOCKED"


SETTINGS = settings(
    max_examples=40,
    stateful_step_count=15,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
SHRUNK = settings(
    max_examples=300,
    stateful_step_count=15,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],
    print_blob=False,
)


_tested: list[Table[Any, Any]] = []


def rule_based(table: Any, **options: Any) -> Any:
    """As `testing.rule_based`; the table is closed when the test ends, since Hypothesis remembers each class of tests."""
    if isinstance(table, Table):
        _tested.append(table)
    return testing.rule_based(table, **options)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while _tested:
        _tested.pop().close()


def run(test: Any) -> None:
    run_state_machine_as_test(test, settings=SETTINGS)


def shortest(test: Any, kind: type[BaseException] = AssertionError) -> tuple[str, list[str]]:
    """What a failing test says, and the steps of its shortest case."""
    with pytest.raises(kind) as raised:
        run_state_machine_as_test(test, settings=SHRUNK)
    notes = "\n".join(getattr(raised.value, "__notes__", ()))
    steps = [line.strip() for line in notes.split("\n") if line.strip().startswith("state.")]
    return str(raised.value), [step.partition("state.")[2] for step in steps if "teardown" not in step]


NEEDS_NOTES = pytest.mark.skipif(sys.version_info < (3, 11), reason="steps are told in notes, which came with Python 3.11")
PAID = {"arguments": {Event.COIN: st.integers(0, 300)}, "context": Till}


def test_a_table_and_its_model_agree() -> None:
    visited = set()

    def visits(machine: Any, model: Model) -> None:
        visited.add((machine.state, model.state))

    for impossible in (False, True):
        visited.clear()
        run(rule_based(turnstile(), model=Model, invariants=visits, impossible=impossible, **PAID))
        assert visited == {(State.LOCKED, "LOCKED"), (State.UNLOCKED, "UNLOCKED")}


def test_it_is_a_test_case_of_unittest() -> None:
    test = rule_based(turnstile(), name="Gate", **PAID)
    assert (test.__name__, test.__module__) == ("Gate", __name__)
    assert issubclass(test, RuleBasedStateMachine)
    test.TestCase.settings = SETTINGS
    outcome = unittest.defaultTestLoader.loadTestsFromTestCase(test.TestCase).run(unittest.TestResult())
    assert outcome.wasSuccessful() and outcome.testsRun == 1


@NEEDS_NOTES
def test_the_shortest_case_of_a_difference_to_the_model() -> None:
    text, steps = shortest(rule_based(turnstile(price=100), model=Model, **PAID))
    assert text.startswith("after COIN(100): the machine takes it, but the model refuses it")
    assert steps[-1] == "COIN(argument=100)"  # seldom Hypothesis leaves coins before it that are refused
    text, steps = shortest(rule_based(turnstile(price=151), model=Model, **PAID))
    assert text.startswith("after COIN(150): the model takes it, but not the machine, which is in LOCKED")
    assert steps[-1] == "COIN(argument=150)"


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


class Other(Enum):
    LOCKED = "UNLOCKED?"
    OPEN = 1


@pytest.mark.parametrize(
    ("given", "agrees"),
    [("LOCKED", True), (State.LOCKED, True), (Other.LOCKED, True), (Other.OPEN, False), (State.UNLOCKED, False), (1, False)],
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


def test_charts() -> None:
    from documented import PLAYER

    seen: set[Any] = set()
    table = Table.read(PLAYER, callbacks={"light-up": lambda: None})
    run(rule_based(table, invariants=lambda machine: seen.update(machine.states)))
    assert table.State.loud in seen and table.State.disc in seen


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


FAULTS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "no table": (lambda: rule_based(5), TypeError, "a table or a class of machines is tested, not 5"),
    "class without rows": (lambda: rule_based(Machine), AttributeError, "has no rows"),
    "object": (
        lambda: rule_based(Table((1, 2, 1), initial=1, arguments={2: object})),
        ArgumentsError,
        r"event 2 takes \(ptr\): give a strategy for each argument",
    ),
    "no strategy": (
        lambda: rule_based(turnstile(), arguments={Event.COIN: 5}),
        TypeError,
        r"the arguments of event 1 \(COIN\) are strategies of Hypothesis, not 5",
    ),
    "too many": (
        lambda: rule_based(turnstile(), arguments={Event.COIN: [st.none(), st.none()]}),
        ArgumentsError,
        r"event 1 \(COIN\) takes \(i64\), but there are 2 strategies",
    ),
    "unknown event": (lambda: rule_based(turnstile(), arguments={"x": st.none()}), UnknownEventError, "'x' is no event of"),
    "unknown events": (lambda: rule_based(turnstile(), events=[State.LOCKED]), UnknownEventError, "is no event of"),
    "unknown type": (
        lambda: rule_based(turnstile(), cases={Other: st.none()}),
        UnknownPredicateError,
        "Other is no predicate type",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong(fault: str) -> None:
    make, kind, text = FAULTS[fault]
    with pytest.raises(kind, match=text):
        make()


def test_models_and_machines_that_are_none() -> None:
    class Empty:
        state = "LOCKED"

    with pytest.raises(TypeError, match="has no method 'COIN' for this event"):
        run(rule_based(turnstile(), model=Empty, **PAID))
    with pytest.raises(TypeError, match="has no attribute 'state': give a function to compare with"):
        run(rule_based(turnstile(), model=object, **PAID))
    with pytest.raises(TypeError, match="machine= makes a machine, not 5"):
        run(rule_based(turnstile(), machine=lambda: 5))


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    program = "import sys; sys.modules['hypothesis'] = None\nimport swiftfsm\nimport swiftfsm.testing"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.strip().endswith("ImportError: swiftfsm.testing needs Hypothesis: pip install hypothesis")


