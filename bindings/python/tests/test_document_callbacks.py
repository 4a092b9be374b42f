"""Callbacks that a program supplies to a document."""

from __future__ import annotations

import sys
from enum import Enum
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from documented import TURNSTILE, Till

from swiftfsm import DiagnosticKind, InvalidDefinitionError, Machine, Outcome, Place, Table

GATE = """
definition
  event coin (i32, str)
  initial locked
  {declaration}
  state locked
    entry lock
    coin ? check -> same / take-it
    pass -> same
"""


def gate(
    declaration: str = "guards exclusive", **callbacks: Any
) -> tuple[Table[Any, Any], Machine[Any, Any, Any]]:
    """A table of GATE, and a machine. A callback take_it is the action take-it."""
    names: dict[str, Any] = {"lock": lambda: None, "check": lambda: True, "take_it": lambda: None, **callbacks}
    table = Table.read(GATE.format(declaration=declaration), callbacks=names, file="gate.fsm")
    return table, table.machine()


def told_of(error: InvalidDefinitionError) -> list[str]:
    return [str(each) for each in error.diagnostics]


@pytest.mark.parametrize("name", ["take-it", "take_it"])
def test_names_are_found_as_they_stand_or_as_identifiers(name: str) -> None:
    seen: list[Any] = []
    callbacks = {"lock": lambda: None, "check": lambda: True, name: lambda *arguments: seen.append(arguments)}
    module = ModuleType("callbacks")
    vars(module).update(callbacks)
    for given in (callbacks, SimpleNamespace(**callbacks), module):
        if name == "take-it" and given is not callbacks:
            continue
        table = Table.read(GATE.format(declaration=""), callbacks=given)
        table.machine().send(table.Event.coin, 1, "cent")
    assert seen == [(1, "cent")] * (1 if name == "take-it" else 3)


def test_dots_become_underscores_and_are_not_followed() -> None:
    text = "definition\n  state a\n    go -> same / os.system\n"
    seen: list[str] = []
    inner = SimpleNamespace(system=lambda: seen.append("followed"))
    with pytest.raises(InvalidDefinitionError, match="action 'os.system': none was supplied"):
        Table.read(text, callbacks=SimpleNamespace(os=inner))
    table = Table.read(text, callbacks=SimpleNamespace(os=inner, os_system=lambda: seen.append("found")))
    table.machine(table.State.a).send(table.Event.go)
    assert seen == ["found"]


def test_all_missing_callbacks_are_told_at_once() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table.read(TURNSTILE, callbacks={"thank": None, "lock": Till.lock}, file="turnstile.fsm")
    told = caught.value.diagnostics
    assert {each.kind for each in told} == {DiagnosticKind.UNBOUND_CALLBACK}
    assert sorted(told_of(caught.value)) == [
        "turnstile.fsm:10:23: error: expected a callback for action 'log': none was supplied",
        "turnstile.fsm:13:10: error: expected a callback for exit 'unlock': none was supplied",
        "turnstile.fsm:14:33: error: expected a callback for action 'thank': None was supplied, which cannot be called",
        "turnstile.fsm:6:18: error: expected a callback for guard 'enough': none was supplied",
    ]


def test_one_that_cannot_be_called_is_told_alone_too() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        gate(check=5)
    assert told_of(caught.value) == [
        "gate.fsm:8:12: error: expected a callback for guard 'check': 5 was supplied, which cannot be called"
    ]


def test_a_text_is_no_supply_of_callbacks() -> None:
    with pytest.raises(TypeError, match="callbacks must be a mapping, an object or a module, not 'os'"):
        Table.read(TURNSTILE, callbacks="os")


def test_what_a_lookup_raises_comes_out_unchanged() -> None:
    class Broken:
        @property
        def lock(self) -> Any:
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        Table.read(TURNSTILE, callbacks=Broken())


def test_one_function_may_have_several_roles() -> None:
    seen: list[Any] = []
    text = "definition\n  initial a\n  state a\n    exit note\n    entry note\n    go -> b / note\n  state b\n    go -> a\n"
    table = Table.read(text, callbacks={"note": lambda: seen.append(1)})
    machine = table.machine()
    machine.send(table.Event.go)
    machine.send(table.Event.go)
    assert seen == [1, 1, 1]


# ----------------------------------------------------------------------------------------------------------------------
# Signatures
# ----------------------------------------------------------------------------------------------------------------------


def test_functions_get_what_their_parameters_ask_for() -> None:
    seen: list[Any] = []

    def take(machine: Machine[Any, Any, Any], cents: int, unit: str, *, event: int) -> None:
        seen.append((machine, cents, unit, event))

    table, machine = gate(take_it=take)
    machine.send(table.Event.coin, 3, "cent")
    assert seen == [(machine, 3, "cent", table.Event.coin)]


def test_functions_are_checked_against_the_events_that_reach_them() -> None:
    def check(cents: int) -> bool:
        return True

    def lock(strange: str) -> None: ...

    with pytest.raises(InvalidDefinitionError) as caught:
        gate(check=check, lock=lock, take_it=lambda cents, unit, third: None)
    assert told_of(caught.value) == [
        "gate.fsm:8: error: action of (locked, coin) -> SAME is <lambda>(cents, unit, third), but event 0 (coin) has the "
        "arguments (i32, str): declare the arguments of the event (arguments=...), or give the parameters defaults",
        "gate.fsm:8: error: guard of (locked, coin) -> SAME is check(cents: int), but event 0 (coin) has the arguments "
        "(i32, str), of which it would not get the last 1: take all, or the rest as *others",
    ]


def test_a_declared_signature_says_how_many_arguments_a_function_gets() -> None:
    seen: list[Any] = []

    def check(cents: int) -> bool:
        seen.append(cents)
        return True

    def take(*all: Any, context: Any) -> None:
        seen.append((all, context))

    table, machine = gate("callable guard check bool(context, i32)", check=check, take_it=take)
    machine.send(table.Event.coin, 3, "cent")
    table, machine = gate("callable action take-it void(context, i32)", take_it=take)
    machine.context = "mine"
    machine.send(table.Event.coin, 4, "cent")
    table, machine = gate("callable action take-it void(i32, args...)", take_it=take)
    machine.send(table.Event.coin, 5, "cent")
    assert seen == [3, ((3, "cent"), None), ((4,), "mine"), ((5, "cent"), None)]


@pytest.mark.parametrize(
    ("declared", "function", "complaint"),
    [
        (
            "void(context, i64)",
            lambda cents: None,
            "is <lambda>(cents), but the document declares it as void(context, i64), and event 0 (coin) has the arguments "
            "(i32, str): correct one of these",
        ),
        (
            "void(context, i32)",
            lambda till, cents: None,
            "is <lambda>(till, cents), but the document declares it as void(context, i32): name the others for what they "
            "get (context, machine, step, ...), or give them defaults",
        ),
        (
            "void(context, i32, str)",
            lambda cents: None,
            "is <lambda>(cents), but the document declares it as void(context, i32, str), of which it would not get the "
            "last 1: take all, or the rest as *others",
        ),
    ],
    ids=["types", "too many", "too few"],
)
def test_a_function_that_does_not_fit_its_declaration(declared: str, function: Any, complaint: str) -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        gate(f"callable action take-it {declared}", take_it=function)
    assert told_of(caught.value) == [f"gate.fsm:8: error: action of (locked, coin) -> SAME {complaint}"]


def test_an_annotation_must_agree_with_the_declaration() -> None:
    def take(cents: str) -> None: ...

    with pytest.raises(InvalidDefinitionError, match="argument 0 is i32, which contradicts the annotation"):
        gate("callable action take-it void(i32)", take_it=take)


def test_callbacks_of_states_are_checked_against_all_events() -> None:
    text = """
definition
  event coin (i32)
  event card (str)
  state a
    coin -> b
    card -> b
  state b
    entry greet
    coin -> a
    card -> a
"""

    def greet(cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError) as caught:
        Table.read(text, callbacks={"greet": greet}, file="gate.fsm")
    (told,) = caught.value.diagnostics
    assert told.text.startswith("entry callback of state 1 (b) is greet(cents: int), but event 1 (card)")
    assert told.places == (Place("gate.fsm", 9),)


class Policy(Enum):
    weak = 0
    strong = 1


def test_a_parameter_asks_for_a_predicate_type_of_the_program() -> None:
    seen: list[Any] = []
    text = """
definition
  predicate Policy weak strong by office
  state a
    go -> same / note
"""

    def note(policy: Policy) -> None:
        seen.append(policy)

    table = Table.read(text, callbacks={"office": lambda: Policy.strong, "note": note}, predicates=[Policy])
    table.machine(table.State.a).send(table.Event.go)
    assert seen == [Policy.strong]
    assert "UNUSED_PREDICATE" not in [DiagnosticKind(each.kind).name for each in table.warnings]


def test_a_module_supplies_its_functions() -> None:
    module = sys.modules[__name__]
    table = Table.read("definition\n  state a\n    go -> same / call-me\n", callbacks=module)
    assert table.machine(table.State.a).send(table.Event.go) is Outcome.TRANSITIONED


def call_me() -> None: ...
