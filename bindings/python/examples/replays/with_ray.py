"""Ray: violations of parcels, found by all workers. `with_ray.py LOG.parquet`

All events of a parcel are in one group, in order. The package has to be installed where the workers run.
"""

from __future__ import annotations

import sys

import ray  # pyright: ignore[reportMissingImports]
from parcels import TABLE


def main(path: str) -> None:
    logs = ray.data.read_parquet(path)
    replayer = TABLE.replayer("parcel", "event", keep="time")
    violations = logs.sort(["parcel", "time"]).groupby("parcel").map_groups(replayer, batch_format="pyarrow")
    for row in violations.groupby("why").count().take_all():
        print(row["count()"], row["why"])


if __name__ == "__main__":
    main(sys.argv[1])
