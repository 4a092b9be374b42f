"""Definitions as a type checker sees them: all of this is right. Checked by mypy and pyright, never run.

What is wrong stands in typed_mistakes.py.
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto
from typing import TYPE_CHECKING, Any, Optional, Union

from swiftfsm import (
    ANY,
    DYNAMIC,
    INITIAL,
    SAME,
    Clause,
    Define,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Step,
    Superstate,
    Table,
    condition,
    define,
    do,
    matching,
    overriding,
    request,
    superstate,
    then,
    transition,
    when,
)

if TYPE_CHECKING:
    from typing_extensions import assert_type


class State(IntEnum):
    LOCKED = auto()
    UNLOCKED = auto()


class Event(IntEnum):
    COIN = auto()
    PASS = auto()


class Mode(Enum):
    WEAK = "weak"


def unlock(step: Step, cents: int) -> None: ...


resettable = superstate(when(Event.PASS) | then(State.LOCKED) | unlock)

# The types of a table are those of its words.
words = Table(
    define(State.LOCKED, adopts=resettable)(
        when(Event.COIN) | then(State.UNLOCKED) | unlock,
        (matching(Mode.WEAK) | do(unlock))(condition(lambda cents: cents > 5)(when(ANY) | then())),
        request(State.UNLOCKED) | unlock,
        overriding(when(Event.PASS, Event.COIN) | then(by=lambda: State.LOCKED)),
    ),
    define(State.UNLOCKED, adopts=[resettable], entry=unlock),
    initial=State.LOCKED,
    arguments={Event.COIN: int},
)
assert_type(words, Table[State, Event])
gate: Machine[State, Event, Any] = words.machine(State.LOCKED)
outcome: Outcome = gate.send(Event.COIN, 5, Mode.WEAK)
initial: Optional[State] = words.initial
events: list[Event] = gate.permitted()
states: list[State] = gate.requestable()
assert_type(gate.state, State)


async def await_words() -> None:
    awaited: Outcome = await gate.asend(Event.COIN, 5, Mode.WEAK)
    await gate.arequest(State.UNLOCKED)
    await gate.astart(INITIAL)
    assert awaited


# So are those of a superstate, and of whatever adopts it.
watched = superstate(entry=unlock, exit=unlock)
assert_type(resettable, Superstate[State, Event])
assert_type(superstate(when(Event.PASS) | then(), adopts=[watched, resettable]), Superstate[State, Event])
assert_type(define(State.LOCKED, adopts=resettable), Define[State, Event])
assert_type(define(State.LOCKED, adopts=watched)(when(Event.COIN) | then()), Define[State, Event])
adopted = Table(define(State.LOCKED, adopts=[watched, resettable]), define(State.UNLOCKED, final=True))
assert_type(adopted, Table[State, Event])
# Two Enums stay apart.
odd = superstate(when(Mode.WEAK) | then(State.LOCKED))
assert_type(define(State.LOCKED, when(Event.COIN) | then(), adopts=odd), Define[State, Union[Event, Mode]])

# So are those of rows, in whatever way they are written.
rows = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED), Row(State.UNLOCKED, Event.PASS, SAME, unlock)])
assert_type(rows, Table[State, Event])
tuples = Table((State.LOCKED, Event.COIN, State.UNLOCKED), (State.UNLOCKED, Event.PASS, State.LOCKED))
assert_type(tuples, Table[State, Event])
# In a list of plain tuples pyright finds no more than the members that they name: the table needs an annotation.
listed: Table[State, Event] = Table([(State.LOCKED, Event.COIN, SAME), (State.UNLOCKED, Event.PASS, State.LOCKED)])
mapping: Table[State, Event] = Table(
    rows=((state, event, SAME) for state in State for event in Event),
    states=[StateBlock(state, exit=unlock) for state in State],
)
blocks = Table([StateBlock(State.LOCKED, rows=[Row(State.LOCKED, Event.COIN, SAME)]), StateBlock(State.UNLOCKED)])
assert_type(blocks, Table[State, Event])
in_block: Table[State, Event] = Table(StateBlock(State.LOCKED, rows=[(State.LOCKED, Event.COIN, SAME)]))


class Till:
    cents = 0


# A class of machines names them.
class Turnstile(Machine[State, Event, Till]):
    initial = State.LOCKED

    @transition(State.LOCKED, Event.COIN, State.UNLOCKED)
    def unlock(self, cents: int) -> None:
        self.context.cents += cents


turnstile = Turnstile(Till())
assert_type(Turnstile.table, Table[State, Event])
assert_type(turnstile.table, Table[State, Event])
assert_type(turnstile.context, Till)
turnstile.send(Event.COIN, 5)

# Bare ints are states and events too; without types of its own a table is one of anything.
numbers = Table(define(1)(when(1) | then(2)), define(2, final=True), (2, 1, 1))
assert_type(numbers, Table[int, int])
anything: Table = Table(Row(1, 1, DYNAMIC, resolver=lambda: 1))
anything.machine(1).send("whatever")
clause: Clause[State, Event] = when(Event.COIN) | then(State.LOCKED)
