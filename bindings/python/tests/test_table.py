"""Tables: what they know, and the policies they are built with."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

import pytest
from tracing import Event, State, Trace

from swiftfsm import (
    ANY,
    DYNAMIC,
    INTERNAL,
    NONE,
    SAME,
    BadValueError,
    EntryExit,
    GuardPolicy,
    Outcome,
    Phase,
    ReservedIdError,
    Row,
    StateBlock,
    Table,
    UnknownEventError,
    UnknownStateError,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def rows_of_a_turnstile(trace: Trace) -> list[Row]:
    return [
        Row(LOCKED, COIN, UNLOCKED, trace("unlock")),
        Row(LOCKED, PASS, ALARMING, trace("alarm")),
        Row(UNLOCKED, COIN, UNLOCKED, trace("thanks")),
        Row(UNLOCKED, PASS, LOCKED, trace("lock")),
        Row(ALARMING, RESET, LOCKED, [trace("quiet"), trace("lock")]),
    ]


def blocks(trace: Trace) -> list[StateBlock]:
    return [
        StateBlock(state, entry=trace(f"+{state.name}"), exit=trace(f"-{state.name}"), cycle=trace(f"={state.name}"))
        for state in State
    ]


def test_what_a_table_knows_of_itself() -> None:
    table = Table(rows_of_a_turnstile(Trace()), initial=LOCKED)
    assert (table.state_count, table.event_count, table.row_count) == (3, 3, 5)
    assert table.initial is LOCKED
    assert table.size > 0
    assert repr(table) == "<Table of 3 states, 3 events, 5 rows>"
    assert (table.state_name(UNLOCKED), table.event_name(PASS)) == ("UNLOCKED", "PASS")
    assert (table.state_name(99), table.event_name(99)) == (None, None)


def test_a_table_of_bare_ints() -> None:
    table = Table([(1, -7, 2), (2, 2_000_000_000, 1)])
    assert (table.initial, table.state_name(1)) == (None, None)
    machine = table.machine(1)
    assert (machine.send(-7), machine.state) == (Outcome.TRANSITIONED, 2)
    assert (machine.send(2_000_000_000), machine.state) == (Outcome.TRANSITIONED, 1)


def test_names_may_be_given_by_mappings_or_enums() -> None:
    table = Table([(10, 1, 20), (20, 1, 10)], state_names={10: "shut", 20: "öffen"}, event_names=Event)
    assert (table.state_name(20), table.event_name(3)) == ("öffen", "RESET")
    machine = table.machine(10)
    assert (machine.send(RESET), machine.send(COIN)) == (Outcome.UNHANDLED, Outcome.TRANSITIONED)
    assert machine.permitted() == [COIN]
    assert machine.permitted()[0] is COIN


def test_members_of_an_enum_without_ints_in_its_base() -> None:
    class Light(Enum):
        RED = 0
        GREEN = 1

    class Signal(Enum):
        GO = 0
        STOP = 1

    machine = Table([(Light.RED, Signal.GO, Light.GREEN), (Light.GREEN, Signal.STOP, Light.RED)]).machine(Light.RED)
    assert machine.send(Signal.GO) is Outcome.TRANSITIONED
    assert machine.state is Light.GREEN
    assert machine.send(Signal.GO) is Outcome.UNHANDLED
    assert machine.permitted() == [Signal.STOP]


def test_members_whose_id_is_zero() -> None:
    class Zero(IntEnum):
        ONLY = 0

    machine = Table([(Zero.ONLY, Zero.ONLY, SAME)]).machine(Zero.ONLY)
    assert machine.state is Zero.ONLY
    assert machine.permitted()[0] is Zero.ONLY


def test_a_member_without_a_row_is_known_an_int_is_not() -> None:
    table = Table([(LOCKED, COIN, UNLOCKED), (UNLOCKED, COIN, LOCKED)])
    machine = table.machine(LOCKED)
    assert machine.send(RESET) is Outcome.UNHANDLED
    with pytest.raises(UnknownEventError):
        machine.send(4)  # type: ignore[arg-type]
    with pytest.raises(UnknownStateError):
        table.machine(ALARMING)


def test_entry_and_exit_on_change() -> None:
    trace = Trace()
    rows = [*rows_of_a_turnstile(trace), Row(UNLOCKED, RESET, INTERNAL, trace("beep")), Row(LOCKED, RESET, SAME)]
    machine = Table(rows, blocks(trace)).machine(LOCKED)
    machine.send(RESET)
    assert trace.take() == "=LOCKED"
    machine.send(COIN)
    assert trace.take() == "-LOCKED unlock +UNLOCKED"
    machine.send(COIN)
    assert trace.take() == "thanks =UNLOCKED"
    machine.send(RESET)
    assert trace.take() == "beep"


def test_entry_and_exit_always() -> None:
    trace = Trace()
    rows = [*rows_of_a_turnstile(trace), Row(UNLOCKED, RESET, INTERNAL, trace("beep"))]
    machine = Table(rows, blocks(trace), entry_exit=EntryExit.ALWAYS).machine(UNLOCKED)
    machine.send(COIN)
    assert trace.take() == "-UNLOCKED thanks +UNLOCKED =UNLOCKED"
    machine.send(RESET)
    assert trace.take() == "beep"


def test_exclusive_guards_refuse() -> None:
    trace = Trace()
    guards = [trace("a", lambda step: 1), trace("b"), trace("c")]
    machine = Table([Row(1, 1, 2, guards=guards), Row(2, 1, 1)]).machine(1)
    assert (machine.send(1), machine.state, trace.take()) == (Outcome.REFUSED, 1, "a b")


def test_first_match_goes_on_to_the_next_row() -> None:
    trace = Trace()
    rows = [
        Row(1, 1, 2, guards=trace("no")),
        Row(1, 1, DYNAMIC, resolver=trace("none")),
        Row(1, 1, 3, guards=trace("yes", lambda step: "truth")),
        Row(ANY, ANY, 1, guards=trace("never asked", lambda step: True)),
    ]
    table = Table(rows, [StateBlock(2, final=True), StateBlock(3, final=True)], guards=GuardPolicy.FIRST_MATCH)
    machine = table.machine(1)
    assert (machine.send(1), machine.state, trace.take()) == (Outcome.TRANSITIONED, 3, "no none yes")


def test_precedence_of_any() -> None:
    trace = Trace()
    rows: list[Any] = [
        Row(ANY, ANY, INTERNAL, trace("any any")),
        Row(ANY, 1, INTERNAL, trace("any 1")),
        Row(1, ANY, INTERNAL, trace("1 any")),
        Row(1, 1, INTERNAL, trace("1 1")),
        (2, 5, 1),
    ]
    table = Table(rows)
    for state, event, word in ((1, 1, "1 1"), (1, 2, "1 any"), (2, 1, "any 1"), (2, 2, "any any"), (2, 99, "any any")):
        table.machine(state).send(event)
        assert trace.take() == word


def test_another_order_of_a_step() -> None:
    trace = Trace()
    order = [Phase.RESOLVE, Phase.COMMIT, Phase.ACTIONS, Phase.ENTRY, Phase.EXIT]
    table = Table(rows_of_a_turnstile(trace), blocks(trace), order=order)
    table.machine(ALARMING).send(RESET)
    assert trace.take() == "quiet lock +LOCKED -ALARMING"


def test_rows_may_stand_in_their_block() -> None:
    trace = Trace()
    table = Table(
        states=[
            StateBlock(1, exit=trace("-1"), rows=[Row(1, 1, 2, trace("go")), (1, 2, SAME, trace("stay"))]),
            StateBlock(2, rows=[(2, 1, 1)]),
        ]
    )
    machine = table.machine(1)
    machine.send(2)
    machine.send(1)
    assert (trace.take(), table.row_count) == ("stay -1 go", 3)


def test_several_blocks_of_one_state_add_up() -> None:
    trace = Trace()
    states = [StateBlock(1, entry=[trace("a"), trace("b")]), StateBlock(1, entry=trace("c"))]
    Table([(1, 1, SAME)], states).machine(NONE).start(1)
    assert trace.take() == "a b c"


def test_rows_from_a_generator() -> None:
    table = Table((n, 0, (n + 1) % 1000) for n in range(1000))
    machine = table.machine(0)
    for _ in range(1500):
        machine.send(0)
    assert (machine.state, table.row_count) == (500, 1000)


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        ({"entry_exit": 2}, BadValueError, "entry_exit must be EntryExit.ON_CHANGE or EntryExit.ALWAYS, not 2"),
        ({"entry_exit": 2**32}, BadValueError, f"entry_exit {2**32} does not fit into 32 bits"),
        ({"entry_exit": "always"}, TypeError, "entry_exit must be an int"),
        ({"guards": -1}, BadValueError, "guards must be GuardPolicy.EXCLUSIVE or GuardPolicy.FIRST_MATCH, not -1"),
        ({"order": []}, BadValueError, "order must hold each Phase once"),
        ({"order": [*Phase, Phase.EXIT]}, BadValueError, "order must hold each Phase once"),
        ({"order": [Phase.COMMIT, *(phase for phase in Phase if phase != Phase.COMMIT)]}, BadValueError, "order must"),
        ({"order": [None] * 5}, TypeError, "a phase must be an int"),
        ({"states": [5]}, TypeError, "a table is made of define(...), rows and blocks, not of 5"),
        ({"states": [StateBlock(1.5, final=True)]}, TypeError, "state must be an int"),  # type: ignore[call-overload]
        ({"initial": 1.5}, TypeError, "state must be an int"),
        ({"event_names": {ANY: "any"}}, ReservedIdError, "a reserved id cannot be named as event"),
        ({"state_names": {1: b"one"}}, TypeError, "the name of state 1 must be a str"),
        ({"rows": 5}, TypeError, "a table is made of define(...), rows and blocks, not of 5"),
        ({"rows": "ab"}, TypeError, "a table is made of define(...), rows and blocks, not of 'ab'"),
        ({"rows": [(1, 1)]}, TypeError, "row 0 must be a Row"),
        ({"rows": [(1, 1, 1, 5)]}, TypeError, "actions must be a callable"),
    ],
)
def test_bad_arguments(options: dict[str, Any], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as caught:
        Table(**{"rows": [(1, 1, 1)], **options})
    assert sentence in str(caught.value)
