"""Replayers: batches of other packages, pickles, streams."""

from __future__ import annotations

import pickle
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from replayed_batches import Log, made, rows
from replayed_columns import package

from swiftfsm import (
    BadValueError,
    Table,
    UnsupportedError,
    define,
    matching,
    then,
    when,
)

pa, pd, pl = map(package, ("pyarrow", "pandas", "polars"))


class In(Enum):
    HOME = 1
    AWAY = 2


class Do(Enum):
    GO = "go"


class Weather(Enum):
    DRY = 1
    WET = 2


@pytest.fixture(scope="module")
def log() -> Log:
    return Log()


KINDS = ["dict", "numpy", "pandas", "pandas categorical", "polars", "polars categorical"]
KINDS += ["pyarrow", "pyarrow batch", "pyarrow dictionary"]


@pytest.mark.parametrize("kind", KINDS)
def test_batches_of_each_kind(log: Log, kind: str) -> None:
    batch = made(kind, log.columns)
    found = log.table.replayer("id", "status", keep="line")(batch)
    assert type(found) is type(batch)
    assert rows(found) == log.violations
    states = log.table.replayer("id", "status", gives="states")(batch)
    assert type(states) is type(batch) and dict(rows(states)) == log.states


@pytest.mark.parametrize("kind", KINDS)
def test_tokens_go_on_from_batch_to_batch(log: Log, kind: str) -> None:
    replayer = pickle.loads(pickle.dumps(log.table.replayer("id", "status", keep=["line"])))
    batches = (made(kind, log.part(start, start + 90)) for start in range(0, 800, 90))
    found = list(replayer(batches))
    assert sorted(row for batch in found for row in rows(batch)) == log.violations
    (states,) = log.table.replayer("id", "status", gives="states")(
        iter([made(kind, log.part(0, 10)), made(kind, log.part(10, 800))])
    )
    assert dict(rows(states)) == log.states
    assert list(replayer(iter([]))) == [] == list(log.table.replayer("id", "status", gives="states")(iter([])))


@pytest.mark.parametrize("kind", ["dict", "pandas", "polars", "pyarrow"])
def test_a_batch_without_violations_has_columns(log: Log, kind: str) -> None:
    found = log.table.replayer("id", "status", keep="line")(made(kind, {"id": ["x"], "status": ["pay"], "line": [1]}))
    assert rows(found) == []
    names = list(found) if kind == "dict" else found.column_names if kind == "pyarrow" else list(found.columns)
    assert names == ["id", "line", "state", "event", "outcome", "why"]
    if kind == "pyarrow":
        assert [str(field.type) for field in found.schema] == ["string", "int64", *["string"] * 4]


COLUMNS: dict[str, tuple[Any, Any]] = {
    "lists": (lambda lists: lists, lambda found: found),
    "pandas": (lambda lists: pd.Series(lists, index=[5, 6, 7, 8]), lambda found: found.loc[[5, 6, 7, 8]].tolist()),
    "polars": (lambda lists: pl.Series("x", lists), lambda found: found.to_list()),
    "arrow": (lambda lists: pa.array(lists), lambda found: found.to_pylist()),
    "arrow chunks": (lambda lists: pa.chunked_array([lists[:2], lists[2:]]), lambda found: found.to_pylist()),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_of_lists(log: Log, kind: str) -> None:
    made, plain = COLUMNS[kind]
    column = made([["pay", "ship"], ["ship", "pay"], [], ["pay", "pay", "pay"]])
    reasons = [None, "'ship' is not handled in 'open'", None, "'pay' is not handled in 'paid'"]
    states = ["shipped", "paid", None, "paid"]
    why, end = log.table.replayer(), log.table.replayer(gives="states")
    assert plain(why(column)) == reasons and plain(end(column)) == states


def test_polars_calls_it_in_an_expression(log: Log) -> None:
    polars = pytest.importorskip("polars")
    frame = made("polars", log.columns)
    why = log.table.replayer()
    found = (
        frame.lazy()
        .group_by("id", maintain_order=True)
        .agg("status")
        .with_columns(polars.col("status").map_batches(why, return_dtype=polars.String).alias("why"))
        .filter(polars.col("why").is_not_null())
        .select("id")
        .collect()
    )
    assert set(found["id"]) == {row[0] for row in log.violations}


def test_polars_maps_frames(log: Log) -> None:
    polars = pytest.importorskip("polars")
    replayer = log.table.replayer("id", "status", keep="line")
    texts = dict.fromkeys(["state", "event", "outcome", "why"], polars.String)
    schema = {"id": polars.String, "line": polars.Int64, **texts}
    found = made("polars", log.columns).lazy().map_batches(replayer, schema=schema).collect()
    assert rows(found) == log.violations


def test_duckdb_calls_it_in_sql(log: Log, tmp_path: Path) -> None:
    duckdb, pyarrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    logs = pyarrow.table(log.columns)
    assert logs.num_rows == 800
    with duckdb.connect() as connection:
        connection.create_function(
            "why", log.table.replayer(), ["VARCHAR[]"], "VARCHAR", type="arrow", null_handling="special"
        )
        found = connection.sql(
            "with orders as (select id, list(status order by line) as events from logs group by id) "
            "select id, why(events) as why from orders where why is not null"
        ).fetchall()
    assert {row[0] for row in found} == {row[0] for row in log.violations}
    first = {token: why for token, _, _, _, _, why in reversed(log.violations)}
    assert dict(found) == first


def test_cases_and_arguments_are_columns_too() -> None:
    weathered = Table(
        define(In.HOME)(when(Do.GO)(matching(Weather.DRY) | then(In.AWAY), matching(Weather.WET) | then())),
        define(In.AWAY)(when(Do.GO) | then(In.HOME)),
        initial=In.HOME,
    )
    replayer = weathered.replayer("who", "does", gives="states", cases={Weather: "weather"})
    batch = {"who": [7, 8], "does": ["go", "go"], "weather": ["DRY", "WET"]}
    assert replayer(batch) == {"who": [7, 8], "state": ["AWAY", "HOME"]}
    assert pickle.loads(pickle.dumps(replayer))(batch) == {"who": [7, 8], "state": ["AWAY", "HOME"]}


def test_faults_are_told_as_soon_as_it_is_made(log: Log) -> None:
    with pytest.raises(BadValueError, match="gives is 'violations' or 'states', not 'x'"):
        log.table.replayer(gives="x")  # type: ignore[arg-type]
    with pytest.raises(BadValueError, match="guards is one of"):
        log.table.replayer(guards="x")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="there is no column 'event': the batch has 'id', 'status', 'line'"):
        log.table.replayer("id")(log.columns)
    with pytest.raises(BadValueError, match="a stream needs the name of the column with tokens"):
        log.table.replayer(None).stream()
    guarded = Table.read("definition d\n  initial a\n  state a\n    go ? fine -> b\n  state b final\n")
    with pytest.raises(UnsupportedError):
        guarded.replayer()


def test_it_tells_what_it_is(log: Log) -> None:
    assert repr(log.table.replayer("id", "status")) == f"<Replayer of {log.table!r}, token 'id', event 'status'>"
