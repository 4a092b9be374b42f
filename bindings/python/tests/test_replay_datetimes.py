"""Python's own times as those of events."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest
from replayed import orders
from replayed_columns import package

from swiftfsm import BadValueError

pd = package("pandas")

MINUTES = [datetime(2026, 1, 2, 3, 4), datetime(2026, 1, 2, 3, 6), datetime(2026, 1, 2, 3, 10)]
PARIS = timezone(timedelta(hours=1))
EVENTS = ["pay", "ship", "refund"]

TIMES: dict[str, Any] = {
    "bare": lambda: MINUTES,
    "iterator": lambda: iter(MINUTES),
    "zoned": lambda: [each.replace(tzinfo=PARIS) for each in MINUTES],
    "several zones": lambda: [each.replace(tzinfo=timezone.utc).astimezone(PARIS) for each in MINUTES[:2]]
    + [MINUTES[2].replace(tzinfo=timezone.utc)],
    "objects of pandas": lambda: pd.Series(MINUTES, dtype=object),
    "timestamps in a list": lambda: list(map(pd.Timestamp, MINUTES)),
}


@pytest.mark.parametrize("kind", TIMES)
def test_times_are_microseconds(kind: str) -> None:
    found = orders().replay(EVENTS, times=TIMES[kind](), row_counts=True)
    assert found.durations is not None and found.row_counts is not None
    spent = {label: each.mean for label, each in zip(found.row_counts.labels, found.durations) if each is not None}
    assert spent == {"paid ship -> shipped": 120e6, "shipped refund -> cancelled": 240e6}
    assert "2 min" in found.diagram("mermaid")
    last = MINUTES[2].replace(tzinfo=PARIS if kind == "zoned" else timezone.utc)
    assert found.columns["entered"] == [last.timestamp() * 1e6]


def test_dates_are_times_at_midnight() -> None:
    days = [date(2026, 1, 2), date(2026, 1, 3), datetime(2026, 1, 5)]
    found = orders().replay(EVENTS, times=days, row_counts=True)
    assert found.durations is not None
    assert [each.mean / 86400e6 for each in found.durations if each is not None] == [1, 2]


@pytest.mark.parametrize("kind", ["list", "mapping", "ints"])
def test_entered_may_be_times_too(kind: str) -> None:
    before = MINUTES[0] - timedelta(minutes=1)
    told: dict[str, Any] = {
        "list": [before, None],
        "mapping": {"tea": before},
        "ints": [int(before.replace(tzinfo=timezone.utc).timestamp() * 1e6), -(2**63)],
    }
    found = orders().replay(["pay", "pay"], ["tea", "jam"], times=MINUTES[:2], entered=told[kind], row_counts=True)
    assert found.durations is not None
    (pay,) = [each for each in found.durations if each is not None]
    assert (pay.measured, pay.mean) == (1, 60e6)


@pytest.mark.parametrize(
    ("times", "error", "text"),
    [
        ([MINUTES[0], MINUTES[1].replace(tzinfo=PARIS), MINUTES[2]], BadValueError, "has a time zone, but .* has none"),
        ([*MINUTES[:2], 5], TypeError, "times must all be times, but there is 5 among them"),
        ([*MINUTES[:2], None], BadValueError, "the event at index 2 has no time"),
        (["2026", "2027", "2028"], TypeError, "times must be integers, or times of Python, numpy"),
        (MINUTES[:2], BadValueError, "2 values for 3 events"),
    ],
)
def test_what_is_wrong_with_times(times: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        orders().replay(EVENTS, times=times)


def test_times_of_pandas_that_are_not_there() -> None:
    with pytest.raises(BadValueError, match="the event at index 1 has no time"):
        orders().replay(EVENTS, times=[MINUTES[0], pd.NaT, MINUTES[2]])
    with pytest.raises(BadValueError, match="the event at index 1 has no time"):
        orders().replay(EVENTS, times=pd.Series([MINUTES[0], None, MINUTES[2]], dtype=object))
