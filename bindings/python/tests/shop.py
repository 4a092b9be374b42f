"""A project of Django for the tests: the example's models, in a database in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from orders.django_shop import MODELS, Message, Order, OrderStep
from orders.words import Customer, Event


@pytest.fixture(scope="module")
def tables() -> Iterator[None]:
    """The tables of the models, empty."""
    with connection.schema_editor() as editor:
        for model in MODELS:
            editor.create_model(model)
    yield
    with connection.schema_editor() as editor:
        for model in reversed(MODELS):
            editor.delete_model(model)
    connection.close()


def new() -> Order:
    return Order.objects.create(customer=Customer.REGULAR)


def placed() -> Order:
    order = new()
    order.send(Event.ADD, "tea", 1250, now=order.kept_at)
    order.send(Event.PLACE, now=order.kept_at)
    return order


def rows(order: Order) -> dict[str, Any]:
    """All that the database has of an order."""
    return {
        "order": Order.objects.filter(pk=order.pk).values().get(),
        "steps": list(OrderStep.objects.filter(order=order).order_by("pk").values()),
        "messages": list(Message.objects.filter(order=order).order_by("pk").values()),
    }


def leaves(order: Order) -> list[str]:
    with order.machine() as machine:
        return [state.value for state in machine.states]


def write(order: Order, **values: Any) -> None:
    """As another program would: past the model."""
    with connection.cursor() as cursor:
        for name, value in values.items():
            cursor.execute(f"UPDATE shop_order SET {name} = %s WHERE id = %s", [value, order.pk])
