"""What is found out of a table once, when it is replayed for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary, ref

from ..definition.ids import INITIAL
from ..definition.kinds import StateKind
from ..library.generated.enumerations import Reserved
from ..library.loading import library
from ..library.results import UnknownStateError
from .names import Names
from .states import Layout

_known: WeakKeyDictionary[Any, Known] = WeakKeyDictionary()


class Known:
    """The names of a table, and how its states lie."""

    def __init__(self, table: Any) -> None:
        argument = table._argument
        states = _every(argument, library.sfsm_table_state_count, library.sfsm_table_state_at)
        events = _every(argument, library.sfsm_table_event_count, library.sfsm_table_event_at)
        self.states: Names = Names(table, table._states, set(states))
        self.events: Names = Names(table, table._events, set(events))
        width = library.sfsm_table_replay_width(argument)
        key = f"{library.sfsm_table_snapshot_key(argument):016x}"
        self.layout: Layout = Layout(width, _most_leaves(table) if width > 1 else 1, self.states, key)
        self._table = ref(table)

    def initial(self, state: Any) -> int:
        """Return the id of the state in which tokens begin. Errors: UnknownStateError."""
        if state is None or state is Reserved.INITIAL:
            return int(INITIAL)
        number = self.states.find(state)
        if number is None or number not in self.states.numbers:
            raise UnknownStateError(f"tokens cannot begin in {state!r}: {self.states.complaint(state)}")
        return number

    @cached_property
    def row_labels(self) -> Sequence[str]:
        """Of each row, by number from 0, its label in the document, or else what it does."""
        table = self._table()
        assert table is not None
        labels = [""] * table.row_count
        for each in table.transitions():
            if each.label is not None:
                labels[each.row] = each.label
            elif not labels[each.row]:
                target = _word(table._states, each.target).lower() if isinstance(each.target, Reserved) else None
                words = _word(table._states, each.source), _word(table._events, each.event)
                labels[each.row] = f"{words[0]} {words[1]} -> {target or _word(table._states, each.target)}"
            elif each.is_inherited:
                source, _, rest = labels[each.row].partition(" ")
                labels[each.row] = f"{source},{_word(table._states, each.source)} {rest}"
        return labels


def known(table: Any) -> Known:
    """Return what is known of a table, which is open. Any thread may ask: at worst it is found out twice."""
    found = _known.get(table)
    if found is None:
        found = _known[table] = Known(table)
    return found


def _every(argument: Any, count: Any, at: Any) -> list[int]:
    return [at(argument, index) for index in range(count(argument))]


def _word(alphabet: Any, member: Any) -> str:
    if isinstance(member, Reserved):
        return str(member.name)
    return "" if member is None else str(alphabet.word(member))


def _most_leaves(table: Any) -> int:
    """How many states of a chart can be active at most that have no children."""
    children: dict[Any, list[Any]] = {}
    for state in table.states:
        if table.kind(state) not in (StateKind.SHALLOW_HISTORY, StateKind.DEEP_HISTORY):
            children.setdefault(table.parent(state), []).append(state)

    def most(state: Any) -> int:
        below = [most(each) for each in children.get(state, ())]
        if not below:
            return 1
        return sum(below) if table.kind(state) == StateKind.PARALLEL else max(below)

    return max(map(most, children.get(None, ())), default=1)
