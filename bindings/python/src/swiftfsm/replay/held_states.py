"""The states of tokens from batch to batch, in the numbers of the library."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from ..definition.ids import NONE
from .states import Layout, States


class HeldStates:
    """The state of each token so far: its id, or where a token has several numbers these as bytes."""

    __slots__ = ("_layout", "_states", "_new")

    def __init__(self, layout: Layout, states: Mapping[Any, Optional[str]]) -> None:
        """Errors: UnknownStateError, BadValueError for states that are none of the table."""
        self._layout = layout
        self._states: dict[Any, Any] = {}
        self._new: Any = int(NONE) if layout.is_single else bytes(layout.new(1))
        labels = list(states)
        self.keep(labels, States(layout, layout.read(list(states.values()), labels)))

    def of(self, labels: Sequence[Any]) -> bytearray:
        """Return the states of these tokens, as the library takes them."""
        get, new = self._states.get, self._new
        found = [get(label, new) for label in labels]
        return bytearray(array("i", found)) if self._layout.is_single else bytearray().join(found)

    def keep(self, labels: Sequence[Any], states: States) -> None:
        """Keep the states of tokens after a batch; those without events have none."""
        numbers: list[Any] = self._split(states)
        if self._new in numbers:
            self._states.update(pair for pair in zip(labels, numbers) if pair[1] != self._new)
        else:
            self._states.update(zip(labels, numbers))

    def _split(self, states: States) -> list[Any]:
        if self._layout.is_single:
            return states.ids.tolist()
        size, held = 4 * self._layout.width, bytes(states.ids)
        return [held[start : start + size] for start in range(0, len(held), size)]

    def names(self) -> dict[Any, Optional[str]]:
        """Return the name of each token's state."""
        return dict(zip(self._states, States(self._layout, self.of(list(self._states))).names))
