"""The prototypes at work: predicates, requests and introspection through nothing but ctypes."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import POINTER, byref, c_int32, c_size_t, cast, sizeof
from typing import Any

import pytest
from bare import (
    AWAY,
    GO,
    HOME,
    Policy,
    Weather,
    add,
    build,
    cases,
    machine_over,
    message,
    read_faults,
    row,
    send_message,
)

from swiftfsm import ANY, NONE, DiagnosticKind, Outcome, Place, ReasonKind, Reserved, Status
from swiftfsm.library.generated import constants
from swiftfsm.library.generated.records import (
    sfsm_function,
    sfsm_match,
    sfsm_name,
    sfsm_reason,
    sfsm_step,
    sfsm_transition,
)
from swiftfsm.library.loading import library

POLICY, WEATHER = 100, 200
WEAK, STRONG = 0, 1
DRY, WET, SNOWY = 0, 1, 2


@pytest.fixture
def builder() -> Iterator[int]:
    """A builder that knows both predicate types."""
    address = library.sfsm_builder_create()
    assert library.sfsm_builder_add_predicate_at(address, POLICY, 2, None, 0) == Status.OK
    assert library.sfsm_builder_add_predicate_at(address, WEATHER, 3, None, 0) == Status.OK
    yield address
    library.sfsm_builder_release(address)


def test_a_row_is_taken_for_its_cases_and_the_callback_is_told_them(builder: int) -> None:
    told: list[tuple[int, ...]] = []

    def note(address: int, context: Any) -> int:
        step = cast(address, POINTER(sfsm_step))
        listed = step.contents.cases
        told.append((step.contents.event, library.sfsm_step_case(step, WEATHER), listed[0], listed[1]))
        return 0

    action = sfsm_function(note)
    wet_or_snowy = (c_int32 * 2)(SNOWY, WET)
    add(
        builder,
        row(HOME, GO, AWAY, 3, sfsm_match(WEATHER, 0, wet_or_snowy, 2), action=action),
        row(AWAY, GO, HOME, 4, sfsm_match(POLICY, STRONG), action=action),
    )
    table = build(builder)
    machine = machine_over(table)
    assert library.sfsm_machine_send(machine, GO) == Status.MISSING_PREDICATE
    assert send_message(machine, GO, cases((POLICY, WEAK), (WEATHER, DRY))) == Outcome.UNHANDLED
    sent = cases((WEATHER, WET), (POLICY, WEAK))
    assert send_message(machine, GO, sent) == Outcome.TRANSITIONED
    assert library.sfsm_machine_state(machine) == AWAY
    assert told == [(GO, WET, WEAK, WET)]
    library.sfsm_machine_release(machine)
    library.sfsm_table_release(table)


def test_what_was_wrong_with_the_cases(builder: int) -> None:
    add(builder, row(HOME, GO, HOME, 3))
    table = build(builder)
    machine = machine_over(table)
    predicate, value = c_int32(), c_int32()
    for sent, status, expected in (
        ([(POLICY, WEAK)], Status.MISSING_PREDICATE, (WEATHER, NONE)),
        ([(5, 6)], Status.UNKNOWN_PREDICATE, (5, 6)),
        ([(POLICY, WEAK), (POLICY, STRONG)], Status.REPEATED_PREDICATE, (POLICY, STRONG)),
        ([(WEATHER, 3)], Status.UNKNOWN_CASE, (WEATHER, 3)),
    ):
        assert send_message(machine, GO, cases(*sent)) == status
        assert library.sfsm_machine_rejected_case(machine, byref(predicate), byref(value)) == Status.OK
        assert (predicate.value, value.value) == expected
    library.sfsm_machine_release(machine)
    library.sfsm_table_release(table)


def test_requests_and_what_is_permitted_by_a_lenient_machine(builder: int) -> None:
    add(
        builder,
        row(HOME, Reserved.REQUEST, AWAY, 3, sfsm_match(POLICY, WEAK)),
        row(AWAY, Reserved.REQUEST, Reserved.ANY, 4),
    )
    table = build(builder)
    machine = machine_over(table, constants.LENIENT)
    states, count = (c_int32 * 4)(), c_size_t()

    def permitted(*pairs: tuple[int, int]) -> list[int]:
        flags = constants.PERMITTED_STATES | constants.WITHOUT_GUARDS
        status = library.sfsm_machine_permitted(machine, message(ANY, cases(*pairs)), flags, states, 4, byref(count))
        assert status == Status.OK
        return states[: count.value]

    assert (permitted(), permitted((POLICY, WEAK))) == ([], [AWAY])
    assert library.sfsm_machine_request(machine, AWAY) == Outcome.UNHANDLED
    assert send_message(machine, Reserved.REQUEST, cases((POLICY, WEAK)), (None, 0), AWAY) == Outcome.TRANSITIONED
    assert permitted() == [HOME, AWAY]
    library.sfsm_machine_release(machine)
    library.sfsm_table_release(table)


def test_what_a_table_tells_of_itself(builder: int) -> None:
    add(builder, row(HOME, GO, AWAY, 3, sfsm_match(WEATHER, WET)), row(AWAY, GO, HOME, 4), row(HOME, GO, HOME, 5))
    name = sfsm_name(WEATHER, b"weather")
    assert library.sfsm_builder_name_predicates(builder, byref(name), 1) == Status.OK
    name = sfsm_name(WET, b"wet")
    assert library.sfsm_builder_name_cases(builder, WEATHER, byref(name), 1) == Status.OK
    table = build(builder)
    assert [library.sfsm_table_state_at(table, index) for index in range(3)] == [HOME, AWAY, NONE]
    assert [library.sfsm_table_predicate_at(table, index) for index in range(3)] == [POLICY, WEATHER, NONE]
    assert library.sfsm_table_predicate_name(table, WEATHER) == b"weather"
    assert library.sfsm_table_case_name(table, WEATHER, WET) == b"wet"
    transition = sfsm_transition(size=sizeof(sfsm_transition))
    seen = []
    for index in range(library.sfsm_table_transition_count(table)):
        assert library.sfsm_table_transition(table, index, byref(transition)) == Status.OK
        seen.append((transition.row, transition.source, transition.target, transition.rank, transition.line))
    assert seen == [(1, HOME, AWAY, 1, 3), (3, HOME, HOME, 0, 5), (2, AWAY, HOME, 0, 4)]
    values, count = (c_int32 * 3)(), c_size_t()
    assert library.sfsm_table_transition_cases(table, 0, WEATHER, values, 3, byref(count)) == Status.OK
    assert values[: count.value] == [WET]
    machine = machine_over(table)
    reasons = (sfsm_reason * 4)()
    sent = cases((POLICY, WEAK), (WEATHER, DRY))
    asked, size = message(GO, sent), sizeof(sfsm_reason)
    assert library.sfsm_machine_explain_sized(machine, asked, reasons, size, 4, byref(count)) == Outcome.TRANSITIONED
    told = [(each.transition, each.kind, each.predicate, each.value, each.guard) for each in reasons[: count.value]]
    assert told == [
        (0, ReasonKind.NOT_MATCHED, WEATHER, DRY, -1),
        (1, ReasonKind.TAKEN, NONE, NONE, -1),
    ]
    library.sfsm_machine_release(machine)
    library.sfsm_table_release(table)


def test_a_combination_that_several_rows_match(builder: int) -> None:
    add(builder, row(HOME, GO, HOME, 3, sfsm_match(POLICY, WEAK)), row(HOME, GO, HOME, 4, sfsm_match(WEATHER, WET)))
    (fault,) = read_faults(builder)
    assert fault.kind is DiagnosticKind.IMPLICIT_CLASH
    assert fault.cases == (Policy.WEAK, Weather.WET)
    assert fault.places == (Place("gate.py", 3), Place("gate.py", 4))


def test_the_predicate_type_and_the_case_that_a_fault_concerns(builder: int) -> None:
    add(builder, row(HOME, GO, HOME, 3, sfsm_match(WEATHER, 3)))
    (fault,) = read_faults(builder)
    assert fault.kind is DiagnosticKind.INVALID_MATCH
    assert (fault.predicate, fault.value, fault.cases) == (Weather, None, ())
    assert "3" in fault.text
