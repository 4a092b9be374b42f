"""Replayers: batches of other packages, pickles, streams."""

from __future__ import annotations

import pickle
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from replayed import DEVICE, ORDERS, orders, random_log

from swiftfsm import (
    BadValueError,
    Table,
    UnknownEventError,
    UnknownStateError,
    UnsupportedError,
    define,
    matching,
    then,
    when,
)

TOKENS = 30


class In(Enum):
    HOME = 1
    AWAY = 2


class Do(Enum):
    GO = "go"


class Weather(Enum):
    DRY = 1
    WET = 2


class Log:
    """A log as columns, and what one replay of it says."""

    def __init__(self) -> None:
        self.table = orders()
        events, tokens = random_log(self.table, 800, TOKENS, 2)
        self.columns: dict[str, list[Any]] = {
            "id": [f"order {token}" for token in tokens],
            "status": [each.name.replace("_", " ") for each in events],
            "line": list(range(800)),
        }
        whole = self.table.replay(self.columns["status"], self.columns["id"])
        self.violations = sorted(
            (each.token, each.index, each.state.name, each.event.name.replace("_", " "), each.outcome.name, each.why)
            for each in whole.violations
        )
        self.states = dict(zip(whole.tokens, whole.states.names))

    def part(self, start: int, end: int) -> dict[str, list[Any]]:
        return {name: values[start:end] for name, values in self.columns.items()}


@pytest.fixture(scope="module")
def log() -> Log:
    return Log()


def rows(batch: Any) -> list[tuple[Any, ...]]:
    """A batch as sorted rows."""
    if hasattr(batch, "to_pydict"):
        batch = batch.to_pydict()
    elif hasattr(batch, "to_dicts"):
        batch = batch.to_dict(as_series=False)
    elif hasattr(batch, "to_dict"):
        batch = batch.to_dict("list")
    return sorted(zip(*[list(values) for values in batch.values()]))


def made(kind: str, columns: dict[str, list[Any]]) -> Any:
    """Columns as a batch of a package."""
    if kind == "dict":
        return columns
    module = pytest.importorskip(kind.split(" ")[0])
    if kind == "numpy":
        return {name: module.array(values) for name, values in columns.items()}
    if kind == "pyarrow":
        return module.table(columns)
    if kind == "pyarrow batch":
        return module.RecordBatch.from_pydict(columns)
    if kind == "pyarrow dictionary":
        table = module.table(columns)
        return table.set_column(0, "id", table["id"].dictionary_encode())
    frame = module.DataFrame(columns)
    if kind == "pandas categorical":
        return frame.astype({"id": "category", "status": "category"})
    if kind == "polars categorical":
        return frame.with_columns(frame["id"].cast(module.Categorical), frame["status"].cast(module.Categorical))
    return frame


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


def test_streams_are_saved_and_go_on(log: Log) -> None:
    replayer = log.table.replayer("id", "status", keep="line")
    found: list[tuple[Any, ...]] = []
    states: dict[Any, Any] = {}
    for start in range(0, 800, 100):
        stream = replayer.stream(states)
        found += rows(stream(log.part(start, start + 100)))
        states = stream.states
        assert set(states.values()) <= {"open", "paid", "shipped", "cancelled"}
    assert sorted(found) == log.violations and states == log.states


@pytest.mark.parametrize("has_numpy", [True, False])
def test_batches_of_a_large_dictionary(log: Log, has_numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    if not has_numpy:
        monkeypatch.setattr("swiftfsm.replay.tokens.loaded_numpy", lambda: None)
    frame = pandas.DataFrame(log.columns)
    every = [*sorted(set(log.columns["id"])), *(f"other {number}" for number in range(5000))]
    frame["id"] = pandas.Categorical(frame["id"], categories=every)
    stream = log.table.replayer("id", "status", keep="line").stream()
    found = [row for start in range(0, 800, 50) for row in rows(stream(frame[start : start + 50]))]
    assert sorted(found) == log.violations and stream.states == log.states


def test_streams_can_be_pickled(log: Log) -> None:
    stream = log.table.replayer("id", "status", keep="line").stream()
    found = rows(stream(log.part(0, 400)))
    found += rows(pickle.loads(pickle.dumps(stream))(log.part(400, 800)))
    assert sorted(found) == log.violations


def test_states_go_on_in_another_version(log: Log) -> None:
    stream = log.table.replayer("id", "status").stream()
    stream({"id": ["x"], "status": ["pay"]})
    renamed = ORDERS.replace("state paid", "state settled was paid").replace("-> paid", "-> settled")
    again = Table.read(renamed, callbacks={}).replayer("id", "status").stream(stream.states)
    assert rows(again({"id": ["x"], "status": ["ship"]})) == []
    assert again.states == {"x": "shipped"}


def test_streams_of_charts_keep_their_histories() -> None:
    chart = Table.read(DEVICE, callbacks={})
    events, tokens = random_log(chart, 600, 9, 8)
    columns = {"id": tokens, "status": [each.name for each in events]}
    replayer = chart.replayer("id", "status", gives="states")
    whole = dict(rows(replayer(columns)))
    states: dict[Any, Any] = {}
    for start in range(0, 600, 70):
        stream = pickle.loads(pickle.dumps(replayer.stream(states)))
        stream({name: values[start : start + 70] for name, values in columns.items()})
        states = stream.states
    assert states == whole and any("histories" in state for state in states.values())


def test_streams_refuse_states_that_the_table_lacks(log: Log) -> None:
    with pytest.raises(UnknownStateError, match="the state at index 1: 'opn' is no state of the table: perhaps 'open'"):
        log.table.replayer("id", "status").stream({"x": "open", "y": "opn"})


def test_streams_skip_tokens_that_have_stopped(log: Log) -> None:
    replayer = log.table.replayer("id", "status", keep="line", on_violation="stop token")
    whole = rows(replayer(log.columns))
    stream = replayer.stream()
    found = rows(stream(log.part(0, 500)))
    stream = replayer.stream(stream.states, stream.violated)
    assert sorted(found + rows(stream(log.part(500, 800)))) == whole
    assert len(whole) == len({row[0] for row in whole}) == len(stream.violated)


def test_a_batch_that_fails_changes_nothing(log: Log) -> None:
    stream = log.table.replayer("id", "status").stream()
    stream({"id": ["x"], "status": ["pay"]})
    with pytest.raises(UnknownEventError, match="the event at index 1, 'payy' of token 'x'"):
        stream({"id": ["x", "x"], "status": ["ship", "payy"]})
    assert stream.states == {"x": "paid"}


def test_columns_of_lists(log: Log) -> None:
    lists = [["pay", "ship"], ["ship", "pay"], [], ["pay", "pay", "pay"]]
    reasons = [None, "'ship' is not handled in 'open'", None, "'pay' is not handled in 'paid'"]
    states = ["shipped", "paid", None, "paid"]
    why, end = log.table.replayer(), log.table.replayer(gives="states")
    assert why(lists) == reasons and end(lists) == states
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    columns: list[tuple[Any, Any]] = [
        (pandas.Series(lists, index=[5, 6, 7, 8]), lambda found: found.loc[[5, 6, 7, 8]].tolist()),
        (polars.Series("x", lists), lambda found: found.to_list()),
        (pyarrow.array(lists), lambda found: found.to_pylist()),
        (pyarrow.chunked_array([lists[:2], lists[2:]]), lambda found: found.to_pylist()),
    ]
    for column, plain in columns:
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


class GroupState:
    """As Spark has it for a key."""

    def __init__(self) -> None:
        self.kept: Any = None

    @property
    def exists(self) -> bool:
        return self.kept is not None

    @property
    def get(self) -> Any:
        return self.kept

    def update(self, value: Any) -> None:
        self.kept = value


def test_spark_keeps_a_state_for_each_token(log: Log) -> None:
    pytest.importorskip("pandas")
    replayer = log.table.replayer("id", "status", keep="line")
    kept = {token: GroupState() for token in log.states}
    found = []
    for start in range(0, 800, 200):
        frame = made("pandas", log.part(start, start + 200))
        for token, group in frame.groupby("id"):
            for result in replayer.with_state((token,), iter([group[:3], group[3:]]), kept[str(token)]):
                found += rows(result)
    assert sorted(found) == log.violations
    assert {token: state.kept[0] for token, state in kept.items()} == log.states
    assert all(isinstance(state.kept[1], bool) for state in kept.values())


def test_it_tells_what_it_is(log: Log) -> None:
    assert repr(log.table.replayer("id", "status")) == f"<Replayer of {log.table!r}, token 'id', event 'status'>"
