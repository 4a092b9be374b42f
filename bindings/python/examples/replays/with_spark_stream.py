"""Structured Streaming: violations of parcels as files of their log arrive. `with_spark_stream.py FOLDER CHECKPOINTS`

Spark keeps the state of each parcel, by its name, and goes on from its checkpoints after a crash or an upgrade. A batch
has to bring the events of a parcel in order: here each file is a batch.
"""

from __future__ import annotations

import sys
from typing import Any

from parcels import TABLE
from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]
from pyspark.sql.streaming.state import GroupStateTimeout  # pyright: ignore[reportMissingImports]


def violations(spark: Any, folder: str, replayer: Any, token: str) -> Any:
    """Return the stream of violations in the files of a folder. token: the column with what each event is of."""
    schema = spark.read.parquet(folder).schema
    logs = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(folder)
    return logs.groupBy(token).applyInPandasWithState(
        replayer.with_state,
        replayer.spark_schema(schema),
        "state string, violated boolean",
        "append",
        GroupStateTimeout.NoTimeout,
    )


def main(folder: str, checkpoints: str) -> None:
    spark = SparkSession.builder.appName("parcels").getOrCreate()
    found = violations(spark, folder, TABLE.replayer("parcel", "event", keep="time"), "parcel")
    query = (
        found.writeStream.format("console")
        .outputMode("append")
        .option("truncate", False)
        .option("checkpointLocation", checkpoints)
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
