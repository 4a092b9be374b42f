"""Definitions as the oracle has them: plain values, and nothing of the package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Optional, Union

ANY, SAME, INTERNAL, DYNAMIC, REQUEST = "ANY", "SAME", "INTERNAL", "DYNAMIC", "REQUEST"
Id = Union[int, str]
"""A state or an event of one's own, or one of the words above."""
Case = tuple[str, int]
"""A predicate type and one of its cases."""


@dataclass(frozen=True)
class ModelRow:
    """One row; the callbacks are names, which a `Script` can tell what to do."""

    source: Id
    event: Id
    target: Id
    cases: tuple[Case, ...] = ()
    guards: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    resolver: Optional[str] = None
    overriding: bool = False

    @property
    def rank(self) -> int:
        return len({kind for kind, _ in self.cases})

    @property
    def key(self) -> tuple[Id, Id, frozenset[Case]]:
        """What an overriding row has in common with those that it replaces."""
        return self.event, self.target if self.event == REQUEST else "", frozenset(self.cases)

    def matches(self, present: dict[str, Optional[int]]) -> bool:
        """Of each type that the row names, one of the cases is there."""
        return all(
            any(present.get(kind) == case for kind, case in self.cases if kind == named) for named, _ in self.cases
        )


@dataclass(frozen=True)
class ModelBlock:
    """A state, or a superstate (state None), with what it adopts."""

    state: Optional[int]
    rows: tuple[ModelRow, ...]
    callbacks: dict[str, tuple[str, ...]]
    """The names of the entry, exit, cycle and update callbacks."""
    adopts: tuple[ModelBlock, ...] = ()

    def lineage(self) -> Iterator[ModelBlock]:
        """The superstates, and then the block itself."""
        for superstate in self.adopts:
            yield from superstate.lineage()
        yield self


@dataclass(frozen=True)
class Model:
    """A whole definition."""

    states: dict[int, ModelBlock]
    anywhere: tuple[ModelRow, ...]
    """The rows for any state."""
    is_first_match: bool
    is_always: bool
    order: tuple[str, ...]
    kinds: dict[str, int]
    """The predicate types, and how many cases each has."""
    provided: frozenset[str]
    argument_types: dict[int, tuple[type, ...]]

    def every_row(self) -> Iterator[ModelRow]:
        yield from self.anywhere
        for block in self.states.values():
            for each in block.lineage():
                yield from each.rows

    def events(self) -> list[int]:
        """Those that the table knows."""
        return sorted({row.event for row in self.every_row() if isinstance(row.event, int)} | set(self.argument_types))

    def rows_of(self, state: int) -> list[ModelRow]:
        """The state's rows, inherited ones first, without those that are overridden."""
        found: list[ModelRow] = []
        for block in self.states[state].lineage():
            replaced = {row.key for row in block.rows if row.overriding}
            found = [row for row in found if row.key not in replaced] + list(block.rows)
        return found

    def callbacks_of(self, state: int, word: str) -> list[str]:
        return [name for block in self.states[state].lineage() for name in block.callbacks.get(word, ())]
