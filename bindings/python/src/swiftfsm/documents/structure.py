"""The rows and blocks of a document, as a definition made of code has them: callbacks are checked against these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from ..definition.blocks import StateBlock, Superstate
from ..definition.callables import Function
from ..definition.ids import DEFER, DYNAMIC, EVENTLESS, INTERNAL, NONE, SAME
from ..definition.kinds import RowChart, StateKind
from ..definition.places import Place
from ..definition.rows import Row
from ..definition.table_parts import Parts
from ..library.generated.constants import ACTION, CYCLE, ENTRY, EXIT, GUARD, RESOLVER, UPDATE
from ..library.generated.enumerations import Reserved
from .canonical import Line, Token, lines_of
from .outline import Outline, without_numbers

Find = Callable[[int, str], Function]
"""Returns the function for a role, as the header numbers it, and a name."""

_RESERVED: dict[str, Reserved] = {
    "any": Reserved.ANY,
    "same": SAME,
    "internal": INTERNAL,
    "dynamic": DYNAMIC,
    "none": NONE,
    "request": Reserved.REQUEST,
    "eventless": EVENTLESS,
    "defer": DEFER,
}
_KINDS = {
    "state": StateKind.PLAIN,
    "parallel": StateKind.PARALLEL,
    "history": StateKind.SHALLOW_HISTORY,
    "deep": StateKind.DEEP_HISTORY,
}
_ROLES = {"entry": ENTRY, "exit": EXIT, "cycle": CYCLE, "update": UPDATE}


def parts_of(
    text: str, outline: Outline, find: Find, rows: Mapping[int, Place], callbacks: Mapping[tuple[int, str], Place]
) -> Parts:
    """Return the parts of a canonical text.

    rows: the places of the rows that states have, by number; none at all if they are not known. callbacks: the places
        where callbacks are named first, by role and name.
    """
    reader = _Reader(outline, find, rows, callbacks)
    for line in lines_of(without_numbers(text)):
        reader.read(line)
    return reader.parts()


class _Reader:
    def __init__(
        self, outline: Outline, find: Find, rows: Mapping[int, Place], callbacks: Mapping[tuple[int, str], Place]
    ) -> None:
        self._numbers, self._find = outline.numbers, find
        self._places, self._callback_places = rows, callbacks
        self._count = 0
        self._outside: list[Row[Any, Any]] = []
        self._in_order: list[Any] = []
        self._blocks: list[Any] = []
        self._rows: list[list[Row[Any, Any]]] = []
        self._adopted: list[list[str]] = []
        self._labels: dict[str, int] = {}
        # The block that is open at each depth.
        self._open: list[int] = []

    def read(self, line: Line) -> None:
        """Read a line that follows those before."""
        if line.depth == 0:
            return
        del self._open[line.depth - 1 :]
        label = line.label()
        if line.is_row:
            self._read_row(line)
        elif line.depth == 1 and line.skip("in"):
            self._open = [self._labels[line.name()]]
        elif any(map(line.sees, _KINDS)):
            self._open_state(line, label)
        elif line.skip("superstate"):
            self._open_superstate(line, label)
        elif self._open:
            self._read_inner(line, self._blocks[self._open[-1]])

    def parts(self) -> Parts:
        """Return the parts, once all lines are read."""
        for block, rows, adopted in zip(self._blocks, self._rows, self._adopted):
            block.rows = tuple(rows)
            block.adopts = tuple(self._blocks[self._labels[label]] for label in adopted)
        parts = Parts([self._outside, *(block for block in self._blocks if isinstance(block, StateBlock))])
        parts.in_order = None if self._places else self._in_order
        return parts

    # ------------------------------------------------------------------------------------------------------------------
    # Blocks
    # ------------------------------------------------------------------------------------------------------------------

    def _open_state(self, line: Line, label: str) -> None:
        kind = _KINDS[line.name()]
        line.skip("history")
        block: StateBlock[Any, Any] = StateBlock(self._state(line.take()), kind=kind)
        if line.skip("final"):
            block.kind = StateKind.FINAL
        if self._open:
            block.parent = self._blocks[self._open[-1]].state
        if line.skip("in"):
            block.parent = self._state(line.take())
        self._add_block(block, line, label)

    def _open_superstate(self, line: Line, label: str) -> None:
        line.skip("named")
        name = "" if line.sees("adopts") or not line.sees_name else line.name()
        self._labels.setdefault(name, len(self._blocks))
        self._add_block(Superstate(), line, label)

    def _add_block(self, block: Any, line: Line, label: str) -> None:
        block.place = None
        if label:
            self._labels[label] = len(self._blocks)
        self._open.append(len(self._blocks))
        self._blocks.append(block)
        self._rows.append([])
        self._adopted.append(line.names("was") if line.skip("adopts") else [])

    def _read_inner(self, line: Line, block: Any) -> None:
        word = line.name()
        if word in _ROLES:
            names = line.names()
            setattr(block, word, (*getattr(block, word), *(self._find(_ROLES[word], name) for name in names)))
            block.place = block.place or self._callback_places.get((_ROLES[word], names[0]))
        elif word == "default":
            target = self._state(line.take())
            block.initial = None if target == NONE else target
            line.skip("/")
            names = line.names()
            block.on_initial = tuple(self._find(ACTION, name) for name in names)
            block.place = block.place or (self._callback_places.get((ACTION, names[0])) if names else None)
        elif word == "done":
            block.done = self._event(line.take())
        elif word == "timeout":
            delay = timedelta(microseconds=int(line.name()))
            block.timeouts = (*block.timeouts, *StateBlock(0, timeouts=[(delay, self._event(line.take()))]).timeouts)

    # ------------------------------------------------------------------------------------------------------------------
    # Rows
    # ------------------------------------------------------------------------------------------------------------------

    def _read_row(self, line: Line) -> None:
        number, self._count = self._count, self._count + 1
        if self._places and number not in self._places:
            return  # no state has it: it is overridden wherever it is adopted
        is_overriding, is_local = line.skip("overriding"), line.skip("local")
        source, event = self._source_and_event(line)
        conditions: list[tuple[int, bool]] = []
        guards = self._read_guards(line, conditions)
        line.skip("->")
        targets = [self._state(line.take())]
        while line.skip("and"):
            targets.append(self._state(line.take()))
        resolver = self._find(RESOLVER, line.name()) if line.skip("by") else None
        actions = [self._find(ACTION, name) for name in line.names("raises")] if line.skip("/") else []
        raised = [self._event(token) for token in line.tokens()] if line.skip("raises") else []
        are_active = [state for state, is_in in conditions if is_in]
        chart = RowChart.of(
            tuple(targets[1:]), are_active, [state for state, is_in in conditions if not is_in], raised, is_local
        )
        rows = self._rows[self._open[-1]] if self._open else self._outside
        place = self._places.get(number)
        row = Row.at(place, source, event, targets[0], actions, guards, resolver, overriding=is_overriding, chart=chart)
        rows.append(row)
        self._in_order.append(row)

    def _source_and_event(self, line: Line) -> tuple[Any, Any]:
        names = line.tokens()
        block = self._blocks[self._open[-1]] if self._open else None
        own = block.state if isinstance(block, StateBlock) else NONE
        source = self._state(names[0]) if len(names) > 1 else own
        if line.skip("["):
            line.skip_to("?", "->")
        return source, self._event(names[-1])

    def _read_guards(self, line: Line, conditions: list[tuple[int, bool]]) -> list[Function]:
        guards: list[Function] = []
        if not line.skip("?"):
            return guards
        while line.sees_name:
            is_in = not line.skip("not")
            if line.skip("in"):
                conditions.append((self._state(line.take()), is_in))
            else:
                guards.append(self._find(GUARD, line.name()))
        return guards

    def _state(self, token: Token) -> Any:
        return self._id("states", token)

    def _event(self, token: Token) -> Any:
        return self._id("events", token)

    def _id(self, vocabulary: str, token: Token) -> Any:
        is_reserved = token.kind == "word" and token.text in _RESERVED
        return _RESERVED[token.text] if is_reserved else self._numbers[vocabulary][token.text]
