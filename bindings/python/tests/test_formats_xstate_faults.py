"""What of XState is refused, and hostile files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from xstate_texts import PLAYER, faults_of, flat, states_of

from swiftfsm import formats

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
