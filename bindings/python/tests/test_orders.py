"""The example's order service, over SQLite and over PostgreSQL: orders, their audit trail, and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from order_runs import START, contents
from order_service import DAY, another, order, place, service, steps  # noqa: F401
from orders import rules
from orders.document import TABLE
from orders.service import Answer, KeyReusedError, OrderService
from orders.tables import Step
from orders.words import Customer, Event, State
from sqlalchemy import select
from sqlalchemy.orm import Session

from swiftfsm import Outcome


def test_every_callback_of_the_document_is_there() -> None:
    assert TABLE.warnings == ()
    assert set(rules.CALLBACKS) == {name for name in vars(rules) if name.islower() and not name.startswith("_")} - {
        "annotations"
    }


def test_an_order_goes_its_way(service: OrderService) -> None:
    place(service)
    assert service.send(1, "pay", Event.PAY, 1250, "bank", now=START + 30) == Answer(Outcome.TRANSITIONED, False)
    found = order(service)
    assert (found.state, found.leaves, found.total_cents, found.paid_cents) == (
        State.OPEN,
        "paid allocating",
        1250,
        1250,
    )
    T = "TRANSITIONED"
    assert steps(service) == [
        ("new", None, None, State.BASKET, T, None),
        ("add", "add", State.BASKET, State.BASKET, T, None),
        ("place", "place", State.BASKET, State.UNPAID, T, None),
        ("pay", "pay", State.UNPAID, State.UNPAID, T, None),
        ("pay", None, State.UNPAID, State.PAID, T, "all-paid"),
    ]
    messages = contents(service.engine)["messages"]
    assert [tuple(row)[1:] for row in messages] == [
        ("customer", "your order is unpaid"),
        ("customer", "your order is paid"),
    ]


def test_the_trail_names_rows_of_the_document(service: OrderService) -> None:
    place(service)
    with Session(service.engine) as session:
        (place_of_row,) = session.scalars(select(Step.row_place).where(Step.key == "place"))
    file, _, line = str(place_of_row).partition(":")
    document = Path(__file__).resolve().parents[2] / file
    assert document.read_text(encoding="utf-8").splitlines()[int(line) - 1].split()[:2] == ["place", "[Customer"]


def test_timeouts_come_when_they_are_due(service: OrderService) -> None:
    place(service)
    assert order(service).due_at == START + 20 + 7 * DAY
    assert service.due(START + 20 + 7 * DAY - 1) == []
    assert service.due(START + 20 + 7 * DAY) == [1]
    for number in service.due(START + 30 * DAY):
        service.advance(number, START + 8 * DAY)
    assert order(service).leaves == "overdue allocating"
    assert steps(service)[-1][:4] == (None, "remind", State.UNPAID, State.OVERDUE)
    # What is due comes before what is sent: the order lapses 14 days after the reminder, and the payment is too late.
    service.send(1, "pay", Event.PAY, 1250, "bank", now=START + 22 * DAY)
    assert [step[:2] for step in steps(service)[-3:]] == [(None, "lapse"), (None, None), ("pay", "pay")]
    assert order(service).state is State.CANCELLED


def test_an_event_that_waits_is_kept(service: OrderService) -> None:
    place(service)
    service.send(1, "1", Event.ALLOCATE, now=START + 30)
    service.send(1, "2", Event.PICK, now=START + 40)
    service.send(1, "3", Event.PACK, now=START + 50)
    assert service.send(1, "4", Event.DELIVER, "a neighbour", now=START + 60).outcome is Outcome.DEFERRED
    another(service).send(1, "5", Event.SHIP, "JD014", now=START + 70)
    assert (order(service).leaves, order(service).parcel) == ("unpaid delivered", "JD014")


def test_time_does_not_run_backwards(service: OrderService) -> None:
    service.send(1, "add", Event.ADD, "tea", 1250, now=START + 100)
    service.send(1, "place", Event.PLACE, now=START - 100)
    assert (order(service).kept_at, order(service).due_at) == (START + 100, START + 100 + 7 * DAY)


# ---------------------------------------------------------------------------------------------------------------------
# Keys
# ---------------------------------------------------------------------------------------------------------------------


def test_an_event_that_comes_twice_is_handled_once(service: OrderService) -> None:
    service.send(1, "add", Event.ADD, "tea", 1250, now=START + 10)
    before = contents(service.engine)
    for now in (START + 10, START + 99 * DAY):
        again = another(service).send(1, "add", Event.ADD, "tea", 1250, now=now)
        assert again == Answer(Outcome.TRANSITIONED, True)
    assert service.create(1, "new", Customer.REGULAR, START).is_repeated
    assert contents(service.engine) == before


def test_the_answer_to_what_had_no_effect_is_kept_too(service: OrderService) -> None:
    assert service.send(1, "ship", Event.SHIP, "JD014", now=START) == Answer(Outcome.UNHANDLED, False)
    service.send(1, "add", Event.ADD, "tea", 1250, now=START)
    assert service.send(1, "ship", Event.SHIP, "JD014", now=START) == Answer(Outcome.UNHANDLED, True)


def test_a_key_with_other_contents_is_refused(service: OrderService) -> None:
    service.send(1, "add", Event.ADD, "tea", 1250, now=START)
    before = contents(service.engine)
    with pytest.raises(KeyReusedError) as caught:
        service.send(1, "add", Event.ADD, "tea", 1251, now=START)
    assert str(caught.value) == (
        'order 1: the key add was used before, for ["add", "tea", 1250], and now for ["add", "tea", 1251]: '
        "give each delivery a key of its own"
    )
    with pytest.raises(KeyReusedError):
        service.send(1, "new", Event.PLACE, now=START)
    with pytest.raises(KeyReusedError):
        service.create(1, "add", Customer.NEW, START)
    assert contents(service.engine) == before


def test_the_same_key_of_another_order_is_another_key(service: OrderService) -> None:
    service.create(2, "new", Customer.NEW, START)
    assert not service.send(2, "add", Event.ADD, "tea", 1250, now=START).is_repeated
    assert not service.send(1, "add", Event.ADD, "tea", 99, now=START).is_repeated
