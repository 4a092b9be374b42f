"""The violations as tables of other packages, by Arrow's interface."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import Any

import pytest
from replayed import orders
from replayed_columns import Given, GivenByPackages

from swiftfsm.replay import arrow_export
from swiftfsm.replay.arrow import arrays
from swiftfsm.replay.arrow_columns import column_of

LOG = ["pay", "pay", "ship", "cancel", "pay", "refund"]
TOKENS = ["tea", "jam", "tea", "jam", "tea", "tea"]
COLUMNS: dict[str, list[Any]] = {
    "index": [3, 4],
    "token": ["jam", "tea"],
    "state": ["paid", "shipped"],
    "event": ["cancel", "pay"],
    "outcome": ["UNHANDLED", "UNHANDLED"],
    "why": ["'cancel' is not handled in 'paid'", "'pay' is not handled in 'shipped'"],
}


def violations() -> Any:
    return orders().replay(LOG, TOKENS).violations


def test_columns() -> None:
    assert violations().columns == COLUMNS


def test_pyarrow_takes_them() -> None:
    pytest.importorskip("pyarrow")
    found = violations().to_arrow()
    assert found.to_pydict() == COLUMNS
    found.validate(full=True)
    assert str(found.schema.field("index").type) == "int64"


def test_pandas_takes_them() -> None:
    pytest.importorskip("pandas")
    assert violations().to_pandas().to_dict("list") == COLUMNS


def test_polars_takes_them() -> None:
    polars = pytest.importorskip("polars")
    assert violations().to_polars().to_dict(as_series=False) == COLUMNS
    assert polars.DataFrame(violations()).shape == (2, 6)


def test_duckdb_takes_them() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    found = violations().to_arrow()
    assert found is not None
    assert duckdb.sql("select token, why from found where state = 'paid'").fetchall() == [("jam", COLUMNS["why"][0])]


TABLES: list[dict[str, list[Any]]] = [
    {},
    {"a": []},
    {"a": [1, None, -(2**63)], "b": ["x", None, "ü" * 20]},
    {"a": [None, None]},
    {"a": [2**63, 1]},
    {"a": [1, "x", (1, 2)]},
    {"a": [None, *range(100)], "b": [*map(str, range(100)), None]},
    {"a": [], "b": []},
]


@pytest.mark.parametrize("columns", TABLES, ids=range(len(TABLES)))
def test_what_is_given_away_is_read_again(columns: dict[str, list[Any]]) -> None:
    before = len(arrow_export._held)
    field, nodes = arrays(Given(columns))
    (node,) = nodes
    assert [child.name for child in field.children] == list(columns)
    for child, child_node, values in zip(field.children, node.children, columns.values()):
        column = column_of(child, [child_node], "x")
        expected = values if child.format == "l" else [None if each is None else str(each) for each in values]
        assert [column.at(index) for index in range(len(values))] == expected
    del field, nodes, node
    child_node = column = None  # type: ignore[assignment]
    gc.collect()
    assert len(arrow_export._held) == before


@pytest.mark.parametrize("given", [Given, GivenByPackages])
@pytest.mark.parametrize("columns", TABLES[1:], ids=range(1, len(TABLES)))
def test_other_packages_read_the_same(columns: dict[str, list[Any]], given: type[Given]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    before = len(arrow_export._held)
    table = pyarrow.table(given(columns))
    table.validate(full=True)
    texts = {name: [None if each is None else str(each) for each in values] for name, values in columns.items()}
    assert {
        name: [None if each is None else str(each) for each in table[name].to_pylist()] for name in columns
    } == texts
    # A column may live longer than its table.
    column = table.column(0).chunk(0)
    del table
    gc.collect()
    assert len(column) == len(next(iter(columns.values())))
    del column
    gc.collect()
    assert len(arrow_export._held) == before


def test_what_nobody_takes_is_freed() -> None:
    before = len(arrow_export._held)
    capsule = Given(COLUMNS).__arrow_c_stream__()
    assert len(arrow_export._held) > before
    del capsule
    gc.collect()
    assert len(arrow_export._held) == before


def test_a_capsule_that_outlives_the_program_does_no_harm() -> None:
    program = """
import sys
from swiftfsm.replay.arrow_export import stream_capsule
from swiftfsm.replay.typed_columns import typed_like
sys.kept = stream_capsule({"a": typed_like([1, 2], [1, 2]), "b": typed_like(["x", None], ["x"])})
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment())
    assert (ended.returncode, ended.stderr) == (0, b"")


def environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
