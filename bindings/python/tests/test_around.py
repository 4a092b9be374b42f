"""What is called before and after the rest of a step, in plain and awaited calls."""

from __future__ import annotations

from typing import Any

import pytest
from awaiting import Runner, Send, run, send
from traced_turnstile import Traced, named
from tracing import Event, State, Trace

from swiftfsm import (
    DYNAMIC,
    EntryExit,
    GuardPolicy,
    Machine,
    Outcome,
    Phase,
    Row,
    StateBlock,
    Table,
    define,
    do_before,
    then,
    when,
)

LOCKED, UNLOCKED, _ = State
COIN, PASS, RESET = Event


def test_before_comes_first_in_the_old_state_and_after_last_in_the_new_one(send: Send) -> None:
    traced = Traced()
    machine = traced.table.machine()
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert traced.take() == (
        "b1 LOCKED, b2 LOCKED, exit LOCKED, act LOCKED, entry UNLOCKED, a1 UNLOCKED, hook UNLOCKED"
    )
    assert send(machine, PASS) is Outcome.TRANSITIONED
    assert traced.take() == "hook LOCKED"  # a row without them


def test_they_run_where_the_state_stays(send: Send) -> None:
    traced = Traced()
    machine = traced.table.machine()
    send(machine, PASS)
    assert traced.take() == "b3 LOCKED, cycle LOCKED, a3 LOCKED, hook LOCKED"
    send(machine, RESET)
    assert traced.take() == "a4 LOCKED, hook LOCKED"


def test_they_stay_outside_whatever_the_order_of_a_step_is(send: Send) -> None:
    traced = Traced(order=[Phase.ACTIONS, Phase.RESOLVE, Phase.COMMIT, Phase.EXIT, Phase.ENTRY])
    send(traced.table.machine(), COIN)
    assert traced.take().startswith("b1 LOCKED, b2 LOCKED, act LOCKED, exit UNLOCKED, entry UNLOCKED, a1 UNLOCKED")


def test_one_that_raises_before_changes_nothing_and_one_after_leaves_the_new_state(send: Send) -> None:
    trace = Trace()
    for before, following, told, state in (
        (trace.raising("b", KeyError("b")), trace("a"), "b", LOCKED),
        (trace("b"), trace.raising("a", KeyError("a")), "b exit act entry a", UNLOCKED),
    ):
        table = Table(
            Row(LOCKED, COIN, UNLOCKED, trace("act"), before=before, after=[following, trace("last")]),
            StateBlock(LOCKED, exit=trace("exit")),
            StateBlock(UNLOCKED, entry=trace("entry"), final=True),
        )
        machine = table.machine(LOCKED)
        with pytest.raises(KeyError):
            send(machine, COIN)
        assert (trace.take(), machine.state) == (told, state)


def test_they_take_what_actions_take(send: Send) -> None:
    seen: list[Any] = []

    def early(source: State, target: State, event: Event, context: str) -> None:
        seen.append((source, target, event, context))

    table = Table(Row(LOCKED, COIN, UNLOCKED, before=early, after=early), StateBlock(UNLOCKED, final=True))
    send(table.machine(LOCKED, context="north"), COIN)
    assert seen == [(LOCKED, UNLOCKED, COIN, "north")] * 2


def test_they_get_the_arguments_of_the_event(run: Runner) -> None:
    seen: list[Any] = []

    def early(cents: int, unit: str) -> None:
        seen.append((cents, unit))

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, before=early, after=early),
        Row(UNLOCKED, COIN, LOCKED),
        arguments={COIN: {"cents": int, "unit": str}},
    )
    machine = table.machine(LOCKED)
    machine.send(COIN, 5, unit="ct")

    async def main() -> None:
        await machine.asend(COIN, 6, "ct")
        await machine.asend(COIN, cents=7, unit="EUR")

    run(main)
    assert seen == [(5, "ct")] * 2 + [(7, "EUR")] * 2


def test_a_resolver_decides_first_unless_the_order_says_otherwise(send: Send) -> None:
    trace: list[str] = []

    def choose() -> State:
        trace.append("choose")
        return UNLOCKED

    for order, told in (
        (None, "choose, b LOCKED, exit LOCKED, act LOCKED, a UNLOCKED"),
        (
            [Phase.EXIT, Phase.ACTIONS, Phase.RESOLVE, Phase.COMMIT, Phase.ENTRY],
            "b LOCKED, exit LOCKED, act LOCKED, choose, a UNLOCKED",
        ),
        (
            [Phase.EXIT, Phase.RESOLVE, Phase.ACTIONS, Phase.COMMIT, Phase.ENTRY],
            "exit LOCKED, choose, b LOCKED, act LOCKED, a UNLOCKED",
        ),
    ):
        row = Row(
            LOCKED, COIN, DYNAMIC, named(trace, "act"), (), choose, before=named(trace, "b"), after=named(trace, "a")
        )
        table = Table(row, StateBlock(LOCKED, exit=named(trace, "exit")), StateBlock(UNLOCKED, final=True), order=order)
        send(table.machine(LOCKED), COIN)
        assert ", ".join(trace) == told
        trace.clear()


def test_what_they_send_comes_after_the_step() -> None:
    trace: list[str] = []

    def more(machine: Machine[Any, Any, Any]) -> None:
        trace.append(f"{machine.send(PASS).name} {machine.pending}")

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, named(trace, "act"), before=more), Row(UNLOCKED, PASS, LOCKED, named(trace, "back"))
    )
    machine = table.machine(LOCKED)
    assert machine.send(COIN) is Outcome.TRANSITIONED
    assert trace == ["QUEUED 1", "act LOCKED", "back UNLOCKED"]
    assert machine.state is LOCKED and machine.pending == 0


def test_a_coroutine_function_is_awaited_and_refused_by_a_plain_call(run: Runner) -> None:
    trace: list[str] = []

    async def early() -> None:
        trace.append("early")

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, named(trace, "act"), before=early, after=early), Row(UNLOCKED, PASS, LOCKED)
    )
    machine = table.machine(LOCKED)
    with pytest.raises(TypeError, match=r"early\(\) has to be awaited.*asend"):
        machine.send(COIN)
    assert (machine.state, trace) == (LOCKED, [])

    async def main() -> None:
        assert await machine.asend(COIN) is Outcome.TRANSITIONED

    run(main)
    assert trace == ["early", "act LOCKED", "early"]


def test_other_calls_of_the_machine_run_them_too() -> None:
    trace = Trace()
    table = Table(
        define(LOCKED, update=lambda: COIN, entry=trace("entry"), exit=trace("exit"))(
            when(COIN) | then(UNLOCKED) | do_before(trace("before"))
        ),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
    )
    machine = table.machine(None)
    machine.start(LOCKED)
    assert machine.update() is Outcome.TRANSITIONED
    machine.send_later(PASS, 3)
    machine.advance(4)
    assert machine.state is LOCKED
    assert machine.due() is COIN
    machine.stop()
    assert trace.take() == "entry before exit entry exit"


def test_policies_make_no_difference(send: Send) -> None:
    for options in ({"entry_exit": EntryExit.ALWAYS}, {"guards": GuardPolicy.FIRST_MATCH}):
        traced = Traced(**options)
        machine = traced.table.machine()
        send(machine, PASS)
        told = traced.take()
        assert told.startswith("b3 LOCKED") and told.endswith("a3 LOCKED, hook LOCKED")
