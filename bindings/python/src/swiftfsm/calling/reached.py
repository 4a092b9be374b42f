"""Which events run the entry, exit and cycle callbacks of a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional

from ..definition.blocks import Scope, StateBlock
from ..definition.alphabet import Alphabet
from ..definition.ids import ANY, DYNAMIC, INTERNAL, NONE, SAME
from ..definition.rows import AnyRow
from ..definition.table_parts import Parts


class _Way(NamedTuple):
    """A row, as the callbacks of blocks see it."""

    sources: Optional[frozenset[int]]
    """The states that have it; None for every state."""
    event: Any
    target: int

    def runs(self, state: int, word: str, is_always: bool) -> bool:
        """Whether it runs the callbacks of a state, of a kind (entry, exit, cycle)."""
        is_open = self.target in (DYNAMIC, ANY)
        leaves = self.sources is None or state in self.sources
        stays = leaves and self.target in (SAME, state)
        if self.target == INTERNAL:
            return False
        if word == "cycle":
            return leaves and (stays or is_open)
        if word == "exit":
            return leaves and (is_always or is_open or not stays)
        comes = self.target == state and (self.sources is None or bool(self.sources - {state}))
        return is_open or comes or (is_always and stays)


class Reached:
    """The rows of a definition, by the callbacks that they run."""

    def __init__(self, parts: Parts, scopes: Iterable[Scope], states: Alphabet, is_always: bool) -> None:
        self._states, self._is_always = states, is_always
        # By identity: the states that have the rows and callbacks of a scope.
        self._owners: dict[int, set[int]] = {}
        for scope in scopes:
            if isinstance(scope, StateBlock):
                self._adopt(scope, states.identify(scope.state))
        self._ways = [self._way(row, None) for row in parts.rows]
        self._ways += [self._way(row, scope) for scope in scopes for row in scope.rows]

    def events(self, scope: Scope, word: str) -> Iterator[Any]:
        """The events with which some row runs the callbacks of a scope, in the order of the rows."""
        owners = self._owners.get(id(scope), set())
        seen: set[int] = set()
        for way in self._ways:
            if id(way.event) not in seen and any(way.runs(state, word, self._is_always) for state in owners):
                seen.add(id(way.event))
                yield way.event

    def _adopt(self, scope: Scope, state: int) -> None:
        owners = self._owners.setdefault(id(scope), set())
        if state not in owners:
            owners.add(state)
            for each in scope.adopts:
                self._adopt(each, state)

    def _way(self, row: AnyRow, scope: Optional[Scope]) -> _Way:
        source, event, target = row[:3]
        number = self._states.identify(source)
        sources: Optional[frozenset[int]] = frozenset((number,))
        if number in (ANY, NONE):
            sources = None if scope is None else frozenset(self._owners.get(id(scope), set()))
        return _Way(sources, event, self._states.identify(target))
