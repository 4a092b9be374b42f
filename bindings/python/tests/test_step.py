"""What a callback is told, during its call and afterwards."""

from __future__ import annotations

from typing import Any

from tracing import Event, State

from swiftfsm import DYNAMIC, NONE, CallbackFailedError, Outcome, Row, StateBlock, Status, Step, Table

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def told(step: Step) -> tuple[Any, ...]:
    return (step.event, step.source, step.target, step.outcome)


def test_each_kind_of_callback_is_told_the_step() -> None:
    steps: list[Step] = []

    def note(step: Step) -> bool:
        steps.append(step)
        return True

    table = Table(
        [Row(LOCKED, COIN, UNLOCKED, note, guards=note), (UNLOCKED, COIN, UNLOCKED)],
        [StateBlock(LOCKED, entry=note, exit=note), StateBlock(UNLOCKED, entry=note, cycle=note)],
    )
    machine = table.machine(NONE, context="context")
    machine.start(LOCKED)
    machine.send(COIN)
    machine.send(COIN)
    starting, guard, exit, action, entry, cycle = map(told, steps)
    assert starting == (None, None, LOCKED, None)
    assert guard == exit == action == entry == (COIN, LOCKED, UNLOCKED, None)
    assert cycle == (COIN, UNLOCKED, UNLOCKED, None)
    assert all(step.machine is machine and step.context == "context" for step in steps)
    assert repr(steps[-1]) == f"Step(event={COIN!r}, source={UNLOCKED!r}, target={UNLOCKED!r}, outcome=None)"


def test_a_resolver_is_asked_before_the_target_is_known() -> None:
    seen: list[Any] = []

    def note(step: Step) -> State:
        seen.append(step.target)
        return UNLOCKED

    table = Table([Row(LOCKED, COIN, DYNAMIC, note, resolver=note), (UNLOCKED, COIN, LOCKED)])
    table.machine(LOCKED).send(COIN)
    assert seen == [None, UNLOCKED]


def test_the_outcome_in_the_hook_for_every_step() -> None:
    table = Table([Row(1, 1, 1, guards=lambda step: step.context), (1, 2, 1)], event_names={3: "three"})
    machine = table.machine(1)
    seen: list[Any] = []
    machine.on_step(lambda step: seen.append(step.outcome))
    for event in (1, 2, 3):
        machine.send(event)
    assert seen == [Outcome.REFUSED, Outcome.TRANSITIONED, Outcome.UNHANDLED]


def test_a_step_that_failed_has_a_status() -> None:
    step = Step(Table([(1, 1, 1)]).machine(1), (0, 0, 1, 1, 1, int(Status.CALLBACK_FAILED)))
    assert step.outcome is Status.CALLBACK_FAILED
    assert step.outcome is CallbackFailedError.status


def test_a_step_that_is_kept_stays_as_it_was() -> None:
    steps: list[Step] = []
    machine = Table([Row(n, 1, (n + 1) % 50, lambda step: steps.append(step)) for n in range(50)]).machine(0)
    for _ in range(200):
        machine.send(1)
    machine.close()
    assert [(step.source, step.target) for step in steps] == [(n % 50, (n + 1) % 50) for n in range(200)]


def test_an_event_that_the_table_has_no_member_for() -> None:
    seen: list[Any] = []
    machine = Table([Row(LOCKED, -9, LOCKED, lambda step: seen.append(step.event))]).machine(LOCKED)
    machine.send(-9)
    assert seen == [-9]
