"""Replays over charts: tokens in several states, with histories."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from replayed import DEVICE, by_machines, random_log

from swiftfsm import BadConfigurationError, BadValueError, Table, UnknownStateError, UnsupportedError


@pytest.fixture(scope="module")
def table() -> Table[Any, Any]:
    return Table.read(DEVICE, callbacks={})


def log_of(table: Table[Any, Any], seed: int, count: int = 2000) -> tuple[list[Any], list[int]]:
    events, tokens = random_log(table, count, 12, seed)
    random = Random(seed)
    # It ends everything, so it is rare.
    kept = [(event, token) for event, token in zip(events, tokens) if event.name != "drop" or random.random() < 0.01]
    return [event for event, _ in kept], [token for _, token in kept]


@pytest.mark.parametrize("seed", range(4))
def test_charts_come_to_what_machines_do(table: Table[Any, Any], seed: int) -> None:
    events, tokens = log_of(table, seed)
    machines = [table.machine() for _ in range(12)]
    outcomes = [
        int(machines[token].send(event)) if machines[token].states else 3 for event, token in zip(events, tokens)
    ]
    found = table.replay(events, tokens, outcomes=True, row_counts=True)
    assert found.outcomes is not None and found.outcomes.tolist() == outcomes
    ended = (table.State.broken,)
    assert list(found.states) == [tuple(each.states) or ended for each in machines]
    assert found.counts.transitioned == outcomes.count(1)
    assert found.row_counts is not None and sum(found.row_counts) >= found.counts.transitioned


def test_saved_states_go_on_with_their_histories(table: Table[Any, Any]) -> None:
    events, tokens = log_of(table, 7)
    whole = table.replay(events, tokens)
    half = len(events) // 2
    begun = table.replay(events[:half], tokens[:half], token_count=12)
    for saved in (begun.states.names, dict(enumerate(begun.states.names))):
        ended = table.replay(events[half:], tokens[half:], states=saved, token_count=12)
        assert ended.states == whole.states
    assert table.replay([], states=[("quiet", "disc")]).states == [(table.State.quiet, table.State.disc)]


def test_names_of_states_are_json(table: Table[Any, Any]) -> None:
    found = table.replay([["power", "volume", "next", "power"], ["power"], [], ["drop"]])
    off, playing, new, broken = found.states.names
    assert off is not None and playing is not None and broken == '["broken"]' and new is None
    assert json.loads(playing) == ["quiet", "radio"]
    assert json.loads(off)[0] == "off" and set(json.loads(off)[1]) == {"histories", "of"}
    assert list(found.states)[2:] == [None, (table.State.broken,)]
    assert table.replay([["power"]], states=[off]).states == [(table.State.quiet, table.State.disc)]


def test_violations_name_the_state(table: Table[Any, Any]) -> None:
    found = table.replay(["next", "power", "drop", "power"])
    assert [each.why for each in found.violations] == [
        "'next' is not handled in 'off'",
        "'power' came after the chart was done, in 'broken'",
    ]
    assert found.violations[1].state is table.State.broken
    assert found.violations.columns["state"] == ["off", "broken"]
    assert found.states == [(table.State.broken,)]


def test_wrong_states_are_refused(table: Table[Any, Any]) -> None:
    with pytest.raises(
        UnknownStateError, match="the state at index 1: 'lout' is no state of the table: perhaps 'loud'"
    ):
        table.replay([[], []], states=["off", ["lout"]])
    with pytest.raises(BadValueError, match="the states at index 0 cannot be active together"):
        table.replay(["power"], states=[["off", "quiet", "disc"]])
    with pytest.raises(BadConfigurationError, match="the event at index 0, 'power': its token is in states"):
        table.replay(["power"], states=[["quiet", "loud"]])
    other = '["off", {"histories": [8, 0], "of": "0123"}]'
    with pytest.raises(BadValueError, match="histories of another version"):
        table.replay(["power"], states=[other])


def test_events_that_are_deferred_cannot_be_replayed() -> None:
    made = Table.read(
        "definition d\n  initial a\n  state a\n    go -> b\n    later -> defer\n  state b\n    later -> a\n",
        callbacks={},
    )
    with pytest.raises(UnsupportedError, match=r"row 2 \(a later -> defer\)"):
        made.replay(["go"])


def test_flat_definitions_have_single_states() -> None:
    flat = Table.read("definition d\n  initial a\n  state a\n    go -> b\n  state b\n    go -> a\n", callbacks={})
    events, tokens = random_log(flat, 200, 5, 1)
    assert dict(flat.replay(events, tokens).state_of) == by_machines(flat, events, tokens).states
