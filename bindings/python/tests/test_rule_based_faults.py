"""Faults of what a state machine test is made of."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, Callable

import pytest
from hypothesis import strategies as st
from rule_runs import PAID, Event, Other, State, closed, rule_based, run, turnstile  # noqa: F401

from swiftfsm import ArgumentsError, Machine, Table, UnknownEventError, UnknownPredicateError

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
    "unknown event": (
        lambda: rule_based(turnstile(), arguments={"x": st.none()}),
        UnknownEventError,
        "'x' is no event of",
    ),
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
