"""What is wrong with a class of machines is told when the class is made, with the lines concerned."""

from __future__ import annotations

from typing import Any

import pytest
from tracing import Event, State, line

from swiftfsm import (
    DYNAMIC,
    DiagnosticKind,
    InvalidDefinitionError,
    Machine,
    Place,
    Row,
    Severity,
    Table,
    condition,
    define,
    do,
    entry,
    provider,
    superstate,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def test_diagnostics_have_the_lines_of_the_decorators() -> None:
    start = line()
    with pytest.raises(InvalidDefinitionError) as fault:

        class Gate(Machine[State, Event, None]):
            @transition(LOCKED, COIN, UNLOCKED)
            @transition(LOCKED, COIN, LOCKED)
            def unlock(self) -> None: ...

            @transition(UNLOCKED, PASS, LOCKED)
            def lock(self, cents: int) -> None: ...

    errors = (each for each in fault.value.diagnostics if each.severity is Severity.ERROR)
    assert [(each.kind, each.places) for each in errors] == [
        (DiagnosticKind.SIGNATURE_MISMATCH, (Place(__file__, start + 8),)),
        (DiagnosticKind.CLASH, (Place(__file__, start + 4), Place(__file__, start + 5))),
    ]
    assert f"{__file__}:{start + 8}: error: action of" in str(fault.value)


def test_missing_methods_are_told_with_all_else() -> None:
    start = line()
    with pytest.raises(InvalidDefinitionError) as fault:

        class Gate(Machine[State, Event, None]):
            rows = [Row(LOCKED, PASS, LOCKED, "shout"), (LOCKED, RESET, LOCKED, "ring")]
            forgotten = superstate()

            @transition(LOCKED, COIN, UNLOCKED, guard="is_exact")
            @transition(forgotten, COIN, LOCKED)
            def unlock(this) -> None: ...  # noqa: N805

    assert [(each.text.partition(" leads")[0], each.places) for each in fault.value.diagnostics] == [
        ("the class Gate has no method 'shout'", (Place(__file__, start + 4),)),
        ("the class Gate has no method 'ring'", (Place(__file__, start + 3),)),
        ("the first parameter of Gate.unlock must be self", (Place(__file__, start + 7),)),
        ("the class Gate has no method 'is_exact'", (Place(__file__, start + 7),)),
        ("the first parameter of Gate.unlock must be self", (Place(__file__, start + 8),)),
        ("a method is decorated for this superstate, which no state adopts", (Place(__file__, start + 5),)),
        ("(LOCKED, COIN) -> UNLOCKED", (Place(__file__, start + 7),)),
    ]


@pytest.mark.parametrize("name", ["state", "context", "guards", "rows", "table", "_make"])
def test_methods_that_hide_what_machines_have(name: str) -> None:
    def method(self: Any) -> None: ...

    body = {name: transition(LOCKED, COIN)(method)}
    with pytest.raises(TypeError, match=f"Gate.{name} hides what machines have under this name: name it otherwise"):
        type("Gate", (Machine,), body)


def test_helpers_that_hide_words_of_the_body() -> None:
    with pytest.raises(TypeError, match="Gate.order hides what machines have under this name"):

        class Gate(Machine[State, Event, None]):
            def order(self) -> None: ...  # type: ignore[override]


def test_decorators_need_something_to_say() -> None:
    def method(self: Any) -> None: ...

    with pytest.raises(TypeError, match=r"@entry needs the states that it is about"):
        entry(method)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"@entry needs the states that it is about"):
        entry()
    with pytest.raises(TypeError, match="provider\\(\\) takes the Enum"):
        provider(method)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="provider\\(\\) needs the Enum"):
        provider()
    with pytest.raises(TypeError, match="decorate that with resolver"):
        transition(LOCKED, COIN, DYNAMIC)
    with pytest.raises(TypeError, match="only a method can be decorated, not 3"):
        transition(LOCKED, COIN)(3)  # type: ignore[call-overload]


def test_names_of_methods_mean_nothing_outside_of_a_class() -> None:
    for item in (
        Row(LOCKED, COIN, LOCKED, "unlock"),
        Row(LOCKED, COIN, LOCKED, guards="unlock"),
        Row(LOCKED, COIN, DYNAMIC, resolver="unlock"),
        (LOCKED, COIN, LOCKED, "unlock"),
        define(LOCKED, entry="unlock"),
        define(LOCKED)(when(COIN) | then() | "unlock"),
        define(LOCKED)(when(COIN) | then(by="unlock")),
        define(LOCKED)(when(COIN) | then() | do("unlock")),
        define(LOCKED)(when(COIN) | then() | condition("unlock")),
    ):
        with pytest.raises(InvalidDefinitionError, match="'unlock' is a name: only classes of machines have"):
            Table(item)
