"""Turns of tasks at a machine."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Optional

from .waiter import Waiter

present_turns: ContextVar[tuple[Turn, ...]] = ContextVar("swiftfsm_turns", default=())
"""The turns in which this task runs: its own, and those of the callbacks that have started it."""


class Turn:
    """One task's turn at a machine."""

    __slots__ = ("is_over", "waiter")

    def __init__(self) -> None:
        self.is_over: bool = False
        self.waiter: Optional[Waiter] = None
        """Wakes the task that waits for this turn."""
