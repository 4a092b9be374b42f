"""The examples of python-statemachine's documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import pytest
from peers import Trace, needs_around, same, sent, sent_there

import swiftfsm
from swiftfsm import GuardPolicy, Machine, Table, condition, define, entry, then, transition, when

statemachine: Any = pytest.importorskip(
    "statemachine", reason="python-statemachine is not installed: it is in the extra test"
)
if not hasattr(statemachine, "StateChart"):
    pytest.skip("python-statemachine is older than 3: it has no charts", allow_module_level=True)

State: Any = statemachine.State
around: Any = swiftfsm
"""For words that an older build does not have."""


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
