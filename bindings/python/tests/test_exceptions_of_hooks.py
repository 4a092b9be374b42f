"""What a hook asks its machine hides no exception that is on its way."""

from __future__ import annotations

from typing import Any

import pytest

from swiftfsm import Machine, Row, Table, UnknownStateError


def test_a_request_that_is_refused_in_a_hook_hides_no_exception() -> None:
    def fail() -> None:
        raise ValueError("of the action")

    def ask(machine: Machine[Any, Any, Any]) -> None:
        with pytest.raises(UnknownStateError):
            machine.request(99)

    machine = Table([Row(1, 1, 1, fail)]).machine(1)
    machine.on_step(ask)
    with pytest.raises(ValueError, match="of the action"):
        machine.send(1)


def test_a_guard_that_raises_when_a_hook_probes_hides_no_exception() -> None:
    def fail() -> None:
        raise ValueError("of the action")

    def refuse() -> bool:
        raise KeyError("of the guard")

    def ask(machine: Machine[Any, Any, Any]) -> None:
        for question in (machine.probe, machine.explain, machine.why_not):
            with pytest.raises(KeyError, match="of the guard"):
                question(2)
        with pytest.raises(KeyError, match="of the guard"):
            machine.permitted()

    machine = Table([Row(1, 1, 1, fail), Row(1, 2, 1, guards=refuse)]).machine(1)
    machine.on_step(ask)
    with pytest.raises(ValueError, match="of the action"):
        machine.send(1)
