"""Deliveries for orders, made at random; what should come of them; and what a database holds in the end."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any, Optional

from orders.document import TABLE
from orders.tables import Base
from orders.times import machine_time
from orders.trail import trace
from orders.words import Customer, Event, State
from sqlalchemy import Engine, Row, event, select
from sqlalchemy.orm import Session

from swiftfsm import Machine, Step

START = 1_750_000_000
# What ends an order, or comes by itself, is drawn less often.
_RARE = {Event.CANCEL, Event.REJECT, Event.HOLD, Event.LAPSE, Event.EXPIRE, Event.LOSE, Event.WRITE_OFF, Event.REMIND}
_WEIGHTS = [0.03 if event in _RARE else 1.0 for event in Event]


@dataclass
class Sketch:
    """An order that is in no database, with a machine that was never kept: the same rules."""

    customer: Customer
    total_cents: int = 0
    paid_cents: int = 0
    parcel: Optional[str] = None
    messages: list[tuple[str, str]] = field(default_factory=list)
    outcomes: dict[str, str] = field(default_factory=dict)
    steps: list[Any] = field(default_factory=list)
    key: Optional[str] = None
    """Of the delivery that is under way."""

    def tell(self, recipient: str, text: str) -> None:
        self.messages.append((recipient, text))

    def note(self, step: Step) -> None:
        self.steps.append((self.key, *trace(step).values()))


class Drawing:
    """Deliveries, one after the other. Most are such as the order can take."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.now = START
        self.machines: dict[int, Machine[State, Event, Sketch]] = {}
        self.open: list[int] = []

    def draw(self, count: int) -> None:
        """Draw so many deliveries."""
        while len(self.lines) < count:
            self.now += int(self.random.expovariate(1 / 8_000))
            if len(self.open) < 8 or self.random.random() < 0.01:
                self._create()
            else:
                self._send(self.random.choice(self.open))

    def _create(self) -> None:
        number = len(self.machines) + 1
        customer = self.random.choices([Customer.NEW, Customer.REGULAR, Customer.BLOCKED], [10, 10, 1])[0]
        key = self._deliver(number, {"create": customer.value})
        machine = self.machines[number] = TABLE.machine(None, Sketch(customer))
        machine.context.key = key
        machine.on_step(machine.context.note)
        machine.advance(machine_time(self.now))
        machine.start()
        machine.context.outcomes[key] = "TRANSITIONED"
        self.open.append(number)

    def _send(self, number: int) -> None:
        machine = self.machines[number]
        machine.context.key = None
        machine.advance(machine_time(self.now))
        for _ in range(40):
            (event,) = self.random.choices(list(Event), _WEIGHTS)
            arguments = [self._argument(word) for word in TABLE.arguments(event)]
            if machine.can(event, *arguments) or self.random.random() < 0.01:
                break
        key = self._deliver(number, {"event": event.value, "arguments": arguments})
        machine.context.key = key
        machine.context.outcomes[key] = machine.send(event, *arguments).name
        if State.CLOSED in machine and self.random.random() < 0.7:
            self.open.remove(number)

    def _argument(self, word: str) -> Any:
        return self.random.randint(-100, 3000) if word == "i64" else f"text {self.random.randrange(1000)}"

    def _deliver(self, number: int, what: dict[str, Any]) -> str:
        key = f"key {len(self.lines)}"
        self.lines.append(json.dumps({"order": number, "key": key, "now": self.now, **what}))
        return key


def drawn(count: int, seed: int) -> Drawing:
    """Draw so many deliveries."""
    drawing = Drawing(seed)
    drawing.draw(count)
    return drawing


def expected(drawing: Drawing) -> dict[int, Any]:
    """What an order should be in the end, by its number."""
    return {number: _summary(machine.context, machine) for number, machine in drawing.machines.items()}


def _summary(sketch: Sketch, machine: Machine[State, Event, Sketch]) -> Any:
    leaves = " ".join(state.value for state in machine.states)
    data = (machine.state, leaves, sketch.customer, sketch.total_cents, sketch.paid_cents, sketch.parcel)
    return (*data, sketch.messages, sketch.outcomes, sketch.steps)


def found(engine: Engine) -> dict[int, Any]:
    """The same, of the orders in a database."""
    tables = contents(engine)
    orders: dict[int, Any] = {}
    for row in tables["orders"]:
        data = (row.state, row.leaves, row.customer, row.total_cents, row.paid_cents, row.parcel)
        orders[row.id] = (*data, [], {}, [])
    for row in tables["messages"]:
        orders[row.order_id][-3].append((row.recipient, row.text))
    for row in tables["receipts"]:
        orders[row.order_id][-2][row.key] = row.outcome
    for row in tables["steps"]:
        orders[row.order_id][-1].append(tuple(row)[2:])
    return orders


def contents(engine: Engine) -> dict[str, list[Row[Any]]]:
    """All rows of all tables. Messages are in the order in which they were written, without their numbers: one that a
    transaction took back leaves a gap."""
    with Session(engine) as session:
        tables = {}
        for name, table in Base.metadata.tables.items():
            columns = [column for column in table.columns if (name, column.name) != ("messages", "id")]
            order = [table.c.order_id, table.c.id] if name == "messages" else list(table.primary_key)
            tables[name] = list(session.execute(select(*columns).order_by(*order)))
        return tables


def fast(engine: Engine) -> Engine:
    """Have SQLite not wait for the disk: what a test can lose by that is a crash of the whole machine."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF").close())
        engine.dispose()
    return engine
