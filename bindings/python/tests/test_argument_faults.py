"""Arguments that a callback would not get, or not as it says: told as the table is built."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, Callable, Optional, Protocol, TypeVar, Union

import pytest
from tracing import Event, State, line

from swiftfsm import (
    ANY,
    DiagnosticKind,
    EntryExit,
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
    superstate,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event
T = TypeVar("T")


class Mode(Enum):
    WEAK = 1


class Unit(str, Enum):
    CENT = "cent"


class Ring(Protocol):
    def ring(self) -> None: ...


def faults(*items: Any, **options: Any) -> list[str]:
    """The errors of a definition; nothing if there are none."""
    try:
        Table(*items, **options)
    except InvalidDefinitionError as error:
        errors = [each for each in error.diagnostics if each.severity is Severity.ERROR]
        assert {each.kind for each in errors} == {DiagnosticKind.SIGNATURE_MISMATCH}
        return [each.text for each in errors]
    return []


def faults_of(action: Callable[..., Any], types: Any = (int, str)) -> list[str]:
    """The errors of an action whose event has these arguments."""
    return faults(Row(LOCKED, COIN, LOCKED, action), arguments={COIN: types})


# ----------------------------------------------------------------------------------------------------------------------
# Arguments that nobody would get
# ----------------------------------------------------------------------------------------------------------------------


def test_a_name_that_means_something_swallows_no_argument() -> None:
    def pay(amount: int, source: Any) -> None: ...

    (text,) = faults_of(pay)
    assert text == (
        "action of (LOCKED, COIN) -> LOCKED is pay(amount: int, source: Any), but event 1 (COIN) has the arguments "
        "(i64, str), of which it would not get the last 1: take all, or the rest as *others ('source' is the state before the step)"
    )


def test_a_fault_has_its_event_and_place() -> None:
    here = line() + 2
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(Row(LOCKED, COIN, LOCKED, lambda amount, event: None), arguments={COIN: (int, str)})
    (fault,) = [each for each in caught.value.diagnostics if each.severity is Severity.ERROR]
    assert (fault.event, fault.places) == (COIN, (Place(__file__, here),))


@pytest.mark.parametrize(
    "action",
    [
        lambda: None,
        lambda amount, unit: None,
        lambda amount, unit, third=None: None,
        lambda amount, *others: None,
        lambda *everything: None,
        lambda amount, source, unit: None,
        lambda event, source, step, machine, context: None,
        lambda amount, unit, *, context: None,
    ],
)
def test_all_arguments_none_or_the_rest(action: Callable[..., Any]) -> None:
    assert faults_of(action) == []


@pytest.mark.parametrize(
    "action", [lambda amount: None, lambda amount, time: None, lambda unit="": None, lambda context, first: None]
)
def test_some_arguments_are_too_few(action: Callable[..., Any]) -> None:
    (text,) = faults_of(action)
    assert (
        "has the arguments (i64, str), of which it would not get the last 1: take all, or the rest as *others" in text
    )


def test_guards_resolvers_and_callbacks_of_states_too() -> None:
    def one(amount: int = 0) -> None: ...

    items: list[Any] = [
        [Row(1, 5, 1, guards=one)],
        [define(1)(when(5) | then(by=one))],
        [Row(1, 5, 2), Row(2, 5, 1), StateBlock(2, entry=one)],
        [Row(1, 5, 2), Row(2, 5, 1), StateBlock(1, exit=one)],
        [Row(1, 5, 1), StateBlock(1, cycle=one)],
        [define(1, adopts=superstate(entry=one))(when(6) | then(2)), define(2)(when(5) | then(1))],
    ]
    for each in items:
        (text,) = faults(*each, arguments={5: (int, str)})
        assert "is one(amount: int = 0), but event 5 has the arguments (i64, str), of which" in text


def test_callbacks_of_states_that_the_event_does_not_reach() -> None:
    def one(amount: int = 0) -> None: ...

    above = superstate(when(5) | then(1), entry=one)
    away = define(2, adopts=superstate(exit=one))(when(6) | then(3))
    assert faults(define(1)(when(6) | then(2)), away, define(3, adopts=above), arguments={5: (int, str)}) == []


def test_entry_callbacks_run_always_under_that_policy() -> None:
    def one(amount: int = 0) -> None: ...

    items: list[Any] = [Row(1, 5, 1), StateBlock(1, entry=one)]
    assert faults(*items, arguments={5: (int, str)}) == []
    assert len(faults(*items, arguments={5: (int, str)}, entry_exit=EntryExit.ALWAYS)) == 1


# ----------------------------------------------------------------------------------------------------------------------
# Annotations
# ----------------------------------------------------------------------------------------------------------------------


def annotated(annotation: Any, name: str = "value") -> Callable[..., Any]:
    def action(value: Any) -> None: ...

    def source(source: Any) -> None: ...

    names: dict[str, dict[str, Any]] = {}
    exec(f"def action({name}): ...", names)
    function: Callable[..., Any] = names["action"]  # type: ignore[assignment]
    function.__annotations__[name] = annotation
    return function


@pytest.mark.parametrize(
    ("declared", "annotation"),
    [
        (int, str),
        (int, bool),
        (int, Optional[str]),
        (int, Unit),
        (int, Ring.__class__),
        (bool, str),
        (float, int),
        ("u8", float.__class__),
        (str, int),
        (str, Union[int, bytes]),
        (str, Unit),
        (int, None),
    ],
)
def test_an_annotation_that_contradicts_the_declaration(declared: Any, annotation: Any) -> None:
    (text,) = faults_of(annotated(annotation), declared)
    assert "argument 0 is " in text and "which contradicts the annotation" in text


@pytest.mark.parametrize(
    ("declared", "annotation"),
    [
        (int, int),
        (int, float),
        (int, Optional[int]),
        (int, Union[str, int]),
        (int, Any),
        (int, object),
        (int, "Unheard"),
        (int, T),
        (int, Ring),
        (bool, int),
        (float, float),
        (float, complex),
        (str, str),
        (str, Optional[str]),
        (object, str),
        (object, Unit),
        (int, list[int] if False else Any),
    ],
)
def test_an_annotation_that_does_not(declared: Any, annotation: Any) -> None:
    assert faults_of(annotated(annotation), declared) == []


def test_the_rest_is_compared_too() -> None:
    def rest(*values: int) -> None: ...

    (text,) = faults_of(rest)
    assert text.endswith("has the arguments (i64, str): argument 1 is str, which contradicts the annotation")


@pytest.mark.parametrize(
    ("name", "annotation"),
    [
        ("source", str),
        ("target", float),
        ("event", str),
        ("time", str),
        ("step", int),
        ("machine", str),
        ("self", int),
        ("outcome", str),
    ],
)
def test_a_name_that_means_something_else_than_its_annotation(name: str, annotation: type) -> None:
    for types in ((), (annotation,)):
        (text,) = faults_of(annotated(annotation, name), types)
        assert f" as '{name}': give the parameter for an argument another name" in text
    (text,) = faults(Row(1, 1, 1), StateBlock(1, update=annotated(annotation, name)))
    assert text.startswith("update callback of state 1: action(") and f"as '{name}'" in text


@pytest.mark.parametrize(
    ("name", "annotation"),
    [
        ("source", State),
        ("source", IntEnum),
        ("source", int),
        ("source", Optional[State]),
        ("source", Any),
        ("event", Event),
        ("event", object),
        ("context", str),
        ("machine", Machine),
        ("machine", Machine[State, Event, None]),
        ("machine", Ring),
        ("self", Any),
        ("step", Step),
        ("time", float),
        ("time", int),
        ("outcome", Outcome),
        ("outcome", Optional[Outcome]),
    ],
)
def test_a_name_whose_annotation_is_right(name: str, annotation: Any) -> None:
    assert faults_of(annotated(annotation, name), ()) == []


def test_a_state_may_be_text_if_its_enum_says_so() -> None:
    def text(source: str) -> None: ...

    assert faults(Row(Unit.CENT, 1, Unit.CENT, text)) == []
    assert len(faults(Row(1, ANY, 1, text))) == 1


def test_a_hook_is_checked_as_well() -> None:
    def text(source: str) -> None: ...

    machine = Table([(1, 1, 1)]).machine(1)
    with pytest.raises(TypeError, match="a hook cannot be called: .* gets the state before the step as 'source'"):
        machine.on_step(text)


@pytest.mark.parametrize("name", ["step", "machine", "self", "context", "event", "source", "target", "time", "outcome"])
def test_an_argument_whose_name_a_parameter_gets_otherwise(name: str) -> None:
    function = eval(f"lambda {name}: None")
    text = f"has an argument '{name}', while a parameter of this name gets .*: rename the argument or the parameter"
    with pytest.raises(InvalidDefinitionError, match=text) as caught:
        Table(Row("a", "pay", "b", function), Row("b", "pay", "a"), arguments={"pay": {name: int}})
    assert caught.value.diagnostics[0].places == (Place(__file__, line() - 1),)


def test_an_argument_whose_name_is_taken_reaches_one_that_takes_all() -> None:
    seen: list[Any] = []
    table = Table(
        Row("a", "pay", "b", lambda cents, source: seen.append((cents, source))),
        Row("b", "pay", "a", lambda source, *others: seen.append((source, others))),
        arguments={"pay": {"source": int}},
        initial="a",
    )
    machine = table.machine()
    machine.send("pay", source=5)
    machine.send("pay", 6)
    assert seen == [(5, "a"), ("b", (6,))]


def test_an_argument_whose_name_is_taken_among_others() -> None:
    def act(amount: int, source: str) -> None: ...

    with pytest.raises(InvalidDefinitionError, match="event 'pay' has an argument 'source', while"):
        Table(Row("a", "pay", "a", act), arguments={"pay": {"source": str, "amount": int}})


def test_an_argument_whose_name_is_taken_reaches_an_entry_callback() -> None:
    rows = define("b", entry=lambda time: None)(when("pay") | then("a")), define("a")(when("pay") | then("b"))
    with pytest.raises(InvalidDefinitionError, match="of state 'b' is <lambda>.time., but event 'pay' has an"):
        Table(*rows, arguments={"pay": {"time": float}})
    Table(*rows, arguments={"pay": {"cents": float}})


def test_an_argument_of_a_document_whose_name_is_taken() -> None:
    text = "definition d\n  event pay (f64 time)\n{}  initial a\n  state a\n    pay -> a / act\n"
    for declared in ("", "  callable action act void(f64)\n"):
        with pytest.raises(InvalidDefinitionError, match="has an argument 'time', while a parameter of this name gets"):
            Table.read(text.format(declared), callbacks={"act": lambda time: None})


def test_an_argument_of_a_class_whose_name_is_taken() -> None:
    with pytest.raises(InvalidDefinitionError, match="has an argument 'time', while a parameter of this name gets"):

        class Paid(Machine[str, str, None]):
            initial = "a"
            arguments = {"pay": {"time": float}}

            @transition("a", "pay", "a")
            def pay(self, time: float) -> None: ...
