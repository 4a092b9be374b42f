"""The examples of automat's documentation, in own words: data, inputs inside outputs, stored states and methods."""

from __future__ import annotations

from typing import Any, Optional, Protocol

from peers import Trace, same
from peers_automat import Lock, automat, call

from swiftfsm import Machine, Table, UnhandledEventError, define, entry, then, transition, when


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
