"""What a row leaves and what it enters: appendix D of the recommendation for SCXML, with the rules R7 to R9, R17 and R18."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from .chart import Chart, Row, Tree

#: What each history has recorded.
Records = dict[int, list[int]]


@dataclass(frozen=True)
class Domain:
    """A row leaves all active states below `state`; of those within `region` only, if it has one."""

    state: Optional[int]
    region: Optional[int] = None

    def holds(self, tree: Tree, state: int) -> bool:
        if self.region is not None:
            return tree.is_within(state, self.region)
        return tree.is_below(state, self.state)


def domain(chart: Chart, tree: Tree, row: Row, targets: list[int]) -> Domain:
    """A history counts as a child of its parent, whatever it has recorded (R9)."""
    source = row.source
    if source is None:
        return Domain(None)
    if row.is_local and tree.is_compound(source) and all(tree.is_below(target, source) for target in targets):
        return Domain(source)  # R8 (a)
    found: Optional[int] = None
    for ancestor in tree.ancestors[source]:
        if tree.is_compound(ancestor) and all(tree.is_below(target, ancestor) for target in targets):
            found = ancestor
            break
    if row.is_local:  # R8 (b)
        for region in [source, *tree.ancestors[source]]:
            if region == found:
                break
            parent = tree.parents[region]
            if tree.is_parallel(parent) and all(tree.is_within(target, region) for target in targets):
                return Domain(parent, region)
    return Domain(found)


@dataclass
class Entering:
    """The states that rows of one step enter, and of which of them the actions of a default run."""

    chart: Chart
    tree: Tree
    records: Records
    states: set[int] = field(default_factory=set)
    #: States that are entered with their default, and histories without a record.
    defaults: set[int] = field(default_factory=set)

    def enter(self, targets: list[int], ancestor: Optional[int]) -> None:
        """Adds targets and what is around them, below an ancestor that stays."""
        for target in targets:
            self.add_with_descendants(target)
        for target in targets:
            for state in self.effective(target):
                self.add_ancestors(state, ancestor)

    def effective(self, target: int) -> list[int]:
        """The states for which a target stands."""
        if not self.chart.states[target].is_history:
            return [target]
        return [state for inner in self.followed(target) for state in self.effective(inner)]

    def followed(self, history: int) -> list[int]:
        """Where a history leads: to what is recorded, or its default, or that of its parent (R18)."""
        default = self.chart.states[history].default
        if history in self.records:
            return self.records[history]
        return self.children_by_default(self.tree.parents[history]) if default is None else [default]

    def children_by_default(self, parent: Optional[int]) -> list[int]:
        assert parent is not None
        default = self.chart.states[parent].default
        children = self.tree.children[parent]
        return children if self.tree.is_parallel(parent) else [children[0] if default is None else default]

    def led_to(self, owner: int) -> list[int]:
        """What the default of a state or history names."""
        default = self.chart.states[owner].default
        return [] if default is None else [default]

    def add_with_descendants(self, state: int) -> None:
        tree = self.tree
        if self.chart.states[state].is_history:
            self.add_history(state)
            return
        self.states.add(state)
        if tree.is_parallel(state):
            self.add_regions(state)
        elif tree.children[state]:
            self.defaults.add(state)
            for target in self.children_by_default(state):
                self.add_with_descendants(target)
                self.add_ancestors(target, state)

    def add_history(self, history: int) -> None:
        parent = self.tree.parents[history]
        assert parent is not None
        if history not in self.records:
            has_default = self.chart.states[history].default is not None
            self.defaults.add(history if has_default else parent)
        targets = self.followed(history)
        for target in targets:
            self.add_with_descendants(target)
        for target in targets:
            self.add_ancestors(target, parent)

    def add_ancestors(self, state: int, ancestor: Optional[int]) -> None:
        for outer in self.tree.ancestors[state]:
            if outer == ancestor:
                return
            self.states.add(outer)
            if self.tree.is_parallel(outer):
                self.add_regions(outer)

    def add_regions(self, parallel: int) -> None:
        for region in self.tree.children[parallel]:
            if not any(self.tree.is_within(state, region) for state in self.states):
                self.add_with_descendants(region)
