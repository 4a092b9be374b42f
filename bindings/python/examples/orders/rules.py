"""The callbacks that the document names: what they look at, and what they do.

Each is called with what its parameters ask for; `context` is the order. It only changes the order and adds messages,
which are written in the same transaction as the new state: all of it happens, or nothing.
"""

from __future__ import annotations

from typing import Optional, Protocol

from swiftfsm import Step

from .words import Customer


class OrderData(Protocol):
    """What the callbacks need of an order."""

    customer: Customer
    total_cents: int
    paid_cents: int
    parcel: Optional[str]

    def tell(self, recipient: str, text: str) -> None:
        """Write a message, to be sent once the transaction is committed."""


# What they look at.


def positive(step: Step) -> bool:
    """The amount is an int among the arguments of the event."""
    return any(isinstance(each, int) and each > 0 for each in step.arguments)


def affordable(cents: int, reason: str, context: OrderData) -> bool:
    return context.paid_cents >= cents


def priced(context: OrderData) -> bool:
    return context.total_cents > 0


def settled(context: OrderData) -> bool:
    return context.paid_cents >= context.total_cents


def nothing_paid(context: OrderData) -> bool:
    return context.paid_cents == 0


def standing(context: OrderData) -> Customer:
    return context.customer


# What they do.


def _sum(cents: int, more: int) -> int:
    """What fits into a column of 64 bits. An exception ends the step: it does not take place."""
    if cents + more >= 1 << 63:
        raise OverflowError("the amount becomes too large")
    return cents + more


def add_item(article: str, cents: int, context: OrderData) -> None:
    context.total_cents = _sum(context.total_cents, cents)


def book(cents: int, reference: str, context: OrderData) -> None:
    context.paid_cents = _sum(context.paid_cents, cents)


def repay(cents: int, reason: str, context: OrderData) -> None:
    context.paid_cents -= cents
    context.tell("bank", f"pay back {cents} cents: {reason}")


def repay_all(context: OrderData) -> None:
    context.paid_cents = 0


def track(parcel: str, context: OrderData) -> None:
    if len(parcel.encode()) > 63:
        raise ValueError("the name of a parcel is longer than 63 bytes")
    context.parcel = parcel


def release(context: OrderData) -> None:
    context.tell("warehouse", "put the goods back")


def notify(step: Step, context: OrderData) -> None:
    context.tell("customer", f"your order is {step.target.value}")


def demand(context: OrderData) -> None:
    context.tell("agency", f"collect {context.total_cents - context.paid_cents} cents")


CALLBACKS = {
    each.__name__: each
    for each in (
        positive,
        affordable,
        priced,
        settled,
        nothing_paid,
        standing,
        add_item,
        book,
        repay,
        repay_all,
        track,
        release,
        notify,
        demand,
    )
}
