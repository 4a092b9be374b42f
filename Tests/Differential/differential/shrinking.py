"""Makes charts smaller, while something about them stays as it is."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any, Callable, Iterator, Optional

from .chart import EVENTLESS, PHASES, Chart, Row, State, Tree

#: Of some charts, which one still shows what is looked for, if any.
Finder = Callable[[list[Chart]], Optional[int]]


def shrunk(chart: Chart, find: Finder) -> Chart:
    """The smallest chart that is found. All that could be left out next is judged at once."""
    while True:
        candidates = [smaller for smaller in _smaller(chart) if is_sound(smaller)]
        found = find(candidates)
        if found is None:
            return chart
        chart = candidates[found]


def _smaller(chart: Chart) -> Iterator[Chart]:
    """Charts without some part of this one: large parts first."""
    count = len(chart.calls)
    for size in (count // 2, count // 4):
        for start in range(0, count, size) if size > 1 else ():
            smaller = copy.deepcopy(chart)
            del smaller.calls[start : start + size]
            yield smaller
    yield from _without_one(chart, lambda other: other.calls)
    for number in range(len(chart.states)):
        without = without_state(chart, number)
        if without is not None:
            yield without
    yield from _without_one(chart, lambda other: other.rows)
    for number, row in enumerate(chart.rows):
        for name in ("actions", "raised", "conditions", "guards"):
            # Rows without an event keep a guard, and rows with targets one of these.
            if not (name == "guards" and row.trigger == EVENTLESS and len(row.guards) == 1):
                yield from _without_one(chart, partial(_of_row, number, name))
        if len(row.targets) > 1:
            yield from _without_one(chart, partial(_of_row, number, "targets"))
        if row.is_local:
            yield _changed(chart, partial(_row, number), "is_local", False)
    for number, state in enumerate(chart.states):
        for name in ("entry", "exit", "cycle", "default_actions", "timeouts"):
            yield from _without_one(chart, partial(_of_state, number, name))
        if state.done is not None:
            yield _changed(chart, partial(_state, number), "done", None)
        if state.kind == "final":
            yield _changed(chart, partial(_state, number), "kind", "state")
    for number in range(len(chart.callbacks())):
        yield from _without_one(chart, partial(_acts, number))
    if chart.phases != PHASES:
        yield _changed(chart, lambda other: other, "phases", PHASES)
    if chart.opens_by_depth:
        yield _changed(chart, lambda other: other, "opens_by_depth", False)


def _without_one(chart: Chart, find: Callable[[Chart], list[Any]]) -> Iterator[Chart]:
    """A chart for each item of a list in it."""
    for index in range(len(find(chart))):
        smaller = copy.deepcopy(chart)
        del find(smaller)[index]
        yield smaller


def _changed(chart: Chart, find: Callable[[Chart], object], name: str, value: object) -> Chart:
    other = copy.deepcopy(chart)
    setattr(find(other), name, value)
    return other


def _state(number: int, chart: Chart) -> State:
    return chart.states[number]


def _row(number: int, chart: Chart) -> Row:
    return chart.rows[number]


def _of_state(number: int, name: str, chart: Chart) -> list[Any]:
    found: list[Any] = getattr(chart.states[number], name)
    return found


def _of_row(number: int, name: str, chart: Chart) -> list[Any]:
    found: list[Any] = getattr(chart.rows[number], name)
    return found


def _acts(number: int, chart: Chart) -> list[Any]:
    return chart.callbacks()[number].acts


def without_state(chart: Chart, number: int) -> Optional[Chart]:
    """The chart without a state, what is nested in it, and all that needs these; or None if it would be none."""
    tree = Tree(chart)
    gone = {other for other in range(len(chart.states)) if tree.is_within(other, number)}
    if chart.initial in gone:
        return None
    other = copy.deepcopy(chart)
    numbers = {old: new for new, old in enumerate(old for old in range(len(chart.states)) if old not in gone)}
    for state in other.states:
        if state.default in gone:
            state.default, state.default_actions = None, []
        state.default = None if state.default is None else numbers[state.default]
        state.parent = None if state.parent is None else numbers.get(state.parent)
    other.states = [state for old, state in enumerate(other.states) if old not in gone]
    other.initial = numbers[chart.initial]
    other.rows = [row for row in other.rows if row.source not in gone and gone.isdisjoint(row.targets)]
    for row in other.rows:
        row.source = None if row.source is None else numbers[row.source]
        row.targets = [numbers[target] for target in row.targets]
        row.conditions = [(numbers[state], is_in) for state, is_in in row.conditions if state not in gone]
    other.calls = [call for call in other.calls if call.verb != "request" or call.number not in gone]
    for call in other.calls:
        call.number = numbers[call.number] if call.verb == "request" else call.number
    return other


def is_sound(chart: Chart) -> bool:
    """Whether a chart made smaller is a definition still."""
    tree = Tree(chart)
    if all(state.parent is None for state in chart.states):
        return False
    for number, state in enumerate(chart.states):
        children = tree.children[number]
        if (state.kind == "parallel" or tree.histories[number]) and not children:
            return False
        if tree.is_compound(number) and len(children) > 1 and state.default is None:
            return False
        if state.default is not None and not (state.is_history or tree.is_compound(number)):
            return False
        if state.kind == "final" and children:
            return False
        # Each would be the default of the other.
        default = state.default
        if default is not None and chart.states[default].is_history and chart.states[default].default is None:
            return False
        if state.parent is None and not (state.entry or children or any(row.source == number for row in chart.rows)):
            return False
    return True
