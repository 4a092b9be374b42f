"""The examples of transitions' documentation, in own words: orders of callbacks, and features of states."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from peers import Model, Trace, needs_around, same, sent, triggered, writing

import swiftfsm
from swiftfsm import INTERNAL, EntryExit, Table, after, condition, define, ordered, then, when

transitions: Any = pytest.importorskip("transitions", reason="transitions is not installed: it is in the extra test")

around: Any = swiftfsm
"""For words that an older build does not have."""


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
        rows = [["go", "A", "B"], ["go", "B", "C"]]
        transitions.Machine(model, states=states, transitions=rows, initial="A", queued=True)
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
        rows = [["ring", "idle", "ringing"], ["answer", "ringing", "idle"]]
        Machine(model, states=states, transitions=rows, initial="idle")
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
