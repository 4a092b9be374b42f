"""Calls of machines with arguments, cases and awaiting, and queries; in nanoseconds, each beside its goal.

Without other packages: `send_benchmark.py` compares with these.
"""

from __future__ import annotations

import asyncio
import sys
from enum import Enum, IntEnum, auto
from typing import Any, Callable

from measuring import Comparison, Goal, Subject, Work, run

from swiftfsm import Machine, Outcome, Table, condition, define, matching, then, when


class State(IntEnum):
    OPEN = 1
    DONE = 2


class Event(IntEnum):
    NONE = 1
    ONE = 2
    TWO = 3
    BARE = 4
    REFUSED = 5
    AWAITED = 6


class Weather(Enum):
    DRY = auto()
    WET = auto()


def add_none(context: list[int]) -> None:
    context[0] += 1


def add_one(context: list[int], number: int) -> None:
    context[0] += number


def add_two(context: list[int], number: int, other: int) -> None:
    context[0] += number + other


def refuse() -> bool:
    return False


async def wait() -> None: ...


PLAIN: Table[State, Event] = Table(
    define(State.OPEN)(
        when(Event.NONE) | then() | add_none,
        when(Event.ONE) | then() | add_one,
        when(Event.TWO) | then() | add_two,
        when(Event.BARE) | then(),
        when(Event.REFUSED) | condition(refuse) | then(State.DONE),
    ),
    define(State.DONE, final=True),
    arguments={Event.ONE: int, Event.TWO: (int, int)},
    initial=State.OPEN,
)
MATCHED: Table[State, Event] = Table(
    define(State.OPEN)(when(Event.NONE)(matching(Weather.DRY) | then(), matching(Weather.WET) | then(State.DONE))),
    define(State.DONE, final=True),
    initial=State.OPEN,
)
AWAITED: Table[State, Event] = Table(
    define(State.OPEN)(when(Event.AWAITED) | then() | wait, when(Event.BARE) | then()),
    define(State.DONE, final=True),
    initial=State.OPEN,
)
BARE: Table[State, Event] = Table((State.OPEN, Event.BARE, State.DONE), (State.DONE, Event.BARE, State.OPEN), initial=State.OPEN)


def repeated(call: Callable[..., object], *arguments: Any) -> Work:
    def work(count: int) -> None:
        for _ in range(count):
            call(*arguments)

    return work


def awaited(table: Table[State, Event], event: Event) -> Work:
    machine = table.machine()

    def work(count: int) -> None:
        async def main() -> None:
            for _ in range(count):
                await machine.asend(event)

        asyncio.run(main())

    return work


def works() -> dict[str, tuple[Work, int]]:
    """Each with its goal."""
    machine: Machine[State, Event, Any] = PLAIN.machine(context=[0])
    matched = MATCHED.machine()
    return {
        "send, an action without arguments": (repeated(machine.send, Event.NONE), 550),
        "send, an action with one int": (repeated(machine.send, Event.ONE, 5), 1_000),
        "send, an action with two ints": (repeated(machine.send, Event.TWO, 5, 6), 1_300),
        "send, a case": (repeated(matched.send, Event.NONE, Weather.DRY), 600),
        "can": (repeated(machine.can, Event.BARE), 1_000),
        "why_not": (repeated(machine.why_not, Event.REFUSED), 3_000),
        "permitted": (repeated(machine.permitted), 1_500),
        "set_state": (repeated(machine.set_state, State.OPEN), 300),
        "asend, a table without callbacks": (awaited(BARE, Event.BARE), 2_000),
        "asend, a row without callbacks": (awaited(AWAITED, Event.BARE), 2_000),
        "asend, one async action": (awaited(AWAITED, Event.AWAITED), 8_000),
        "making a machine": (repeated(PLAIN.machine), 1_000),
    }


def check() -> None:
    """They do what is said."""
    context = [0]
    machine = PLAIN.machine(context=context)
    sent = [machine.send(Event.NONE), machine.send(Event.ONE, 5), machine.send(Event.TWO, 5, 6)]
    assert (sent, context) == ([Outcome.TRANSITIONED] * 3, [17])
    assert machine.can(Event.BARE) and machine.why_not(Event.REFUSED) and Event.BARE in machine.permitted()
    assert MATCHED.machine().send(Event.NONE, Weather.DRY) is Outcome.TRANSITIONED
    for work, _ in works().values():
        work(2)


def main() -> int:
    comparisons = [
        Comparison(name, "swiftfsm", [Subject("swiftfsm", work)], Goal(most=most), 10_000, 9)
        for name, (work, most) in works().items()
    ]
    return run(comparisons, check, "All calls do what is said.")


if __name__ == "__main__":
    sys.exit(main())
