"""Spark: the same document on several workers, over Parquet, is exact and comes to the single call.

Needs PySpark and Java, which `./dev test --all` installs.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from replayed import orders, random_log

pytest.importorskip("pyspark")
pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
    pytest.skip("there is no Java (Debian's package openjdk-17-jre-headless)", allow_module_level=True)

EVENTS, TOKENS = 20_000, 500


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session with two workers of this Python."""
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.local.dir", str(folder))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


class Log:
    """A log in several files, and what one call says of it."""

    def __init__(self, folder: Path) -> None:
        self.table = orders()
        events, tokens = random_log(self.table, EVENTS, TOKENS, 6)
        names = [each.name.replace("_", " ") for each in events]
        self.frame = pandas.DataFrame({"id": [f"order {each}" for each in tokens], "status": names})
        self.frame["line"] = range(EVENTS)
        self.folder = folder
        for part in range(5):
            piece = self.frame[part * EVENTS // 5 : (part + 1) * EVENTS // 5]
            parquet.write_table(pyarrow.Table.from_pandas(piece, preserve_index=False), folder / f"part-{part}.parquet")
        whole = self.table.replay(self.frame["status"], self.frame["id"])
        self.violations = sorted(
            (each.token, each.index, each.state.name, each.event.name.replace("_", " "), each.outcome.name, each.why)
            for each in whole.violations
        )
        self.states = dict(zip(whole.tokens, whole.states.names))
        assert len(self.violations) > 100 and len(self.states) == TOKENS


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("log"))


def sorted_by_tokens(spark: Any, log: Log) -> Any:
    return spark.read.parquet(str(log.folder)).repartition(4, "id").sortWithinPartitions("id", "line")


@pytest.mark.parametrize("function", ["mapInArrow", "mapInPandas"])
def test_violations_are_those_of_one_call(spark: Any, log: Log, function: str) -> None:
    logs = sorted_by_tokens(spark, log)
    replayer = log.table.replayer("id", "status", keep="line")
    found = getattr(logs, function)(replayer, replayer.spark_schema(logs.schema))
    assert found.rdd.getNumPartitions() > 1
    assert sorted(map(tuple, found.collect())) == log.violations


def test_states_are_those_of_one_call(spark: Any, log: Log) -> None:
    logs = sorted_by_tokens(spark, log)
    replayer = log.table.replayer("id", "status", gives="states")
    found = logs.mapInArrow(replayer, replayer.spark_schema(logs.schema))
    assert {row["id"]: row["state"] for row in found.collect()} == log.states


def test_the_document_is_shipped_by_its_text(spark: Any, log: Log) -> None:
    text = log.table.text()

    def replay(batches: Iterator[Any]) -> Iterator[Any]:
        from swiftfsm import Table

        return Table.read(text).replayer("id", "status", keep="line")(batches)  # type: ignore[no-any-return]

    logs = sorted_by_tokens(spark, log)
    found = logs.mapInArrow(replay, log.table.replayer("id", "status", keep="line").spark_schema(logs.schema))
    assert sorted(map(tuple, found.collect())) == log.violations


def test_batches_smaller_than_the_events_of_a_token(spark: Any, log: Log) -> None:
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "7")
    try:
        test_states_are_those_of_one_call(spark, log)
    finally:
        spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")


def test_an_error_names_the_event(spark: Any, log: Log) -> None:
    logs = spark.createDataFrame([("x", "payy", 1)], "id string, status string, line long")
    replayer = log.table.replayer("id", "status")
    with pytest.raises(Exception, match="the event at index 0, 'payy' of token 'x': 'payy' is no event of the table"):
        logs.mapInArrow(replayer, replayer.spark_schema(logs.schema)).collect()


def test_a_stream_keeps_the_state_of_each_token(spark: Any, log: Log, tmp_path: Path) -> None:
    from with_spark_stream import violations

    replayer = log.table.replayer("id", "status", keep="line")
    source = tmp_path / "source"
    source.mkdir()
    found: list[Any] = []
    # The events of a token come in order if each file is a batch, with the time of its name.
    for number, path in enumerate(sorted(log.folder.glob("*.parquet"))):
        shutil.copyfile(path, source / path.name)
        os.utime(source / path.name, (1_700_000_000 + number, 1_700_000_000 + number))
        query = (
            violations(spark, str(source), replayer, "id")
            .writeStream.foreachBatch(lambda batch, number: found.extend(map(tuple, batch.collect())))
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()
    assert sorted(found) == log.violations
