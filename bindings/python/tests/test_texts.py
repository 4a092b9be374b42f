"""Strs as states and events."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from typing import Any

import pytest

from swiftfsm import (
    ANY,
    BadValueError,
    DYNAMIC,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Table,
    UnknownEventError,
    UnknownStateError,
    active,
    after,
    define,
    entry,
    history,
    parallel,
    raising,
    request,
    superstate,
    then,
    transition,
    when,
)
from swiftfsm.definition.alphabet import Alphabet

COUNTED = Table(
    define("locked")(when("coin") | then("unlocked")),
    define("unlocked")(when("coin", "pass") | then("locked")),
    initial="locked",
    event_names=["reset"],
    arguments={"coin": int},
)


class Change(str, Enum):
    HEAT = "heat"


def test_a_machine_takes_and_gives_strs() -> None:
    seen: list[Any] = []
    table = Table(
        define("locked", entry=lambda source, event, target: seen.append((source, event, target)))(
            when("coin") | then("unlocked")
        ),
        define("unlocked", update=lambda: "pass")(when("pass") | then(by=lambda: "locked"), request("locked")),
        initial="locked",
    )
    machine = table.machine()
    assert (table.initial, table.states, table.events) == ("locked", ["locked", "unlocked"], ["coin", "pass"])
    assert (machine.state, machine.send("coin"), machine.state) == ("locked", Outcome.TRANSITIONED, "unlocked")
    assert machine.permitted() == ["pass"] and machine.requestable() == ["locked"]
    assert machine.probe("pass") == (Outcome.TRANSITIONED, "locked")
    assert (machine.due(), machine.update(), machine.state) == ("pass", Outcome.TRANSITIONED, "locked")
    assert seen == [("unlocked", "pass", "locked")]
    machine.set_state("unlocked")
    assert (machine.request("locked"), machine.state) == (Outcome.TRANSITIONED, "locked")
    assert machine.why_not("pass") == "state 'locked' has no row for event 'pass'"
    assert [row[1:4] for row in table.transitions()][0] == ("locked", "coin", "unlocked")


def test_an_equal_str_that_is_another_object_is_the_same() -> None:
    machine = COUNTED.machine("".join(["unl", "ocked"]))
    assert (machine.send("".join(["pa", "ss"])), machine.state) == (Outcome.TRANSITIONED, "locked")


def test_events_that_no_row_names_are_known_by_their_names() -> None:
    assert COUNTED.machine().send("reset") is Outcome.UNHANDLED
    assert COUNTED.events == ["coin", "pass", "reset"]


@pytest.mark.parametrize("word, meant", [("coim", ": perhaps 'coin' is meant"), ("zzz", ""), ("locked", "")])
def test_an_unknown_event(word: str, meant: str) -> None:
    with pytest.raises(UnknownEventError) as caught:
        COUNTED.machine().send(word)
    assert str(caught.value) == f"{word!r} is no event of this table{meant}"


def test_an_unknown_state() -> None:
    machine = COUNTED.machine()
    for call in (COUNTED.machine, machine.set_state, machine.start, machine.request):
        with pytest.raises(UnknownStateError, match="'lockd' is no state of this table: perhaps 'locked' is meant"):
            call("lockd")
    assert machine.state == "locked"


@pytest.mark.parametrize("stranger", [1, 0, True, 1.0, Change.HEAT, None, b"coin", []])
def test_what_is_no_str_is_no_event(stranger: Any) -> None:
    machine = COUNTED.machine()
    for _ in range(2):
        with pytest.raises(TypeError, match="event must be a str, or a member of an Enum that the table knows, not "):
            machine.send(stranger)
    machine.send("coin", 1)


@pytest.mark.parametrize("word", ["coin", "heat", Change.HEAT.value])
def test_a_str_is_no_event_where_members_are(word: str) -> None:
    machine = Table[Any, Any]([("a", Change.HEAT, "a")]).machine("a")
    with pytest.raises(TypeError, match="event must be an int, or a member of an Enum that the table knows, not "):
        machine.send(word)


@pytest.mark.parametrize(
    "items, message",
    [
        ([("a", "x", 1)], r"states are given both as str \('a'\) and as int \(1\): use one of these"),
        ([(1, 2, 3), ("a", "x", "a")], r"states are given both as str \('a'\) and as int \(1\)"),
        ([("a", "x", "a"), (1, 2, 3)], r"states are given both as str \('a'\) and as int \(1\)"),
        ([("a", "x", "a"), ("a", 5, "a")], r"events are given both as str \('x'\) and as int \(5\)"),
        ([("a", "x", "a"), StateBlock(7)], r"states are given both as str \('a'\) and as int \(7\)"),
        ([Row("a", "x", "a", active=3)], r"states are given both as str \('a'\) and as int \(3\)"),
    ],
)
def test_strs_and_ints_in_one_table(items: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Table(items)


def test_plain_ints_after_strs_are_met_too() -> None:
    with pytest.raises(TypeError, match="states are given both as str"):
        Table([("a", "x", "a")], rows=[(1, 2, 3)] * 50)


@pytest.mark.parametrize("word, message", [("a\0", "contains a zero character"), ("\ud800", "is no text")])
def test_a_str_that_is_no_name(word: str, message: str) -> None:
    with pytest.raises(BadValueError, match=message):
        Table([(word, "x", word)])


def test_a_str_and_a_member_that_is_equal() -> None:
    for events in (["heat", Change.HEAT], [Change.HEAT, "heat"]):
        with pytest.raises(BadValueError, match="are different events, but equal: give them different names or values"):
            Table[Any, Any]([("a", event, "a") for event in events])


def test_members_and_strs_beside_each_other() -> None:
    table = Table[Any, Any](Row("open", Change.HEAT, "open"), Row("open", "slam", "open"))
    assert set(table.events) == {Change.HEAT, "slam"}
    machine = table.machine("open")
    assert (machine.send(Change.HEAT), machine.send("slam")) == (Outcome.TRANSITIONED,) * 2


def test_a_str_is_one_state_and_not_its_letters() -> None:
    class Door(Machine[str, str, None]):
        initial = "open"
        superstates = {"open": superstate(when("slam") | then("shut"))}

        @transition("open", "push", "shut")
        @transition("shut", ("pull", "kick"), "open", raising=())
        def move(self) -> None: ...

        @entry("shut")
        def bang(self) -> None: ...

    assert (set(Door.table.states), set(Door.table.events)) == ({"open", "shut"}, {"slam", "push", "pull", "kick"})


def test_a_chart_of_strs() -> None:
    table = Table(
        define("off")(when("power") | then("on")),
        parallel("on")(
            when("power") | then("off"),
            define("sound", initial="quiet")(
                define("quiet")(when("volume") | then("loud") | raising("changed")),
                define("loud")(after(5) | then("quiet")),
            ),
            define("source", initial="last")(
                history("last", default="radio"),
                define("radio")(when("changed") | active("loud") | then("disc")),
                define("disc")(when("changed") | then("radio")),
            ),
        ),
        initial="off",
    )
    device = table.machine()
    device.send("power")
    assert (device.states, "sound" in device, "loud" in device) == (["quiet", "radio"], True, False)
    device.send("volume")
    assert device.states == ["loud", "disc"]
    device.advance(5)
    assert device.states == ["quiet", "disc"]
    device.set_states(["loud", "radio"])
    assert (device.states, table.parent("loud")) == (["loud", "radio"], "sound")


def test_a_row_of_any_event_takes_those_that_are_known() -> None:
    machine = Table(Row("a", ANY, "b"), Row("b", "x", "a"), initial="a").machine()
    assert machine.send("x") is Outcome.TRANSITIONED
    with pytest.raises(UnknownEventError):
        machine.send("y")


def test_a_resolver_and_an_update_callback_name_strs() -> None:
    machine = Table([Row("a", "x", DYNAMIC, resolver=lambda: "b"), Row("b", "x", "a")]).machine("a")
    machine.send("x")
    assert machine.state == "b"
    wrong = Table([Row("a", "x", DYNAMIC, resolver=lambda: "c")]).machine("a")
    with pytest.raises(UnknownStateError, match="'c' is no state of this table"):
        wrong.send("x")


def test_annotations_of_callbacks() -> None:
    def fits(event: str, source: str) -> None: ...

    def contradicts(event: int) -> None: ...

    Table([("a", "x", "a", fits)])
    with pytest.raises(InvalidDefinitionError, match="gets the event as 'event'"):
        Table([("a", "x", "a", contradicts)])


def test_copies_pickles_and_snapshots() -> None:
    machine = COUNTED.machine("unlocked")
    for twin in (copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
        assert (twin.state, twin.send("pass"), twin.state) == ("unlocked", Outcome.TRANSITIONED, "locked")
    assert COUNTED.restore(machine.snapshot()).state == "unlocked"


def test_names_that_can_be_read_once_alone_are_kept() -> None:
    table = Table(("a", "x", "a"), event_names=(word for word in ["y", "z"]))
    assert pickle.loads(pickle.dumps(table)).events == table.events == ["x", "y", "z"]


def test_documents_and_replays() -> None:
    table = Table(("new", "pay", "paid"), ("paid", "pay", "paid"), initial="new")
    assert Table.read(table.text()).states[0].name == "new"
    assert 'state "paid"' in table.diagram("mermaid", hide="new")
    replay = table.replay(["pay", "pay"], [0, 0])
    assert list(replay.states) == ["paid"]


def test_an_alphabet_numbers_strs_after_what_it_knows() -> None:
    class Number(Enum):
        SEVEN = 7

    alphabet = Alphabet("state")
    alphabet.adopt(["a", Number.SEVEN, "b", "a"])
    assert [alphabet.identify(each) for each in (Number.SEVEN, "a", "b")] == [7, 8, 9]
    assert (alphabet.member(9), alphabet.word("b"), alphabet.describe("b")) == ("b", "b", "state 'b'")
