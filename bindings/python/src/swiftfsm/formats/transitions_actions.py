"""The actions of a machine of transitions: those before a step, and those after it.

A document has one place for all actions of its rows. If only one of the two is used, that is the place. If both are,
actions run before the step; those after it are the actions of an event of their own, which the row raises, and which is
therefore handled next.
"""

from __future__ import annotations

from collections.abc import Iterable
from .faults import Faults
from .json_values import Value
from .transitions_states import States, fresh, listed
from .writing import LINE_LIMIT, Row

_BEFORE, _AFTER = "order resolve actions exit commit entry", "order resolve exit commit entry actions"


class Actions:
    """Puts actions into rows."""

    def __init__(
        self,
        fields: dict[str, Value],
        transitions: Iterable[dict[str, Value]],
        taken: set[str],
        states: States,
        faults: Faults,
    ) -> None:
        """transitions: all of the file, to know which places are used. taken: the names of events, which grow."""
        self._states = states
        self._taken = taken
        self._before = self._of_all(fields, "before_state_change", faults)
        self._after = self._of_all(fields, "after_state_change", faults)
        leading = [each for each in transitions if "dest" in each and each["dest"].data is not None]
        self._has_before: bool = bool(self._before) or any(listed(each.get("before")) for each in leading)
        self._has_after: bool = bool(self._after) or any(listed(each.get("after")) for each in leading)
        self._lists: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
        self._raised: dict[tuple[str, ...], str] = {}
        """The event that is raised for each list of actions after a step."""

    def _of_all(self, fields: dict[str, Value], key: str, faults: Faults) -> list[str]:
        found = self._states.callbacks(fields.get(key))
        if len(found) > LINE_LIMIT // 2:
            raise faults.error(fields[key].line, f"expected fewer callbacks: a line has {LINE_LIMIT} bytes")
        return found

    @property
    def order(self) -> list[str]:
        """The line that tells where actions are; none if there are no actions."""
        return [_BEFORE] if self._has_before else [_AFTER] if self._has_after else []

    def put(self, row: Row, trigger: str, place: Value, fields: dict[str, Value], is_internal: bool = False) -> None:
        """Put those of a transition, and of all transitions, into its row."""
        own = tuple(self._states.callbacks(fields.get("after")))
        before = self._with_all(True, tuple(self._states.callbacks(fields.get("before"))))
        after = self._with_all(False, own)
        if is_internal:
            # Nothing happens between the two.
            row.actions = before + after if before and after else before or after
        elif not (self._has_before and after):
            row.actions = before or after
        else:
            row.actions = before
            row.raises = [self._raised.get(own) or self._event(own, trigger, place)]

    def _with_all(self, is_before: bool, own: tuple[str, ...]) -> list[str]:
        """Equal lists are one object."""
        of_all = self._before if is_before else self._after
        if not own:
            return of_all
        joined = [*of_all, *own] if is_before else [*own, *of_all]
        return self._lists.setdefault((is_before, own), joined)

    def _event(self, own: tuple[str, ...], trigger: str, place: Value) -> str:
        name = fresh(f"{trigger}.after" if own else "after_state_change", self._taken)
        self._raised[own] = self._states.name(name, place)
        return self._raised[own]

    def rows(self) -> list[Row]:
        """The rows of the events that are raised."""
        return [
            Row(event, ["internal"], source="any", actions=self._with_all(False, own))
            for own, event in self._raised.items()
        ]
