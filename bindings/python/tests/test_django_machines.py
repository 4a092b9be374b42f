"""Machines in models of Django."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from orders.django_shop import Message, Order, OrderStep
from orders.words import Customer, Event, State
from shop import tables  # noqa: F401

from swiftfsm import ArgumentsError, BadValueError, ClosedError, Outcome, UnknownStateError
from swiftfsm.django import MachineModel, StateChangedError, StateField

pytestmark = pytest.mark.usefixtures("tables")

NOW = 4_000_000_000.0
DAY = 86_400 / 1_000_000  # the document counts seconds, and a machine microseconds


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


# ---------------------------------------------------------------------------------------------------------------------
# Sending
# ---------------------------------------------------------------------------------------------------------------------


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
    assert other.snapshot == b""
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


# ---------------------------------------------------------------------------------------------------------------------
# What is refused, and changes nothing
# ---------------------------------------------------------------------------------------------------------------------


def test_an_exception_takes_everything_back(monkeypatch: pytest.MonkeyPatch) -> None:
    order = placed()
    before, fields = rows(order), {name: getattr(order, name) for name in ("state", "paid_cents", "snapshot", "revision")}

    def fail(self: Order, recipient: str, text: str) -> None:
        Message.objects.create(order=self, recipient=recipient, text=text)
        raise ConnectionError("no paper")

    monkeypatch.setattr(Order, "tell", fail)
    with pytest.raises(ConnectionError, match="no paper"):
        order.send(Event.PAY, 1250, "bank", now=order.kept_at)
    assert rows(order) == before
    assert {name: getattr(order, name) for name in fields} == fields
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
    whole = bytes(order.snapshot)
    for length in (1, 7, 8, len(whole) - 8, len(whole) - 1):
        write(order, snapshot=whole[:length])
        before = rows(order)
        with pytest.raises(StateChangedError, match="snapshot.* Restore the row from a backup"):
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
