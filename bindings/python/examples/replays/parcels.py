"""The rules for parcels, and a log to try them with: `parcels.py LOG.parquet` writes one, by pyarrow.

A log has the columns parcel, event and time. The events of a parcel are in order if they are sorted by `time`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from swiftfsm import Table

TABLE: Table[Any, Any] = Table.read(Path(__file__).with_name("parcels.fsm"))

FAULTS = 0.001
"""How many of the events of a made log are wrong."""


def made_log(parcels: int, seed: int = 1) -> dict[str, list[Any]]:
    """Return a log of so many parcels, with some events that the rules do not permit."""
    random = Random(seed)
    lives = ["collect scan deliver", "collect scan scan fail retry deliver", "collect fail return", "cancel"]
    waiting = {f"P{number:07}": random.choice(lives).split() for number in range(parcels)}
    every = sorted({event for life in lives for event in life.split()})
    log: dict[str, list[Any]] = {"parcel": [], "event": [], "time": []}
    while waiting:
        parcel = random.choice(list(waiting)) if len(waiting) < 100 else f"P{random.randrange(parcels):07}"
        if parcel in waiting:
            event = waiting[parcel].pop(0)
            if not waiting[parcel]:
                del waiting[parcel]
            log["parcel"].append(parcel)
            log["event"].append(random.choice(every) if random.random() < FAULTS else event)
            log["time"].append(len(log["time"]))
    return log


def main(path: str) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(made_log(100_000)), path)


if __name__ == "__main__":
    main(sys.argv[1])
