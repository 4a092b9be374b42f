"""Columns of results with their types, which do not depend on the values that a result happens to have."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple


class Kind(Enum):
    """What a column holds."""

    INTEGERS = "integers of 64 bits"
    GAPPED = "integers of 64 bits, and None"
    TEXTS = "texts, and None"
    VALUES = "whatever the caller has"


class TypedColumn(NamedTuple):
    """A column of a result."""

    values: Sequence[Any]
    kind: Kind
    like: Sequence[Any] = ()
    """Of a column of whatever the caller has, values of the same type: there may be some where it has none."""

    @property
    def is_numeric(self) -> bool:
        """Whether it holds integers."""
        return self.kind in (Kind.INTEGERS, Kind.GAPPED)


def typed_like(values: Sequence[Any], labels: Sequence[Any]) -> TypedColumn:
    """Return some values of a column as a column of the type that all of them have. labels: all of them."""
    return TypedColumn(values, _kind(labels), labels)


def _kind(values: Sequence[Any]) -> Kind:
    if isinstance(values, range):
        return Kind.INTEGERS
    kinds = set(map(type, values)) - {type(None)}
    if kinds <= {str}:
        return Kind.TEXTS
    if kinds == {int}:
        present = [each for each in values if each is not None]
        if -(2**63) <= min(present) and max(present) < 2**63:
            return Kind.INTEGERS if len(present) == len(values) else Kind.GAPPED
    return Kind.VALUES


def pandas_texts(pandas: Any, values: Sequence[Any]) -> Any:
    """Return a Series of texts, of the type that this pandas has for them, even if there are none."""
    return pandas.Series(values, dtype=pandas.Series([""]).dtype)
