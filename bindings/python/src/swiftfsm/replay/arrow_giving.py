"""Tables for whoever takes Arrow's C stream interface.

Who takes a table may free it while an exception is on its way, as pyarrow does for `table.column("none")`. A function
of Python that is called then loses that exception. So where pyarrow or Polars is loaded, which is nearly always who
takes the table, the memory is given away by that package, which frees it without Python. Nothing is imported for this.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from .arrow_export import column_memory, stream_capsule, texts_of
from .typed_columns import TypedColumn


def given_stream(columns: Mapping[str, TypedColumn]) -> object:
    """Return a capsule with the stream of a table."""
    for package, kind, table in ("pyarrow", "RecordBatchReader", _from_pyarrow), ("polars", "DataFrame", _from_polars):
        module = sys.modules.get(package)
        if hasattr(getattr(module, kind, None), "__arrow_c_stream__"):  # older versions have it not
            given: object = table(module, columns).__arrow_c_stream__()
            return given
    return stream_capsule(columns)


def _from_pyarrow(pyarrow: Any, columns: Mapping[str, TypedColumn]) -> Any:
    """A reader of one RecordBatch, over the memory of arrays of Python."""
    arrays = []
    for column in columns.values():
        buffers = [None if each is None else pyarrow.py_buffer(each) for each in column_memory(column)]
        kind = pyarrow.int64() if column.is_numeric else pyarrow.large_string()
        arrays.append(pyarrow.Array.from_buffers(kind, len(column.values), buffers))
    batch = pyarrow.RecordBatch.from_arrays(arrays, names=list(columns))
    return pyarrow.RecordBatchReader.from_batches(batch.schema, [batch])


def _from_polars(polars: Any, columns: Mapping[str, TypedColumn]) -> Any:
    return polars.DataFrame(
        [
            polars.Series(name, column.values, polars.Int64)
            if column.is_numeric
            else polars.Series(name, [*texts_of(column.values)], polars.String)
            for name, column in columns.items()
        ]
    )
