"""Two versions of a definition, and a snapshot of the old one."""

from __future__ import annotations

from enum import Enum
from typing import Any

from swiftfsm import Table

OLD = """
definition orders version 1
  event pay (i32 cents)
  predicate Risk low high
  state open
    pay [Risk low] -> defer
    pay [Risk high] -> defer
    ship -> closed
  state closed
    pay [Risk low] -> open
    pay [Risk high] -> same
"""
NEW = """
definition orders version 2
  event payment (i32 cents) was pay
  predicate Risk low middle high
  state gone
    ship -> created
  state created was open
    payment -> defer
    ship -> done
  state done was closed
    payment -> created
"""


def read(text: str) -> Table[Any, Any]:
    return Table.read(text, callbacks={})


def order(is_json: bool) -> Any:
    """An order for which a payment waits, and a timer."""
    old: Any = read(OLD)
    machine = old.machine(old.State.open)
    machine.send(old.Event.pay, 150, old.Risk.high)
    machine.send_later(old.Event.ship, 20)
    return machine.snapshot(json=True) if is_json else machine.snapshot()


class Part(Enum):
    HERE = "here"
    THERE = "there"


class Key(Enum):
    GO = "go"
    STAY = "stay"


class Risk(Enum):
    LOW = 1
    HIGH = 2
