"""Definitions as a type checker sees them: all of this is right. Checked by mypy and pyright, never run.

What is wrong stands in typed_mistakes.py.
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Optional, Union

from swiftfsm import (
    ANY,
    DYNAMIC,
    EVENTLESS,
    INITIAL,
    SAME,
    Clause,
    Clock,
    Decorators,
    Define,
    Machine,
    Nested,
    Outcome,
    Probe,
    Row,
    StateBlock,
    StateKind,
    Step,
    Superstate,
    Table,
    active,
    always,
    condition,
    defer,
    define,
    do,
    do_after,
    do_before,
    history,
    inactive,
    local,
    matching,
    on_error,
    ordered,
    overriding,
    parallel,
    raising,
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
by_name: Outcome = gate.send(Event.COIN, Mode.WEAK, cents=5)
can_by_name: bool = gate.can(Event.COIN, cents=5)
initial: Optional[State] = words.initial
events: list[Event] = gate.permitted()
states: list[State] = gate.requestable()
afterwards: State = gate.probe(Event.COIN, 5).target
probed: list[Probe] = [gate.probe(event) for event in Event]
assert_type(gate.state, State)


async def await_words() -> None:
    awaited: Outcome = await gate.asend(Event.COIN, 5, Mode.WEAK)
    await gate.arequest(State.UNLOCKED)
    await gate.astart(INITIAL)
    async with gate.clock() as clock, Clock(words.machine(), listed.machine()):
        assert_type(clock, Clock)
        clock.add(tuples.machine())
        clock.remove(gate)
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


# States of two Enums need an annotation where the rows do not stand for themselves.
two_kinds: Table[Union[State, Mode], Event] = Table(
    define(State.LOCKED, when(Event.COIN) | then(Mode.WEAK)), define(Mode.WEAK, when(Event.PASS) | then(State.LOCKED))
)
kinds_in_rows: Table[Union[State, Mode], Event] = Table(Row(State.LOCKED, Event.COIN, Mode.WEAK))


class Till:
    cents = 0


# A class of machines names them.
class Turnstile(Machine[State, Event, Till]):
    initial = State.LOCKED

    @transition(State.LOCKED, Event.COIN, State.UNLOCKED)
    def unlock(self, cents: int) -> None:
        self.context.cents += cents


turnstile = Turnstile(context=Till())
assert_type(Turnstile.table, Table[State, Event])
assert_type(turnstile.table, Table[State, Event])
assert_type(turnstile.context, Till)
turnstile.send(Event.COIN, 5)
unlocked: Outcome = turnstile.unlock(5)


# What a decorated method of a machine returns is the outcome; one that overrides it may return anything.
class Called(Machine[State, Event, None]):
    @transition(State.LOCKED, Event.COIN, State.UNLOCKED)
    @transition(State.UNLOCKED, Event.COIN, State.UNLOCKED)
    def pay(self, cents: int, of: Any = None) -> str:
        return ""

    @transition(State.UNLOCKED, Event.PASS, State.LOCKED)
    async def let_pass(self) -> None: ...

    @transition(State.UNLOCKED, Event.PASS, State.LOCKED)
    @transition(State.LOCKED, Event.PASS, State.LOCKED)
    async def push(self, anything: Any) -> None: ...

    @transition(State.LOCKED, Event.PASS, State.LOCKED)
    @staticmethod
    def ring() -> None: ...


class Overriding(Called):
    def pay(self, cents: int, of: Any = None) -> str:
        super().pay(cents)
        return ""

    async def let_pass(self) -> None:
        await super().let_pass()


def outcome_of(called: Called) -> Outcome:
    called.ring()
    return called.pay(5)


async def outcome_later(called: Called) -> Outcome:
    await called.push(5)
    return await called.let_pass()

# So do the words of a chart, whose states are nested.
class Part(Enum):
    OFF = auto()
    ON = auto()
    SOUND = auto()
    QUIET = auto()
    LOUD = auto()
    SOURCE = auto()
    LAST = auto()
    DISC = auto()


class Key(Enum):
    POWER = auto()
    VOLUME = auto()
    READY = auto()


sound = define(Part.SOUND, initial=Part.QUIET, done=Key.READY)(
    define(Part.QUIET)(when(Key.VOLUME) | then(Part.LOUD) | raising(Key.READY)),
    define(Part.LOUD, defer(Key.VOLUME), always() | active(Part.DISC) | then(Part.QUIET)),
)
assert_type(sound, Define[Part, Key])
player = Table(
    define(Part.OFF)(when(Key.POWER) | then(Part.LOUD, Part.DISC)),
    parallel(Part.ON, done=Key.READY)(
        when(Key.POWER) | inactive(Part.LOUD) | then(Part.OFF),
        sound,
        define(Part.SOURCE, adopts=watched)(
            history(Part.LAST, deep=True, default=Part.DISC),
            [define(Part.DISC, final=True)],
            local(when(Key.READY) | then(Part.LAST)),
        ),
    ),
)
assert_type(player, Table[Part, Key])


def told(exception: Exception, source: State) -> bool:
    return isinstance(exception, ValueError)


handled = Table(
    define(State.LOCKED, error_target=State.UNLOCKED)(
        when(Event.COIN) | then(State.UNLOCKED) | do_before(print) | do_after(print) | on_error(State.LOCKED),
        when(Event.PASS) | then() | on_error(event=Event.COIN),
    ),
    Row(State.UNLOCKED, Event.PASS, State.LOCKED, before=print, after=[print], error_event=Event.COIN),
    arguments={Event.COIN: {"cents": int, "unit": "u8"}},
    prepare=[print],
    on_exception=told,
    error_target=State.LOCKED,
)
assert_type(handled, Table[State, Event])
names: tuple[Optional[str], ...] = handled.argument_names(Event.COIN)
handled.machine().on_exception(told)
handled.machine().prepare(None)

device = player.machine(Part.OFF)
leaves: list[Part] = device.states
device.set_states(leaves)
is_loud: bool = Part.LOUD in device or device.is_done
raised: Outcome = device.raise_(Key.READY)
around: Optional[Part] = player.parent(Part.LOUD)
kind: StateKind = player.kind(Part.LOUD)
assert_type(define(Part.ON, done=Key.READY), Define[Part, Key])
assert_type(parallel(Part.ON), Define[Part, NoReturn])
chart_rows: Table[Part, Key] = Table(
    Row(Part.OFF, Key.POWER, (Part.LOUD, Part.DISC), local=True, active=Part.OFF, inactive=[Part.ON], raising=Key.READY),
    StateBlock(Part.LOUD, parent=Part.ON, initial=Part.DISC, done=Key.READY, kind=StateKind.PARALLEL),
    Row(Part.LOUD, EVENTLESS, SAME),
)


class Device(Machine[Part, Key, None]):
    initial = Part.OFF

    class On(Nested, state=Part.ON, parallel=True, done=Key.READY):
        class Sound(Nested, state=Part.SOUND, initial=Part.QUIET, entry="hum"):
            rows = [define(Part.QUIET)(when(Key.VOLUME) | then(Part.LOUD)), define(Part.LOUD)]

    @transition(Part.OFF, Key.POWER, (Part.LOUD, Part.DISC), raising=Key.READY)
    def hum(self) -> None: ...


# Tables from documents have the types of the program's Enums; without these of anything.
document = Table.read("gate.fsm", callbacks={"lock": print}, states=State, events=Event, predicates=[Mode])
assert_type(document, Table[State, Event])
document.machine(State.LOCKED).send(Event.COIN)
read_anything = Table.read(b"definition", callbacks=Device, file="gate.fsm")
assert_type(read_anything, Table[Any, Any])
read_anything.machine(read_anything.State.locked).send(read_anything.Event.coin)
svg: bytes = document.diagram()
png: bytes = document.diagram("png", current=State.LOCKED, hide={State.UNLOCKED}, focus=[State.LOCKED], counts=[1, 2])
mermaid: str = document.diagram("mermaid", current=document.machine(State.LOCKED), counts={0: 5}, flat=True)
written: tuple[str, str, str, Optional[str]] = document.text(), document.json(), document.fingerprint, document.name

# Strs are states and events; a program may list them.
doors = Table(define("open")(when("close") | then("shut")), define("shut")(when("open") | then("open")))
assert_type(doors, Table[str, str])
assert_type(doors.machine().state, str)
Door = Literal["open", "shut"]
Move = Literal["open", "close"]
listed_door: Table[Door, Move] = Table(
    Row("open", "close", "shut"), Row("shut", "open", "open"), initial="open", event_names=["close"]
)
assert_type(listed_door.machine().state, Door)
listed_door.machine().send("close")

# Decorators that know the states and events of a class.
on = Decorators(State, Event)
texts = Decorators[Door, Move]()


class Decorated(Machine[State, Event, None]):
    @on.transition(State.LOCKED, Event.COIN, State.UNLOCKED)
    @on.transition((State.UNLOCKED, resettable), (Event.COIN, Event.PASS), active=State.LOCKED, raising=Event.PASS)
    def unlock(self, cents: int) -> None: ...

    @on.resolver(State.LOCKED, ANY)
    def decide(self, cents: int = 0) -> Optional[State]:
        return State.LOCKED

    def outcome(self) -> Outcome:
        return self.decide(5)

    @on.entry(State.LOCKED, (State.UNLOCKED, resettable))
    @on.exit(State.LOCKED)
    @on.cycle(State.LOCKED)
    def tell(self) -> None: ...

    @on.update(State.LOCKED)
    def check(self) -> Optional[Event]:
        return Event.COIN


class OfTexts(Machine[Door, Move, None]):
    @texts.transition("open", "close", "shut")
    def close_it(self) -> None: ...


sequence = Table(ordered(Event.PASS, State.LOCKED, State.UNLOCKED, loop=True))
assert_type(sequence, Table[State, Event])

# Bare ints are states and events too; without types of its own a table is one of anything.
numbers = Table(define(1)(when(1) | then(2)), define(2, final=True), (2, 1, 1))
assert_type(numbers, Table[int, int])
anything: Table = Table(Row(1, 1, DYNAMIC, resolver=lambda: 1))
anything.machine(1).send("whatever")
clause: Clause[State, Event] = when(Event.COIN) | then(State.LOCKED)
