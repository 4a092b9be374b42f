"""The words for charts: nested states, parallel states, histories; what a table tells of them."""

from __future__ import annotations

from typing import Any

import pytest
from radio import (
    DISC,
    ENDED,
    LAST,
    LOUD,
    NEXT,
    OFF,
    ON,
    POWER,
    QUIET,
    RADIO,
    READY,
    RESET,
    SOUND,
    SOURCE,
    VOLUME,
    State,
)
from tracing import Trace

from swiftfsm import (
    DEFER,
    EVENTLESS,
    INTERNAL,
    Condition,
    GuardPolicy,
    Row,
    StateBlock,
    StateKind,
    Table,
    active,
    always,
    defer,
    define,
    history,
    inactive,
    local,
    parallel,
    raising,
    superstate,
    then,
    when,
)


def a(mistake: Any) -> Any:
    """Something that a type checker would have found."""
    return mistake


def test_a_state_in_the_block_of_another_is_nested_in_it() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(SOUND)),
        define(SOUND, initial=QUIET, on_initial=trace("default"), entry=trace("sound"), exit=trace("end"))(
            when(POWER) | then(OFF),
            define(QUIET, entry=trace("quiet"))(when(VOLUME) | then(LOUD)),
            define(LOUD, entry=trace("loud"), exit=trace("soften"))(when(VOLUME) | then(QUIET)),
        ),
        initial=OFF,
    )
    radio = table.machine()
    radio.send(POWER)
    assert (radio.state, trace.take()) == (QUIET, "sound default quiet")
    radio.send(VOLUME)
    assert (radio.state, trace.take()) == (LOUD, "loud")
    # The row of the parent, since the child has none.
    radio.send(POWER)
    assert (radio.state, trace.take()) == (OFF, "soften end")


def test_states_may_be_nested_in_the_call_or_behind_it_in_lists_and_as_objects() -> None:
    inner: Any = [define(QUIET), StateBlock(LOUD, rows=[Row(LOUD, VOLUME, QUIET)])]
    tables = [
        Table(define(SOUND, inner, when(VOLUME) | then(LOUD), initial=QUIET)),
        Table(define(SOUND, initial=QUIET)(when(VOLUME) | then(LOUD))(inner)),
        Table(
            Row(SOUND, VOLUME, LOUD),
            StateBlock(SOUND, initial=QUIET),
            StateBlock(QUIET, parent=SOUND),
            StateBlock(LOUD, parent=SOUND, rows=[Row(LOUD, VOLUME, QUIET)]),
        ),
    ]
    for table in tables:
        radio = table.machine(SOUND)
        seen = [radio.state]
        for _ in range(2):
            radio.send(VOLUME)
            seen.append(radio.state)
        assert seen == [QUIET, LOUD, QUIET]
        assert [table.parent(each) for each in (SOUND, QUIET, LOUD)] == [None, SOUND, SOUND]


def test_all_children_of_a_parallel_state_are_active() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(ON)),
        parallel(ON, entry=trace("on"), exit=trace("off"))(
            when(POWER) | then(OFF),
            define(SOUND, initial=QUIET)(
                define(QUIET, exit=trace("not quiet"))(when(VOLUME) | then(LOUD)),
                define(LOUD, entry=trace("loud")),
            ),
            define(SOURCE, initial=RADIO)(
                define(RADIO)(when(NEXT, VOLUME) | then(DISC) | trace("turn")),
                define(DISC, exit=trace("eject")),
            ),
        ),
        initial=OFF,
    )
    radio = table.machine()
    radio.send(POWER)
    assert (radio.state, radio.states) == (ON, [QUIET, RADIO])
    radio.send(VOLUME)
    assert (radio.states, trace.take()) == ([LOUD, DISC], "on not quiet turn loud")
    radio.send(POWER)
    assert (radio.states, trace.take()) == ([OFF], "eject off")


@pytest.mark.parametrize(("deep", "entered"), [(False, [QUIET]), (True, [LOUD])])
def test_histories(deep: bool, entered: list[State]) -> None:
    table = Table(
        define(OFF)(when(POWER) | then(LAST)),
        define(ON, initial=SOUND)(
            when(POWER) | then(OFF),
            history(LAST, deep=deep, default=SOURCE),
            define(SOUND, initial=QUIET)(define(QUIET)(when(VOLUME) | then(LOUD)), define(LOUD)),
            define(SOURCE)(when(NEXT) | then(SOUND)),
        ),
        initial=OFF,
    )
    radio = table.machine()
    radio.send(POWER)
    assert radio.states == [SOURCE]  # the default of the history: nothing is recorded yet
    for event in (NEXT, VOLUME, POWER, POWER):
        radio.send(event)
    assert radio.states == entered


def test_the_actions_of_a_history_s_default_run_until_something_is_recorded() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(LAST)),
        define(SOURCE, initial=RADIO)(
            when(POWER) | then(OFF),
            history(LAST, default=DISC, on_default=trace("default")),
            define(RADIO),
            define(DISC),
        ),
    )
    radio = table.machine(OFF)
    for _ in range(3):
        radio.send(POWER)
    assert (radio.state, trace.take()) == (DISC, "default")


def test_done_events_are_raised_by_final_children() -> None:
    trace = Trace()
    table = Table(
        define(OFF)(when(POWER) | then(ON)),
        parallel(ON, done=READY)(
            when(READY) | then(OFF) | trace("ready"),
            define(SOUND, initial=QUIET)(define(QUIET)(when(VOLUME) | then(LOUD)), define(LOUD, final=True)),
            define(SOURCE, initial=RADIO, done=RESET)(
                when(RESET) | then(INTERNAL) | trace("reset"),
                define(RADIO)(when(NEXT) | then(ENDED)),
                define(ENDED, final=True),
            ),
        ),
    )
    radio = table.machine(ON)
    radio.send(NEXT)
    assert (radio.states, trace.take()) == ([QUIET, ENDED], "reset")
    radio.send(VOLUME)
    assert (radio.states, trace.take()) == ([OFF], "ready")


def test_states_may_adopt_superstates_at_every_level() -> None:
    trace = Trace()
    common = superstate(when(RESET) | then(INTERNAL) | trace("reset"), entry=trace("entered"))
    table = Table(
        define(OFF)(when(POWER) | then(ON)),
        define(ON, adopts=common)(define(SOUND, adopts=common)(when(POWER) | then(OFF))),
    )
    radio = table.machine(OFF)
    radio.send(POWER)
    radio.send(RESET)
    assert trace.take() == "entered entered reset"


def test_the_plain_call_says_the_same() -> None:
    row = Row(OFF, NEXT, (LOUD, DISC), local=True, active=ON, inactive=[SOUND], raising=(READY, RESET))
    (block,) = local(when(NEXT) | then(LOUD, DISC) | active(ON) | inactive(SOUND) | raising(READY) | raising(RESET))
    (made,) = block.rows(OFF)
    assert isinstance(made, Row)
    assert made._replace(place=None) == row._replace(place=None)
    (eventless,) = (always() | then(DISC)).rows(OFF)
    assert eventless[:3] == Row(OFF, EVENTLESS, DISC)[:3]


def test_clauses_and_states_print_as_they_are_written() -> None:
    clause = active(ON) | inactive(SOUND) | when(NEXT) | then(LOUD, DISC) | raising(READY)
    text = "active(State.ON) | inactive(State.SOUND) | when(Event.NEXT) | then(State.LOUD, State.DISC)"
    assert repr(clause) == f"{text} | raising(Event.READY)"
    assert repr(always() | then(OFF)) == "always() | then(State.OFF)"
    assert repr(parallel(ON)(define(SOUND), clause)) == "define(State.ON) of 1 clauses and 1 nested states"
    assert repr(history(LAST, default=DISC)).endswith(f"kind=StateKind.SHALLOW_HISTORY, initial={DISC!r})")


def test_what_a_table_tells() -> None:
    table = Table(
        define(OFF)(when(POWER) | then(LAST)),
        parallel(ON)(
            when(POWER) | then(OFF),
            history(LAST),
            define(SOUND)(define(ENDED, final=True)),
            define(SOURCE, initial=RADIO)(
                define(RADIO)(when(NEXT) | active(SOUND) | then(DISC) | raising(READY)), define(DISC)
            ),
        ),
        guards=GuardPolicy.FIRST_MATCH,
    )
    kinds = {state: table.kind(state) for state in table.states if table.kind(state) is not StateKind.PLAIN}
    assert kinds == {ON: StateKind.PARALLEL, LAST: StateKind.SHALLOW_HISTORY, ENDED: StateKind.FINAL}
    assert [table.parent(state) for state in (OFF, LAST, ENDED, RADIO)] == [None, ON, SOUND, SOURCE]
    (told,) = [each for each in table.transitions() if each.source is RADIO]
    assert (told.target, told.conditions, told.raising) == (DISC, (Condition(SOUND, True),), (READY,))
    flat = Table(Row(1, 1, 1))
    assert (flat.kind(1), flat.parent(1)) == (StateKind.PLAIN, None)


def test_what_a_table_tells_of_a_row() -> None:
    row = Row(OFF, NEXT, (LOUD, DISC), local=True, active=OFF, inactive=[SOUND, ON], raising=(READY, RESET))
    table = Table(
        row,
        Row(OFF, RESET, INTERNAL),
        Row(OFF, READY, DEFER),
        parallel(ON)(define(SOUND)(define(LOUD, final=True)), define(SOURCE)(define(DISC, final=True))),
    )
    told, reset, ready = table.transitions()
    conditions = (Condition(OFF, True), Condition(SOUND, False), Condition(ON, False))
    assert (told.target, told.more_targets, told.conditions, told.guards) == (LOUD, (DISC,), conditions, 0)
    assert (told.raising, told.is_local) == ((READY, RESET), True)
    for plain in (reset, ready):
        assert (plain.more_targets, plain.conditions, plain.raising, plain.is_local) == ((), (), (), False)
    assert (reset.target, ready.target) == (INTERNAL, DEFER)


def test_states_may_be_nested_deeper_than_calls_of_python() -> None:
    def act(value: int) -> None: ...

    inner = define(0)(when(1) | then(0) | act)
    for state in range(1, 1020):
        inner = define(state)(inner)
    table = Table(inner, arguments={1: int})
    assert table.machine(1019).states == [0]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: active(), "active() needs at least one state"),
        (lambda: inactive(), "inactive() needs at least one state"),
        (lambda: raising(), "raising() needs at least one event"),
        (lambda: defer(), "defer() needs at least one event"),
        (lambda: defer(NEXT) | then(OFF), "both say where it leads"),
        (lambda: always() | when(NEXT), "always() and when(Event.NEXT) both say when"),
        (lambda: then(OFF, DEFER), "of several targets each must be a state, not Reserved.DEFER"),
        (lambda: Row(OFF, NEXT, ()), "a row needs at least one target"),
        (lambda: when(NEXT)(a(define(OFF))), "a block holds clauses"),
        (lambda: superstate(a(define(OFF))), "a block holds clauses"),
        (lambda: define(OFF)(a(5)), "the block of a state holds clauses, when(...) | then(...), and states, but not 5"),
        (lambda: StateBlock(OFF, kind=a("parallel")), "a state is of one StateKind, not 'parallel'"),
        (lambda: StateBlock(OFF, kind=StateKind.PARALLEL, final=True), "not <StateKind.PARALLEL: 2> and final"),
        (lambda: list(define(ON)(StateBlock(OFF, parent=SOUND)).blocks()), "names its parent, and stands in the block"),
    ],
)
def test_what_cannot_be_said(make: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        make()
    assert sentence in str(caught.value)
