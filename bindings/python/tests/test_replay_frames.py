"""Logs as tables: replays over columns that are named."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any, Callable

import pytest
from replayed import orders
from replayed_columns import Given, package

from swiftfsm import BadValueError, Table, UnknownEventError, define, matching, then, when

np, pd, pl, pa, duckdb = map(package, ("numpy", "pandas", "polars", "pyarrow", "duckdb"))

LOG: dict[str, list[Any]] = {
    "order": ["tea", "jam", "tea", "jam", "tea", "tea"],
    "an activity": ["pay", "pay", "ship", "cancel", "pay", "refund"],
    "at": [10, 11, 20, 21, 30, 31],
}
DAYS = [datetime(2026, 1, day) for day in (1, 2, 5, 6, 9, 10)]


class Subclass(dict[str, Any]):
    pass


def relation() -> Any:
    """A query whose rows would come in another order if it were asked twice for them."""
    found = duckdb.connect().from_arrow(pa.table(LOG))
    return found


FRAMES: dict[str, Callable[[], Any]] = {
    "dict": lambda: LOG,
    "subclass of dict": lambda: Subclass(LOG),
    "Arrow's stream": lambda: Given({"other": [None] * 6, **LOG}),
    "pandas": lambda: pd.DataFrame(LOG),
    "pandas with an index": lambda: pd.DataFrame({**LOG, "x": range(9, 3, -1)}).set_index("x"),
    "pandas categories": lambda: pd.DataFrame(LOG).astype({"order": "category", "an activity": "category"}),
    "Polars": lambda: pl.DataFrame(LOG),
    "lazy Polars": lambda: pl.DataFrame(LOG).lazy(),
    "pyarrow Table": lambda: pa.table(LOG),
    "pyarrow RecordBatch": lambda: pa.record_batch(LOG),
    "pyarrow reader": lambda: pa.table(LOG).to_reader(max_chunksize=2),
    "DuckDB": relation,
}


@pytest.fixture(scope="module")
def table() -> Table[Any, Any]:
    return orders()


@pytest.mark.parametrize("kind", FRAMES)
def test_columns_by_names(table: Table[Any, Any], kind: str) -> None:
    frame = FRAMES[kind]()
    found = table.replay(frame, token="order", event="an activity", time="at", row_counts=True)
    expected = table.replay(LOG["an activity"], LOG["order"], times=LOG["at"], row_counts=True)
    assert found.counts == expected.counts and found.counts.violations == 2
    # Codes of categories number tokens otherwise than their order in the log.
    assert found.state_of == expected.state_of == {"tea": table.State.cancelled, "jam": table.State.paid}
    assert found.violations.columns == expected.violations.columns
    assert list(found.row_counts or ()) == list(expected.row_counts or ())
    assert found.durations == expected.durations


def test_without_tokens_all_events_are_those_of_one(table: Table[Any, Any]) -> None:
    assert table.replay(LOG, event="an activity").tokens == range(1)


def test_cases_and_arguments_are_named_too() -> None:
    class Weather(Enum):
        DRY = 0
        WET = 1

    taken: list[int] = []
    table = Table(
        define("home")(
            when("go")(
                matching(Weather.DRY) | then("away") | (lambda cents: taken.append(cents)),
                matching(Weather.WET) | then(),
            )
        ),
        define("away")(when("back") | then("home")),
        initial="home",
        arguments={"go": int},
    )
    log = {"event": ["go", "go", "back"], "weather": ["WET", "DRY", "DRY"], "cents": [1, 2, 3]}
    found = table.replay(log, event="event", cases={Weather: "weather"}, arguments={"go": "cents"}, call=True)
    assert (list(found.states), taken) == (["home"], [2])
    again = table.replay(log, event="event", cases={Weather: [0, 0, 0]}, arguments={"go": ["cents"]}, call=True)
    assert (again.counts.unhandled, taken) == (1, [2, 1])


FAULTS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "misspelt": ({"event": "an activty"}, KeyError, "the table has no column 'an activty': perhaps 'an activity' is meant"),
    "missing": ({"event": "zzz"}, KeyError, "it has 'order', 'an activity', 'at'"),
    "missing case": ({"event": "an activity", "cases": {1: "weather"}}, KeyError, "no column 'weather'"),
    "no event": ({"token": "order"}, BadValueError, r"name its column of events \(event=...\)"),
    "nothing named": ({}, BadValueError, r"name its column of events \(event=...\)"),
    "no str": ({"event": 5}, TypeError, "event is the name of a column, a str, not 5"),
    "both": (
        {"event": "an activity", "token": "order", "tokens": ["x"] * 6},
        BadValueError,
        "token= names a column, and tokens= is one",
    ),
    "both times": (
        {"event": "an activity", "time": "at", "times": [1] * 6},
        BadValueError,
        "time= names a column, and times= is one",
    ),
    "time of texts": ({"event": "an activity", "time": "order"}, TypeError, "times must be integers, or times of"),
    "other events": ({"event": "order"}, UnknownEventError, "index 0, 'tea'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong(table: Table[Any, Any], fault: str) -> None:
    options, kind, text = FAULTS[fault]
    with pytest.raises(kind, match=text):
        table.replay(LOG, **options)


@pytest.mark.parametrize("value", ["pay", 5, None, ["pay"], [["pay"]]], ids=repr)
def test_what_is_no_table(table: Table[Any, Any], value: Any) -> None:
    with pytest.raises(TypeError, match="a log is a table of pandas, Polars, pyarrow or DuckDB, a mapping .*; not "):
        table.replay(value, event="event")


def test_a_column_is_no_table(table: Table[Any, Any]) -> None:
    with pytest.raises(TypeError, match="is a column, and no table"):
        table.replay(pa.array(["pay"]), event="event")


def test_a_name_that_is_there_twice(table: Table[Any, Any]) -> None:
    twice = pd.DataFrame([["tea", "pay", "pay"]], columns=["order", "event", "event"])
    with pytest.raises(BadValueError, match="the table has 2 columns 'event': which is meant"):
        table.replay(twice, token="order", event="event")


@pytest.mark.parametrize("kind", ["dict", "pandas", "Polars", "pyarrow"])
def test_nulls_and_empty_logs(table: Table[Any, Any], kind: str) -> None:
    makers: dict[str, Callable[[], Any]] = {
        "dict": lambda: dict,
        "pandas": lambda: pd.DataFrame,
        "Polars": lambda: pl.DataFrame,
        "pyarrow": lambda: pa.table,
    }
    make = makers[kind]()
    names: dict[str, Any] = {"token": "order", "event": "event"}
    with pytest.raises(UnknownEventError, match="index 1.*null is no event"):
        table.replay(make({"order": ["a", "a"], "event": ["pay", None]}), **names)
    with pytest.raises(BadValueError, match="the event at index 1 has no token"):
        table.replay(make({"order": ["a", None], "event": ["pay", "pay"]}), **names)
    is_float = kind == "pandas"
    told = "not floats, which pandas makes of integers with gaps" if is_float else "the event at index 0 has no time"
    with pytest.raises((BadValueError, TypeError), match=told):
        table.replay(make({"order": ["a", "b"], "event": ["pay", "pay"], "at": [None, 3]}), **names, time="at")
    empty = table.replay(make({"order": [], "event": []}), **names)
    assert (empty.counts.events, list(empty.tokens), empty.columns["token"]) == (0, [], [])


def test_mixed_types_of_tokens_stay_apart(table: Table[Any, Any]) -> None:
    found = table.replay({"order": [1, "1", 1], "event": ["pay", "pay", "ship"]}, token="order", event="event")
    assert found.state_of == {1: table.State.shipped, "1": table.State.paid}


def test_columns_of_other_lengths(table: Table[Any, Any]) -> None:
    with pytest.raises(BadValueError, match="there are 1 tokens for 2 events"):
        table.replay({"order": [1], "event": ["pay", "pay"]}, token="order", event="event")


UNITS: dict[str, tuple[Callable[[], Any], float]] = {
    "numbers": (lambda: [1, 2, 5, 6, 9, 10], 0.0),
    "pandas": (lambda: pd.Series(DAYS), 86400.0),
    "pandas with a zone": (lambda: pd.Series(DAYS).dt.tz_localize("UTC"), 86400.0),
    "pandas seconds": (lambda: pd.Series(np.array(DAYS, "M8[s]")), 86400.0),
    "pandas by Arrow": (lambda: pd.Series(DAYS).astype("timestamp[ms][pyarrow]"), 86400.0),
    "Polars": (lambda: pl.Series(DAYS), 86400.0),
    "Polars dates": (lambda: pl.Series(DAYS).dt.date(), 86400.0),
    "pyarrow": (lambda: pa.array(DAYS, pa.timestamp("ms")), 86400.0),
    "pyarrow dates": (lambda: pa.array([each.date() for each in DAYS], pa.date32()), 86400.0),
    "numpy": (lambda: np.array(DAYS, "M8[h]"), 86400.0),
    "numpy weeks of 7 days": (lambda: np.array([1, 2, 5, 6, 9, 10]).astype("m8[7D]"), 7 * 86400.0),
}


@pytest.mark.parametrize("kind", UNITS)
def test_the_unit_of_times_is_known(table: Table[Any, Any], kind: str) -> None:
    make, seconds = UNITS[kind]
    found = table.replay(["pay", "go back"] * 3, times=make(), row_counts=True)
    assert found.durations is not None
    (spent,) = {each.median * (found._time_unit or 0) for each in found.durations[:1] if each is not None}
    assert spent == pytest.approx(3 * seconds)  # of an order that is open


def test_times_of_entry_may_be_null_in_each_unit(table: Table[Any, Any]) -> None:
    for entered in (
        pd.Series([DAYS[0], None]).astype("M8[s]"),
        pd.Series([DAYS[0], None]).astype("M8[us]"),
        np.array([DAYS[0], None], "M8[s]"),
    ):
        times = np.array(DAYS[2:4], "M8[s]").astype(getattr(entered, "dtype"))
        found = table.replay(["pay", "pay"], ["a", "b"], times=times, entered=entered, row_counts=True)
        assert found.durations is not None and found.durations[0] is not None
        assert found.durations[0].mean * (found._time_unit or 0) == pytest.approx(4 * 86400)
    nothing = table.replay(["pay"], times=np.array([1]), entered=pd.Series([pd.NaT]), row_counts=True)
    assert nothing.durations == [None] * table.row_count
