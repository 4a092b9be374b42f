"""The same orders in models of Django; as a program it plays one through.

A project of Django has its settings in a file, and makes its tables by `manage.py migrate`; here one module is all.
"""

from __future__ import annotations

import django
from django.conf import settings

if not settings.configured:
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    )
    django.setup()

from django.db import connection, models

from swiftfsm import Step
from swiftfsm.django import MachineModel, StateField

from .document import TABLE
from .trail import trace
from .words import Customer, Event, State


class Order(MachineModel):
    """An order, the context of its machine's callbacks."""

    state: StateField[State] = StateField(TABLE)
    customer: StateField[Customer] = StateField(Customer)
    total_cents: models.BigIntegerField[int, int] = models.BigIntegerField(default=0)
    paid_cents: models.BigIntegerField[int, int] = models.BigIntegerField(default=0)
    parcel: models.CharField[str, str] = models.CharField(max_length=64, default="")

    class Meta(MachineModel.Meta):
        app_label = "shop"

    def tell(self, recipient: str, text: str) -> None:
        """Write a message, in the transaction of the step."""
        Message.objects.create(order=self, recipient=recipient, text=text)

    def on_step(self, step: Step) -> None:
        """Write the audit trail, in the transaction of the step."""
        OrderStep.objects.create(order=self, **trace(step))


class OrderStep(models.Model):
    """A step of an order's machine."""

    order: models.ForeignKey[Order, Order] = models.ForeignKey(Order, models.CASCADE, related_name="steps")
    event: models.CharField[str, str] = models.CharField(max_length=64, null=True)
    source: StateField[State] = StateField(TABLE, null=True)
    target: StateField[State] = StateField(TABLE, null=True)
    outcome: models.CharField[str, str] = models.CharField(max_length=32)
    row_label: models.CharField[str, str] = models.CharField(max_length=64, null=True)
    row_place: models.CharField[str, str] = models.CharField(max_length=128, null=True)

    class Meta:
        app_label = "shop"


class Message(models.Model):
    """A message to somebody, for another program to send."""

    order: models.ForeignKey[Order, Order] = models.ForeignKey(Order, models.CASCADE, related_name="messages")
    recipient: models.CharField[str, str] = models.CharField(max_length=32)
    text: models.TextField[str, str] = models.TextField()

    class Meta:
        app_label = "shop"


MODELS: tuple[type[models.Model], ...] = (Order, OrderStep, Message)


def main() -> None:
    """Play an order through, and print its audit trail."""
    with connection.schema_editor() as editor:
        for model in MODELS:
            editor.create_model(model)
    order = Order.objects.create(customer=Customer.REGULAR)
    order.send(Event.ADD, "tea", 1250)
    order.send(Event.PLACE)
    order.send(Event.PAY, 1250, "bank 77")
    print([state.value for state in order.machine().states])
    for step in OrderStep.objects.filter(order=order).order_by("id"):
        source = "" if step.source is None else step.source.value
        print(f"{step.event or '':8} {source:8} {step.target.value:8} {step.row_place or ''}")
    for message in Message.objects.filter(order=order).order_by("id"):
        print(f"to the {message.recipient}: {message.text}")


if __name__ == "__main__":
    main()
