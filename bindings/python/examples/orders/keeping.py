"""An order's machine: made of its row, written back to it, and each of its steps noted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Optional

from sqlalchemy.orm.attributes import flag_modified

from swiftfsm import Machine, SwiftFSMError
from swiftfsm import Step as MachineStep

from .document import TABLE
from .times import machine_time, seconds_of
from .tables import Order, Step
from .trail import trace
from .words import Event, State

OrderMachine = Machine[State, Event, Order]


class DamagedOrderError(Exception):
    """The row of an order holds no machine that could go on; the message says why."""


@contextmanager
def machine_of(order: Order, now: int, key: Optional[str] = None) -> Iterator[OrderMachine]:
    """Make the machine of an order as it was kept, handle what is due by now, and keep it again in the end.

    key: of the delivery that is handled then. Every step is noted.

    Errors: DamagedOrderError. After any exception nothing was kept: roll back.
    """
    with TABLE.machine(None, order) as machine:
        if order.snapshot is not None:
            restore(machine, order)
        machine.on_step(lambda step: note(order, None, step))
        machine.advance(machine_time(now))
        machine.on_step(None)
        machine.on_step(lambda step: note(order, key, step))
        yield machine
        keep(machine, order, now)


def restore(machine: OrderMachine, order: Order) -> None:
    """Make a machine what the row says. Errors: DamagedOrderError."""
    machine.advance(machine_time(order.kept_at))
    try:
        machine.restore(order.snapshot)
    except SwiftFSMError as error:
        raise DamagedOrderError(f"order {order.id}: its snapshot cannot be restored: {error}") from error
    if machine.state is not order.state:
        raise DamagedOrderError(
            f"order {order.id}: its state is {order.state.value}, but that of its snapshot {machine.state.value}: "
            f"something else than the service has changed the row"
        )


def keep(machine: OrderMachine, order: Order, now: int) -> None:
    """Write a machine to its row."""
    order.state = machine.state
    order.leaves = " ".join(state.value for state in machine.states)
    order.snapshot = machine.snapshot()
    order.kept_at = now
    order.due_at = None if machine.next_due is None else seconds_of(machine.next_due)
    # Even if all is as it was: the version counts each delivery.
    flag_modified(order, "snapshot")


def note(order: Order, key: Optional[str], step: MachineStep) -> None:
    """Add a step to the audit trail; a hook of the machine calls it after each."""
    order.step_count += 1
    order.steps.add(Step(number=order.step_count, key=key, **trace(step)))
