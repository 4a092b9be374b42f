"""The examples of transitions' documentation, in own words: nested and parallel states."""

from __future__ import annotations

from typing import Any

import pytest
from peers import Model, Trace, same, sent, triggered, writing

from swiftfsm import Table, define, formats, parallel, then, when

transitions: Any = pytest.importorskip("transitions", reason="transitions is not installed: it is in the extra test")
extensions: Any = pytest.importorskip("transitions.extensions", reason="transitions is not installed")


# ----------------------------------------------------------------------------------------------------------------------
# Nested and parallel states
# ----------------------------------------------------------------------------------------------------------------------

WALKING: dict[str, Any] = {
    "states": [
        "standing",
        "walking",
        {
            "name": "caffeinated",
            "on_enter": "wake",
            "on_exit": "yawn",
            "initial": "dithering",
            "children": [{"name": "dithering"}, {"name": "running", "on_enter": "pant"}],
        },
    ],
    "transitions": [
        ["walk", "standing", "walking"],
        ["stop", "walking", "standing"],
        ["drink", ["standing", "walking"], "caffeinated"],
        ["walk", "caffeinated_dithering", "caffeinated_running"],
        ["relax", "caffeinated", "standing"],
    ],
    "initial": "standing",
    "auto_transitions": False,
}
WALKED = "walk stop drink walk walk relax drink relax"


def _walk_there(trace: Trace) -> None:
    model: Any = Model(trace, "wake", "yawn", "pant")
    extensions.HierarchicalMachine(model, **WALKING)
    for event in WALKED.split():
        trace.extend((bool(triggered(model, event)), model.state))


def test_nested_states() -> None:
    def here(trace: Trace) -> None:
        call = writing(trace, "wake", "yawn", "pant")
        table = Table(
            define("standing")(when("walk") | then("walking"), when("drink") | then("caffeinated")),
            define("walking")(when("stop") | then("standing"), when("drink") | then("caffeinated")),
            define("caffeinated", initial="caffeinated_dithering", entry=call["wake"], exit=call["yawn"])(
                when("relax") | then("standing"),
                define("caffeinated_dithering")(when("walk") | then("caffeinated_running")),
                define("caffeinated_running", entry=call["pant"]),
            ),
            initial="standing",
        )
        machine = table.machine()
        for event in WALKED.split():
            trace.extend((sent(machine, event), machine.state))

    same(_walk_there, here)


def test_nested_states_as_a_document() -> None:
    def here(trace: Trace) -> None:
        table = Table.read(formats.read(WALKING), callbacks=writing(trace, "wake", "yawn", "pant"))
        machine = table.machine()
        for event in WALKED.split():
            trace.extend((sent(machine, table.event_named(event)), machine.state.name))

    same(_walk_there, here)


COUNTING = "collect count count reset count count done"


def test_a_machine_inside_another_one() -> None:
    def there(trace: Trace) -> None:
        rows = [["count", "1", "2"], ["count", "2", "3"], ["reset", "*", "1"], ["done", "3", "done"]]
        counter = extensions.HierarchicalMachine(states=["1", "2", "3", "done"], transitions=rows, initial="1")
        collector = extensions.HierarchicalMachine(
            states=["waiting", "collecting", {"name": "counting", "children": counter, "remap": {"done": "waiting"}}],
            transitions=[["collect", "*", "collecting"], ["count", "collecting", "counting"]],
            initial="waiting",
        )
        for event in COUNTING.split():
            triggered(collector, event)
            trace.append(collector.state)

    def here(trace: Trace) -> None:
        table = Table(
            define("waiting")(when("collect") | then("collecting")),
            define("collecting")(when("count") | then("counting")),
            define("counting", initial="counting_1")(
                when("reset") | then("counting_1"),
                when("collect") | then("collecting"),
                define("counting_1")(when("count") | then("counting_2")),
                define("counting_2")(when("count") | then("counting_3")),
                define("counting_3")(when("done") | then("waiting")),
            ),
            initial="waiting",
        )
        machine = table.machine()
        for event in COUNTING.split():
            machine.send(event)
            trace.append(machine.state)

    same(there, here)


PLAYER: dict[str, Any] = {
    "states": [
        "off",
        {
            "name": "on",
            "parallel": [
                {"name": "sound", "initial": "quiet", "children": ["quiet", "loud"]},
                {"name": "source", "initial": "radio", "children": ["radio", "disc"]},
            ],
        },
    ],
    "transitions": [
        ["power", "off", "on"],
        ["power", "on", "off"],
        ["louder", "on_sound_quiet", "on_sound_loud"],
        ["next", "on_source_radio", "on_source_disc"],
        ["next", "on_source_disc", "on_source_radio"],
    ],
    "initial": "off",
    "auto_transitions": False,
}
PLAYED = "power next louder next power louder power"


def _play_there(trace: Trace) -> None:
    machine = extensions.HierarchicalMachine(**PLAYER)
    for event in PLAYED.split():
        triggered(machine, event)
        trace.append(machine.state if isinstance(machine.state, list) else [machine.state])


def test_parallel_states() -> None:
    def here(trace: Trace) -> None:
        table = Table(
            define("off")(when("power") | then("on")),
            parallel("on")(
                when("power") | then("off"),
                define("on_sound", initial="on_sound_quiet")(
                    define("on_sound_quiet")(when("louder") | then("on_sound_loud")),
                    define("on_sound_loud"),
                ),
                define("on_source", initial="on_source_radio")(
                    define("on_source_radio")(when("next") | then("on_source_disc")),
                    define("on_source_disc")(when("next") | then("on_source_radio")),
                ),
            ),
            initial="off",
        )
        machine = table.machine()
        for event in PLAYED.split():
            machine.send(event)
            trace.append(list(machine.states))

    same(_play_there, here)


def test_parallel_states_as_a_document() -> None:
    def here(trace: Trace) -> None:
        table = Table.read(formats.read(PLAYER), callbacks={})
        machine = table.machine()
        for event in PLAYED.split():
            machine.send(table.event_named(event))
            trace.append([state.name for state in machine.states])

    same(_play_there, here)
