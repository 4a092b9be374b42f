"""Columns of integers, as the library reads them: where they lie in memory, and what has that memory."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from ctypes import c_char
from typing import Any, Callable, NamedTuple, Optional

from ..library.generated.enumerations import ValueType

SIZES = {
    ValueType.BOOL: 1,
    ValueType.I8: 1,
    ValueType.U8: 1,
    ValueType.I16: 2,
    ValueType.U16: 2,
    ValueType.I32: 4,
    ValueType.U32: 4,
    ValueType.F32: 4,
    ValueType.I64: 8,
    ValueType.U64: 8,
    ValueType.F64: 8,
}
CODES = {
    ValueType.BOOL: "?",
    ValueType.I8: "b",
    ValueType.U8: "B",
    ValueType.I16: "h",
    ValueType.U16: "H",
    ValueType.I32: "i",
    ValueType.U32: "I",
    ValueType.F32: "f",
    ValueType.I64: "q",
    ValueType.U64: "Q",
    ValueType.F64: "d",
}
"""Of `array`, of `memoryview` and of numpy."""
INTEGERS = frozenset(CODES) - {ValueType.BOOL, ValueType.F32, ValueType.F64}


View = Any
"""A memoryview of numbers: which, is known only as the program runs."""


def viewed(memory: Any, code: str) -> View:
    """Return memory as numbers of a type, which is given as `array` has it."""
    every: Any = memoryview(memory).cast("B")
    return every.cast(code)


class Part(NamedTuple):
    """Values of one type, one behind the other."""

    address: int
    type: ValueType
    length: int
    owner: object
    """Has the memory."""
    missing: Sequence[int] = ()
    """The indexes of those that are null, in ascending order. What lies there means nothing."""

    def view(self) -> View:
        """The values, valid as long as the owner lives."""
        code = CODES[self.type]
        if not self.length:
            return viewed(b"", code)
        return viewed((c_char * (self.length * SIZES[self.type])).from_address(self.address), code)

    def at(self, index: int) -> Any:
        """The value at an index; None if it is null."""
        return None if index in self.missing else self.view()[index]


class Column(NamedTuple):
    """A column: its parts, in order."""

    parts: tuple[Part, ...]
    words: Optional[Sequence[Any]] = None
    """What each value stands for, if it is a code. A value that is beyond them stands for null."""
    bounds: Optional[Callable[[], tuple[int, int]]] = None
    """The lowest and the highest value, if the column's owner finds them fast."""
    lists: Optional[array[int]] = None
    """Where each list of a column of lists begins, and one number more: where the last one ends."""
    unit: Optional[float] = None
    """Of a column of times, how many seconds one of its numbers is; None for plain numbers."""
    keyed: Optional[Callable[[], Column]] = None
    """Of numbers that stand for other values, such as times or flags: returns codes of these values, with the words."""

    @property
    def length(self) -> int:
        """How many values there are."""
        return sum(part.length for part in self.parts)

    def at(self, index: int) -> Any:
        """The value at an index as the caller has it; None for null."""
        for part in self.parts:
            if index < part.length:
                value = part.at(index)
                if self.words is None or value is None:
                    return value
                return self.words[value] if 0 <= value < len(self.words) else None
            index -= part.length
        raise IndexError(index)

    def missing(self) -> Iterator[int]:
        """The indexes of what Arrow or the caller has as null. Codes that stand for nothing are not among them."""
        start = 0
        for part in self.parts:
            yield from (start + index for index in part.missing)
            start += part.length


def part_of(values: array[Any]) -> Part:
    """Return an array as a part."""
    address, length = values.buffer_info()
    kind = next(kind for kind, code in CODES.items() if code == _same(values.typecode))
    return Part(address, kind, length, values)


def _same(code: str) -> str:
    """The code of the fixed size that a type of C has here."""
    return {"l": "q" if array("l").itemsize == 8 else "i", "L": "Q" if array("L").itemsize == 8 else "I"}.get(
        code, code
    )


def loaded_numpy() -> Any:
    """Return numpy if the program has it already, which then saves a loop in Python; otherwise None."""
    return sys.modules.get("numpy")


def moved(numbers: View, by: int) -> array[int]:
    """Return numbers of 32 or 64 bits as such of 64 bits, each by so much higher."""
    found = array("q")
    numpy = loaded_numpy()
    if numpy is not None:
        found.frombytes(numpy.add(numbers, by, dtype=numpy.int64).tobytes())
    elif by or numbers.itemsize != 8:
        found.extend([number + by for number in numbers])
    else:
        found.frombytes(numbers.tobytes())
    return found


def falling(numbers: array[int]) -> Optional[int]:
    """Return the first index of a number that is lower than the one before it."""
    numpy = loaded_numpy()
    if numpy is not None:
        falls = numpy.flatnonzero(numpy.diff(numpy.frombuffer(numbers, numpy.int64)) < 0)
        return int(falls[0]) + 1 if len(falls) else None
    values = numbers.tolist()
    if values == sorted(values):  # faster than a look at each
        return None
    return next(index for index in range(1, len(values)) if values[index] < values[index - 1])


def translated(part: Part, table: Sequence[int], default: int) -> Part:
    """Return a part of 32 bits in which each value stands at its index in `table`, and `default` for all others."""
    numpy = loaded_numpy()
    if numpy is not None and part.length > 64:
        last = len(table)
        looked_up = numpy.append(numpy.fromiter(table, numpy.int32, last), numpy.int32(default))
        view = numpy.frombuffer(part.view(), CODES[part.type])
        codes = numpy.where((view >= 0) & (view < last), view, last).astype(numpy.int64)
        codes[list(part.missing)] = last
        found = array("i", bytes(looked_up[codes].data))
    else:
        known = dict(enumerate(table))
        found = array("i", [known.get(value, default) for value in part.view()])
        for index in part.missing:
            found[index] = default
    return part_of(found)


def filled(part: Part, default: int) -> Part:
    """Return a part of 32 bits, with `default` for nulls and for what has no place there."""
    numpy = loaded_numpy()
    if numpy is not None and part.length:
        view = numpy.frombuffer(part.view(), CODES[part.type])
        fits = (view >= -(2**31)) & (view < 2**31)
        found = array("i", numpy.where(fits, view, default).astype(numpy.int32).tobytes())
    else:
        found = array("i", [each if -(2**31) <= each < 2**31 else default for each in part.view()])
    for index in part.missing:
        found[index] = default
    return part_of(found)


def joined(column: Column) -> Part:
    """Return a column in one part: itself, or a copy if it has several."""
    if len(column.parts) == 1:
        return column.parts[0]
    kinds = {part.type for part in column.parts}
    code = CODES[kinds.pop()] if len(kinds) == 1 else "q"
    values = array("B" if code == "?" else code)
    for part in column.parts:
        if code == CODES[part.type]:
            values.frombytes(bytes(part.view().cast("B")))
        else:
            values.extend(part.view())
    return part_of(values)._replace(missing=list(column.missing()))


def bounds(column: Column) -> tuple[int, int]:
    """Return the lowest and the highest value of a column that is not empty."""
    if column.bounds is not None:
        return column.bounds()
    numpy = loaded_numpy()
    ends: list[int] = []
    for part in column.parts:
        if not part.length:
            continue
        if numpy is None:
            ends += [min(part.view()), max(part.view())]
        else:
            view = numpy.frombuffer(part.view(), CODES[part.type])
            ends += [int(view.min()), int(view.max())]
    return min(ends), max(ends)
