"""The parts of a table, in the order in which they were given: rows, and blocks of states and superstates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from reprlib import repr as shortened
from typing import Any, NamedTuple, Optional, Union

from .blocks import Scope, StateBlock, Superstate
from .clauses import Block, Clause
from .generics import EventT, StateT
from .ids import DEFER, EVENTLESS
from .kinds import StateKind
from .plain_rows import PlainRows, plain_rows
from .rows import AnyRow, PlainRow, Row
from .state_words import Define
from .timeouts import Timeout

Item = Union[
    Define[StateT, EventT],
    Row[StateT, EventT],
    PlainRow[StateT, EventT],
    StateBlock[StateT, EventT],
    Superstate[StateT, EventT],
    Iterable["Item[StateT, EventT]"],
]
"""A part of a table: `define(...)`, a `Row`, a plain tuple (source, event, target[, action]), a `StateBlock`, or any
iterable of these.

A superstate is given to the states that adopt it. One that stands here as well causes a warning if no state adopts it.
"""


class Rows(NamedTuple):
    """Rows outside of blocks."""

    rows: list[AnyRow]
    plain: Optional[PlainRows] = None
    """The ids of the rows, if all are plain tuples of ints: then no row is looked at alone."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rows alone."""
        return _rows_again, (self.rows,)


def _rows_again(rows: list[AnyRow]) -> Rows:
    return Rows(rows, plain_rows(rows))


Part = Union[Rows, Scope]


class Parts(list[Part]):
    """The parts of a definition, in order."""

    in_order: Optional[list[AnyRow]] = None
    """The rows by their numbers, where these are not those of the parts."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__()
        for item in items:
            self._add(item)

    @property
    def scopes(self) -> list[Scope]:
        """The blocks, without the superstates that they adopt; those of nested states after that of their parent."""
        return [part for part in self if isinstance(part, Scope)]

    @property
    def rows(self) -> list[AnyRow]:
        """The rows outside of blocks."""
        return [row for part in self if isinstance(part, Rows) for row in part.rows]

    def matched(self) -> list[type[Enum]]:
        """The predicate types that rows name, with repetitions."""
        lists: list[Iterable[AnyRow]] = [part.rows for part in self if isinstance(part, Rows) and part.plain is None]
        lists += [scope.rows for scope in with_adopted(self.scopes)]
        return [
            type(case) for rows in lists for row in rows if type(row) is Row and row.matching for case in row.matching
        ]

    @property
    def timeouts(self) -> list[Timeout]:
        """The timeouts that are events themselves."""
        blocks = [scope for scope in self.scopes if isinstance(scope, StateBlock)]
        return [timeout for block in blocks for timeout in block.timeouts if timeout.is_anonymous]

    def events(self) -> Iterator[Any]:
        """The events that rows and blocks name, with repetitions."""
        scopes = list(with_adopted(self.scopes))
        for row in [*self.rows, *(row for scope in scopes for row in scope.rows)]:
            yield row[1]
            yield from row.chart.raising if isinstance(row, Row) and row.chart else ()
        for scope in scopes:
            if isinstance(scope, StateBlock):
                yield scope.done
                yield from (timeout.event for timeout in scope.timeouts)

    @property
    def defers(self) -> bool:
        """Whether some row defers its event."""
        lists = [self.rows, *(scope.rows for scope in with_adopted(self.scopes))]
        return any(row[2] == DEFER for rows in lists for row in rows)

    @property
    def are_of_chart(self) -> bool:
        """Whether something is said that only charts have."""
        scopes = list(with_adopted(self.scopes))
        if any(isinstance(scope, StateBlock) and scope.is_of_chart for scope in scopes):
            return True
        rows = [*self.rows, *(row for scope in scopes for row in scope.rows)]
        return any(row[1] == EVENTLESS or row[2] == DEFER or (isinstance(row, Row) and row.chart) for row in rows)

    @property
    def has_histories(self) -> bool:
        """Whether a block is that of a history."""
        return any(isinstance(scope, StateBlock) and scope.kind >= StateKind.SHALLOW_HISTORY for scope in self.scopes)

    def _add(self, item: Any) -> None:
        if isinstance(item, Define):
            self.extend(item.blocks())
        elif isinstance(item, Scope):
            self.append(item)
        elif isinstance(item, (Clause, Block)):
            raise TypeError(f"{item!r} belongs to a state: put it into define(state)(...)")
        elif isinstance(item, tuple) and not _holds_items(item):
            self.append(Rows([item]))
        elif isinstance(item, Iterable) and not isinstance(item, (str, bytes)):
            several = list(item)
            if not several:
                return
            read = plain_rows(several)
            # By far the most frequent: not looked at one by one.
            if read is not None or (set(map(type, several)) <= {tuple, Row} and not any(map(_holds_items, several))):
                self.append(Rows(several, read))
            else:
                for each in several:
                    self._add(each)
        else:
            raise TypeError(f"a table is made of define(...), rows and blocks, not of {shortened(item)}")


def _holds_items(item: tuple[Any, ...]) -> bool:
    """Return whether a tuple is no row, but holds rows or blocks, or nothing."""
    return not item or isinstance(item[0], (tuple, Define, Scope))


def numbered_rows(parts: Parts) -> list[AnyRow]:
    """Return all rows in the order of their numbers: those of a superstate stand behind those of the first block that
    adopts it."""
    if parts.in_order is not None:
        return parts.in_order
    rows: list[AnyRow] = []
    seen: set[int] = set()

    def add(scope: Scope) -> None:
        if isinstance(scope, Superstate):
            if id(scope) in seen:
                return
            seen.add(id(scope))
        rows.extend(scope.rows)
        for superstate in scope.adopts:
            add(superstate)

    for part in parts:
        if isinstance(part, Rows):
            rows.extend(part.rows)
        else:
            add(part)
    return rows


def with_adopted(scopes: Iterable[Scope]) -> Iterator[Scope]:
    """Return these and all superstates that they adopt, each once."""
    seen: set[int] = set()
    waiting = list(scopes)
    for scope in waiting:  # which grows meanwhile
        if id(scope) not in seen:
            seen.add(id(scope))
            yield scope
            waiting += scope.adopts
