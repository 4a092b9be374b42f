"""The examples of automat's documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

from typing import Any, Protocol

from peers import Trace, same
from peers_automat import Lock, automat, call

from swiftfsm import Machine, Row, Table, UnhandledEventError, define, then, transition, when

# ----------------------------------------------------------------------------------------------------------------------
# The coffee machine
# ----------------------------------------------------------------------------------------------------------------------


class Brewer(Protocol):
    def brew(self) -> None: ...
    def put_in_beans(self, grams: int) -> None: ...
    def put_in_water(self) -> None: ...
    def open_lid(self) -> None: ...


COFFEE: list[tuple[Any, ...]] = [
    ("brew",),
    ("put_in_beans", 30),
    ("put_in_beans", 20),
    ("brew",),
    ("put_in_water",),
    ("brew",),
    ("open_lid",),
    ("brew",),
]


def test_a_coffee_machine() -> None:
    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Brewer, list)
        empty, beans, ready = builder.state("empty"), builder.state("beans"), builder.state("ready")

        def fill(brewer: Brewer, core: Trace, grams: int) -> None:
            core.append(f"{grams} g")

        def heat(brewer: Brewer, core: Trace) -> None:
            core.append("heating")

        empty.upon(Brewer.put_in_beans).to(beans)(fill)
        beans.upon(Brewer.put_in_water).to(ready).returns(None)
        ready.upon(Brewer.brew).to(empty)(heat)
        for state in empty, beans, ready:
            state.upon(Brewer.open_lid).loop().returns(None)
        coffee = builder.build()(trace)
        trace.extend(call(coffee, *step) for step in COFFEE)

    def here(trace: Trace) -> None:
        class CoffeeMachine(Machine[str, str, None]):
            initial = "empty"
            arguments = {"put_in_beans": int}
            strict = True

            @transition("empty", "put_in_beans", "beans")
            def put_in_beans(self, grams: int) -> None:
                trace.append(f"{grams} g")

            @transition("beans", "put_in_water", "ready")
            def put_in_water(self) -> None: ...

            @transition("ready", "brew", "empty")
            def brew(self) -> None:
                trace.append("heating")

            @transition(("empty", "beans", "ready"), "open_lid")
            def open_lid(self) -> None: ...

        coffee = CoffeeMachine()
        trace.extend(call(coffee, *step) for step in COFFEE)

    same(there, here)


# ----------------------------------------------------------------------------------------------------------------------
# A turnstile and a garage door
# ----------------------------------------------------------------------------------------------------------------------


def test_a_turnstile() -> None:
    steps = ["push", "pay", "pay", "push", "push"]

    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Lock, list)
        locked, unlocked = builder.state("locked"), builder.state("unlocked")

        def release(lock: Lock, core: Trace) -> None:
            core.append("release")

        def engage(lock: Lock, core: Trace) -> None:
            core.append("engage")

        def refuse(lock: Lock, core: Trace) -> None:
            core.append("refuse")

        locked.upon(Lock.pay).to(unlocked)(release)
        locked.upon(Lock.push).loop()(refuse)
        unlocked.upon(Lock.push).to(locked)(engage)
        lock = builder.build()(trace)
        trace.extend(call(lock, step) for step in steps)

    def here(trace: Trace) -> None:
        class Turnstile(Machine[str, str, None]):
            initial = "locked"
            strict = True
            rows = [define("locked")(when("push") | then() | "refuse"), Row("unlocked", "push", "locked", "engage")]

            @transition("locked", "pay", "unlocked")
            def pay(self) -> None:
                trace.append("release")

            def push(self) -> None:
                self.send("push")

            def refuse(self) -> None:
                trace.append("refuse")

            def engage(self) -> None:
                trace.append("engage")

        lock = Turnstile()
        trace.extend(call(lock, step) for step in steps)

    same(there, here)


class Garage(Protocol):
    def push_button(self) -> None: ...
    def reach_top(self) -> None: ...
    def reach_bottom(self) -> None: ...


def test_a_garage_door() -> None:
    steps = "push_button reach_top push_button push_button reach_bottom push_button reach_bottom".split()

    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Garage, list)
        shut, opening = builder.state("shut"), builder.state("opening")
        opened, closing = builder.state("opened"), builder.state("closing")

        def up(door: Garage, core: Trace) -> None:
            core.append("motor up")

        def down(door: Garage, core: Trace) -> None:
            core.append("motor down")

        def stop(door: Garage, core: Trace) -> None:
            core.append("motor stops")

        shut.upon(Garage.push_button).to(opening)(up)
        opening.upon(Garage.reach_top).to(opened)(stop)
        opened.upon(Garage.push_button).to(closing)(down)
        closing.upon(Garage.push_button).to(opening)(up)
        closing.upon(Garage.reach_bottom).to(shut)(stop)
        door = builder.build()(trace)
        trace.extend(call(door, step) for step in steps)

    def here(trace: Trace) -> None:
        def up() -> None:
            trace.append("motor up")

        def down() -> None:
            trace.append("motor down")

        def stop() -> None:
            trace.append("motor stops")

        table = Table(
            define("shut")(when("push_button") | then("opening") | up),
            define("opening")(when("reach_top") | then("opened") | stop),
            define("opened")(when("push_button") | then("closing") | down),
            define("closing")(when("push_button") | then("opening") | up, when("reach_bottom") | then("shut") | stop),
            initial="shut",
            strict=True,
        )
        door = table.machine()
        for step in steps:
            try:
                door.send(step)
            except UnhandledEventError:
                trace_of_step = f"no {step}"
            else:
                trace_of_step = step
            trace.append(trace_of_step)

    same(there, here)
