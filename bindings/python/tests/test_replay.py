"""Replays: what they tell of a log, and their options."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from replayed import ORDERS, by_machines, orders, random_log, told

import swiftfsm
from swiftfsm import Outcome, Table, define, superstate, then, when

LOG = ["pay", "pay", "ship", "cancel", "pay", "refund"]
TOKENS = ["tea", "jam", "tea", "jam", "tea", "tea"]


@pytest.fixture(scope="module")
def table() -> Table[Any, Any]:
    return orders()


def test_a_log_is_replayed(table: Table[Any, Any]) -> None:
    found = table.replay(LOG, TOKENS, outcomes=True, rows=True)
    assert list(found.tokens) == ["tea", "jam"]
    assert found.states == [table.State.cancelled, table.State.paid]
    assert found.states.names == ["cancelled", "paid"]
    assert found.counts == (6, 4, 0, 2, 0, 2, 2)
    assert [str(each.why) for each in found.violations] == [
        "'cancel' is not handled in 'paid'",
        "'pay' is not handled in 'shipped'",
    ]
    assert found.first.tolist() == [4, 3]
    assert found.outcomes is not None and found.rows is not None
    assert found.outcomes.tolist() == [1, 1, 1, 3, 3, 1]
    assert [row > 0 for row in found.rows] == [True, True, True, False, False, True]
    assert found.state_of == {"tea": table.State.cancelled, "jam": table.State.paid}


def test_a_violation_tells_everything(table: Table[Any, Any]) -> None:
    (first, second) = table.replay(LOG, TOKENS).violations
    assert (first.index, first.token, first.state, first.event) == (3, "jam", table.State.paid, table.Event.cancel)
    assert first.outcome is Outcome.UNHANDLED
    assert repr(first) == "<Violation at 3, token 'jam': 'cancel' is not handled in 'paid'>"
    assert first != second and first == table.replay(LOG, TOKENS).violations[0]


def test_a_replay_tells_what_it_is(table: Table[Any, Any]) -> None:
    assert repr(table.replay(LOG, TOKENS)) == (
        "<Replay of 6 events of 2 tokens: 4 transitions, 2 violations (2 unhandled, 0 refused) of 2 tokens; the first "
        "at index 3, token 'jam': 'cancel' is not handled in 'paid'>"
    )
    assert repr(table.replay(["pay"])) == "<Replay of 1 event of 1 token: 1 transition, 0 violations>"
    assert "<Violations: 2>\n  <Violation at 3" in repr(table.replay(LOG, TOKENS).violations)
    assert repr(table.replay(["pay"]).states) == f"<States [{table.State.paid!r}]>"


def test_an_empty_log_has_no_violations(table: Table[Any, Any]) -> None:
    nothing: list[Any] = []
    for tokens in (None, nothing):
        found = table.replay([], tokens)
        assert found.counts.events == 0 and len(found.violations) == 0
        assert found.violations.columns["why"] == []
    assert list(table.replay([], []).states) == [] and list(table.replay([]).states) == [None]


def test_without_tokens_all_events_are_those_of_one(table: Table[Any, Any]) -> None:
    assert table.replay(["pay", "ship"]).states == [table.State.shipped]


def test_lists_give_the_same_as_interleaved_events(table: Table[Any, Any]) -> None:
    events, tokens = random_log(table, 2000, 40, 5)
    interleaved = table.replay(events, tokens, row_counts=True)
    lists: list[list[Any]] = [[] for _ in range(40)]
    for event, token in zip(events, tokens):
        lists[token].append(event)
    found = table.replay(lists)
    assert found.states == interleaved.states
    offsets = [0]
    for each in lists:
        offsets.append(offsets[-1] + len(each))
    flat = [event for each in lists for event in each]
    labels = [f"order {number}" for number in range(40)]
    for threads in (1, 3):
        again = table.replay(flat, labels, offsets=offsets, threads=threads, row_counts=True)
        assert again.states == interleaved.states and list(again.tokens) == labels
        # Threads find them in their own order of tokens.
        assert sorted(map(repr, again.violations)) == sorted(
            repr(each).replace(f"token {each.token!r}", f"token 'order {each.token}'") for each in found.violations
        )
        assert again.row_counts is not None and interleaved.row_counts is not None
        assert list(again.row_counts) == list(interleaved.row_counts)


def test_random_logs_come_to_what_machines_do(table: Table[Any, Any]) -> None:
    for seed in range(5):
        events, tokens = random_log(table, 3000, 50, seed)
        expected, found = by_machines(table, events, tokens), table.replay(events, tokens, outcomes=True)
        assert dict(found.state_of) == expected.states
        assert told(found) == expected.violations
        assert found.outcomes is not None and found.outcomes.tolist() == expected.outcomes


def test_tokens_stop_at_their_first_violation(table: Table[Any, Any]) -> None:
    events, tokens = random_log(table, 3000, 50, 9)
    expected = by_machines(table, events, tokens, stops=True)
    found = table.replay(events, tokens, on_violation="stop token", outcomes=True)
    assert dict(found.state_of) == expected.states and told(found) == expected.violations
    assert found.outcomes is not None and found.outcomes.tolist() == expected.outcomes
    assert found.counts.skipped == expected.outcomes.count(0) > 0


def test_a_replay_stops_at_the_first_violation(table: Table[Any, Any]) -> None:
    found = table.replay(LOG, TOKENS, on_violation="stop")
    assert (found.counts.events, found.counts.violations) == (4, 1)
    assert found.states == [table.State.shipped, table.State.paid]


def test_states_go_on(table: Table[Any, Any]) -> None:
    events, tokens = random_log(table, 1000, 20, 3)
    whole = table.replay(events, tokens)
    forms: list[Any] = [lambda each: each.states, lambda each: each.states.names, lambda each: each.states.ids]
    for form in forms:
        begun = table.replay(events[:500], tokens[:500], token_count=20)
        before = list(begun.states)
        ended = table.replay(events[500:], tokens[500:], states=form(begun))
        assert ended.states == whole.states
        assert begun.states == before, "what was given is not changed"
    assert table.replay(["ship"], ["x"], states={"x": "paid", "y": "open"}).state_of == {"x": table.State.shipped}


def test_tokens_begin_where_they_are_told_to(table: Table[Any, Any]) -> None:
    assert table.replay(["ship"], initial=table.State.paid).states == [table.State.shipped]
    assert table.replay(["ship"], initial="paid").states == [table.State.shipped]


def test_the_number_of_kept_violations_has_a_limit(table: Table[Any, Any]) -> None:
    found = table.replay(["ship"] * 10, limit=3)
    assert found.counts.violations == 10 and len(found.violations) == 3
    assert len(table.replay(["ship"] * 10, limit=0).violations) == 0


def test_what_the_table_does_not_know_is_skipped(table: Table[Any, Any]) -> None:
    found = table.replay(["pay", "lose", None, "ship"], skip_unknown=True, outcomes=True)
    assert found.counts[:5] == (4, 2, 0, 0, 2)
    assert found.outcomes is not None and found.outcomes.tolist() == [1, 0, 0, 1]
    assert found.states == [table.State.shipped]


def test_rows_are_counted_with_what_they_do(table: Table[Any, Any]) -> None:
    found = table.replay(LOG, TOKENS, row_counts=True)
    assert found.row_counts is not None and sum(found.row_counts) == 4
    assert found.row_counts.labelled()["open pay -> paid"] == 2
    assert next(iter(found.row_counts.labelled().values())) == 2, "the highest first"
    assert table.diagram("dot", counts=found.row_counts) != table.diagram("dot")


def test_labels_of_rows_come_from_the_document_or_name_all_states() -> None:
    class Do(Enum):
        RESET = 1

    class In(Enum):
        A = 1
        B = 2

    both = superstate(when(Do.RESET) | then(In.A))
    made = Table(define(In.A, adopts=both), define(In.B, adopts=both), initial=In.A)
    counts = made.replay([Do.RESET], row_counts=True).row_counts
    assert counts is not None and list(counts.labels) == ["A,B RESET -> A"]


def test_times_tell_how_long_states_lasted(table: Table[Any, Any]) -> None:
    found = table.replay(LOG, TOKENS, times=[10, 11, 20, 21, 30, 31], row_counts=True)
    assert found.entered is not None and found.first_times is not None
    assert found.row_times is not None and found.row_counts is not None
    assert found.entered.tolist() == [31, 11]
    assert found.first_times.tolist() == [30, 21]
    assert dict(zip(found.row_counts.labels, found.row_times))["paid ship -> shipped"] == 10


def test_members_and_their_values_are_known_too() -> None:
    class Do(Enum):
        PAY = "pay it"
        SHIP = "ship it"

    class In(Enum):
        OPEN = "open"
        PAID = "paid"
        SENT = "sent"

    made = Table(
        [(In.OPEN, Do.PAY, In.PAID), (In.PAID, Do.SHIP, In.SENT)], define(In.SENT, final=True), initial=In.OPEN
    )
    for log in ([Do.PAY, Do.SHIP], ["PAY", "SHIP"], ["pay it", "ship it"]):
        assert made.replay(log).states == [In.SENT]


def test_former_names_are_known_too() -> None:
    former = Table.read(ORDERS.replace("state paid", "state settled was paid").replace("-> paid", "-> settled"))
    assert former.replay(["ship"], states=["paid"]).states.names == ["shipped"]


def test_times_go_on_in_the_next_replay(table: Table[Any, Any]) -> None:
    tokens, times = [0, 1, 0, 1, 0, 0], [3, 5, 6, 10, 20, 40]
    whole = table.replay(LOG, tokens, times=times, row_counts=True)
    begun = table.replay(LOG[:3], tokens[:3], times=times[:3], row_counts=True)
    assert begun.entered is not None and begun.row_times is not None
    assert whole.entered is not None and whole.row_times is not None
    for entered in (begun.entered, [None, *begun.entered][1:], dict(enumerate(begun.entered))):
        more: dict[str, Any] = {"times": times[3:], "entered": entered, "states": begun.states}
        rest = table.replay(LOG[3:], tokens[3:], row_counts=True, **more)
        assert rest.entered is not None and rest.row_times is not None
        assert rest.entered.tolist() == whole.entered.tolist()
        assert list(map(sum, zip(begun.row_times, rest.row_times))) == whole.row_times.tolist()
    assert table.replay(["pay"], times=[7], entered={}).row_times == table.replay(["pay"], times=[7]).row_times


def test_tokens_without_events_stay_where_they_are(table: Table[Any, Any]) -> None:
    found = table.replay([], [], states=["paid", None, "open"])
    assert found.states.names == ["paid", None, "open"] and found.counts.events == 0
    assert table.replay([], [], token_count=3).states.names == [None] * 3


def test_times_of_no_events(table: Table[Any, Any]) -> None:
    found = table.replay([], [], times=[], entered=[5, None], states=[None, None], row_counts=True)
    assert found.entered is not None and found.entered.tolist() == [5, -(2**63)]
    assert found.row_times is not None and not any(found.row_times)


def test_progress_is_told(table: Table[Any, Any], monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr("swiftfsm.replay.running.PIECE", 2)
    table.replay(LOG, TOKENS, progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 6), (4, 6), (6, 6)]
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    table.replay(LOG, TOKENS, progress=True)
    assert "replayed 6 of 6 events\n" in capsys.readouterr().err


def test_tqdm_is_used_where_it_is(table: Table[Any, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    table.replay(LOG, TOKENS, progress=True)
    assert "6.00/6.00" in capsys.readouterr().err


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pieces_make_no_difference(table: Table[Any, Any], monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    events, tokens = random_log(table, 300, 7, 11)
    whole = table.replay(events, tokens, rows=True, row_counts=True)
    order = sorted(range(300), key=lambda index: tokens[index])
    sorted_events = [events[index] for index in order]
    offsets = [sum(token < number for token in tokens) for number in range(8)]
    lists = table.replay(sorted_events, offsets=offsets)
    monkeypatch.setattr("swiftfsm.replay.running.PIECE", size)
    again, listed = (
        table.replay(events, tokens, rows=True, row_counts=True),
        table.replay(sorted_events, offsets=offsets),
    )
    assert again.states == whole.states == listed.states
    assert told(again) == told(whole) and told(listed) == told(lists)
    assert again.counts == whole.counts
    assert again.row_counts is not None and whole.row_counts is not None
    assert list(again.row_counts) == list(whole.row_counts)
    assert again.rows is not None and whole.rows is not None and again.rows.tolist() == whole.rows.tolist()
    assert again.first.tolist() == whole.first.tolist()


def test_a_closed_table_says_so(table: Table[Any, Any]) -> None:
    closed = orders()
    closed.close()
    with pytest.raises(swiftfsm.ClosedError):
        closed.replay(["pay"])
