"""The table of all orders, read from orders.fsm."""

from __future__ import annotations

import os
from pathlib import Path

from swiftfsm import Table

from .rules import CALLBACKS
from .words import Customer, Event, State


def document() -> Path:
    """Where the definition is: the file that the environment variable ORDERS names, or orders.fsm beside this file, or
    where the project has it."""
    chosen = os.environ.get("ORDERS")
    here = Path(__file__).resolve()
    beside, shared = here.with_name("orders.fsm"), here.parents[3] / "orders.fsm"
    return Path(chosen) if chosen else beside if beside.exists() else shared


TABLE: Table[State, Event] = Table.read(
    document(), callbacks=CALLBACKS, states=State, events=Event, predicates=[Customer]
)
"""What all orders share."""
