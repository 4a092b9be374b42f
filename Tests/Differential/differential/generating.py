"""Random charts that are definitions without errors."""

from __future__ import annotations

from random import Random
from typing import Optional, Sequence, TypeVar

from .chart import ANY, EVENTLESS, PHASES, REQUEST, Act, Call, Callback, Chart, Kind, Row, State, Tree

Item = TypeVar("Item")


def make(seed: int) -> Chart:
    """The chart of a seed."""
    return _Maker(Random(seed)).make()


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.chart = Chart()
        size = self.below(10)
        self.room = 2 + self.below(8) if size < 7 else 8 + self.below(10)
        self.depth = 1 + self.below(5)
        self.rows = 1 + self.below(2 * self.room + 4)
        self.events = 2 + self.below(4)
        self.parallel = self.pick([0, 30, 30, 60, 80])
        self.history = self.pick([0, 20, 40])
        self.deferral = self.pick([0, 0, 6, 20])
        self.eventless = self.pick([0, 10, 15])
        self.raising = self.pick([0, 10, 25])
        self.acting = self.pick([0, 3, 5, 15])
        self.callbacks = self.pick([100, 100, 80, 40])
        self.failing = self.pick([0] * 9 + [4])
        self.timing = 0 if self.failing else self.pick([0, 0, 30])

    def below(self, count: int) -> int:
        """Of the functions of `random` only this one gives the same in all versions of Python."""
        return int(self.random.random() * count)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def make(self) -> Chart:
        chart = self.chart
        chart.events = self.events
        chart.is_first_match, chart.is_always = self.chance(60), self.chance(50)
        chart.opens_by_depth = self.chance(20)
        if self.chance(10):
            chart.phases = tuple(self.shuffled(PHASES))
        self.add_children(None, 0, self.room)
        self.tree = Tree(chart)
        self.real = [number for number, state in enumerate(chart.states) if not state.is_history]
        for number in range(len(chart.states)):
            self.set_default(number)
        for number in self.real:
            self.fill(number)
        chart.initial = self.tree.children[None][0] if self.chance(60) else self.pick(self.real)
        for _ in range(self.rows):
            self.add_row()
        now = 0
        for _ in range(4 + self.below(14)):
            now = self.add_call(now)
        return chart

    # States.

    def add_children(self, parent: Optional[int], depth: int, share: int) -> None:
        is_parallel = parent is not None and self.chart.states[parent].kind == "parallel"
        count = max(1, min(share, 1 + self.below(3) + is_parallel))
        shares = [1] * count
        for _ in range(share - count):
            shares[self.below(count)] += 1
        for place, part in enumerate(shares):
            if parent is not None and self.chance(self.history // 2):
                self.add_history(parent)
            # A definition in which nothing is nested would be no chart.
            is_flat = all(state.parent is None for state in self.chart.states)
            self.add_state(parent, depth, part, is_parallel, must_nest=is_flat and parent is None and place == count - 1)
        if parent is not None and self.chance(self.history):
            self.add_history(parent)

    def add_state(self, parent: Optional[int], depth: int, share: int, is_region: bool, must_nest: bool) -> None:
        # Regions with final states, or nothing parallel would ever be done.
        has_final = is_region and len(self.chart.states) < 16 and self.chance(60)
        is_inner = must_nest or has_final or (share > 1 and depth < self.depth)
        number = len(self.chart.states)
        state = State(f"s{number}", parent=parent)
        self.chart.states.append(state)
        if is_inner:
            state.kind = "parallel" if share > 2 and self.chance(self.parallel) else "state"
            self.add_children(number, depth + 1, max(2 if has_final else 1, share - 1))
        elif not is_region and self.chance(self.final_chance(parent)):
            state.kind = "final"

    def final_chance(self, parent: Optional[int]) -> int:
        if parent is None:
            return 5
        outer = self.chart.states[parent].parent
        return 60 if outer is not None and self.chart.states[outer].kind == "parallel" else 30

    def add_history(self, parent: int) -> None:
        kind: Kind = "history" if self.chance(50) else "deep history"
        self.chart.states.append(State(f"h{len(self.chart.states)}", kind, parent))

    def set_default(self, number: int) -> None:
        state, tree = self.chart.states[number], self.tree
        below = [inner for inner in self.real if tree.is_below(inner, number)]
        if tree.is_compound(number):
            children = tree.children[number]
            if len(children) > 1 or self.chance(50):
                state.default = self.pick(below if self.chance(15) else children)
        elif state.is_history and self.chance(70):
            assert state.parent is not None
            inside = [inner for inner in self.real if tree.is_below(inner, state.parent)]
            state.default = self.pick(inside if state.kind == "deep history" else tree.children[state.parent])
            if tree.is_compound(state.parent) and self.chance(10):
                self.chart.states[state.parent].default = number
        if state.default is not None and self.chance(50):
            state.default_actions = [self.callback("action", f"d{number}")]

    def fill(self, number: int) -> None:
        state = self.chart.states[number]
        if state.default is not None and not state.default_actions and self.chance(50):
            state.default_actions = [self.callback("action", f"d{number}")]
        if self.tree.children[number] and self.chance(50):
            state.done = self.event()
        if self.chance(self.timing) and state.kind != "final":
            state.timeouts = [(1 + self.below(29), self.event()) for _ in range(1 + self.chance(15))]
        for role, callbacks in (("entry", state.entry), ("exit", state.exit), ("cycle", state.cycle)):
            if self.chance(self.callbacks):
                callbacks += [self.callback(role, f"{state.name}.{index}") for index in range(1 + self.chance(8))]
        # An empty block would be an error.
        if state.parent is None and not state.entry:
            state.entry = [self.callback("entry", f"{state.name}.0")]

    def callback(self, role: str, name: str) -> Callback:
        acts: list[Act] = []
        if self.chance(self.failing):
            acts = [""] * self.below(8) + ["fail"]
        elif self.chance(self.acting):
            acts = ["", self.pick(["send", "send", "raise", "raise", "stop"])]
            acts = [act + f" {self.event()}" if act in ("send", "raise") else act for act in acts]
            acts = self.shuffled(acts)
        return Callback(role, name, acts)

    def event(self) -> int:
        return 1 + self.below(self.events)

    # Rows.

    def add_row(self) -> None:
        sources = [number for number in self.real if self.chart.states[number].kind != "final"]
        row = Row(None if self.chance(8) else self.pick(sources), self.event())
        kind = self.below(100)
        if kind < self.eventless:
            row.trigger = EVENTLESS
        elif kind < self.eventless + 6:
            row.trigger = ANY
        elif kind < self.eventless + 14:
            row.trigger = REQUEST
        row.is_local = self.chance(25)
        self.set_target(row)
        number = len(self.chart.rows)
        if self.chance(12):
            row.conditions = [(self.pick(self.real), self.chance(60))]
        # One that nobody refuses could lead in a circle.
        guards = (1 if row.trigger == EVENTLESS or self.chance(35) else 0) + self.chance(4)
        row.guards = [self.guard(f"r{number}.{index}") for index in range(guards)]
        if row.word != "defer":
            row.actions = [self.callback("action", f"r{number}.{index}") for index in range(self.pick([0, 1, 1, 2]))]
            if self.chance(self.raising):
                row.raised = [self.event() for _ in range(1 + self.chance(20))]
        if not any(self.is_rival(row, other) for other in self.chart.rows):
            self.chart.rows.append(row)

    def guard(self, name: str) -> Callback:
        acts: list[Act] = [self.pick(["", "", "no"]) for _ in range(1 + self.below(4))]
        if self.chance(self.failing):
            acts.append("fail")
        return Callback("guard", name, acts)

    def is_rival(self, row: Row, other: Row) -> bool:
        """Whether nothing tells which of two rows is taken."""
        if (row.source, row.trigger) != (other.source, other.trigger):
            return False
        if row.trigger == REQUEST and (row.word, row.targets) != (other.word, other.targets):
            return False
        return not self.chart.is_first_match or not (row.guards or other.guards)

    def set_target(self, row: Row) -> None:
        kind = self.below(100)
        if row.trigger == REQUEST:
            row.word = "requested" if kind < 30 else ""
        elif kind < self.deferral and row.trigger != EVENTLESS:
            row.word = "defer"
        elif kind < self.deferral + 10:
            row.word = "internal"
        elif kind < self.deferral + 18:
            row.word = "same"
        elif kind < self.deferral + 28:
            parallels = [number for number in self.real if self.chart.states[number].kind == "parallel"]
            row.targets = self.several(self.pick(parallels)) if parallels else []
        if not row.word and not row.targets:
            row.targets = [self.near(row.source)]

    def near(self, source: Optional[int]) -> int:
        """Mostly a state that is not far away, or a history."""
        states = range(len(self.chart.states))
        if source is not None and self.chance(65):
            parent = self.tree.parents[source]
            finals = [s for s in self.tree.children[parent] if self.chart.states[s].kind == "final"]
            if finals and self.chance(40):
                return self.pick(finals)
            around = [s for s in states if s == parent or self.tree.parents[s] == parent]
            return self.pick(around + [s for s in states if self.tree.is_below(s, source)])
        return self.pick(states)

    def several(self, parallel: int) -> list[int]:
        """States in several regions of a parallel state, in any order."""
        targets: list[int] = []
        for region in self.tree.children[parallel]:
            if self.chance(70):
                inside = [number for number in range(len(self.chart.states)) if self.tree.is_within(number, region)]
                targets.append(self.pick(inside))
        return self.shuffled(targets)

    def add_call(self, now: int) -> int:
        kind = self.below(100)
        if kind < 8:
            self.chart.calls.append(Call("request", self.below(len(self.chart.states))))
        elif kind < 10:
            self.chart.calls.append(Call("stop"))
        elif kind < 14:
            self.chart.calls.append(Call("start"))
        elif kind < 34 and self.timing:
            now += self.below(25)
            self.chart.calls.append(Call("advance", now))
        else:
            self.chart.calls.append(Call("send", self.event()))
        return now
