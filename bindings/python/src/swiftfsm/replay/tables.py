"""Results as tables of other packages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .arrow_giving import given_stream
from .typed_columns import Kind, TypedColumn, pandas_texts


class ColumnTable:
    """A table that other packages take."""

    __slots__ = ()

    def _typed_columns(self) -> dict[str, TypedColumn]:
        """The columns with their types."""
        raise NotImplementedError

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The columns: for each name a list."""
        return {name: list(each.values) for name, each in self._typed_columns().items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table by Arrow's C stream interface, which needs no package. What is neither an int nor a str
        becomes a str. The types of columns do not depend on what a result happens to have."""
        return given_stream(self._typed_columns())

    def to_pandas(self) -> Any:
        """Return a pandas.DataFrame; numbers with None among them are of the type Int64. Errors: ImportError where there
        is no pandas."""
        pandas = import_module("pandas")
        return pandas.DataFrame({name: _series(pandas, each) for name, each in self._typed_columns().items()})

    def to_arrow(self) -> Any:
        """Return a pyarrow.Table. Errors: ImportError where there is no pyarrow."""
        return import_module("pyarrow").table(self)

    def to_polars(self) -> Any:
        """Return a polars.DataFrame. Errors: ImportError where there is no Polars."""
        return import_module("polars").DataFrame(self)


def _series(pandas: Any, column: TypedColumn) -> Any:
    if column.kind is Kind.TEXTS:
        return pandas_texts(pandas, column.values)
    if column.kind is Kind.VALUES:
        kind = pandas.Series(column.like).dtype if len(column.like) else object
        return pandas.Series(column.values, dtype=kind)
    return pandas.Series(column.values, dtype="Int64" if column.kind is Kind.GAPPED else "int64")
