"""A log in lists, and what comes of it."""

from __future__ import annotations

from replayed import orders, random_log

COUNT, TOKENS = 500, 25


class ColumnLog:
    """A log in lists, and what comes of it."""

    def __init__(self) -> None:
        self.table = orders()
        events, self.tokens = random_log(self.table, COUNT, TOKENS, 4)
        self.names = [each.name.replace("_", " ") for each in events]
        self.events = events
        self.ids = [self.table._events.identify(each) for each in events]
        self.keys = [f"order number {number:04}" for number in self.tokens]
        self.expected = self.table.replay(events, self.tokens)
        assert self.expected.counts.violations > 5
