"""A process that handles deliveries, and may be killed at any moment: start it again, and it goes on.

    python -m orders.worker sqlite:///orders.db deliveries.jsonl

A delivery is a line of JSON, such as

    {"order": 1, "key": "a7", "now": 1750000000, "create": "regular"}
    {"order": 1, "key": "a8", "now": 1750000060, "event": "add", "arguments": ["tea", 1250]}

For each that was handled it prints a line: its number, and what came of it. As with any queue that delivers at least
once, a delivery may come again; the key tells.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from swiftfsm import SwiftFSMError

from .service import Answer, OrderService
from .tables import Base
from .words import Customer, Event


def connect(url: str) -> Engine:
    """Connect to a database, and make the tables that it lacks."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
    Base.metadata.create_all(engine)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Readers and one writer at a time do not wait for each other; other writers wait for up to half a minute."""
    for pragma in ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def deliver(service: OrderService, line: str) -> Answer:
    """Handle a delivery. Errors: ValueError for what is none, and those of the service."""
    order, key, now, fields = _read(line)
    if "create" in fields:
        return service.create(order, key, Customer(fields["create"]), now)
    return service.send(order, key, Event(fields["event"]), *fields["arguments"], now=now)


def _read(line: str) -> tuple[int, str, int, dict[str, Any]]:
    """The number of the order, the key and the time of a delivery, and all of its fields. Errors: ValueError."""
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{line.strip()!r} is no delivery: it is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError(f"{line.strip()!r} is no delivery: it is no object")
    kinds: dict[str, type] = {"order": int, "key": str, "now": int}
    kinds.update({"create": str} if "create" in fields else {"event": str, "arguments": list})
    for name, kind in kinds.items():
        if not isinstance(fields.get(name), kind):
            raise ValueError(f"{line.strip()!r} is no delivery: it lacks {name!r}, of the type {kind.__name__}")
    return fields["order"], fields["key"], fields["now"], fields


def work(service: OrderService, lines: Iterable[str], acknowledge: Callable[[int, Answer], None]) -> None:
    """Handle deliveries one after the other, and acknowledge each once it is committed."""
    for number, line in enumerate(lines):
        acknowledge(number, deliver(service, line))


def main(arguments: list[str]) -> int:
    """The program."""
    if len(arguments) != 2:
        print("usage: python -m orders.worker DATABASE FILE", file=sys.stderr)
        return 2

    def tell(number: int, answer: Answer) -> None:
        print(number, answer.outcome.name, *(["again"] if answer.is_repeated else []), flush=True)

    try:
        with open(arguments[1], encoding="utf-8") as lines:
            work(OrderService(connect(arguments[0])), lines, tell)
    except (OSError, ValueError, LookupError, SwiftFSMError, SQLAlchemyError) as error:
        print(f"orders.worker: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
