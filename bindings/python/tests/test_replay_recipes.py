"""The recipes in examples/replays: each says of a log what one call says of it.

Those for Spark and Ray need these, and Java: `./dev test --all` installs them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import parcels
import pytest

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "replays"
PARCELS = 3000


class Log:
    """A log in a file, and what one call says of it."""

    def __init__(self, folder: Path) -> None:
        self.columns = parcels.made_log(PARCELS, seed=3)
        self.path = folder / "log.parquet"
        parquet.write_table(pyarrow.table(self.columns), self.path)
        found = parcels.TABLE.replay(self.columns["event"], self.columns["parcel"])
        self.reasons = Counter(each.why for each in found.violations)
        self.first = {each.token: each.why for each in reversed(list(found.violations))}
        self.states = Counter(found.states.names)
        assert sum(self.reasons.values()) > 5


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("log"))


def run(program: str, *arguments: object, **options: Any) -> str:
    """What a recipe prints."""
    more = {"PYTHONPATH": os.pathsep.join(sys.path), "PYSPARK_PYTHON": sys.executable, "POLARS_FMT_MAX_ROWS": "100"}
    more |= {"POLARS_FMT_STR_LEN": "100", "POLARS_FMT_MAX_COLS": "10", "POLARS_FMT_TABLE_WIDTH": "200", **options}
    ended = subprocess.run(
        [sys.executable, str(FOLDER / program), *map(str, arguments)],
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def reasons(printed: str) -> Counter[str]:
    """The reasons in what was printed, with the numbers beside them."""
    pattern = r"^\W*(?:(\d+) )?('[\w ]+' is not handled in '\w+')(?:[ |│┆]+(\d+))?"
    found = re.findall(pattern, printed, flags=re.M)
    return Counter({why: int(before or after) for before, why, after in found})


def test_polars(log: Log) -> None:
    pytest.importorskip("polars")
    printed = run("with_polars.py", log.path)
    assert reasons(printed) == log.reasons
    assert dict(re.findall(r"│ (\w+) +┆ (\d+) +│", printed)) == {name: str(count) for name, count in log.states.items()}


def test_duckdb(log: Log) -> None:
    pytest.importorskip("duckdb")
    printed = run("with_duckdb.py", log.path)
    assert reasons(printed) == Counter(log.first.values())
    assert f"│ delivered  │ {log.states['delivered']:7} │" in printed


def test_making_a_log(tmp_path: Path) -> None:
    sizes = parquet.read_metadata(_made(tmp_path / "made.parquet"))
    assert sizes.num_columns == 3 and sizes.num_rows > 100_000


def _made(path: Path) -> Path:
    run("parcels.py", path)
    return path


def needs_java() -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java (Debian's package openjdk-17-jre-headless)")


def test_spark(log: Log) -> None:
    pytest.importorskip("pyspark")
    needs_java()
    options = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
    assert reasons(run("with_spark.py", log.path, PYSPARK_SUBMIT_ARGS=options)) == log.reasons


def test_spark_streams(log: Log, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    needs_java()
    count = len(log.columns["event"])
    for part in range(3):
        piece = pyarrow.table(log.columns)[part * count // 3 : (part + 1) * count // 3]
        path = tmp_path / "log" / f"part-{part}.parquet"
        path.parent.mkdir(exist_ok=True)
        parquet.write_table(piece, path)
        os.utime(path, (1_700_000_000 + part, 1_700_000_000 + part))
    options = "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=2 pyspark-shell"
    printed = run("with_spark_stream.py", tmp_path / "log", tmp_path / "checkpoints", PYSPARK_SUBMIT_ARGS=options)
    found = Counter(re.findall(r"\|('[\w ]+' is not handled in '\w+') *\|", printed))
    assert found == log.reasons


def test_ray(log: Log, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    assert reasons(run("with_ray.py", log.path)) == log.reasons
