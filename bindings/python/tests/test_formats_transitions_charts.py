"""Configurations of transitions that become charts: states inside others, timeouts, actions before and after."""

from __future__ import annotations

import json
from typing import Any, Callable

import pytest
from imported import imported

from swiftfsm import Table, formats

WALK: dict[str, Any] = {
    "name": "walk",
    "states": [
        "standing",
        "walking",
        {
            "name": "caffeinated",
            "on_enter": "wake",
            "on_exit": "yawn",
            "children": ["dithering", {"name": "running", "on_enter": "speed_up"}],
        },
    ],
    "transitions": [
        ["walk", "standing", "walking"],
        ["drink", "standing", "caffeinated"],
        ["walk", ["caffeinated", "caffeinated_dithering"], "caffeinated_running"],
        ["relax", "caffeinated", "standing"],
    ],
    "initial": "standing",
}

WALK_DOCUMENT = """\
definition walk
  initial standing
  guards first match
  entry exit always
  state standing
    walk -> walking
    drink -> caffeinated
  state walking
    eventless ? not in walking -> walking
  state caffeinated
    entry wake
    exit yawn
    default caffeinated.itself
    local walk -> caffeinated_running
    relax -> standing
    state caffeinated_dithering
      walk -> caffeinated_running
    state caffeinated_running
      entry speed_up
    # 'caffeinated' alone
    state caffeinated.itself
"""


def read(*transitions: Any, states: Any, **more: Any) -> str:
    return formats.read({"states": states, "transitions": transitions, **more})


def faults_of(*transitions: Any, states: Any, **more: Any) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        read(*transitions, states=states, **more)
    return [fault.text for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# States inside others
# ----------------------------------------------------------------------------------------------------------------------


def test_states_with_children_become_a_chart() -> None:
    assert formats.read(WALK) == WALK_DOCUMENT
    with imported(WALK_DOCUMENT) as machine:
        assert machine.start() == "-> standing"
        assert machine.send("drink") == "entry wake -> caffeinated.itself"
        assert machine.send("walk") == "entry speed_up -> caffeinated_running"
        assert machine.send("walk") == "entry speed_up -> caffeinated_running"
        assert machine.send("relax") == "exit yawn -> standing"


def test_a_parallel_state_has_all_of_its_children() -> None:
    text = read(
        ["go", "p_a", "p_a"],
        ["leave", "p", "q"],
        states=[{"name": "p", "parallel": ["a", {"name": "b", "initial": "x", "children": ["x", "y"]}]}, "q"],
        initial="p",
    )
    assert "  parallel p\n" in text
    with imported(text) as machine:
        assert machine.start() == "-> p_a p_b_x"
        assert machine.send("leave") == "-> q"
    same = {"name": "p", "children": ["a", "b"], "initial": ["a", "b"]}
    assert "  parallel p\n" in read(["leave", "p", "q"], states=[same, "q"])


def test_transitions_inside_a_state_have_the_names_inside_it() -> None:
    inner = {"name": "a", "initial": "x", "children": ["x", "y"], "transitions": [["go", "x", "y"], ["go", "y", "="]]}
    assert "state a_x\n      go -> a_y\n" in read(["go", "a", "b"], states=[inner, "b"])
    assert faults_of(states=[{**inner, "transitions": [["go", "b", "x"]]}, "b"]) == [
        "$.states[0].transitions[0][1]: expected one of the states inside 'a', found 'b'"
    ]


def test_names_of_strings_lead_through_states() -> None:
    text = read(["go", "b", "a_x_y"], states=[{"name": "b", "initial": "c", "children": ["c"]}, "a_x_y"])
    assert "  state a\n    default a_x\n    state a_x\n      default a_x_y\n      state a_x_y\n" in text


def test_another_separator_is_known_by_the_references() -> None:
    states = [{"name": "a_state", "initial": "x", "children": ["x"]}, "b"]
    assert "state a_state.x\n" in read(["go", "b", "a_state.x"], states=states)
    assert faults_of(["go", "b", "b"], states=states) == [
        "$.states[0].name: expected a name without '_', which stands between names, found 'a_state'"
    ]


def test_requests_enter_and_leave_what_to_x_does() -> None:
    states = [{"name": "a", "on_exit": "out", "initial": "x", "children": ["x", "y"]}, "b"]
    with imported(read(["go", "a", "b"], states=states, auto_transitions=True, initial="a")) as machine:
        machine.start()
        assert machine.request("a_y") == "-> a_y"
        assert machine.request("a_y") == "-> a_y"
        assert machine.request("a") == "exit out -> a_x"
        assert machine.request("b") == "exit out -> b"
        assert machine.request("a_y") == "-> a_y"


SIDES = {"name": "p", "parallel": ["a", "b"]}
INSIDE = {"name": "a", "initial": "x", "children": [{"name": "x", "on_exit": "out", "children": ["i", "j"]}, "y"]}


@pytest.mark.parametrize(
    "states, transition, fault",
    [
        (
            [SIDES, "q"],
            ["go", "q", "p_a"],
            "$.transitions[0][2]: leads into one part of the parallel state p from outside of that part: lead to p",
        ),
        (
            [SIDES],
            ["go", "p_b", "p_a"],
            "$.transitions[0][2]: leads into one part of the parallel state p from outside of that part: lead to p",
        ),
        (
            [INSIDE],
            ["go", "a", "a_x_j"],
            "$.transitions[0][2]: may leave and enter a_x or not, which depends on what is active: lead from the "
            "states inside a",
        ),
        (
            [SIDES, "q"],
            ["go", ["p_a", "p_b"], "q"],
            "$.transitions[0]: leaves the parallel state p, of which another child takes go too: a chart would take "
            "only one of them",
        ),
        (
            [{"name": "c", "initial": ["x", "y"], "children": ["x", "y", "z"]}],
            ["go", "c", "c"],
            "$.states[0].initial: expected one initial state, or all: of a parallel state all children are active in a "
            "document",
        ),
        (
            [{"name": "c", "initial": "z", "children": ["x", "y"]}],
            ["go", "c", "c"],
            "$.states[0].initial: expected a state right inside 'c', found 'z'",
        ),
        (
            [{"name": "c", "children": ["x"], "states": ["y"]}],
            ["go", "c", "c"],
            "$.states[0].states: expected either 'children' or 'states'",
        ),
        (
            [{"name": "c", "final": True, "children": ["x"]}],
            ["go", "c", "c"],
            "$.states[0].final: cannot be said of a state that has states inside it",
        ),
        (
            [{"name": "p", "parallel": ["a", {"name": "b", "final": True}], "on_final": "f"}],
            ["go", "p", "p"],
            "$.states[0].parallel[1].final: 'on_final' of the parallel state p, or around it, cannot be said",
        ),
    ],
)
def test_what_a_chart_would_not_do_alike_is_refused(states: Any, transition: Any, fault: str) -> None:
    assert faults_of(transition, states=states) == [fault]


def test_no_state_leads_everywhere_into_a_part_of_a_parallel_state() -> None:
    text = "leads to p_a, one part of the parallel state p, which cannot be said in a document: "
    assert faults_of(["go", "p", "p"], states=[SIDES], auto_transitions=True)[0] == (
        f"$.auto_transitions: {text}set it to false"
    )
    late = {"name": "q", "timeout": 1, "on_timeout": "to_p_a"}
    assert faults_of(["go", "p", "q"], states=[SIDES, late]) == [f"$.states[1].on_timeout: {text}lead to p"]


def test_the_order_in_which_transitions_are_tried_is_that_of_a_chart() -> None:
    inner = {"name": "x", "initial": "i", "children": ["i"]}
    outer = {"name": "a", "initial": "x", "children": [inner], "transitions": [["go", "x", "="]]}
    assert faults_of(["go", "a_x_i", "b"], states=[outer, "b"]) == [
        "$.states[0].transitions[0]: comes before $.transitions[0], which is of a state inside a_x: put both into the "
        "same list of transitions"
    ]
    sides = {"name": "p", "parallel": ["a", "b"]}
    assert faults_of(["go", "p_a", None], ["go", "p", None], states=[sides]) == [
        "$.transitions[1]: is taken only if no child of the parallel state p takes go: a chart would take both"
    ]
    deep = {"name": "a", "initial": "x", "children": ["x"], "transitions": [["go", "x", "="]]}
    assert faults_of(["go", "p_b", "="], states=[{"name": "p", "parallel": [deep, "b"]}]) == [
        "$.transitions[0]: is not tried if $.states[0].parallel[0].transitions[0] is taken, in a child of the parallel "
        "state p: put both into the same list of transitions"
    ]


def test_depth_is_limited() -> None:
    state: Any = {"name": "s"}
    for _ in range(70):
        state = {"name": "s", "children": [state], "initial": "s"}
    assert faults_of(["go", "s", "s"], states=[state])[0].endswith("expected at most 60 states inside each other")
    nested = {"name": "a", "children": ["b"]}
    long = "_".join("a" * 100)
    assert faults_of(["go", "a", "a"], states=[nested, long])[-1].endswith("at most 60 states inside each other")


def test_transitions_of_all_states_are_counted_before_they_are_made() -> None:
    states = [{"name": f"s{number}", "children": ["x"]} for number in range(1500)]
    assert faults_of(*[["go", "*", "s1"]] * 700, states=states) == ["expected transitions for at most 1000000 rows"]
    assert faults_of(*[["go", "*", "="]] * 400, states=states) == ["expected transitions for at most 1000000 rows"]


# ----------------------------------------------------------------------------------------------------------------------
# Before and after, timeouts, final states, ordered states
# ----------------------------------------------------------------------------------------------------------------------


def test_actions_before_and_after_the_step() -> None:
    text = read(
        {"trigger": "melt", "source": "solid", "dest": "liquid", "before": "heat", "after": "drip"},
        {"trigger": "melt", "source": "liquid", "dest": None, "before": "heat", "after": "drip"},
        ["boil", "liquid", "gas"],
        states=[{"name": "solid", "on_exit": "out"}, {"name": "liquid", "on_enter": "in"}, "gas"],
        initial="solid",
        after_state_change=["note"],
    )
    with imported(text) as matter:
        matter.start()
        assert matter.send("melt") == "action heat, exit out, entry in, action drip, action note -> liquid"
        assert matter.send("melt") == "action heat, action drip, action note -> liquid"
        assert matter.send("boil") == "action note -> gas"
    assert "    melt -> liquid / heat raises melt.after\n" in text
    assert text.endswith("  any melt.after -> internal / drip note\n  any after_state_change -> internal / note\n")


@pytest.mark.parametrize("failing, waiting", [("heat", 0), ("out", 0), ("in", 1)])
def test_actions_after_a_step_wait_if_an_entry_callback_has_failed(failing: str, waiting: int) -> None:
    text = read(
        {"trigger": "melt", "source": "solid", "dest": "liquid", "before": "heat", "after": "drip"},
        states=[{"name": "solid", "on_exit": "out"}, {"name": "liquid", "on_enter": "in"}],
        initial="solid",
    )
    called: list[str] = []

    def callback(name: str) -> Callable[[], None]:
        def call() -> None:
            called.append(name)
            if name == failing:
                raise ValueError(name)

        return call

    table = Table.read(text, callbacks={name: callback(name) for name in ("heat", "out", "in", "drip")})
    machine = table.machine()
    with pytest.raises(ValueError, match=failing):
        machine.send(table.Event.melt)
    assert "drip" not in called
    machine.run()
    assert called.count("drip") == waiting


def test_the_event_for_actions_after_has_a_name_of_its_own() -> None:
    both = {"dest": "b", "before": "x", "after": "y"}
    text = read({"trigger": "go", "source": "a", **both}, ["go.after", "b", "a"], states=["a", "b"])
    assert "go -> b / x raises go.after.2\n" in text


def test_names_that_are_made_are_not_those_of_the_file() -> None:
    states = [{"name": "a", "timeout": 1, "on_timeout": "ring"}, {"name": "b", "children": ["x"]}, "b.itself"]
    text = read(["a.timeout", "a", "b"], ["go", "b", "b.itself"], states=states)
    assert "    timeout 1000000 a.timeout.2\n" in text
    assert "    state b.itself.2\n" in text


def test_timeouts_send_the_event_that_they_name() -> None:
    states = [{"name": "waiting", "timeout": 1.5, "on_timeout": "late"}, {"name": "late_at_last"}]
    text = read(["late", "waiting", "late_at_last"], states=states, initial="waiting")
    assert "    timeout 1500000 late\n" in text
    with imported(text) as machine:
        machine.start()
        assert machine.advance(1_499_999) == "-> waiting"
        assert machine.advance(1_500_000) == "-> late_at_last"


def test_timeouts_call_callbacks() -> None:
    states = [{"name": "waiting", "timeout": 2, "on_timeout": ["ring", "shout"]}]
    with imported(read(["stop", "waiting", "="], states=states, initial="waiting")) as machine:
        machine.start()
        assert machine.advance(2_000_000) == "action ring, action shout -> waiting"
    assert "timeout" not in read(["stop", "a", "="], states=[{"name": "a", "timeout": 0, "on_timeout": "x"}])


def test_timeouts_lead_to_a_state_by_its_name() -> None:
    states = [{"name": "waiting", "timeout": 2, "on_timeout": "to_over"}, "over"]
    with imported(read(["stop", "waiting", "="], states=states, initial="waiting")) as machine:
        machine.start()
        assert machine.advance(2_000_000) == "-> over"


def test_final_states_call_those_around_them() -> None:
    done = {"name": "done", "final": True, "on_enter": "in", "on_final": "inner"}
    states = [{"name": "work", "initial": "busy", "children": ["busy", done], "on_final": ["outer"]}, "rest"]
    rows = [["end", "work_busy", "work_done"], ["go", "work", "rest"]]
    text = read(*rows, states=states, initial="work", on_final="all")
    with imported(text) as machine:
        machine.start()
        assert machine.send("end") == "entry in, entry inner, entry outer, entry all -> work_done"
        assert machine.send("go") == "-> rest"


def test_ordered_transitions_lead_from_each_state_to_the_next() -> None:
    with imported(read(states=["a", "b", "c"], initial="b", ordered_transitions=True)) as machine:
        machine.start()
        assert [machine.send("next_state") for _ in range(3)] == ["-> c", "-> a", "-> b"]


def test_a_transition_of_all_states_is_kept_whatever_stands_before_it() -> None:
    # e1 of * was lost where another event's transition of * came to stand before that of a state.
    text = read(["e1", "*", "a", "c"], ["e2", "*", "="], ["e2", "b", "b"], states=["a", "b"])
    assert "  any e1 ? c -> a\n" in text


def test_actions_of_all_transitions_are_those_of_requests_too() -> None:
    text = read(["go", "a", "b"], states=["a", "b"], auto_transitions=True, before_state_change="note")
    assert text.endswith("  any request -> any / note\n")


def test_labels_become_comments() -> None:
    labelled = {"trigger": "go", "source": "a", "dest": "b", "label": "leave\nit"}
    text = read(labelled, states=[{"name": "a", "label": "first"}, "b"])
    assert "  # first\n  state a\n    # leave\n    # it\n    go -> b\n" in text


# ----------------------------------------------------------------------------------------------------------------------
# What transitions writes
# ----------------------------------------------------------------------------------------------------------------------


def test_the_markup_of_transitions_is_read() -> None:
    markup = pytest.importorskip("transitions.extensions.markup", reason="transitions is not installed")
    machine = markup.HierarchicalMarkupMachine(**{**WALK, "auto_transitions": False})
    written = json.dumps(machine.markup)
    assert formats.read(written, "transitions") == WALK_DOCUMENT
    assert formats.read(written) == WALK_DOCUMENT


def test_states_in_an_array_are_those_of_transitions() -> None:
    assert "next_state -> b" in formats.read({"states": ["a", "b"], "ordered_transitions": True})


def test_yaml_is_loaded_first(tmp_path: Any) -> None:
    file = tmp_path / "walk.yaml"
    file.write_text("states: [a, b]\n")
    with pytest.raises(formats.FormatError, match=r"yaml:1: .*load YAML first, with yaml.safe_load"):
        formats.read(file)
