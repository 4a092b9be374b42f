"""Configurations of XState machines become documents, in both versions; what a document cannot say is refused."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest
from imported import imported
from xstate_texts import PLAYER, faults_of, flat, states_of

from swiftfsm import formats


PLAYER_DOCUMENT = """\
# A player.
definition player version 2
  initial off
  guards first match
  entry exit always
  state off
    POWER -> on
  parallel on
    entry light
    exit darken rest
    # Whatever it does.
    POWER -> off
    state sound
      default quiet
      done xstate.done.state.player.on.sound
      xstate.done.state.player.on.sound -> off
      state quiet
        VOLUME ? allowed -> loud / turn
        VOLUME -> internal / moan
        any -> internal / shrug
      state loud
        timeout 1500 xstate.after.1500.player.on.sound.loud
        END -> end
        xstate.after.1500.player.on.sound.loud -> quiet
      state end final
    state source
      default radio
      deep history "last"
        default disc
      state radio
        NEXT -> disc
      state disc
        eventless ? broken -> radio
  state gone final
  any RESET -> off
"""


# ----------------------------------------------------------------------------------------------------------------------
# What is said
# ----------------------------------------------------------------------------------------------------------------------


def test_a_machine_becomes_a_document() -> None:
    assert formats.read(PLAYER) == PLAYER_DOCUMENT
    assert formats.read(PLAYER.encode()) == PLAYER_DOCUMENT
    assert formats.read(json.loads(PLAYER)) == PLAYER_DOCUMENT


def test_the_document_runs() -> None:
    with imported(formats.read(PLAYER), {"broken"}) as player:
        assert player.start() == "-> off"
        assert player.send("POWER") == "entry light -> quiet radio"
        assert player.send("NEXT") == "action shrug -> quiet disc", "each region takes the event"
        assert player.send("VOLUME") == "action turn -> loud disc"
        assert player.advance(1500) == "-> quiet disc"
        player.refused.add("allowed")
        player.refused.discard("broken")
        assert player.send("VOLUME") == "action moan -> quiet radio"
        player.refused.clear()
        player.send("VOLUME")
        assert player.send("END") == "exit darken, exit rest -> off"
        player.send("POWER")
        assert player.send("RESET") == "exit darken, exit rest, action shrug -> off", "quiet takes any event too"


def test_keys_that_are_there_twice_become_paths() -> None:
    machine = flat(
        a=flat(idle={"on": {"E": "#b.idle"}}, **{"1": {}}), b={"id": "b", **flat(idle={"on": {"E": "#(machine).a.1"}})}
    )
    assert states_of(machine) == textwrap.dedent("""\
        state a
          default a.idle
          state 1
          state a.idle
            E -> b.idle
        state b
          default b.idle
          state b.idle
            E -> 1""")


def test_a_machine_that_is_parallel_or_has_entry_actions_becomes_a_state() -> None:
    parallel = {"id": "m", "type": "parallel", "states": {"r": flat(a={}), "s": flat(b={})}, "on": {"E": ".r.a"}}
    assert formats.read(json.dumps(parallel)) == textwrap.dedent("""\
        definition m
          initial m
          guards first match
          entry exit always
          parallel m
            E -> a
            state r
              default a
              state a
            state s
              default b
              state b
        """)
    assert states_of({"entry": "hi", "on": {"E": ".b"}, **flat(a={}, b={})}) == textwrap.dedent("""\
        state "(machine)"
          entry hi
          default a
          local E -> b
          state a
          state b""")


def test_a_final_state_ends_the_machine_however_it_is_reached() -> None:
    by_row = flat(a={"on": {"E": "z"}, "exit": "bye"}, z={"type": "final"})
    from_anywhere = flat(a={"on": {"F": "a"}, "exit": "bye"}, z={"type": "final"}) | {"on": {"E": ".z"}}
    for machine in (by_row, from_anywhere):
        with imported(formats.read(json.dumps(machine), "xstate4")) as chart:
            chart.start()
            assert chart.send("E") == "exit bye ->"


COMPOUND = {
    "entry": "S",
    "exit": "S",
    "initial": "a",
    "states": {"a": {"entry": "a", "exit": "a"}, "b": {"entry": "b", "on": {"E": "#b"}, "id": "b"}},
}


@pytest.mark.parametrize(
    "transition, version, row, trace",
    [
        ("s", 5, "local E -> a", "exit a, entry a -> a"),
        ("s", 4, "E -> s", "exit a, exit S, entry S, entry a -> a"),
        ({"target": "s", "reenter": True}, 5, "E -> s", "exit a, exit S, entry S, entry a -> a"),
        (".b", 5, "local E -> b", "exit a, entry b -> b"),
        (".b", 4, "local E -> b", "exit a, entry b -> b"),
        ({"target": ".b", "internal": False}, 4, "E -> b", "exit a, exit S, entry S, entry b -> b"),
        ("#b", 5, "local E -> b", "exit a, entry b -> b"),
        ("#b", 4, "E -> b", "exit a, exit S, entry S, entry b -> b"),
        ({"target": "#b", "internal": True}, 4, "local E -> b", "exit a, entry b -> b"),
        ({"target": ".b", "reenter": True}, 5, "E -> b", "exit a, exit S, entry S, entry b -> b"),
        ({"actions": "x"}, 5, "E -> internal / x", "action x -> a"),
    ],
)
def test_what_a_transition_of_a_state_with_states_leaves(transition: Any, version: int, row: str, trace: str) -> None:
    text = formats.read(json.dumps(flat(s={**COMPOUND, "on": {"E": transition}}, t={})), f"xstate{version}")
    assert f"\n    {row}\n" in text
    with imported(text) as chart:
        chart.start()
        assert chart.send("E") == trace


def test_a_transition_of_a_leaf_to_itself() -> None:
    machine = flat(s={"entry": "in", "on": {"E": {"target": "s", "actions": "x"}}})
    assert states_of(machine, "xstate5").endswith("E -> internal / x")
    assert states_of(machine, "xstate4").endswith("E -> s / x")
    assert faults_of(machine) == [
        "$.states.s.on.E: leaves its state in XState 4, but not in XState 5: name the format, xstate4 or xstate5"
    ]
    machine["states"]["s"]["on"]["F"] = {"guard": "g"}
    assert states_of(machine).endswith("E -> internal / x\n  F ? g -> internal"), "guard is of version 5"


def test_conditions_on_states_of_version_4() -> None:
    machine = flat(a={"on": {"E": {"target": "b", "in": "#b", "cond": {"type": "ready"}}}}, b={"id": "b"})
    assert states_of(machine).splitlines()[1] == "  E ? in b ready -> b"
    machine["states"]["a"]["on"]["E"]["in"] = "b"
    assert faults_of(machine) == ["$.states.a.on.E.in: expected the id of a state, as #id, found 'b'"]


def test_names_of_events_in_version_4() -> None:
    inner = flat(x={"after": {"5": "y"}, "on": {"": {"target": "y", "cond": "c"}}}, y={"type": "final"})
    assert states_of(flat(s={**inner, "onDone": "t"}, t={})) == textwrap.dedent("""\
        state s
          default x
          done done.state.(machine).s
          done.state.(machine).s -> t
          state x
            timeout 5 "xstate.after(5)#(machine).s.x"
            eventless ? c -> y
            "xstate.after(5)#(machine).s.x" -> y
          state y final
        state t
          eventless ? not in t -> t""").replace("done.state.(machine).s", '"done.state.(machine).s"')


def test_regions_that_are_left_without_their_state() -> None:
    regions = {"type": "parallel", "states": {"r": flat(a={"on": {"E": "#b2"}}), "s": flat(b={}, b2={"id": "b2"})}}
    assert "E -> b2" in states_of(flat(p=regions), "xstate5"), "nobody notices that p is left"
    assert faults_of(flat(p={**regions, "entry": "x"}), "xstate5") == [
        "$.states.p.states.r.states.a.on.E: leaves the regions of p, and stays in it: that cannot be said in a document"
    ]
    assert faults_of(flat(p=regions), "xstate4") == [
        "$.states.p.states.r.states.a.on.E: leaves the regions of p, and stays in it: that cannot be said in a document"
    ]
