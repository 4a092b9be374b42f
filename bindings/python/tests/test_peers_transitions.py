"""The examples of transitions' documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

from typing import Any

import pytest
from peers import Model, Trace, needs_around, same, sent, triggered, writing

import swiftfsm
from swiftfsm import ANY, GuardPolicy, Row, Table, condition, define, formats, then, when

transitions: Any = pytest.importorskip("transitions", reason="transitions is not installed: it is in the extra test")

around: Any = swiftfsm
"""For words that an older build does not have."""


# ----------------------------------------------------------------------------------------------------------------------
# Matter
# ----------------------------------------------------------------------------------------------------------------------

MATTER: dict[str, Any] = {
    "states": [
        "solid",
        {"name": "liquid", "on_enter": "splash"},
        {"name": "gas", "on_exit": "hiss"},
        "plasma",
    ],
    "transitions": [
        ["melt", "solid", "liquid"],
        ["evaporate", "liquid", "gas"],
        ["sublimate", "solid", "gas"],
        ["ionize", "gas", "plasma"],
        ["cool", ["gas", "plasma"], "liquid"],
    ],
    "initial": "solid",
    "auto_transitions": False,
}
MELTING = "melt melt evaporate sublimate ionize cool evaporate cool"


def test_matter() -> None:
    def there(trace: Trace) -> None:
        lump: Any = Model(trace, "splash", "hiss")
        transitions.Machine(lump, **MATTER)
        for event in MELTING.split():
            trace.extend((triggered(lump, event), lump.state))

    def here(trace: Trace) -> None:
        call = writing(trace, "splash", "hiss")
        table = Table(
            define("solid")(when("melt") | then("liquid"), when("sublimate") | then("gas")),
            define("liquid", entry=call["splash"])(when("evaporate") | then("gas")),
            define("gas", exit=call["hiss"])(when("ionize") | then("plasma"), when("cool") | then("liquid")),
            define("plasma")(when("cool") | then("liquid")),
            initial="solid",
        )
        lump = table.machine()
        for event in MELTING.split():
            trace.extend((sent(lump, event), lump.state))

    same(there, here)


def test_matter_as_a_document() -> None:
    def there(trace: Trace) -> None:
        lump: Any = Model(trace, "splash", "hiss")
        transitions.Machine(lump, **MATTER)
        for event in MELTING.split():
            trace.extend((triggered(lump, event), lump.state))

    def here(trace: Trace) -> None:
        table = Table.read(formats.read(MATTER), callbacks=writing(trace, "splash", "hiss"))
        lump = table.machine()
        for event in MELTING.split():
            trace.extend((sent(lump, table.event_named(event)), lump.state.name))

    same(there, here)


def test_many_models_of_one_machine() -> None:
    def there(trace: Trace) -> None:
        models: list[Any] = [Model(trace, "splash", "hiss") for _ in range(3)]
        machine = transitions.Machine(models, **MATTER)
        models[0].melt()
        models[1].sublimate()
        trace.extend(model.state for model in machine.models)

    def here(trace: Trace) -> None:
        call = writing(trace, "splash", "hiss")
        table = Table(
            define("solid")(when("melt") | then("liquid"), when("sublimate") | then("gas")),
            define("liquid", entry=call["splash"], final=True),
            define("gas", exit=call["hiss"], final=True),
            initial="solid",
        )
        machines = [table.machine() for _ in range(3)]
        machines[0].send("melt")
        machines[1].send("sublimate")
        trace.extend(machine.state for machine in machines)

    same(there, here)


def test_conditions_with_arguments() -> None:
    class Lump:
        state = ""

        def is_flammable(self, degrees: int) -> bool:
            return False

        def is_hot(self, degrees: int) -> bool:
            return degrees > 50

    steps = [20, 60, 100]

    def there(trace: Trace) -> None:
        lump: Any = Lump()
        rows: list[Any] = [
            {"trigger": "heat", "source": "solid", "dest": "gas", "conditions": "is_flammable"},
            ["heat", "solid", "liquid", ["is_hot"], "is_flammable"],
        ]
        transitions.Machine(lump, states=["solid", "liquid", "gas"], transitions=rows, initial="solid")
        for degrees in steps:
            trace.extend((triggered(lump, "heat", degrees), lump.state))

    def here(trace: Trace) -> None:
        lump = Lump()

        def is_safe(degrees: int) -> bool:
            return not lump.is_flammable(degrees)

        table = Table(
            define("solid")(
                when("heat") | condition(lump.is_flammable) | then("gas"),
                when("heat") | condition(lump.is_hot, is_safe) | then("liquid"),
            ),
            define("liquid", final=True),
            define("gas", final=True),
            initial="solid",
            arguments={"heat": int},
            guards=GuardPolicy.FIRST_MATCH,
        )
        machine = table.machine()
        for degrees in steps:
            trace.extend((sent(machine, "heat", degrees), machine.state))

    same(there, here)


# ----------------------------------------------------------------------------------------------------------------------
# The superhero who falls asleep
# ----------------------------------------------------------------------------------------------------------------------

HERO_STATES = ["asleep", "hanging out", "hungry", "sweaty", "saving the world"]
HERO_DAY = "wake_up work_out eat eat distress_call complete_mission clean_up work_out distress_call clean_up nap"


class Hero:
    """What the hero can and does."""

    state = ""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.kittens = 0

    def update_journal(self) -> None:
        self.kittens += 1
        self._trace.append(f"kitten {self.kittens}")

    def is_exhausted(self) -> bool:
        return self.kittens > 1

    def is_fresh(self) -> bool:
        return not self.is_exhausted()

    def change(self) -> None:
        self._trace.append("in costume")


def _hero_there(trace: Trace) -> None:
    hero: Any = Hero(trace)
    machine = transitions.Machine(hero, states=HERO_STATES, initial="asleep")
    machine.add_transition("wake_up", "asleep", "hanging out")
    machine.add_transition("work_out", "hanging out", "hungry")
    machine.add_transition("eat", "hungry", "hanging out")
    machine.add_transition("distress_call", "*", "saving the world", before="change")
    machine.add_transition("complete_mission", "saving the world", "sweaty", after="update_journal")
    machine.add_transition("clean_up", "sweaty", "asleep", conditions="is_exhausted")
    machine.add_transition("clean_up", "sweaty", "hanging out")
    machine.add_transition("nap", "*", "asleep")
    for event in HERO_DAY.split():
        trace.extend((triggered(hero, event), hero.state))


@needs_around
def test_a_superhero() -> None:
    def here(trace: Trace) -> None:
        hero = Hero(trace)
        table = Table(
            Row("asleep", "wake_up", "hanging out"),
            Row("hanging out", "work_out", "hungry"),
            Row("hungry", "eat", "hanging out"),
            define("saving the world")(
                when("complete_mission") | then("sweaty") | around.do_after(hero.update_journal),
            ),
            define("sweaty")(
                when("clean_up") | condition(hero.is_exhausted) | then("asleep"),
                when("clean_up") | then("hanging out"),
            ),
            around.Row(ANY, "distress_call", "saving the world", before=hero.change),
            Row(ANY, "nap", "asleep"),
            initial="asleep",
            guards=GuardPolicy.FIRST_MATCH,
        )
        machine = table.machine()
        for event in HERO_DAY.split():
            trace.extend((sent(machine, event), machine.state))

    same(_hero_there, here)


def test_a_superhero_as_a_document() -> None:
    def here(trace: Trace) -> None:
        hero = Hero(trace)
        text = formats.read(
            {
                "states": HERO_STATES,
                "initial": "asleep",
                "transitions": [
                    ["wake_up", "asleep", "hanging out"],
                    ["work_out", "hanging out", "hungry"],
                    ["eat", "hungry", "hanging out"],
                    {"trigger": "distress_call", "source": "*", "dest": "saving the world", "before": "change"},
                    {
                        "trigger": "complete_mission",
                        "source": "saving the world",
                        "dest": "sweaty",
                        "after": "update_journal",
                    },
                    ["clean_up", "sweaty", "asleep", "is_exhausted"],
                    ["clean_up", "sweaty", "hanging out"],
                    ["nap", "*", "asleep"],
                ],
            }
        )
        table = Table.read(text, callbacks=hero)
        machine = table.machine()
        names = {state: table.state_named(state) for state in HERO_STATES}
        for event in HERO_DAY.split():
            taken = sent(machine, table.event_named(event))
            trace.extend((taken, next(name for name, state in names.items() if state == machine.state)))

    same(_hero_there, here)
