"""What the tests of the order service share: a service over each database, and looks into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from order_runs import START, fast
from orders.service import OrderService
from orders.tables import Base, Order, Step
from orders.words import Customer, Event
from orders.worker import connect
from sqlalchemy import select, text
from sqlalchemy.orm import Session

DAY = 86_400


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OrderService]:
    """A service, with order 1 of a regular customer."""
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/orders.db" if is_sqlite else request.getfixturevalue("postgresql")
    engine = connect(url)
    if not is_sqlite:
        Base.metadata.drop_all(engine)
        Base.metadata.create_all(engine)
    service = OrderService(fast(engine))
    service.create(1, "new", Customer.REGULAR, START)
    yield service
    engine.dispose()


def another(service: OrderService) -> OrderService:
    """As in another process: with connections of its own."""
    return OrderService(fast(connect(service.engine.url.render_as_string(hide_password=False))))


def place(service: OrderService) -> None:
    service.send(1, "add", Event.ADD, "tea", 1250, now=START + 10)
    service.send(1, "place", Event.PLACE, now=START + 20)


def order(service: OrderService) -> Order:
    with Session(service.engine) as session:
        return session.get_one(Order, 1)


def steps(service: OrderService) -> list[tuple[Any, ...]]:
    found = select(Step.key, Step.event, Step.source, Step.target, Step.outcome, Step.row_label).order_by(Step.number)
    with Session(service.engine) as session:
        return [tuple(row) for row in session.execute(found)]


def write(service: OrderService, statement: str, **values: Any) -> None:
    with service.engine.begin() as connection:
        connection.execute(text(statement), values)
