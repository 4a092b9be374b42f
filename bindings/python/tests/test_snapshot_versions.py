"""Snapshots of one version of a definition, restored in another one: by names, then by former names."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Optional

import pytest
from documented import PLAYER
from orders_versions import NEW, Key, Part, order, read

from swiftfsm import (
    ArgumentsError,
    BadConfigurationError,
    BadValueError,
    Machine,
    Row,
    Table,
    UnknownCaseError,
    UnknownStateError,
    UnsupportedError,
    define,
    then,
    when,
)

FORMS = pytest.mark.parametrize("is_json", [False, True], ids=["bytes", "JSON"])


@FORMS
def test_former_names_count(is_json: bool) -> None:
    new: Any = read(NEW)
    machine = new.restore(order(is_json))
    assert (machine.state, machine.next_due) == (new.State.created, 20)
    (waiting,) = json.loads(machine.snapshot(json=True))["deferred"]
    assert waiting == {"event": "payment", "cases": [["Risk", "high"]], "arguments": [{"i32": 150}]}
    machine.advance(20)
    assert machine.state is new.State.created  # shipped, then paid


def test_members_may_get_other_numbers() -> None:
    class Places(Enum):
        NOWHERE = "nowhere"
        THERE = "there"
        HERE = "here"

    old = Table(define(Part.HERE)(when(Key.GO) | then(Part.THERE)), define(Part.THERE, final=True))
    new = Table(
        define(Places.NOWHERE)(when(Key.STAY) | then(Places.HERE)),
        define(Places.HERE)(when(Key.GO) | then(Places.THERE)),
        define(Places.THERE, final=True),
    )
    assert new.restore(old.machine(Part.THERE).snapshot()).state is Places.THERE
    assert new.restore(old.machine(Part.HERE).snapshot(json=True)).state is Places.HERE


@FORMS
def test_what_has_no_place_is_named(is_json: bool) -> None:
    new = read("definition orders\n  initial other\n  state other\n    wait -> same\n")
    machine = new.machine()
    before = machine.snapshot()
    with pytest.raises(UnknownStateError) as caught:
        machine.restore(order(is_json))
    text = str(caught.value)
    for words in ("the state open, which", "the event pay waits", "the event ship waits", "the predicate type Risk"):
        assert words in text
    assert 'add "was open" to the state that takes its place, or name one in the function `migrate`' in text
    assert machine.snapshot() == before
    # A definition that is code has no former names.
    code = Table(Row(Part.HERE, Key.GO, Part.HERE))
    with pytest.raises(UnknownStateError) as caught:
        code.restore(order(is_json))
    assert "was" not in str(caught.value) and "name one in the function `migrate`" in str(caught.value)


def test_what_a_version_changes_otherwise_is_told() -> None:
    other = NEW.replace("i32 cents", "str cents")
    with pytest.raises(ArgumentsError, match="the event pay waits in the snapshot with other arguments than it"):
        read(other).restore(order(False), migrate=lambda missing: None)
    smaller = NEW.replace("low middle high", "low")
    with pytest.raises(UnknownCaseError, match="the case high of the predicate type Risk, which has no") as caught:
        read(smaller).restore(order(True))
    assert caught.value.predicate is not None and caught.value.predicate.__name__ == "Risk"
    nested = NEW.replace("  state created was open\n", "  state created was open\n    state inner\n")
    with pytest.raises(BadConfigurationError, match="cannot be the active ones in this definition"):
        read(nested).restore(order(False))


def test_what_a_chart_does_not_have_any_more_is_told() -> None:
    lit = {"light-up": lambda: None}
    player: Any = Table.read(PLAYER, callbacks=lit)
    machine = player.machine()
    for event in (player.Event.power, player.Event.volume):
        machine.send(event)
    timed = machine.snapshot()
    machine.send(player.Event.power)
    remembering = machine.snapshot(json=True)
    without_timeout = Table.read(PLAYER.replace("timeout 30000000 volume", ""), callbacks=lit)
    with pytest.raises(BadConfigurationError, match="a timeout for the event volume runs in the snapshot, and its"):
        without_timeout.restore(timed)
    assert without_timeout.restore(remembering).state is without_timeout.initial
    text = PLAYER.replace("default last-source", "default radio")
    text = text.replace("history last-source\n        default radio", "")
    with pytest.raises(BadConfigurationError, match="the snapshot has a history of the state source, which cannot be"):
        Table.read(text, callbacks=lit).restore(remembering)


def test_a_later_format_is_told() -> None:
    machine: Machine[Any, Any, Any] = Table(Row(1, 1, 1)).machine(1)
    later = bytearray(machine.snapshot())
    later[4] = 2
    for snapshot in (later, '{"format": 2, "states": []}'):
        with pytest.raises(UnsupportedError, match="this snapshot has a later format: update the package to"):
            machine.restore(snapshot)


def test_json_tells_where_it_is_wrong() -> None:
    machine: Machine[Any, Any, Any] = Table(Row(1, 1, 1)).machine(1)
    wrong: list[tuple[str, Optional[str]]] = [
        ('{"format":1}', 'expected a member "states"'),
        ('{"format":1,"states":[1],"sent":[{}]}', 'expected one member "event", "request" or "stop"'),
        ('{"format":1,"states":[1]', "byte 24 of the snapshot's JSON: expected"),
        ("null", "this is no snapshot"),
        ('[{"format":1}]', "this is no snapshot"),
    ]
    for snapshot, words in wrong:
        with pytest.raises(BadValueError, match=words):
            machine.restore(snapshot)
