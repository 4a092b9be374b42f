"""How long tokens had been in their states, and replays as pictures and as tables."""

from __future__ import annotations

import re
import shutil
import sys
from statistics import fmean, median
from typing import Any, Optional

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from replayed import DEVICE, orders
from replayed_columns import package

from swiftfsm import BadValueError, ClosedError, Table
from swiftfsm.replay.durations import Duration, shown_duration

TABLE = orders()
STAYING = Table.read(
    """\
definition
  initial a
  superstate noted
    note -> internal
  state a adopts noted
    go -> b
    again -> same
  state b adopts noted
    go -> a
""",
    callbacks={},
)
NEEDS_DOT = pytest.mark.skipif(shutil.which("dot") is None, reason="the program dot of graphviz is not in PATH")
EVENTS = st.sampled_from(["note", "go", "again"])


def one_by_one(log: list[tuple[str, int, int]], entered: dict[int, Optional[int]]) -> list[Optional[Duration]]:
    """The durations as a person would find them out, by a machine for each token."""
    rows = {(each.source, each.event): each for each in STAYING.transitions()}
    machines: dict[int, Any] = {}
    since = {token: time for token, time in entered.items() if time is not None}
    spent: list[list[int]] = [[] for _ in range(STAYING.row_count)]
    for name, token, time in log:
        machine = machines.setdefault(token, STAYING.machine())
        event = STAYING.event_named(name)
        row = rows.get((machine.state, event))
        machine.send(event)
        if row is None:
            continue
        if token in since:
            spent[row.row].append(time - since[token])
        if name != "note":
            since[token] = time
    return [Duration(len(each), fmean(each), median(each)) if each else None for each in spent]


LOGS = st.lists(st.tuples(EVENTS, st.integers(0, 3), st.integers(0, 50)), max_size=40).map(
    lambda log: [(event, token, time) for (event, token, _), time in zip(log, sorted(each[2] for each in log))]
)
BEGUN = st.dictionaries(st.integers(0, 3), st.none() | st.integers(-9, 0))


@pytest.mark.parametrize("has_numpy", [True, False])
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(log=LOGS, entered=BEGUN)
def test_durations_are_those_of_machines(has_numpy: bool, log: list[tuple[str, int, int]], entered: Any) -> None:
    if has_numpy:
        pytest.importorskip("numpy")
    columns = [list(each) for each in zip(*log)] or [[], [], []]
    with pytest.MonkeyPatch.context() as patch:
        if not has_numpy:
            patch.delitem(sys.modules, "numpy", raising=False)
        told = [entered.get(token) for token in range(4)]
        options: dict[str, Any] = {"times": columns[2], "row_counts": True, "entered": told, "token_count": 4}
        found = STAYING.replay(columns[0], columns[1], **options).durations
    assert found == one_by_one(log, entered)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(log=LOGS)
def test_lists_have_the_same_durations(log: list[tuple[str, int, int]]) -> None:
    lists = [[each for each in log if each[1] == token] for token in range(4)]
    events = [[each[0] for each in one] for one in lists]
    times = [each[2] for one in lists for each in one]
    assert STAYING.replay(events, times=times, row_counts=True).durations == one_by_one(log, {})


def test_times_that_differ_by_more_than_64_bits() -> None:
    found = STAYING.replay(["go", "go"], times=[-(2**63), 2**63 - 1], row_counts=True).durations
    assert found is not None and found[STAYING.transitions()[0].row] is None
    wide = STAYING.replay(["go", "go"], times=[-(2**63) + 1, 2**63 - 1], row_counts=True).durations
    assert [each.mean for each in wide or () if each is not None] == [2.0**63 - 1]


@pytest.mark.parametrize("has_numpy", [True, False])
def test_a_log_that_is_not_sorted_by_time(has_numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if has_numpy:
        pytest.importorskip("numpy")
    else:
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
    found = TABLE.replay(["pay", "pay", "ship"], ["a", "b", "a"], times=[9, 9, 3], row_counts=True)
    with pytest.raises(BadValueError, match="the event at index 2, 'ship' of token 'a', is earlier than one before it"):
        found.durations  # noqa: B018
    with pytest.raises(BadValueError, match="sort the log by time"):
        found.diagram("dot")
    assert list(found._repr_mimebundle_()) == ["text/plain"]


def test_what_was_not_kept_is_not_known() -> None:
    assert TABLE.replay(["pay"], times=[1]).durations is None
    assert TABLE.replay(["pay"], row_counts=True).durations is None
    assert TABLE.replay(["pay"], times=[1], row_counts=True).rows is None
    with pytest.raises(BadValueError, match="replay with row_counts=True"):
        TABLE.replay(["pay"]).diagram()
    with pytest.raises(BadValueError, match=r"replay with times=... and row_counts=True"):
        TABLE.replay(["pay"], row_counts=True).diagram("dot", duration="mean")


@pytest.mark.parametrize(
    ("value", "seconds", "text"),
    [
        (0, 1.0, "0 s"),
        (5, None, "5"),
        (12.345, None, "12.3"),
        (1234567.8, None, "1234568"),
        (5, 1e-9, "5 ns"),
        (0.2, 1e-9, "0.2 ns"),
        (89, 1.0, "89 s"),
        (90, 1.0, "1.5 min"),
        (86400, 1.0, "24 h"),
        (36, 3600.0, "1.5 d"),
        (1500, 86400.0, "1500 d"),
        (2500, 1e-6, "2.5 ms"),
        (100, 1e-6, "100 µs"),
    ],
)
def test_durations_as_people_read_them(value: float, seconds: Optional[float], text: str) -> None:
    assert shown_duration(value, seconds) == text


# ----------------------------------------------------------------------------------------------------------------------
# Pictures
# ----------------------------------------------------------------------------------------------------------------------

LOG = {
    "order": [1, 2, 1, 2, 1, 3],
    "event": ["pay", "pay", "ship", "refund", "refund", "ship"],
    "at": [0, 0, 60, 90, 180, 200],
}


def replayed(**options: Any) -> Any:
    return TABLE.replay(LOG, token="order", event="event", time="at", row_counts=True, **options)


def test_a_matrix_with_counts_and_durations() -> None:
    lines = replayed().diagram("matrix", time_unit="s").split("\n")
    head, opened, paid, _, shipped = lines[:5]
    column = head.index("refund")
    assert paid[column:].startswith("· ×1 · 1.5 min")
    assert shipped[column:].startswith("cancelled ×1 · 2 min")
    assert opened[head.index("pay") :].startswith("paid ×2 ")


@pytest.mark.parametrize("format", ["dot", "mermaid", "plantuml", "markdown", "html"])
def test_each_format_tells_counts_and_durations(format: str) -> None:
    text = replayed().diagram(format, time_unit="s")
    told = re.findall(r"×\d+(?: · [\d.]+ \w+)?", text)
    assert sorted(told) == ["×0", "×0", "×1 · 1.5 min", "×1 · 2 min", "×1 · 60 s", "×2"]
    plain = TABLE.diagram(format, counts=list(replayed().row_counts))  # type: ignore[call-overload]
    # But for what is told beside counts, and for thin arrows, it is the picture of the table.
    thin = re.compile(r'penwidth=0\.4, color="#cbd5e1", arrowsize=0\.5|(?<=-\[)#cbd5e1')
    found = thin.sub(lambda each: "#475569" if each[0][0] == "#" else "penwidth=1.0", re.sub(r" · [\d.]+ \w+", "", text))
    assert found == plain


def test_the_mean_no_durations_and_plain_numbers() -> None:
    log = {"order": [1, 1, 2, 2, 3, 3], "event": ["pay", "ship"] * 3, "at": [0, 1, 0, 2, 0, 9]}
    found = TABLE.replay(log, token="order", event="event", time="at", row_counts=True)
    assert "×3 · 2<" in found.diagram("dot") and "×3 · 4<" in found.diagram("dot", duration="mean")
    assert " · " not in found.diagram("dot", duration="none")
    assert "×3 · 2 h<" in found.diagram("dot", time_unit="h")


def test_what_was_never_taken_is_thin() -> None:
    dot = replayed().diagram("dot")
    arrows = {each[0]: each[1] for each in re.findall(r"(s\d+ -> s\d+) \[.*?penwidth=([\d.]+)", dot)}
    thin = [arrow for arrow, width in arrows.items() if float(width) < 1]
    assert thin == ["s0 -> s2", "s1 -> s0"]  # open cancel -> cancelled, and paid "go back" -> open
    assert "s0 -[#cbd5e1,thickness=1]-> s2" in replayed().diagram("plantuml")


def test_labels_between_two_arrows_are_thin_too() -> None:
    rows = [f"    e{number} -> s{(state * 3 + number) % 6}\n" for state in range(6) for number in range(4)]
    text = "definition\n  initial s0\n" + "".join(
        f"  state s{state}\n{''.join(rows[state * 4 : state * 4 + 4])}" for state in range(6)
    )
    dot = Table.read(text, callbacks={}).replay(["e1"], row_counts=True).diagram("dot")
    arrows = re.findall(r"(?:s0 -> l\d+|l1 -> s1|l2 -> s2) \[.*penwidth=([\d.]+)", dot)
    assert len(arrows) == 5 and [float(each) < 1 for each in arrows].count(True) == 3


def test_names_that_look_like_what_is_replaced() -> None:
    text = "definition\n  initial a\n  state a\n    \"×10000000000000\" -> b\n    \"×100\" -> b\n  state b final\n"
    found = Table.read(text, callbacks={}).replay(["×100"], row_counts=True)
    assert re.findall(r"×\d+", found.diagram("mermaid")) == ["×10000000000000", "×0", "×100", "×1"]


def test_options_of_pictures() -> None:
    found = replayed()
    assert "cancelled" not in found.diagram("mermaid", hide=TABLE.State.cancelled)
    assert "shipped" not in found.diagram("mermaid", focus=[TABLE.State.open]).replace("ship ", "")
    for options, text in (
        ({"duration": "longest"}, "duration is 'median', 'mean' or 'none', not 'longest'"),
        ({"time_unit": "min"}, "time_unit is one of 'ns', 'us', .*, not 'min'"),
    ):
        with pytest.raises(BadValueError, match=text):
            found.diagram("dot", **options)
    with pytest.raises(ValueError, match="a diagram is one of svg, png"):
        found.diagram("jpeg")


@NEEDS_DOT
def test_images() -> None:
    svg = replayed().diagram("svg", time_unit="s")
    assert b"1.5 min" in svg and svg._repr_svg_() == svg.decode()
    assert replayed().diagram("png").startswith(b"\x89PNG")


def test_a_closed_table_is_not_drawn() -> None:
    table = orders()
    found = table.replay(["pay"], row_counts=True)
    table.close()
    with pytest.raises(ClosedError):
        found.diagram("dot")
    assert list(found._repr_mimebundle_()) == ["text/plain"]


def test_a_chart_is_drawn_and_timed() -> None:
    table = Table.read(DEVICE, callbacks={})
    log = ["power", "volume", "next", "power"]
    found = table.replay(log, times=[0, 10, 15, 40], row_counts=True)
    assert found.durations is not None
    assert sorted(each.mean for each in found.durations if each is not None) == [5.0, 10.0, 25.0]
    assert "×1 · 25" in found.diagram("dot")


# ----------------------------------------------------------------------------------------------------------------------
# Tables of tokens
# ----------------------------------------------------------------------------------------------------------------------

TOKENS: dict[str, list[Any]] = {
    "token": [1, 2, 3],
    "state": ["cancelled", "paid", "open"],
    "violation": [None, None, 5],
    "why": [None, None, "'ship' is not handled in 'open'"],
    "entered": [180, 90, None],
    "violated": [None, None, 200],
}


def test_a_row_for_each_token() -> None:
    assert replayed().columns == TOKENS
    assert list(TABLE.replay(LOG, token="order", event="event").columns) == ["token", "state", "violation", "why"]
    assert replayed(limit=0).columns["why"] == [None] * 3


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_other_packages_take_it(kind: str) -> None:
    package(kind)
    pytest.importorskip(kind)
    found = replayed()
    if kind == "pandas":
        frame = found.to_pandas()
        rows = frame.astype(object).where(frame.notna(), None).to_dict("list")
        assert str(frame["violation"].dtype) == "Int64"
    elif kind == "polars":
        rows = found.to_polars().to_dict(as_series=False)
    else:
        rows = found.to_arrow().to_pydict()
    assert rows == TOKENS


def test_nanoseconds_lose_nothing_in_pandas() -> None:
    pytest.importorskip("pandas")
    at = 1_700_000_000_123_456_789
    found = TABLE.replay(["pay", "pay", "ship"], [0, 0, 1], times=[at, at + 1, at + 2])
    assert found.to_pandas()["violated"].tolist() == [at + 1, at + 2]
    assert found.to_pandas()["entered"][0] == at


def test_one_giant_token() -> None:
    count = 300_000
    log = {"order": ["x"] * count, "event": ["pay", "go back"] * (count // 2), "at": list(range(count))}
    found = TABLE.replay(log, token="order", event="event", time="at", row_counts=True)
    assert found.counts.transitioned == count
    assert [each.median for each in found.durations or () if each is not None] == [1.0, 1.0]
