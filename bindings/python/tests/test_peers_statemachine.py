"""The examples of python-statemachine's documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

import asyncio
import pickle
from enum import Enum, auto
from typing import Any

import pytest
from peers import Trace, needs_around, same, sent

import swiftfsm
from swiftfsm import (
    ANY,
    INTERNAL,
    EntryExit,
    GuardPolicy,
    Machine,
    Row,
    Table,
    active,
    always,
    condition,
    define,
    entry,
    history,
    parallel,
    then,
    transition,
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


def sent_there(machine: Any, event: str, *arguments: Any, **named: Any) -> bool:
    """Whether the event was taken."""
    try:
        machine.send(event, *arguments, **named)
    except statemachine.exceptions.TransitionNotAllowed:
        return False
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Flat machines
# ----------------------------------------------------------------------------------------------------------------------


class Light(Enum):
    green = auto()
    yellow = auto()
    red = auto()


def test_a_traffic_light() -> None:
    def there(trace: Trace) -> None:
        class TrafficLight(statemachine.StateMachine):  # type: ignore[misc]
            green = State(initial=True)
            yellow = State()
            red = State()
            cycle = green.to(yellow) | yellow.to(red) | red.to(green)

            def on_cycle(self, source: Any, target: Any) -> None:
                trace.append(f"from {source.id} to {target.id}")

            def on_enter_red(self) -> None:
                trace.append("stop")

            def on_exit_red(self) -> None:
                trace.append("go ahead")

        light = TrafficLight()
        for _ in range(4):
            light.cycle()
            trace.append(light.current_state_value)

    def here(trace: Trace) -> None:
        class TrafficLight(Machine[Light, str, None]):
            initial = Light.green

            @transition(Light.green, "cycle", Light.yellow)
            @transition(Light.yellow, "cycle", Light.red)
            @transition(Light.red, "cycle", Light.green)
            def cycle(self, source: Any = None, target: Any = None) -> None:
                trace.append(f"from {source.name} to {target.name}")

            @entry(Light.red)
            def stop(self) -> None:
                trace.append("stop")

            @swiftfsm.classes.decorators.exit(Light.red)
            def go_ahead(self) -> None:
                trace.append("go ahead")

        light = TrafficLight()
        for _ in range(4):
            light.cycle()
            trace.append(light.state.name)

    same(there, here)


def test_the_control_of_an_order() -> None:
    steps: list[tuple[str, tuple[int, ...]]] = [
        ("process", ()),
        ("pay", (4,)),
        ("process", ()),
        ("pay", (7,)),
        ("pay", (1,)),
        ("process", ()),
        ("ship", ()),
        ("ship", ()),
    ]

    def there(trace: Trace) -> None:
        class Order(statemachine.StateMachine):  # type: ignore[misc]
            waiting = State(initial=True)
            processing = State()
            shipping = State()
            completed = State(final=True)

            pay = waiting.to(waiting, on="take")
            process = waiting.to(processing, cond="is_paid")
            ready = processing.to(shipping)
            ship = processing.to(shipping, after="complete_soon")
            complete = shipping.to(completed)
            total = 0

            def take(self, amount: int) -> None:
                self.total += amount
                trace.append(f"took {amount}")

            def is_paid(self) -> bool:
                return self.total >= 10

            def complete_soon(self) -> None:
                self.complete()

            def on_enter_processing(self) -> None:
                trace.append("processing")

        order = Order()
        for event, arguments in steps:
            trace.extend((sent_there(order, event, *arguments), order.current_state_value, order.total))

    def here(trace: Trace) -> None:
        class Order(Machine[str, str, None]):
            initial = "waiting"
            arguments = {"pay": int}
            rows = [define("completed", final=True)]
            total = 0

            @transition("waiting", "pay", "waiting")
            def pay(self, amount: int) -> None:
                self.total += amount
                trace.append(f"took {amount}")

            def is_paid(self) -> bool:
                return self.total >= 10

            @transition("waiting", "process", "processing", guard="is_paid")
            def process(self) -> None: ...

            @entry("processing")
            def show(self) -> None:
                trace.append("processing")

            @transition("processing", "ship", "shipping")
            def ship(self) -> None:
                self.send("complete")

            @transition("shipping", "complete", "completed")
            def complete(self) -> None: ...

        order = Order()
        for event, arguments in steps:
            trace.extend((sent(order, event, *arguments), order.state, order.total))

    same(there, here)


CAMPAIGN = "add_job produce add_job deliver add_job deliver"


def test_a_campaign_over_a_model() -> None:
    def there(trace: Trace) -> None:
        class Campaign(statemachine.StateMachine):  # type: ignore[misc]
            draft = State(initial=True)
            producing = State("Being produced")
            closed = State(final=True)
            add_job = draft.to(draft) | producing.to(producing)
            produce = draft.to(producing)
            deliver = producing.to(closed)

        class Model:
            step = None

        model = Model()
        campaign = Campaign(model, state_field="step")
        for event in CAMPAIGN.split():
            trace.extend((sent_there(campaign, event), model.step))
        trace.append(campaign.is_terminated)

    def here(trace: Trace) -> None:
        class Model:
            step = ""

        table = Table(
            define("draft")(when("add_job") | then(), when("produce") | then("producing")),
            define("producing")(when("add_job") | then(), when("deliver") | then("closed")),
            define("closed", final=True),
            initial="draft",
            on_step=lambda context, machine: setattr(context, "step", machine.state),
        )
        model = Model()
        campaign = table.machine(context=model)
        for event in CAMPAIGN.split():
            trace.extend((sent(campaign, event), model.step))
        trace.append(campaign.is_final)

    same(there, here)


def test_guards_are_tried_in_order() -> None:
    class Badges:
        has_key = False
        is_staff = False

    settings = [(False, False), (False, True), (True, False), (True, True)]

    def there(trace: Trace) -> None:
        class Gate(statemachine.StateMachine):  # type: ignore[misc]
            shut = State(initial=True)
            lobby = State()
            vault = State()
            enter = shut.to(vault, cond=["has_key", "is_staff"]) | shut.to(lobby, cond="has_key", unless="is_staff")
            leave = vault.to(shut) | lobby.to(shut)

        for key, staff in settings:
            badges = Badges()
            badges.has_key, badges.is_staff = key, staff
            gate = Gate(badges)
            trace.extend((sent_there(gate, "enter"), gate.current_state_value))

    def here(trace: Trace) -> None:
        def has_key(context: Badges) -> bool:
            return context.has_key

        def is_staff(context: Badges) -> bool:
            return context.is_staff

        def is_guest(context: Badges) -> bool:
            return not context.is_staff

        table = Table(
            define("shut")(
                when("enter") | condition(has_key, is_staff) | then("vault"),
                when("enter") | condition(has_key, is_guest) | then("lobby"),
            ),
            define("vault")(when("leave") | then("shut")),
            define("lobby")(when("leave") | then("shut")),
            initial="shut",
            guards=GuardPolicy.FIRST_MATCH,
        )
        for key, staff in settings:
            badges = Badges()
            badges.has_key, badges.is_staff = key, staff
            gate = table.machine(context=badges)
            trace.extend((sent(gate, "enter"), gate.state))

    same(there, here)


@needs_around
def test_the_order_of_all_callbacks() -> None:
    def there(trace: Trace) -> None:
        class Steps(statemachine.StateMachine):  # type: ignore[misc]
            first = State(initial=True)
            second = State(final=True)
            go = first.to(second, before="begin", on="act", after="end", cond="may")

            def may(self) -> bool:
                trace.append("may")
                return True

            def begin(self) -> None:
                trace.append(f"begin in {self.current_state_value}")

            def on_exit_first(self) -> None:
                trace.append("leave")

            def act(self) -> None:
                trace.append(f"act in {self.current_state_value}")

            def on_enter_second(self) -> None:
                trace.append(f"enter {self.current_state_value}")

            def end(self) -> None:
                trace.append("end")

        Steps().go()

    def here(trace: Trace) -> None:
        def may() -> bool:
            trace.append("may")
            return True

        def begin(machine: Any) -> None:
            trace.append(f"begin in {machine.state}")

        def act(machine: Any) -> None:
            trace.append(f"act in {machine.state}")

        def enter(machine: Any) -> None:
            trace.append(f"enter {machine.state}")

        table = Table(
            define("first", exit=lambda: trace.append("leave"))(
                when("go")
                | condition(may)
                | then("second")
                | around.do_before(begin)
                | act
                | around.do_after(lambda: trace.append("end")),
            ),
            define("second", entry=enter, final=True),
            initial="first",
        )
        table.machine().send("go")

    same(there, here)


def test_events_inside_callbacks_wait() -> None:
    def there(trace: Trace) -> None:
        class Server(statemachine.StateMachine):  # type: ignore[misc]
            closed = State(initial=True)
            listening = State()
            connected = State(final=True)
            listen = closed.to(listening)
            accept = listening.to(connected)

            def on_enter_listening(self) -> None:
                trace.append("listening")
                self.accept()
                trace.append("still listening")

            def on_enter_connected(self) -> None:
                trace.append("connected")

        server = Server()
        server.listen()
        trace.append(server.current_state_value)

    def here(trace: Trace) -> None:
        def listen(machine: Any) -> None:
            trace.append("listening")
            machine.send("accept")
            trace.append("still listening")

        table = Table(
            define("closed")(when("listen") | then("listening")),
            define("listening", entry=listen)(when("accept") | then("connected")),
            define("connected", entry=lambda: trace.append("connected"), final=True),
            initial="closed",
        )
        server = table.machine()
        server.send("listen")
        trace.append(server.state)

    same(there, here)


def test_a_transition_from_any_state() -> None:
    steps = "start pause start cancel start"

    def there(trace: Trace) -> None:
        class Job(statemachine.StateMachine):  # type: ignore[misc]
            new = State(initial=True)
            running = State()
            cancelled = State(final=True)
            start = new.to(running)
            pause = running.to(new)
            cancel = cancelled.from_.any()

        job = Job()
        for event in steps.split():
            trace.extend((sent_there(job, event), job.current_state_value))

    def here(trace: Trace) -> None:
        table = Table(
            Row("new", "start", "running"),
            Row("running", "pause", "new"),
            Row(ANY, "cancel", "cancelled"),
            define("cancelled", final=True),
            initial="new",
        )
        job = table.machine()
        for event in steps.split():
            trace.extend((sent(job, event), job.state))

    same(there, here)


def test_listeners_are_told_of_each_step() -> None:
    def there(trace: Trace) -> None:
        class Door(statemachine.StateMachine):  # type: ignore[misc]
            open = State(initial=True)
            shut = State()
            toggle = open.to(shut) | shut.to(open)

        class Log:
            def after_transition(self, source: Any, event: Any, target: Any) -> None:
                trace.append(f"{source.id} {event} {target.id}")

        door = Door(listeners=[Log()])
        for _ in range(3):
            door.toggle()

    def here(trace: Trace) -> None:
        def log(source: str, event: str, target: str) -> None:
            trace.append(f"{source} {event} {target}")

        table = Table(
            define("open")(when("toggle") | then("shut")),
            define("shut")(when("toggle") | then("open")),
            initial="open",
            on_step=log,
        )
        door = table.machine()
        for _ in range(3):
            door.send("toggle")

    same(there, here)


def test_an_async_machine() -> None:
    def there(trace: Trace) -> None:
        class Download(statemachine.StateMachine):  # type: ignore[misc]
            idle = State(initial=True)
            done = State(final=True)
            finish = idle.to(done, cond="is_whole")

            async def is_whole(self) -> bool:
                await asyncio.sleep(0)
                trace.append("checked")
                return True

            async def on_enter_done(self) -> None:
                await asyncio.sleep(0)
                trace.append("done")

        async def main() -> None:
            download = Download()
            await download.finish()
            trace.append(download.current_state_value)

        asyncio.run(main())

    def here(trace: Trace) -> None:
        async def is_whole() -> bool:
            await asyncio.sleep(0)
            trace.append("checked")
            return True

        async def done() -> None:
            await asyncio.sleep(0)
            trace.append("done")

        table = Table(
            define("idle")(when("finish") | condition(is_whole) | then("done")),
            define("done", entry=done, final=True),
            initial="idle",
        )

        async def main() -> None:
            download = table.machine()
            await download.asend("finish")
            trace.append(download.state)

        asyncio.run(main())

    same(there, here)


class PickledThere(statemachine.StateMachine):  # type: ignore[misc]
    """Found by pickle."""

    a = State(initial=True)
    b = State()
    go = a.to(b) | b.to(a)


def test_pickled_machines() -> None:
    def there(trace: Trace) -> None:
        machine = PickledThere()
        machine.go()
        again = pickle.loads(pickle.dumps(machine))
        trace.append(again.current_state_value)
        again.go()
        trace.extend((again.current_state_value, machine.current_state_value))

    def here(trace: Trace) -> None:
        machine = Table(Row("a", "go", "b"), Row("b", "go", "a"), initial="a").machine()
        machine.send("go")
        again = pickle.loads(pickle.dumps(machine))
        trace.append(again.state)
        again.send("go")
        trace.extend((again.state, machine.state))

    same(there, here)


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
