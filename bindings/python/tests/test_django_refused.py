"""What a model of Django with a machine refuses: nothing has changed then."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from orders.django_shop import Message, Order, OrderStep
from orders.words import Customer, Event
from shop import new, placed, rows, tables, write  # noqa: F401

from swiftfsm import ArgumentsError, BadValueError, ClosedError, Outcome, UnknownStateError
from swiftfsm.django import MachineModel, StateChangedError, StateField

pytestmark = pytest.mark.usefixtures("tables")


def test_an_exception_takes_everything_back(monkeypatch: pytest.MonkeyPatch) -> None:
    order = placed()
    before, names = rows(order), ("state", "paid_cents", "snapshot", "revision")
    fields = [getattr(order, name) for name in names]

    def fail(self: Order, recipient: str, text: str) -> None:
        Message.objects.create(order=self, recipient=recipient, text=text)
        raise ConnectionError("no paper")

    monkeypatch.setattr(Order, "tell", fail)
    with pytest.raises(ConnectionError, match="no paper"):
        order.send(Event.PAY, 1250, "bank", now=order.kept_at)
    assert rows(order) == before
    assert [getattr(order, name) for name in names] == fields
    monkeypatch.undo()
    assert order.send(Event.PAY, 1250, "bank", now=order.kept_at) is Outcome.TRANSITIONED


def test_a_transaction_around_it_takes_it_back_too() -> None:
    order = placed()
    before = rows(order)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        order.send(Event.PAY, 1250, "bank", now=order.kept_at)
        raise ZeroDivisionError
    assert rows(order) == before


def test_an_entry_callback_that_fails_makes_no_object(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Order, step: Any) -> None:
        raise ConnectionError("no paper")

    count = Order.objects.count()
    monkeypatch.setattr(Order, "on_step", fail)
    with pytest.raises(ConnectionError):
        new()
    assert Order.objects.count() == count


def test_wrong_arguments() -> None:
    order = new()
    before = rows(order)
    with pytest.raises(ArgumentsError, match="takes"):
        order.send(Event.ADD, "tea")
    with pytest.raises(TypeError, match="event must be"):
        order.send("add")
    with pytest.raises(TypeError):
        order.send(Event.PLACE, now="soon")  # type: ignore[arg-type]
    assert rows(order) == before


def test_objects_that_are_not_in_the_database() -> None:
    with pytest.raises(BadValueError, match="is not in the database yet: save it before it is sent events"):
        Order(customer=Customer.NEW).send(Event.PLACE)
    order = new()
    OrderStep.objects.filter(order=order).delete()
    Order.objects.filter(pk=order.pk).delete()
    with pytest.raises(Order.DoesNotExist, match="is no longer in the database"):
        order.send(Event.PLACE)


def test_an_unknown_state_in_the_column() -> None:
    order = new()
    write(order, state="baskt")
    with pytest.raises(UnknownStateError, match="'baskt' is no state of the definition orders.* Perhaps 'basket'"):
        Order.objects.get(pk=order.pk)
    with pytest.raises(UnknownStateError):
        order.send(Event.PLACE)
    write(order, state="basket")
    assert order.send(Event.PLACE, now=order.kept_at) is Outcome.REFUSED


def test_a_snapshot_that_was_cut() -> None:
    order = placed()
    whole = bytes(order.snapshot or b"")
    for length in (0, 1, 7, 8, len(whole) - 8, len(whole) - 1):
        write(order, snapshot=whole[:length])
        before = rows(order)
        with pytest.raises(StateChangedError, match="its snapshot cannot be restored: "):
            order.send(Event.CANCEL, "why not", now=order.kept_at)
        assert rows(order) == before


def test_a_machine_that_is_closed() -> None:
    machine = new().machine()
    machine.close()
    with pytest.raises(ClosedError):
        machine.send(Event.PLACE)


def test_a_model_needs_one_table() -> None:
    class Stateless(MachineModel):
        customer = StateField(Customer)

        class Meta:
            app_label = "shop"

    with pytest.raises(TypeError, match=r"Stateless must have one StateField over a Table, such as state = StateField"):
        Stateless(pk=1).machine()
