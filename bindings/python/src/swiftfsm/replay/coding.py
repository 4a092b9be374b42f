"""Numbers as codes without gaps, and numbers that occur twice."""

from __future__ import annotations

from array import array
from typing import Any, Optional

from .parts import CODES, Column, joined, loaded_numpy, part_of


def coded(column: Column) -> tuple[Column, list[int]]:
    """Return codes of numbers, in one part, and the number that each code stands for, in ascending order. What is null has
    a code too."""
    part = joined(column)
    numpy = loaded_numpy()
    if numpy is None:
        several = part.view().tolist()
        used = sorted(set(several))
        places = {number: place for place, number in enumerate(used)}
        return Column((part_of(array("i", map(places.__getitem__, several))),)), used
    unique, inverse = numpy.unique(numpy.frombuffer(part.view(), CODES[part.type]), return_inverse=True)
    numbers: list[Any] = unique.tolist()
    return Column((part_of(array("i", bytes(inverse.astype(numpy.int32).data))),)), numbers


def repeated(column: Column) -> Optional[tuple[int, int]]:
    """Return the index of a value that was there before, and before it that of the former; None if all differ. What is
    null does not count."""
    part = joined(column)
    gone = set(part.missing)
    numpy = loaded_numpy()
    if numpy is not None and not gone:
        view = numpy.frombuffer(part.view(), CODES[part.type])
        if (view[1:] > view[:-1]).all() or len(numpy.unique(view)) == len(view):
            return None
    count = None if column.words is None else len(column.words)
    places: dict[Any, int] = {}
    for index, value in enumerate(part.view()):
        is_null = index in gone or (count is not None and not 0 <= value < count)
        if not is_null and places.setdefault(value, index) != index:
            return places[value], index
    return None
