"""Error targets and handlers in definitions: faults, pictures, classes and documents."""

from __future__ import annotations

import contextlib
import pickle
from typing import Optional

import pytest
from awaiting import Send, run, send
from tracing import Event, State

from swiftfsm import (
    InvalidDefinitionError,
    Machine,
    Nested,
    Outcome,
    Row,
    StateBlock,
    Table,
    UnknownEventError,
    UnnamedCallbackError,
    UnsupportedError,
    define,
    on_error,
    on_exception,
    then,
    transition,
    when,
)
from jamming import Jam, Key, Part, gate, jam, quiet

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


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
