"""What is sent most often, in messages that are made once: an event alone, with one case, or with numbers alone.

The library copies what it is sent before it calls anything, so a message can be used again as soon as its call returns.
One that is in use belongs to its thread alone.
"""

from __future__ import annotations

from ctypes import Array, addressof, c_int32
from typing import Any, Callable, Optional

from ..definition.cells import VALUE_SIZE, Cell, cell_at, cells_of
from ..definition.vocabulary import Vocabulary
from .library_calls import Call
from .message import Message, pack_array, pack_bare, pack_event

Perform = Callable[..., Optional[int]]
"""Calls a function of the library with a machine, a message of these arguments, and what else the function takes. Returns
its result; None if the arguments need the long way, on which mistakes are found."""
_Made = tuple[list[Any], Any, Any]
"""A message whose arguments can be written: their places, the message as the library takes it, and what it needs."""


class QuickEvent:
    """One event of a table."""

    __slots__ = ("bare", "perform", "sentences", "silent", "unasked", "message")

    def __init__(self, vocabulary: Vocabulary, event: Any, number: int) -> None:
        types = vocabulary.argument_types.get(number)
        self.message: Message = pack_bare(event, number)
        """The event alone."""
        self.bare: Any = None if types is not None and len(types) else self.message.reference
        """The same, as functions of the library take it; None for an event with arguments."""
        cells = None if types is None else cells_of(types)
        self.perform: Perform = _refuse
        self.sentences: dict[tuple[int, int, bytes], Optional[str]] = {}
        """Why no row takes it, by the state, the outcome and the reasons."""
        self.silent: set[int] = set()
        """The states in which a send of it calls nothing, hooks left out, as far as that has been seen."""
        self.unasked: set[int] = set()
        """The states in which nobody is asked which row is taken, and to which state it leads, as far as that has been seen."""
        if types is None or not len(types):
            self.perform = _with_case(vocabulary, event)
        elif cells is not None and len(cells) == 1:
            self.perform = _with_one(number, [each.number for each in types.types], cells[0])
        elif cells is not None and len(cells) == 2:
            self.perform = _with_two(number, [each.number for each in types.types], *cells)
        elif cells is not None:
            self.perform = _with_several(number, [each.number for each in types.types], cells)


def _refuse(call: Call, machine: Any, arguments: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Optional[int]:
    return None


def _with_case(vocabulary: Vocabulary, event: Any) -> Perform:
    # By the identity of members, which the vocabulary holds: hashing one takes longer than all else here.
    known: dict[int, Message] = {}

    def perform(call: Call, machine: Any, arguments: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Optional[int]:
        if len(arguments) != 1:
            return None
        message = known.get(id(arguments[0]))
        if message is None:
            if type(arguments[0]) not in vocabulary.predicates.packed:
                return None
            message = known[id(arguments[0])] = pack_event(vocabulary, event, arguments, False, {})
        return call(machine, message.reference, *more)

    return perform


def _with_one(number: int, types: list[int], cell: Cell) -> Perform:
    pool: list[_Made] = []
    take, put_back = pool.pop, pool.append
    python, least, most = cell.python, cell.least, cell.most

    def perform(call: Call, machine: Any, arguments: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Optional[int]:
        try:  # which costs nothing, where to ask for the length would be a call
            (value,) = arguments
        except ValueError:
            return None
        if value.__class__ is not python or not least <= value <= most:
            return None
        try:
            message = (place,), reference, _ = take()
        except IndexError:
            message = (place,), reference, _ = _fill(pool, number, types, (cell,))
        place.value = value
        result = call(machine, reference, *more) if more else call(machine, reference)
        put_back(message)
        return result

    return perform


def _with_two(number: int, types: list[int], one: Cell, two: Cell) -> Perform:
    pool: list[_Made] = []
    take, put_back = pool.pop, pool.append
    (_, python, least, most), (_, other_python, other_least, other_most) = one, two

    def perform(call: Call, machine: Any, arguments: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Optional[int]:
        try:
            value, other = arguments
        except ValueError:
            return None
        if value.__class__ is not python or other.__class__ is not other_python:
            return None
        if not least <= value <= most or not other_least <= other <= other_most:
            return None
        try:
            message = (place, other_place), reference, _ = take()
        except IndexError:
            message = (place, other_place), reference, _ = _fill(pool, number, types, (one, two))
        place.value, other_place.value = value, other
        result = call(machine, reference, *more) if more else call(machine, reference)
        put_back(message)
        return result

    return perform


def _with_several(number: int, types: list[int], cells: tuple[Cell, ...]) -> Perform:
    pool: list[_Made] = []

    def perform(call: Call, machine: Any, arguments: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Optional[int]:
        if len(arguments) != len(cells):
            return None
        for cell, value in zip(cells, arguments):
            if value.__class__ is not cell[1] or not cell[2] <= value <= cell[3]:
                return None
        try:
            message = pool.pop()
        except IndexError:
            message = _fill(pool, number, types, cells)
        for place, value in zip(message[0], arguments):
            place.value = value
        result = call(machine, message[1], *more) if more else call(machine, message[1])
        pool.append(message)
        return result

    return perform


def _fill(pool: list[_Made], number: int, types: list[int], cells: tuple[Cell, ...]) -> _Made:
    """Make several messages, of which all but one are put into the pool: a list that runs empty is allocated anew."""
    pool.extend(_made(number, types, cells) for _ in range(3))
    return _made(number, types, cells)


def _made(number: int, types: list[int], cells: tuple[Cell, ...]) -> _Made:
    """Make a message whose arguments can be written."""
    memory: Array[c_int32] = (c_int32 * (len(types) * VALUE_SIZE // 4))()
    for index, each in enumerate(types):
        memory[index * VALUE_SIZE // 4] = each
    message = pack_array(number, memory, len(types))
    return [cell_at(cell, addressof(memory), index) for index, cell in enumerate(cells)], message.reference, message
