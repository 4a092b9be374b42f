"""What is called before and after the rest of a step: of rows, in classes and in charts, in plain and awaited calls."""

from __future__ import annotations

import pickle
from enum import Enum
from typing import Any, Callable

import pytest
from awaiting import Runner, Send, run, send
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    DYNAMIC,
    INTERNAL,
    SAME,
    EntryExit,
    GuardPolicy,
    InvalidDefinitionError,
    Machine,
    Outcome,
    Phase,
    Row,
    StateBlock,
    Table,
    UnnamedCallbackError,
    UnsupportedError,
    after,
    always,
    define,
    do_after,
    do_before,
    ordered,
    overriding,
    parallel,
    raising,
    request,
    superstate,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def named(trace: list[str], word: str) -> Callable[..., None]:
    """A callback that writes its name and the state in which it runs."""

    def callback(machine: Machine[Any, Any, Any]) -> None:
        state = machine.state
        trace.append(f"{word} {state.name if isinstance(state, Enum) else state}")

    callback.__name__ = word
    return callback


class Traced:
    """A turnstile of which everything is written down."""

    def __init__(self, **options: Any) -> None:
        self.trace: list[str] = []

        def note(word: str) -> Callable[..., None]:
            return named(self.trace, word)

        self.table = Table(
            define(LOCKED, exit=note("exit"), cycle=note("cycle"))(
                when(COIN) | then(UNLOCKED) | note("act") | do_before(note("b1"), note("b2")) | do_after(note("a1")),
                when(PASS) | then() | do_before(note("b3")) | do_after(note("a3")),
                when(RESET) | then(INTERNAL) | do_after(note("a4")),
            ),
            define(UNLOCKED, entry=note("entry"))(when(PASS) | then(LOCKED)),
            initial=LOCKED,
            on_step=note("hook"),
            **options,
        )

    def take(self) -> str:
        words = ", ".join(self.trace)
        self.trace.clear()
        return words


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


def test_those_that_do_not_fit_are_errors_of_the_definition() -> None:
    def early(cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"before of \(LOCKED, COIN\) -> UNLOCKED is early\(cents: int\)"):
        Table(Row(LOCKED, COIN, UNLOCKED, before=early), StateBlock(UNLOCKED, final=True))
    with pytest.raises(TypeError, match="after must be a callable or several of them, not 5"):
        Row(LOCKED, COIN, UNLOCKED, after=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"do_before\(\) needs at least one callable"):
        do_before()


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


def test_rows_of_superstates_requests_and_any_state_have_them(send: Send) -> None:
    trace = Trace()
    base = superstate(when(RESET) | then(LOCKED) | do_before(trace("super")), when(PASS) | then() | do_after(trace("no")))
    table = Table(
        define(LOCKED, adopts=base)(request(UNLOCKED) | do_before(trace("asked"))),
        define(UNLOCKED, adopts=base)(overriding(when(PASS) | then(LOCKED) | do_after(trace("own")))),
        Row(ANY, COIN, SAME, before=trace("any")),
        initial=LOCKED,
    )
    machine = table.machine()
    machine.request(UNLOCKED)
    for event in (COIN, PASS, RESET):
        send(machine, event)
    assert trace.take() == "asked any own super"


class Part(Enum):
    OFF = "off"
    ON = "on"
    SOUND = "sound"
    QUIET = "quiet"
    LOUD = "loud"
    SOURCE = "source"
    RADIO = "radio"
    DISC = "disc"


class Key(Enum):
    POWER = "power"
    NEXT = "next"
    CHANGED = "changed"


def test_in_a_chart_all_rows_of_a_step_have_them_in_their_order(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(Part.OFF)(when(Key.POWER) | then(Part.ON) | do_after(trace("on"))),
        parallel(Part.ON)(
            define(Part.SOUND, initial=Part.QUIET)(
                define(Part.QUIET, exit=trace("-quiet"))(
                    when(Key.NEXT)
                    | then(Part.LOUD)
                    | trace("act")
                    | do_before(trace("b-sound"))
                    | do_after(trace("a-sound"))
                    | raising(Key.CHANGED)
                ),
                define(Part.LOUD, entry=trace("+loud")),
            ),
            define(Part.SOURCE, initial=Part.RADIO)(
                define(Part.RADIO, exit=trace("-radio"))(
                    when(Key.NEXT) | then(Part.DISC) | do_before(trace("b-source")) | do_after(trace("a-source"))
                ),
                define(Part.DISC, entry=trace("+disc"))(
                    when(Key.CHANGED) | then(Part.RADIO) | do_before(trace("b-changed"))
                ),
            ),
        ),
        initial=Part.OFF,
    )
    machine = table.machine()
    send(machine, Key.POWER)
    assert trace.take() == "on"
    send(machine, Key.NEXT)
    assert trace.take() == (
        "b-sound b-source -radio -quiet act +loud +disc a-sound a-source b-changed"
    )
    assert machine.states == [Part.LOUD, Part.RADIO]


def test_in_a_chart_a_row_without_an_event_and_a_timeout_have_them() -> None:
    trace = Trace()
    table = Table(
        define(1)(after(5) | then(2) | do_before(trace("late")), when(7) | then(1)),
        define(2)(always() | then(3) | do_before(trace("b")) | do_after(trace("a"))),
        define(3)(when(7) | then(1)),
        initial=1,
    )
    machine = table.machine()
    machine.advance(4)
    assert (machine.state, trace.take()) == (1, "")
    machine.advance(6)
    assert (machine.state, trace.take(), machine.now) == (3, "late b a", 6.0)


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

    table = Table(Row(LOCKED, COIN, UNLOCKED, named(trace, "act"), before=early, after=early), Row(UNLOCKED, PASS, LOCKED))
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


def test_in_a_class_they_may_be_names_of_methods() -> None:
    class Gate(Machine[State, Event, None]):
        initial = LOCKED
        rows = [Row(UNLOCKED, PASS, LOCKED, after="farewell")]

        def __init__(self) -> None:
            super().__init__()
            self.ran: list[str] = []

        @transition(LOCKED, COIN, UNLOCKED, before="greet", after=["farewell"])
        def unlock(self) -> None:
            self.ran.append("unlock")

        def greet(self) -> None:
            self.ran.append(f"greet in {self.state.name}")

        def farewell(self) -> None:
            self.ran.append(f"farewell in {self.state.name}")

    class Loud(Gate):
        def greet(self) -> None:
            self.ran.append("HELLO")

    gate = Gate()
    gate.unlock()
    gate.send(PASS)
    assert gate.ran == ["greet in LOCKED", "unlock", "farewell in UNLOCKED", "farewell in LOCKED"]
    loud = Loud()
    loud.unlock()
    assert loud.ran[0] == "HELLO"
    with pytest.raises(InvalidDefinitionError, match="the class Wrong has no method 'gret'"):

        class Wrong(Gate):
            @transition(LOCKED, RESET, UNLOCKED, before="gret")
            def again(self) -> None: ...


def test_they_are_told_of_by_name() -> None:
    traced = Traced()
    unlock = next(each for each in traced.table.transitions() if each.event is COIN)
    assert (unlock.before_names, unlock.action_names, unlock.after_names) == (("b1", "b2"), ("act",), ("a1",))
    assert unlock.actions == 1
    picture = traced.table.diagram("mermaid")
    assert "b1, b2, act, a1" in picture or "b1 b2 act a1" in picture
    clause = when(COIN) | then(UNLOCKED) | do_before(print) | do_after(repr)
    assert repr(clause) == "when(Event.COIN) | then(Event.PASS) | do_before(print) | do_after(repr)".replace(
        "Event.PASS", "State.UNLOCKED"
    )
    reasons = traced.table.machine().explain(COIN)
    assert reasons[0].transition.before_names == ("b1", "b2")


def test_no_document_can_say_them() -> None:
    traced = Traced()
    with pytest.raises(UnnamedCallbackError, match=r"`before` and `after` of \(LOCKED, COIN\): documents have no word"):
        traced.table.text()


def test_rows_of_states_that_follow_each_other_share_them() -> None:
    trace = Trace()
    table = Table(ordered(COIN, LOCKED, UNLOCKED, ALARMING, loop=True, before=trace("b"), after=trace("a")), initial=LOCKED)
    machine = table.machine()
    for _ in range(3):
        machine.send(COIN)
    assert (machine.state, trace.take()) == (LOCKED, "b a b a b a")


def quiet() -> None:
    """A callback that pickle finds."""


def test_rows_with_them_are_pickled() -> None:
    row = Row(LOCKED, COIN, UNLOCKED, before=quiet, after=quiet, error_target=ALARMING)
    again = pickle.loads(pickle.dumps(row))
    assert again == row and again.around == row.around
    table = Table(row, StateBlock(UNLOCKED, final=True), StateBlock(ALARMING, final=True))
    machine = pickle.loads(pickle.dumps(table.machine(LOCKED)))
    assert machine.send(COIN) is Outcome.TRANSITIONED and machine.table.transitions()[0].before_names == ("quiet",)


def test_a_replay_that_calls_actions_refuses_them() -> None:
    table = Table(Row(LOCKED, COIN, UNLOCKED, before=quiet), StateBlock(UNLOCKED, final=True), initial=LOCKED)
    assert table.replay([COIN], [0]).counts.transitioned == 1
    with pytest.raises(UnsupportedError, match="a replay calls no `prepare`, nothing before and after a row"):
        table.replay([COIN], [0], call=True)


def test_policies_make_no_difference(send: Send) -> None:
    for options in ({"entry_exit": EntryExit.ALWAYS}, {"guards": GuardPolicy.FIRST_MATCH}):
        traced = Traced(**options)
        machine = traced.table.machine()
        send(machine, PASS)
        told = traced.take()
        assert told.startswith("b3 LOCKED") and told.endswith("a3 LOCKED, hook LOCKED")
