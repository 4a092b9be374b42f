"""The prototypes at work: arguments of events, and providers, through nothing but ctypes."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import POINTER, addressof, byref, c_char_p, c_int32, c_size_t, cast, create_string_buffer, sizeof
from typing import Any

import pytest
from bare import (
    ASK,
    AWAY,
    GO,
    HOME,
    add,
    arguments_of,
    build,
    cases,
    declare,
    message,
    read_faults,
    row,
    running,
    send,
    send_message,
    values,
)

from swiftfsm import DiagnosticKind, Outcome, Place, ReasonKind, Status
from swiftfsm.library.generated.enumerations import ValueType
from swiftfsm.library.generated.records import sfsm_finalizer, sfsm_function, sfsm_match, sfsm_reason, sfsm_step
from swiftfsm.library.loading import library

WEATHER = 200
DRY, WET = 0, 1


@pytest.fixture
def builder() -> Iterator[int]:
    address = library.sfsm_builder_create()
    yield address
    library.sfsm_builder_release(address)


def noting(heard: list[Any]) -> Any:
    """A callback that writes down the arguments of its event."""

    def note(step: int, context: Any) -> int:
        heard.append(arguments_of(step))
        return 0

    return sfsm_function(note)


def test_arguments_of_every_type_arrive(builder: int) -> None:
    sent = [
        (ValueType.BOOL, True),
        (ValueType.I8, -(2**7)),
        (ValueType.I16, -(2**15)),
        (ValueType.I32, -(2**31)),
        (ValueType.I64, -(2**63)),
        (ValueType.U8, 2**8 - 1),
        (ValueType.U16, 2**16 - 1),
        (ValueType.U32, 2**32 - 1),
        (ValueType.U64, 2**64 - 1),
        (ValueType.F32, 0.25),
        (ValueType.F64, 0.1),
        (ValueType.STR, "Münze".encode()),
        (ValueType.PTR, 2**64 - 2),
    ]
    heard: list[Any] = []
    action = noting(heard)
    declare(builder, GO, b"bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr")
    add(builder, row(HOME, GO, AWAY, 3, action=action), row(AWAY, ASK, HOME, 4, action=action))
    with running(builder) as machine:
        table = library.sfsm_machine_table(machine)
        assert library.sfsm_table_argument_count(table, GO) == len(sent)
        types = [library.sfsm_table_argument_type(table, GO, index) for index in range(len(sent) + 1)]
        assert types == [kind for kind, _ in sent] + [0]
        assert (send(machine, GO, *sent), send(machine, ASK)) == (Outcome.TRANSITIONED, Outcome.TRANSITIONED)
    assert heard == [sent, []]


def test_an_integer_becomes_what_the_event_declares(builder: int) -> None:
    heard: list[Any] = []
    action = noting(heard)
    declare(builder, GO, b"bool, i8, u64")
    add(builder, row(HOME, GO, HOME, 3, action=action))
    with running(builder) as machine:
        assert send(machine, GO, (ValueType.INTEGER, 1), (ValueType.INTEGER, -128), (ValueType.INTEGER, 2**63 - 1)) == Outcome.TRANSITIONED
    assert heard == [[(ValueType.BOOL, True), (ValueType.I8, -128), (ValueType.U64, 2**63 - 1)]]


def test_what_was_wrong_with_the_arguments(builder: int) -> None:
    declare(builder, GO, b"i32, str")
    add(builder, row(HOME, GO, AWAY, 3), row(AWAY, GO, HOME, 4))
    index, declared, sent = c_size_t(), c_int32(), c_int32()
    with running(builder) as machine:
        assert library.sfsm_machine_send(machine, GO) == Status.ARGUMENT_COUNT
        for arguments, status, expected in (
            ([], Status.ARGUMENT_COUNT, (0, ValueType.I32, 0)),
            ([(ValueType.I32, 150)], Status.ARGUMENT_COUNT, (1, ValueType.STR, 0)),
            ([(ValueType.I32, 150), (ValueType.STR, b"euro"), (ValueType.F64, 1.0)], Status.ARGUMENT_COUNT, (2, 0, ValueType.F64)),
            ([(ValueType.I32, 150), (ValueType.PTR, 8)], Status.ARGUMENT_TYPE, (1, ValueType.STR, ValueType.PTR)),
            ([(ValueType.INTEGER, 2**31), (ValueType.STR, b"euro")], Status.ARGUMENT_TYPE, (0, ValueType.I32, ValueType.INTEGER)),
        ):
            assert send(machine, GO, *arguments) == status
            found = library.sfsm_machine_rejected_argument(machine, byref(index), byref(declared), byref(sent))
            assert (found, index.value, declared.value, sent.value) == (Status.OK, *expected)
        assert library.sfsm_machine_state(machine) == HOME


def test_an_event_that_waits_keeps_its_own_copy(builder: int) -> None:
    heard: list[Any] = []

    def send_on(address: int, context: Any) -> int:
        text = create_string_buffer(b"euro")
        array, count = values((ValueType.I32, 150), (ValueType.STR, None))
        array[1].str = addressof(text)
        machine = cast(address, POINTER(sfsm_step)).contents.machine
        heard.append(send_message(machine, GO, (None, 0), (array, count)))
        text.value = b"lost"
        array[0].i32 = 0
        return 0

    asking, going = sfsm_function(send_on), noting(heard)
    declare(builder, GO, b"i32, str")
    add(builder, row(HOME, ASK, HOME, 3, action=asking), row(HOME, GO, AWAY, 4, action=going))
    add(builder, row(AWAY, GO, AWAY, 5))
    with running(builder) as machine:
        assert library.sfsm_machine_send(machine, ASK) == Outcome.TRANSITIONED
        assert library.sfsm_machine_state(machine) == AWAY
    assert heard == [Outcome.QUEUED, [(ValueType.I32, 150), (ValueType.STR, b"euro")]]


def test_what_an_event_with_arguments_would_come_to(builder: int) -> None:
    heard: list[Any] = []

    def is_enough(address: int, context: Any) -> int:
        ((_, cents),) = arguments_of(address)
        heard.append(cents)
        return int(cents >= 150)

    guard = sfsm_function(is_enough)
    declare(builder, GO, b"i32")
    add(builder, row(HOME, GO, AWAY, 3, guard=guard), row(AWAY, ASK, HOME, 4))
    target, count, reasons = c_int32(), c_size_t(), (sfsm_reason * 2)()
    with running(builder) as machine:
        little, enough = values((ValueType.I32, 149)), values((ValueType.I32, 150))
        assert library.sfsm_machine_probe(machine, message(GO, (None, 0), little), byref(target)) == Outcome.REFUSED
        assert library.sfsm_machine_probe(machine, message(GO, (None, 0), enough), byref(target)) == Outcome.TRANSITIONED
        assert target.value == AWAY
        asked = library.sfsm_machine_explain_sized(
            machine, message(GO, (None, 0), enough), reasons, sizeof(sfsm_reason), 2, byref(count)
        )
        assert (asked, count.value, reasons[0].kind) == (Outcome.TRANSITIONED, 1, ReasonKind.TAKEN)
        assert library.sfsm_machine_state(machine) == HOME
    assert heard == [149, 150, 150]


def test_an_event_that_is_declared_in_two_ways(builder: int) -> None:
    declare(builder, GO, b"i32", line=1)
    declare(builder, GO, b"f64", line=2)
    add(builder, row(HOME, GO, HOME, 3))
    (fault,) = read_faults(builder)
    assert (fault.kind, fault.event) == (DiagnosticKind.ARGUMENT_CONFLICT, GO)
    assert fault.places == (Place("gate.py", 1), Place("gate.py", 2))


def test_arguments_that_cannot_be_read(builder: int) -> None:
    position, expected = c_size_t(), c_char_p()
    assert library.sfsm_arguments_check(b"i32, str", byref(position), byref(expected)) == Status.OK
    assert library.sfsm_arguments_check(b"i32, text", byref(position), byref(expected)) == Status.BAD_SIGNATURE
    assert (position.value, expected.value) == (5, b"an argument type")
    assert library.sfsm_builder_add_event_at(builder, GO, b"i32, text", None, 0) == Status.BAD_SIGNATURE


def test_a_provider_says_the_case_that_was_not_sent(builder: int) -> None:
    asked: list[Any] = []
    weather = {"now": WET}

    def provide(address: int, context: Any) -> int:
        asked.append(context)
        return weather["now"]

    finalized: list[Any] = []
    provider, finalizer = sfsm_function(provide), sfsm_finalizer(finalized.append)
    assert library.sfsm_builder_add_predicate_at(builder, WEATHER, 2, None, 0) == Status.OK
    assert library.sfsm_builder_set_provider(builder, WEATHER, provider, 42, finalizer) == Status.OK
    add(builder, row(HOME, GO, AWAY, 3, sfsm_match(WEATHER, WET)), row(AWAY, GO, HOME, 4, sfsm_match(WEATHER, DRY)))
    with running(builder) as machine:
        assert library.sfsm_machine_send(machine, GO) == Outcome.TRANSITIONED
        assert library.sfsm_machine_send(machine, GO) == Outcome.UNHANDLED
        assert send_message(machine, GO, cases((WEATHER, DRY))) == Outcome.TRANSITIONED
        weather["now"] = 2
        predicate, value = c_int32(), c_int32()
        assert library.sfsm_machine_send(machine, GO) == Status.UNKNOWN_CASE
        assert library.sfsm_machine_rejected_case(machine, byref(predicate), byref(value)) == Status.OK
        assert (predicate.value, value.value) == (WEATHER, 2)
        weather["now"] = -5
        assert library.sfsm_machine_send(machine, GO) == Status.CALLBACK_FAILED
        assert library.sfsm_machine_failure(machine) == -5
        assert finalized == []
    assert asked == [42] * 4
    assert finalized == [42]


def test_a_table_without_events_that_have_arguments(builder: int) -> None:
    add(builder, row(HOME, GO, HOME, 3))
    table = build(builder)
    assert (library.sfsm_table_argument_count(table, GO), library.sfsm_table_argument_type(table, GO, 0)) == (0, 0)
    library.sfsm_table_release(table)
