"""Strict machines: what no row takes is an error, and a guard must tell yes or no."""

from __future__ import annotations

import asyncio
import copy
import pickle
from typing import Any, Callable

import pytest
from tracing import Event, State

from swiftfsm import (
    IllegalEventError,
    Machine,
    Outcome,
    RefusedEventError,
    Table,
    UnhandledEventError,
    after,
    condition,
    define,
    request,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED = State.LOCKED, State.UNLOCKED
COIN, PASS, RESET = Event.COIN, Event.PASS, Event.RESET


def is_open(context: Any) -> Any:
    return context


def send_reset(machine: Machine[Any, Any, Any]) -> None:
    machine.send(RESET)


def name_reset() -> Event:
    return RESET


def send_refused(machine: Machine[Any, Any, Any]) -> None:
    machine.send(COIN)


GATE = Table(
    define(LOCKED)(
        when(COIN) | condition(is_open) | then(UNLOCKED),
        request(UNLOCKED) | condition(is_open),
        when(PASS) | then() | send_reset | send_refused,
    ),
    define(UNLOCKED, update=name_reset)(when(PASS) | then(LOCKED)),
    initial=LOCKED,
    strict=True,
)
RULES = """\
definition gate
  initial locked
  state locked
    coin ? enough -> unlocked
  state unlocked
    coin -> locked
"""


def test_an_event_that_the_state_has_no_row_for() -> None:
    machine = GATE.machine()
    with pytest.raises(UnhandledEventError) as caught:
        machine.send(RESET)
    assert (caught.value.event, caught.value.state) == (RESET, LOCKED)
    assert str(caught.value) == f"state {LOCKED.value} (LOCKED) has no row for event 3 (RESET)"
    assert machine.state is LOCKED
    machine.context = True
    assert machine.send(COIN) is Outcome.TRANSITIONED


def test_an_event_that_a_guard_refuses() -> None:
    machine = GATE.machine(context=False)
    with pytest.raises(RefusedEventError) as caught:
        machine.send(COIN)
    assert (caught.value.event, caught.value.state, machine.state) == (COIN, LOCKED, LOCKED)
    assert "event 1 (COIN) is refused in state" in str(caught.value)


def test_a_request_and_an_update() -> None:
    machine = GATE.machine(context=False)
    with pytest.raises(RefusedEventError, match="a request is refused in state") as caught:
        machine.request(UNLOCKED)
    assert caught.value.event is None
    machine.set_state(UNLOCKED)
    with pytest.raises(UnhandledEventError):
        machine.update()
    with pytest.raises(UnhandledEventError, match="has no row for a request"):
        machine.request(LOCKED)


def test_what_a_callback_has_sent() -> None:
    machine = GATE.machine(context=False)
    with pytest.raises(UnhandledEventError):
        machine.send(PASS)
    assert machine.pending == 1
    with pytest.raises(RefusedEventError):
        machine.run()
    assert machine.pending == 0


def test_a_timer() -> None:
    table = Table(define(1)(after(5, 7) | condition(lambda: False) | then(2)), define(2, final=True), strict=True)
    machine = table.machine(1)
    with pytest.raises(RefusedEventError):
        machine.advance(6)


@pytest.mark.parametrize("is_awaiting", [False, True])
def test_awaited_calls(is_awaiting: bool) -> None:
    async def refuse() -> bool:
        return False

    guard: Callable[..., Any] = refuse if is_awaiting else lambda: False
    table = Table(define(LOCKED)(when(COIN) | condition(guard) | then()), event_names=Event, strict=True)

    async def main() -> None:
        machine = table.machine(LOCKED)
        with pytest.raises(RefusedEventError):
            await machine.asend(COIN)
        with pytest.raises(UnhandledEventError):
            await machine.asend(RESET)
        assert machine.state is LOCKED

    asyncio.run(main())


@pytest.mark.parametrize("arguments", [(), (5,)])
def test_a_guard_that_returns_none(arguments: tuple[int, ...]) -> None:
    guards: list[Callable[..., Any]] = [
        lambda: None,
        lambda context: None,
        lambda machine: None,
        lambda source, event: None,
    ]
    if arguments:
        guards.append(lambda cents: None)
    for guard in guards:
        table = Table(
            define(LOCKED)(when(COIN) | condition(guard) | then()), arguments={COIN: (int,) * len(arguments)}
        )
        assert table.machine(LOCKED).send(COIN, *arguments) is Outcome.REFUSED
        machine = table.machine(LOCKED, strict=True)
        with pytest.raises(TypeError, match="the guard .* returned None: return True or False"):
            machine.send(COIN, *arguments)
        with pytest.raises(TypeError, match="returned None"):
            machine.can(COIN, *arguments)


def test_an_awaited_guard_that_returns_none() -> None:
    async def forget() -> None: ...

    async def main() -> None:
        for guard in (forget, lambda: None):
            machine = Table(define(LOCKED)(when(COIN) | condition(guard) | then())).machine(LOCKED, strict=True)
            with pytest.raises(TypeError, match="returned None: return True or False"):
                await machine.asend(COIN)

    asyncio.run(main())


def test_other_results_of_guards_are_as_before() -> None:
    for result, outcome in ((1, Outcome.TRANSITIONED), ("yes", Outcome.TRANSITIONED)):
        table = Table(define(LOCKED)(when(COIN) | condition(lambda value=result: value) | then()), strict=True)
        assert table.machine(LOCKED).send(COIN) is outcome


def test_queries_raise_nothing() -> None:
    machine = GATE.machine(context=False)
    assert (machine.can(COIN), machine.can(RESET), machine.permitted()) == (False, False, [PASS])
    assert "has no row" in (machine.why_not(RESET) or "")


def test_one_machine_alone() -> None:
    table = Table(define(LOCKED)(when(COIN) | then()), event_names=Event)
    lax, strict = table.machine(LOCKED), table.machine(LOCKED, strict=True)
    assert (lax.is_strict, strict.is_strict, GATE.machine().is_strict) == (False, True, True)
    assert lax.send(RESET) is Outcome.UNHANDLED
    with pytest.raises(IllegalEventError):
        strict.send(RESET)


def test_hooks_see_what_is_refused_and_take_nothing_away() -> None:
    seen: list[Any] = []
    machine = GATE.machine(context=False)
    machine.on_step(lambda outcome: seen.append(outcome))
    with pytest.raises(RefusedEventError):
        machine.send(COIN)
    machine.on_step(None)
    with pytest.raises(RefusedEventError):
        machine.send(COIN)
    assert (seen, machine.is_strict) == ([Outcome.REFUSED], True)


def test_copies_pickles_and_snapshots() -> None:
    lax = Table(define(LOCKED)(when(COIN) | then()), event_names=Event, initial=LOCKED)
    for machine in (GATE.machine(context=False), lax.machine(strict=True)):
        for twin in (copy.copy(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
            assert twin.is_strict
            with pytest.raises(IllegalEventError):
                twin.send(RESET)
            assert len(twin._step_hooks) == 1
    assert GATE.restore(GATE.machine().snapshot()).is_strict
    assert not lax.restore(lax.machine().snapshot()).is_strict
    assert lax.restore(lax.machine().snapshot(), strict=True).is_strict
    assert pickle.loads(pickle.dumps(GATE)).machine().is_strict


def test_a_class() -> None:
    class Gate(Machine[State, Event, None]):
        strict = True
        initial = LOCKED

        @transition(LOCKED, COIN, LOCKED)
        def thank(self) -> None: ...

    class Other(Gate):
        strict = False

    with pytest.raises(UnhandledEventError):
        Gate().send(RESET)
    assert Other().send(RESET) is Outcome.UNHANDLED


def test_a_document() -> None:
    table = Table.read(RULES, callbacks={"enough": lambda: None}, strict=True)
    again = pickle.loads(pickle.dumps(Table.read(RULES, callbacks={"enough": is_open_to_nobody}, strict=True)))
    with pytest.raises(TypeError, match="returned None"):
        table.machine().send(table.Event.coin)
    with pytest.raises(RefusedEventError):
        again.machine().send(again.Event.coin)
    assert not Table.read(RULES, callbacks={"enough": is_open}).machine().is_strict


def is_open_to_nobody() -> bool:
    return False
