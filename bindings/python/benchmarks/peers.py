"""The same turnstile in all the ways that are compared: two states, two events, no callback or one for each event.

A subject is made for one of the kinds below, with the list into which its callbacks count; it gives what sends `count`
events, coin and pass in turn, what tells the present state, and what makes `count` more machines of its table.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from itertools import repeat
from typing import Any, Callable, NamedTuple, Protocol

import automat
import readme_table
import statemachine
import transitions

import swiftfsm


class State(IntEnum):
    LOCKED = 1
    UNLOCKED = 2


class Event(IntEnum):
    COIN = 1
    PASS = 2


class Kind(Enum):
    """What an event calls."""

    NOTHING = 0
    COUNT = 1
    """A callback, which counts."""
    ADD = 2
    """One that adds the number that comes with the event."""


CENTS = 2
Counter = list[int]
Work = Callable[[int], None]


class Turnstile(NamedTuple):
    send: Work
    state: Callable[[], str]
    make: Work


def of_swiftfsm(counter: Counter, kind: Kind) -> Turnstile:
    def count(context: Counter) -> None:
        context[0] += 1

    def add(context: Counter, cents: int) -> None:
        context[0] += cents

    action: tuple[Any, ...] = {Kind.NOTHING: (), Kind.COUNT: (count,), Kind.ADD: (add,)}[kind]
    rows = [(State.LOCKED, Event.COIN, State.UNLOCKED, *action), (State.UNLOCKED, Event.PASS, State.LOCKED, *action)]
    arguments = dict.fromkeys(Event, int) if kind is Kind.ADD else None
    table: swiftfsm.Table[Any, Any] = swiftfsm.Table(rows, arguments=arguments, initial=State.LOCKED)
    machine = table.machine(context=counter)
    making = _repeated(lambda: table.machine(context=counter))
    return Turnstile(_events(machine.send, kind), lambda: str(machine.state.name), making)


def of_transitions(counter: Counter, kind: Kind) -> Turnstile:
    class Model:
        coin: Callable[..., bool]
        leave: Callable[..., bool]
        state: str

        def count(self) -> None:
            counter[0] += 1

        def add(self, cents: int) -> None:
            counter[0] += cents

    model = Model()
    after = {Kind.NOTHING: None, Kind.COUNT: "count", Kind.ADD: "add"}[kind]
    machine = transitions.Machine(model, states=["LOCKED", "UNLOCKED"], initial="LOCKED", auto_transitions=False)
    machine.add_transition("coin", "LOCKED", "UNLOCKED", after=after)
    machine.add_transition("leave", "UNLOCKED", "LOCKED", after=after)

    def make(count: int) -> None:
        for _ in repeat(None, count):
            machine.add_model(Model())
        del machine.models[1:]

    return Turnstile(_sending(model.coin, model.leave, kind), lambda: model.state, make)


def of_statemachine(counter: Counter, kind: Kind) -> Turnstile:
    class Machine(statemachine.StateMachine):  # type: ignore[misc]
        locked = statemachine.State(initial=True)
        unlocked = statemachine.State()
        coin = locked.to(unlocked)
        leave = unlocked.to(locked)

    class Counting(Machine):
        def on_coin(self) -> None:
            counter[0] += 1

        on_leave = on_coin

    class Adding(Machine):
        def on_coin(self, cents: int) -> None:
            counter[0] += cents

        on_leave = on_coin

    made: Any = {Kind.NOTHING: Machine, Kind.COUNT: Counting, Kind.ADD: Adding}[kind]
    machine = made()
    return Turnstile(
        _sending(machine.coin, machine.leave, kind),
        lambda: "LOCKED" if machine.locked.is_active else "UNLOCKED",
        _repeated(made),
    )


class Gate(Protocol):
    """What Automat's machines can be told."""

    def coin(self) -> None: ...

    def leave(self) -> None: ...

    def pay(self, cents: int) -> None: ...

    def go(self, cents: int) -> None: ...

    def where(self) -> str: ...


def of_automat(counter: Counter, kind: Kind) -> Turnstile:
    builder = automat.TypeMachineBuilder(Gate, list)
    locked, unlocked = builder.state("LOCKED"), builder.state("UNLOCKED")
    for state in (locked, unlocked):
        state.upon(Gate.where).loop().returns(state.name)
    if kind is Kind.NOTHING:
        locked.upon(Gate.coin).to(unlocked).returns(None)
        unlocked.upon(Gate.leave).to(locked).returns(None)

    def count(gate: Gate, core: Counter) -> None:
        core[0] += 1

    def add(gate: Gate, core: Counter, cents: int) -> None:
        core[0] += cents

    if kind is Kind.COUNT:
        locked.upon(Gate.coin).to(unlocked)(count)
        unlocked.upon(Gate.leave).to(locked)(count)
    if kind is Kind.ADD:
        locked.upon(Gate.pay).to(unlocked)(add)
        unlocked.upon(Gate.go).to(locked)(add)
    make = builder.build()
    gate = make(counter)
    work = _sending(gate.pay, gate.go, kind) if kind is Kind.ADD else _sending(gate.coin, gate.leave, kind)
    return Turnstile(work, gate.where, _repeated(lambda: make(counter)))


class DictMachine:
    """The floor: what a program would write for itself that checks nothing."""

    __slots__ = ("state", "table", "counter")

    def __init__(self, table: dict[Any, Any], counter: Counter) -> None:
        self.state = State.LOCKED
        self.table = table
        self.counter = counter

    def send(self, event: Event, *arguments: int) -> None:
        self.state, function = self.table[self.state, event]
        function(self.counter, *arguments)

    def send_alone(self, event: Event) -> None:
        self.state, _ = self.table[self.state, event]


def of_dict(counter: Counter, kind: Kind) -> Turnstile:
    def count(context: Counter) -> None:
        context[0] += 1

    def add(context: Counter, cents: int) -> None:
        context[0] += cents

    action = {Kind.NOTHING: None, Kind.COUNT: count, Kind.ADD: add}[kind]
    table = {
        (State.LOCKED, Event.COIN): (State.UNLOCKED, action),
        (State.UNLOCKED, Event.PASS): (State.LOCKED, action),
    }
    machine = DictMachine(table, counter)
    send: Callable[..., None] = machine.send_alone if kind is Kind.NOTHING else machine.send

    return Turnstile(_events(send, kind), lambda: machine.state.name, _repeated(lambda: DictMachine(table, counter)))


def _events(send: Callable[..., Any], kind: Kind) -> Work:
    """Sends two events in turn; with a number where the kind says so."""
    coin, leave = Event.COIN, Event.PASS

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            send(coin)
            send(leave)

    def work_with_number(count: int) -> None:
        for _ in repeat(None, count // 2):
            send(coin, CENTS)
            send(leave, CENTS)

    return work_with_number if kind is Kind.ADD else work


def _sending(coin: Callable[..., Any], leave: Callable[..., Any], kind: Kind) -> Work:
    """Calls two functions in turn; with a number where the kind says so."""

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            coin()
            leave()

    def work_with_number(count: int) -> None:
        for _ in repeat(None, count // 2):
            coin(cents=CENTS)
            leave(cents=CENTS)

    return work_with_number if kind is Kind.ADD else work


def _repeated(make: Callable[[], object]) -> Work:
    def work(count: int) -> None:
        for _ in repeat(None, count):
            make()

    return work


TURNSTILES: dict[str, tuple[Callable[[Counter, Kind], Turnstile], float]] = dict(
    zip(
        readme_table.PACKAGES,
        ((of_dict, 1.0), (of_swiftfsm, 1.0), (of_automat, 0.2), (of_transitions, 0.1), (of_statemachine, 0.01)),
    )
)
"""Each with the share of the events that it is sent."""
assert len(TURNSTILES) == len(readme_table.PACKAGES)
