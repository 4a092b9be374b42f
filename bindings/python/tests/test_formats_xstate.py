"""Configurations of XState machines become documents, in both versions; what a document cannot say is refused."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest
from imported import imported

from swiftfsm import formats

PLAYER = """\
{
  "id": "player",
  "version": "2",
  "description": "A player.",
  "initial": "off",
  "on": { "RESET": ".off" },
  "states": {
    "off": { "on": { "POWER": "on" } },
    "on": {
      "type": "parallel",
      "entry": "light",
      "exit": ["darken", { "type": "rest", "params": {} }],
      "on": { "POWER": { "target": "off", "description": "Whatever it does." } },
      "states": {
        "sound": {
          "initial": "quiet",
          "onDone": "#player.off",
          "states": {
            "quiet": {
              "on": {
                "*": { "actions": "shrug" },
                "VOLUME": [{ "target": "loud", "guard": "allowed", "actions": ["turn"] }, { "actions": "moan" }]
              }
            },
            "loud": { "after": { "1500": "quiet" }, "on": { "END": "end" } },
            "end": { "type": "final" }
          }
        },
        "source": {
          "initial": "radio",
          "states": {
            "last": { "type": "history", "history": "deep", "target": "disc" },
            "radio": { "on": { "NEXT": "disc" } },
            "disc": { "always": { "target": "radio", "guard": { "type": "broken" } } }
          }
        }
      }
    },
    "gone": { "type": "final" }
  }
}
"""

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


def states_of(machine: dict[str, Any], format: str = "xstate") -> str:
    """The document without what stands in all of them."""
    lines = formats.read(json.dumps(machine), format).splitlines()
    return "\n".join(line[2:] for line in lines[4:])


def faults_of(machine: Any, format: str = "xstate") -> list[str]:
    """Without the line, which is 1."""
    with pytest.raises(formats.FormatError) as caught:
        formats.read(json.dumps(machine), format)
    assert {fault.line for fault in caught.value.faults} == {1}
    return [fault.text for fault in caught.value.faults]


def flat(**states: Any) -> dict[str, Any]:
    return {"initial": next(iter(states)), "states": states}


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


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------

UNSAID = "cannot be said in a document"
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"invoke": {"src": "x"}}, f"$.states.s.invoke: 'invoke' {UNSAID}"),
    ({"tags": ["x"]}, f"$.states.s.tags: 'tags' {UNSAID}"),
    ({"meta": {"a": 1}}, f"$.states.s.meta: 'meta' {UNSAID}"),
    ({"activities": "x"}, f"$.states.s.activities: 'activities' {UNSAID}"),
    ({"context": {"a": 1}}, f"$.states.s.context: 'context' {UNSAID}"),
    (
        {"entry": {"type": "x", "params": {"a": 1}}},
        f"$.states.s.entry: an action with 'params' {UNSAID}: give it a name",
    ),
    (
        {"entry": [{"type": "xstate.raise", "event": "E"}]},
        f"$.states.s.entry[0]: an action with 'event' {UNSAID}: give it a name",
    ),
    ({"exit": 3}, "$.states.s.exit: expected an action by its name, found the number 3"),
    ({"exit": ""}, "$.states.s.exit: expected an action by its name, found ''"),
    ({"exit": "\n"}, "$.states.s.exit: expected a name of characters that can be seen, found '\ufffd'"),
    (
        {"on": {"E": {"guard": {"type": "and", "guards": ["a"]}}}},
        f"$.states.s.on.E.guard: a guard with 'guards' {UNSAID}: give it a name",
    ),
    ({"on": {"E": {"guard": ["a"]}}}, "$.states.s.on.E.guard: expected a guard by its name, found an array"),
    ({"on": {"E": {"meta": 1}}}, f"$.states.s.on.E.meta: 'meta' of a transition {UNSAID}"),
    ({"on": {"E": {"target": "t"}}}, "$.states.s.on.E.target: expected a state inside (machine), found 't'"),
    ({"on": {"E": "#t"}}, "$.states.s.on.E: expected the id of a state, found '#t'"),
    ({"on": {"E": ".t"}}, "$.states.s.on.E: expected a state inside (machine).s, found 't'"),
    ({"on": {"E": "#(machine)"}}, "$.states.s.on.E: leads to the machine itself: name a state"),
    ({"on": {"E": None}}, "$.states.s.on.E: expected the key of a state, found null"),
    ({"on": {"E": {"target": []}}}, "$.states.s.on.E.target: expected the key of a state, found an array"),
    ({"on": {"E.*": "s"}}, f"$.states.s.on.E.*: the wildcard 'E.*' {UNSAID}: name the events, or use *"),
    ({"on": ["E"]}, "$.states.s.on: expected an object of events, found an array"),
    ({"after": {"DELAY": "s"}}, f"$.states.s.after.DELAY: the delay 'DELAY' {UNSAID}: write it in milliseconds"),
    ({"after": [{"delay": 1}]}, "$.states.s.after: expected an object of delays, found an array"),
    ({"initial": "x"}, "$.states.s.initial: expected no initial state: this state has none inside, or all at once"),
    ({"states": {"x": {}}}, "$.states.s: expected 'initial': there are states inside"),
    ({"states": {"x": {}}, "initial": "y"}, "$.states.s.initial: expected a state inside (machine).s, found 'y'"),
    ({"states": {"x": 1}, "initial": "x"}, "$.states.s.states.x: expected a state, found the number 1"),
    (
        {"type": "orthogonal"},
        "$.states.s.type: expected 'atomic', 'compound', 'parallel', 'final' or 'history', found 'orthogonal'",
    ),
    ({"type": "final", "output": 1}, f"$.states.s.output: 'output' {UNSAID}"),
    ({"type": "final", "on": {"E": "s"}}, "$.states.s.on: 'on' cannot be said of this type of states"),
    ({"type": "parallel"}, "$.states.s: expected states in it if it is compound or parallel, none if it is parallel"),
    ({"history": 1}, "$.states.s.history: expected 'shallow' or 'deep', found the number 1"),
    ({"id": "(machine)"}, "$.states.s: expected an id of its own, found '(machine)' a second time"),
]


@pytest.mark.parametrize("state, fault", REFUSED, ids=[fault for _, fault in REFUSED])
def test_what_a_document_cannot_say_is_refused_with_its_path(state: dict[str, Any], fault: str) -> None:
    assert faults_of(flat(s=state), "xstate5") == [fault]


@pytest.mark.parametrize(
    "machine, fault",
    [
        ([], "$: expected the configuration of a machine, found an array"),
        ({"states": []}, "$.states: expected an object of states, found an array"),
        ({**flat(a={}), "context": {"count": 0}}, f"$.context: 'context' {UNSAID}"),
        ({**flat(a={}), "version": 1}, "$.version: expected a version as a string, found the number 1"),
        ({**flat(a={}), "id": 1}, "$.id: expected an id, found the number 1"),
        ({**flat(a={}), "onDone": "a"}, "$.onDone: 'onDone' of the machine cannot be said in a document"),
        (
            {"entry": "x", **flat(a={"type": "final"})},
            "$.states.a: a final state cannot be said here: the machine is a state of its own because it has "
            "entry, exit, "
            "after or onDone",
        ),
        ({"type": "final"}, "$: expected a machine with states"),
        (
            flat(a={"on": {"E": {"guard": "g"}, "F": {"cond": "c"}}}),
            "$.states.a.on.F.cond: is of version 4, but line 1 is of version 5: use the words of one",
        ),
    ],
)
def test_what_the_machine_cannot_have(machine: Any, fault: str) -> None:
    assert faults_of(machine) == [fault]


def test_the_line_is_told() -> None:
    text = PLAYER.replace('"entry": "light"', '"invoke": {"src": "light"}').replace('"END": "end"', '"END": "ende"')
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text)
    assert [str(fault) for fault in caught.value.faults] == [
        "text:11: $.states.on.invoke: 'invoke' cannot be said in a document"
    ]
    with pytest.raises(
        formats.FormatError, match=r"^text:25: \$.states.on.states.sound.states.loud.on.END: expected a"
    ):
        formats.read(PLAYER.replace('"END": "end"', '"END": "ende"'))


def test_all_faults_are_told_at_once_up_to_twenty() -> None:
    machine = flat(**{f"s{number}": {"invoke": 1} for number in range(30)})
    assert len(faults_of(machine)) == 20


# ----------------------------------------------------------------------------------------------------------------------
# Hostile files
# ----------------------------------------------------------------------------------------------------------------------

CODE = "__import__('os').system('touch code-was-run')"


def test_code_in_every_place_is_a_name_or_a_fault() -> None:
    machine = flat(s={"entry": CODE, "exit": [{"type": CODE}], "on": {CODE: {"actions": CODE, "guard": CODE}}})
    assert (
        states_of(machine)
        == f'state s\n  entry "{CODE}"\n  exit "{CODE}"\n  "{CODE}" ? "{CODE}" -> internal / "{CODE}"'
    )
    assert faults_of(flat(s={"on": {"E": CODE}, "after": {CODE: "s"}, "initial": CODE, "type": CODE}))


def nested(depth: int) -> str:
    inner = '{"initial": "s", "states": {"s": ' * depth + "{}" + "}}" * depth
    return inner


def test_deeply_nested_states() -> None:
    assert "\n".join(formats.read(nested(100)).splitlines()[-1:]).startswith("  " * 100 + "state")
    with pytest.raises(formats.FormatError, match="expected at most 100 states inside each other"):
        formats.read(nested(101))
    for text in (nested(100_000), '{"a":' * 100_000, '{"a":' + "[" * 100_000):
        with pytest.raises(formats.FormatError, match="expected at most 256 values inside each other"):
            formats.read(text, "xstate")


@pytest.mark.parametrize("wrong", [None, True, 1, 1.5, "x", [], {}, [[]], [{}], {"x": 1}])
@pytest.mark.parametrize(
    "place", "id initial type states on always after onDone entry exit history target version context".split()
)
def test_any_type_in_any_place_is_read_or_refused(place: str, wrong: Any) -> None:
    for machine in ({**flat(s={}), place: wrong}, flat(s={place: wrong}), flat(s={"on": {"E": {place: wrong}}})):
        try:
            text = formats.read(json.dumps(machine), "xstate5")
        except formats.FormatError as error:
            assert error.faults
        else:
            assert text.startswith("definition")
