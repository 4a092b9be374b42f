"""Which events run the entry, exit, cycle and default callbacks of a block in a chart.

A row reaches the callbacks of all states that it may leave and enter. The library judges callables by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

from ..definition.blocks import Scope, StateBlock
from ..definition.alphabet import Alphabet
from ..definition.ids import ANY, DEFER, DYNAMIC, INTERNAL, NONE, SAME
from ..definition.kinds import RowChart
from ..definition.rows import AnyRow, Row
from ..definition.table_parts import Parts
from .state_tree import CHART, StateTree

_FLAT = RowChart()


class ReachedInChart:
    """The rows of a chart, by the callbacks that they run."""

    def __init__(self, parts: Parts, scopes: Iterable[Scope], states: Alphabet, is_always: bool) -> None:
        self._states, self._is_always = states, is_always
        blocks = [scope for scope in scopes if isinstance(scope, StateBlock)]
        self._tree = StateTree(blocks, states)
        # By identity: the states that have the rows and callbacks of a scope.
        self._owners: dict[int, set[int]] = {}
        for block in blocks:
            self._adopt(block, states.identify(block.state))
        self._ways: list[tuple[Any, _Visits]] = [self._way(row, None) for row in parts.rows]
        self._ways += [self._way(row, scope) for scope in scopes for row in scope.rows]

    def events(self, scope: Scope, word: str) -> Iterator[Any]:
        """The events with which some row runs the callbacks of a scope, in the order of the rows."""
        owners = self._owners.get(id(scope), set())
        seen: set[int] = set()
        for event, visits in self._ways:
            if id(event) not in seen and visits.of(word) & owners:
                seen.add(id(event))
                yield event

    def _adopt(self, scope: Scope, state: int) -> None:
        owners = self._owners.setdefault(id(scope), set())
        if state not in owners:
            owners.add(state)
            for each in scope.adopts:
                self._adopt(each, state)

    def _way(self, row: AnyRow, scope: Optional[Scope]) -> tuple[Any, _Visits]:
        source, event, target = row[:3]
        chart = (row.chart if isinstance(row, Row) else None) or _FLAT
        sources = {self._states.identify(source)}
        if sources & {ANY, NONE}:
            sources = {CHART} if scope is None else self._owners.get(id(scope), set())
        visits = _Visits(self._tree, self._is_always)
        targets = [self._states.identify(each) for each in (target, *chart.targets)]
        for each in sources:
            visits.follow(each, targets, chart.is_local)
        return event, visits


class _Visits:
    """The states whose callbacks one row runs, by kind of callback."""

    def __init__(self, tree: StateTree, is_always: bool) -> None:
        self._tree, self._is_always = tree, is_always
        self._entry: set[int] = set()
        self._exit: set[int] = set()
        self._cycle: set[int] = set()
        self._default: set[int] = set()

    def of(self, word: str) -> set[int]:
        """The states of which callbacks of this kind run."""
        return {"entry": self._entry, "exit": self._exit, "cycle": self._cycle}.get(word, self._default)

    def follow(self, source: int, targets: list[int], is_local: bool) -> None:
        """Take the row in a state that has it."""
        tree, (target, *_) = self._tree, targets
        if target in (INTERNAL, DEFER):
            return
        if target == SAME:
            within = tree.within(source)
            self._cycle |= within if source == CHART else {source}
            if self._is_always:
                self._exit |= within
                self._entry |= within
        elif target in (DYNAMIC, ANY):
            for visited in (self._entry, self._exit, self._cycle, self._default):
                visited |= tree.within(CHART)
        else:
            self._move(source, targets, tree.domain(source, targets, is_local))

    def _move(self, source: int, targets: list[int], domain: int) -> None:
        tree = self._tree
        kept = set() if self._is_always else {node for target in targets for node in tree.path(target)}
        self._exit |= self._left(source, domain) - kept
        for target in targets:
            waiting = [target]
            for node in tree.path(target, domain):
                if self._is_always or not (source != CHART and tree.is_within(source, node)):
                    self._entry.add(node)
                parent = tree.parent(node)
                if tree.is_parallel(parent) and parent != domain:
                    waiting += self._enter_regions(parent, targets)
            self._enter_defaults(waiting)
            self._come_back(target, source)

    def _left(self, source: int, domain: int) -> set[int]:
        """What is active in the source and around it, below the domain."""
        tree = self._tree
        left = tree.within(source) - ({source} if source == domain else set())
        for node in tree.path(source, domain):
            parent = tree.parent(node)
            if parent != domain:
                left.add(parent)
                left |= tree.within(parent) - tree.within(node) if tree.is_parallel(parent) else set()
        return left

    def _enter_regions(self, parallel: int, targets: Iterable[int]) -> list[int]:
        """Enter the children in which none of these targets lies. Returns them."""
        tree = self._tree
        regions = [
            each
            for each in tree.children(parallel)
            if not tree.is_history(each) and not any(tree.is_within(target, each) for target in targets)
        ]
        self._entry.update(regions)
        return regions

    def _enter_defaults(self, waiting: list[int]) -> None:
        """What is entered with these states, after them."""
        tree, seen = self._tree, set[int]()
        for node in waiting:  # which grows meanwhile
            if node in seen:
                continue
            seen.add(node)
            self._default.add(node)
            if tree.is_history(node):
                below = tree.within(tree.parent(node)) - {tree.parent(node)}  # whatever was active there
                self._entry |= below
                self._default |= below
            elif tree.is_parallel(node):
                waiting += self._enter_regions(node, ())
            elif (default := tree.default(node)) is not None and default in tree.within(node):
                for entered in tree.path(default, node):
                    self._entry.add(entered)
                    parent = tree.parent(entered)
                    if parent != node and tree.is_parallel(parent):
                        waiting += self._enter_regions(parent, [default])
                waiting.append(default)

    def _come_back(self, target: int, source: int) -> None:
        """A target that may have been active with the source."""
        tree = self._tree
        if tree.is_history(target):
            parent = tree.parent(target)
            if tree.is_within(source, parent) or tree.is_within(parent, source):
                self._cycle |= tree.within(parent) - {parent}
            return
        common = next(node for node in (*tree.path(source), CHART) if tree.is_within(target, node))
        if common == source or tree.is_within(source, target) or tree.is_parallel(common):
            self._cycle.add(target)
