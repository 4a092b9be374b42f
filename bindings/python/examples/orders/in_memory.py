"""The service in memory: all orders, each with its machine and the steps that it has taken."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Optional

from swiftfsm import Machine, Outcome, Step, Table

from .lines import EventLine, WrongLineError, arguments_of, event_of
from .rules import CALLBACKS
from .times import machine_time, seconds_of
from .words import Customer, Event, State

# What the service asks others for, by whom it tells. The bank looks at what was paid.
_REQUESTS = {"warehouse": "release", "customer": "notify", "agency": "demand"}


class Applied(Enum):
    """What came of a line."""

    APPLIED = 0
    NOT_TAKEN = 1
    BEFORE = 2


@dataclass
class Entry:
    """A step of an order, for those who ask later."""

    time: int
    """In seconds."""
    event: str
    source: Optional[State]
    target: Optional[State]
    row: str
    outcome: str
    requests: tuple[str, ...]
    """What others have to do."""
    key: str = ""
    """Of the line that asked for the step, if one did."""

    def __str__(self) -> str:
        parts = [f"{self.time:8}  {self.event:10}  {'' if self.source is None else self.source.value}"]
        parts += [] if self.target is None else [f" -> {self.target.value}"]
        parts += [f"  ({self.row})"] if self.row else []
        parts += [f"  {self.outcome}"]
        parts += [f", key {self.key}"] if self.key else []
        parts += [f", asks: {' '.join(self.requests)}"] if self.requests else []
        return "".join(parts)


@dataclass
class Order:
    """The context of a machine: what its callbacks look at and change."""

    customer: Customer
    total_cents: int = 0
    paid_cents: int = 0
    parcel: Optional[str] = None
    trail: list[Entry] = field(default_factory=list)
    requests: tuple[str, ...] = ()
    """Of the step under way."""

    def tell(self, recipient: str, text: str) -> None:
        if recipient in _REQUESTS:
            self.requests += (_REQUESTS[recipient],)

    def __copy__(self) -> Order:
        return Order(self.customer, self.total_cents, self.paid_cents, self.parcel, list(self.trail), self.requests)


OrderMachine = Machine[State, Event, Order]


def read_table(document: Path) -> Table[State, Event]:
    """Return the table of all orders. Errors: OSError; InvalidDefinitionError, which says what is wrong with it."""
    return Table.read(document, callbacks=CALLBACKS, states=State, events=Event, predicates=[Customer])


class OrdersInMemory:
    """Orders in memory. Each line is applied as a whole, or changes nothing, and is applied once."""

    def __init__(self, table: Table[State, Event]) -> None:
        self._table = table
        self._rows = {
            each.row: each.label or (f"line {each.place.line}" if each.place else "") for each in table.transitions()
        }
        self._machines: dict[int, OrderMachine] = {}
        self._customers: dict[str, Customer] = {}
        self._keys: dict[str, tuple[int, str]] = {}
        self._now = 0

    def trust(self, name: str, standing: Customer) -> None:
        """Say how far a customer is trusted; as a new one otherwise."""
        self._customers[name] = standing

    def apply(self, line: EventLine) -> Applied:
        """Apply a line. Errors: WrongLineError, and those of callbacks: then nothing has changed."""
        used = self._keys.get(line.key)
        if used is not None:
            if used != (line.order, line.name):
                raise WrongLineError("the key was used for another event: each event needs a key of its own")
            return Applied.BEFORE
        applied = self._create(line) if line.name == "create" else self._change(line)
        self._keys[line.key] = (line.order, line.name)
        return applied

    def advance(self, now: int) -> int:
        """Tell all orders the time, which sends what is due. Return how many of them had something due."""
        self._now = now
        count = 0
        for _, machine in sorted(self._machines.items()):
            steps = len(machine.context.trail)
            machine.advance(machine_time(now))
            for entry in machine.context.trail[steps:]:
                entry.time = now  # when it was noticed
            count += len(machine.context.trail) > steps
        return count

    def report(self) -> Iterator[str]:
        """The lines that tell all orders and their steps, as `orders DB show ORDER` in C tells one."""
        for number, machine in sorted(self._machines.items()):
            order = machine.context
            parcel = "" if order.parcel is None else f", parcel {order.parcel}"
            states = "+".join(state.value for state in machine.states)
            yield f"order {number}: {states}, total {order.total_cents}, paid {order.paid_cents}{parcel}"
            for count, entry in enumerate(order.trail, start=1):
                yield f"{count:3}  {entry}"

    def _create(self, line: EventLine) -> Applied:
        if len(line.words) != 1:
            raise WrongLineError("'create' needs the customer's name")
        if line.order in self._machines:
            raise WrongLineError("there is an order of this number already")
        machine = self._table.machine(None, Order(self._customers.get(line.words[0], Customer.NEW)))
        machine.on_step(self._record)
        machine.advance(machine_time(self._now))
        machine.start()
        machine.context.trail[0].key = line.key
        self._machines[line.order] = machine
        return Applied.APPLIED

    def _change(self, line: EventLine) -> Applied:
        machine = self._machines.get(line.order)
        if machine is None:
            raise WrongLineError("there is no order of this number: create it first")
        event = event_of(line, self._table)
        arguments = arguments_of(line, event, self._table)
        # An event takes place as a whole, with all the steps that follow, or not at all.
        before, snapshot = copy(machine.context), machine.snapshot(due=True)
        try:
            outcome = machine.send(event, *arguments)
        except BaseException:
            machine.restore(snapshot)
            machine.context = before
            raise
        machine.context.trail[len(before.trail)].key = line.key
        return Applied.APPLIED if outcome in (Outcome.TRANSITIONED, Outcome.DEFERRED) else Applied.NOT_TAKEN

    def _record(self, step: Step) -> None:
        """The hook of every step, whatever its outcome."""
        order: Order = step.context
        row = step.row
        name = "create" if step.source is None else "eventless"
        order.trail.append(
            Entry(
                time=seconds_of(step.machine.now),
                event=step.event.value if isinstance(step.event, Event) else name,
                source=step.source,
                target=step.target,
                row="" if row is None else self._rows[row],
                outcome="" if step.outcome is None else step.outcome.name.lower().replace("_", " "),
                requests=order.requests,
            )
        )
        order.requests = ()
