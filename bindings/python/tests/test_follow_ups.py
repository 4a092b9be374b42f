"""Events that callbacks send, and that run behind the one that was sent."""

from __future__ import annotations

import pytest

from swiftfsm import DYNAMIC, Outcome, Row, Status, Table


def test_what_an_event_raises_that_a_callback_sent_reaches_the_caller() -> None:
    def fail() -> None:
        raise KeyError("behind")

    machine = Table(
        [Row(1, 1, 2, actions=lambda machine: machine.send(2)), Row(2, 2, 2, actions=fail), Row(2, 3, 1)]
    ).machine(1)
    outcomes: list[object] = []
    machine.on_step(lambda step: outcomes.append(step.outcome))
    with pytest.raises(KeyError, match="behind"):
        machine.send(1)
    assert (machine.state, outcomes) == (2, [Outcome.TRANSITIONED, Status.CALLBACK_FAILED])
    assert machine.send(3) is Outcome.TRANSITIONED, "nothing is left of it"


def test_an_unknown_state_behind_an_event_is_told_to_hooks_alone() -> None:
    machine = Table(
        [
            Row(1, 1, 2, actions=lambda machine: [machine.send(2), machine.send(3)]),
            Row(2, 2, DYNAMIC, resolver=lambda: 99),
            Row(2, 3, 1),
        ]
    ).machine(1)
    outcomes: list[object] = []
    machine.on_step(lambda step: outcomes.append(step.outcome))
    assert machine.send(1) is Outcome.TRANSITIONED
    assert (outcomes, machine.pending) == ([Outcome.TRANSITIONED, Status.UNKNOWN_STATE], 1)
    machine.run()
    assert (machine.state, machine.pending) == (1, 0)
