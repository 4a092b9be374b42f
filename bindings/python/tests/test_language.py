"""The words: what they come to, how they are joined, and what they refuse."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from tracing import Event, State, Trace, line

from swiftfsm import (
    ANY,
    DYNAMIC,
    INTERNAL,
    SAME,
    Clause,
    DiagnosticKind,
    InvalidDefinitionError,
    Outcome,
    Place,
    Reserved,
    Row,
    StateBlock,
    Table,
    condition,
    define,
    do,
    matching,
    overriding,
    request,
    superstate,
    then,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Mode(Enum):
    WEAK = 1
    STRONG = 2


def act() -> None: ...


def also() -> None: ...


def yes() -> bool:
    return True


def somewhere() -> State:
    return LOCKED


def a(mistake: Any) -> Any:
    """Something that a type checker would have found."""
    return mistake


def rows(*clauses: Clause[Any, Any]) -> list[tuple[Any, ...]]:
    """The rows that clauses come to in LOCKED, without their places."""
    return [
        (row.event, row.target, row.actions, row.guards, row.resolver, row.matching, row.overriding)
        for row in define(LOCKED)(*clauses).whole().rows
        if isinstance(row, Row)
    ]


def test_every_word_in_one_row() -> None:
    clause = matching(Mode.WEAK) | condition(yes) | when(COIN) | then(UNLOCKED) | act | do(also, act)
    assert rows(clause) == [(COIN, UNLOCKED, (act, also, act), (yes,), None, (Mode.WEAK,), False)]


def test_the_order_of_words_does_not_matter() -> None:
    one = when(COIN) | then(UNLOCKED) | matching(Mode.WEAK)
    other = matching(Mode.WEAK) | then(UNLOCKED) | when(COIN)
    assert rows(one) == rows(other)


@pytest.mark.parametrize(
    ("clause", "target", "resolver"),
    [
        (when(COIN) | then(), SAME, None),
        (when(COIN) | then(INTERNAL), INTERNAL, None),
        (when(COIN) | then(UNLOCKED), UNLOCKED, None),
        (when(COIN) | then(by=somewhere), DYNAMIC, somewhere),
    ],
)
def test_where_a_row_leads(clause: Clause[Any, Any], target: Any, resolver: Any) -> None:
    ((_, found, _, _, found_resolver, _, _),) = rows(clause)
    assert (found, found_resolver) == (target, resolver)


def test_several_events_are_several_rows() -> None:
    assert [row[0] for row in rows(when(COIN, PASS) | then(), when(ANY) | then())] == [COIN, PASS, ANY]


def test_requests() -> None:
    requests = rows(request(UNLOCKED, ALARMING) | act, request(ANY) | condition(yes))
    assert [(event, target) for event, target, *_ in requests] == [
        (Reserved.REQUEST, UNLOCKED),
        (Reserved.REQUEST, ALARMING),
        (Reserved.REQUEST, ANY),
    ]


def test_matching_several_times_means_both() -> None:
    ((*_, cases, _),) = rows(matching(Mode.WEAK) | when(COIN) | then() | matching(Mode.STRONG))
    assert cases == (Mode.WEAK, Mode.STRONG)


def test_a_block_runs_its_own_actions_first_and_nests() -> None:
    trace = Trace()
    table = Table(
        define(LOCKED)(
            (matching(Mode.STRONG) | do(trace("outer")))(
                when(COIN) | then() | trace("inner"),
                condition(yes)(when(PASS) | then() | trace("guarded"), [when(RESET) | then() | trace("listed")]),
            )
        )
    )
    machine = table.machine(LOCKED)
    assert {machine.send(event, Mode.STRONG) for event in Event} == {Outcome.TRANSITIONED}
    assert trace.take() == "outer inner outer guarded outer listed"
    assert {machine.send(event, Mode.WEAK) for event in Event} == {Outcome.UNHANDLED}


def test_a_row_has_the_line_on_which_it_says_when() -> None:
    here = line()
    block = define(LOCKED)(
        matching(Mode.WEAK)
        | when(COIN)
        | then(UNLOCKED),
        condition(yes)(
            request(UNLOCKED),
        ),
    ).whole()
    assert block.place == Place(__file__, here + 1)
    places = [row.place for row in block.rows if isinstance(row, Row)]
    assert places == [Place(__file__, here + 3), Place(__file__, here + 6)]


def test_rows_of_define_in_the_call_and_behind_it() -> None:
    first = define(LOCKED, when(COIN) | then(UNLOCKED), entry=act, final=True)
    both = first(when(PASS) | then())
    assert [len(each.whole().rows) for each in (first, both)] == [1, 2]
    assert (both.whole().entry, both.whole().final, repr(both)) == ((act,), True, "define(State.LOCKED) of 2 clauses")


def test_superstates_lend_rows_and_callbacks_in_order() -> None:
    trace = Trace()
    alarmed = superstate(when(RESET) | then(LOCKED) | trace("reset"), entry=trace("+alarmed"), exit=trace("-alarmed"))
    guarded = superstate(when(PASS) | then(ALARMING), adopts=alarmed, entry=trace("+guarded"), exit=trace("-guarded"))
    table = Table(
        define(LOCKED, adopts=guarded)(when(COIN) | then(UNLOCKED)),
        define(UNLOCKED)(when(PASS) | then(LOCKED)),
        define(ALARMING, adopts=[alarmed], entry=trace("+ALARMING")),
    )
    machine = table.machine(LOCKED)
    machine.send(PASS)
    assert (machine.state, trace.take()) == (ALARMING, "-alarmed -guarded +alarmed +ALARMING")
    machine.send(RESET)
    assert (machine.state, trace.take()) == (LOCKED, "-alarmed reset +alarmed +guarded")


def test_overriding_rows_of_superstates() -> None:
    resettable = superstate(when(RESET) | then(LOCKED), when(PASS) | then())
    own = overriding(when(RESET) | then(ALARMING))
    table = Table(define(LOCKED, adopts=resettable)(own), define(ALARMING, adopts=resettable))
    machine = table.machine(LOCKED)
    machine.send(RESET)
    assert machine.state is ALARMING
    taken = [each for each in table.transitions() if each.source is LOCKED]
    assert [(each.event, each.target, each.is_inherited, each.is_overriding) for each in taken] == [
        (PASS, SAME, True, False),
        (RESET, ALARMING, False, True),
    ]


def test_overriding_what_nobody_has() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(define(LOCKED)(overriding(when(COIN) | then())))
    assert caught.value.diagnostics[0].kind is DiagnosticKind.NOTHING_TO_OVERRIDE


def test_the_plain_call_says_the_same() -> None:
    row = Row(LOCKED, COIN, DYNAMIC, [act], yes, somewhere, matching=[Mode.WEAK], overriding=True)
    (clause,) = overriding(matching(Mode.WEAK) | when(COIN) | then(by=somewhere) | condition(yes) | act)
    assert rows(clause) == [(*row[1:6], *row[7:9])]


def test_what_a_table_is_made_of() -> None:
    word = define(1)(when(1) | then(2))
    block = StateBlock(2, rows=[(2, 1, 3)])
    table = Table(word, block, Row(3, 1, 4), (4, 1, 5), [(5, 1, 6)], (each for each in [(6, 1, 1)]))
    machine = table.machine(1)
    states = []
    for _ in range(6):
        machine.send(1)
        states.append(machine.state)
    assert states == [2, 3, 4, 5, 6, 1]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: when(), "when() needs at least one event"),
        (lambda: request(), "request() needs at least one state"),
        (lambda: matching(), "matching() needs at least one case"),
        (lambda: matching(a(5)), "matching() takes members of Enums, not 5"),
        (lambda: condition(), "condition() needs at least one callable"),
        (lambda: do(a(7)), "do must be callables, but 7 is not"),
        (lambda: a(then)(LOCKED, by=somewhere), "name the state, or what names it, not both"),
        (lambda: then(by=a(3)), "by must be a callable, not 3"),
        (lambda: when(COIN) | when(PASS), "when(Event.COIN) and when(Event.PASS) both say when: join only one of them"),
        (lambda: when(COIN) | request(LOCKED), "both say when"),
        (lambda: then() | then(LOCKED), "then() and then(State.LOCKED) both say where it leads: join only one of them"),
        (lambda: then(LOCKED) | request(LOCKED), "both say where it leads"),
        (lambda: when(COIN) | a(5), "when(Event.COIN) | 5: only clauses and actions can be joined, and this is"),
        (lambda: when(COIN)(), "the block of when(Event.COIN) is empty: put at least one clause into it"),
        (lambda: when(COIN)(a(5)), "a block holds clauses, such as when(...) | then(...), but not 5"),
        (lambda: when(COIN)(then()) | act, "a block cannot be joined with"),
        (lambda: define(LOCKED)(then(LOCKED)), "does not say when: join when(...) or request(...)"),
        (lambda: superstate(then()), "does not say when: join when(...) or request(...)"),
        (lambda: define(LOCKED, adopts=a([LOCKED])), "adopts must be a superstate or several of them"),
        (lambda: Table(a(when(COIN) | then())), "belongs to a state: put it into define(state)(...)"),
    ],
)
def test_what_cannot_be_said(make: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        made = make()
        Table(made)  # what a row does not say is missed when it is made
    assert sentence in str(caught.value)
