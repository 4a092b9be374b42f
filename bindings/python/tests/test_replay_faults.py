"""What is wrong with a replay: each error names the index, and tells what was done so far."""

from __future__ import annotations

from array import array
from enum import Enum
from typing import Any

import pytest
from replayed import orders
from replayed_columns import package

import swiftfsm
from swiftfsm import (
    BadValueError,
    SwiftFSMError,
    Table,
    UnknownEventError,
    UnknownPredicateError,
    UnknownStateError,
    UnsupportedError,
    define,
    matching,
    then,
    when,
)

np, pa = map(package, ("numpy", "pyarrow"))


@pytest.fixture(scope="module")
def table() -> Table[Any, Any]:
    return orders()


class Weather(Enum):
    DRY = "dry"
    WET = "wet"


class In(Enum):
    HOME = 1
    AWAY = 2


class Do(Enum):
    GO = 1


FAULTS: dict[str, tuple[Any, type[Exception], str]] = {
    "unknown name": (
        lambda table: table.replay(["pay", "shipp"], ["x", "y"]),
        UnknownEventError,
        r"the event at index 1, 'shipp' of token 'y': 'shipp' is no event of the table: perhaps 'ship' is meant",
    ),
    "unknown id": (
        lambda table: table.replay(array("i", [0, 77])),
        UnknownEventError,
        r"the event at index 1, '77': 77 is no event of the table",
    ),
    "beyond 32 bits": (
        lambda table: table.replay([0, 2**40]),
        UnknownEventError,
        r"the event at index 1, '1099511627776'",
    ),
    "member of another Enum": (lambda table: table.replay([Do.GO]), UnknownEventError, r"index 0, <Do.GO: 1>"),
    "no column": (lambda table: table.replay("pay"), TypeError, r"events must be a column, .* not 'pay'"),
    "a number": (lambda table: table.replay(5), TypeError, r"events must be a column, .* not 5"),
    "a list is missing": (
        lambda table: table.replay([["pay"], None]),
        TypeError,
        r"events: None at index 1 is no list, as others are: give a list for each token, \[\] for one without events",
    ),
    "the first list is none": (lambda table: table.replay([None, ["pay"]]), TypeError, r"None at index 0 is no list"),
    "no list": (lambda table: table.replay([["pay"], "ship"]), TypeError, r"'ship' at index 1 is no list"),
    "a list among events": (
        lambda table: table.replay(["pay", ["ship"]]),
        TypeError,
        r"events: \['ship'\] at index 1 is no value of a column",
    ),
    "no hash": (lambda table: table.replay(["pay", {}]), TypeError, r"events: \{\} at index 1 is no value of a column"),
    "floats": (lambda table: table.replay(array("d", [1.0])), TypeError, r"not a column of the type f64"),
    "two dimensions": (
        lambda table: table.replay(memoryview(bytes(4)).cast("B", (2, 2))),
        TypeError,
        r"with 2 dimensions",
    ),
    "too few tokens": (lambda table: table.replay(["pay"] * 3, [0]), BadValueError, r"1 tokens for 3 events"),
    "token null": (lambda table: table.replay(["pay"] * 2, ["x", None]), BadValueError, r"at index 1 has no token"),
    "token too high": (
        lambda table: table.replay(["pay"] * 2, [0, 5], token_count=5),
        BadValueError,
        r"the event at index 1, 'pay' of token 5: there are only 5 tokens",
    ),
    "token negative": (
        lambda table: table.replay(["pay"] * 2, array("i", [0, -1]), token_count=5),
        BadValueError,
        r"the event at index 1, 'pay' of token -1",
    ),
    "token too high for states": (
        lambda table: table.replay(["pay"] * 2, [0, 2], states=["open", None]),
        BadValueError,
        r"index 1, 'pay' of token 2: there are only 2 tokens",
    ),
    "tokens that are floats": (
        lambda table: table.replay(["pay"], array("f", [0.5])),
        TypeError,
        r"tokens must be numbers, texts or other keys, not a column of the type f32",
    ),
    "falling offsets": (
        lambda table: table.replay(["pay"] * 3, offsets=[0, 2, 1, 3]),
        BadValueError,
        r"the offset at index 2 is 1, lower than the one before it, 2",
    ),
    "offset beyond": (
        lambda table: table.replay(["pay"] * 3, offsets=[0, 4]),
        BadValueError,
        r"the offset at index 1 is 4, but there are 3 events",
    ),
    "negative offset": (
        lambda table: table.replay(["pay"], offsets=[-1, 1]),
        BadValueError,
        r"the offset at index 0 is -1",
    ),
    "no offsets": (lambda table: table.replay(["pay"], offsets=[]), BadValueError, r"there are no offsets"),
    "null offset": (lambda table: table.replay(["pay"], offsets=[0, None]), BadValueError, r"index 1 is null"),
    "lists and offsets": (lambda table: table.replay([["pay"]], offsets=[0, 1]), BadValueError, r"lists already"),
    "token of two lists": (
        lambda table: table.replay([["pay"], [], ["ship"]], ["x", "y", "x"]),
        BadValueError,
        r"the lists at index 0 and 2 have the same token, 'x': give each list a token of its own, or put all events",
    ),
    "number of two lists": (
        lambda table: table.replay(["pay"] * 3, array("i", [2, 1, 1]), offsets=[0, 1, 2, 3]),
        BadValueError,
        r"the lists at index 1 and 2 have the same token, 1: ",
    ),
    "labels of lists": (lambda table: table.replay([["pay"], []], ["x"]), BadValueError, r"1 tokens for 2 lists"),
    "lists as tokens": (
        lambda table: table.replay(["pay"], pa.array([["x"]])),
        TypeError,
        r"tokens must be a column of values, not of lists",
    ),
    "entered without times": (
        lambda table: table.replay(["pay"], entered=[1]),
        BadValueError,
        r"entered tells when tokens came to their states: give the times of events too",
    ),
    "too few times of entry": (
        lambda table: table.replay(["pay"] * 2, [0, 1], times=[1, 2], entered=[1]),
        BadValueError,
        r"there are 1 times of entry for 2 tokens: each has one",
    ),
    "times of entry that are texts": (
        lambda table: table.replay(["pay"], times=[1], entered=["x"]),
        TypeError,
        r"entered must be integers, or times",
    ),
    "unknown state": (
        lambda table: table.replay(["pay", "pay"], [0, 1], states=["open", "opn"]),
        UnknownStateError,
        r"the state at index 1: 'opn' is no state of the table: perhaps 'open' is meant",
    ),
    "unknown state by id": (
        lambda table: table.replay(["pay"], states=array("i", [77])),
        UnknownStateError,
        r"the state at index 0 is 77, which the table does not have",
    ),
    "number of states": (
        lambda table: table.replay(["pay"], ["x"], states=["open", "open"]),
        BadValueError,
        r"there are 2 states for 1 tokens",
    ),
    "unknown initial": (
        lambda table: table.replay(["pay"], initial="opn"),
        UnknownStateError,
        r"tokens cannot begin in 'opn'",
    ),
    "guards": (
        lambda table: table.replay(["pay"], guards="yes"),
        BadValueError,
        r"guards is one of 'refuse', 'assume', 'ask'",
    ),
    "on_violation": (lambda table: table.replay(["pay"], on_violation="x"), BadValueError, r"on_violation is one of"),
    "limit": (lambda table: table.replay(["pay"], limit=-1), BadValueError, r"limit must be an int from 0 on, not -1"),
    "threads": (lambda table: table.replay(["pay"], threads=0), BadValueError, r"threads must be an int from 1 on"),
    "threads without lists": (
        lambda table: table.replay(["pay"], [0], threads=2),
        BadValueError,
        r"threads share lists",
    ),
    "predicate": (
        lambda table: table.replay(["pay"], cases={Weather: ["dry"]}),
        UnknownPredicateError,
        r"Weather is no",
    ),
    "predicate that is none": (
        lambda table: table.replay(["pay"], cases={"x": [1]}),
        UnknownPredicateError,
        r"'x' is no",
    ),
    "times": (
        lambda table: table.replay(["pay"], times=[1, 2]),
        BadValueError,
        r"times: there are 2 values for 1 events",
    ),
    "times null": (lambda table: table.replay(["pay"], times=[None]), BadValueError, r"at index 0 has no time"),
    "times of another kind": (lambda table: table.replay(["pay"], times=["x"]), TypeError, r"times must be integers"),
    "arguments": (
        lambda table: table.replay(["pay"], arguments={"pay": [[1]]}),
        TypeError,
        r"event must be an int, or a member of an Enum that the table knows, not 'pay'",
    ),
    "too many tokens": (lambda table: table.replay(["pay"], [0], token_count=2**60), MemoryError, r"no memory"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(table: Table[Any, Any], fault: str) -> None:
    replay, kind, text = FAULTS[fault]
    with pytest.raises(kind, match=text):
        replay(table)
    assert table.replay(["pay", "ship"]).counts.violations == 0, "the table goes on"


def test_what_was_done_so_far_is_told(table: Table[Any, Any]) -> None:
    with pytest.raises(UnknownEventError) as caught:
        table.replay(["pay", "cancel", "lose", "ship"], ["x", "x", "x", "x"])
    done = caught.value.replay
    assert done.counts[:4] == (2, 1, 0, 1) and done.states.names == ["paid"]
    assert [each.why for each in done.violations] == ["'cancel' is not handled in 'paid'"]
    rest = table.replay(["ship"], ["x"], states=done.state_of)
    assert rest.states.names == ["shipped"]
    assert BadValueError("").replay is None


def test_guards_have_to_be_decided_on() -> None:
    def agrees() -> bool:
        return False

    guarded = Table(
        define(In.HOME)(when(Do.GO) | swiftfsm.condition(agrees) | then(In.AWAY)),
        define(In.AWAY, final=True),
        initial=In.HOME,
    )
    with pytest.raises(UnsupportedError, match=r"row 1 \(HOME GO -> AWAY\) has a guard or resolver.*guards=\"assume\""):
        guarded.replay([Do.GO])
    assert guarded.replay([Do.GO], guards="assume").states == [In.AWAY]
    found = guarded.replay([Do.GO], guards="ask")
    assert [each.why for each in found.violations] == ["a guard refused 'GO' in 'HOME'"]
    assert found.counts.refused == 1


def test_a_table_without_callbacks_cannot_ask() -> None:
    unbound = Table.read("definition d\n  initial a\n  state a\n    go ? fine -> b\n  state b final\n")
    with pytest.raises(SwiftFSMError, match="read without callbacks"):
        unbound.replay(["go"], guards="ask")
    assert unbound.replay(["go"], guards="assume").states.names == ["b"]


def test_a_table_without_initial_state_needs_one() -> None:
    made = Table([(In.HOME, Do.GO, In.AWAY), (In.AWAY, Do.GO, In.HOME)])
    with pytest.raises(UnknownStateError, match="the event at index 0, .*: the table declares no initial state"):
        made.replay([Do.GO])
    assert made.replay([Do.GO], initial=In.AWAY).states == [In.HOME]
    assert made.replay([Do.GO], states=[In.AWAY]).states == [In.HOME]


@pytest.fixture
def weathered() -> Table[In, Do]:
    return Table(
        define(In.HOME)(
            when(Do.GO)(
                matching(Weather.DRY) | then(In.AWAY),
                matching(Weather.WET) | then(),
            )
        ),
        define(In.AWAY)(when(Do.GO) | then(In.HOME)),
        initial=In.HOME,
    )


CASES: dict[str, Any] = {
    "members": lambda: [Weather.WET, Weather.DRY, Weather.DRY],
    "names": lambda: ["WET", "DRY", "DRY"],
    "small names": lambda: ["wet", "dry", "dry"],
    "numbers": lambda: [1, 0, 0],
    "array": lambda: array("b", [1, 0, 0]),
    "bools": lambda: [True, False, False],
    "numpy": lambda: np.array([True, False, False]),
}


@pytest.mark.parametrize("kind", CASES)
def test_cases_are_given_with_events(weathered: Table[In, Do], kind: str) -> None:
    found = weathered.replay([Do.GO] * 3, cases={Weather: CASES[kind]()}, outcomes=True)
    assert found.states == [In.HOME] and found.counts.transitioned == 3


def test_cases_have_to_be_there(weathered: Table[In, Do]) -> None:
    with pytest.raises(swiftfsm.MissingPredicateError, match="the rows match cases of Weather"):
        weathered.replay([Do.GO])
    with pytest.raises(swiftfsm.MissingPredicateError, match="the event at index 1, .*: a predicate type has no case"):
        weathered.replay([Do.GO] * 2, cases={Weather: ["dry", None]})
    assert weathered.replay([Do.GO], lenient=True).counts.unhandled == 1
    assert weathered.replay([Do.GO], cases={Weather: [None]}, lenient=True).counts.unhandled == 1
    with pytest.raises(
        swiftfsm.UnknownCaseError, match=r"the event at index 1, .*does not have this case \(Weather 7\)"
    ):
        weathered.replay([Do.GO] * 2, cases={Weather: [0, 7]})
    with pytest.raises(BadValueError, match="the cases of Weather: 'mild' at index 1 is no case of it"):
        weathered.replay([Do.GO] * 2, cases={Weather: ["dry", "mild"]})
    with pytest.raises(BadValueError, match="the cases of Weather: there are 1 values for 2 events"):
        weathered.replay([Do.GO] * 2, cases={Weather: ["dry"]})


def test_a_stream_of_arrow_that_fails_says_why() -> None:
    def batches() -> Any:
        yield pa.record_batch({"event": ["pay"]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"event": pa.string()}), batches())
    with pytest.raises(BadValueError, match="the disk is gone"):
        orders().replay(reader)
