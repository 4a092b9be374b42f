"""What callbacks are called with, and what is said of those that do not fit."""

from __future__ import annotations

import asyncio
import functools
import types
from enum import Enum
from typing import Any, Callable, Optional

import pytest
from tracing import line

from swiftfsm import (
    ANY,
    DYNAMIC,
    DiagnosticKind,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Place,
    Row,
    Severity,
    StateBlock,
    Step,
    Table,
    define,
    request,
    superstate,
    then,
    when,
)


class Mode(Enum):
    WEAK = 1
    STRONG = 2


class Recorder:
    """Callables of several kinds that write down what they were called with."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def method(self, cents: int, context: str, *others: str) -> None:
        self.seen.append((cents, context, *others))

    def __call__(self, cents: int = 0, unit: str = "none", third: int = 5) -> None:
        self.seen.append((unit, third))

    @staticmethod
    def fixed(*arguments: Any) -> None:
        arguments[0].append(arguments[1:])


def call_with(function: Callable[..., Any], *things: Any) -> None:
    """Runs `function` as the action of an event with the arguments (int, str)."""
    machine = Table(
        Row(1, 5, 2, function), (2, 5, 1), arguments={5: (int, str)}, predicates=[Mode]
    ).machine(1, context="context", lenient=True)
    assert machine.send(5, 7, "cents", *things) is Outcome.TRANSITIONED


SEEN: list[Any] = []


def everything(step: Step, machine: Any, context: str, event: int, source: int, target: int, time: float) -> None:
    SEEN.append((step.event, machine is step.machine, context, event, source, target, time))


def some(first: int, event: int, second: str) -> None:
    SEEN.append((first, event, second))


def ignoring(first: int, *others: Any) -> None:
    SEEN.append(first)


def rest(first: int, *others: Any) -> None:
    SEEN.append((first, others))


def by_keyword(*, context: str, event: int, extra: int = 3, **more: Any) -> None:
    SEEN.append((context, event, extra, more))


def with_default(first: int, second: str, third: int = 9, step: Optional[Step] = None) -> None:
    SEEN.append((first, second, third, step is not None))


def by_position(first: int, context: str, second: str, /) -> None:
    SEEN.append((first, context, second))


def with_case(mode: Mode, first: int, second: str) -> None:
    SEEN.append((mode, first, second))


def with_optional_case(first: int, which: Optional[Mode], second: str) -> None:
    SEEN.append((first, which, second))


@pytest.mark.parametrize(
    ("function", "things", "expected"),
    [
        (everything, [], (5, True, "context", 5, 1, 2, 0.0)),
        (some, [], (7, 5, "cents")),
        (ignoring, [], 7),
        (rest, [], (7, ("cents",))),
        (by_keyword, [], ("context", 5, 3, {})),
        (with_default, [], (7, "cents", 9, True)),
        (by_position, [], (7, "context", "cents")),
        (with_case, [Mode.STRONG], (Mode.STRONG, 7, "cents")),
        (with_optional_case, [Mode.WEAK], (7, Mode.WEAK, "cents")),
        (with_optional_case, [], (7, None, "cents")),
        (functools.partial(rest, 6), [], (6, (7, "cents"))),
        (lambda source, cents, unit: SEEN.append((source, cents, unit)), [], (1, 7, "cents")),
        (lambda: SEEN.append("nothing"), [], "nothing"),
    ],
)
def test_every_kind_of_parameter(function: Any, things: list[Any], expected: Any) -> None:
    SEEN.clear()
    call_with(function, *things)
    assert SEEN == [expected]


def test_methods_and_callable_objects() -> None:
    recorder = Recorder()
    call_with(recorder.method)
    call_with(recorder)
    call_with(functools.partial(Recorder.fixed, recorder.seen))
    assert recorder.seen == [(7, "context", "cents"), ("cents", 5), (7, "cents")]


def test_a_function_named_self_takes_the_machine() -> None:
    found: list[Any] = []

    def action(self: Machine[Any, Any, Any]) -> None:
        found.append(self.state)

    call_with(action)
    assert found == [1]


def test_arguments_are_none_where_no_event_came() -> None:
    seen: list[Any] = []
    table = Table(Row(1, 1, 2), Row(2, 1, 1), define(2, entry=lambda cents: seen.append(cents)), arguments={1: int})
    table.machine(1).send(1, 5)
    table.machine(None).start(2)
    assert seen == [5, None]


def test_hooks_and_update_callbacks() -> None:
    seen: list[Any] = []
    table = Table([(1, 1, 1)], [StateBlock(1, update=lambda time, source: seen.append((time, source)))])
    machine = table.machine(1)
    machine.on_step(lambda event, outcome: seen.append((event, outcome)))
    machine.send(1)
    assert machine.update(2.5) is None
    assert seen == [(1, Outcome.TRANSITIONED), (2.5, 1)]
    with pytest.raises(TypeError, match="asks for arguments, but a hook is called for all events"):
        machine.on_step(lambda cents: None)
    with pytest.raises(TypeError, match="a hook cannot be called: .* asks for 'cents' by keyword"):
        machine.on_step(_by_keyword_only)


def _by_keyword_only(*, cents: int) -> None: ...


# ----------------------------------------------------------------------------------------------------------------------
# What does not fit
# ----------------------------------------------------------------------------------------------------------------------


def pay(cents: int, unit: str) -> None: ...


def misfits(*items: Any, **options: Any) -> list[str]:
    """What building has to say of callbacks."""
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(*items, **options)
    errors = [each for each in caught.value.diagnostics if each.severity is Severity.ERROR]
    assert {each.kind for each in errors} == {DiagnosticKind.SIGNATURE_MISMATCH}
    return [each.text for each in errors]


def test_a_misfit_shows_the_signature_and_the_arguments() -> None:
    (text,) = misfits(Row(1, 5, 1, pay), arguments={5: int}, event_names={5: "PAY"})
    assert text == (
        "action of (1, PAY) -> 1 is pay(cents: int, unit: str), but event 5 (PAY) has the arguments (i64): declare "
        "the arguments of the event (arguments=...), or give the parameters defaults"
    )


@pytest.mark.parametrize(
    ("items", "beginning"),
    [
        ([Row(1, 5, 1, guards=pay)], "guard of (1, 5) -> 1 is pay("),
        ([Row(1, 5, DYNAMIC, resolver=pay)], "resolver of (1, 5) -> DYNAMIC is pay("),
        ([(1, 5, 1, pay)], "action of (1, 5) -> 1 is pay("),
        ([define(1)(when(ANY) | then() | pay)], "action of (1, ANY) -> SAME is pay(cents: int, unit: str), but an"),
        ([define(1)(request(1) | pay)], "action of (1, REQUEST) -> 1 is pay(cents: int, unit: str), but a request"),
        ([define(1, adopts=superstate(when(5) | then() | pay))], "action of (NONE, 5) -> SAME is pay("),
        ([(1, 5, 2), (2, 6, 1), define(2, entry=pay)], "entry callback of state 2 is pay("),
        ([(1, 5, 2), (2, 6, 1), define(2, exit=pay)], "exit callback of state 2 is pay("),
        ([(1, 5, 1), define(1, cycle=pay)], "cycle callback of state 1 is pay("),
        ([(1, 5, 1), define(1, update=pay)], "update callback of state 1 is pay("),
        ([Row(1, 5, 1, _by_keyword_only)], "action of (1, 5) -> 1: _by_keyword_only(*, cents: int) asks for 'cents'"),
        ([(1, 5, 1), define(1, entry=_by_keyword_only)], "entry callback of state 1: _by_keyword_only("),
        ([Row(1, 5, 1, "pay")], "action of (1, 5) -> 1: 'pay' is a name: only classes of machines have methods"),
        ([Row(1, 5, 1, dict)], "action of (1, 5) -> 1: <class 'dict'> does not tell what it is called with: wrap it"),
    ],
)
def test_where_a_misfit_may_stand(items: Any, beginning: str) -> None:
    (text,) = misfits(*items)
    assert text.startswith(beginning)


def test_a_provider_must_do_without_arguments() -> None:
    (text,) = misfits(Row(1, 5, 1, matching=Mode.WEAK), providers={Mode: lambda cents: Mode.WEAK}, arguments={5: int})
    assert text.startswith("the provider of Mode is <lambda>(cents), but it gets no arguments")


def test_misfits_come_together_with_all_other_faults() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            Row(1, 5, 1, pay),
            Row(1, 5, 2),
            [StateBlock(1, update=pay)],
        )
    errors = [each for each in caught.value.diagnostics if each.severity is Severity.ERROR]
    assert [(each.kind, each.places[0]) for each in errors] == [
        (DiagnosticKind.SIGNATURE_MISMATCH, Place(__file__, here + 3)),
        (DiagnosticKind.SIGNATURE_MISMATCH, Place(__file__, here + 5)),
        (DiagnosticKind.CLASH, Place(__file__, here + 3)),
        (DiagnosticKind.UNKNOWN_TARGET, Place(__file__, here + 4)),
    ]
    assert str(caught.value).startswith("the definition has 4 errors:\n")


class Yielding:
    def method(self) -> Any:
        yield 1

    def __call__(self) -> Any:
        yield 1


def generate() -> Any:
    yield 1


async def generate_later() -> Any:
    yield 1


@pytest.mark.parametrize(
    "function", [generate, generate_later, Yielding(), Yielding().method, functools.partial(generate)]
)
def test_a_generator_function_is_no_callback(function: Any) -> None:
    text = "is a generator function, which does not run when it is called: do without yield"
    rows = Row(1, 1, 1, function), Row(1, 2, 1, None, function), Row(1, 3, DYNAMIC, resolver=function)
    for parts in ([row] for row in rows), ([Row(1, 1, 1), StateBlock(1, entry=function)],):
        for each in parts:
            with pytest.raises(InvalidDefinitionError, match=text):
                Table(*each)
    with pytest.raises(InvalidDefinitionError, match=text):
        Table(Row(1, 1, 1), on_step=function)
    with pytest.raises(TypeError, match=text):
        Table(Row(1, 1, 1)).machine(1).on_step(function)


def test_a_generator_that_can_be_awaited_is_a_callback() -> None:
    ran: list[int] = []

    @types.coroutine
    def act() -> Any:
        ran.append(1)
        yield from asyncio.sleep(0).__await__()

    class Method:
        @types.coroutine
        def act(self) -> Any:
            ran.append(2)
            yield from asyncio.sleep(0).__await__()

    machine = Table(Row(1, 1, 1, (act, Method().act, functools.partial(act)))).machine(1)
    assert asyncio.run(machine.asend(1)) is Outcome.TRANSITIONED
    assert ran == [1, 2, 1]


def test_an_annotation_that_cannot_be_resolved_is_told() -> None:
    class Local(Enum):
        ONE = 1

    def act(case: Local) -> None: ...

    text = "act.case: Local., but event 1 has the arguments .*: the annotation 'Local' of 'case' cannot be resolved"
    with pytest.raises(InvalidDefinitionError, match=text):
        Table(Row(1, 1, 1, act, matching=Local.ONE))


def test_annotations_that_can_be_resolved_are_used_beside_others() -> None:
    class Local(Enum):
        ONE = 1

    seen: list[object] = []

    def act(case: Local, mode: Mode, cents: "Unknown" = 5) -> "Unknown":  # type: ignore[name-defined]  # noqa: F821
        seen.append((case, mode, Local))

    table = Table(Row(1, 1, 1, act, matching=(Local.ONE, Mode.WEAK)), initial=1)
    assert table.machine().send(1, Local.ONE, Mode.WEAK) is Outcome.TRANSITIONED
    assert seen == [(Local.ONE, Mode.WEAK, Local)]
