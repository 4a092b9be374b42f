"""The examples of transitions' documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from peers import Model, Trace, needs_around, same, sent, writing

import swiftfsm
from swiftfsm import (
    ANY,
    INTERNAL,
    EntryExit,
    GuardPolicy,
    Row,
    Table,
    after,
    condition,
    define,
    formats,
    ordered,
    parallel,
    then,
    when,
)

transitions: Any = pytest.importorskip("transitions", reason="transitions is not installed: it is in the extra test")
extensions: Any = pytest.importorskip("transitions.extensions", reason="transitions is not installed")

around: Any = swiftfsm
"""For words that an older build does not have."""


def triggered(model: Any, event: str, *arguments: Any) -> Any:
    """Whether the event was taken; an event that the state does not have is not."""
    try:
        return model.trigger(event, *arguments)
    except transitions.MachineError:
        return False


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
        rows = [
            {"trigger": "heat", "source": "solid", "dest": "gas", "conditions": "is_flammable"},
            {"trigger": "heat", "source": "solid", "dest": "liquid", "conditions": ["is_hot"], "unless": "is_flammable"},
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
HERO_DAY = "wake_up work_out eat eat distress_call complete_mission clean_up work_out distress_call complete_mission nap"


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


# ----------------------------------------------------------------------------------------------------------------------
# Ordered, reflexive and internal transitions
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_loop", [True, False])
def test_ordered_transitions(is_loop: bool) -> None:
    def there(trace: Trace) -> None:
        machine = transitions.Machine(states=["A", "B", "C"], initial="A")
        machine.add_ordered_transitions(loop=is_loop)
        for _ in range(4):
            trace.extend((triggered(machine, "next_state"), machine.state))

    def here(trace: Trace) -> None:
        ends: list[Any] = [] if is_loop else [define("C", final=True)]
        rows: list[Any] = list(ordered("next_state", "A", "B", "C", loop=is_loop))
        machine = Table(*rows, *ends, initial="A").machine()
        for _ in range(4):
            trace.extend((sent(machine, "next_state"), machine.state))

    same(there, here)


def test_reflexive_and_internal_transitions() -> None:
    words = ("enter", "leave", "change")

    def there(trace: Trace) -> None:
        model: Any = Model(trace, *words)
        states = [{"name": "A", "on_enter": "enter", "on_exit": "leave"}, "B"]
        machine = transitions.Machine(model, states=states, initial="A")
        machine.add_transition("touch", ["A", "B"], "=", after="change")
        machine.add_transition("internal", "A", None, after="change")
        for event in "touch", "internal":
            trace.extend((triggered(model, event), model.state))

    def here(trace: Trace) -> None:
        call = writing(trace, *words)
        table = Table(
            define("A", entry=call["enter"], exit=call["leave"])(
                when("touch") | then() | call["change"],
                when("internal") | then(INTERNAL) | call["change"],
            ),
            initial="A",
            entry_exit=EntryExit.ALWAYS,
            order=[
                swiftfsm.Phase.RESOLVE,
                swiftfsm.Phase.EXIT,
                swiftfsm.Phase.COMMIT,
                swiftfsm.Phase.ENTRY,
                swiftfsm.Phase.ACTIONS,
            ],
        )
        machine = table.machine()
        for event in "touch", "internal":
            trace.extend((sent(machine, event), machine.state))

    same(there, here)


# ----------------------------------------------------------------------------------------------------------------------
# Callbacks
# ----------------------------------------------------------------------------------------------------------------------


@needs_around
def test_the_order_of_all_callbacks() -> None:
    words = ("prepare", "before_all", "before", "leave", "enter", "after", "after_all")

    def there(trace: Trace) -> None:
        model: Any = Model(trace, *words)
        transitions.Machine(
            model,
            states=[{"name": "A", "on_exit": "leave"}, {"name": "B", "on_enter": "enter"}],
            transitions=[{"trigger": "go", "source": "A", "dest": "B", "before": "before", "after": "after"}],
            prepare_event="prepare",
            before_state_change="before_all",
            after_state_change="after_all",
            initial="A",
        )
        trace.extend((triggered(model, "go"), model.state))

    def here(trace: Trace) -> None:
        call = writing(trace, *words)
        table = around.Table(
            define("A", exit=call["leave"])(
                when("go")
                | then("B")
                | around.do_before(call["before_all"], call["before"])
                | around.do_after(call["after"], call["after_all"]),
            ),
            define("B", entry=call["enter"], final=True),
            initial="A",
            prepare=call["prepare"],
        )
        machine = table.machine()
        trace.extend((sent(machine, "go"), machine.state))

    same(there, here)


def test_queued_events() -> None:
    def there(trace: Trace) -> None:
        class Model:
            state = ""

            def enter_b(self: Any) -> None:
                trace.append("b begins")
                self.trigger("go")
                trace.append("b ends")

            def enter_c(self) -> None:
                trace.append("c")

        model: Any = Model()
        states = ["A", {"name": "B", "on_enter": "enter_b"}, {"name": "C", "on_enter": "enter_c"}]
        transitions.Machine(model, states=states, transitions=[["go", "A", "B"], ["go", "B", "C"]], initial="A", queued=True)
        trace.extend((triggered(model, "go"), model.state))

    def here(trace: Trace) -> None:
        def enter_b(machine: Any) -> None:
            trace.append("b begins")
            machine.send("go")
            trace.append("b ends")

        table = Table(
            define("A")(when("go") | then("B")),
            define("B", entry=enter_b)(when("go") | then("C")),
            define("C", entry=lambda: trace.append("c"), final=True),
            initial="A",
        )
        machine = table.machine()
        trace.extend((sent(machine, "go"), machine.state))

    same(there, here)


def test_exceptions_before_and_after_the_change() -> None:
    class Jam(Exception):
        pass

    def fail() -> None:
        raise Jam

    def there(trace: Trace) -> None:
        for key in "on_exit", "on_enter":
            states = [{"name": "A"}, {"name": "B"}]
            states[key == "on_enter"][key] = fail  # type: ignore[assignment]
            machine = transitions.Machine(states=states, transitions=[["go", "A", "B"]], initial="A")
            with pytest.raises(Jam):
                machine.go()
            trace.extend((key, machine.state))

    def here(trace: Trace) -> None:
        for key in "on_exit", "on_enter":
            table = Table(
                define("A", exit=fail if key == "on_exit" else ())(when("go") | then("B")),
                define("B", entry=fail if key == "on_enter" else (), final=True),
                initial="A",
            )
            machine = table.machine()
            with pytest.raises(Jam):
                machine.send("go")
            trace.extend((key, machine.state))

    same(there, here)


@needs_around
def test_exceptions_that_are_handled() -> None:
    def there(trace: Trace) -> None:
        class Model:
            state = ""

            def fail(self) -> None:
                raise ValueError("no")

            def handle(self, event: Any) -> None:
                trace.append(str(event.error))

            def ignore(self, event: Any) -> None: ...

        model: Any = Model()
        states = ["A", {"name": "B", "on_enter": lambda event: model.fail()}]
        transitions.Machine(
            model, states=states, transitions=[["go", "A", "B"]], initial="A", send_event=True, on_exception="handle"
        )
        model.go()
        trace.extend((model.state, "end"))

    def here(trace: Trace) -> None:
        def fail() -> None:
            raise ValueError("no")

        def handle(exception: Exception) -> bool:
            trace.append(str(exception))
            return True

        table = around.Table(
            define("A")(when("go") | then("B")),
            define("B", entry=fail, final=True),
            initial="A",
            on_exception=handle,
        )
        machine = table.machine()
        machine.send("go")
        trace.extend((machine.state, "end"))

    same(there, here)


# ----------------------------------------------------------------------------------------------------------------------
# Features of states
# ----------------------------------------------------------------------------------------------------------------------


class FakeTimer:
    """A timer of threading that goes off when it is told."""

    running: list[FakeTimer] = []

    def __init__(self, delay: float, function: Callable[..., None], args: tuple[Any, ...] = ()) -> None:
        self.delay, self._function, self._arguments = delay, function, args
        self.is_running = False

    def start(self) -> None:
        self.is_running = True
        FakeTimer.running.append(self)

    def cancel(self) -> None:
        self.is_running = False

    def is_alive(self) -> bool:
        return self.is_running

    def go_off(self) -> None:
        if self.is_running:
            self.is_running = False
            self._function(*self._arguments)


def test_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    features = pytest.importorskip("transitions.extensions.states")
    monkeypatch.setattr(features, "Timer", FakeTimer)
    monkeypatch.setattr(FakeTimer, "running", [])

    def there(trace: Trace) -> None:
        @features.add_state_features(features.Timeout)
        class Machine(transitions.Machine):  # type: ignore[misc]
            pass

        model: Any = Model(trace, "hang_up")
        states = ["idle", {"name": "ringing", "timeout": 20, "on_timeout": "hang_up"}]
        Machine(model, states=states, transitions=[["ring", "idle", "ringing"], ["answer", "ringing", "idle"]], initial="idle")
        for step in ("ring", "answer", "ring", "late"):
            if step == "late":
                for timer in FakeTimer.running:
                    timer.go_off()
            else:
                model.trigger(step)
            trace.append(model.state)

    def here(trace: Trace) -> None:
        call = writing(trace, "hang_up")
        table = Table(
            define("idle")(when("ring") | then("ringing")),
            define("ringing")(when("answer") | then("idle"), after(20) | then(INTERNAL) | call["hang_up"]),
            initial="idle",
        )
        machine = table.machine()
        for step in ("ring", "answer", "ring", "late"):
            if step == "late":
                machine.advance(20)
            else:
                machine.send(step)
            trace.append(machine.state)

    same(there, here)


def test_tags() -> None:
    features = pytest.importorskip("transitions.extensions.states")

    def there(trace: Trace) -> None:
        @features.add_state_features(features.Tags)
        class Machine(transitions.Machine):  # type: ignore[misc]
            pass

        machine = Machine(states=["open", {"name": "paid", "tags": ["accepted", "done"]}], initial="open")
        for state in "open", "paid":
            machine.set_state(state)
            trace.append(machine.get_state(machine.state).is_accepted)
        trace.append([name for name, state in machine.states.items() if state.is_done])

    def here(trace: Trace) -> None:
        table = Table(
            define("open")(when("pay") | then("paid")),
            define("paid", tags=("accepted", "done"), final=True),
            initial="open",
        )
        machine = table.machine()
        for state in "open", "paid":
            machine.set_state(state)
            trace.append(machine.has_tag("accepted"))
        trace.append(list(table.tagged("done")))

    same(there, here)


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


def test_async_machines() -> None:
    import asyncio

    asyncio_extension = pytest.importorskip("transitions.extensions.asyncio")

    def there(trace: Trace) -> None:
        class Model:
            state = ""

            async def prepare(self) -> bool:
                await asyncio.sleep(0)
                trace.append("asked")
                return True

            async def arrive(self) -> None:
                await asyncio.sleep(0)
                trace.append("arrived")

        model: Any = Model()
        states = ["A", {"name": "B", "on_enter": "arrive"}]
        rows = [{"trigger": "go", "source": "A", "dest": "B", "conditions": "prepare"}]
        asyncio_extension.AsyncMachine(model, states=states, transitions=rows, initial="A")
        trace.append(asyncio.run(model.go()))
        trace.append(model.state)

    def here(trace: Trace) -> None:
        async def prepare() -> bool:
            await asyncio.sleep(0)
            trace.append("asked")
            return True

        async def arrive() -> None:
            await asyncio.sleep(0)
            trace.append("arrived")

        table = Table(
            define("A")(when("go") | condition(prepare) | then("B")),
            define("B", entry=arrive, final=True),
            initial="A",
        )
        machine = table.machine()

        async def main() -> bool:
            return await machine.asend("go") is swiftfsm.Outcome.TRANSITIONED

        trace.append(asyncio.run(main()))
        trace.append(machine.state)

    same(there, here)


def test_pickled_machines() -> None:
    import pickle

    def there(trace: Trace) -> None:
        machine = transitions.Machine(states=["A", "B"], transitions=[["go", "A", "B"]], initial="A")
        machine.go()
        again = pickle.loads(pickle.dumps(machine))
        trace.extend((again.state, triggered(again, "go"), machine.state))

    def here(trace: Trace) -> None:
        machine = Table(define("A")(when("go") | then("B")), define("B", final=True), initial="A").machine()
        machine.send("go")
        again = pickle.loads(pickle.dumps(machine))
        trace.extend((again.state, sent(again, "go"), machine.state))

    same(there, here)
