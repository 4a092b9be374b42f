"""Tags of states."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from swiftfsm import Machine, Nested, StateBlock, Table, define, parallel, then, transition, when

TABLE = Table(
    define("new", tags="open")(when("pay") | then("paid")),
    define("paid", tags=("open", "good"))(when("send") | then("sent")),
    define("sent", final=True),
    StateBlock("sent", tags=["good"], final=True),
    initial="new",
)


def test_states_are_found_by_their_tags() -> None:
    assert [TABLE.tags(state) for state in TABLE.states] == [{"open"}, {"open", "good"}, {"good"}]
    found = [TABLE.tagged(*tags) for tags in (["open"], ["good"], ["open", "good"], ["bad"], [])]
    assert found == [["new", "paid"], ["paid", "sent"], ["paid"], [], ["new", "paid", "sent"]]


def test_a_machine_has_the_tags_of_its_state() -> None:
    machine = TABLE.machine()
    seen = [(machine.has_tag("open"), machine.has_tag("good"))]
    for event in ("pay", "send"):
        machine.send(event)
        seen.append((machine.has_tag("open"), machine.has_tag("good")))
    assert seen == [(True, False), (True, True), (False, True)]
    assert copy.copy(machine).has_tag("good") and not machine.has_tag("bad")
    assert pickle.loads(pickle.dumps(TABLE)).tagged("open") == ["new", "paid"]


def test_a_chart_has_those_of_all_active_states() -> None:
    table = Table(
        parallel("on", tags="power")(
            define("sound", tags="noise", initial="loud")(define("loud", tags="red")(when("x") | then("quiet")), define("quiet")),
            define("light")(define("lit")),
        ),
        initial="on",
    )
    machine = table.machine()
    assert [machine.has_tag(tag) for tag in ("power", "noise", "red")] == [True, True, True]
    machine.send("x")
    assert [machine.has_tag(tag) for tag in ("power", "noise", "red")] == [True, True, False]


def test_a_class() -> None:
    class Player(Machine[str, str, None]):
        initial = "on"
        rows = [define("off", tags="dark")]

        class On(Nested, state="on", tags="bright"):
            pass

        @transition("on", "push", "off")
        @transition("off", "push", "on")
        def push(self) -> None: ...

    player = Player()
    assert (player.has_tag("bright"), player.has_tag("dark"), Player.table.tagged("dark")) == (True, False, ["off"])
    player.push()
    assert (player.has_tag("bright"), player.has_tag("dark")) == (False, True)


def test_a_tag_is_a_str() -> None:
    wrong: Any = [5]
    with pytest.raises(TypeError, match="a tag is a str, not 5"):
        define("new", tags=wrong)
    wrong = 5
    with pytest.raises(TypeError, match="tags are a str or several, not 5"):
        define("new", tags=wrong)
    assert "tags=['a', 'b']" in repr(StateBlock("new", tags={"b", "a"}))
