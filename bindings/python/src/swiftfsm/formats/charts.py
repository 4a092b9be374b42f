"""The states of a foreign chart, inside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Optional

from .writing import Block, Row, reachable

ROW_LIMIT = 1_000_000
"""The most rows of a document."""


@dataclass(eq=False)
class Node:
    """A state, or a history."""

    kind: str
    """How its block begins: state, parallel, history, deep history."""
    name: str
    line: int
    parent: Optional[Node] = None
    is_final: bool = False
    children: list[Node] = field(default_factory=list)
    block: Block = field(default_factory=lambda: Block(""))

    @property
    def is_history(self) -> bool:
        return self.kind.endswith("history")

    @property
    def states(self) -> list[Node]:
        """Its children without histories."""
        return [child for child in self.children if not child.is_history]

    @property
    def is_compound(self) -> bool:
        """It has children, of which one at a time is active."""
        return self.kind == "state" and bool(self.states)

    def ancestors(self) -> Iterator[Node]:
        """Its parent, and so on outwards."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def is_inside(self, other: Node) -> bool:
        return any(node is other for node in self.ancestors())

    def is_deep_history_around(self, source: Node) -> bool:
        """Whether what a transition from `source` to this history leaves depends on what the history has recorded."""
        around = self.parent
        return (
            self.kind == "deep history"
            and around is not None
            and around is not source.parent
            and source.is_inside(around)
        )

    def subtree(self) -> Iterator[Node]:
        """It and all nodes inside it, parents first, as they are written."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def can_be_done(self) -> bool:
        """Whether it has a final child; of a parallel state, all of its children."""
        if self.kind == "parallel":
            return bool(self.states) and all(child.can_be_done() for child in self.states)
        return any(child.is_final for child in self.children)


def finish(top: Node, initial: str, free: Sequence[Row] = ()) -> None:
    """Make blocks that the library accepts and that mean the same as the chart.

    An empty block is an error. In a flat definition a top-level state without anything is marked as final, which
    there has no other meaning; in a chart, which ends in such a state, it gets a row that is never taken.

    Only charts end in final states. Where nothing else makes the definition a chart, a row to a final state becomes
    local, which has no other effect on rows between top-level states; not so rows for any state, which are the `free`
    ones.
    """
    for node in top.subtree():
        node.block.rows = reachable(node.block.rows)
    rows = [row for node in top.subtree() for row in node.block.rows] + list(free)
    finals = {child.name for child in top.children if child.is_final}
    leading = [row for row in rows if finals.intersection(row.targets)]
    silent = [child for child in top.children if _is_silent(child)]
    is_chart = _is_chart(top, rows)
    ends = bool(leading) or initial in finals
    if ends and not is_chart and not silent:
        if leading and not leading[0].source:
            leading[0].is_local = True
        else:
            silent = [child for child in top.children if not child.is_final][:1]
    for child in silent:
        if is_chart or ends:
            child.block.rows.append(Row("eventless", [child.name], child.line, conditions=[f"not in {child.name}"]))
        else:
            child.block.heading += " final"


def _is_silent(node: Node) -> bool:
    block = node.block
    return node.kind == "state" and not (node.is_final or block.lines or block.rows or block.inner)


def _is_chart(top: Node, rows: list[Row]) -> bool:
    return (
        any(child.children or child.kind != "state" for child in top.children)
        or any(line.startswith("timeout ") for child in top.children for line in child.block.lines)
        or any(row.event == "eventless" or row.raises or row.is_local or len(row.targets) > 1 for row in rows)
        or any(condition.startswith(("in ", "not in ")) for row in rows for condition in row.conditions)
    )
