"""Two that change one order of the example's service at a time, and workers that die while they do."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from order_runs import START, contents, fast
from order_service import another, order, place, service, steps, write  # noqa: F401
from orders.service import OrderExistsError, OrderService
from orders.words import Customer, Event
from orders.worker import connect
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from swiftfsm import Outcome


def between(service: OrderService, act: Any, times: int = 1) -> None:
    """Act after a transaction has read the order and before it writes."""
    left = [times]

    @sqlalchemy_event.listens_for(Session, "before_flush")
    def step_in(session: Session, *_: Any) -> None:
        if session.bind is service.engine and left[0]:
            left[0] -= 1
            act(times - left[0])


def before(service: OrderService, number: int, act: Callable[[], Any]) -> None:
    """Act before a statement, which is counted from 1."""
    left = [number]

    def step_in(*_: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            act()

    sqlalchemy_event.listen(service.engine, "before_cursor_execute", step_in)


@pytest.fixture(autouse=True)
def nobody_steps_in() -> Iterator[None]:
    yield
    Session.dispatch.before_flush.clear()  # type: ignore[attr-defined]


def test_a_lost_update_is_retried(service: OrderService) -> None:
    other = another(service)
    between(service, lambda time: other.send(1, "other", Event.ADD, "milk", 99, now=START + 5))
    assert not service.send(1, "add", Event.ADD, "tea", 1250, now=START + 10).is_repeated
    assert service.conflicts == 1
    found = order(service)
    assert (found.total_cents, found.step_count, found.version) == (1349, 3, 3)
    assert [step[0] for step in steps(service)] == ["new", "other", "add"]


def test_an_update_is_given_up_after_so_many_attempts(service: OrderService) -> None:
    other = another(service)
    service.attempts = 3
    between(service, lambda time: other.send(1, f"other {time}", Event.ADD, "milk", 99, now=START), times=3)
    with pytest.raises(StaleDataError):
        service.send(1, "add", Event.ADD, "tea", 1250, now=START)
    assert order(service).total_cents == 3 * 99
    assert service.send(1, "add", Event.ADD, "tea", 1250, now=START).outcome is Outcome.TRANSITIONED


def test_the_same_event_by_two_at_a_time(service: OrderService) -> None:
    other = another(service)
    between(service, lambda time: other.send(1, "add", Event.ADD, "tea", 1250, now=START))
    assert service.send(1, "add", Event.ADD, "tea", 1250, now=START).is_repeated
    assert order(service).total_cents == 1250


@pytest.mark.parametrize("statement", [1, 2, 3])
def test_the_same_by_another_between_two_statements(service: OrderService, statement: int) -> None:
    """What a transaction reads first may be older than what it reads then."""
    other = another(service)
    before(service, statement, lambda: other.send(1, "add", Event.ADD, "tea", 1250, now=START))
    assert service.send(1, "add", Event.ADD, "tea", 1250, now=START).is_repeated
    assert order(service).total_cents == 1250
    before(service, statement, lambda: other.create(2, "new", Customer.NEW, START))
    assert service.create(2, "new", Customer.NEW, START).is_repeated


def test_the_same_order_made_by_two_at_a_time(service: OrderService) -> None:
    other = another(service)
    between(service, lambda time: other.create(2, "new", Customer.NEW, START))
    assert service.create(2, "new", Customer.NEW, START).is_repeated
    between(service, lambda time: other.create(3, "one", Customer.NEW, START))
    with pytest.raises(OrderExistsError):
        service.create(3, "two", Customer.NEW, START)


def test_a_database_that_is_gone_is_no_conflict(tmp_path: Path) -> None:
    service = OrderService(fast(connect(f"sqlite:///{tmp_path}/orders.db")))
    write(service, "DROP TABLE steps")
    with pytest.raises(OperationalError, match="no such table: steps"):
        service.create(1, "new", Customer.NEW, START)
    assert service.conflicts == 0


# ---------------------------------------------------------------------------------------------------------------------
# Workers that die
# ---------------------------------------------------------------------------------------------------------------------




def dies_after(service: OrderService, statements: int) -> bool:
    """Send an event in a process that dies after so many statements. Returns: whether it did, before it had ended."""
    service.engine.dispose()
    child = os.fork()
    if child == 0:
        left = [statements]

        def count(*_: Any) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            mine = another(service)
            sqlalchemy_event.listen(mine.engine, "after_cursor_execute", count)
            sqlalchemy_event.listen(mine.engine, "commit", count)
            mine.send(1, "pay", Event.PAY, 1250, "bank", now=START + 30)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def test_a_worker_that_dies_between_statements(service: OrderService) -> None:
    """After each one: nothing has come of the event, and then all of it."""
    place(service)
    before = contents(service.engine)
    died = 0
    while dies_after(service, died + 1):
        died += 1
        assert contents(service.engine) == before
    assert died >= 6
    assert len(steps(service)) == 5 and order(service).paid_cents == 1250
    assert service.send(1, "pay", Event.PAY, 1250, "bank", now=START + 30).is_repeated
