"""Tokens that the log does not have: results leave them out, unless the caller numbers tokens."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import Any

import pytest
from replayed import DEVICE, orders
from replayed_columns import package

from swiftfsm import Table, UnknownEventError

np, pa, pd, pl = map(package, ("numpy", "pyarrow", "pandas", "polars"))

EVENTS = ["pay", "pay", "ship", "ship", "refund"]
NUMBERS = [7, 2, 7, 5, 5]


@pytest.fixture(params=["numpy", "no numpy"], autouse=True)
def kind_of_loops(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replays know that numpy is loaded, or do not."""
    if request.param == "numpy":
        pytest.importorskip("numpy")
    else:
        for module in ("parts", "coding", "found", "present"):
            monkeypatch.setattr(f"swiftfsm.replay.{module}.loaded_numpy", lambda: None)
    yield


COLUMNS: dict[str, Any] = {
    "list": lambda numbers: numbers,
    "bytes": lambda numbers: array("B", numbers),
    "numpy": lambda numbers: np.array(numbers, "i2"),
    "pandas": lambda numbers: pd.Series(numbers),
    "polars": lambda numbers: pl.Series(numbers),
    "arrow chunks": lambda numbers: pa.chunked_array([pa.array(numbers[:2]), pa.array(numbers[2:])]),
    "arrow dictionary": lambda numbers: pa.chunked_array(
        [pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), pa.array(range(10)))]
    ),
    "pandas categories": lambda numbers: pd.Series(pd.Categorical(numbers, range(10))),
    "polars categories": lambda numbers: pl.Series(list(map(str, numbers)), dtype=pl.Enum(list("0123456789"))),
}


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("limit", [None, 1])
def test_numbers_with_gaps_are_as_many_tokens_as_there_are(kind: str, limit: Any) -> None:
    found = orders().replay(EVENTS, COLUMNS[kind](NUMBERS), limit=limit, times=[1, 2, 3, 4, 5], row_counts=True)
    assert list(map(int, found.tokens)) == [2, 5, 7]
    assert found.states.names == ["paid", "open", "shipped"]
    assert found.first.tolist() == [-1, 3, -1]
    assert found.entered is not None and found.entered.tolist()[::2] == [2, 3]
    assert found.first_times is not None and found.first_times[1] == 4
    told = [(each.index, int(each.token), each.why) for each in found.violations]
    assert told == [(3, 5, "'ship' is not handled in 'open'"), (4, 5, "'refund' is not handled in 'open'")][:limit]
    assert found.counts.violations == 2 and found.counts.violated_tokens == 1
    assert found.columns["violation"] == [None, 3, None]
    assert found.durations is not None and [each.mean for each in found.durations if each is not None] == [2.0]


def test_numbers_from_0_without_gaps_are_a_range() -> None:
    assert orders().replay(EVENTS, [1, 0, 1, 2, 2]).tokens == range(3)
    assert orders().replay(["pay"], [1]).tokens[:] == [1]
    assert orders().replay([], []).tokens == range(0)


NUMBERED: dict[str, Any] = {
    "token_count": lambda: {"token_count": 8},
    "states": lambda: {"states": [None] * 8},
    "contexts": lambda: {"contexts": [None] * 8},
    "entered": lambda: {"entered": [None] * 8, "times": [1, 2, 3, 4, 5]},
}


@pytest.mark.parametrize("kind", NUMBERED)
def test_what_is_given_by_number_has_a_place_for_each_number(kind: str) -> None:
    found = orders().replay(EVENTS, NUMBERS, **NUMBERED[kind]())
    assert found.tokens == range(8)
    assert found.states.names == [None, None, "paid", None, None, "open", None, "shipped"]


def test_what_is_given_by_token_may_name_others_too() -> None:
    states: dict[int, Any] = {5: "shipped", 6: "paid", 40: "paid", 2: None}
    found = orders().replay(EVENTS, NUMBERS, states=states, times=[1, 2, 3, 4, 5], entered={5: 1, 4: 2})
    assert list(found.tokens) == [2, 5, 7] and found.states.names == ["paid", "cancelled", "shipped"]
    assert found.entered is not None and found.entered.tolist() == [2, 5, 3]
    later = orders().replay(["ship"], [2], states=found.state_of)
    assert list(later.tokens) == [2] and later.states.names == ["shipped"]


def test_a_token_whose_events_are_skipped_is_in_the_log() -> None:
    found = orders().replay(["pay", "x", None], [3, 9, 3], skip_unknown=True)
    assert list(found.tokens) == [3, 9] and found.states.names == ["paid", None]
    found = orders().replay(EVENTS, [2, 4, 4, 4, 6], on_violation="stop")
    assert list(found.tokens) == [2, 4, 6] and found.states.names == ["paid", "shipped", None]
    found = orders().replay(EVENTS, [2, 4, 4, 4, 6], on_violation="stop token")
    assert list(found.tokens) == [2, 4, 6] and found.states.names == ["paid", "shipped", "open"]


def test_what_an_error_has_is_of_all_tokens_of_the_log() -> None:
    with pytest.raises(UnknownEventError, match="the event at index 1, 'x' of token 9") as caught:
        orders().replay(["pay", "x", "pay"], [3, 9, 6])
    found = caught.value.replay
    assert list(found.tokens) == [3, 6, 9] and found.states.names == ["paid", None, None]


def test_tokens_of_charts_have_several_numbers() -> None:
    table = Table.read(DEVICE, callbacks={})
    whole = table.replay(["power", "volume", "power"], ["a", "b", "b"])
    found = table.replay(["power", "volume", "power"], [4, 9, 9])
    assert list(found.tokens) == [4, 9]
    assert found.states.names == whole.states.names and list(found.states) == list(whole.states)


def test_no_events_of_lists_are_tokens_nevertheless() -> None:
    assert orders().replay([["pay"], []]).states.names == ["paid", None]
    assert orders().replay([]).states.names == [None]


def test_a_giant_number_takes_no_memory() -> None:
    found = orders().replay(["pay"] * 3, [0, sys.maxsize, 5])
    assert list(found.tokens) == [0, 5, sys.maxsize]
