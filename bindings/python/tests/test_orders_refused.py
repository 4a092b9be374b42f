"""What the example's order service refuses: nothing has changed then."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any

import pytest
from order_runs import START, contents
from order_service import order, place, service, write  # noqa: F401
from orders.keeping import DamagedOrderError, machine_of
from orders.service import OrderExistsError, OrderService, UnknownOrderError
from orders.tables import Base, Order
from orders.words import Customer, Event
from sqlalchemy import text
from sqlalchemy.orm import Session

from swiftfsm import ArgumentsError, ClosedError, Outcome, UnknownStateError


def refused(service: OrderService, error: type[Exception], match: str, *arguments: Any) -> None:
    """Sending this raises that, and nothing has changed."""
    with service.engine.connect() as connection:
        names = [table.name for table in Base.metadata.sorted_tables]
        before = [connection.execute(text(f"SELECT * FROM {name}")).all() for name in names]
    with pytest.raises(error, match=match):
        service.send(1, "key", *arguments, now=START + 30)
    with service.engine.connect() as connection:
        assert [connection.execute(text(f"SELECT * FROM {name}")).all() for name in names] == before


def test_orders_that_are_not_there(service: OrderService) -> None:
    with pytest.raises(UnknownOrderError, match="there is no order 5: create it first"):
        service.send(5, "key", Event.PLACE)
    with pytest.raises(UnknownOrderError):
        service.advance(5)
    with pytest.raises(OrderExistsError, match="there is an order 1 already"):
        service.create(1, "another key", Customer.NEW)


def test_wrong_events_and_arguments(service: OrderService) -> None:
    refused(service, ArgumentsError, r"takes \(str, i64\)", Event.ADD)
    refused(service, ArgumentsError, "'much' where i64 belongs", Event.ADD, "tea", "much")


def test_an_exception_of_a_callback(service: OrderService, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Order, recipient: str, text: str) -> None:
        raise ConnectionError("no paper")

    place(service)
    monkeypatch.setattr(Order, "tell", fail)
    refused(service, ConnectionError, "no paper", Event.CANCEL, "why not")


def test_an_unknown_state_in_the_column(service: OrderService) -> None:
    write(service, "UPDATE orders SET state = 'baskt'")
    refused(service, UnknownStateError, "'baskt' is no state of the definition orders.*Perhaps 'basket'", Event.PLACE)


def test_a_state_that_was_changed_by_hand(service: OrderService) -> None:
    write(service, "UPDATE orders SET state = 'review'")
    refused(service, DamagedOrderError, "order 1: its state is review, but that of its snapshot basket", Event.PLACE)


def test_a_snapshot_that_was_cut(service: OrderService) -> None:
    place(service)
    whole = order(service).snapshot
    for length in range(len(whole)):
        write(service, "UPDATE orders SET snapshot = :cut", cut=whole[:length])
        with pytest.raises(DamagedOrderError, match="order 1: its snapshot cannot be restored: "):
            service.send(1, "key", Event.CANCEL, "why not", now=START + 30)
    write(service, "UPDATE orders SET snapshot = :whole", whole=whole)
    assert service.send(1, "key", Event.CANCEL, "why not", now=START + 30).outcome is Outcome.TRANSITIONED


def test_a_snapshot_with_wrong_bits(service: OrderService) -> None:
    """It is refused, or is an order that can be; in no case does anything else come of it."""
    place(service)
    whole = order(service).snapshot
    random = Random(3)
    for _ in range(100):
        damaged = bytearray(whole)
        damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        write(service, "UPDATE orders SET snapshot = :damaged", damaged=bytes(damaged))
        with Session(service.engine) as session:
            before = session.get_one(Order, 1).version
        try:
            service.advance(1, START + 20)
        except DamagedOrderError:
            assert order(service).version == before
        else:
            assert order(service).version == before + 1


def test_a_machine_that_is_closed(service: OrderService) -> None:
    place(service)
    before = contents(service.engine)
    for close_first in (True, False):
        with pytest.raises(ClosedError), Session(service.engine) as session, session.begin():
            with machine_of(session.get_one(Order, 1), START + 30) as machine:
                if close_first:
                    machine.close()
                machine.send(Event.PAY, 1250, "bank")
                machine.close()  # it has no snapshot then
    assert contents(service.engine) == before


def test_an_event_that_the_table_has_not(service: OrderService) -> None:
    class Wrong(Enum):
        PLACE = "place"

    refused(service, TypeError, "event must be .* a member of an Enum that the table knows", Wrong.PLACE)
