"""Orders behind FastAPI: an event that an order does not permit is refused with 409 and the reason.

    DATABASE=sqlite:///orders.db uvicorn web_orders:app

    curl -X POST localhost:8000/orders -H 'content-type: application/json' -d '{"price_cents": 500}'
    curl -X POST localhost:8000/orders/1/ship                           # 409, "... has no row for event ..."
    curl -X POST localhost:8000/orders/1/pay -H 'content-type: application/json' -d '{"cents": 500}'

The state of an order is a column of its row. The row has a version: of two requests that change the same order at the same
time, one wins, and the other is refused with 409.

Needs FastAPI and SQLAlchemy 2.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Callable

from fastapi import APIRouter, Body, Depends, FastAPI, HTTPException, Path, Request
from pydantic import BaseModel
from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.orm.exc import StaleDataError

from swiftfsm import INTERNAL, GuardPolicy, Machine, Table, condition, define, then, when
from swiftfsm.sqlalchemy import StateColumn

# ----------------------------------------------------------------------------------------------------------------------
# The rules
# ----------------------------------------------------------------------------------------------------------------------


class State(Enum):
    OPEN = "open"
    PAID = "paid"
    SHIPPED = "shipped"
    CANCELLED = "cancelled"


class Event(Enum):
    PAY = "pay"
    SHIP = "ship"
    CANCEL = "cancel"


def is_all(cents: int, context: Order) -> bool:
    return context.paid_cents + cents == context.price_cents


def is_part(cents: int, context: Order) -> bool:
    return 0 < context.paid_cents + cents < context.price_cents


def note_payment(cents: int, context: Order) -> None:
    context.paid_cents += cents


RULES = Table(
    define(State.OPEN)(
        when(Event.PAY)(
            condition(is_all) | then(State.PAID) | note_payment,
            condition(is_part) | then(INTERNAL) | note_payment,
        ),
        when(Event.CANCEL) | then(State.CANCELLED),
    ),
    define(State.PAID)(when(Event.SHIP) | then(State.SHIPPED)),
    define(State.SHIPPED, final=True),
    define(State.CANCELLED, final=True),
    initial=State.OPEN,
    arguments={Event.PAY: int},
    guards=GuardPolicy.FIRST_MATCH,
)

# ----------------------------------------------------------------------------------------------------------------------
# The database
# ----------------------------------------------------------------------------------------------------------------------


class Base(DeclarativeBase): ...


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    price_cents: Mapped[int]
    paid_cents: Mapped[int] = mapped_column(default=0)
    state: Mapped[State] = mapped_column(StateColumn(RULES), default=State.OPEN)
    version: Mapped[int] = mapped_column()
    __mapper_args__ = {"version_id_col": version}


def session_of(request: Request) -> Iterator[Session]:
    with Session(request.app.state.engine) as session:
        yield session


# ----------------------------------------------------------------------------------------------------------------------
# The dependency
# ----------------------------------------------------------------------------------------------------------------------


Number = Annotated[int, Path(ge=1, lt=2**63)]
Cents = Annotated[int, Body(embed=True, ge=1, lt=2**63)]


def order_of(order_id: Number, session: Annotated[Session, Depends(session_of)]) -> Order:
    """The order of a request. Errors: 404."""
    order = session.get(Order, order_id)
    if order is None:
        raise HTTPException(404, f"there is no order {order_id}")
    return order


class Change:
    """An event that an order permits, and that is about to be sent."""

    def __init__(self, session: Session, order: Order, event: Event, arguments: tuple[Any, ...]) -> None:
        self.session = session
        self.order = order
        self.event = event
        self.arguments = arguments

    @property
    def machine(self) -> Machine[State, Event, Order]:
        return RULES.machine(self.order.state, context=self.order)

    def check(self) -> None:
        """Errors: 409, with the reason why the order does not permit the event."""
        with self.machine as machine:
            reason = machine.why_not(self.event, *self.arguments)
        if reason is not None:
            raise HTTPException(409, reason)

    def commit(self) -> Order:
        """Send the event, and keep what it led to. Errors: 409 if another request has changed the order meanwhile."""
        with self.machine as machine:
            machine.send(self.event, *self.arguments)
            self.order.state = machine.state
        try:
            self.session.commit()
        except StaleDataError:
            raise HTTPException(409, "another request has just changed this order: look at it again") from None
        return self.order


def nothing() -> tuple[()]:
    """The arguments of an event that has none."""
    return ()


def payment(cents: Cents) -> tuple[int]:
    """The arguments of a payment, from the body of a request."""
    return (cents,)


def permitted(event: Event, arguments: Callable[..., tuple[Any, ...]] = nothing) -> Any:
    """Return a dependency that refuses an event that the order does not permit now.

    arguments: a dependency of its own, which returns the arguments of the event.
    """

    def change_of(
        order: Annotated[Order, Depends(order_of)],
        session: Annotated[Session, Depends(session_of)],
        sent: Any = Depends(arguments),
    ) -> Change:
        change = Change(session, order, event, sent)
        change.check()
        return change

    return Depends(change_of)


# ----------------------------------------------------------------------------------------------------------------------
# The requests
# ----------------------------------------------------------------------------------------------------------------------


class OrderView(BaseModel):
    """What a client is told."""

    id: int
    state: State
    paid_cents: int
    price_cents: int
    events: list[Event]
    """Which the order permits now; of those with arguments, if these are good enough."""


def view(order: Order) -> OrderView:
    with RULES.machine(order.state, context=order) as machine:
        events = machine.permitted()
    return OrderView(
        id=order.id,
        state=order.state,
        paid_cents=order.paid_cents,
        price_cents=order.price_cents,
        events=events,
    )


router = APIRouter()


@router.post("/orders", status_code=201)
def create(price_cents: Cents, session: Annotated[Session, Depends(session_of)]) -> OrderView:
    order = Order(price_cents=price_cents)
    session.add(order)
    session.commit()
    return view(order)


@router.get("/orders/{order_id}")
def look(order: Annotated[Order, Depends(order_of)]) -> OrderView:
    return view(order)


@router.post("/orders/{order_id}/pay")
def pay(change: Annotated[Change, permitted(Event.PAY, payment)]) -> OrderView:
    return view(change.commit())


@router.post("/orders/{order_id}/ship")
def ship(change: Annotated[Change, permitted(Event.SHIP)]) -> OrderView:
    return view(change.commit())


@router.post("/orders/{order_id}/cancel")
def cancel(change: Annotated[Change, permitted(Event.CANCEL)]) -> OrderView:
    return view(change.commit())


def created(engine: Engine) -> FastAPI:
    """Return the application over a database."""
    Base.metadata.create_all(engine)
    application = FastAPI(title="Orders")
    application.state.engine = engine
    application.include_router(router)
    return application


def __getattr__(name: str) -> Any:
    """The application that a server looks for, over the database that the environment names."""
    if name == "app":
        return created(create_engine(os.environ.get("DATABASE", "sqlite:///orders.db")))
    raise AttributeError(name)
