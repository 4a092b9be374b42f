"""Which rows a step takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from .chart import ANY, EVENTLESS, REQUEST, Row, Tree
from .entering import Domain, domain
from .performing import Performer


@dataclass
class Taken:
    """A row that is taken, and what it leaves: nothing, if its domain is None."""

    row: int
    leaf: int
    domain: Optional[Domain]
    targets: list[int]

    def leaves(self, tree: Tree, state: int) -> bool:
        return self.domain is not None and self.domain.holds(tree, state)


class Selection:
    """Which rows a step takes (R2 to R6, R20)."""

    def __init__(self, machine: Performer, given: Union[int, tuple[int, int]]) -> None:
        self.machine, self.chart, self.tree = machine, machine.chart, machine.tree
        self.given = given
        #: What each row has answered: a row is asked once.
        self.answers: dict[int, bool] = {}
        self.has_refused = self.is_deferred = False

    def select(self) -> list[Taken]:
        chosen: list[Taken] = []
        for leaf in self.machine.active:
            if not self.tree.is_leaf(leaf):
                continue
            found = self.first(leaf)
            if found is None:
                continue
            if self.chart.rows[found].word == "defer":
                self.is_deferred = True
            if all(found != one.row for one in chosen):
                chosen.append(self.taken(found, leaf))
        if self.machine.wrong == "defer-is-local" and len(chosen) > 1:
            self.is_deferred = False
            chosen = [one for one in chosen if self.chart.rows[one.row].word != "defer"]
        return [] if self.is_deferred else self.without_conflicts(chosen)

    def first(self, leaf: int) -> Optional[int]:
        """From the leaf outwards; rows for any state last, under the exclusive policy only if no row has matched."""
        has_matched = False
        for source in [leaf, *self.tree.ancestors[leaf], None]:
            if source is None and has_matched and not self.chart.is_first_match:
                return None
            candidates = self.candidates(source)
            for candidate in candidates:
                if self.agrees(candidate):
                    return candidate
            has_matched = has_matched or bool(candidates)
            if has_matched and self.machine.wrong == "refusal-closes-parents":
                return None
        return None

    def candidates(self, source: Optional[int]) -> list[int]:
        """The rows of one state that match, in the order in which they are tried (R3)."""
        groups: list[list[int]] = [[], []]
        for number in self.machine.rows_of[source]:
            row = self.chart.rows[number]
            if isinstance(self.given, tuple):
                if row.trigger == REQUEST and (row.word == "requested" or row.targets == [self.given[1]]):
                    groups[row.word == "requested"].append(number)
            elif row.trigger == self.given:
                groups[0].append(number)
            elif row.trigger == ANY and self.given != EVENTLESS:
                groups[1].append(number)
        found = groups[0] + groups[1]
        return found if self.chart.is_first_match else found[:1]

    def agrees(self, number: int) -> bool:
        if number not in self.answers:
            self.answers[number] = self.ask(self.chart.rows[number])
            self.has_refused = self.has_refused or not self.answers[number]
        return self.answers[number]

    def ask(self, row: Row) -> bool:
        if any((state in self.machine.active) != is_in for state, is_in in row.conditions):
            return False
        return all(self.machine.ask(guard, row.trigger == EVENTLESS) for guard in row.guards)

    def taken(self, number: int, leaf: int) -> Taken:
        row = self.chart.rows[number]
        targets = [self.given[1]] if row.word == "requested" and isinstance(self.given, tuple) else row.targets
        if row.word in ("internal", "defer") or (row.word == "same" and not self.chart.is_always):
            return Taken(number, leaf, None, [])
        if row.word == "same":
            return Taken(number, leaf, Domain(None, leaf if row.source is None else row.source), [])
        if self.machine.wrong == "local-is-external":
            row = Row(row.source, row.trigger)
        return Taken(number, leaf, domain(self.chart, self.tree, row, targets), targets)

    def without_conflicts(self, chosen: list[Taken]) -> list[Taken]:
        """`removeConflictingTransitions`"""
        kept: list[Taken] = []
        for one in chosen:
            preempted: list[Taken] = []
            for other in kept:
                if not self.is_conflict(one, other):
                    continue
                if self.is_inside(one, other):
                    preempted.append(other)
                else:
                    self.machine.count("conflict")
                    break
            else:
                kept = [other for other in kept if other not in preempted] + [one]
        return kept

    def is_conflict(self, one: Taken, other: Taken) -> bool:
        return any(one.leaves(self.tree, state) and other.leaves(self.tree, state) for state in self.machine.active)

    def is_inside(self, one: Taken, other: Taken) -> bool:
        inner, outer = self.chart.rows[one.row].source, self.chart.rows[other.row].source
        return inner is not None and inner != outer and self.tree.is_below(inner, outer) and (
            self.machine.wrong != "inner-first"
        )
