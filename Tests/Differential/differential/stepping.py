"""A microstep: what rows that are taken leave and enter, and what runs meanwhile."""

from __future__ import annotations

from typing import Optional

from .entering import Entering, Records
from .performing import Performer
from .selecting import Taken


class Stepper(Performer):
    def step(self, taken: list[Taken]) -> None:
        chart, tree = self.chart, self.tree
        left: set[int] = set()
        entering = Entering(chart, tree, self.records)
        leaving = [[state for state in self.active if one.leaves(tree, state)] for one in taken]
        # What histories have recorded by now, they have recorded for this step too.
        entering.records = self.recorded([state for states in leaving for state in states])
        cycles: set[int] = set()
        for one, states in zip(taken, leaving):
            row = chart.rows[one.row]
            if row.word == "same":
                cycles.add(one.leaf if row.source is None else row.source)
                entering.states.update(states)
            elif one.domain is not None:
                entering.enter(one.targets, one.domain.state)
                cycles.update(target for target in one.targets if not chart.states[target].is_history)
            left.update(states)
            if row.word != "internal":
                self.has_moved = True
        entered = entering.states
        stays = set() if chart.is_always else left & entered
        # A target that was not left is entered for the first time; one that another row has left is gone.
        cycles = {state for state in cycles if (state in left) == (state in entered)}
        self.count_step(taken, entering.defaults, stays)
        for phase in chart.phases:
            if phase == "exit":
                exits = sorted(left - stays, reverse=self.wrong != "exit-order")
                for state in exits:
                    self.run(chart.states[state].exit)
            elif phase == "actions":
                for one in taken:
                    self.run(chart.rows[one.row].actions)
                    self.raise_all(chart.rows[one.row].raised)
            elif phase == "commit":
                self.records = self.recorded(sorted(left if self.wrong == "record-always" else left - stays))
                self.commit(sorted(left - stays), sorted(entered - stays))
            else:
                after = (set(self.active) - left) | entered
                self.run_entries(sorted(entered | cycles), entering, stays, after, cycles)

    def recorded(self, left: list[int]) -> Records:
        """The records, with those of histories whose parent is left (R18)."""
        records = dict(self.records)
        for state in left:
            for history in self.tree.histories[state]:
                if self.chart.states[history].kind == "history" or self.wrong == "deep-is-shallow":
                    found = [child for child in self.tree.children[state] if child in self.active]
                else:
                    found = [s for s in self.active if self.tree.is_leaf(s) and self.tree.is_below(s, state)]
                records[history] = found
        return records

    def commit(self, left: list[int], entered: list[int]) -> None:
        gone = set(left)
        self.active = sorted({state for state in self.active if state not in gone} | set(entered))
        self.visible = self.outermost()
        self.timers = {key: due for key, due in self.timers.items() if key[0] not in gone}
        for state in entered:
            for number, (delay, _) in enumerate(self.chart.states[state].timeouts):
                self.started += 1
                self.timers[state, number] = (self.now + delay, self.started)

    def run_entries(
        self, states: list[int], entering: Entering, stays: set[int], after: set[int], cycles: Optional[set[int]] = None
    ) -> None:
        """Entry and cycle callbacks, actions of defaults and done events, in document order (R13, R17, R19)."""
        chart, tree = self.chart, self.tree
        finals = [s for s in states if chart.states[s].kind == "final" and s in entering.states and s not in stays]
        for state in states:
            if state in entering.states and state not in stays:
                self.run(chart.states[state].entry)
            if cycles is not None and state in cycles:
                self.run(chart.states[state].cycle)
            for owner in [state, *tree.histories[state]]:
                # Of a state that stays nothing is entered by default (R11).
                if owner in entering.defaults and stays.isdisjoint(entering.led_to(owner)):
                    self.run(chart.states[owner].default_actions)
            if state in finals:
                self.raise_done(state, [final for final in finals if final > state], after)

    def raise_done(self, final: int, later: list[int], after: set[int]) -> None:
        """The parent of a final state is done, and each parallel state around it whose regions all are."""
        parent = self.tree.parents[final]
        if parent is None:
            self.is_finished = True
            return
        self.raise_event(self.chart.states[parent].done)
        outer = self.tree.parents[parent]
        while outer is not None and (self.tree.is_parallel(outer) or self.wrong == "done-climbs"):
            # It is done by the last of its final states that are entered.
            if any(self.tree.is_below(other, outer) for other in later):
                return
            if not all(self.is_region_done(region, after) for region in self.tree.children[outer] if region in after):
                return
            self.count("parallel done")
            self.raise_event(self.chart.states[outer].done)
            outer = self.tree.parents[outer]

    def is_region_done(self, region: int, active: set[int]) -> bool:
        children = self.tree.children[region]
        if self.tree.is_parallel(region):
            return all(self.is_region_done(child, active) for child in children)
        return any(child in active and self.chart.states[child].kind == "final" for child in children)

    def outermost(self) -> Optional[int]:
        for state in self.active:
            if self.tree.is_parallel(state) or self.tree.is_leaf(state):
                return state
        return None

    def count_step(self, taken: list[Taken], defaults: set[int], stays: set[int]) -> None:
        chart = self.chart
        self.count("steps")
        if len(taken) > 1:
            self.count("several rows")
        if stays:
            self.count("stays")
        if any(chart.states[target].is_history for one in taken for target in one.targets):
            self.count("history")
        if any(chart.states[state].is_history for state in defaults):
            self.count("history default")
