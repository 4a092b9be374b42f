"""Mistakes that are told where they are made, in words that help."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Optional

import pytest
from tracing import Event, State, line

from swiftfsm import (
    DiagnosticKind,
    InvalidDefinitionError,
    Machine,
    Place,
    Row,
    Severity,
    StateBlock,
    SwiftFSMError,
    Table,
    condition,
    define,
    do,
    matching,
    overriding,
    request,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


# ----------------------------------------------------------------------------------------------------------------------
# Types of arguments
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [Optional[str], list, "int", "i65", [int, dict], 5, None, {"a": 1}, [[int]], "a\0b"])
def test_a_type_that_no_argument_has_is_a_fault_of_the_definition(wrong: Any) -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            Row(LOCKED, COIN, LOCKED, lambda cents: None),
            Row(LOCKED, PASS, UNLOCKED),
            arguments={COIN: wrong, PASS: int},
        )
    first, *others = caught.value.diagnostics
    assert (first.event, first.places) == (COIN, (Place(__file__, here + 2),))
    assert first.text.startswith("event 1 (COIN) cannot have the argument")
    assert "name bool, int, float, str or object" in first.text
    # The unknown target is told with it; that the action takes an argument is not, since nothing is known of those.
    errors = [each.kind for each in others if each.severity is Severity.ERROR]
    assert errors == [DiagnosticKind.UNKNOWN_TARGET]


def test_optional_text_is_text() -> None:
    with pytest.raises(InvalidDefinitionError, match="Optional.*str, which may be None"):
        Table(Row(1, 1, 1), arguments={1: Optional[str]})  # type: ignore[dict-item]


def test_too_many_arguments() -> None:
    with pytest.raises(InvalidDefinitionError, match=r"event 1 cannot have the arguments \(i64, i64"):
        Table(Row(1, 1, 1), arguments={1: [int] * 65})


# ----------------------------------------------------------------------------------------------------------------------
# The words of a definition
# ----------------------------------------------------------------------------------------------------------------------


def test_a_clause_is_neither_true_nor_false() -> None:
    clauses: list[Any] = [when(COIN), then(LOCKED), do(print), condition(bool), when(COIN)(then()), overriding(when(1))]
    for clause in clauses:
        with pytest.raises(TypeError, match=r"join clauses with \|, not with or, and or not"):
            clause or then(UNLOCKED)
        with pytest.raises(TypeError, match="neither true nor false"):
            not clause


@pytest.mark.parametrize(
    "clause", [when(COIN), when(COIN) | print, when(COIN, PASS), matching(State.LOCKED) | when(COIN) | condition(bool)]
)
def test_a_row_that_leads_nowhere(clause: Any) -> None:
    with pytest.raises(TypeError, match=r"when\(.*at .*test_mistakes.py:\d+ does not say where it leads: join then"):
        Table(define(LOCKED)(clause))


# ----------------------------------------------------------------------------------------------------------------------
# A class whose __init__ does not call that of Machine
# ----------------------------------------------------------------------------------------------------------------------


class Forgetful(Machine[State, Event, None]):
    initial = LOCKED

    def __init__(self, price: int) -> None:
        self.price = price

    @transition(LOCKED, COIN)
    def take(self) -> None: ...


@dataclasses.dataclass
class Listed(Machine[State, Event, None]):
    initial = LOCKED
    price: int = 5

    @transition(LOCKED, COIN)
    def take(self) -> None: ...


@pytest.mark.parametrize("make", [lambda: Forgetful(5), lambda: Listed(5), lambda: Forgetful.__new__(Forgetful)])
def test_a_machine_that_was_never_initialised_says_so(make: Callable[[], Machine[State, Event, None]]) -> None:
    machine = make()
    name = type(machine).__name__
    calls: list[Callable[[], object]] = [
        lambda: machine.send(COIN),
        lambda: machine.send(COIN, 5),
        lambda: machine.state,
        lambda: machine.table,
        lambda: machine.pending,
        lambda: machine.request(LOCKED),
        lambda: machine.update(),
        lambda: machine.due(),
        lambda: machine.start(),
        lambda: machine.stop(),
        lambda: machine.set_state(LOCKED),
        lambda: machine.run(),
        lambda: machine.discard(),
        lambda: machine.probe(COIN),
        lambda: machine.can(COIN),
        lambda: machine.explain(COIN),
        lambda: machine.permitted(),
        lambda: machine.requestable(),
        lambda: machine.on_step(print),
        lambda: machine.on_unhandled(print),
        lambda: machine.asend(COIN).send(None),
        lambda: machine.astop().send(None),
        lambda: machine.__copy__(),
        lambda: machine.__reduce__(),
        lambda: machine.__enter__(),
    ]
    for number, call in enumerate(calls):
        with pytest.raises(SwiftFSMError, match=rf"{name}.__init__ has not called super\(\).__init__\(\)"):
            call()
            raise AssertionError(number)
    machine.close()
    assert machine.closed and Machine.__repr__(machine) == f"<{name}, not initialised>"


# ----------------------------------------------------------------------------------------------------------------------
# What ctypes would have said in its own words
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["now", "5", b"5", None, [], 1j])
def test_a_time_that_is_no_number(time: Any) -> None:
    machine = Table([(1, 1, 1)], [StateBlock(1, update=lambda time: None)]).machine(1)
    for call in (machine.update, machine.due):
        with pytest.raises(TypeError, match="time must be a number, not ") as caught:
            call(time)
        assert type(caught.value) is TypeError
    with pytest.raises(TypeError, match="time must be a number"):
        machine.aupdate(time).send(None)


def test_a_time_may_be_any_number() -> None:
    seen: list[float] = []
    machine = Table([(1, 1, 1)], [StateBlock(1, update=lambda time: seen.append(time))]).machine(1)
    for time in (2, 2.5, True):
        machine.update(time)
    assert seen == [2.0, 2.5, 1.0]


@pytest.mark.parametrize("name", ["probe", "can", "explain", "why_not", "permitted", "can_request", "explain_request"])
def test_a_recursion_that_is_too_deep_comes_out_as_it_is(name: str) -> None:
    def ask(machine: Machine[int, int, Any]) -> object:
        query: Callable[..., object] = getattr(machine, name)
        return query() if name == "permitted" else query(2)

    def guard(machine: Machine[int, int, Any]) -> bool:
        return bool(ask(machine))

    rows = define(1)(condition(guard)(when(2) | then(2), request(2)))
    machine = Table(rows, define(2, final=True)).machine(1)
    for _ in range(3):
        with pytest.raises(RecursionError):
            ask(machine)
    assert (machine.state, machine.pending) == (1, 0)


@pytest.mark.parametrize("states", [LOCKED, 1, "ab", None])
def test_states_that_are_set_are_several(states: Any) -> None:
    machine = Table([(1, 1, 1)]).machine(1)
    with pytest.raises(TypeError, match=r"set_states\(\) takes all active leaves, not .*: name them in a list"):
        machine.set_states(states)


def test_an_unknown_word_of_a_table_names_the_class_that_programs_know() -> None:
    make: Any = Table
    with pytest.raises(TypeError, match=r"^(Table\.)?__init__\(\) got an unexpected keyword argument 'inital'"):
        make((1, 1, 1), inital=1)
