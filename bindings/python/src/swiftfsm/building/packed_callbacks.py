"""The callbacks of rows as one array of sfsm_callback, in which each row's lists lie side by side.

Rows of a table mostly share a few functions. What the same object stands for in several rows lies in the array once, so
that a row costs no more than finding it again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from ctypes import c_void_p, sizeof
from typing import Any, Literal, NamedTuple

from ..definition.callables import Function, Role, callables
from ..library.generated.records import sfsm_callback
from .callback_registry import CallbackRegistry

# The type code of array and memoryview for an address.
PointerCode = Literal["Q", "I"]
POINTER_CODE: PointerCode = "Q" if sizeof(c_void_p) == 8 else "I"


class PackedLists(NamedTuple):
    """For each row where its callbacks lie, and how many they are."""

    word: str
    pointers: array[int]
    counts: array[int]


class _Column:
    """What the rows say in one field, by the identity of the objects that say it."""

    def __init__(self, word: str, role: Role, given: Sequence[Any]) -> None:
        self.word: str = word
        self.role: Role = role
        self.given: Sequence[Any] = given
        self.keys: list[int] = list(map(id, given))
        # The last row of each.
        self.last: dict[int, int] = dict(zip(self.keys, range(len(given))))
        self.functions: dict[int, tuple[Function, ...]] = {
            key: callables(given[row], f"{word}s") for key, row in self.last.items()
        }

    def told_apart(self) -> None:
        """Has each row count for itself, as if no two said the same."""
        self.functions = {row: self.functions[key] for row, key in enumerate(self.keys)}
        self.keys = list(range(len(self.given)))
        self.last = dict(zip(self.keys, self.keys))


class PackedCallbacks:
    """Collects actions, guards and resolvers, and makes the array once all are known."""

    def __init__(self) -> None:
        self._columns: list[_Column] = []
        self._resolvers: list[tuple[int, Function]] = []
        self._records = array(POINTER_CODE)

    def add(self, word: str, role: Role, given: Sequence[Any]) -> None:
        """A field: for each row a callable, several, or none. Raises TypeError for what is none of these."""
        self._columns.append(_Column(word, role, given))

    def resolve(self, row: int, resolver: Function) -> None:
        """The resolver of a row."""
        self._resolvers.append((row, resolver))

    def register(self, callbacks: CallbackRegistry) -> Iterator[PackedLists]:
        """Gives every callback its slot, and each field's lists, which point into this object."""
        placed = []
        for column in self._columns:
            # A callable counts how often it was handed over, and so cannot be handed over once for several rows.
            if callbacks.needs_callables:
                column.told_apart()
            placed.append(self._place(column, callbacks))
        for _, resolver in self._resolvers:
            self._append((resolver,), Role.RESOLVER, callbacks)
        start = self._records.buffer_info()[0]
        for column, (offsets, last) in zip(self._columns, placed):
            addresses = {key: start + offset for key, offset in offsets.items()}
            pointers = array(POINTER_CODE, map(addresses.__getitem__, column.keys))
            for key, offset in last.items():
                pointers[column.last[key]] = start + offset
            lengths = {key: len(functions) for key, functions in column.functions.items()}
            yield PackedLists(column.word, pointers, array(POINTER_CODE, map(lengths.__getitem__, column.keys)))

    def resolvers(self) -> Iterator[tuple[int, array[int]]]:
        """For each row that has a resolver its sfsm_callback."""
        first = len(self._records) - 3 * len(self._resolvers)
        for number, (row, _) in enumerate(self._resolvers):
            yield row, self._records[first + 3 * number : first + 3 * number + 3]

    def _place(self, column: _Column, callbacks: CallbackRegistry) -> tuple[dict[int, int], dict[int, int]]:
        """The offset of each object's records, and another one for its last row if that alone has what frees them."""
        offsets: dict[int, int] = {}
        last: dict[int, int] = {}
        is_shared = len(column.functions) < len(column.keys)
        for key, functions in column.functions.items():
            offset = self._append(functions, column.role, callbacks)
            words = slice(offset // self._records.itemsize, len(self._records))
            if is_shared and any(self._records[words][2::3]):
                last[key] = offset
                offset = len(self._records) * self._records.itemsize
                again = self._records[words]
                again[2::3] = array(POINTER_CODE, bytes(again.itemsize * len(functions)))
                self._records += again
            offsets[key] = offset
        return offsets, last

    def _append(self, functions: Sequence[Function], role: Role, callbacks: CallbackRegistry) -> int:
        """Registers these; the offset of their records, in bytes."""
        offset = len(self._records) * self._records.itemsize
        slots, finalizers = callbacks.register([(function, role) for function in functions])
        for function, slot, finalizer in zip(functions, slots, finalizers):
            self._records.extend(callbacks.callback(function, role, slot, finalizer))
        return offset


assert sizeof(sfsm_callback) == 3 * sizeof(c_void_p)
