"""Streams: batches as they come, with states that are saved between them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from replayed import DEVICE, ORDERS, orders, random_log
from replayed_batches import Log, made, rows

from swiftfsm import Table, UnknownEventError, UnknownStateError


@pytest.fixture(scope="module")
def log() -> Log:
    return Log()


def test_streams_are_saved_and_go_on(log: Log) -> None:
    replayer = log.table.replayer("id", "status", keep="line")
    found: list[tuple[Any, ...]] = []
    states: dict[Any, Any] = {}
    for start in range(0, 800, 100):
        stream = replayer.stream(states)
        found += rows(stream(log.part(start, start + 100)))
        states = stream.states
        assert set(states.values()) <= {"open", "paid", "shipped", "cancelled"}
    assert sorted(found) == log.violations and states == log.states


@pytest.mark.parametrize("has_numpy", [True, False])
def test_batches_of_a_large_dictionary(log: Log, has_numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    if not has_numpy:
        monkeypatch.setattr("swiftfsm.replay.coding.loaded_numpy", lambda: None)
    frame = pandas.DataFrame(log.columns)
    every = [*sorted(set(log.columns["id"])), *(f"other {number}" for number in range(5000))]
    frame["id"] = pandas.Categorical(frame["id"], categories=every)
    stream = log.table.replayer("id", "status", keep="line").stream()
    found = [row for start in range(0, 800, 50) for row in rows(stream(frame[start : start + 50]))]
    assert sorted(found) == log.violations and stream.states == log.states


def test_streams_can_be_pickled(log: Log) -> None:
    stream = log.table.replayer("id", "status", keep="line").stream()
    found = rows(stream(log.part(0, 400)))
    found += rows(pickle.loads(pickle.dumps(stream))(log.part(400, 800)))
    assert sorted(found) == log.violations


def test_states_go_on_in_another_version(log: Log) -> None:
    stream = log.table.replayer("id", "status").stream()
    stream({"id": ["x"], "status": ["pay"]})
    renamed = ORDERS.replace("state paid", "state settled was paid").replace("-> paid", "-> settled")
    again = Table.read(renamed, callbacks={}).replayer("id", "status").stream(stream.states)
    assert rows(again({"id": ["x"], "status": ["ship"]})) == []
    assert again.states == {"x": "shipped"}


def test_streams_of_charts_keep_their_histories() -> None:
    chart = Table.read(DEVICE, callbacks={})
    events, tokens = random_log(chart, 600, 9, 8)
    columns = {"id": tokens, "status": [each.name for each in events]}
    replayer = chart.replayer("id", "status", gives="states")
    whole = dict(rows(replayer(columns)))
    states: dict[Any, Any] = {}
    for start in range(0, 600, 70):
        stream = pickle.loads(pickle.dumps(replayer.stream(states)))
        stream({name: values[start : start + 70] for name, values in columns.items()})
        states = stream.states
    assert states == whole and any("histories" in state for state in states.values())


def test_streams_refuse_states_that_the_table_lacks(log: Log) -> None:
    with pytest.raises(UnknownStateError, match="the state at index 1: 'opn' is no state of the table: perhaps 'open'"):
        log.table.replayer("id", "status").stream({"x": "open", "y": "opn"})


def test_streams_skip_tokens_that_have_stopped(log: Log) -> None:
    replayer = log.table.replayer("id", "status", keep="line", on_violation="stop token")
    whole = rows(replayer(log.columns))
    stream = replayer.stream()
    found = rows(stream(log.part(0, 500)))
    stream = replayer.stream(stream.states, stream.violated)
    assert sorted(found + rows(stream(log.part(500, 800)))) == whole
    assert len(whole) == len({row[0] for row in whole}) == len(stream.violated)


def test_a_batch_that_fails_changes_nothing(log: Log) -> None:
    stream = log.table.replayer("id", "status").stream()
    stream({"id": ["x"], "status": ["pay"]})
    with pytest.raises(UnknownEventError, match="the event at index 1, 'payy' of token 'x'"):
        stream({"id": ["x", "x"], "status": ["ship", "payy"]})
    assert stream.states == {"x": "paid"}


class GroupState:
    """As Spark has it for a key."""

    def __init__(self) -> None:
        self.kept: Any = None

    @property
    def exists(self) -> bool:
        return self.kept is not None

    @property
    def get(self) -> Any:
        return self.kept

    def update(self, value: Any) -> None:
        self.kept = value


def test_spark_keeps_a_state_for_each_token(log: Log) -> None:
    pytest.importorskip("pandas")
    replayer = log.table.replayer("id", "status", keep="line")
    kept = {token: GroupState() for token in log.states}
    found = []
    for start in range(0, 800, 200):
        frame = made("pandas", log.part(start, start + 200))
        for token, group in frame.groupby("id"):
            for result in replayer.with_state((token,), iter([group[:3], group[3:]]), kept[str(token)]):
                found += rows(result)
    assert sorted(found) == log.violations
    assert {token: state.kept[0] for token, state in kept.items()} == log.states
    assert all(isinstance(state.kept[1], bool) for state in kept.values())


@pytest.mark.parametrize("batch", [list, 5, None, "pay", ["pay"], Table.replay])
def test_what_is_no_batch_is_refused(batch: Any) -> None:
    stream = orders().replayer("token", "event").stream()
    with pytest.raises(TypeError, match=r"a batch is a .*, or a dict of columns, not "):
        stream(batch)
    assert not stream.states
