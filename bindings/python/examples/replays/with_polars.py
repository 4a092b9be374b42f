"""Polars: what parcels should not have done, and where they are now. `with_polars.py LOG.parquet`

Sorted by parcel and time, the events of a parcel are a list: that is the fastest way, and the lists may be divided among
threads. Sorting takes the time; replaying takes a hundredth of it.
"""

from __future__ import annotations

import sys

import polars as pl
from parcels import TABLE


def main(path: str) -> None:
    lives = (
        pl.scan_parquet(path)
        .with_columns(pl.col("event").cast(pl.Categorical))
        .sort("parcel", "time")
        .group_by("parcel", maintain_order=True)
        .agg("event")
        .collect()
    )
    replay = TABLE.replay(lives["event"], lives["parcel"], threads=2)
    print(replay.counts)
    print(pl.DataFrame(replay.violations).group_by("why").len().sort("len", "why", descending=True))
    print(lives.select("parcel").with_columns(state=pl.Series(replay.states.names)).group_by("state").len().sort("state"))


if __name__ == "__main__":
    main(sys.argv[1])
