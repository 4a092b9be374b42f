"""What queries keep of former answers is never told in place of a present one."""

from __future__ import annotations

import random
from enum import Enum
from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import (
    ANY,
    ClosedError,
    GuardPolicy,
    InvalidDefinitionError,
    Machine,
    NotRunningError,
    Row,
    Table,
    active,
    condition,
    define,
    matching,
    parallel,
    request,
    then,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Weather(Enum):
    DRY = "dry"
    WET = "wet"
    SNOW = "snow"


def gate(answers: dict[str, Any]) -> Table[State, Event]:
    """Its guards say what `answers` has at the time."""

    def is_open() -> Any:
        return answers["open"]

    def is_paid(cents: int) -> Any:
        return answers["paid"]

    return Table(
        define(LOCKED)(
            when(COIN) | condition(is_paid) | then(UNLOCKED),
            when(PASS) | condition(is_open) | then(UNLOCKED),
            when(PASS) | condition(lambda: answers["open"] is None) | then(ALARMING),
        ),
        define(UNLOCKED)(when(PASS) | condition(is_open) | then(LOCKED)),
        define(ALARMING, final=True),
        arguments={COIN: int},
        initial=LOCKED,
        guards=GuardPolicy.FIRST_MATCH,
    )


def test_guards_are_asked_each_time() -> None:
    answers: dict[str, Any] = {"open": False, "paid": False}
    machine = gate(answers).machine()
    told = [machine.why_not(PASS)]
    answers["open"] = True
    told.append(machine.why_not(PASS))
    answers["open"] = False
    told.append(machine.why_not(PASS))
    assert told[1] is None and told[0] == told[2] == machine.explain(PASS).sentence
    assert told[0] is not None and "is_open" in told[0] and machine.permitted() == [COIN]
    answers["open"] = None
    assert machine.why_not(PASS) is None and machine.permitted() == [COIN, PASS]


def test_states_outcomes_and_events_are_kept_apart() -> None:
    answers: dict[str, Any] = {"open": False, "paid": False}
    table = gate(answers)
    machine, other = table.machine(), table.machine(UNLOCKED)
    for _ in range(2):
        told = [each.why_not(event) for each in (machine, other) for event in (PASS, RESET)]
        assert len({*told}) == 4
        assert told == [each.explain(event).sentence for each in (machine, other) for event in (PASS, RESET)]
    machine.set_state(UNLOCKED)
    assert machine.why_not(PASS) == told[2]


def test_arguments_do_not_change_what_is_told() -> None:
    answers: dict[str, Any] = {"open": False, "paid": False}
    machine = gate(answers).machine()
    first = machine.why_not(COIN, 5)
    assert machine.why_not(COIN, 7) == first == machine.explain(COIN, 7).sentence
    answers["paid"] = True
    assert machine.why_not(COIN, 7) is None
    stranger: Any = machine
    with pytest.raises(TypeError, match="takes|was sent|argument"):
        stranger.why_not(COIN)


def test_cases_are_part_of_what_is_told() -> None:
    table = Table(
        define(LOCKED)(when(PASS)(matching(Weather.DRY) | then(UNLOCKED))),
        define(UNLOCKED, final=True),
        initial=LOCKED,
    )
    machine = table.machine()
    for _ in range(2):
        told = {case: machine.why_not(PASS, case) for case in Weather}
        assert told[Weather.DRY] is None
        wet, snow = str(told[Weather.WET]), str(told[Weather.SNOW])
        assert "WET" in wet and "SNOW" in snow and "SNOW" not in wet


def test_a_list_belongs_to_who_has_asked() -> None:
    table = Table(
        define(LOCKED)(when(COIN) | then(UNLOCKED), when(RESET) | then(), request(UNLOCKED)),
        define(UNLOCKED)(request(LOCKED)),
        initial=LOCKED,
    )
    machine = table.machine()
    first = machine.permitted()
    first.clear()
    assert machine.permitted() == [COIN, RESET] == table.machine().permitted()
    states = machine.requestable()
    states.append(LOCKED)
    # Ids of events and of states may be the same.
    assert machine.requestable() == [UNLOCKED]
    machine.set_state(UNLOCKED)
    assert (machine.permitted(), machine.requestable()) == ([], [LOCKED])


def test_tables_without_events() -> None:
    machine: Machine[Any, Any, Any] = Table(define(1)(request(2)), define(2)(request(1)), initial=1).machine()
    assert (machine.permitted(), machine.permitted(guards=False), machine.requestable()) == ([], [], [2])
    anything = Table(Row(1, ANY, 1), initial=1).machine()
    assert anything.permitted() == []
    assert anything.why_not(7) is None


def test_active_states_of_charts_are_told_as_they_are() -> None:
    table = Table(
        parallel("both")(
            define("one", initial="a")(define("a")(when("go") | then("b")), define("b")(when("back") | then("a"))),
            define("two", initial="c")(define("c")(when("try") | active("b") | then("c"))),
        ),
        initial="both",
    )
    machine = table.machine()
    told = [machine.why_not("back"), machine.why_not("try")]
    machine.send("go")
    assert machine.why_not("back") is None and machine.why_not("try") is None
    machine.send("back")
    assert [machine.why_not("back"), machine.why_not("try")] == told and None not in told


def test_errors_are_those_of_the_first_time() -> None:
    answers: dict[str, Any] = {"open": False, "paid": False}
    machine = gate(answers).machine()
    for _ in range(2):
        assert machine.why_not(PASS)
        machine.stop()
        with pytest.raises(NotRunningError):
            machine.why_not(PASS)
        with pytest.raises(NotRunningError):
            machine.permitted()
        machine.start(LOCKED)
    machine.close()
    with pytest.raises(ClosedError):
        machine.why_not(PASS)
    with pytest.raises(ClosedError):
        machine.permitted()


def test_what_a_guard_raises_is_raised_and_nothing_is_kept() -> None:
    answers: dict[str, Any] = {"open": False, "paid": False}
    machine = gate(answers).machine()
    told = machine.why_not(PASS)
    del answers["open"]
    for _ in range(3):
        with pytest.raises(KeyError):
            machine.why_not(PASS)
        with pytest.raises(KeyError):
            machine.permitted()
    answers["open"] = False
    assert machine.why_not(PASS) == told


def test_queries_in_guards_of_queries() -> None:
    """Each has room of its own for its answer."""
    told: list[Any] = []

    def ask() -> bool:
        told.append((inner.why_not(RESET), inner.permitted()))
        return False

    inner = gate({"open": True, "paid": False}).machine()
    table = Table(define(LOCKED)(when(PASS) | condition(ask) | then(UNLOCKED)), define(UNLOCKED, final=True))
    outer = table.machine(LOCKED)
    for _ in range(2):
        sentence = outer.why_not(PASS)
        assert sentence is not None and "ask" in sentence
        assert outer.permitted() == []
    assert told == [("state 10 (LOCKED) has no row for event 3 (RESET)", [COIN, PASS])] * 4


class Names(Machine[Any, Any, None]):
    """Methods of machines whose names a program uses for its own."""

    initial = "one"
    rows = [define("one")(when("explain") | then("two")), define("two")(when("why_not") | then("one"))]

    def explain(self, *others: Any) -> Any:
        raise AssertionError("not to be called")


def test_a_program_may_use_their_names() -> None:
    machine: Any = Names()
    assert machine.why_not("explain") is None
    assert [machine.why_not("why_not") for _ in range(2)] == ["state 'one' has no row for event 'why_not'"] * 2


def test_random_machines() -> None:
    """Machines that were asked before tell the same as new ones."""
    seed = random.randrange(2**32)
    dice = random.Random(seed)
    for _ in range(20):
        holds: list[bool] = [True] * 4
        guards = [lambda index=index: holds[index] for index in range(4)]
        rows: list[Any] = []
        for state in range(3):
            for event in range(4):
                chosen = [guard for guard in guards if dice.random() < 0.3]
                if dice.random() < 0.7:
                    rows.append(Row(state, event, dice.randrange(3), (), chosen))
        try:
            table: Table[Any, Any] = Table(rows, *(define(state, final=True) for state in range(3)))
        except InvalidDefinitionError:
            continue  # a state that nothing leads to, or too few rows
        asked = table.machine(0)
        for _ in range(20):
            holds[:] = [dice.random() < 0.5 for _ in holds]
            state = dice.randrange(3)
            asked.set_state(state)
            fresh = Table(rows, *(define(state, final=True) for state in range(3))).machine(state)
            note = f"seed {seed}: {rows} in {state}, {holds}"
            assert asked.permitted() == fresh.permitted() == [each for each in table.events if fresh.can(each)], note
            for event in table.events:
                assert asked.why_not(event) == fresh.explain(event).sentence, note
