"""Workers on a queue that delivers at least once: each delivery is handled exactly once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random, randrange
from threading import Thread
from typing import Any, Callable

import pytest
from order_runs import START, contents, drawn, expected, fast, found
from orders.at_least_once import Queue, WorkerDied, handle_delivery
from orders.service import KeyReusedError, OrderService, UnknownOrderError
from orders.worker import connect
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

EVENTS = 150


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = fast(connect(f"sqlite:///{tmp_path}/orders.db"))
    yield engine
    engine.dispose()


class Unreliable:
    """Handles deliveries, but often fails, or dies before or after the order was changed."""

    def __init__(self, engine: Engine, random: Random) -> None:
        self.service = OrderService(engine)
        self.random = random
        self.faults: Counter[str] = Counter()

    def __call__(self, line: str) -> str:
        fault = self.random.choices(["", "fails", "dies before", "dies after"], [6, 1, 1, 1])[0]
        self.faults[fault] += 1
        if fault == "fails":
            raise OperationalError("", {}, Exception("the server has gone away"))
        if fault == "dies before":
            raise WorkerDied
        result = handle_delivery(self.service, line)
        if fault == "dies after":
            raise WorkerDied
        return result


def work(queue: Queue, handle: Callable[[str], str]) -> int:
    """Work until all is done; a worker that dies is started again. Returns how often."""
    for deaths in range(10_000):
        try:
            queue.work(handle)
        except WorkerDied:
            continue
        return deaths
    raise AssertionError("the queue never ends")


def test_deliveries_are_handled_exactly_once(engine: Engine) -> None:
    seed = randrange(2**32)
    print(f"seed {seed}")
    random, drawing = Random(seed), drawn(EVENTS, seed)
    handle = Unreliable(engine, random)
    queue = Queue(drawing.lines, (OperationalError,), attempts=1000, doubles=lambda _: random.random() < 0.3)
    deaths = work(queue, handle)
    assert deaths == handle.faults["dies before"] + handle.faults["dies after"] > 0 < handle.faults["fails"]
    assert queue.dead_letters == [] and len(queue.results) > EVENTS
    assert found(engine) == expected(drawing)


def line(order: int, key: str, **what: Any) -> str:
    return json.dumps({"order": order, "key": key, "now": START, **what})


def test_what_nobody_can_handle_is_kept_aside(engine: Engine) -> None:
    messages = [
        line(1, "a", create="regular"),
        "no delivery",
        line(7, "b", event="place", arguments=[]),
        line(1, "a", event="place", arguments=[]),
        line(1, "c", event="add", arguments=["tea", 1250]),
    ]
    queue = Queue(messages)
    work(queue, lambda message: handle_delivery(OrderService(engine), message))
    assert [type(each.error) for each in queue.dead_letters] == [ValueError, UnknownOrderError, KeyReusedError]
    assert [each.message for each in queue.dead_letters] == messages[1:4]
    assert queue.results == ["TRANSITIONED", "TRANSITIONED"]


def test_an_error_that_does_not_go_away_ends_in_the_dead_letters() -> None:
    tried: list[str] = []

    def handle(message: str) -> str:
        tried.append(message)
        raise OperationalError("", {}, Exception("the server has gone away"))

    queue = Queue(["x"], (OperationalError,), attempts=3)
    queue.put("y")
    queue.work(handle)
    assert tried == ["x"] * 3 + ["y"] * 3
    assert [each.message for each in queue.dead_letters] == ["x", "y"]


def test_two_workers_and_messages_that_come_twice(engine: Engine) -> None:
    orders, events = 3, 8
    first = Queue([line(order, "new", create="regular") for order in range(orders)])
    first.work(lambda message: handle_delivery(OrderService(engine), message))
    messages = [
        line(order, f"add {number}", event="add", arguments=["tea", 100])
        for number in range(events)
        for order in range(orders)
    ]
    queue = Queue([each for message in messages for each in (message, message)])
    services = [OrderService(engine, attempts=10_000) for _ in range(2)]
    workers = [Thread(target=work, args=(queue, partial(handle_delivery, each))) for each in services]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert queue.dead_letters == [] and len(queue.results) == 2 * len(messages)
    assert [row.total_cents for row in contents(engine)["orders"]] == [100 * events] * orders
    assert len(contents(engine)["receipts"]) == orders * (events + 1)
