"""An event of a log, from pandas and Polars to the result, beside a loop with a dict, and numpy.

Goal: at most 15 ns, from categorical columns of a million tokens, and a tenth of the loop.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from measuring import Comparison, Goal, Subject, run

from swiftfsm import Table

CYCLE = """\
definition cycle
  initial packed
  state packed
    send -> sent
  state sent
    scan -> same
    deliver -> delivered
  state delivered
    return -> packed
"""
EVENTS, TOKENS = 4_000_000, 1_000_000
FAULTS = 2_000
NAMES = np.array(["send", "scan", "deliver", "return"])


class Log:
    """Events of tokens in turn, in all forms that are compared."""

    def __init__(self) -> None:
        self.table: Table[Any, Any] = Table.read(CYCLE)
        random = np.random.default_rng(1)
        # Each token has as many events, so that numpy can do without lists.
        self.tokens = np.concatenate([random.permutation(TOKENS) for _ in range(EVENTS // TOKENS)])
        self.codes = np.repeat(np.arange(EVENTS // TOKENS, dtype=np.int8) % 4, TOKENS)
        self.codes[random.integers(0, EVENTS, FAULTS)] = 1
        names = pd.Categorical.from_codes(self.codes, NAMES)
        self.pandas = pd.DataFrame({"token": self.tokens, "event": names})
        self.keys = pd.Series(pd.Categorical.from_codes(self.tokens, [f"parcel {each}" for each in range(TOKENS)]))
        words = pl.Series(NAMES[self.codes])
        self.polars = pl.DataFrame({"token": self.tokens, "event": words.cast(pl.Categorical)})
        self.enums = words.cast(pl.Enum(NAMES.tolist()))
        self.polars_keys = pl.Series(self.keys.astype(str)).cast(pl.Categorical)
        order = np.argsort(self.tokens, kind="stable")
        self.lists = pd.Categorical.from_codes(self.codes[order], NAMES)
        self.offsets = np.arange(0, EVENTS + 1, EVENTS // TOKENS)
        self.matrix = np.ascontiguousarray(self.codes[order].reshape(TOKENS, -1).T)

    def by_pandas(self, count: int) -> Any:
        part = self.pandas[:count]
        return self.table.replay(part["event"], part["token"])

    def by_pandas_categories(self, count: int) -> Any:
        return self.table.replay(self.pandas["event"][:count], self.keys[:count])

    def by_polars(self, count: int) -> Any:
        part = self.polars.head(count)
        return self.table.replay(part["event"], part["token"])

    def by_polars_categories(self, count: int) -> Any:
        return self.table.replay(self.enums.head(count), self.polars_keys.head(count))

    def by_lists(self, count: int) -> Any:
        lists = count * TOKENS // EVENTS
        return self.table.replay(self.lists[:count], offsets=self.offsets[: lists + 1])

    def by_gather(self, count: int) -> tuple[Any, int]:
        """The states, and how many violations there were: numpy cannot say in passing which."""
        next_state = np.array([[1, -1, -1, -1], [-1, 1, 2, -1], [-1, -1, -1, 0]], np.int8)
        lists = count * TOKENS // EVENTS
        states, violations = np.zeros(lists, np.int8), 0
        for events in self.matrix[:, :lists]:
            found = next_state[states, events]
            violations += int((found < 0).sum())
            states = np.where(found < 0, states, found)
        return states, violations

    def by_loop(self, count: int) -> tuple[dict[int, str], list[tuple[int, int, str, str]]]:
        """What a program would write for itself."""
        rules = {("packed", "send"): "sent", ("sent", "scan"): "sent", ("sent", "deliver"): "delivered"}
        rules["delivered", "return"] = "packed"
        states: dict[int, str] = {}
        violations = []
        part = self.pandas[:count]
        for index, (token, event) in enumerate(zip(part["token"].tolist(), part["event"].tolist())):
            state = states.get(token, "packed")
            target = rules.get((state, event))
            if target is None:
                violations.append((index, token, state, event))
            states[token] = state if target is None else target
        return states, violations


def check(log: Log) -> None:
    """All of them find the same."""
    states, violations = log.by_loop(EVENTS)
    names = [states[token] for token in range(TOKENS)]
    places = [(index, token) for index, token, _, _ in violations]
    for way in (log.by_pandas, log.by_polars, log.by_lists):
        found = way(EVENTS)
        assert found.states.names == names and found.counts.violations == len(violations) > 0, way
    assert [(each.index, each.token) for each in log.by_pandas(EVENTS).violations] == places
    for way in (log.by_pandas_categories, log.by_polars_categories):
        assert way(EVENTS).counts.violations == len(violations), way
    gathered, count = log.by_gather(EVENTS)
    assert [("packed", "sent", "delivered")[each] for each in gathered] == names and count == len(violations)


def main() -> int:
    log = Log()
    subjects = [
        Subject("swiftfsm, pandas", log.by_pandas),
        Subject("swiftfsm, pandas, categorical tokens", log.by_pandas_categories),
        Subject("swiftfsm, Polars", log.by_polars),
        Subject("swiftfsm, Polars, categorical tokens", log.by_polars_categories),
        Subject("swiftfsm, lists", log.by_lists),
        Subject("numpy gather, lists of equal length", log.by_gather),
        Subject("a loop with a dict", log.by_loop, 0.1),
    ]
    goal = Goal(most=15, times_as_fast=10, peer="a loop with a dict")
    title = f"An event of a log of {TOKENS:,} tokens, to the result"
    comparison = Comparison(title, "swiftfsm, pandas", subjects, goal, EVENTS, 5)
    return run([comparison], lambda: check(log), "All ways agree.")


if __name__ == "__main__":
    sys.exit(main())
