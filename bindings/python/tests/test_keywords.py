"""Arguments of events that are sent by keyword."""

from __future__ import annotations

import pickle
from enum import Enum
from typing import Any

import pytest
from awaiting import Runner, run
from tracing import Event, State

from swiftfsm import (
    ArgumentsError,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Table,
    UnknownEventError,
    matching,
    resolver,
    then,
    transition,
    when,
    define,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Mode(Enum):
    DAY = 1
    NIGHT = 2


SEEN: list[Any] = []


def take(cents: int, unit: str) -> None:
    SEEN.append((cents, unit))


TABLE = Table(
    Row(LOCKED, COIN, UNLOCKED, take),
    Row(UNLOCKED, PASS, LOCKED),
    arguments={COIN: {"cents": int, "unit": str}},
    initial=LOCKED,
)


@pytest.fixture(autouse=True)
def nothing_seen() -> None:
    SEEN.clear()


def test_arguments_come_by_position_by_name_or_both(run: Runner) -> None:
    machine = TABLE.machine()

    async def main() -> None:
        for arguments, named in (
            ((20, "ct"), {}),
            ((), {"unit": "ct", "cents": 20}),
            ((20,), {"unit": "ct"}),
        ):
            assert machine.can(COIN, *arguments, **named)
            assert machine.why_not(COIN, *arguments, **named) is None
            assert machine.probe(COIN, *arguments, **named).target is UNLOCKED
            assert machine.explain(COIN, *arguments, **named).outcome is Outcome.TRANSITIONED
            assert machine.send(COIN, *arguments, **named) is Outcome.TRANSITIONED
            machine.set_state(LOCKED)
            assert await machine.asend(COIN, *arguments, **named) is Outcome.TRANSITIONED
            machine.set_state(LOCKED)

    run(main)
    assert SEEN == [(20, "ct")] * 6
    assert TABLE.arguments(COIN) == ("i64", "str") and TABLE.argument_names(COIN) == ("cents", "unit")
    assert TABLE.argument_names(PASS) == ()


@pytest.mark.parametrize(
    ("arguments", "named", "text", "index"),
    [
        ((), {"cent": 5, "unit": "ct"}, r"event 1 \(COIN\) has no argument 'cent': perhaps 'cents' is meant", 0),
        ((5, "ct"), {"price": 5}, "has no argument 'price': it has 'cents', 'unit'", 2),
        ((), {"cents": 5}, "was sent without its argument 'unit'", 1),
        ((5,), {"cents": 6, "unit": "ct"}, "was sent with the argument 'cents' twice: 5 and 6", 0),
        ((), {"cents": "much", "unit": "ct"}, r"takes \(i64, str\), but was sent with 'much' where i64 belongs", 0),
        ((5, "ct", 7), {"unit": "x"}, "was sent with the argument 'unit' twice", 1),
    ],
)
def test_wrong_ones_are_errors_and_nothing_happens(
    arguments: tuple[Any, ...], named: dict[str, Any], text: str, index: int, run: Runner
) -> None:
    machine = TABLE.machine()
    with pytest.raises(ArgumentsError, match=text) as raised:
        machine.send(COIN, *arguments, **named)
    assert raised.value.index == index

    async def main() -> None:
        with pytest.raises(ArgumentsError, match=text):
            await machine.asend(COIN, *arguments, **named)

    run(main)
    with pytest.raises(ArgumentsError, match=text):
        machine.can(COIN, *arguments, **named)
    assert (machine.state, SEEN, machine.pending) == (LOCKED, [], 0)


def test_an_event_without_names_takes_no_keywords() -> None:
    table = Table(Row(1, 1, 1), Row(1, 2, 1), arguments={1: int})
    for event in (1, 2):
        with pytest.raises(ArgumentsError, match=r"has no argument 'cents': to send by keyword, declare names"):
            table.machine(1).send(event, cents=5)
    texts = Table(define("a")(when("go") | then("a")), initial="a")
    with pytest.raises(UnknownEventError, match="perhaps 'go' is meant"):
        texts.machine().send("gone", cents=5)


def test_names_of_parameters_of_send_are_names_as_any_other() -> None:
    seen: list[Any] = []
    table = Table(
        Row(1, 1, 1, lambda *arguments: seen.append(arguments)), arguments={1: {"event": int, "arguments": int, "self": int}}
    )
    table.machine(1).send(1, event=1, self=3, arguments=2)
    assert seen == [(1, 2, 3)]


def test_cases_are_sent_beside_them() -> None:
    table = Table(
        define(LOCKED)(matching(Mode.DAY) | when(COIN) | then(UNLOCKED) | take, matching(Mode.NIGHT) | when(COIN) | then()),
        StateBlock(UNLOCKED, final=True),
        arguments={COIN: {"cents": int, "unit": str}},
        initial=LOCKED,
    )
    machine = table.machine()
    assert machine.send(COIN, Mode.NIGHT, 1, unit="ct") is Outcome.TRANSITIONED
    assert machine.state is LOCKED
    machine.send(COIN, Mode.DAY, unit="ct", cents=2)
    assert (machine.state, SEEN) == (UNLOCKED, [(2, "ct")])


@pytest.mark.parametrize("name", ["class", "first-name", "", 5, None])
def test_a_name_is_an_identifier(name: Any) -> None:
    with pytest.raises(InvalidDefinitionError, match=r"event 1 cannot have an argument that is called .*: a name is an id"):
        Table(Row(1, 1, 1), arguments={1: {name: int}})


def test_a_callback_that_has_the_names_in_another_order_is_an_error() -> None:
    def swapped(unit: str, cents: int) -> None: ...

    def other(amount: int, word: str) -> None: ...

    def one(cents: int, *others: object) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"its argument 'cents' at place 0, not 1: put the parameters in the"):
        Table(Row(1, 1, 1, swapped), arguments={1: {"cents": object, "unit": object}})
    for fine in (other, one):
        Table(Row(1, 1, 1, fine), arguments={1: {"cents": int, "unit": str}})


class Order(Machine[State, Event, None]):
    """An order that is paid by a call."""

    initial = LOCKED
    arguments = {COIN: {"cents": int, "unit": str}}
    rows = [Row(UNLOCKED, PASS, LOCKED)]

    @transition(LOCKED, COIN, UNLOCKED)
    def pay(self, cents: int, unit: str = "ct") -> None:
        SEEN.append((cents, unit))


def test_a_method_is_called_by_keyword() -> None:
    order = Order()
    assert getattr(order, "may_pay")(cents=5, unit="ct")
    assert order.pay(cents=5, unit="ct") is Outcome.TRANSITIONED
    order.send(PASS)
    order.pay(6, unit="EUR")
    assert SEEN == [(5, "ct"), (6, "EUR")]
    with pytest.raises(ArgumentsError, match="was sent without its argument 'unit'"):
        order.pay(cents=5)


def test_a_method_has_the_names_of_the_arguments() -> None:
    with pytest.raises(InvalidDefinitionError, match=r"Late.pay is called to send Event.COIN, whose argument is 'cents'"):

        class Late(Order):
            def pay(self, amount: int, unit: str = "ct") -> None: ...

    with pytest.raises(InvalidDefinitionError, match="give the parameter 'amount' that name"):

        class Choosing(Machine[State, Event, None]):
            initial = LOCKED
            arguments = {COIN: {"cents": int}}

            @resolver(LOCKED, COIN)
            def pay(self, amount: int) -> State:
                return LOCKED


def test_names_come_from_a_document() -> None:
    text = "definition d\n  event coin (i32 first-cents, str)\n  initial a\n  state a\n    coin -> a / take\n"
    table = Table.read(text, callbacks={"take": take})
    assert table.argument_names(table.Event.coin) == ("first_cents", None)
    with pytest.raises(ArgumentsError, match="was sent without its argument number 1"):
        table.machine().send(table.Event.coin, first_cents=5)
    named = Table.read(text.replace("str)", "str unit)"), callbacks={"take": take})
    named.machine().send(named.Event.coin, first_cents=5, unit="ct")
    assert SEEN == [(5, "ct")]


def test_names_are_kept_in_pickles() -> None:
    machine = pickle.loads(pickle.dumps(TABLE.machine()))
    machine.send(COIN, unit="ct", cents=9)
    assert SEEN == [(9, "ct")]
