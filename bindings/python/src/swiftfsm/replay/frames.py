"""Logs as tables: their columns by names, from pandas, Polars, pyarrow, DuckDB, mappings, and what has Arrow's stream.

Nothing is imported: a package is asked through the caller's own objects. A table that is a query is asked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, Optional

from ..library.results import BadValueError
from .arrow import arrays, is_arrow
from .arrow_columns import columns_of
from .options import EventColumns


class FrameNames(NamedTuple):
    """The names of the columns of a log."""

    token: Optional[str]
    event: Optional[str]
    time: Optional[str]

    @property
    def are_given(self) -> bool:
        """Whether the events are a table."""
        return any(each is not None for each in self)


def from_frame(frame: Any, names: FrameNames, given: EventColumns) -> EventColumns:
    """Return the columns of a log. given: what else the caller gives, of which cases and arguments may be names too.

    Errors: KeyError for a column that the table lacks; BadValueError for a name that it has twice, or what is given
    twice; TypeError for what is no table.
    """
    _check(names, given)
    several = (names.token, names.event, names.time, *_named(given))
    columns = frame_columns(frame, list(dict.fromkeys(each for each in several if each is not None)))
    return EventColumns(
        columns[names.event] if names.event is not None else None,
        given.tokens if names.token is None else columns[names.token],
        given.offsets,
        None if given.cases is None else {kind: _found(columns, each) for kind, each in given.cases.items()},
        None if given.arguments is None else {event: _all(columns, each) for event, each in given.arguments.items()},
        given.times if names.time is None else columns[names.time],
    )


def _check(names: FrameNames, given: EventColumns) -> None:
    for word, name in zip(names._fields, names):
        if name is not None and not isinstance(name, str):
            raise TypeError(f"{word} is the name of a column, a str, not {name!r}")
    if names.event is None:
        raise BadValueError("events are a table: name its column of events (event=...), and that of tokens (token=...)")
    for word, name, other in (("token", names.token, given.tokens), ("time", names.time, given.times)):
        if name is not None and other is not None:
            raise BadValueError(f"{word}= names a column, and {word}s= is one: give one of both")


def _named(given: EventColumns) -> Iterable[str]:
    for each in (given.cases or {}).values():
        if isinstance(each, str):
            yield each
    for several in (given.arguments or {}).values():
        yield from (each for each in (_list(several)) if isinstance(each, str))


def _list(several: Any) -> Sequence[Any]:
    return several if isinstance(several, (list, tuple)) else [several]


def _found(columns: Mapping[str, Any], value: Any) -> Any:
    return columns[value] if isinstance(value, str) else value


def _all(columns: Mapping[str, Any], several: Any) -> list[Any]:
    return [_found(columns, each) for each in _list(several)]


def frame_columns(frame: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return some columns of a table. Errors: as `from_frame`."""
    kind = _kind(frame)
    if isinstance(frame, Mapping):
        _check_names(names, list(frame))
        return {name: frame[name] for name in names}
    if kind == "LazyFrame":
        _check_names(names, frame.collect_schema().names())
        frame = frame.select(names).collect()
    if kind in ("DataFrame", "LazyFrame"):
        _check_names(names, list(frame.columns))
        return {name: frame[name] for name in names}
    if kind in ("Table", "RecordBatch"):
        _check_names(names, list(frame.schema.names))
        return {name: frame.column(name) for name in names}
    if kind == "duckdb":
        _check_names(names, list(frame.columns))
        frame = frame.select(*('"' + name.replace('"', '""') + '"' for name in names))
        frame = frame if is_arrow(frame) else frame.to_arrow_table()  # of versions before 1.3
    if not is_arrow(frame):
        raise TypeError(
            f"a log is a table of pandas, Polars, pyarrow or DuckDB, a mapping from names to columns, or has "
            f"__arrow_c_stream__; not {type(frame).__name__}"
        )
    field, nodes = arrays(frame)
    if field.format != "+s":
        raise TypeError(f"{type(frame).__name__} is a column, and no table: it has no columns with names")
    _check_names(names, [child.name for child in field.children])
    return dict(columns_of(field, nodes, names))


def _kind(value: object) -> str:
    """What kind of table a value is, by its class or one of its bases; "" for any other."""
    for each in type(value).__mro__:
        package = each.__module__.partition(".")[0]
        if package in ("pandas", "polars", "pyarrow") and each.__name__ in (
            "DataFrame",
            "LazyFrame",
            "Table",
            "RecordBatch",
        ):
            return each.__name__
        if each.__name__ == "DuckDBPyRelation":
            return "duckdb"
    return ""


def _check_names(names: Sequence[str], known: Sequence[Any]) -> None:
    for name in names:
        count = known.count(name)
        if count > 1:
            raise BadValueError(f"the table has {count} columns {name!r}: which is meant? Rename them")
        if not count:
            close = get_close_matches(name, [each for each in known if isinstance(each, str)], 1)
            told = f": perhaps {close[0]!r} is meant" if close else f": it has {', '.join(map(repr, known)) or 'none'}"
            raise KeyError(f"the table has no column {name!r}{told}")
