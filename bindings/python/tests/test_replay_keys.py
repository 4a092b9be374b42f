"""Tokens that packages have as numbers, but show as times, dates or flags: results have what they show."""

from __future__ import annotations

import gc
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from replayed import orders
from replayed_columns import package

from swiftfsm.replay.arrow_objects import objects_of

np, pa, pd, pl = map(package, ("numpy", "pyarrow", "pandas", "polars"))

TIMES = [datetime(2026, 1, 2, 3, 4, 5, 678), datetime(1969, 1, 2)]
ZONED = [each.replace(tzinfo=timezone.utc) for each in TIMES]
DATES = [date(2026, 1, 2), date(1969, 12, 31)]
SPANS = [timedelta(1, 2, 3), timedelta(-1)]
HOURS = [time(3, 4, 5, 678), time()]
FLAGS = [True, False]

KEYS: dict[str, tuple[Any, list[Any]]] = {
    "list of times": (lambda: TIMES, TIMES),
    "list of flags": (lambda: FLAGS, FLAGS),
    "pandas times": (lambda: pd.Series(TIMES), TIMES),
    "pandas zoned": (lambda: pd.Series(ZONED).dt.tz_convert("Europe/Paris"), ZONED),
    "pandas spans": (lambda: pd.Series(SPANS), SPANS),
    "pandas index": (lambda: pd.DatetimeIndex(TIMES), TIMES),
    "pandas flags": (lambda: pd.Series(FLAGS), FLAGS),
    "pandas boolean": (lambda: pd.Series(FLAGS, dtype="boolean"), FLAGS),
    "pandas arrow times": (lambda: pd.Series(TIMES, dtype=pd.ArrowDtype(pa.timestamp("us"))), TIMES),
    "pandas arrow dates": (lambda: pd.Series(DATES, dtype=pd.ArrowDtype(pa.date32())), DATES),
    "pandas arrow flags": (lambda: pd.Series(FLAGS, dtype=pd.ArrowDtype(pa.bool_())), FLAGS),
    "pandas categorical": (lambda: pd.Series(TIMES).astype("category"), TIMES),
    "numpy flags": (lambda: np.array(FLAGS), FLAGS),
    "polars times": (lambda: pl.Series(TIMES), TIMES),
    "polars zoned": (lambda: pl.Series(ZONED).dt.convert_time_zone("Europe/Paris"), ZONED),
    "polars dates": (lambda: pl.Series(DATES), DATES),
    "polars spans": (lambda: pl.Series(SPANS), SPANS),
    "polars hours": (lambda: pl.Series(HOURS), HOURS),
    "polars flags": (lambda: pl.Series(FLAGS), FLAGS),
    "polars nanoseconds": (lambda: pl.Series(TIMES).dt.cast_time_unit("ns"), TIMES),
    "arrow times": (lambda: pa.array(TIMES), TIMES),
    "arrow zoned": (lambda: pa.array(ZONED, pa.timestamp("us", "+01:00")), ZONED),
    "arrow dates": (lambda: pa.array(DATES), DATES),
    "arrow long dates": (lambda: pa.array(DATES, pa.date64()), DATES),
    "arrow spans": (lambda: pa.array(SPANS), SPANS),
    "arrow hours": (lambda: pa.array(HOURS), HOURS),
    "arrow flags": (lambda: pa.array(FLAGS), FLAGS),
    "arrow chunks": (lambda: pa.chunked_array([pa.array(TIMES[:1]), pa.array(TIMES[1:])]), TIMES),
    "arrow dictionary": (lambda: pa.array(TIMES).dictionary_encode(), TIMES),
    "arrow capsule": (lambda: pa.table({"x": pa.array(TIMES)}), TIMES),
}


@pytest.mark.parametrize("kind", KEYS)
def test_tokens_are_shown_as_their_column_shows_them(kind: str) -> None:
    column, values = KEYS[kind]
    found = orders().replay(["pay", "ship"], column())
    gc.collect()  # columns of packages are kept, or not needed
    names = {key: found.states.names[list(found.tokens).index(key)] for key in values}
    assert list(names.values()) == ["paid", "open"]
    assert found.state_of.keys() == set(values)
    assert [each.token for each in found.violations] == [values[1]]
    assert found.violations.columns["token"] == [values[1]]
    labelled = orders().replay([["pay"], ["ship"]], column())
    assert list(labelled.state_of) == values and labelled.states.names == ["paid", "open"]


@pytest.mark.parametrize("kind", KEYS)
def test_a_stream_goes_on_with_them(kind: str) -> None:
    column, values = KEYS[kind]
    if kind in ("arrow capsule", "pandas index"):
        pytest.skip("no column of a batch")
    stream = orders().replayer("token", "event").stream()
    stream({"token": column(), "event": ["pay", "pay"]})
    stream({"token": column(), "event": ["ship", "pay"]})
    assert [stream.states[key] for key in values] == ["shipped", "paid"]
    assert stream.violated == {values[1]}


def test_times_of_numpy_stay_its_own() -> None:
    """Those of Python have no nanoseconds."""
    times = np.array(["2026-01-02T00:00:00.000000001", "2026-01-02"], "M8[ns]")
    assert list(orders().replay(["pay", "ship"], times).state_of) == sorted(times)
    spans = np.array([1, 2], "m8[h]")
    assert list(orders().replay(["pay", "ship"], spans).state_of) == list(spans)


def test_timestamps_of_pandas_find_their_state() -> None:
    times = pd.Series(pd.to_datetime(["2026-01-02", "2026-01-03"]))
    found = orders().replay(["pay", "ship"], times)
    assert found.state_of[pd.Timestamp("2026-01-02")].name == "paid"
    assert found.to_pandas()["token"].dtype == times.dtype
    assert found.violations[:0] == [] and found.violations.to_pandas()["token"].dtype == times.dtype


def test_batches_give_tokens_in_the_type_that_they_came_in() -> None:
    replay = orders().replayer("token", "event", gives="states")
    for made in (
        pd.DataFrame({"token": TIMES, "event": ["pay", "ship"]}),
        pl.DataFrame({"token": TIMES, "event": ["pay", "ship"]}),
        pl.DataFrame({"token": ZONED, "event": ["pay", "ship"]}).cast({"token": pl.Datetime("ms", "Europe/Paris")}),
        pl.DataFrame({"token": DATES, "event": ["pay", "ship"]}),
        pa.table({"token": pa.array(ZONED, pa.timestamp("us", "Europe/Paris")), "event": ["pay", "ship"]}),
        pa.table({"token": DATES, "event": ["pay", "ship"]}),
        pa.table({"token": FLAGS, "event": ["pay", "ship"]}),
    ):
        states = replay(made)
        assert set(states["token"].to_pylist() if isinstance(made, pa.Table) else states["token"]) == set(
            made["token"].to_pylist() if isinstance(made, pa.Table) else made["token"]
        )
        kinds = [each.schema if hasattr(each, "schema") else each.dtypes for each in (made, states)]
        kind, found = (each.field("token").type if isinstance(made, pa.Table) else each["token"] for each in kinds)
        assert kind == found


@pytest.mark.parametrize("format", ["tsn:", "tDn", "ttn", "tdm"])
def test_what_datetime_cannot_tell_stays_a_number(format: str) -> None:
    objects = objects_of(format)
    assert objects is not None
    assert objects([1000, 1]) == [1000, 1]
    assert objects([2**62]) == [2**62]


def test_numbers_stay_numbers() -> None:
    assert all(objects_of(format) is None for format in "cCsSiIlLfguU")


@pytest.mark.parametrize("column", [[2, 0, 1], ["b", None, None], [None, "a", "b"]])
def test_lists_have_different_tokens_or_none(column: list[Any]) -> None:
    for tokens in (column, pd.Series(column), pl.Series(column), pa.array(column)):
        assert len(orders().replay([["pay"], [], ["ship"]], tokens).states) == 3
