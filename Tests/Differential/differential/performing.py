"""A machine of the oracle: what it is in, and how it calls callbacks."""

from __future__ import annotations

from collections import deque
from typing import Optional, Union

from .chart import Callback, Chart, Tree
from .entering import Records
from .results import ACT_LIMIT, EVENTLESS_LIMIT, CallbackFailed, Happening

#: An event; a request for a state, as (REQUEST, state); or that the machine shall stop.
Input = Union[int, tuple[int, int], None]


class Performer:
    def __init__(self, chart: Chart, wrong: str = "") -> None:
        self.chart, self.tree, self.wrong = chart, Tree(chart), wrong
        self.rows_of: dict[Optional[int], list[int]] = {number: [] for number in range(len(chart.states))}
        self.rows_of[None] = []
        for number, row in enumerate(chart.rows):
            self.rows_of[row.source].append(number)
        self.active: list[int] = []
        #: The active leaf, or the outermost parallel state that is active.
        self.visible: Optional[int] = None
        self.is_running = self.is_done = self.is_finished = False
        self.records: Records = {}
        self.raised: deque[int] = deque()
        self.sent: deque[Input] = deque()
        self.deferred: list[Input] = []
        self.has_moved = False
        self.now = 0
        #: When each timeout is due, by state and its number there; the last number tells which was started first.
        self.timers: dict[tuple[int, int], tuple[int, int]] = {}
        self.started = 0
        self.calls: dict[int, int] = {}
        self.acts = self.eventless = self.steps = 0
        self.has_failed = False
        self.trace: list[Happening] = []
        self.counts: dict[str, int] = {}

    def raise_all(self, events: list[int]) -> None:
        for event in events:
            self.raise_event(event)

    def raise_event(self, event: Optional[int]) -> None:
        if event is not None:
            self.raised.append(event)

    def run(self, callbacks: list[Callback]) -> None:
        for callback in callbacks:
            self.ask(callback)

    def ask(self, callback: Callback, is_eventless: bool = False) -> bool:
        """Calls a callback. What a guard answers."""
        count = self.calls.get(id(callback), 0)
        self.calls[id(callback)] = count + 1
        act = callback.acts[count % len(callback.acts)] if callback.acts else ""
        if act == "stop" or act.startswith(("send", "raise")):
            self.acts += 1
            act = act if self.acts <= ACT_LIMIT else ""
        if is_eventless and act == "":
            self.eventless += 1
            act = "" if self.eventless <= EVENTLESS_LIMIT else "no"
        self.trace.append(Happening(callback, self.visible, act))
        verb, _, event = act.partition(" ")
        if verb == "fail":
            self.has_failed = True
            raise CallbackFailed
        if verb == "stop":
            self.sent.append(None)
        elif verb == "send":
            self.sent.append(int(event))
        elif verb == "raise":
            self.raise_event(int(event))
        return act != "no"

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
