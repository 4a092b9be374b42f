"""Columns of pandas, Polars, pyarrow and numpy, which know faster ways to their numbers and codes than others do.

Nothing is imported: a package is asked through the caller's own objects.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Callable, Optional

from .arrow_columns import arrow_column
from .arrow_values import SECONDS
from .buffers import buffer_column
from .later import Later
from .parts import Column
from .plain import plain_column


def foreign_column(value: Any, noun: str) -> Optional[Column]:
    """Return a column of one of these packages; None for anything else. Errors: TypeError."""
    for kind in type(value).__mro__:
        read = _READERS.get(kind.__module__.partition(".")[0])
        if read is not None:
            return read(value, noun)
    return None


def _pandas(value: Any, noun: str) -> Optional[Column]:
    pandas = sys.modules["pandas"]
    if not hasattr(value, "dtype"):
        return None  # a whole table
    values = value.array if hasattr(value, "array") else value
    kind = values.dtype
    if isinstance(kind, pandas.SparseDtype):
        return _numpy(values.to_dense(), noun)
    if isinstance(kind, pandas.CategoricalDtype):
        codes = values.codes
        return _bounded(buffer_column(codes, noun), codes, _words(values.categories))
    if kind.kind in "iub":
        gone = values.isna()
        if not gone.any():
            return _numpy(values.to_numpy(kind.kind + str(kind.itemsize)), noun)
        if kind.kind != "b":
            numbers = buffer_column(values.to_numpy(kind.kind + str(kind.itemsize), na_value=0), noun)
            return _without(numbers, gone.nonzero()[0].tolist())
    if kind.kind in "mM":
        return _pandas_times(values, noun)
    if kind.kind == "f":
        return buffer_column(values.to_numpy("f8", na_value=float("nan")), noun)
    if _has_lists(values):
        return plain_column(list(values), noun, lists=True)
    return _factorized(values, noun)


def _factorized(values: Any, noun: str) -> Column:
    """Values of pandas by codes."""
    codes, words = sys.modules["pandas"].factorize(values)
    return _bounded(buffer_column(codes, noun), codes, _words(words))


def _pandas_times(values: Any, noun: str) -> Column:
    kind, given = values.dtype, values
    if getattr(kind, "pyarrow_dtype", None) is not None and not hasattr(kind.pyarrow_dtype, "unit"):  # dates
        return arrow_column(values.__arrow_array__(), noun)
    unit = getattr(kind, "unit", None) or getattr(getattr(kind, "pyarrow_dtype", None), "unit", None)
    unit = unit or sys.modules["numpy"].datetime_data(kind)[0]
    gone = values.isna()
    if gone.all():
        values = gone
    elif gone.any():
        values = values.copy()
        values[gone] = values[~gone][0]
    ticks = values.astype("int64")
    column = buffer_column(ticks.to_numpy() if hasattr(ticks, "to_numpy") else ticks, noun)
    column = _without(column, gone.nonzero()[0].tolist())
    return column._replace(unit=SECONDS.get(unit), keyed=lambda: _factorized(given, noun))


def _without(column: Column, gone: Sequence[int]) -> Column:
    """Return a column in one part whose values at these indexes are null."""
    return column._replace(parts=tuple(part._replace(missing=gone) for part in column.parts))


def _has_lists(values: Any) -> bool:
    return any(hasattr(each, "__len__") and not isinstance(each, (str, bytes)) for each in values[:1])


def _words(given: Any) -> Later:
    """The words of codes."""
    return Later(len(given), lambda: list(given.tolist() if hasattr(given, "tolist") else given))


def _bounded(column: Column, owner: Any, words: Optional[Sequence[Any]] = None) -> Column:
    """Return a column whose owner tells its bounds by its own methods."""
    bounds: Callable[[], tuple[int, int]] = lambda: (int(owner.min()), int(owner.max()))  # noqa: E731
    return column._replace(words=words, bounds=bounds)


def _polars(value: Any, noun: str) -> Optional[Column]:
    polars = sys.modules["polars"]
    if not isinstance(value, polars.Series):
        return None
    kind = value.dtype
    if kind == polars.String:
        value = value.cast(polars.Categorical)
        kind = value.dtype
    if kind == polars.Enum:
        return arrow_column(value.to_physical(), noun)._replace(words=_words(kind.categories))
    if kind == polars.Categorical:
        return _polars_codes(value, noun)
    column = arrow_column(value, noun)
    return _bounded(column, value) if kind.is_integer() and column.length else column


def _polars_codes(value: Any, noun: str) -> Column:
    """All columns may share one dictionary: codes begin with the lowest that this one has."""
    codes = value.to_physical()
    if not len(codes) or value.null_count() == len(codes):
        return arrow_column(codes, noun)._replace(words=())
    low, high = codes.min(), codes.max()
    numbers = codes - low if low else codes
    words = Later(high - low + 1, lambda: _polars_words(value, codes, low, high))
    return arrow_column(numbers, noun)._replace(words=words, bounds=lambda: (0, high - low))


def _polars_words(value: Any, codes: Any, low: int, high: int) -> list[Any]:
    """The words of the codes of a column, from the lowest of them."""
    every = range(low, high + 1)
    polars = sys.modules["polars"]
    try:
        known: list[Any] = polars.Series(every, dtype=codes.dtype).cat.to(value.dtype).to_list()
    except Exception:  # other versions of Polars look up their words otherwise, or not those that are not used
        words: list[Any] = [None] * len(every)
        used = value.drop_nulls().unique()
        for code, word in zip(used.to_physical().to_list(), used.to_list()):
            words[code - low] = word
        return words
    return known


def _pyarrow(value: Any, noun: str) -> Optional[Column]:
    pyarrow = sys.modules["pyarrow"]
    if not isinstance(value, (pyarrow.Array, pyarrow.ChunkedArray)):
        return None
    kind = value.type
    types = pyarrow.types
    tests = types.is_string, types.is_large_string, types.is_binary, types.is_large_binary, types.is_fixed_size_binary
    if any(test(kind) for test in tests):
        value = value.dictionary_encode()
    elif isinstance(value, pyarrow.ChunkedArray) and types.is_dictionary(kind):
        value = value.unify_dictionaries()
    return arrow_column(value, noun)


def _numpy(value: Any, noun: str) -> Optional[Column]:
    numpy = sys.modules["numpy"]
    if not isinstance(value, numpy.ndarray) or value.ndim != 1:
        return None
    if not value.dtype.isnative:
        value = value.astype(value.dtype.newbyteorder("="))
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(value, masked.MaskedArray):
        if value.dtype.kind not in "mM":
            return plain_column(value.tolist(), noun, lists=True)
        value = value.filled(value.dtype.type("NaT"))
    if value.dtype.kind in "mM":
        unit, count = numpy.datetime_data(value.dtype)
        gone = numpy.flatnonzero(numpy.isnat(value)).tolist()
        found = buffer_column(value.view("i8"), noun)
        seconds = SECONDS.get(unit)
        return _without(found, gone)._replace(
            unit=None if seconds is None else seconds * count,
            keyed=lambda: _unique(value, noun),
        )
    if value.dtype.kind in "iub":
        column = _bounded(buffer_column(value, noun), value)
        return column._replace(keyed=lambda: _unique(value, noun)) if value.dtype.kind == "b" else column
    if value.dtype.kind == "f" and value.dtype.itemsize in (4, 8):
        return buffer_column(value, noun)
    if value.dtype.kind in "UT":
        pandas = sys.modules.get("pandas")
        if pandas is not None:
            codes, words = pandas.factorize(value.astype(object))
        else:
            return _unique(value, noun)
        return _bounded(buffer_column(codes, noun), codes, words.tolist())
    return plain_column(value.tolist(), noun, lists=True)


def _unique(value: Any, noun: str) -> Column:
    """Values of numpy by codes. Times stay numpy's own, of which Python's have no nanoseconds."""
    words, codes = sys.modules["numpy"].unique(value, return_inverse=True)
    found = list(words) if value.dtype.kind in "mM" else words.tolist()
    return _bounded(buffer_column(codes, noun), codes, found)


_READERS: dict[str, Callable[[Any, str], Optional[Column]]] = {
    "pandas": _pandas,
    "polars": _polars,
    "pyarrow": _pyarrow,
    "numpy": _numpy,
}
