"""Batches of other packages: their columns by name, and results in the kind of batch that came.

Nothing is imported: a package is asked through the caller's own objects.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from .typed_columns import pandas_texts

Batch = Any
"""A RecordBatch or Table of pyarrow, a DataFrame of pandas or Polars, or a mapping from names to columns."""


def is_batch(value: object) -> bool:
    """Return whether a value has columns with names."""
    if isinstance(value, type):
        return False
    return isinstance(value, Mapping) or hasattr(value, "columns") or hasattr(value, "column_names")


def package_of(value: object) -> str:
    """Return the package that a value comes from; "" for one that is not treated in its own way."""
    for kind in type(value).__mro__:
        name = kind.__module__.partition(".")[0]
        if name in ("pandas", "polars", "pyarrow"):
            return name
    return ""


def column_named(batch: Batch, name: str) -> Any:
    """Return a column. Errors: KeyError, which tells the names that there are; TypeError for what is no batch."""
    if not is_batch(batch):
        told = repr(batch) if isinstance(batch, type) else type(batch).__name__
        raise TypeError(
            f"a batch is a RecordBatch or Table of pyarrow, a DataFrame of pandas or Polars, or a dict of columns, not "
            f"{told}"
        )
    names = list(_names(batch))
    if name not in names:
        raise KeyError(f"there is no column {name!r}: the batch has {', '.join(map(repr, names))}")
    return batch.column(name) if package_of(batch) == "pyarrow" else batch[name]


def _names(batch: Batch) -> Sequence[str]:
    if isinstance(batch, Mapping):
        return list(batch)
    if package_of(batch) == "pyarrow":
        return list(batch.schema.names)
    return list(batch.columns)


def rows_of(batch: Batch, names: Sequence[str], indexes: Sequence[int], more: Mapping[str, list[Any]]) -> Batch:
    """Return some rows of a batch, of these columns, with more columns of texts."""
    package = package_of(batch)
    if package == "pandas":
        rows = batch[list(names)].iloc[list(indexes)].reset_index(drop=True)
        return rows.assign(**_pandas_texts(more))
    if package == "polars":
        polars = sys.modules["polars"]
        chosen = batch.select(names)[list(indexes)]
        return chosen.with_columns(polars.Series(name, texts, polars.String) for name, texts in more.items())
    if package == "pyarrow":
        pyarrow = sys.modules["pyarrow"]
        places = pyarrow.array(indexes, pyarrow.int64())
        columns = [batch.column(name).take(places) for name in names]
        columns += [pyarrow.array(texts, pyarrow.string()) for texts in more.values()]
        return type(batch).from_arrays(columns, names=[*names, *more])
    found: dict[str, Any] = {name: _taken(batch[name], indexes) for name in names}
    return {**found, **_like(batch, more)}


def _pandas_texts(columns: Mapping[str, list[Any]]) -> dict[str, Any]:
    return {name: pandas_texts(sys.modules["pandas"], texts) for name, texts in columns.items()}


def _taken(column: Any, indexes: Sequence[int]) -> Any:
    return column[list(indexes)] if type(column).__module__ == "numpy" else [column[index] for index in indexes]


def _like(batch: Mapping[str, Any], columns: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Columns of a mapping: arrays where those of the batch are some."""
    if any(type(each).__module__ == "numpy" for each in batch.values()):
        numpy = sys.modules["numpy"]
        return {name: numpy.array(values, dtype=object) for name, values in columns.items()}
    return dict(columns)


def made_like(batch: Batch, name: str, labels: Sequence[Any], more: Mapping[str, list[Any]]) -> Batch:
    """Return a batch of the same kind with a column of labels, of the type that this column has, and more columns of
    texts."""
    package = package_of(batch)
    values = list(labels)
    if package == "pandas":
        kind = batch[name].dtype
        pandas = sys.modules["pandas"]
        return pandas.DataFrame({name: pandas.Series(values, dtype=kind), **_pandas_texts(more)})
    if package == "polars":
        polars = sys.modules["polars"]
        series = [polars.Series(name, values, batch.schema[name])]
        return polars.DataFrame(series + [polars.Series(key, texts, polars.String) for key, texts in more.items()])
    if package == "pyarrow":
        pyarrow = sys.modules["pyarrow"]
        kind = batch.schema.field(name).type
        columns = [pyarrow.array(values, getattr(kind, "value_type", kind)).cast(kind)]
        columns += [pyarrow.array(texts, pyarrow.string()) for texts in more.values()]
        return type(batch).from_arrays(columns, names=[name, *more])
    return _like(batch, {name: values, **more})


def texts_like(column: Any, texts: list[Any]) -> Any:
    """Return a column of texts in the kind of another column."""
    package = package_of(column)
    if package == "pandas":
        return sys.modules["pandas"].Series(texts, index=getattr(column, "index", None), dtype=object)
    if package == "polars":
        return sys.modules["polars"].Series(column.name, texts, sys.modules["polars"].String)
    if package == "pyarrow":
        return sys.modules["pyarrow"].array(texts, sys.modules["pyarrow"].string())
    return texts
