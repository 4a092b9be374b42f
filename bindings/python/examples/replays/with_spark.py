"""Spark: violations of parcels, found by all workers. `with_spark.py LOG.parquet`

Each worker gets the document within the replayer, and all events of its parcels, in order: `repartition` and
`sortWithinPartitions` see to that. The package has to be installed where the workers run.
"""

from __future__ import annotations

import sys

from parcels import TABLE
from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]


def main(path: str) -> None:
    spark = SparkSession.builder.appName("parcels").getOrCreate()
    logs = spark.read.parquet(path).repartition("parcel").sortWithinPartitions("parcel", "time")
    replayer = TABLE.replayer("parcel", "event", keep="time")
    violations = logs.mapInArrow(replayer, replayer.spark_schema(logs.schema))
    violations.groupBy("why").count().orderBy("count", ascending=False).show(truncate=False)


if __name__ == "__main__":
    main(sys.argv[1])
