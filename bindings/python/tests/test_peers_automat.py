"""The examples of automat's documentation, in own words: there and here they leave the same trace."""

from __future__ import annotations

from typing import Any, Optional, Protocol

import pytest
from peers import Trace, same

from swiftfsm import Machine, Row, Table, UnhandledEventError, define, entry, then, transition, when

automat: Any = pytest.importorskip("automat", reason="automat is not installed: it is in the extra test")
if not hasattr(automat, "TypeMachineBuilder"):
    pytest.skip("automat is older than 24.8: it has no TypeMachineBuilder", allow_module_level=True)


def call(machine: Any, name: str, *arguments: Any) -> str:
    """Whether an input was taken."""
    try:
        getattr(machine, name)(*arguments)
    except (automat.NoTransition, UnhandledEventError):
        return f"no {name}"
    return name


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
# A lock, a turnstile and a garage door
# ----------------------------------------------------------------------------------------------------------------------


class Lock(Protocol):
    def pay(self) -> None: ...
    def push(self) -> None: ...


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


# ----------------------------------------------------------------------------------------------------------------------
# Data, inputs inside outputs, exceptions, stored states
# ----------------------------------------------------------------------------------------------------------------------


class Connection(Protocol):
    def connect(self, address: str) -> None: ...
    def say(self, text: str) -> None: ...
    def close(self) -> None: ...


CALLS: list[tuple[Any, ...]] = [
    ("say", "early"),
    ("connect", "north"),
    ("say", "hello"),
    ("close",),
    ("connect", "south"),
    ("say", "again"),
]


def test_data_of_a_state() -> None:
    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Connection, list)
        idle = builder.state("idle")

        def channel(connection: Connection, core: Trace, address: str) -> dict[str, str]:
            core.append(f"open {address}")
            return {"address": address}

        connected = builder.state("connected", channel)

        def say(connection: Connection, core: Trace, data: dict[str, str], text: str) -> None:
            core.append(f"{text} to {data['address']}")

        def close(connection: Connection, core: Trace, data: dict[str, str]) -> None:
            core.append(f"close {data['address']}")

        idle.upon(Connection.connect).to(connected).returns(None)
        connected.upon(Connection.say).loop()(say)
        connected.upon(Connection.close).to(idle)(close)
        connection = builder.build()(trace)
        trace.extend(call(connection, *step) for step in CALLS)

    def here(trace: Trace) -> None:
        class Channel(Machine[str, str, None]):
            initial = "idle"
            arguments = {"connect": str, "say": str}
            strict = True
            address: Optional[str] = None

            @transition("idle", "connect", "connected")
            def connect(self, address: str) -> None:
                trace.append(f"open {address}")
                self.address = address

            @transition("connected", "say")
            def say(self, text: str) -> None:
                trace.append(f"{text} to {self.address}")

            @transition("connected", "close", "idle")
            def close(self) -> None:
                trace.append(f"close {self.address}")

            @entry("idle")
            def forget(self) -> None:
                self.address = None

        connection = Channel()
        trace.extend(call(connection, *step) for step in CALLS)

    same(there, here)


class Phone(Protocol):
    def ring(self) -> None: ...
    def answer(self) -> None: ...


def test_inputs_inside_outputs_wait() -> None:
    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Phone, list)
        idle, ringing, talking = builder.state("idle"), builder.state("ringing"), builder.state("talking")

        def shout(phone: Phone, core: Trace) -> None:
            core.append("begin")
            phone.answer()
            core.append("end")

        def greet(phone: Phone, core: Trace) -> None:
            core.append("hello")

        idle.upon(Phone.ring).to(ringing)(shout)
        ringing.upon(Phone.answer).to(talking)(greet)
        phone = builder.build()(trace)
        trace.extend(call(phone, step) for step in ("ring", "answer"))

    def here(trace: Trace) -> None:
        class Telephone(Machine[str, str, None]):
            initial = "idle"
            strict = True
            rows = [define("talking", final=True)]

            @transition("idle", "ring", "ringing")
            def ring(self) -> None:
                trace.append("begin")
                self.answer()
                trace.append("end")

            @transition("ringing", "answer", "talking")
            def answer(self) -> None:
                trace.append("hello")

        phone = Telephone()
        trace.extend(call(phone, step) for step in ("ring", "answer"))

    same(there, here)


def test_a_machine_that_begins_in_a_state() -> None:
    """What automat's documentation does to store a machine: it is made again in the state that was stored."""

    def there(trace: Trace) -> None:
        builder = automat.TypeMachineBuilder(Lock, list)
        locked, unlocked = builder.state("locked"), builder.state("unlocked")

        def note(lock: Lock, core: Trace) -> None:
            core.append("through")

        locked.upon(Lock.pay).to(unlocked).returns(None)
        unlocked.upon(Lock.push).to(locked)(note)
        lock = builder.build()(trace, unlocked)
        trace.extend(call(lock, step) for step in ("push", "push"))

    def here(trace: Trace) -> None:
        class Stored(Machine[str, str, None]):
            initial = "locked"
            strict = True

            @transition("locked", "pay", "unlocked")
            def pay(self) -> None: ...

            @transition("unlocked", "push", "locked")
            def push(self) -> None:
                trace.append("through")

        stored = Stored()
        stored.pay()
        lock = Stored.from_snapshot(stored.snapshot())
        trace.extend(call(lock, step) for step in ("push", "push"))

    same(there, here)


def test_a_machine_of_methods() -> None:
    """The older way of automat: inputs and outputs are methods."""
    steps = ["brew", "put_in_beans", "brew"]

    def there(trace: Trace) -> None:
        machine = automat.MethodicalMachine()

        class CoffeeMachine:
            def empty(self) -> None: ...

            def full(self) -> None: ...

            def brew(self) -> None: ...

            def put_in_beans(self) -> None: ...

            def _heat(self) -> None:
                trace.append("heating")

            def _save(self) -> None:
                trace.append("saved")

            empty = machine.state(initial=True)(empty)
            full = machine.state()(full)
            brew = machine.input()(brew)
            put_in_beans = machine.input()(put_in_beans)
            _heat = machine.output()(_heat)
            _save = machine.output()(_save)
            made: Any = (empty, full)
            made[0].upon(put_in_beans, enter=full, outputs=[_save])
            made[1].upon(brew, enter=empty, outputs=[_heat, _save])

        coffee = CoffeeMachine()
        trace.extend(call(coffee, step) for step in steps)

    def here(trace: Trace) -> None:
        def heat() -> None:
            trace.append("heating")

        def save() -> None:
            trace.append("saved")

        machine = Table(
            define("empty")(when("put_in_beans") | then("full") | save),
            define("full")(when("brew") | then("empty") | heat | save),
            initial="empty",
            strict=True,
        ).machine()
        for step in steps:
            try:
                machine.send(step)
                trace.append(step)
            except UnhandledEventError:
                trace.append(f"no {step}")

    same(there, here)
