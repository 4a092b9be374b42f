"""How replays treat what they are given: numbers are not copied, nothing is kept, no package is needed."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from replayed import told
from replayed_columns import ColumnLog, Given, package

from swiftfsm.replay.columns import column

np, pa, pd, pl = map(package, ("numpy", "pyarrow", "pandas", "polars"))


@pytest.fixture(scope="module")
def log() -> ColumnLog:
    return ColumnLog()


def encoded(names: list[str]) -> Any:
    """In chunks, each with a dictionary of its own."""
    return pa.chunked_array([pa.array(names[:50]).dictionary_encode(), pa.array(names[50:]).dictionary_encode()])


def test_numbers_of_a_buffer_are_not_copied(log: ColumnLog) -> None:
    buffer = array("h", log.ids)
    (part,) = column(buffer, "events").parts
    assert part.address == buffer.buffer_info()[0]


def test_numbers_are_not_copied(log: ColumnLog) -> None:
    ids = np.array(log.ids, "i2")
    (part,) = column(ids, "events").parts
    assert part.address == ids.ctypes.data
    categorical = pd.Series(log.names, dtype="category")
    (part,) = column(categorical, "events").parts
    assert part.address == categorical.array.codes.ctypes.data
    arrow = pa.chunked_array([pa.array(log.ids[:9]), pa.array(log.ids[9:])])
    assert [part.address for part in column(arrow, "events").parts] == [
        chunk.buffers()[1].address for chunk in arrow.chunks
    ]


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replays do not know that numpy is loaded."""
    for module in ("parts", "coding", "found", "present"):
        monkeypatch.setattr(f"swiftfsm.replay.{module}.loaded_numpy", lambda: None)


EVENTS: dict[str, Any] = {
    "names": lambda log: log.names,
    "array": lambda log: array("h", log.ids),
    "capsule": lambda log: Given({"event": log.names}),
    "arrow": lambda log: pa.array(log.names),
    "arrow chunks of dictionaries": lambda log: encoded(log.names),
}


@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize("kind", EVENTS)
def test_events_without_numpy(log: ColumnLog, kind: str) -> None:
    for tokens in (log.tokens, array("q", log.tokens)):
        found = log.table.replay(EVENTS[kind](log), tokens)
        assert found.states == log.expected.states and told(found) == told(log.expected)


@pytest.mark.usefixtures("without_numpy")
def test_sparse_tokens_without_numpy(log: ColumnLog) -> None:
    sparse = log.table.replay(log.ids, array("q", [10**12 + each for each in log.tokens]))
    assert {key - 10**12: state for key, state in sparse.state_of.items()} == dict(log.expected.state_of)


LISTS: dict[str, Any] = {
    "lists": lambda lists: lists,
    "arrow": lambda lists: pa.array(lists),
    "arrow large": lambda lists: pa.array(lists, pa.large_list(pa.string())),
    "arrow sliced": lambda lists: pa.array([[], *lists])[1:],
}


@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize("kind", LISTS)
def test_lists_without_numpy(log: ColumnLog, kind: str) -> None:
    assert log.table.replay(LISTS[kind](log.lists(log.names))).states == log.expected.states


@pytest.mark.usefixtures("without_numpy")
def test_falling_offsets_without_numpy(log: ColumnLog) -> None:
    with pytest.raises(ValueError, match="the offset at index 2 is 1, lower than the one before it, 2"):
        log.table.replay(log.ids, offsets=[0, 2, 1])


@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize("column", [Given, lambda columns: pa.array(columns["event"])], ids=["capsule", "arrow"])
def test_nulls_without_numpy(log: ColumnLog, column: Any) -> None:
    with pytest.raises(LookupError, match="the event at index 1: null is no event"):
        log.table.replay(column({"event": ["pay", None]}))


def test_no_package_is_needed() -> None:
    program = """
import sys
from array import array
from swiftfsm import Table
table = Table.read('definition d\\n  initial a\\n  state a\\n    go -> b\\n  state b\\n    go -> a\\n')
found = table.replay(array("i", [0] * 5), array("q", [0, 1, 0, 1, 9]))
assert list(found.tokens) == [0, 1, 9] and list(found.states.names) == ["a", "a", "b"]
assert found.violations.__arrow_c_stream__() is not None
assert not {"numpy", "pandas", "pyarrow", "polars"} & sys.modules.keys()
"""
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={"PYTHONPATH": ":".join(sys.path), **_environment()}
    )


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_a_table_of_one_column_is_that_column(log: ColumnLog) -> None:
    duckdb = pytest.importorskip("duckdb")
    table = logged = pa.table({"event": log.names})
    assert logged is table
    for events in (
        table,
        table.slice(0),
        table.to_batches()[0],
        pl.DataFrame(table),
        pd.DataFrame({"event": log.names}),
    ):
        assert log.table.replay(events, log.tokens).states == log.expected.states
    assert log.table.replay(duckdb.sql("select event from logged"), log.tokens).states == log.expected.states
    rows = pa.StructArray.from_arrays([pa.array(["x", *log.names, "y"])], ["event"])
    assert log.table.replay(rows[1:-1], log.tokens).states == log.expected.states
    with pytest.raises(TypeError, match="name its columns .*or give one of them"):
        log.table.replay(pa.table({"event": log.names, "token": log.tokens}))


def test_many_threads_replay_over_one_table(log: ColumnLog) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: log.table.replay(log.names, log.keys), range(40)))
    assert all(each.counts == log.expected.counts for each in found)


def test_buffers_are_given_back(log: ColumnLog) -> None:
    buffer = array("i", log.ids)
    log.table.replay(buffer, log.tokens)
    gc.collect()
    buffer.append(1)  # nobody holds it any more


def test_columns_are_given_back(log: ColumnLog) -> None:
    numbers, buffer = np.array(log.ids), array("i", log.ids)
    arrow = pa.array(log.ids)
    series, chunks = pl.Series(arrow), pa.chunked_array([arrow])

    def held() -> tuple[int, ...]:
        for events in (numbers, buffer, arrow, chunks, series):
            log.table.replay(events, log.tokens)
        gc.collect()
        return sys.getrefcount(numbers), sys.getrefcount(arrow), pa.total_allocated_bytes()

    assert held() == [held() for _ in range(20)][-1]
    buffer.append(1)  # nobody holds it any more
