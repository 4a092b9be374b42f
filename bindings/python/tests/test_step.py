"""What a callback is told, during its call and afterwards."""

from __future__ import annotations

import gc
from enum import Enum
from typing import Any, Callable, Optional

import pytest
from tracing import Event, State

from swiftfsm import (
    DYNAMIC,
    NONE,
    CallbackFailedError,
    ClosedError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Status,
    Step,
    Table,
    define,
    matching,
    request,
    then,
    when,
)

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
    step = Step(Table([(1, 1, 1)]).machine(1), (0, 0, 1, 1, 1, int(Status.CALLBACK_FAILED), 0.0, 0, 0, 0))
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


class Mode(Enum):
    WEAK = "weak"
    STRONG = "strong"


class Weather(Enum):
    DRY = "dry"
    WET = "wet"


class Thing:
    """An argument of an event."""


def keeping(steps: list[Step]) -> Callable[[Step], None]:
    """A callback that keeps the steps that it is told."""
    return lambda step: steps.append(step)


def test_a_step_tells_the_cases_and_the_arguments() -> None:
    steps: list[Step] = []
    table = Table(
        define(LOCKED)(matching(Mode.STRONG, Weather.WET) | when(COIN) | then(UNLOCKED) | keeping(steps)),
        Row(UNLOCKED, PASS, LOCKED, keeping(steps)),
        arguments={COIN: (int, str, object)},
    )
    thing = Thing()
    machine = table.machine(LOCKED)
    machine.send(COIN, Weather.WET, 5, Mode.STRONG, "cent", thing)
    machine.send(PASS, Mode.WEAK, Weather.DRY)
    first, second = steps
    assert (first.cases, first.arguments) == ((Mode.STRONG, Weather.WET), (5, "cent", thing))
    assert (second.cases, second.arguments) == ((Mode.WEAK, Weather.DRY), ())
    assert repr(second).endswith(f", outcome=None, cases={(Mode.WEAK, Weather.DRY)!r})")
    assert repr(first).endswith(f", cases={first.cases!r}, arguments={first.arguments!r})")


def test_a_step_of_a_table_without_them_has_none() -> None:
    steps: list[Step] = []
    Table(Row(LOCKED, COIN, LOCKED, keeping(steps))).machine(LOCKED).send(COIN)
    assert [(step.cases, step.arguments) for step in steps] == [((), ())]
    assert "cases" not in repr(steps[0]) and "arguments" not in repr(steps[0])


def test_the_arguments_of_a_kept_step_stay_as_they_were() -> None:
    steps: list[Step] = []
    table = Table(
        define(LOCKED)(matching(Mode.WEAK, Mode.STRONG) | when(COIN) | then() | keeping(steps)),
        arguments={COIN: (str, object)},
    )
    machine = table.machine(LOCKED)
    for number in range(200):
        machine.send(COIN, list(Mode)[number % 2], f"text {number}", [number])
    machine.close()
    table.close()
    gc.collect()
    assert [step.cases for step in steps] == [(list(Mode)[number % 2],) for number in range(200)]
    assert [step.arguments for step in steps] == [(f"text {number}", [number]) for number in range(200)]


def test_a_step_tells_what_a_provider_has_said_by_then() -> None:
    seen: list[tuple[str, Any]] = []

    def early(step: Step) -> Weather:
        seen.append(("provider", step.cases))
        return Weather.WET

    table = Table(
        define(LOCKED)(
            matching(Weather.WET) | when(COIN) | then() | (lambda step: seen.append(("asked for", step.cases))),
            when(PASS) | then() | (lambda step: seen.append(("not asked for", step.cases))),
        ),
        predicates=[Mode],
        providers={Weather: early},
    )
    machine = table.machine(LOCKED, lenient=True)
    machine.send(COIN)
    machine.send(COIN, Mode.WEAK)
    machine.send(PASS)
    assert seen == [
        ("provider", ()),
        ("asked for", (Weather.WET,)),
        ("provider", (Mode.WEAK,)),
        ("asked for", (Mode.WEAK, Weather.WET)),
        ("not asked for", ()),
    ]


def test_every_kind_of_callback_is_told_what_was_sent() -> None:
    seen: list[tuple[Any, Any]] = []

    def note(step: Step) -> Any:
        seen.append((step.cases, step.arguments))
        return UNLOCKED

    table = Table(
        [Row(LOCKED, COIN, DYNAMIC, note, guards=note, resolver=note, matching=Mode.WEAK), (UNLOCKED, PASS, LOCKED)],
        [StateBlock(LOCKED, exit=note), StateBlock(UNLOCKED, entry=note)],
        arguments={COIN: int},
    )
    machine = table.machine(LOCKED)
    machine.on_step(note)
    machine.send(COIN, 5, Mode.WEAK)
    assert seen == [((Mode.WEAK,), (5,))] * 6
    seen.clear()
    machine.on_unhandled(note)
    assert machine.send(COIN, 6, Mode.STRONG) is Outcome.UNHANDLED
    assert seen == [((Mode.STRONG,), (6,))] * 2


def test_where_nothing_was_sent_there_are_no_cases() -> None:
    seen: list[tuple[Any, Any]] = []

    def note(step: Step) -> None:
        seen.append((step.cases, step.arguments))

    table = Table(
        define(LOCKED, entry=note, exit=note, update=note)(matching(Mode.WEAK) | when(COIN) | then() | note),
        arguments={COIN: int},
    )
    machine = table.machine(None)
    machine.start(LOCKED)
    machine.update()
    machine.stop()
    assert seen == [((), ())] * 3


def test_a_request_brings_cases() -> None:
    seen: list[Any] = []
    table = Table(define(LOCKED)(matching(Mode.WEAK) | request(LOCKED) | (lambda step: seen.append(step.cases))))
    table.machine(LOCKED).request(LOCKED, Mode.WEAK)
    assert seen == [(Mode.WEAK,)]


def test_what_a_queued_event_brings() -> None:
    seen: list[Any] = []

    def more(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS, Mode.STRONG, "later")

    table = Table(
        define(LOCKED)(
            matching(Mode.WEAK) | when(COIN) | then() | more,
            when(PASS) | then() | (lambda step: seen.append((step.cases, step.arguments))),
        ),
        arguments={PASS: str},
    )
    table.machine(LOCKED).send(COIN, Mode.WEAK)
    assert seen == [((Mode.STRONG,), ("later",))]


def test_the_row_of_a_step_is_that_of_the_transition() -> None:
    rows: list[Optional[int]] = []
    kept: list[Step] = []

    def note(step: Step) -> None:
        rows.append(step.row)
        kept.append(step)

    def refuse(step: Step) -> bool:
        note(step)
        return False

    table = Table(
        [
            Row(1, 7, 2, actions=(note,)),
            Row(2, 7, 1, matching=(Weather.WET,), actions=(note,)),
            Row(2, 7, 2, matching=(Weather.DRY,), guards=(refuse,)),
        ],
        states=[StateBlock(1, entry=note)],
        initial=1,
    )
    machine = table.machine(lenient=True)
    machine.on_step(note)
    machine.send(7)
    machine.send(7, Weather.DRY)
    machine.send(7, Weather.WET)
    machine.send(7, Weather.WET)
    # The hook for steps is told of a refused event no row; what is kept tells the same when the step is over.
    assert rows == [0, 0, 2, None, 1, 1, 1, 0, 0]
    assert [step.row for step in kept] == rows
    assert [table.transitions()[index].row for index in range(3)] == [0, 1, 2]
    machine.stop()
    assert rows[-1] is None
    machine.close()
    with pytest.raises(ClosedError):
        kept[0].row
