"""The examples of python-statemachine's documentation, in own words: charts."""

from __future__ import annotations

from typing import Any

import pytest
from peers import Trace, needs_around, same

import swiftfsm
from swiftfsm import (
    INTERNAL,
    EntryExit,
    Table,
    active,
    always,
    condition,
    define,
    history,
    parallel,
    then,
    when,
)

statemachine: Any = pytest.importorskip(
    "statemachine", reason="python-statemachine is not installed: it is in the extra test"
)
if not hasattr(statemachine, "StateChart"):
    pytest.skip("python-statemachine is older than 3: it has no charts", allow_module_level=True)

State: Any = statemachine.State
around: Any = swiftfsm
"""For words that an older build does not have."""


# ----------------------------------------------------------------------------------------------------------------------
# Charts
# ----------------------------------------------------------------------------------------------------------------------


def leaves(machine: Any) -> list[str]:
    return sorted(state.id for state in machine.configuration if not state.states)


def test_a_compound_state() -> None:
    steps = "submit revise submit approve"

    def there(trace: Trace) -> None:
        class Document(statemachine.StateChart):  # type: ignore[misc]
            class editing(State.Compound):  # type: ignore[misc]
                draft = State(initial=True)
                review = State()
                submit = draft.to(review)
                revise = review.to(draft)

            published = State(final=True)
            approve = editing.to(published)

            def on_enter_editing(self) -> None:
                trace.append("edit")

            def on_exit_editing(self) -> None:
                trace.append("end")

            def on_enter_review(self) -> None:
                trace.append("review")

        document = Document()
        for event in steps.split():
            document.send(event)
            trace.append(leaves(document))

    def here(trace: Trace) -> None:
        table = Table(
            define("editing", initial="draft", entry=lambda: trace.append("edit"), exit=lambda: trace.append("end"))(
                when("approve") | then("published"),
                define("draft")(when("submit") | then("review")),
                define("review", entry=lambda: trace.append("review"))(when("revise") | then("draft")),
            ),
            define("published", final=True),
            initial="editing",
        )
        document = table.machine(None)
        document.start()
        for event in steps.split():
            document.send(event)
            # A chart has no active states when it has ended.
            trace.append(["published"] if document.is_done else sorted(document.states))

    same(there, here)


def test_a_parallel_state_that_is_done() -> None:
    steps = "finish_tests finish_build"

    def there(trace: Trace) -> None:
        class Pipeline(statemachine.StateChart):  # type: ignore[misc]
            class deploy(State.Parallel):  # type: ignore[misc]
                class build(State.Compound):  # type: ignore[misc]
                    compiling = State(initial=True)
                    compiled = State(final=True)
                    finish_build = compiling.to(compiled)

                class tests(State.Compound):  # type: ignore[misc]
                    running = State(initial=True)
                    passed = State(final=True)
                    finish_tests = running.to(passed)

            released = State()
            again = released.to(deploy)
            done_state_deploy = deploy.to(released)

        pipeline = Pipeline()
        trace.append(leaves(pipeline))
        for event in [*steps.split(), "again"]:
            pipeline.send(event)
            trace.append(leaves(pipeline))

    def here(trace: Trace) -> None:
        table = Table(
            parallel("deploy", done="deployed")(
                when("deployed") | then("released"),
                define("build", initial="compiling")(
                    define("compiling")(when("finish_build") | then("compiled")),
                    define("compiled", final=True),
                ),
                define("tests", initial="running")(
                    define("running")(when("finish_tests") | then("passed")),
                    define("passed", final=True),
                ),
            ),
            define("released")(when("again") | then("deploy")),
            initial="deploy",
        )
        pipeline = table.machine()
        trace.append(sorted(pipeline.states))
        for event in [*steps.split(), "again"]:
            pipeline.send(event)
            trace.append(sorted(pipeline.states))

    same(there, here)


def test_a_history() -> None:
    steps = "toggle open_settings back toggle open_settings back"

    def there(trace: Trace) -> None:
        class Editor(statemachine.StateChart):  # type: ignore[misc]
            class editor(State.Compound):  # type: ignore[misc]
                source = State(initial=True)
                visual = State()
                last = statemachine.HistoryState()
                toggle = source.to(visual) | visual.to(source)

            settings = State()
            open_settings = editor.to(settings)
            back = settings.to(editor.last)

        editor = Editor()
        for event in steps.split():
            editor.send(event)
            trace.append(leaves(editor))

    def here(trace: Trace) -> None:
        table = Table(
            define("editor", initial="source")(
                history("last"),
                when("open_settings") | then("settings"),
                define("source")(when("toggle") | then("visual")),
                define("visual")(when("toggle") | then("source")),
            ),
            define("settings")(when("back") | then("last")),
            initial="editor",
        )
        editor = table.machine()
        for event in steps.split():
            editor.send(event)
            trace.append(sorted(editor.states))

    same(there, here)


def test_a_transition_without_event() -> None:
    def there(trace: Trace) -> None:
        class Counter(statemachine.StateChart):  # type: ignore[misc]
            counting = State(initial=True)
            done = State()
            counting.to(done, cond="is_full")
            increment = counting.to.itself(internal=True, on="count_on")
            reset = done.to(counting, on="clear_all")
            count = 0

            def count_on(self) -> None:
                self.count += 1
                trace.append(self.count)

            def is_full(self) -> bool:
                return self.count >= 3

            def clear_all(self) -> None:
                self.count = 0

        counter = Counter()
        for event in ["increment"] * 3 + ["reset", "increment"]:
            counter.send(event)
            trace.append(leaves(counter))

    def here(trace: Trace) -> None:
        class Count:
            value = 0

            def increment(self) -> None:
                self.value += 1
                trace.append(self.value)

            def is_full(self) -> bool:
                return self.value >= 3

            def reset(self) -> None:
                self.value = 0

        count = Count()
        table = Table(
            define("counting")(
                always() | condition(count.is_full) | then("done"),
                when("increment") | then(INTERNAL) | count.increment,
            ),
            define("done")(when("reset") | then("counting") | count.reset),
            initial="counting",
        )
        counter = table.machine()
        for event in ["increment"] * 3 + ["reset", "increment"]:
            counter.send(event)
            trace.append(list(counter.states))

    same(there, here)


def test_a_condition_on_another_region() -> None:
    steps = "next louder next next"

    def there(trace: Trace) -> None:
        class Player(statemachine.StateChart):  # type: ignore[misc]
            class on(State.Parallel):  # type: ignore[misc]
                class sound(State.Compound):  # type: ignore[misc]
                    quiet = State(initial=True)
                    loud = State()
                    louder = quiet.to(loud)

                class source(State.Compound):  # type: ignore[misc]
                    radio = State(initial=True)
                    disc = State()
                    next = radio.to(disc, cond="In('loud')") | disc.to(radio)

        player = Player()
        for event in steps.split():
            player.send(event)
            trace.append(leaves(player))

    def here(trace: Trace) -> None:
        table = Table(
            parallel("on")(
                define("sound", initial="quiet")(
                    define("quiet")(when("louder") | then("loud")),
                    define("loud"),
                ),
                define("source", initial="radio")(
                    define("radio")(when("next") | active("loud") | then("disc")),
                    define("disc")(when("next") | then("radio")),
                ),
            ),
            initial="on",
        )
        player = table.machine()
        for event in steps.split():
            player.send(event)
            trace.append(sorted(player.states))

    same(there, here)


def test_a_transition_back_to_the_same_state_leaves_it() -> None:
    def there(trace: Trace) -> None:
        class Blink(statemachine.StateChart):  # type: ignore[misc]
            lit = State(initial=True)
            dark = State()
            blink = lit.to.itself(on="count")
            off = lit.to(dark)
            on = dark.to(lit)

            def count(self) -> None:
                trace.append("count")

            def on_enter_lit(self) -> None:
                trace.append("light")

            def on_exit_lit(self) -> None:
                trace.append("dark")

        machine = Blink()
        machine.blink()
        machine.off()

    def here(trace: Trace) -> None:
        table = Table(
            define("lit", entry=lambda: trace.append("light"), exit=lambda: trace.append("dark"))(
                when("blink") | then() | (lambda: trace.append("count")),
                when("off") | then("dark"),
            ),
            define("dark")(when("on") | then("lit")),
            initial="lit",
            entry_exit=EntryExit.ALWAYS,
        )
        machine = table.machine(None)
        machine.start()
        machine.send("blink")
        machine.send("off")

    same(there, here)


@needs_around
def test_exceptions_lead_to_a_state() -> None:
    def there(trace: Trace) -> None:
        class Service(statemachine.StateChart):  # type: ignore[misc]
            running = State(initial=True)
            failed = State()
            work = running.to.itself(internal=True, on="fail")
            error_execution = running.to(failed)
            restart = failed.to(running)

            def fail(self) -> None:
                trace.append("working")
                raise RuntimeError("broken")

        service = Service()
        for event in "work", "work", "restart":
            service.send(event)
            trace.append(leaves(service))

    def here(trace: Trace) -> None:
        def fail() -> None:
            trace.append("working")
            raise RuntimeError("broken")

        table = around.Table(
            define("running")(when("work") | then(INTERNAL) | fail),
            define("failed")(when("restart") | then("running")),
            initial="running",
            error_target="failed",
            on_exception=lambda exception: True,
        )
        service = table.machine()
        for event in "work", "work", "restart":
            service.send(event)
            trace.append(list(service.states))

    same(there, here)
