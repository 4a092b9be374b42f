"""Machines in models of Django."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from orders.django_shop import Message, Order, OrderStep
from orders.words import Customer, Event, State
from shop import leaves, new, placed, rows, tables  # noqa: F401

from swiftfsm import Outcome
from swiftfsm.django import StateChangedError

pytestmark = pytest.mark.usefixtures("tables")

NOW = 4_000_000_000.0
DAY = 86_400 / 1_000_000  # the document counts seconds, and a machine microseconds


def test_an_order_goes_its_way() -> None:
    order = placed()
    assert order.send(Event.PAY, 1250, "bank", now=order.kept_at) is Outcome.TRANSITIONED
    again = Order.objects.get(pk=order.pk)
    for each in (order, again):
        assert (each.state, each.total_cents, each.paid_cents) == (State.OPEN, 1250, 1250)
        assert leaves(each) == ["paid", "allocating"]
    assert [message.text for message in Message.objects.filter(order=order)] == [
        "your order is unpaid",
        "your order is paid",
    ]


def test_every_step_is_in_the_audit_trail() -> None:
    found = OrderStep.objects.filter(order=placed()).order_by("pk")
    assert [(step.event, step.source, step.target, step.outcome) for step in found] == [
        (None, None, State.BASKET, "TRANSITIONED"),
        ("add", State.BASKET, State.BASKET, "TRANSITIONED"),
        ("place", State.BASKET, State.UNPAID, "TRANSITIONED"),
    ]


def test_queries_compare_with_members() -> None:
    order, other = placed(), new()
    found = Order.objects.filter(pk__in=[order.pk, other.pk])
    assert found.get(state=State.OPEN) == order
    assert set(found.filter(state__in=[State.OPEN, State.BASKET])) == {order, other}
    assert list(found.values_list("state", "customer").order_by("pk")) == [
        (State.OPEN, Customer.REGULAR),
        (State.BASKET, Customer.REGULAR),
    ]


def test_timeouts_come_when_they_are_due() -> None:
    order = placed()
    due = order.due_at
    assert due is not None and due - order.kept_at == pytest.approx(7 * DAY, abs=1e-5)
    assert order in Order.objects.filter(due_at__lte=due)
    order.advance(due)
    assert leaves(order) == ["overdue", "allocating"]
    # What is due comes before what is sent.
    order.send(Event.PAY, 1250, "bank", now=due + 100 * DAY)
    assert Order.objects.get(pk=order.pk).state is State.CANCELLED


def test_an_object_that_was_read_before_others_changed_it() -> None:
    order = placed()
    stale = Order.objects.get(pk=order.pk)
    order.send(Event.PAY, 1250, "bank", now=order.kept_at)
    assert stale.send(Event.CANCEL, "why not", now=order.kept_at) is Outcome.TRANSITIONED
    assert (stale.paid_cents, stale.state) == (1250, State.REPAYING)
    assert stale.revision == order.revision + 1


def test_save_does_not_set_back_the_state() -> None:
    order = placed()
    stale = Order.objects.get(pk=order.pk)
    order.send(Event.PAY, 1250, "bank", now=order.kept_at)
    stale.parcel = "JD014"
    stale.save()
    now = Order.objects.get(pk=order.pk)
    assert (now.parcel, leaves(now)) == ("JD014", ["paid", "allocating"])
    stale.save(update_fields=["parcel", "state"])
    assert leaves(Order.objects.get(pk=order.pk)) == ["paid", "allocating"]


def test_a_state_that_is_set_by_hand_is_refused() -> None:
    order = placed()
    order.state = State.PAID
    with pytest.raises(StateChangedError, match="its state is .*PAID.*, but that of its snapshot .*OPEN"):
        order.save()
    order.refresh_from_db()
    assert order.state is State.OPEN


def test_made_in_another_state() -> None:
    order = Order.objects.create(customer=Customer.NEW, state=State.REVIEW)
    assert order.send(Event.APPROVE, now=order.kept_at) is Outcome.TRANSITIONED
    (other,) = Order.objects.bulk_create([Order(customer=Customer.NEW, state=State.REVIEW)])
    assert other.snapshot is None
    assert other.send(Event.REJECT, now=NOW) is Outcome.TRANSITIONED
    assert Order.objects.get(pk=other.pk).state is State.REJECTED


def test_fields_that_were_not_read() -> None:
    order = placed()
    part = Order.objects.only("parcel").get(pk=order.pk)
    part.parcel = "JD014"
    part.save()
    assert part.send(Event.CANCEL, "why not", now=order.kept_at) is Outcome.TRANSITIONED
    assert Order.objects.get(pk=order.pk).parcel == "JD014"


def test_asking_changes_nothing() -> None:
    order = placed()
    before = rows(order)
    with order.machine() as machine:
        assert Event.HOLD in machine.permitted()
        machine.send(Event.HOLD)
    assert rows(order) == before


def test_the_example_plays_an_order_through() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "orders.django_shop"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[0] == "['paid', 'allocating']"
    assert [line.split()[:-1] for line in lines[3:6]] == [
        ["place", "basket", "unpaid"],
        ["pay", "unpaid", "unpaid"],
        ["unpaid", "paid"],
    ]
    assert lines[6:] == ["to the customer: your order is unpaid", "to the customer: your order is paid"]


TWO = """
import os, sys
from django.conf import settings
settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1], "OPTIONS": {"timeout": 60}}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
import django
django.setup()
from django.db import connection
from orders.django_shop import MODELS, Customer, Event, Order
with connection.schema_editor() as editor:
    for model in MODELS:
        editor.create_model(model)
order = Order.objects.create(customer=Customer.REGULAR)
connection.close()
children = [os.fork(), 0]
if children[0]:
    children[1] = os.fork()
if 0 in children:
    for _ in range(30):
        order.send(Event.ADD, "tea", 1, now=order.kept_at)
    os._exit(0)
assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
order = Order.objects.get()
print(order.total_cents, order.revision, order.steps.count())
"""


def test_two_processes_at_one_object(tmp_path: Path) -> None:
    """Both began with what they had read of it, and neither undoes what the other one does."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", TWO, str(tmp_path / "shop.db")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "60 60 61\n", "")
