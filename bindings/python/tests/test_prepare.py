"""What is called once for each event, before its guards are asked."""

from __future__ import annotations

from typing import Any, Callable, Optional

import pytest
from awaiting import Runner, Send, pause, run, send
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    GuardPolicy,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Step,
    Table,
    UnsupportedError,
    after,
    always,
    condition,
    define,
    prepare,
    raising,
    request,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def told(trace: Trace) -> Callable[..., None]:
    """A callback that writes which event it is for."""

    def note(event: Optional[Event]) -> None:
        trace.append(f"prepare-{event.name}" if isinstance(event, Event) else "prepare-other")

    return note


def test_it_is_called_once_before_all_guards_of_all_rows(send: Send) -> None:
    trace = Trace()

    def no() -> bool:
        trace.append("no")
        return False

    def yes() -> bool:
        trace.append("yes")
        return True

    table = Table(
        define(LOCKED)(
            when(COIN) | condition(no) | then(ALARMING),
            when(COIN) | condition(yes) | then(UNLOCKED) | trace("act"),
        ),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING, final=True),
        initial=LOCKED,
        guards=GuardPolicy.FIRST_MATCH,
        prepare=told(trace),
    )
    machine = table.machine()
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert trace.take() == "prepare-COIN no yes act"
    assert send(machine, PASS) is Outcome.TRANSITIONED
    assert trace.take() == "prepare-PASS"  # without guards too
    assert send(machine, RESET) is Outcome.UNHANDLED
    assert trace.take() == ""  # the state has no row for it


def test_guards_see_what_it_has_made_ready_in_queries_too(send: Send) -> None:
    class Till:
        asked = 0
        cents = 0

    def load(context: Till, step: Step) -> None:
        context.asked += 1
        context.cents = step.arguments[0] if step.arguments else 0

    def is_enough(context: Till, cents: int) -> bool:
        return context.cents == cents >= 150

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, guards=is_enough),
        Row(UNLOCKED, PASS, LOCKED),
        arguments={COIN: {"cents": int}},
        prepare=load,
        initial=LOCKED,
    )
    machine = table.machine(context=Till())
    assert machine.can(COIN, 200) and not machine.can(COIN, cents=20)
    assert machine.probe(COIN, 150).outcome is Outcome.TRANSITIONED
    assert machine.why_not(COIN, 20) is not None and machine.explain(COIN, 160).outcome is Outcome.TRANSITIONED
    assert machine.context.asked == 5
    assert send(machine, COIN, 20) is Outcome.REFUSED and send(machine, COIN, 170) is Outcome.TRANSITIONED
    assert machine.context.asked == 7
    assert machine.permitted() == [PASS] and machine.context.asked == 8


def test_a_query_inside_a_callback_does_not_call_it_again() -> None:
    trace = Trace()

    def ask(machine: Machine[State, Event, None]) -> None:
        trace.append(str(machine.can(COIN)))

    table = Table(Row(LOCKED, COIN, UNLOCKED, ask), Row(UNLOCKED, PASS, LOCKED), prepare=[told(trace), ask])
    machine = table.machine(LOCKED)
    machine.send(COIN)
    assert trace.take() == "prepare-COIN True True"
    machine.set_state(LOCKED)
    assert machine.can(COIN)
    assert trace.take() == "prepare-COIN True"


def test_requests_timers_and_updates_are_prepared_and_starts_and_stops_are_not() -> None:
    trace = Trace()
    table = Table(
        define(LOCKED, update=lambda: COIN, entry=trace("entry"), exit=trace("exit"))(
            when(COIN) | then(UNLOCKED), request(ALARMING)
        ),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING, final=True),
        prepare=told(trace),
    )
    machine = table.machine(None)
    machine.start(LOCKED)
    machine.update()
    machine.send_later(PASS, 1)
    machine.advance(2)
    machine.stop()
    assert trace.take() == "entry prepare-COIN exit prepare-PASS entry exit"
    machine = table.machine(LOCKED)
    assert machine.can_request(ALARMING)
    machine.request(ALARMING)
    assert trace.take() == "prepare-other prepare-other exit"


def test_in_a_chart_it_is_called_for_each_event_and_not_for_rows_without_one(send: Send) -> None:
    events: list[Any] = []
    table = Table(
        define(1)(when(10) | condition(lambda: True) | then(2) | raising(11)),
        define(2)(always() | condition(lambda: True) | then(3)),
        define(3)(when(11) | then(4)),
        define(4)(after(3) | then(1)),
        initial=1,
        prepare=lambda event: events.append(event),
    )
    machine = table.machine()
    send(machine, 10)
    assert (machine.state, events) == (4, [10, 11])
    machine.advance(5)
    assert (machine.state, events) == (1, [10, 11, None])  # a timeout has no event of its own


def test_one_that_raises_ends_the_step(send: Send) -> None:
    trace = Trace()
    for guards in ((), trace("guard")):
        row = Row(LOCKED, COIN, UNLOCKED, trace("act"), guards)
        table = Table(row, StateBlock(UNLOCKED, final=True), prepare=[trace.raising("a", KeyError("a")), trace("b")])
        machine = table.machine(LOCKED)
        with pytest.raises(KeyError):
            send(machine, COIN)
        assert (trace.take(), machine.state) == ("a", LOCKED)
        with pytest.raises(KeyError):
            machine.can(COIN)
        trace.clear()


def test_a_coroutine_function_is_awaited_once(run: Runner) -> None:
    trace = Trace()

    async def load(event: Event) -> None:
        await pause()
        trace.append(f"load-{event.name}")

    async def allows() -> bool:
        await pause()
        trace.append("guard")
        return True

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, trace("act"), guards=[allows, allows]), Row(UNLOCKED, PASS, LOCKED), prepare=load
    )
    machine = table.machine(LOCKED)

    async def main() -> None:
        assert await machine.asend(COIN) is Outcome.TRANSITIONED
        assert await machine.asend(PASS) is Outcome.TRANSITIONED

    run(main)
    assert trace.take() == "load-COIN guard guard act load-PASS"
    for call in (machine.send, machine.can):
        with pytest.raises(TypeError, match=r"load\(event: Event\) has to be awaited"):
            call(COIN)
    assert machine.state is LOCKED


def test_what_asks_for_arguments_is_an_error_of_the_definition() -> None:
    def load(cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"a hook cannot be called: load\(cents: int\) asks for arguments"):
        Table(Row(LOCKED, COIN, LOCKED), arguments={COIN: int}, prepare=load)


class Gate(Machine[State, Event, None]):
    """A class of machines that prepares its events."""

    initial = LOCKED
    rows = [Row(UNLOCKED, PASS, LOCKED), Row(ANY, RESET, LOCKED)]

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[str] = []

    @prepare
    def load(self, event: Event) -> None:
        self.ran.append(f"load for {event.name}")

    def is_open(self) -> bool:
        self.ran.append("asked")
        return True

    @transition(LOCKED, COIN, UNLOCKED, guard="is_open")
    def unlock(self) -> None:
        self.ran.append("unlock")


class Louder(Gate):
    def load(self, event: Event) -> None:
        super().load(event)
        self.ran.append("loaded")


def test_in_a_class_it_is_a_method() -> None:
    gate, louder = Gate(), Louder()
    for machine in (gate, louder):
        machine.unlock()
    assert gate.ran == ["load for COIN", "asked", "unlock"]
    assert louder.ran == ["load for COIN", "loaded", "asked", "unlock"]


def test_over_a_document_the_program_names_it() -> None:
    trace = Trace()
    text = "definition d\n  initial a\n  state a\n    go -> b\n  state b final\n"
    machine = Table.read(text, callbacks={}, prepare=trace("prepare")).machine()
    machine.send(machine.table.Event.go)
    assert trace.take() == "prepare"


def test_a_replay_that_asks_guards_refuses_it() -> None:
    table = Table(Row(LOCKED, COIN, UNLOCKED, guards=lambda: True), StateBlock(UNLOCKED, final=True), initial=LOCKED,
                  prepare=print)  # fmt: skip
    assert table.replay([COIN], [0], guards="assume").counts.transitioned == 1
    with pytest.raises(UnsupportedError, match="a replay calls no `prepare`"):
        table.replay([COIN], [0], guards="ask")
