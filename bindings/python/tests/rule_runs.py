"""What the tests of `testing.rule_based` share: a turnstile, a model of it, and runs of the tests that are made."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Optional

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from swiftfsm import Table, condition, define, testing, then, when


class State(Enum):
    LOCKED = auto()
    UNLOCKED = auto()


class Event(Enum):
    COIN = auto()
    PASS = auto()


class Other(Enum):
    """States of a model; the name of one is that of a state of the turnstile."""

    LOCKED = "UNLOCKED?"
    OPEN = 1


class Till:
    def __init__(self) -> None:
        self.cents = 0


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
SHRUNK = settings(SETTINGS, max_examples=300, phases=[Phase.generate, Phase.shrink], print_blob=False)


_tested: list[Table[Any, Any]] = []


def rule_based(table: Any, **options: Any) -> Any:
    """As `testing.rule_based`; the table is closed when the test ends, as Hypothesis remembers each class of tests."""
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


NEEDS_NOTES = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="steps are told in notes, which came with Python 3.11"
)
PAID: dict[str, Any] = {"arguments": {Event.COIN: st.integers(0, 300)}, "context": Till}
