"""What callbacks raise: who is told of it, where it leads, and what is raised again."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import weakref
from enum import Enum
from typing import Any, Callable, Optional

import pytest
from awaiting import Runner, pause, run
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    BusyError,
    InvalidDefinitionError,
    Machine,
    Nested,
    Outcome,
    RefusedEventError,
    Row,
    StateBlock,
    Table,
    UnhandledEventError,
    UnknownEventError,
    UnnamedCallbackError,
    UnsupportedError,
    always,
    condition,
    define,
    on_error,
    on_exception,
    parallel,
    then,
    transition,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event
Send = Callable[[Machine[Any, Any, Any], Any], Outcome]


@pytest.fixture(params=["plain", "awaited"])
def send(request: pytest.FixtureRequest, run: Runner) -> Send:
    """Sends an event in either way: both run the same step."""
    if request.param == "plain":
        return lambda machine, event: machine.send(event)

    def awaited(machine: Machine[Any, Any, Any], event: Any) -> Outcome:
        outcomes: list[Outcome] = []

        async def main() -> None:
            outcomes.append(await machine.asend(event))

        run(main)
        return outcomes[0]

    return awaited


class Jam(Exception):
    """What the callbacks of these tests raise."""


def jam(*arguments: Any) -> None:
    raise Jam("the arm is jammed")


def quiet() -> None:
    """A handler that has nothing to say."""


def gate(*, action: Any = jam, **options: Any) -> Table[State, Event]:
    """A turnstile whose action raises something."""
    return Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | action),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING)(when(RESET) | then(LOCKED)),
        Row(ANY, RESET, LOCKED) if options.pop("resets", False) else [],
        Row(LOCKED, PASS, ALARMING),
        initial=LOCKED,
        **options,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Handlers
# ----------------------------------------------------------------------------------------------------------------------


def test_a_handler_is_told_the_exception_and_the_step_and_it_is_raised_again(send: Send) -> None:
    told: list[Any] = []

    def handle(exception: Jam, event: Event, source: State, target: State, machine: Any, step: Any) -> None:
        told.append((exception, event, source, target, machine.state, step.arguments, step.row))

    machine = gate(on_exception=handle).machine()
    with pytest.raises(Jam) as raised:
        send(machine, COIN)
    assert told == [(raised.value, COIN, LOCKED, UNLOCKED, LOCKED, (), 0)]
    assert machine.state is LOCKED


def test_one_that_returns_true_has_dealt_with_it(send: Send) -> None:
    machine = gate(on_exception=lambda error: isinstance(error, Jam)).machine()
    assert send(machine, COIN) is Outcome.REFUSED  # the state has not changed
    assert machine.state is LOCKED
    late = Table(Row(LOCKED, COIN, UNLOCKED, after=jam), StateBlock(UNLOCKED, final=True), on_exception=lambda: True)
    machine = late.machine(LOCKED)
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert machine.state is UNLOCKED


LAST = StateBlock(UNLOCKED, final=True)
PLAIN = Row(LOCKED, COIN, UNLOCKED)
PASSED = Row(LOCKED, PASS, UNLOCKED)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, guards=jam), LAST), id="guard"),
        pytest.param(lambda: Table(define(LOCKED)(when(COIN) | then(by=jam)), PASSED, LAST), id="resolver"),
        pytest.param(lambda: Table(PLAIN, LAST, prepare=jam), id="prepare"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, guards=lambda: True, before=jam), LAST), id="before"),
        pytest.param(lambda: Table(PLAIN, StateBlock(LOCKED, exit=jam), LAST), id="exit"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, jam), LAST), id="action"),
        pytest.param(lambda: Table(PLAIN, StateBlock(UNLOCKED, final=True, entry=jam)), id="entry"),
        pytest.param(lambda: Table(Row(LOCKED, COIN, UNLOCKED, after=jam), LAST), id="after"),
        pytest.param(lambda: Table(PLAIN, LAST, on_step=jam), id="on_step"),
        pytest.param(lambda: Table(PASSED, LAST, event_names=Event, on_unhandled=jam), id="on_unhandled"),
    ],
)
def test_handlers_are_told_of_every_kind_of_callback(send: Send, make: Callable[[], Table[State, Event]]) -> None:
    told: list[str] = []

    def handle(exception: Exception, event: Event, source: State) -> None:
        told.append(f"{exception}, {event.name} in {source.name}")

    machine = make().machine(LOCKED)
    machine.on_exception(handle)
    with pytest.raises(Jam):
        send(machine, COIN)
    assert told == ["the arm is jammed, COIN in LOCKED"]
    machine.remove_hook(handle)
    machine.set_state(LOCKED)
    with pytest.raises(Jam):
        send(machine, COIN)
    assert len(told) == 1


def test_several_are_told_in_their_order_and_one_that_raises_is_the_last() -> None:
    trace = Trace()
    machine = gate(on_exception=[trace("a"), trace("b")]).machine()
    machine.on_exception(trace.raising("c", KeyError("handler")))
    machine.on_exception(trace("d"))
    with pytest.raises(KeyError, match="handler") as raised:
        machine.send(COIN)
    assert isinstance(raised.value.__context__, Jam)  # nothing is lost
    assert trace.take() == "a b c"


def test_what_is_no_exception_of_a_program_passes_unseen(send: Send) -> None:
    trace = Trace()

    def interrupt() -> None:
        raise KeyboardInterrupt

    machine = gate(action=interrupt, on_exception=trace("told"), error_target=ALARMING).machine()
    with pytest.raises(KeyboardInterrupt):
        send(machine, COIN)
    assert (trace.take(), machine.state) == ("", LOCKED)


def test_a_cancelled_task_is_no_matter_of_handlers() -> None:
    trace = Trace()

    async def wait() -> None:
        await asyncio.sleep(60)

    machine = gate(action=wait, on_exception=[trace("told"), lambda: True], error_target=ALARMING).machine()

    async def main() -> None:
        task = asyncio.ensure_future(machine.asend(COIN))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert (trace.take(), machine.state) == ("", LOCKED)


def test_the_errors_of_a_strict_machine_are_those_of_its_sender(send: Send) -> None:
    trace = Trace()
    table = gate(action=print, on_exception=[trace("told"), lambda: True], error_target=ALARMING, strict=True)
    machine = table.machine(UNLOCKED)
    with pytest.raises(UnhandledEventError):
        send(machine, COIN)
    refusing = Table(
        define(LOCKED, error_target=UNLOCKED)(when(COIN) | condition(lambda: False) | then(UNLOCKED)),
        LAST,
        strict=True,
        on_exception=trace("told"),
    ).machine(LOCKED)
    with pytest.raises(RefusedEventError):
        send(refusing, COIN)
    assert (trace.take(), machine.state, refusing.state) == ("", UNLOCKED, LOCKED)
    # That of another machine, which a callback sends to, is one of the callback.
    outer = gate(action=lambda: machine.send(COIN), on_exception=trace("told")).machine()
    with pytest.raises(UnhandledEventError):
        send(outer, COIN)
    assert trace.take() == "told"


def test_stop_iteration_comes_out_as_it_is() -> None:
    def stop() -> None:
        raise StopIteration("end")

    with pytest.raises(StopIteration, match="end"):
        gate(action=stop, on_exception=quiet).machine().send(COIN)


def test_one_that_was_dealt_with_is_gone_at_once() -> None:
    gone: list[weakref.ref[Exception]] = []

    def handle(exception: Exception) -> bool:
        gone.append(weakref.ref(exception))
        return True

    failing = Table(Row(LOCKED, COIN, UNLOCKED, guards=jam), LAST)
    for table in (gate(error_target=ALARMING), failing, gate(action=quiet, on_step=jam)):
        machine = table.machine(LOCKED)
        machine.on_exception(handle)
        machine.send(COIN)
        asyncio.run(machine.asend(COIN))
    assert gone and all(each() is None for each in gone)  # without the garbage collector


def test_a_handler_may_be_a_coroutine_function(run: Runner) -> None:
    trace = Trace()

    async def handle(exception: Exception) -> bool:
        await pause()
        trace.append(str(exception))
        return True

    machine = gate(on_exception=handle, error_target=ALARMING).machine()

    async def main() -> None:
        assert await machine.asend(COIN) is Outcome.TRANSITIONED

    run(main)
    assert (trace.take(), machine.state) == ("the arm is jammed", ALARMING)
    with pytest.raises(TypeError, match=r"handle\(.*\) has to be awaited") as raised:
        gate(on_exception=handle).machine().send(COIN)
    assert isinstance(raised.value.__context__, Jam)


def test_what_cannot_be_a_handler_is_an_error_of_the_definition() -> None:
    def handle(exception: Exception, cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"a hook cannot be called: handle\(.*\) asks for arguments"):
        gate(on_exception=handle)
    with pytest.raises(TypeError, match="a hook must be a callable or None"):
        gate().machine().on_exception("log")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="on_exception must be a callable or several of them, not 5"):
        gate(on_exception=5)


def test_what_a_handler_sends_comes_after_the_error_state() -> None:
    def handle(machine: Machine[Any, Any, Any]) -> bool:
        assert machine.send(RESET) is Outcome.QUEUED
        with pytest.raises(BusyError):
            machine.on_exception(None)
        return True

    trace = Trace()
    table = gate(on_exception=handle, error_target=ALARMING, on_step=lambda target: trace.append(str(target)))
    machine = table.machine()
    machine.send(COIN)
    assert machine.state is LOCKED
    assert trace.take().replace("State.", "").split()[-2:] == [str(ALARMING).replace("State.", ""), str(LOCKED).replace("State.", "")]


def test_events_that_wait_stay_in_the_queue_as_ever(send: Send) -> None:
    def send_and_jam(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS)
        raise Jam

    machine = gate(action=send_and_jam, on_exception=quiet).machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, machine.pending) == (LOCKED, 1)
    machine.run()
    assert (machine.state, machine.pending) == (ALARMING, 0)


# ----------------------------------------------------------------------------------------------------------------------
# Where exceptions lead
# ----------------------------------------------------------------------------------------------------------------------


def test_the_machine_goes_to_the_error_target_and_the_exception_is_raised_again(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(LOCKED, exit=trace("exit"))(when(COIN) | then(UNLOCKED) | jam),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING, entry=trace("entry"))(when(RESET) | then(LOCKED)),
        initial=LOCKED,
        error_target=ALARMING,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, trace.take(), machine.pending) == (ALARMING, "exit exit entry", 0)
    assert send(machine, RESET) is Outcome.TRANSITIONED


def test_a_row_counts_before_its_state_and_that_before_the_table(send: Send) -> None:
    states = ["a", "b", "row", "state", "table"]
    table = Table(
        define("a", error_target="state")(
            when("own") | then("b") | jam | on_error("row"), when("go") | then("b") | jam
        ),
        define("b")(when("go") | then("a") | jam),
        [define(each, final=True) for each in states[2:]],
        error_target="table",
        on_exception=lambda: True,
        state_names=states,
    )
    for state, event, target in (("a", "own", "row"), ("a", "go", "state"), ("b", "go", "table")):
        machine = table.machine(state)
        assert send(machine, event) is Outcome.TRANSITIONED
        assert machine.state == target
    assert [each for each in table.events] == ["own", "go"]  # those of exceptions are none that can be sent
    assert table.machine("b").permitted() == ["go"]


@pytest.mark.parametrize("kind", ["guard", "resolver", "prepare"])
def test_so_does_one_of_what_is_asked_first(run: Runner, kind: str) -> None:
    async def slow_jam() -> None:
        await pause()
        raise Jam

    seen: list[Any] = []

    def handle(event: Event, source: State, step: Any) -> bool:
        seen.append((event, source, step.row))
        return True

    def table(fails: Callable[..., Any]) -> Table[State, Event]:
        clause = when(COIN) | on_error(UNLOCKED)
        asked = {
            "guard": clause | condition(fails) | then(LOCKED),
            "resolver": clause | then(by=fails),
            "prepare": clause | condition(lambda: True) | then(LOCKED),
        }
        return Table(
            define(LOCKED, error_target=ALARMING)(when(RESET) | then(), asked[kind]),
            LAST,
            define(ALARMING)(when(RESET) | then(LOCKED)),
            initial=LOCKED,
            on_exception=handle,
            prepare=fails if kind == "prepare" else (),
        )

    plain, awaited = table(jam).machine(), table(slow_jam).machine()
    assert plain.send(COIN) is Outcome.TRANSITIONED

    async def main() -> None:
        assert await awaited.asend(COIN) is Outcome.TRANSITIONED

    run(main)
    assert [plain.state, awaited.state] == [UNLOCKED, UNLOCKED]
    assert seen == [(COIN, LOCKED, 1)] * 2


def test_an_error_event_is_sent_before_what_waits(send: Send) -> None:
    trace = Trace()

    def send_and_jam(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS)
        raise Jam

    table = Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | send_and_jam | on_error(event=RESET)),
        define(UNLOCKED, final=True),
        Row(LOCKED, RESET, ALARMING, trace("reset")),
        Row(ALARMING, PASS, LOCKED, trace("pass")),
        on_exception=lambda: True,
        initial=LOCKED,
    )
    machine = table.machine()
    assert send(machine, COIN) is Outcome.TRANSITIONED
    assert (trace.take(), machine.state) == ("reset pass", LOCKED)


def test_an_error_event_that_no_row_takes_changes_nothing() -> None:
    table = Table(
        Row(LOCKED, COIN, UNLOCKED, jam, error_event=RESET), Row(UNLOCKED, RESET, LOCKED), Row(UNLOCKED, PASS, LOCKED)
    )
    machine = table.machine(LOCKED)
    with pytest.raises(Jam):
        machine.send(COIN)
    assert machine.state is LOCKED
    machine.on_exception(lambda: True)
    assert machine.send(COIN) is Outcome.REFUSED


def test_one_that_comes_after_the_state_has_changed_leads_on_from_the_new_one(send: Send) -> None:
    trace = Trace()
    table = Table(
        Row(LOCKED, COIN, UNLOCKED, error_target=ALARMING),
        StateBlock(UNLOCKED, entry=jam, exit=trace("exit"), final=False, rows=[Row(UNLOCKED, PASS, LOCKED)]),
        StateBlock(ALARMING, final=True, entry=trace("entry")),
        initial=LOCKED,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert (machine.state, trace.take()) == (ALARMING, "exit entry")


def test_what_goes_wrong_on_the_way_there_is_raised_with_what_led_to_it(send: Send) -> None:
    trace = Trace()

    def worse() -> None:
        raise KeyError("worse")

    table = Table(
        Row(LOCKED, COIN, UNLOCKED, jam),
        LAST,
        StateBlock(ALARMING, entry=worse, final=True),
        error_target=ALARMING,
        initial=LOCKED,
        on_exception=lambda exception: trace.append(type(exception).__name__),
    )
    machine = table.machine()
    with pytest.raises(KeyError, match="worse") as raised:
        send(machine, COIN)
    assert isinstance(raised.value.__context__, Jam)
    assert (machine.state, trace.take()) == (ALARMING, "Jam KeyError")


def test_a_row_for_any_event_does_not_take_it(send: Send) -> None:
    table = Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED) | jam, when(ANY) | then(LOCKED)),
        define(UNLOCKED)(when(ANY) | then(LOCKED)),
        Row(ANY, ANY, UNLOCKED),
        define(ALARMING, final=True),
        initial=LOCKED,
        error_target=ALARMING,
        event_names=Event,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, COIN)
    assert machine.state is ALARMING


def test_starting_leads_there_and_stopping_and_updating_do_not() -> None:
    def table(**callbacks: Any) -> Table[State, Event]:
        block = StateBlock(LOCKED, **callbacks)
        return Table(PLAIN, block, LAST, StateBlock(ALARMING, final=True), error_target=ALARMING)

    machine = table(entry=jam).machine(None)
    with pytest.raises(Jam):
        machine.start(LOCKED)
    assert machine.state is ALARMING
    machine = table(exit=jam, update=jam).machine(LOCKED)
    for call in (machine.stop, machine.update):
        with pytest.raises(Jam):
            call()
        assert machine.state is LOCKED


def test_what_is_due_leads_there_too() -> None:
    machine = gate(error_target=ALARMING, on_exception=lambda: True).machine()
    machine.send_later(COIN, 5)
    machine.send_later(RESET, 7)
    machine.advance(6)
    assert machine.state is ALARMING
    machine.advance(8)
    assert machine.state is LOCKED


class Part(Enum):
    IDLE = 1
    RUN = 2
    LEFT = 3
    LEFT_1 = 4
    LEFT_2 = 5
    RIGHT = 6
    RIGHT_1 = 7
    BROKEN = 8
    LOST = 9


class Key(Enum):
    GO = 1
    BACK = 2


def test_in_a_chart_the_nearest_state_around_counts(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(Part.IDLE)(when(Key.GO) | then(Part.RUN)),
        parallel(Part.RUN, error_target=Part.BROKEN, exit=trace("-run"))(
            define(Part.LEFT, initial=Part.LEFT_1)(
                define(Part.LEFT_1)(when(Key.GO) | then(Part.LEFT_2) | jam),
                define(Part.LEFT_2),
            ),
            define(Part.RIGHT)(define(Part.RIGHT_1, exit=trace("-right"))(when(Key.GO) | then())),
        ),
        define(Part.BROKEN, entry=trace("+broken"))(when(Key.BACK) | then(Part.IDLE)),
        define(Part.LOST)(when(Key.BACK) | then(Part.IDLE)),
        error_target=Part.LOST,
        initial=Part.IDLE,
    )
    machine = table.machine()
    send(machine, Key.GO)
    with pytest.raises(Jam):
        send(machine, Key.GO)
    assert machine.states == [Part.BROKEN]
    assert trace.take() == "-right -run +broken"


def test_in_a_chart_no_row_for_any_event_takes_it(send: Send) -> None:
    table = Table(
        define(Part.RUN, initial=Part.LEFT)(
            when(ANY) | then(Part.LOST),
            define(Part.LEFT)(when(Key.GO) | then(Part.RIGHT) | jam),
            define(Part.RIGHT)(when(ANY) | then(Part.LEFT)),
        ),
        define(Part.LOST)(when(Key.BACK) | then(Part.RUN)),
        define(Part.BROKEN)(when(Key.BACK) | then(Part.RUN)),
        error_target=Part.BROKEN,
        initial=Part.RUN,
        event_names=Key,
    )
    machine = table.machine()
    with pytest.raises(Jam):
        send(machine, Key.GO)
    assert machine.states == [Part.BROKEN]


def test_a_row_without_an_event_that_always_fails_is_tried_once_an_event(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(1)(when(1) | then(2)),
        define(2)(always() | then(3) | trace.raising("try", Jam()), when(2) | then(1)),
        define(3)(when(2) | then(1)),
        on_exception=lambda: True,
        initial=1,
    )
    machine = table.machine()
    assert send(machine, 1) is Outcome.TRANSITIONED
    assert (machine.state, trace.take()) == (2, "try")


# ----------------------------------------------------------------------------------------------------------------------
# Definitions
# ----------------------------------------------------------------------------------------------------------------------


def test_wrong_targets_and_events_are_errors_of_the_definition() -> None:
    with pytest.raises(InvalidDefinitionError, match="leads to a state that has no rows and no block"):
        Table(Row(LOCKED, COIN, LOCKED), error_target=ALARMING)
    with pytest.raises(InvalidDefinitionError, match="event 3 .RESET. cannot be an error_event: it has arguments"):
        gate(error_event=RESET, arguments={RESET: int})
    with pytest.raises(InvalidDefinitionError, match="no state has a row for event 'fial', which is an error_event"):
        Table(Row("a", "go", "a"), Row("a", "fail", "a"), error_event="fial")
    with pytest.raises(TypeError, match="name the state, or the event, not both"):
        gate(error_target=ALARMING, error_event=RESET)
    with pytest.raises(TypeError, match="both say where an exception leads: keep one"):
        when(COIN) | on_error(ALARMING) | on_error(event=RESET)
    with pytest.raises(TypeError, match="needs the state to go to, or the event to send"):
        on_error()  # type: ignore[call-overload]

    def enter(cents: int) -> None: ...

    with pytest.raises(InvalidDefinitionError, match=r"entry callback of state -5 .ALARMING. is enter"):
        Table(
            Row(LOCKED, COIN, ALARMING, jam),
            StateBlock(ALARMING, entry=enter, final=True),
            arguments={COIN: int},
            error_target=ALARMING,
        )


def test_no_event_of_a_program_has_the_id_of_one_that_exceptions_send() -> None:
    for names in ({5: "later"}, {4: "go", 5: "later", 6: "last"}):
        table = Table(
            Row(1, 4, 2, jam), Row(2, 4, 1), Row(3, 4, 1), error_target=3, event_names=names, arguments={7: int}, initial=1
        )
        machine = table.machine()
        for event, arguments in ((5, ()), (7, (1,))):
            if event in (*names, 7):
                with contextlib.suppress(UnknownEventError):
                    assert machine.send(event, *arguments) is Outcome.UNHANDLED
        assert machine.state == 1
        with pytest.raises(Jam):
            machine.send(4)
        assert machine.state == 3


def test_pictures_show_where_exceptions_lead_and_no_document_can_say_it() -> None:
    table = gate(error_target=ALARMING)
    assert "error" in table.diagram("matrix") and "error" in table.diagram("mermaid")
    with pytest.raises(UnnamedCallbackError, match="where exceptions lead: documents have no word for it"):
        table.text()
    assert "on_error(State.ALARMING)" in repr(when(COIN) | then() | on_error(ALARMING))


def test_a_replay_that_calls_actions_refuses_them() -> None:
    table = gate(on_exception=quiet)
    assert table.replay([COIN], [0]).counts.transitioned == 1
    with pytest.raises(UnsupportedError, match="no handler of exceptions"):
        table.replay([COIN], [0], call=True)


class Faulty(Machine[State, Event, None]):
    """A class of machines whose handler is a method."""

    initial = LOCKED
    error_target = ALARMING
    rows = [Row(ALARMING, RESET, LOCKED), Row(UNLOCKED, PASS, LOCKED, "jam", error_target=LOCKED)]

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    @transition(LOCKED, COIN, UNLOCKED)
    def unlock(self, fails: bool = True) -> None:
        if fails:
            raise Jam("unlock")

    def jam(self) -> None:
        raise Jam("jam")

    @on_exception
    def handle(self, exception: Exception, source: State) -> Optional[bool]:
        self.told.append(f"{exception} in {source.name}")
        return None


class Patient(Faulty):
    def handle(self, exception: Exception, source: State) -> bool:
        super().handle(exception, source)
        return True


def test_in_a_class_handlers_are_methods(send: Send) -> None:
    faulty, patient = Faulty(), Patient()
    with pytest.raises(Jam):
        send(faulty, COIN)
    assert send(patient, COIN) is Outcome.TRANSITIONED
    for machine in (faulty, patient):
        assert (machine.state, machine.told) == (ALARMING, ["unlock in LOCKED"])
    patient.set_state(UNLOCKED)
    send(patient, PASS)
    assert patient.state is LOCKED
    assert pickle.loads(pickle.dumps(patient)).told == patient.told


class Engine(Machine[Part, Key, None]):
    """A chart in the class style."""

    initial = Part.IDLE
    rows = [Row(Part.IDLE, Key.GO, Part.LEFT_1), Row(Part.BROKEN, Key.BACK, Part.IDLE)]

    class Run(Nested, state=Part.RUN, initial=Part.LEFT_1, error_target=Part.BROKEN):
        rows = [define(Part.LEFT_1)(when(Key.GO) | then(Part.LEFT_2) | "jam"), define(Part.LEFT_2)]

    def jam(self) -> None:
        raise Jam


def test_a_nested_class_says_where_exceptions_lead(send: Send) -> None:
    engine = Engine()
    send(engine, Key.GO)
    with pytest.raises(Jam):
        send(engine, Key.GO)
    assert engine.states == [Part.BROKEN]


DOCUMENT = """\
definition turnstile
  initial locked
  state locked
    coin -> unlocked / unlock
    failure -> broken
  state unlocked
    pass -> locked
  state broken final
"""


def handled(exception: Exception) -> bool:
    """A handler that pickle finds."""
    return isinstance(exception, Jam)


def test_over_a_document_a_program_names_handlers_and_an_event_of_it(send: Send) -> None:
    table = Table.read(DOCUMENT, callbacks={"unlock": jam}, on_exception=handled, error_event="failure")
    for each in (table, pickle.loads(pickle.dumps(table))):
        machine = each.machine()
        assert send(machine, each.Event.coin) is Outcome.TRANSITIONED
        assert machine.state is each.State.broken
    assert table.text() == Table.read(DOCUMENT).text()
    with pytest.raises(LookupError, match="the document has no such event"):
        Table.read(DOCUMENT, callbacks={"unlock": jam}, error_event="fail")
