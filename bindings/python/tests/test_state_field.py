"""States in fields of Django's models."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.migrations.writer import MigrationWriter
from django.forms import modelform_factory
from orders.django_shop import Order, OrderStep
from orders.document import TABLE
from orders.words import Customer, Event, State
from shop import tables  # noqa: F401

from swiftfsm import BadValueError, UnknownStateError
from swiftfsm.django import StateField

pytestmark = pytest.mark.usefixtures("tables")


def field(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


def step(**values: Any) -> OrderStep:
    order = Order.objects.create(customer=Customer.NEW)
    return OrderStep.objects.create(order=order, outcome="", **values)


def write(kept: OrderStep, name: str) -> None:
    """As another program would: past the field."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE shop_orderstep SET target = %s WHERE id = %s", [name, kept.pk])


def test_the_column_has_the_name_of_the_definition() -> None:
    kept = step(target=State.WRITTEN_OFF)
    with connection.cursor() as cursor:
        cursor.execute("SELECT source, target FROM shop_orderstep WHERE id = %s", [kept.pk])
        assert cursor.fetchone() == (None, "written-off")
    read: Any = OrderStep.objects.get(pk=kept.pk)
    assert (read.source, read.target) == (None, State.WRITTEN_OFF)


def test_the_default_is_the_initial_state() -> None:
    assert Order().state is State.BASKET
    assert field(Order, "customer").default is models.NOT_PROVIDED


@pytest.mark.parametrize("name", ["piad", "PAID", "", "paid ", "0"])
def test_an_unknown_state_is_refused_when_it_is_read(name: str) -> None:
    kept = step(target=State.PAID)
    write(kept, name)
    with pytest.raises(UnknownStateError) as caught:
        OrderStep.objects.get(pk=kept.pk)
    assert str(caught.value).startswith(f"{name!r} is no state of the definition orders: it has 'basket', 'review', ")


def test_a_former_name_is_read_as_the_state() -> None:
    kept = step(target=State.PAID)
    write(kept, "wrapped")
    kept.refresh_from_db()
    assert kept.target is State.PACKED


@pytest.mark.parametrize("value", ["paid", 7, Customer.NEW, Event.ADD, object()])
def test_what_is_no_state_is_refused_when_it_is_written(value: Any) -> None:
    with pytest.raises(TypeError, match="a state of the definition orders must be a member of State, not "):
        step(target=value)
    with pytest.raises(TypeError):
        OrderStep.objects.filter(target=value).count()


def test_a_migration_needs_no_table() -> None:
    written = MigrationWriter.serialize(field(Order, "state"))
    assert written == ("models.CharField(default='basket', max_length=64)", {"from django.db import models"})
    assert MigrationWriter.serialize(field(OrderStep, "target"))[0] == "models.CharField(max_length=64, null=True)"
    fresh = StateField(TABLE, max_length=64)
    fresh.set_attributes_from_name("state")
    assert fresh.deconstruct() == field(Order, "state").deconstruct()


def test_a_clone_has_the_same_states() -> None:
    clone = field(Order, "state").clone()
    assert (type(clone), clone.states, clone.default, clone.max_length) == (StateField, TABLE, State.BASKET, 64)


def test_a_fixture_has_the_name() -> None:
    kept = step(target=State.PAID)
    (written,) = json.loads(serializers.serialize("json", [kept]))
    assert (written["fields"]["target"], written["fields"]["source"]) == ("paid", None)
    assert field(OrderStep, "target").to_python(written["fields"]["target"]) is State.PAID
    with pytest.raises(ValidationError, match="'piad' is no state of the definition orders"):
        field(OrderStep, "target").to_python("piad")


def test_a_form_has_the_name() -> None:
    kept = step(target=State.PAID)
    form: Any = modelform_factory(OrderStep, fields=["target"])
    assert form(instance=kept)["target"].value() == "paid"
    assert form({"target": "packed"}, instance=kept).save().target is State.PACKED
    refused = form({"target": "piad"}, instance=kept)
    assert not refused.is_valid()
    assert refused.errors["target"][0].startswith("'piad' is no state of the definition orders")


def test_validation_of_an_object() -> None:
    kept = step(target=State.PAID)
    kept.target = "paid"  # type: ignore[assignment]
    kept.clean_fields(exclude=["outcome", "event", "source", "row_label", "row_place"])
    assert kept.target is State.PAID
    kept.target = Customer.NEW  # type: ignore[assignment]
    with pytest.raises(ValidationError, match="must be a member of State"):
        kept.clean_fields(exclude=["outcome", "event", "source", "row_label", "row_place"])


def test_names_must_fit() -> None:
    with pytest.raises(BadValueError, match="'written-off' has more than 10 characters: make the column longer"):
        StateField(TABLE, max_length=10)
    with pytest.raises(TypeError, match="the states of a column are those of a Table"):
        StateField(None)  # type: ignore[arg-type]
