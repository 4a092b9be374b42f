"""Results as tables of other packages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .arrow_export import stream_capsule


class ColumnTable:
    """A table that other packages take."""

    __slots__ = ()

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The columns: for each name a list."""
        raise NotImplementedError

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table by Arrow's C stream interface, without pyarrow. What is neither an int nor a str becomes a
        str."""
        return stream_capsule(self.columns)

    def to_pandas(self) -> Any:
        """Return a pandas.DataFrame; numbers with None among them are of the type Int64. Errors: ImportError where there
        is no pandas."""
        pandas = import_module("pandas")
        columns = self.columns
        return pandas.DataFrame(
            {name: pandas.array(each, "Int64") if _has_gaps(each) else each for name, each in columns.items()}
        )

    def to_arrow(self) -> Any:
        """Return a pyarrow.Table. Errors: ImportError where there is no pyarrow."""
        return import_module("pyarrow").table(self)

    def to_polars(self) -> Any:
        """Return a polars.DataFrame. Errors: ImportError where there is no Polars."""
        return import_module("polars").DataFrame(self)


def _has_gaps(values: list[Any]) -> bool:
    """Whether values are ints of 64 bits, and None."""
    kinds = set(map(type, values))
    return kinds == {int, type(None)} and all(-(2**63) <= each < 2**63 for each in values if each is not None)
