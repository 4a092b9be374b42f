"""Ray: violations of parcels, found by all workers. `with_ray.py LOG.parquet`

All events of a parcel come into one block, which is sorted by time. Groups of single parcels would be much slower. The
package has to be installed where the workers run.
"""

from __future__ import annotations

import sys
from typing import Any

import ray  # pyright: ignore[reportMissingImports]
from parcels import TABLE

BLOCKS = 4


def main(path: str) -> None:
    replayer = TABLE.replayer("parcel", "event", keep="time")

    def replay(block: Any) -> Any:
        return replayer(block.sort_by("time"))

    logs = ray.data.read_parquet(path).repartition(BLOCKS, keys=["parcel"])
    violations = logs.map_batches(replay, batch_format="pyarrow", batch_size=None)
    for row in violations.groupby("why").count().take_all():
        print(row["count()"], row["why"])


if __name__ == "__main__":
    main(sys.argv[1])
