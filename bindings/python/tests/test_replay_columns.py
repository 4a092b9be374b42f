"""Columns of all kinds of all packages: each gives the same replay."""

from __future__ import annotations

from array import array
from ctypes import c_int16, c_uint32
from typing import Any

import pytest
from replayed import told
from replayed_columns import COUNT, TOKENS, ColumnLog, Given, package

from swiftfsm import BadValueError

np, pa, pd, pl = map(package, ("numpy", "pyarrow", "pandas", "polars"))


@pytest.fixture(scope="module")
def log() -> ColumnLog:
    return ColumnLog()


def chunked(values: Any, at: int) -> Any:
    return pa.chunked_array([values[:at], values[at : at + 7], values[at + 7 : at + 7], values[at + 7 :]])


EVENTS: dict[str, Any] = {
    "members": lambda log: log.events,
    "texts as bytes": lambda log: [each.encode() for each in log.names],
    "numpy bytes": lambda log: np.array([each.encode() for each in log.names]),
    "iterator": lambda log: iter(log.events),
    "names": lambda log: log.names,
    "ids": lambda log: log.ids,
    **{f"array {code}": lambda log, code=code: array(code, log.ids) for code in "bBhHiIlLqQ"},
    "bytes": lambda log: bytes(log.ids),
    "ctypes": lambda log: (c_int16 * COUNT)(*log.ids),
    "capsule of texts": lambda log: Given({"event": log.names}),
    "capsule of ids": lambda log: Given({"event": log.ids}),
    "memoryview": lambda log: memoryview(array("i", log.ids)),
    "strided": lambda log: memoryview(array("i", [each for id in log.ids for each in (id, 0)]))[::2],
    **{f"numpy {code}": lambda log, code=code: np.array(log.ids, code) for code in ("u1", "i2", "u4", "i8", ">i4")},
    "numpy strided": lambda log: np.array(log.ids * 2)[:COUNT][::1],
    "numpy reversed": lambda log: np.array(log.ids[::-1])[::-1],
    "numpy texts": lambda log: np.array(log.names),
    "numpy objects": lambda log: np.array(log.names, object),
    "numpy masked": lambda log: np.ma.array(log.ids),
    "pandas texts": lambda log: pd.Series(log.names),
    "pandas objects": lambda log: pd.Series(log.names, dtype=object),
    "pandas categorical": lambda log: pd.Series(log.names, dtype="category"),
    "pandas Categorical": lambda log: pd.Categorical(log.names),
    "pandas ints": lambda log: pd.Series(log.ids, index=range(7, 7 + COUNT)),
    "pandas Int8": lambda log: pd.Series(log.ids, dtype="Int8"),
    "pandas sparse": lambda log: pd.Series(log.ids, dtype="Sparse[int8]"),
    "pandas arrow": lambda log: pd.Series(log.ids, dtype=pd.ArrowDtype(pa.int16())),
    "pandas arrow dictionary": lambda log: pd.Series(
        pd.arrays.ArrowExtensionArray(pa.array(log.names).dictionary_encode())
    ),
    "pandas index": lambda log: pd.Index(log.names),
    "polars texts": lambda log: pl.Series(log.names),
    "polars categorical": lambda log: pl.Series(log.names, dtype=pl.Categorical),
    "polars enum": lambda log: pl.Series(log.names, dtype=pl.Enum(sorted(set(log.names)))),
    "polars ints": lambda log: pl.Series(log.ids, dtype=pl.UInt8),
    "polars chunks": lambda log: pl.concat([pl.Series(log.ids[:9]), pl.Series(log.ids[9:])], rechunk=False),
    "polars categorical chunks": lambda log: pl.concat(
        [pl.Series(log.names[:9], dtype=pl.Categorical), pl.Series(log.names[9:], dtype=pl.Categorical)], rechunk=False
    ),
    "arrow texts": lambda log: pa.array(log.names),
    "arrow large texts": lambda log: pa.array(log.names, pa.large_string()),
    "arrow views": lambda log: pa.array(log.names, pa.string_view()),
    "arrow binary": lambda log: pa.array(log.names).cast(pa.binary()).cast(pa.string()),
    "arrow dictionary": lambda log: pa.array(log.names).dictionary_encode(),
    "arrow dictionary u1": lambda log: pa.array(log.names).cast(pa.dictionary(pa.uint8(), pa.string())),
    "arrow sliced": lambda log: pa.array(["pay", None, *log.names, "pay"])[2:-1],
    "arrow sliced dictionary": lambda log: pa.array(["ship", *log.names]).dictionary_encode()[1:],
    "arrow ints": lambda log: pa.array(log.ids, pa.int8()),
    "arrow chunks": lambda log: chunked(pa.array(log.ids, pa.uint16()), 100),
    "arrow chunks of dictionaries": lambda log: pa.chunked_array(
        [pa.array(log.names[:50]).dictionary_encode(), pa.array(log.names[50:]).dictionary_encode()]
    ),
}

TOKEN_COLUMNS: dict[str, Any] = {
    "list": lambda log: log.tokens,
    **{f"array {code}": lambda log, code=code: array(code, log.tokens) for code in "bBhHiIqQ"},
    "ctypes": lambda log: (c_uint32 * COUNT)(*log.tokens),
    "capsule": lambda log: Given({"token": log.tokens}),
    "numpy": lambda log: np.array(log.tokens, "u2"),
    "pandas": lambda log: pd.Series(log.tokens),
    "polars": lambda log: pl.Series(log.tokens),
    "arrow": lambda log: pa.array(log.tokens),
    "arrow chunks": lambda log: chunked(pa.array(log.tokens, pa.int32()), 33),
}

KEYS: dict[str, Any] = {
    "list": lambda log: log.keys,
    "tuples": lambda log: [(key, 1) for key in log.keys],
    "capsule": lambda log: Given({"key": log.keys}),
    "sparse": lambda log: [10**12 + number for number in log.tokens],
    "huge": lambda log: [10**30 + number for number in log.tokens],
    "negative": lambda log: [-number - 1 for number in log.tokens],
    "numpy negative": lambda log: np.array([-number - 1 for number in log.tokens]),
    "u8": lambda log: array("Q", [2**64 - 1 - number for number in log.tokens]),
    "numpy u8": lambda log: np.array([2**64 - 1 - number for number in log.tokens], "u8"),
    "numpy": lambda log: np.array(log.keys),
    "pandas": lambda log: pd.Series(log.keys),
    "pandas categorical": lambda log: pd.Series(log.keys, dtype="category"),
    "arrow uuids": lambda log: pa.array([f"{number:016}".encode() for number in log.tokens], pa.binary(16)),
    "arrow bytes": lambda log: pa.array([each.encode() for each in log.keys], pa.binary_view()),
    "polars": lambda log: pl.Series(log.keys),
    "polars categorical": lambda log: pl.Series(log.keys, dtype=pl.Categorical),
    "polars big": lambda log: pl.Series(log.tokens) + 10**11,
    "arrow": lambda log: pa.array(log.keys),
    "arrow views": lambda log: pa.array(log.keys, pa.string_view()),
    "arrow dictionary": lambda log: pa.array(log.keys).dictionary_encode(),
    "arrow dictionary of ints": lambda log: pa.array([10**9 + each for each in log.tokens]).dictionary_encode(),
    "arrow chunks of dictionaries": lambda log: pa.chunked_array(
        [pa.array(log.keys[:50]).dictionary_encode(), pa.array(log.keys[50:]).dictionary_encode()]
    ),
}


@pytest.mark.parametrize("kind", EVENTS)
def test_events_of_each_kind(log: ColumnLog, kind: str) -> None:
    found = log.table.replay(EVENTS[kind](log), log.tokens)
    assert found.states == log.expected.states and told(found) == told(log.expected)


@pytest.mark.parametrize("events", ["ids", "arrow chunks"])
@pytest.mark.parametrize("kind", TOKEN_COLUMNS)
def test_tokens_of_each_kind(log: ColumnLog, kind: str, events: str) -> None:
    found = log.table.replay(EVENTS[events](log), TOKEN_COLUMNS[kind](log))
    assert found.tokens == range(TOKENS)
    assert found.states == log.expected.states and told(found) == told(log.expected)


def plain(column: Any) -> list[Any]:
    """A column as a list."""
    for name in ("to_pylist", "tolist", "to_list"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


@pytest.mark.parametrize("kind", KEYS)
def test_tokens_that_are_keys(log: ColumnLog, kind: str) -> None:
    column = KEYS[kind](log)
    found = log.table.replay(log.ids, column)
    number_of = dict(zip(log.keys if kind == "capsule" else plain(column), log.tokens))
    for key, state in found.state_of.items():
        assert log.expected.states[number_of[key]] == state
    assert [(index, number_of[key], *rest) for index, key, *rest in told(found)] == told(log.expected)


@pytest.mark.parametrize(
    "kind",
    [
        "lists",
        "ids",
        "arrays",
        "numpy",
        "pandas",
        "polars",
        "polars categorical",
        "arrow",
        "large",
        "chunks",
        "fixed",
        "nulls",
    ],
)
def test_lists_of_each_kind(log: ColumnLog, kind: str) -> None:
    lists, ids = log.lists(log.names), log.lists(log.ids)
    columns: dict[str, Any] = {
        "lists": lambda: lists,
        "ids": lambda: ids,
        "arrays": lambda: [array("h", each) for each in ids],
        "numpy": lambda: [np.array(each) for each in ids],
        "pandas": lambda: pd.Series(lists),
        "polars": lambda: pl.Series(lists),
        "polars categorical": lambda: pl.Series(lists, dtype=pl.List(pl.Categorical)),
        "arrow": lambda: pa.array(ids, pa.list_(pa.int16())),
        "large": lambda: pa.array(lists, pa.large_list(pa.large_string())),
        "chunks": lambda: pa.chunked_array([pa.array(lists[:3]), pa.array(lists[3:])]),
        "fixed": lambda: pa.array(ids),
        "nulls": lambda: pa.array([None, *lists])[1:],
    }
    found = log.table.replay(columns[kind]())
    assert found.states == log.expected.states
    assert found.counts == log.expected.counts
    if kind == "fixed":
        pairs = pa.array([each[:2] for each in ids], pa.list_(pa.int64(), 2))
        assert log.table.replay(pairs[1:3]).states == log.table.replay([each[:2] for each in ids[1:3]]).states


@pytest.mark.parametrize(
    "kind",
    [
        "list",
        "masked",
        "masked ids",
        "pandas",
        "categorical",
        "pandas Int64",
        "polars",
        "polars categorical",
        "arrow",
        "ids",
    ],
)
def test_null_is_no_event(log: ColumnLog, kind: str) -> None:
    names: list[Any] = ["pay", None, "ship", None]
    ids = [log.table._events.identify(log.table.Event[name]) if name else None for name in names]
    mask = [name is None for name in names]
    columns: dict[str, Any] = {
        "list": lambda: names,
        "masked": lambda: np.ma.array([name or "pay" for name in names], mask=mask),
        "masked ids": lambda: np.ma.array([id or 0 for id in ids], mask=mask),
        "pandas": lambda: pd.Series(names),
        "categorical": lambda: pd.Series(names, dtype="category"),
        "pandas Int64": lambda: pd.Series(ids, dtype="Int64"),
        "polars": lambda: pl.Series(names),
        "polars categorical": lambda: pl.Series(names, dtype=pl.Categorical),
        "arrow": lambda: pa.array([*names, "x"])[:-1],
        "ids": lambda: pa.array(ids),
    }
    found = log.table.replay(columns[kind](), skip_unknown=True)
    assert found.counts.skipped == 2 and found.states.names == ["shipped"]
    with pytest.raises(LookupError, match="the event at index 1: null is no event"):
        log.table.replay(columns[kind]())


@pytest.mark.parametrize(
    "kind", ["names", "members", "pandas", "categorical", "polars", "polars categorical", "arrow", "numpy"]
)
def test_states_of_each_kind(log: ColumnLog, kind: str) -> None:
    names = ["paid", None, "open"]
    columns: dict[str, Any] = {
        "names": lambda: names,
        "members": lambda: [log.table.State.paid, None, log.table.State.open],
        "pandas": lambda: pd.Series(names),
        "categorical": lambda: pd.Series(names, dtype="category"),
        "polars": lambda: pl.Series(names),
        "polars categorical": lambda: pl.Series(names, dtype=pl.Categorical),
        "arrow": lambda: pa.array(names),
        "numpy": lambda: np.array(names, object),
    }
    found = log.table.replay(["ship", "pay"], [0, 1], states=columns[kind]())
    assert found.states.names == ["shipped", "paid", "open"]


TIMES: dict[str, Any] = {
    "list": lambda: [0, 1, 4],
    "array": lambda: array("i", [0, 1, 4]),
    "pandas": lambda: pd.Series(days()),
    "pandas zoned": lambda: pd.Series(days().tz_localize("UTC")),
    "numpy": lambda: days().to_numpy(),
    "numpy of another byte order": lambda: days().to_numpy().astype(">M8[s]"),
    "numpy differences": lambda: (days().to_numpy() - days().to_numpy()[0]).astype(">m8[s]"),
    "numpy masked": lambda: np.ma.array(days().to_numpy()),
    "polars": lambda: pl.Series(days().to_pydatetime().tolist()),
    "arrow": lambda: pa.array(days()),
    "arrow dates": lambda: pa.array(days()).cast(pa.date32()),
}


def days() -> Any:
    return pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-05"])


@pytest.mark.parametrize("kind", TIMES)
def test_times_of_each_kind(log: ColumnLog, kind: str) -> None:
    found = log.table.replay(["pay", "ship", "refund"], times=TIMES[kind](), row_counts=True)
    assert found.row_times is not None and found.row_counts is not None
    spent = dict(zip(found.row_counts.labels, found.row_times))
    assert spent["shipped refund -> cancelled"] == 3 * spent["paid ship -> shipped"] > 0


GAPS: dict[str, Any] = {
    "numpy masked": lambda: np.ma.array([0, 7, 4], mask=[False, True, False]),
    "numpy masked days": lambda: np.ma.array(days().to_numpy(), mask=[False, True, False]),
    "pandas Int64": lambda: pd.Series([0, None, 4], dtype="Int64"),
    "pandas arrow": lambda: pd.Series([0, None, 4], dtype=pd.ArrowDtype(pa.int16())),
}


@pytest.mark.parametrize("kind", GAPS)
def test_times_with_gaps(log: ColumnLog, kind: str) -> None:
    with pytest.raises(BadValueError, match="the event at index 1 has no time"):
        log.table.replay(["pay", "ship", "refund"], times=GAPS[kind]())


def test_nobody_knows_when_a_token_entered_its_state(log: ColumnLog) -> None:
    entered = pd.Series([3, None], dtype="Int64")
    found = log.table.replay(["pay", "pay"], ["tea", "jam"], times=[4, 4], entered=entered, row_counts=True)
    assert found.durations is not None
    assert [(each.measured, each.mean) for each in found.durations if each is not None] == [(1, 1)]


def test_times_that_64_bits_do_not_hold(log: ColumnLog) -> None:
    with pytest.raises(BadValueError, match=r"times must be less than 2\*\*63, not 18446744073709551615"):
        log.table.replay(["pay"], times=array("Q", [2**64 - 1]))
