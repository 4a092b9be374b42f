"""Replays and their errors on the way to other processes."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from replayed import orders

from swiftfsm import SwiftFSMError, Table, UnknownEventError

TEXT = "definition d\n  initial a\n  state a\n    go ? fine -> b\n  state b\n    go -> a\n"


class NotFineError(Exception):
    """What a guard raises."""


def fine() -> bool:
    raise NotFineError("not fine")


def tell(done: int, total: int) -> None:
    raise NotFineError(done)


ENDED: dict[str, Any] = {
    "unknown event": lambda: orders().replay(["pay", "x"], ["tea", "tea"]),
    "callback": lambda: Table.read(TEXT, callbacks={"fine": fine}).replay(["go"], guards="ask"),
    "local callback": lambda: Table.read(TEXT, callbacks={"fine": lambda: 1 / 0}).replay(["go"], guards="ask"),
    "progress": lambda: orders().replay(["pay"], progress=tell),
    "null time": lambda: orders().replay(["pay"], times=[None]),
    "guards": lambda: Table.read(TEXT, callbacks={"fine": fine}).replay(["go"]),
}


def ended(kind: str) -> BaseException:
    with pytest.raises(Exception) as caught:
        ENDED[kind]()
    return caught.value


@pytest.mark.parametrize("kind", ENDED)
def test_errors_of_replays_are_pickled_without_their_replay(kind: str) -> None:
    error = ended(kind)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert type(again) is type(error) and again.args == error.args
        assert getattr(again, "replay", None) is None
        assert getattr(again, "status", None) == getattr(error, "status", None)


@pytest.mark.parametrize("kind", ENDED)
def test_copies_of_errors_have_their_replay(kind: str) -> None:
    error: Any = ended(kind)
    for again in (copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error) and again.args == error.args
        assert getattr(again, "replay", None) is getattr(error, "replay", None)


def replayed(kind: str) -> object:
    found: object = ENDED[kind]()
    return found


@pytest.mark.parametrize("kind", ["unknown event", "callback"])
def test_errors_of_replays_come_from_other_processes(kind: str) -> None:
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        with pytest.raises(NotFineError if kind == "callback" else UnknownEventError) as caught:
            pool.submit(replayed, kind).result()
    assert isinstance(caught.value, SwiftFSMError) == (kind != "callback")


def test_what_comes_of_a_replay_is_not_pickled() -> None:
    found = orders().replay(["pay", "pay"], ["tea", "tea"])
    with pytest.raises(TypeError, match=r"a Replay cannot be pickled: .*replay\.columns"):
        pickle.dumps(found)
    for part in (found.states, found.violations):
        with pytest.raises(TypeError, match=r"cannot be pickled: .*list\("):
            pickle.dumps(part)
    for good in (found.columns, found.counts, found.states.names, list(found.states), found.violations.columns):
        assert pickle.loads(pickle.dumps(good)) == good
    assert pickle.loads(pickle.dumps(list(found.violations))) == list(found.violations)


def test_copies_of_a_replay_are_itself() -> None:
    found = orders().replay(["pay", "pay"], ["tea", "tea"])
    assert copy.copy(found) is found and copy.deepcopy(found) is found
