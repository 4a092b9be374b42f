"""DuckDB: a function of SQL that tells why a parcel's events are wrong. `with_duckdb.py LOG.parquet`

The function gets lists of events, thousands at a time, by Arrow; null says that all of them are permitted. For a whole
log it is faster to hand over its columns, as the first lines do.
"""

from __future__ import annotations

import sys
from typing import Any

import duckdb
from parcels import TABLE


def main(path: str) -> None:
    connection: Any = duckdb.connect()
    connection.read_parquet(path).create_view("log")
    log = connection.sql("select parcel, event from log order by time").to_arrow_table()
    print(TABLE.replay(log["event"], log["parcel"]))

    for name, replayer in (("why", TABLE.replayer()), ("state", TABLE.replayer(gives="states"))):
        connection.create_function(name, replayer, ["VARCHAR[]"], "VARCHAR", type="arrow", null_handling="special")
    connection.sql("create view lives as select parcel, list(event order by time) as events from log group by parcel")
    print(
        connection.sql("select why(events) as why, count(*) as parcels from lives group by why order by parcels desc")
    )
    print(connection.sql("select state(events) as state, count(*) as parcels from lives group by state order by state"))


if __name__ == "__main__":
    main(sys.argv[1])
