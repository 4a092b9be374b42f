"""Events that several children of a parallel state of transitions take.

transitions takes the rows of each child one after the other, and those of the parallel state only if no child took one.
A chart takes all of them in one step, unless one leaves what another one leaves. The two are alike as long as each row
stays in its child, and leaves something. Beside rows that stand in a child, transitions ignores those of other children
that stand further outwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from .charts import Node
from .faults import Faults
from .json_values import Value


@dataclass
class _Taken:
    """The rows for one event inside a parallel state."""

    regions: set[Node] = field(default_factory=set)
    leaving: Optional[Value] = None
    internal: Optional[Value] = None
    inner: Optional[Value] = None
    """Stands in a child."""
    outer: Optional[Value] = None


class Regions:
    """Collects rows, and tells of those that a chart would take otherwise."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._taken: dict[tuple[Node, str], _Taken] = {}
        self._outside: dict[Node, dict[str, tuple[Value, bool]]] = {}

    def add(self, scope: Node, source: Node, event: str, target: Optional[Node], value: Value) -> None:
        """A row of `source` that stands in `scope`; without a target it is internal."""
        known = self._outside.setdefault(source, {})
        known[event] = (value, target is None or (event in known and known[event][1]))
        inner = source
        for around in source.ancestors():
            if around.kind == "parallel":
                taken = self._taken.setdefault((around, event), _Taken())
                taken.regions.add(inner)
                if scope is inner or scope.is_inside(inner):
                    taken.inner = value
                else:
                    taken.outer = value
                if target is None:
                    taken.internal = value
                elif not target.is_inside(around):
                    taken.leaving = value
            inner = around

    def check(self) -> None:
        for (parallel, event), taken in self._taken.items():
            if taken.leaving is not None and len(taken.regions) > 1:
                taken.leaving.tell(
                    self._faults,
                    f"leaves the parallel state {parallel.name}, of which another child takes {event} too: "
                    "a chart would take only one of them",
                )
            if taken.inner is not None and taken.outer is not None and len(taken.regions) > 1:
                taken.outer.tell(
                    self._faults,
                    f"is not tried if {taken.inner.path} is taken, in a child of the parallel state {parallel.name}: "
                    "put both into the same list of transitions",
                )
            for around in (parallel, *parallel.ancestors()):
                value, is_internal = self._outside.get(around, {}).get(event, (None, False))
                if value is not None and (is_internal or taken.internal is not None):
                    value.tell(
                        self._faults,
                        f"is taken only if no child of the parallel state {parallel.name} takes {event}: "
                        "a chart would take both",
                    )
