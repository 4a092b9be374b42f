"""A definition as a type checker sees it: checked by mypy, never run.

Every line that is wrong says so; one that were not found wrong would be an ignored error too many, which is an error.
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto
from typing import Any, Optional

from swiftfsm import (
    ANY,
    DYNAMIC,
    SAME,
    Clause,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Step,
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
gate: Machine[State, Event, Any] = words.machine(State.LOCKED)
outcome: Outcome = gate.send(Event.COIN, 5, Mode.WEAK)
initial: Optional[State] = words.initial
events: list[Event] = gate.permitted()
gate.send(State.LOCKED)  # type: ignore[arg-type]
gate.send("coin")  # type: ignore[arg-type]
gate.can(State.LOCKED)  # type: ignore[arg-type]
gate.request(Event.COIN)  # type: ignore[arg-type]
gate.set_state(Event.COIN)  # type: ignore[arg-type]
words.machine(Event.COIN)  # type: ignore[arg-type]

# So are those of rows, in whatever way they are written.
rows = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED), Row(State.UNLOCKED, Event.PASS, SAME, unlock)])
rows.machine(State.LOCKED).send(State.LOCKED)  # type: ignore[arg-type]
tuples = Table([(State.LOCKED, Event.COIN, State.UNLOCKED), (State.UNLOCKED, Event.PASS, State.LOCKED)])
tuples.machine(State.LOCKED).send(State.LOCKED)  # type: ignore[arg-type]
mapping: Table[State, Event] = Table(
    rows=((state, event, SAME) for state in State for event in Event),
    states=[StateBlock(state, exit=unlock) for state in State],
)

# A word that does not belong into a definition.
define(State.LOCKED)(when(Event.COIN) | then(Event.PASS))  # type: ignore[arg-type]
define(State.LOCKED)(unlock)  # type: ignore[arg-type]
when(Event.COIN) | 5  # type: ignore[operator]
matching("weak")  # type: ignore[arg-type]
wrong_event: Table[State, Event] = Table(define(State.LOCKED)(when(Mode.WEAK) | then()))  # type: ignore[arg-type]
wrong_row: Table[State, Event] = Table(Row(State.LOCKED, Mode.WEAK, SAME))  # type: ignore[arg-type]
wrong_tuple: Table[State, Event] = Table([(State.LOCKED, Event.COIN, Mode.WEAK)])  # type: ignore[list-item]
words.arguments(State.LOCKED)  # type: ignore[arg-type]

# Without types of its own a table is one of anything.
anything: Table = Table(Row(1, 1, DYNAMIC, resolver=lambda: 1))
anything.machine(1).send("whatever")
clause: Clause[State, Event] = when(Event.COIN) | then(State.LOCKED)
