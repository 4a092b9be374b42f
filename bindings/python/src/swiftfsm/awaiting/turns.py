"""Turns of tasks at a machine."""

from __future__ import annotations

from collections import deque
from contextvars import ContextVar
from typing import Optional

from .waiter import Waiter, waiter

present_turns: ContextVar[tuple[Turn, ...]] = ContextVar("swiftfsm_turns", default=())
"""The turns in which this task runs: its own, and those of the callbacks that have started it."""


class Turn:
    """One task's turn at a machine."""

    __slots__ = ("is_over", "waiter")

    def __init__(self) -> None:
        self.is_over: bool = False
        self.waiter: Optional[Waiter] = None
        """Wakes the task that waits for this turn."""


# Of all machines that nobody waits for: an empty deque takes more memory than the machine. Never changed.
_NOBODY: deque[Turn] = deque()


class Line:
    """The tasks at a machine: whose turn it is, and who waits for one."""

    __slots__ = ("present", "_waiting")

    def __init__(self) -> None:
        self.present: Optional[Turn] = None
        self._waiting: deque[Turn] = _NOBODY

    async def enter(self, turn: Turn) -> None:
        """Return when the turn has come."""
        if self.present is None:
            self.present = turn
            return
        turn.waiter = waiter()
        if self._waiting is _NOBODY:
            self._waiting = deque()
        self._waiting.append(turn)
        try:
            await turn.waiter.wait()
        except BaseException:
            if self.present is turn:  # it was woken and cancelled at once
                self.pass_on()
            else:
                self._waiting.remove(turn)
            raise

    def pass_on(self) -> None:
        """End the turn. The next task in line has it from now on, so that nobody can come in between."""
        while self._waiting:
            turn = self.present = self._waiting.popleft()
            try:
                assert turn.waiter is not None
                turn.waiter.set()
            except RuntimeError:  # its event loop is closed
                continue
            return
        self.present = None
