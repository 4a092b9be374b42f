"""The same turnstile in all the ways that are compared: two states, two events, no callback or one for each event.

A subject is made with the list into which its callback counts, or None for one without callbacks; it gives what sends
`count` events, coin and pass in turn, and what tells the present state.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import repeat
from typing import Any, Callable, NamedTuple, Optional

import statemachine
import transitions

import swiftfsm


class State(IntEnum):
    LOCKED = 1
    UNLOCKED = 2


class Event(IntEnum):
    COIN = 1
    PASS = 2


class Turnstile(NamedTuple):
    send: Callable[[int], None]
    state: Callable[[], str]


Counter = Optional[list[int]]


def of_swiftfsm(counter: Counter) -> Turnstile:
    rows: list[tuple[Any, ...]] = [
        (State.LOCKED, Event.COIN, State.UNLOCKED),
        (State.UNLOCKED, Event.PASS, State.LOCKED),
    ]
    if counter is not None:

        def count(context: list[int]) -> None:
            context[0] += 1

        rows = [(*row, count) for row in rows]
    machine = swiftfsm.Table(rows).machine(State.LOCKED, counter)
    send, coin, leave = machine.send, Event.COIN, Event.PASS

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            send(coin)
            send(leave)

    return Turnstile(work, lambda: str(machine.state.name))


def of_transitions(counter: Counter) -> Turnstile:
    class Model:
        coin: Callable[[], bool]
        leave: Callable[[], bool]
        state: str

        def count(self) -> None:
            assert counter is not None
            counter[0] += 1

    model = Model()
    after = None if counter is None else "count"
    machine = transitions.Machine(model, states=["LOCKED", "UNLOCKED"], initial="LOCKED", auto_transitions=False)
    machine.add_transition("coin", "LOCKED", "UNLOCKED", after=after)
    machine.add_transition("leave", "UNLOCKED", "LOCKED", after=after)
    coin, leave = model.coin, model.leave

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            coin()
            leave()

    return Turnstile(work, lambda: model.state)


def of_statemachine(counter: Counter) -> Turnstile:
    class Machine(statemachine.StateMachine):  # type: ignore[misc]
        locked = statemachine.State(initial=True)
        unlocked = statemachine.State()
        coin = locked.to(unlocked)
        leave = unlocked.to(locked)

    class Counting(Machine):
        def on_coin(self) -> None:
            assert counter is not None
            counter[0] += 1

        on_leave = on_coin

    machine = Machine() if counter is None else Counting()
    coin, leave = machine.coin, machine.leave

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            coin()
            leave()

    return Turnstile(work, lambda: "LOCKED" if machine.locked.is_active else "UNLOCKED")


def of_dict(counter: Counter) -> Turnstile:
    """The floor: what a program would write for itself that checks nothing."""

    def nothing() -> None:
        pass

    def count_one() -> None:
        assert counter is not None
        counter[0] += 1

    action = nothing if counter is None else count_one
    table = {
        (State.LOCKED, Event.COIN): (State.UNLOCKED, action),
        (State.UNLOCKED, Event.PASS): (State.LOCKED, action),
    }
    state = State.LOCKED
    is_calling = counter is not None

    def send(event: Event) -> None:
        nonlocal state
        state, function = table[state, event]
        if is_calling:
            function()

    coin, leave = Event.COIN, Event.PASS

    def work(count: int) -> None:
        for _ in repeat(None, count // 2):
            send(coin)
            send(leave)

    return Turnstile(work, lambda: state.name)


TURNSTILES: dict[str, tuple[Callable[[Counter], Turnstile], float]] = {
    "a dict of callbacks": (of_dict, 1.0),
    "swiftfsm": (of_swiftfsm, 1.0),
    "transitions": (of_transitions, 0.1),
    "python-statemachine": (of_statemachine, 0.01),
}
"""Each with the share of the events that it is sent."""
