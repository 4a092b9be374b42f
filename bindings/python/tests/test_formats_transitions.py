"""The dicts of the package transitions become documents; what a document cannot say is refused."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest
from imported import imported

from swiftfsm import formats

DOOR: dict[str, Any] = {
    "name": "door: ",
    "initial": "closed",
    "send_event": False,
    "queued": True,
    "states": [
        "closed",
        {"name": "open", "on_enter": "light", "on_exit": ["darken", "look"]},
        {"name": "locked"},
        {"name": "gone", "final": True},
    ],
    "transitions": [
        {"trigger": "push", "source": "closed", "dest": "open", "conditions": ["strong"], "unless": "blocked"},
        ["push", "closed", "=", None, None, "groan"],
        ["push", "*", None],
        {"trigger": "close", "source": ["open", "locked"], "dest": "closed", "before": ["swing"]},
        {"trigger": "break", "source": "*", "dest": "gone"},
    ],
    "before_state_change": "note",
}

DOOR_DOCUMENT = """\
definition door
  initial closed
  guards first match
  entry exit always
  order resolve actions exit commit entry
  state closed
    push ? strong not.blocked -> open / note
    push -> same / note groan
  state open
    entry light
    exit darken look
    close -> closed / note swing
  state locked
    close -> closed / note swing
  state gone final
  any push -> internal / note
  any break -> gone / note
"""


def rows_of(*transitions: Any, states: Any = ("a", "b"), **more: Any) -> list[str]:
    """The document behind the policies."""
    lines = formats.read({"states": states, "transitions": transitions, **more}).splitlines()
    return [line[2:] for line in lines[1:] if line[2:] not in ("guards first match", "entry exit always")]


def faults_of(given: Any) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(given, "transitions")
    return [fault.text for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# What is said
# ----------------------------------------------------------------------------------------------------------------------


def test_a_dict_becomes_a_document() -> None:
    assert formats.read(DOOR) == DOOR_DOCUMENT
    assert formats.read(json.dumps(DOOR, indent=2)) == DOOR_DOCUMENT


def test_the_document_runs() -> None:
    with imported(formats.read(DOOR), {"not.blocked"}) as door:
        door.start()
        assert door.send("push") == "action note, action groan -> closed"
        door.refused.clear()
        assert door.send("push") == "action note, entry light -> open"
        assert door.send("push") == "action note -> open"
        assert door.send("close") == "action note, action swing, exit darken, exit look -> closed"
        assert door.send("break") == "action note -> gone"


def test_actions_that_run_after_the_step() -> None:
    text = formats.read(
        {
            "states": [{"name": "a", "on_exit": "out"}, {"name": "b", "on_enter": "in"}],
            "transitions": [{"trigger": "go", "source": "a", "dest": "b", "after": "cheer"}],
            "after_state_change": ["note"],
            "initial": "a",
        }
    )
    assert "  order resolve exit commit entry actions\n" in text
    with imported(text) as machine:
        machine.start()
        assert machine.send("go") == "exit out, entry in, action cheer, action note -> b"


def test_a_transition_of_all_states_keeps_its_place_before_others() -> None:
    assert rows_of(
        ["go", "a", "b", "first"],
        ["go", "*", "a", "second"],
        ["go", "b", "b"],
        ["stop", "*", "a"],
    ) == [
        "state a",
        "  go ? first -> b",
        "  go ? second -> a",
        "state b",
        "  go ? second -> a",
        "  go -> b",
        "any stop -> a",
    ]


def test_transitions_to_each_state_become_requests() -> None:
    text = formats.read(
        {"states": ["a", "b"], "transitions": [["x", "a", "b"]], "auto_transitions": True, "initial": "a"}
    )
    assert text.endswith("  state b final\n  any request -> any\n")
    with imported(text) as machine:
        assert machine.start() == "-> a"


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------

UNSAID = "cannot be said in a document: leave it out, and do it in the program"


@pytest.mark.parametrize(
    "state, fault",
    [
        ({"name": "c", "timeout": 1}, "$.states[1].timeout: expected 'on_timeout' beside it"),
        ({"name": "c", "timeout": "1"}, "$.states[1].timeout: expected a timeout in seconds, found '1'"),
        ({"name": "c", "timeout": -1}, "$.states[1].timeout: expected a timeout in seconds, found the number -1"),
        ({"name": "c", "timeout": True}, "$.states[1].timeout: expected a timeout in seconds, found true"),
        ({"name": "c", "on_final": "x"}, "$.states[1].on_final: is never called, since the state is not final"),
        ({"name": "c", "final": "yes"}, "$.states[1].final: expected true or false, found 'yes'"),
        ({"name": "c", "label": 1}, "$.states[1].label: expected a text, found the number 1"),
        ({"name": "c", "retries": 3}, f"$.states[1].retries: 'retries' {UNSAID}"),
        ({"name": "c", "tags": ["x"]}, f"$.states[1].tags: 'tags' {UNSAID}"),
        ({"on_enter": "x"}, "$.states[1]: expected a state with a name"),
        ({"name": 1}, "$.states[1].name: expected the name of a state, found the number 1"),
        ({"name": "c", "on_enter": 1}, "$.states[1].on_enter: expected a callback by its name, found the number 1"),
        (["c"], "$.states[1]: expected the name of a state, found an array"),
        ("a", "$.states[1]: expected each state once, found 'a' a second time"),
    ],
)
def test_states_that_cannot_be_said(state: Any, fault: str) -> None:
    assert faults_of({"states": ["a", state]}) == [fault]


@pytest.mark.parametrize(
    "transition, fault",
    [
        (["go", "x", "a"], "$.transitions[0][1]: expected one of the states, found 'x'"),
        (["go", "a", "x"], "$.transitions[0][2]: expected one of the states, found 'x'"),
        (
            ["go", ["a", "*"], "a"],
            "$.transitions[0][1][1]: expected '*' alone: in an array transitions finds no state of that name",
        ),
        (["go"], "$.transitions[0]: expected a transition with 'source'"),
        (["go", "a", "a"] + [None] * 6, "$.transitions[0]: expected at most 8 values, found 9"),
        ("go", "$.transitions[0]: expected a transition as an object or an array, found 'go'"),
        (
            {"trigger": "go", "source": "a", "dest": "a", "prepare": "p"},
            f"$.transitions[0].prepare: 'prepare' {UNSAID}",
        ),
        (
            {"trigger": "go", "source": "a", "dest": "a", "weight": 1},
            "$.transitions[0].weight: 'weight' cannot be said in a document",
        ),
        ({"trigger": 1, "source": "a"}, "$.transitions[0].trigger: expected the name of an event, found the number 1"),
        (
            {"trigger": "go", "source": "a", "conditions": {}},
            "$.transitions[0].conditions: expected a callback by its name, found an object",
        ),
    ],
)
def test_transitions_that_cannot_be_said(transition: Any, fault: str) -> None:
    assert faults_of({"states": ["a"], "transitions": [transition]})[0] == fault


@pytest.mark.parametrize(
    "more, fault",
    [
        ({"initial": "x"}, "$.initial: expected one of the states, found 'x'"),
        ({"name": 1}, "$.name: expected a name, found the number 1"),
        ({"ordered_transitions": True}, "$.ordered_transitions: expected at least two states"),
        ({"ordered_transitions": "next"}, "$.ordered_transitions: expected true or false, found 'next'"),
        ({"auto_transitions": 1}, "$.auto_transitions: expected true or false, found the number 1"),
        ({"finalize_event": "x"}, f"$.finalize_event: 'finalize_event' {UNSAID}"),
        ({"prepare_event": ["x"]}, f"$.prepare_event: 'prepare_event' {UNSAID}"),
        ({"on_exception": "x"}, f"$.on_exception: 'on_exception' {UNSAID}"),
        ({"model": "self"}, "$.model: 'model' cannot be said in a document"),
    ],
)
def test_arguments_of_the_machine_that_cannot_be_said(more: Any, fault: str) -> None:
    assert faults_of({"states": ["a"], "transitions": [["go", "a", "a"]], **more}) == [fault]


def test_the_line_is_told() -> None:
    with pytest.raises(formats.FormatError, match=r"^text:4: \$.transitions\[0\]\[2\]: expected one of the states"):
        formats.read('{\n"states": ["a"],\n"transitions": [\n["go", "a", "b"]]}')


def test_what_is_no_name_is_refused_and_nothing_is_called() -> None:
    class State(Enum):
        A = 1

    def action() -> None:
        raise AssertionError("called")

    assert faults_of(
        {"states": ["a", State.A], "transitions": [{"trigger": "go", "source": "a", "before": action}]}
    ) == [
        "$.states[1]: expected what JSON has, found 'State': give its name",
        "$.transitions[0].before: expected what JSON has, found 'function': give its name",
    ]
    circle: dict[str, Any] = {"states": []}
    circle["states"].append(circle)
    assert faults_of(circle)[0].endswith("expected at most 256 values inside each other")
    assert faults_of({1: 2}) == ["$: expected strings as keys, found '1'"]


CODE = "__import__('os').system('touch code-was-run')"


def test_code_is_a_name() -> None:
    assert rows_of([CODE, CODE, CODE, CODE, None, CODE], states=[CODE], before_state_change=CODE)[-1] == (
        f'  "{CODE}" ? "{CODE}" -> "{CODE}" / "{CODE}" "{CODE}"'
    )


@pytest.mark.parametrize("wrong", [None, True, 1, 1.5, "x", [], {}, [[]], [{}], {"x": 1}, "\0"])
@pytest.mark.parametrize(
    "place",
    (
        "states transitions initial name on_enter trigger source dest conditions unless before after children parallel "
        "timeout on_timeout final on_final label ordered_transitions auto_transitions tags"
    ).split(),
)
def test_any_type_in_any_place_is_read_or_refused(place: str, wrong: Any) -> None:
    transition = {"trigger": "go", "source": "a", "dest": "a", place: wrong}
    for given in (
        {"states": ["a"], "transitions": [], place: wrong},
        {"states": [{"name": "a", place: wrong}], "transitions": []},
        {"states": [{"name": "a", "children": [{"name": "b", place: wrong}], place: wrong}], "transitions": []},
        {"states": ["a"], "transitions": [transition]},
    ):
        try:
            text = formats.read(json.dumps(given), "transitions")
        except formats.FormatError as error:
            assert error.faults
        else:
            assert text.startswith("definition")


def test_too_many_rows_are_refused() -> None:
    states = [str(number) for number in range(2000)]
    transitions = [["go", "*", "=", "c"]] * 1000 + [["go", "1", "="]]
    assert faults_of({"states": states, "transitions": transitions}) == [
        "expected transitions for at most 1000000 rows"
    ]


def test_a_small_file_that_stands_for_a_large_document_is_refused() -> None:
    states = [f"{'s' * 200}{number}" for number in range(300)]
    transitions = [["go", states, "=", f"c{number}"] for number in range(400)]
    assert faults_of({"states": states, "transitions": transitions, "before_state_change": ["x" * 200] * 3}) == [
        "expected less up to here: a document has at most 16777216 bytes"
    ]
    assert faults_of({"states": ["a"], "transitions": [], "before_state_change": ["x"] * 10_000}) == [
        "expected fewer callbacks: a line has 4096 bytes"
    ]
