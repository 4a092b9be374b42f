"""How the states of a chart are nested, by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Optional

from ..definition.blocks import StateBlock
from ..definition.alphabet import Alphabet
from ..definition.ids import NONE
from ..definition.kinds import StateKind

CHART = int(NONE)
"""Stands for the whole chart, around all states."""


class StateTree:
    """The states that have blocks. One without a block, or in a circle, lies in the chart."""

    def __init__(self, blocks: Iterable[StateBlock], states: Alphabet) -> None:
        self._parents: dict[int, int] = {}
        self._children: dict[int, list[int]] = {CHART: []}
        self._kinds: dict[int, StateKind] = {}
        self._defaults: dict[int, int] = {}
        self._within: dict[int, set[int]] = {}
        for block in blocks:
            state = states.identify(block.state)
            self._children.setdefault(state, [])
            self._kinds[state] = max(self._kinds.get(state, StateKind.PLAIN), block.kind)
            if block.parent is not None:
                self._parents.setdefault(state, states.identify(block.parent))
            if block.initial is not None:
                self._defaults.setdefault(state, states.identify(block.initial))
        for state in self._children:
            if CHART not in set(self._climb(state)):
                self._parents[state] = CHART
        for state in self._kinds:
            self._children.setdefault(self.parent(state), []).append(state)

    def _climb(self, state: int) -> Iterator[int]:
        """The states around one, each once."""
        seen: set[int] = set()
        while state not in seen:
            seen.add(state)
            yield state
            state = self.parent(state)

    def parent(self, state: int) -> int:
        """The state around one; CHART around those that are nested in none."""
        return self._parents.get(state, CHART)

    def children(self, state: int) -> list[int]:
        """The states that are nested in one, histories too."""
        return self._children.get(state, [])

    def path(self, state: int, end: int = CHART) -> Iterator[int]:
        """The state and those around it, up to `end`, which is not among them."""
        while state not in (end, CHART):
            yield state
            state = self.parent(state)

    def within(self, state: int) -> set[int]:
        """The state and all below it. Of CHART all states, without itself."""
        known = self._within.get(state)
        if known is None:
            known = self._within[state] = set() if state == CHART else {state}
            waiting = list(self.children(state))
            while waiting:
                child = waiting.pop()
                known.add(child)
                waiting += self.children(child)
        return known

    def is_within(self, state: int, outer: int) -> bool:
        """Whether a state is another one or lies below it."""
        return outer == CHART or outer in self.path(state)

    def is_parallel(self, state: int) -> bool:
        return self._kinds.get(state) is StateKind.PARALLEL

    def is_history(self, state: int) -> bool:
        return self._kinds.get(state) in (StateKind.SHALLOW_HISTORY, StateKind.DEEP_HISTORY)

    def is_compound(self, state: int) -> bool:
        return bool(self.children(state)) and not self.is_parallel(state)

    def default(self, state: int) -> Optional[int]:
        """The state that is entered by default; of an only child that."""
        children = [each for each in self.children(state) if not self.is_history(each)]
        return self._defaults.get(state, children[0] if len(children) == 1 else None)

    def domain(self, source: int, targets: list[int], is_local: bool) -> int:
        """The state whose children a row leaves and enters."""

        def holds_all(outer: int) -> bool:
            return all(target != outer and self.is_within(target, outer) for target in targets)

        if source != CHART and is_local and self.is_compound(source) and holds_all(source):
            return source
        for region in self.path(source):
            outer = self.parent(region)
            if outer == CHART or (self.is_compound(outer) and holds_all(outer)):
                return outer
            if is_local and self.is_parallel(outer) and all(self.is_within(each, region) for each in targets):
                return outer
        return CHART
