"""A log in lists, what comes of it, and packages that have columns of other kinds."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from replayed import orders, random_log

from swiftfsm.replay.arrow_export import stream_capsule
from swiftfsm.replay.arrow_giving import given_stream
from swiftfsm.replay.typed_columns import typed_like

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

    def lists(self, values: list[Any]) -> list[list[Any]]:
        """Values that are given for each event, as a list for each token."""
        found: list[list[Any]] = [[] for _ in range(TOKENS)]
        for value, token in zip(values, self.tokens):
            found[token].append(value)
        return found


class Given:
    """Columns that are given away, by Arrow's interface, without any other package."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self._columns = {name: typed_like(values, values) for name, values in columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return stream_capsule(self._columns)


class GivenByPackages(Given):
    """Columns that are given away by a package that is loaded."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return given_stream(self._columns)


class Missing:
    """A package that is not installed: a test that asks for anything in it is skipped."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        pytest.skip(f"there is no {self._name}: ./dev test --all installs it")


def package(name: str) -> Any:
    """A package, or what skips the tests that use it."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return Missing(name)
