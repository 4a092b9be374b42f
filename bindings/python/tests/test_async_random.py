"""Random definitions: asend comes to the same as send, with the same callbacks in the same order and states."""

from __future__ import annotations

import asyncio
from itertools import permutations
from random import Random
from typing import Any, Callable

from hypothesis import given, settings
from hypothesis import strategies as some

from swiftfsm import (
    DYNAMIC,
    INTERNAL,
    SAME,
    EntryExit,
    Machine,
    Outcome,
    Phase,
    Row,
    StateBlock,
    Step,
    SwiftFSMError,
    Table,
)

STATES, EVENTS = range(1, 4), range(1, 4)
ORDERS = [
    order
    for order in permutations(Phase)
    if order.index(Phase.RESOLVE) < min(order.index(Phase.COMMIT), order.index(Phase.ENTRY))
]


class Fault(Exception):
    pass


class World:
    """A machine of a random definition, whose callbacks write down what they see; they may give way, send, or raise."""

    def __init__(self, seed: int, gives_way: bool, share: float = 1) -> None:
        """share: of the callbacks that a definition has otherwise."""
        self.trace: list[Any] = []
        self._random = Random(seed)
        # Decides while callbacks run, so that both worlds decide alike as long as they run the same callbacks.
        self._dice = Random(seed)
        self._gives_way = gives_way
        self._share = share
        self._count = 0
        chance = self._random.random
        rows = [self._row(state, event) for state in STATES for event in EVENTS if chance() < 0.8]
        blocks = [
            StateBlock(
                state,
                entry=self._several(),
                exit=self._several(),
                cycle=self._several(),
                update=[self._callback(self._event)] if chance() < 0.5 * share else (),
                final=True,
            )
            for state in STATES
        ]
        table: Table[Any, Any] = Table(
            rows,
            blocks,
            order=self._random.choice(ORDERS),
            entry_exit=self._random.choice(list(EntryExit)),
            initial=1,
            on_step=self._several(),
            on_unhandled=self._several(),
            event_names={event: str(event) for event in EVENTS},
        )
        self.machine: Machine[Any, Any, Any] = table.machine()
        if chance() < 0.5 * share:
            self.machine.on_step(self._callback(lambda: None))
        if chance() < 0.5 * share:
            self.machine.on_unhandled(self._callback(lambda: None))

    def _row(self, state: int, event: int) -> Row:
        target = self._random.choice([*STATES, SAME, INTERNAL, DYNAMIC, DYNAMIC])
        guards = [self._callback(lambda: self._dice.random() < 0.8)] if self._random.random() < 0.4 * self._share else []
        resolver = self._callback(lambda: self._dice.choice([*STATES, None, 99])) if target is DYNAMIC else None
        return Row(state, event, target, self._several(), guards, resolver)

    def _event(self) -> Any:
        return self._dice.choice([*EVENTS, None])

    def _several(self) -> list[Callable[..., Any]]:
        count = self._random.randrange(3) if self._random.random() < self._share else 0
        return [self._callback(lambda: None) for _ in range(count)]

    def change(self, call: int) -> None:
        """Add or remove hooks, or go on with another machine over the same table."""
        if call == 5:
            self.machine.on_step(self._callback(lambda: None))
        elif call == 6:
            self.machine.on_unhandled(self._callback(lambda: None))
        elif call == 7:
            self.machine.on_step(None)
            self.machine.on_unhandled(None)
        else:
            self.machine = self.machine.table.machine()

    def _callback(self, answer: Callable[[], Any]) -> Callable[[Step], Any]:
        self._count += 1
        number, is_async = self._count, self._random.random() < 0.6

        def plain(step: Step) -> Any:
            self.trace.append((number, step.machine.state, step.event, step.source, step.target, step.outcome))
            if self._dice.random() < 0.1:
                event = self._dice.choice([*EVENTS, 77])
                try:
                    self.trace.append(step.machine.send(event))
                except LookupError as error:
                    self.trace.append(str(error))
            if self._dice.random() < 0.03:
                step.machine.stop()
            self.trace.append(step.machine.pending)
            if self._dice.random() < 0.08:
                raise Fault(number)
            return answer()

        async def slow(step: Step) -> Any:
            for _ in range(number % 3):
                await asyncio.sleep(0)
            return plain(step)

        return slow if self._gives_way and is_async else plain

    def note(self, result: object) -> None:
        self.trace.append(result)
        self.trace.append((self.machine.state, self.machine.pending))


def what(error: Exception) -> str:
    """Sentences of the package may name more of what is known in an asend."""
    return f"{type(error).__name__}: {'' if isinstance(error, SwiftFSMError) else error}"


def plain_world(seed: int, calls: list[int], share: float = 1) -> World:
    world = World(seed, False, share)
    for call in calls:
        machine = world.machine
        try:
            if call > 4:
                world.change(call)
            elif call == 0:
                world.note(machine.update(1.5))
            elif call == 4:
                if machine.state is None:
                    machine.start(2)
                else:
                    machine.stop()
                world.note(None)
            else:
                world.note(machine.send(call))
        except Exception as error:
            world.note(what(error))
    return world


async def awaiting_world(seed: int, calls: list[int], share: float = 1) -> World:
    world = World(seed, True, share)
    for call in calls:
        machine = world.machine
        try:
            if call > 4:
                world.change(call)
            elif call == 0:
                world.note(await machine.aupdate(1.5))
            elif call == 4:
                await (machine.astart(2) if machine.state is None else machine.astop())
                world.note(None)
            else:
                world.note(await machine.asend(call))
        except Exception as error:
            world.note(what(error))
    return world


@settings(max_examples=150, deadline=None)
@given(some.integers(0, 2**32), some.lists(some.integers(0, 4), min_size=1, max_size=12))
def test_asend_does_what_send_does(seed: int, calls: list[int]) -> None:
    plain = plain_world(seed, calls)
    assert asyncio.run(awaiting_world(seed, calls)).trace == plain.trace


CALLS = some.one_of(some.integers(1, 3), some.integers(1, 3), some.integers(1, 3), some.integers(0, 8))


@settings(max_examples=150, deadline=None)
@given(some.integers(0, 2**32), some.lists(CALLS, min_size=10, max_size=60))
def test_asend_does_what_send_does_where_little_is_called(seed: int, calls: list[int]) -> None:
    """Steps that call nothing are performed at once from the second time on; hooks come and go."""
    plain = plain_world(seed, calls, 0.2)
    assert asyncio.run(awaiting_world(seed, calls, 0.2)).trace == plain.trace


def test_the_random_worlds_reach_everything() -> None:
    seen: set[Any] = set()
    for seed in range(60):
        for entry in plain_world(seed, [1, 2, 3, 0, 4, 4, 1, 2, 3, 1, 2, 3]).trace:
            seen.add(entry.split(":")[0] if isinstance(entry, str) else entry if isinstance(entry, Outcome) else None)
    # Only charts defer, and these worlds have none.
    outcomes = {*Outcome} - {Outcome.DEFERRED}
    assert {*outcomes, "Fault", "UnknownStateError", "NotRunningError"} <= seen
