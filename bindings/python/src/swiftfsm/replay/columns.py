"""Columns from whatever a program has."""

from __future__ import annotations

from typing import Any

from .arrow import is_arrow
from .arrow_columns import arrow_column
from .buffers import buffer_column, is_buffer
from .foreign import foreign_column
from .parts import Column
from .plain import plain_column


def column(value: Any, noun: str, lists: bool = False) -> Column:
    """Return a value as a column.

    It may be a Series of pandas or Polars, an array of pyarrow or numpy, whatever has Arrow's `__arrow_c_stream__` or
    `__arrow_c_array__`, or a buffer of numbers: these are read where they are. Or an iterable of Python objects.

    noun: what it is, for errors. lists: an iterable may have lists, or tuples, as its values.

    Errors: TypeError for what is no column. One that was read before stays as it is.
    """
    if isinstance(value, Column):
        return value
    known = foreign_column(value, noun)
    if known is not None:
        return known
    if is_arrow(value):
        return arrow_column(value, noun)
    if not isinstance(value, (str, list, tuple)) and is_buffer(value):
        return buffer_column(value, noun)
    return plain_column(value, noun, lists)
