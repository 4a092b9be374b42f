"""What the shop calls. Each call is one transaction: the order, its steps, its messages and the receipt, or nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from random import random
from typing import Any, NamedTuple, Optional, TypeVar

from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from swiftfsm import Outcome

from .keeping import machine_of
from .tables import Order, Receipt
from .words import Customer, Event

_Result = TypeVar("_Result")


class UnknownOrderError(LookupError):
    """There is no such order."""


class OrderExistsError(ValueError):
    """There is an order of this number already."""


class KeyReusedError(ValueError):
    """A key was used before, for something else."""


class Answer(NamedTuple):
    """What came of a delivery."""

    outcome: Outcome
    is_repeated: bool
    """Whether it had been handled before: nothing has changed now."""


class OrderService:
    """Orders in a database.

    Whoever delivers an event gives it a key of its own, and delivers it again, with the same key, for as long as it does
    not know that it was handled. Then each event is handled exactly once, whenever this process or its sender dies.

    Two processes that change one order at a time do not wait for each other. The version of the order tells the one that
    comes second, which begins anew: `conflicts` counts how often.

    Threads: any number of threads may use it.
    """

    def __init__(self, engine: Engine, attempts: int = 100) -> None:
        self.engine: Engine = engine
        self.attempts: int = attempts
        self.conflicts: int = 0

    def create(self, order_id: int, key: str, customer: Customer, now: Optional[int] = None) -> Answer:
        """Make an order of a customer, with nothing in its basket. Errors: KeyReusedError, OrderExistsError."""
        request, at = json.dumps(["create", customer.value]), _now(now)

        def work(session: Session) -> Answer:
            is_there = session.get(Order, order_id) is not None
            if answer := self._handled(session, order_id, key, request):
                return answer
            if is_there:
                raise OrderExistsError(f"there is an order {order_id} already: choose another number")
            order = Order(id=order_id, customer=customer, total_cents=0, paid_cents=0, step_count=0)
            with machine_of(order, at, key) as machine:
                machine.start()
            session.add_all([order, _receipt(order, key, request, Outcome.TRANSITIONED)])
            return Answer(Outcome.TRANSITIONED, False)

        return self._in_transaction(work)

    def send(self, order_id: int, key: str, event: Event, *arguments: Any, now: Optional[int] = None) -> Answer:
        """Send an event to an order, after those that were due before.

        now: seconds since 1970; never earlier than the last.

        Errors: UnknownOrderError, KeyReusedError, DamagedOrderError, those of `Machine.send`, and those of callbacks.
        """
        request = json.dumps([event.value, *arguments])

        def work(session: Session) -> Answer:
            order = self._order(session, order_id)
            if answer := self._handled(session, order_id, key, request):
                return answer
            at = max(order.kept_at, _now(now))
            with machine_of(order, at, key) as machine:
                outcome = machine.send(event, *arguments)
            session.add(_receipt(order, key, request, outcome))
            return Answer(outcome, False)

        return self._in_transaction(work)

    def advance(self, order_id: int, now: Optional[int] = None) -> None:
        """Tell an order the time, which handles what is due. Errors: as of `send`."""

        def work(session: Session) -> None:
            order = self._order(session, order_id)
            at = max(order.kept_at, _now(now))
            with machine_of(order, at):
                pass  # which tells it the time

        self._in_transaction(work)

    def due(self, now: Optional[int] = None, limit: int = 100) -> Sequence[int]:
        """Return the numbers of orders with a timeout that is due, the earliest first: `advance` them."""
        with Session(self.engine) as session:
            found = select(Order.id).where(Order.due_at <= _now(now)).order_by(Order.due_at, Order.id).limit(limit)
            return session.scalars(found).all()

    def _order(self, session: Session, order_id: int) -> Order:
        order = session.get(Order, order_id)
        if order is None:
            raise UnknownOrderError(f"there is no order {order_id}: create it first")
        return order

    def _handled(self, session: Session, order_id: int, key: str, request: str) -> Optional[Answer]:
        """The answer that this delivery had before, if any. Errors: KeyReusedError.

        Ask after the order was read: whoever handles the delivery in between has changed its version, or is seen here.
        """
        receipt = session.get(Receipt, (order_id, key))
        if receipt is None:
            return None
        if receipt.request != request:
            raise KeyReusedError(
                f"order {order_id}: the key {key} was used before, for {receipt.request}, and now for {request}: "
                f"give each delivery a key of its own"
            )
        return Answer(Outcome[receipt.outcome], True)

    def _in_transaction(self, work: Callable[[Session], _Result]) -> _Result:
        """Run something in a transaction, again and again while another process changes the same order."""
        for attempt in range(self.attempts):
            try:
                with Session(self.engine, expire_on_commit=False) as session, session.begin():
                    return work(session)
            except (StaleDataError, IntegrityError, OperationalError) as error:
                if not _is_conflict(error) or attempt == self.attempts - 1:
                    raise
                self.conflicts += 1
                time.sleep(random() * min(0.001 * 2**attempt, 0.1))
        raise ValueError(f"attempts must be at least 1, not {self.attempts}")


def _is_conflict(error: Exception) -> bool:
    """Whether another process was in the way: it has changed the row, added the same one, or holds a lock."""
    if isinstance(error, OperationalError):
        code = getattr(error.orig, "sqlstate", None)
        return code in ("40001", "40P01") or "database is locked" in str(error.orig)
    return True


def _receipt(order: Order, key: str, request: str, outcome: Outcome) -> Receipt:
    return Receipt(
        order_id=order.id, key=key, request=request, outcome=outcome.name, order_version=order.version or 0
    )


def _now(given: Optional[int]) -> int:
    return int(time.time()) if given is None else given
