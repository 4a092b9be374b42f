"""Drafts of definitions, discovered in logs."""

from __future__ import annotations

import re
import sys
from collections import Counter
from enum import Enum, IntEnum
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from replayed import orders
from replayed_columns import package

from swiftfsm import BadValueError, Table
from swiftfsm.replay.draft import START, Edge

np, pd, pl, pa, duckdb = map(package, ("numpy", "pandas", "polars", "pyarrow", "duckdb"))

LOG = {
    "order": ["tea", "jam", "tea", "jam", "tea", "milk", "milk"],
    "event": ["pay", "pay", "ship", "refund", "refund", "pay", "ship"],
}
DRAFT = """\
# A draft from a log of 7 events of 3 tokens.
# A state is named after the event that led there. Rename states, merge those that mean the same, and say
# what the log cannot know: guards, actions, what has not happened yet. Behind a row: how often it was taken.
definition discovered
  initial start

  state start
    pay -> after-pay  # 3

  state after-pay
    ship -> after-ship  # 2
    refund -> after-refund  # 1

  state after-ship  # 1 token ended here
    refund -> after-refund  # 1

  state after-refund final  # 2 tokens ended here
"""


def discover(threshold: float = 0) -> Any:
    return Table.discover(LOG, token="order", event="event", threshold=threshold)


def test_a_draft() -> None:
    draft = discover()
    assert draft == DRAFT
    assert (draft.events, draft.tokens, draft.refused) == (7, 3, 0)
    assert draft.edges[0] == Edge(None, "pay", 3, True)
    assert Counter({(each.former, each.event): each.frequency for each in draft.edges}) == {
        (None, "pay"): 3,
        ("pay", "ship"): 2,
        ("pay", "refund"): 1,
        ("ship", "refund"): 1,
    }


def test_a_draft_is_a_document() -> None:
    table = Table.read(discover(), callbacks={})
    assert table.name == "discovered" and table.initial is table.State.start and not table.warnings
    assert table.replay(LOG, token="order", event="event").counts.violations == 0
    assert "initial start" in table.text() and "#" not in table.text()


def test_a_threshold_leaves_out_what_is_rare() -> None:
    draft = discover(threshold=2)
    assert draft == """\
# A draft from a log of 7 events of 3 tokens.
# A state is named after the event that led there. Rename states, merge those that mean the same, and say
# what the log cannot know: guards, actions, what has not happened yet. Behind a row: how often it was taken.
# Left out is what was taken less than 2 times, or what nothing leads to: 2 rows.
# So 2 events of the log are not permitted.
definition discovered
  named events refund
  initial start

  state start
    pay -> after-pay  # 3

  state after-pay
    ship -> after-ship  # 2

  state after-ship final  # 1 token ended here, all that followed is left out
"""
    assert draft.refused == 2
    assert Table.read(draft, callbacks={}).replay(LOG, token="order", event="event").counts.violations == 2
    assert [each.is_kept for each in draft.edges] == [True, True, False, False]


def test_a_share_is_of_what_followed_there() -> None:
    assert [each.is_kept for each in discover(threshold=0.4).edges] == [True, True, False, True]
    assert "less than in 0.4 of what followed there" in discover(threshold=0.4)
    assert discover(threshold=0.0) == DRAFT
    assert [each.is_kept for each in discover(threshold=1).edges] == [True] * 4


# What may stand in a document, and look like something else there.
NAMES = st.one_of(
    st.sampled_from(["any", "state", "same", "->", "#", '"', "\\", "a b", "start", "after-a", "final"]),
    st.sampled_from(["1", "-", "é", "_", "a_", "a-_"]),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=8).filter(
        str.isprintable
    ),
)
LOGS = st.lists(NAMES, min_size=1, max_size=6, unique=True).flatmap(
    lambda names: st.lists(st.tuples(st.sampled_from(names), st.integers(0, 4)), min_size=1, max_size=40)
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
@given(log=LOGS, threshold=st.one_of(st.integers(0, 4), st.floats(0, 0.99)), has_numpy=st.booleans())
def test_drafts_of_random_logs(log: list[tuple[str, int]], threshold: Any, has_numpy: bool) -> None:
    events, tokens = map(list, zip(*log))
    with pytest.MonkeyPatch.context() as patch:
        if not has_numpy:
            patch.delitem(sys.modules, "numpy", raising=False)
        whole = Table.discover(events, tokens)
        try:
            part = Table.discover(events, tokens, threshold=threshold)
        except BadValueError as error:
            assert "leaves nothing" in str(error)
            part = None
    table = Table.read(whole, callbacks={})
    assert table.replay(events, tokens).counts.violations == whole.refused == 0
    # In the slow way: what follows what.
    last: dict[Any, Any] = {}
    edges: Counter[Any] = Counter()
    for event, token in log:
        edges[last.get(token), event] += 1
        last[token] = event
    assert Counter({(each.former, each.event): each.frequency for each in whole.edges}) == edges
    assert all(each.is_kept for each in whole.edges)
    ended = Counter(last.values())
    told = re.findall(r"^  state .+  # (\d+) tokens? ended here$", whole, re.M)
    assert sorted(map(int, told)) == sorted(ended.values())
    followed = {former for former, _ in edges}
    assert sum(map(table.is_final, table.states)) == len(set(ended) - followed)
    if part is None:
        return
    # What the draft keeps is frequent enough, it can be come to, and the rest of the log is what it refuses.
    found = Table.read(part, callbacks={}).replay(events, tokens)
    assert found.counts.violations == part.refused
    total: Counter[Any] = Counter()
    for (former, _), count in edges.items():
        total[former] += count
    kept = {(each.former, each.event) for each in part.edges if each.is_kept}
    reached = {None} | {event for _, event in kept}
    for edge, count in edges.items():
        least = threshold if isinstance(threshold, int) else threshold * total[edge[0]]
        assert (edge in kept) == (count >= least and edge[0] in reached)


KINDS: dict[str, Any] = {
    "pandas": lambda: pd.DataFrame(LOG),
    "categories": lambda: pd.DataFrame(LOG).astype("category"),
    "Polars": lambda: pl.DataFrame(LOG),
    "pyarrow": lambda: pa.table(LOG),
    "DuckDB": lambda: duckdb.connect().from_arrow(pa.table(LOG)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_table(kind: str) -> None:
    assert Table.discover(KINDS[kind](), token="order", event="event") == DRAFT


def test_lists_of_events_and_one_token() -> None:
    lists = Table.discover([["pay", "ship", "refund"], ["pay", "refund"], [], ["pay", "ship"]])
    assert lists == DRAFT
    one = Table.discover(["pay"] * 100_000)
    assert (one.tokens, one.events, one.refused) == (1, 100_000, 0) and "# 99,999" in one


class Move(Enum):
    GO = "go on"
    STAY = "any"
    LEAVE = "leave"


class Number(IntEnum):
    UP = 7
    DOWN = 3
    LEFT = 1


@pytest.mark.parametrize(
    ("events", "options"),
    [
        ([Move.GO, Move.STAY, Move.GO], {"events": Move}),
        ([Number.UP, Number.DOWN], {"events": Number}),
        ([7, 3, 7], {}),
    ],
    ids=["members", "members with numbers", "ids"],
)
def test_the_draft_of_members_and_ids_takes_these(events: Any, options: Any) -> None:
    draft = Table.discover(events)
    assert Table.read(draft, callbacks={}, **options).replay(events).counts.violations == 0


def test_the_draft_of_a_log_of_rules_permits_what_they_permit() -> None:
    table = orders()
    found = Table.read(Table.discover([["pay", "ship", "refund"], ["cancel"], ["pay", "go back", "pay"]]), callbacks={})
    # By its two states the draft knows more than the event before it, and less.
    assert found.replay(["pay", "go back", "pay", "ship"]).counts.violations == 0
    assert table.replay(["pay", "refund"]).counts.violations == 0 != found.replay(["pay", "refund"]).counts.violations


@pytest.mark.parametrize("threshold", [-1, 1.0, 1.5, -0.1, float("nan"), float("inf"), True, "2", None], ids=repr)
def test_thresholds_that_are_none(threshold: Any) -> None:
    with pytest.raises(BadValueError, match="threshold is how often an event must have followed another, an int from 0 on"):
        discover(threshold=threshold)


FAULTS: list[tuple[tuple[Any, ...], type[Exception], str]] = [
    (([],), BadValueError, "the log has no events"),
    (([[], []],), BadValueError, "the log has no events"),
    (({"a": ["x"]},), BadValueError, "name its column of events"),
    ((["a", None],), BadValueError, "the event at index 1 is null"),
    ((["a", float("nan")],), BadValueError, "the event at index 1 is null"),
    ((["a", 1],), TypeError, "of one type, but these are of several: int, str"),
    (([Move.GO, "go on"],), TypeError, "of several: member, str"),
    (([True],), TypeError, "texts, members or ids, not True"),
    (([1.5],), TypeError, "texts, members or ids, not 1.5"),
    (([-1],), BadValueError, "-1 is no id"),
    (([2**31],), BadValueError, "2147483648 is no id"),
    ((["a\nb"],), BadValueError, "'a.nb' cannot stand in a document"),
    (([""],), BadValueError, "'' cannot stand in a document"),
    ((["\ud800"],), BadValueError, "cannot stand in a document"),
    ((["x" * 250],), BadValueError, "cannot stand in a document: a name has 1 to 249 bytes"),
    ((['"' * 125],), BadValueError, "cannot stand in a document"),
    ((["a"], ["x", "y"]), BadValueError, "there are 2 tokens for 1 events"),
    ((["a"], [None]), BadValueError, "the event at index 0 has no token"),
    (("pay",), TypeError, "events must be a column"),
    ((5,), TypeError, "events must be a column"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: repr(fault[0])[:30])
@pytest.mark.parametrize("has_numpy", [True, False])
def test_what_is_wrong(fault: Any, has_numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    given, kind, text = fault
    if not has_numpy:
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
    with pytest.raises(kind, match=text):
        Table.discover(*given)


def test_the_longest_name_and_a_name_of_ones_own() -> None:
    draft = Table.discover(["x" * 249, "\xa0"], name="the life of orders")
    assert Table.read(draft, callbacks={}).name == "the life of orders"
    for name in "", "a\nb":
        with pytest.raises(BadValueError, match="the name .* cannot stand in a document"):
            Table.discover(["a"], name=name)
    with pytest.raises(TypeError, match="name must be a str"):
        Table.discover(["a"], name=5)  # type: ignore[arg-type]


def test_a_threshold_that_leaves_nothing() -> None:
    with pytest.raises(BadValueError, match="threshold=9 leaves nothing: .* of 3 tokens begin with does so 3 times"):
        discover(threshold=9)


def test_names_that_would_be_one() -> None:
    class Twins(Enum):
        A = "b"
        b = 2

    with pytest.raises(BadValueError, match="would both be the event 'b'"):
        Table.discover([Twins.A, Twins.b])


def test_a_dictionary_that_has_a_word_twice() -> None:
    twice = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), pa.array(["pay", "ship", "pay", "ship"]))
    assert Table.discover(twice) == Table.discover(["pay", "ship", "pay", "ship"])


def test_nulls_of_other_packages() -> None:
    for events in (
        pa.array(["a", None]),
        pa.array(["a", None]).dictionary_encode(),
        pd.Series(["a", None], dtype="category"),
        pl.Series(["a", None]),
    ):
        with pytest.raises(BadValueError, match="the event at index 1 is null"):
            Table.discover(events)


def test_the_start_has_a_name_that_no_event_takes() -> None:
    draft = Table.discover([START, f"after-{START}"])
    assert Table.read(draft, callbacks={}).replay([START, f"after-{START}"]).counts.violations == 0


def test_names_that_would_be_one_in_python_are_told_apart() -> None:
    log = ["go on", "go-on", "go_on", "go-on-2", "go.on"]
    draft = Table.discover(log)
    table = Table.read(draft, callbacks={})
    assert table.replay(log).counts.violations == 0
    assert len(set(table.Event)) == 5 and '  event go-on-3 () was go-on\n' in draft
