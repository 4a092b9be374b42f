"""The numbers among the arguments of events, as ctypes reads and writes them: much faster than `struct`, but unchecked."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional

from .arguments import ArgumentTypes


class Cell(NamedTuple):
    """How the value of one argument lies in memory."""

    type: Any
    """The type of ctypes, which has a `value`."""
    python: Any
    """The exact type of the Python values that it holds unchanged."""
    least: float
    most: float
    """They lie from `least` to `most`."""


def _integer(kind: Any, is_signed: bool) -> Cell:
    bits = 8 * ctypes.sizeof(kind)
    return Cell(kind, int, -(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else Cell(kind, int, 0, (1 << bits) - 1)


_CELLS = {
    "bool": Cell(ctypes.c_bool, bool, 0, 1),
    "i8": _integer(ctypes.c_int8, True),
    "i16": _integer(ctypes.c_int16, True),
    "i32": _integer(ctypes.c_int32, True),
    "i64": _integer(ctypes.c_int64, True),
    "u8": _integer(ctypes.c_uint8, False),
    "u16": _integer(ctypes.c_uint16, False),
    "u32": _integer(ctypes.c_uint32, False),
    "u64": _integer(ctypes.c_uint64, False),
    "f64": Cell(ctypes.c_double, float, -float("inf"), float("inf")),
}
# An sfsm_value: its type and, 8 bytes later, what it holds.
VALUE_SIZE, VALUE_OFFSET = 16, 8


def cells_of(types: ArgumentTypes) -> Optional[tuple[Cell, ...]]:
    """Return the cells of arguments that are all numbers of such a type; None for others, and for no arguments."""
    cells = [_CELLS.get(each.word) for each in types.types]
    return tuple(cell for cell in cells if cell is not None) if cells and None not in cells else None


def cell_at(cell: Cell, address: int, index: int) -> Any:
    """Return the argument at an index of the array at an address."""
    return cell.type.from_address(address + index * VALUE_SIZE + VALUE_OFFSET)
