"""Polars: what parcels should not have done, and where they are now. `with_polars.py LOG.parquet`

The events of a parcel have to come in order, but not one after the other: a log is sorted by time at most, and not
grouped by parcels, which would take many times as long as the replay.
"""

from __future__ import annotations

import sys

import polars as pl
from parcels import TABLE


def main(path: str) -> None:
    log = pl.scan_parquet(path).with_columns(pl.col("event", "parcel").cast(pl.Categorical)).sort("time").collect()
    replay = TABLE.replay(log["event"], log["parcel"])
    print(replay.counts)
    print(pl.DataFrame(replay.violations).group_by("why").len().sort("len", "why", descending=True))
    states = pl.DataFrame({"parcel": list(replay.tokens), "state": replay.states.names})
    print(states.group_by("state").len().sort("state"))


if __name__ == "__main__":
    main(sys.argv[1])
