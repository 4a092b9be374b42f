"""Results that packages take while exceptions are on their way, and their types where there are no values."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from replayed import orders
from replayed_columns import GivenByPackages, package
from test_replay_tables import environment

pa, pd, pl = map(package, ("pyarrow", "pandas", "polars"))

TABLE = """
from swiftfsm import Table
table = Table.read("definition d\\n  initial a\\n  state a\\n    go -> b\\n  state b\\n    back -> a\\n")
replay = table.replay(["go", "go"], ["x", "x"])
assert len(replay.violations) == 1
"""


def run(program: str) -> tuple[int, bytes, bytes]:
    """Run a program in a process of its own, which may abort."""
    ended = subprocess.run([sys.executable, "-c", TABLE + program], capture_output=True, env=environment())
    return ended.returncode, ended.stdout, ended.stderr


FREED: dict[str, tuple[str, str]] = {
    "pyarrow violations": ("pyarrow", "replay.violations.to_arrow().column('nope')"),
    "pyarrow tokens": ("pyarrow", "replay.to_arrow().column('nope')"),
    "pyarrow column": ("pyarrow", "replay.to_arrow().column('why').nope"),
    "pyarrow reader": ("pyarrow", "pyarrow.RecordBatchReader.from_stream(replay).nope"),
    "polars": ("polars", "replay.to_polars().nope"),
    "polars column": ("polars", "replay.violations.to_polars().get_column('nope')"),
}


@pytest.mark.parametrize("kind", FREED)
def test_a_table_is_freed_while_an_exception_is_on_its_way(kind: str) -> None:
    name, code = FREED[kind]
    pytest.importorskip(name)
    program = f"""
import {name}, gc, tracemalloc
def attempt():
    try: {code}
    except Exception as error: return type(error).__name__
kinds = set()
def rounds(count):
    for _ in range(count): kinds.add(attempt())
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
tracemalloc.start()
before = rounds(50)
after = rounds(2000)
assert after - before < 50000, after - before
assert "SystemError" not in kinds and None not in kinds and len(kinds) == 1, kinds
"""
    assert run(program) == (0, b"", b"")


def test_a_table_is_freed_by_other_threads_and_as_the_program_ends() -> None:
    pytest.importorskip("pyarrow")
    program = """
import sys, threading
def attempt():
    for _ in range(200):
        try: replay.to_arrow().column("nope")
        except KeyError: pass
threads = [threading.Thread(target=attempt) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
sys.kept = [replay.to_arrow()]
sys.kept.append(sys.kept)
raise SystemExit(3)
"""
    assert run(program) == (3, b"", b"")


def test_without_a_package_what_takes_a_table_is_not_aborted() -> None:
    """Nor is anything leaked; but the exception becomes another one."""
    pytest.importorskip("pyarrow")
    program = """
import pyarrow, sys
from swiftfsm.replay import arrow_export, arrow_giving
arrow_giving.sys = type("Sys", (), {"modules": {}})
sys.unraisablehook = lambda shown: print(shown.exc_type.__name__)
try: replay.to_arrow().column("nope")
except Exception as error: print(type(error).__name__)
assert not arrow_export._held
"""
    status, output, errors = run(program)
    assert (status, output.split(), errors) == (0, [b"KeyError", b"SystemError"], b"")


def log(*events: str) -> Any:
    return orders().replay(list(events), ["tea"] * len(events))


def test_types_do_not_depend_on_the_values() -> None:
    for permitted, violated in (log("pay"), log("pay", "pay")), (log(), log("pay", "pay")):
        one, other = pa.table(permitted), pa.table(violated)
        assert one.schema.remove(0) == other.schema.remove(0)
        assert pl.DataFrame(permitted).schema["violation"] == pl.Int64
        assert pl.DataFrame(permitted).schema["state"] == pl.String
    assert pa.table(log("pay").violations).schema == pa.table(log("pay", "pay").violations).schema


@pytest.mark.parametrize("tokens", [[0, 0], ["a", "a"], [10**9, 10**9], [(1, 2), (1, 2)], [10**30, 10**30]])
def test_results_with_and_without_violations_go_together(tokens: list[Any]) -> None:
    found = orders().replay(["pay", "ship"], tokens), orders().replay(["pay", "pay"], tokens)
    for several in (found, [each.violations for each in found]):
        assert pa.concat_tables(map(pa.table, several)).num_rows == sum(map(len, map(pa.table, several)))
        assert len(pl.concat(map(pl.DataFrame, several))) == sum(map(len, map(pa.table, several)))
        frames = [each.to_pandas() for each in several]
        assert frames[0].dtypes.to_dict() == frames[1].dtypes.to_dict()


def test_batches_of_pandas_have_texts_even_without_violations() -> None:
    replay = orders().replayer("token", "event")
    frames = [pd.DataFrame({"token": ["x", "x"], "event": ["pay", event]}) for event in ("ship", "pay")]
    fine, violated = map(replay, frames)
    assert (len(fine), len(violated)) == (0, 1)
    assert fine.dtypes.to_dict() == violated.dtypes.to_dict()


def test_polars_gives_what_it_is_given() -> None:
    columns: dict[str, list[Any]] = {"a": [1, None], "b": ["x", None], "c": [(1, 2), "\ud800"]}
    program = """
import polars, sys
from swiftfsm.replay.typed_columns import typed_like
from swiftfsm.replay.arrow_giving import given_stream
from swiftfsm.replay.tables import ColumnTable
class Given(ColumnTable):
    def _typed_columns(self):
        return {name: typed_like(each, each) for name, each in COLUMNS.items()}
assert "pyarrow" not in sys.modules
assert table.replay(["go", "go"], [0, 1]).to_polars()["token"].to_list() == [0, 1]
assert table.replay([], []).to_polars().schema["token"] == polars.Int64
assert Given().to_polars().to_dict(as_series=False) == {"a": [1, None], "b": ["x", None], "c": ["(1, 2)", "?"]}
"""
    pytest.importorskip("polars")
    assert run(f"COLUMNS = {columns!r}\n{program}") == (0, b"", b"")
    assert pa.table(GivenByPackages(columns)).to_pydict() == {"a": [1, None], "b": ["x", None], "c": ["(1, 2)", "?"]}
