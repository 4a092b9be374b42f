"""Mistakes that a type checker finds: checked by mypy and pyright (test_types*.py), never run.

Behind each stand, in brackets, the code of its one error, and then words of mypy's sentence. Pyright finds the same
lines, without those that say "mypy alone".
"""

from __future__ import annotations

from typed_gate import Event, Key, Mode, Part, State, Till, Turnstile, device, document, gate, odd, player, resettable
from typed_gate import Decorated, Door, Move, listed_door, rows, tuples, unlock, words

from swiftfsm import SAME, Clock, Decorators, Machine, Nested, Row, StateBlock, Table, active, always, condition, defer
from swiftfsm import define, do_after, do_before, entry, history, inactive, local, matching, on_error, ordered, parallel
from swiftfsm import raising, request, superstate, then, transition
from swiftfsm import when

# An event or a state of another type, wherever a machine is told or asked something.
gate.send(State.LOCKED)  # [arg-type] "send" of "PlainCalls" has incompatible type "State"; expected "Event"
gate.send("coin")  # [arg-type] "send" of "PlainCalls" has incompatible type "str"; expected "Event"
gate.send(1)  # [arg-type] "send" of "PlainCalls" has incompatible type "int"; expected "Event"
gate.can(State.LOCKED)  # [arg-type] has incompatible type "State"; expected "Event"
gate.probe(State.LOCKED)  # [arg-type] has incompatible type "State"; expected "Event"
gate.why_not(State.LOCKED)  # [arg-type] has incompatible type "State"; expected "Event"
gate.explain(State.LOCKED)  # [arg-type] has incompatible type "State"; expected "Event"
gate.request(Event.COIN)  # [arg-type] "request" of "PlainCalls" has incompatible type "Event"; expected "State"
gate.request(State.LOCKED, 5)  # [arg-type] "request" of "PlainCalls" has incompatible type "int"; expected "Enum"
gate.start(Event.COIN)  # [arg-type] "start" of "PlainCalls" has incompatible type "Event"; expected "State
gate.set_state(Event.COIN)  # [arg-type] "set_state" of "PlainCalls" has incompatible type "Event"; expected "State
gate.permitted(5)  # [arg-type] has incompatible type "int"; expected "Enum"
gate.update("soon")  # [arg-type] "update" of "PlainCalls" has incompatible type "str"; expected "float"
gate.on_step("log")  # [arg-type] has incompatible type "str"
gate.prepare(5)  # [arg-type] has incompatible type "int"
gate.on_exception("log")  # [arg-type] has incompatible type "str"
words.machine(Event.COIN)  # [arg-type] "machine" of "Table" has incompatible type "Event"; expected "State
words.arguments(State.LOCKED)  # [arg-type] "arguments" of "AskedTable" has incompatible type "State"
words.machine().send(State.LOCKED)  # [arg-type] "send" of "PlainCalls" has incompatible type "State"; expected "Event"
rows.machine().send(State.LOCKED)  # [arg-type] "send" of "PlainCalls" has incompatible type "State"; expected "Event"
tuples.machine().send(State.LOCKED)  # [arg-type] "send" of "PlainCalls" has incompatible type "State"; expected "Event"
gate.state is Event.COIN  # [comparison-overlap, mypy alone] left operand type: "State", right operand type: "Literal[Event.COIN]"
gate.state.colour  # [attr-defined] "State" has no attribute "colour"
asked_wrongly: list[State] = gate.permitted()  # [assignment] expression has type "list[Event]"


async def await_wrongly() -> None:
    await gate.asend(State.LOCKED)  # [arg-type] has incompatible type "State"
    await gate.arequest(Event.COIN)  # [arg-type] has incompatible type "Event"
    await gate.astart(Event.COIN)  # [arg-type] has incompatible type "Event"
    async with words.clock():  # [attr-defined] "Table[State, Event]" has no attribute "clock"
        pass
    async with Clock(words):  # [arg-type] "Clock" has incompatible type "Table[State, Event]"; expected "Timers
        pass
    gate.asend(Event.COIN)  # [unused-coroutine] must be used


# What is no state or no event at all, and words that do not belong where they are.
when(1.5)  # [call-overload] "when" matches argument type "float"
then(1.5)  # [call-overload] "then" matches argument type "float"
request(1.5)  # [call-overload] "request" matches argument type "float"
matching("weak")  # [arg-type] "matching" has incompatible type "str"; expected "Enum"
matching(Mode)  # [arg-type] "matching" has incompatible type "type[Mode]"; expected "Enum"
do_before(5)  # [arg-type] "do_before" has incompatible type "int"
do_after(State.LOCKED)  # [arg-type] "do_after" has incompatible type "State"
on_error(1.5)  # [call-overload] "on_error" matches argument type "float"
on_error(State.LOCKED, event=Event.COIN)  # [call-overload] "on_error" matches argument types "State", "Event"
define(State.LOCKED, error_target=1.5)  # [call-overload] "define" matches argument types "State", "float"
Row(State.LOCKED, Event.COIN, State.LOCKED, before=5)  # [arg-type] "before" to "Row" has incompatible type "int"
Row(State.LOCKED, Event.COIN, State.LOCKED, error_event=1.5)  # [arg-type] "error_event" to "Row" has incompatible type
condition(5)  # [arg-type] "condition" has incompatible type "int"
when(Event.COIN) | 5  # [operator] "Clause" matches argument type "int"
then(State.LOCKED, by=unlock)  # [call-overload] "then" matches argument types "State", "Callable
define(1.5)  # [call-overload] "define" matches argument type "float"
StateBlock(1.5)  # [call-overload] "StateBlock" matches argument type "float"
Row(1.5, Event.COIN, State.LOCKED)  # [arg-type] "Row" has incompatible type "float"; expected "State
define(State.LOCKED)(unlock)  # [arg-type] "Define" has incompatible type "Callable
define(State.LOCKED)(when(Event.COIN) | then(Event.PASS))  # [arg-type] has incompatible type "Clause[Event, Event]"
define(State.LOCKED, adopts=State.UNLOCKED)  # [call-overload] "define" matches argument types "State", "State"

# A str where members are the states and events, as soon as it meets one of them.
Table(define("locked")(when(Event.COIN) | then(State.LOCKED)))  # [arg-type] "__call__" of "Define" has incompatible type "Clause[
with_text = define(State.LOCKED)(when("coin") | then())
with_text_too: Table[State, Event] = Table(with_text)  # [arg-type] type "Define[State, str]"

# A table that is said to be one of other types.
Gates = Table[State, Event]
by_event: Gates = Table(define(State.LOCKED)(when(Mode.WEAK)))  # [arg-type] "when" has incompatible type "Mode"
by_row: Gates = Table(Row(State.LOCKED, Mode.WEAK, SAME))  # [arg-type] type "Mode"; expected "Event
by_target: Gates = Table(Row(State.LOCKED, Event.COIN, Mode.WEAK))  # [arg-type, mypy alone] type "Mode"; expected "State
by_tuple: Gates = Table([(State.LOCKED, Event.COIN, Mode.WEAK)])  # [list-item] type "tuple[State, Event, Mode]"
by_error: Gates = Table(Row(State.LOCKED, Event.COIN, SAME, error_target=Mode.WEAK))  # [arg-type, mypy alone] type "Mode"; expected
by_word: Gates = Table(define(State.LOCKED)(when(Event.COIN) | then() | on_error(Mode.WEAK)))  # [arg-type] "Clause[
by_table: Gates = Table(define(State.LOCKED), error_target=Event.COIN)  # [arg-type] type "Event"; expected "State
by_sent: Gates = Table(define(State.LOCKED), error_event=State.LOCKED)  # [arg-type] type "State"; expected "Event
by_name: Gates = Table(define(State.LOCKED), arguments={Event.COIN: {5: int}})  # [dict-item] has incompatible type "int": "type[int]"; expected "str"
by_block: Gates = Table([StateBlock(Mode.WEAK)])  # [arg-type] type "Mode"; expected "State"
by_initial: Gates = Table(define(State.LOCKED), initial=Event.COIN)  # [arg-type] type "Event"; expected "State
by_argument: Gates = Table(define(State.LOCKED), arguments={Mode.WEAK: int})  # [dict-item] type "Mode"

# Superstates: an event that none of their rows is for, where it is sent; and one of another Enum, where it comes in.
adopting = Table(define(State.LOCKED, adopts=resettable), define(State.UNLOCKED, adopts=[resettable]))
adopting.machine().send(Mode.WEAK)  # [arg-type] "send" of "PlainCalls" has incompatible type "Mode"; expected "Event"
mixed = Table(define(State.LOCKED, adopts=odd)(when(Event.COIN) | then()))
mixed.machine().send(State.LOCKED)  # [arg-type] has incompatible type "State"; expected "Mode | Event"
by_superstate: Gates = Table(define(State.LOCKED, adopts=odd))  # [arg-type] type "Superstate[State, Mode]"
adopting_odd = define(State.LOCKED, adopts=odd)(when(Event.COIN) | then())
joined: Gates = Table(adopting_odd)  # [arg-type] type "Define[State, Mode | Event]"
superstate(when(Event.COIN), adopts=State.LOCKED)  # [call-overload] "superstate" matches argument types
astray = superstate(when(Event.PASS) | then(Mode.WEAK))
Table(define(State.LOCKED, adopts=astray), define(State.UNLOCKED))  # [misc, mypy alone] type parameter "StateT" of "Table"

# A class of machines.
turnstile = Turnstile(context=Till())
turnstile.send(State.LOCKED)  # [arg-type] "send" of "PlainCalls" has incompatible type "State"; expected "Event"
turnstile.start(Event.COIN)  # [arg-type] "start" of "PlainCalls" has incompatible type "Event"
turnstile.unlock("much")  # [arg-type] "unlock" of "Turnstile" has incompatible type "str"; expected "int"
turnstile.unlock(dollars=5)  # [call-arg] Unexpected keyword argument "dollars" for "unlock" of "Turnstile"
turnstile.unlock(cents="much")  # [arg-type] "cents" to "unlock" of "Turnstile" has incompatible type "str"; expected "int"
turnstile.unlock()  # [call-arg] Missing positional argument "cents" in call to "unlock" of "Turnstile"
event: Event = gate.probe(Event.COIN).target  # [assignment] expression has type "State | Any", variable has type "Event"
text: str = turnstile.unlock(5)  # [assignment] expression has type "Outcome | Any", variable has type "str"
Decorated().decide("much")  # [arg-type] "decide" of "Decorated" has incompatible type "str"; expected "int"
turnstile.context = 5  # [assignment] expression has type "int", variable has type "Till"
turnstile.context.dollars  # [attr-defined] "Till" has no attribute "dollars"
turnstile.state = State.LOCKED  # [misc] Property "state"
Turnstile(context=5)  # [arg-type] "Turnstile" has incompatible type "int"; expected "Till"
Turnstile(Event.COIN, Till())  # [arg-type] "Turnstile" has incompatible type "Event"; expected "State
Turnstile.table.machine(Event.COIN)  # [arg-type] "machine" of "Table" has incompatible type "Event"
wrong_machine: Machine[Event, State, None] = words.machine()  # [assignment] "Machine[State, Event, Any]"

# The decorators of a class, told which states and events there are.
on = Decorators(State, Event)
on.transition(Event.COIN, Event.COIN, State.LOCKED)  # [arg-type] incompatible type "Event"; expected "State
on.transition(State.LOCKED, Mode.WEAK, State.LOCKED)  # [arg-type] incompatible type "Mode"; expected "Event
on.transition((State.LOCKED, Mode.WEAK), Event.COIN)  # [arg-type] incompatible type "tuple[State, Mode]"
on.transition(State.LOCKED, Event.COIN, Event.PASS)  # [arg-type] incompatible type "Event"; expected "State
on.transition(State.LOCKED, Event.COIN, active=Event.PASS)  # [arg-type] "active" to "transition" of "Decorators"
on.transition(State.LOCKED, Event.COIN, raising=State.LOCKED)  # [arg-type] "raising" to "transition" of "Decorators"
on.transition(State.LOCKED, Event.COIN, before=5)  # [arg-type] "before" to "transition" of "Decorators"
on.transition(State.LOCKED, Event.COIN, error_target=Event.COIN)  # [arg-type] "error_target" to "transition" of "Decorators"
on.resolver(State.LOCKED, Event.COIN, error_event=State.LOCKED)  # [arg-type] "error_event" to "resolver" of "Decorators"
on.resolver(State.LOCKED, State.LOCKED)  # [arg-type] "resolver" of "Decorators" has incompatible type "State"
on.entry(Event.COIN)  # [arg-type] "entry" of "Decorators" has incompatible type "Event"
on.exit(State.LOCKED, "unlocked")  # [arg-type] "exit" of "Decorators" has incompatible type "str"
on.cycle((State.LOCKED, 5))  # [arg-type] "cycle" of "Decorators" has incompatible type "tuple[State, int]"
on.update(1.5)  # [arg-type] "update" of "Decorators" has incompatible type "float"
transition(1.5, Event.COIN)  # [arg-type] "transition" has incompatible type "float"
transition(State.LOCKED, Event.COIN, None)  # [arg-type] "transition" has incompatible type "None"
entry(Mode)  # [arg-type] "entry" has incompatible type "type[Mode]"


class Deciding(Machine[State, Event, None]):
    @on.resolver(State.LOCKED, Event.COIN)  # [arg-type] expected "Callable[[Deciding], State | None]"
    def decide(self) -> Event:
        return Event.COIN


# Strs, and those that a program lists.
doors = Table(define("open")(when("shut") | then("shut")), define("shut")(when("open") | then("open")))
doors.machine().send(1)  # [arg-type] "send" of "PlainCalls" has incompatible type "int"; expected "str"
doors.machine().set_state(1.5)  # [arg-type] "set_state" of "PlainCalls" has incompatible type "float"; expected "str
listed_door.machine().send("slam")  # [arg-type] incompatible type "Literal['slam']"; expected "Literal['open', 'close']"
listed_door.machine("ajar")  # [arg-type] incompatible type "Literal['ajar']"; expected
wrong_door: Table[Door, Move] = Table(define("ajar")(when("open") | then("open")))  # [arg-type] type "Define[str, str]"

# Charts.
define(Part.SOUND)(define(Key.VOLUME))  # [arg-type] "define" has incompatible type "Key"; expected "Part"
define(Part.SOUND)(define(Part.QUIET)(when(Key.VOLUME) | then(Key.POWER)))  # [arg-type] "__call__" of "Define" has inco
parallel(Part.ON, done=1.5)  # [call-overload] "parallel" matches argument types "Part", "float"
define(Part.SOUND, initial=1.5)  # [call-overload] "define" matches argument types "Part", "float"
define(Part.SOUND, done=1.5)  # [call-overload] "define" matches argument types "Part", "float"
history(1.5)  # [type-var] "history" cannot be "float"
history(Part.LAST, default=1.5)  # [arg-type] "default" to "history" has incompatible type "float"
history(Part.LAST)(when(Key.POWER) | then())  # [operator] "StateBlock[Part, Never]" not callable
active(1.5)  # [type-var] "active" cannot be "float"
inactive(1.5)  # [type-var] "inactive" cannot be "float"
raising(1.5)  # [type-var] "raising" cannot be "float"
defer(1.5)  # [call-overload] "defer" matches argument type "float"
ordered(1.5, Part.OFF, Part.ON)  # [type-var] "ordered" cannot be "float"
in_order: Devices = Table(ordered(Key.POWER, Part.OFF, Key.VOLUME))  # [arg-type, mypy alone] has incompatible type "Key"
always(when(Key.VOLUME))  # [call-arg] Too many arguments for "always"
local(unlock)  # [arg-type] "local" has incompatible type "Callable[[Step, int], None]"
then(Part.LOUD, 1.5)  # [call-overload] "then" matches argument types "Part", "float"
superstate(define(Part.LOUD))  # [call-overload] "superstate" matches argument type "Define[Part, Never]"
when(Key.VOLUME)(define(Part.LOUD))  # [arg-type] "__call__" of "Clause" has incompatible type "Define[Part, Never]"
StateBlock(Part.LOUD, kind="parallel")  # [call-overload] "StateBlock" matches argument types "Part", "str"
device.raise_(Part.LOUD)  # [arg-type] "raise_" of "Charts" has incompatible type "Part"; expected "Key"
device.set_states([Key.POWER])  # [list-item] List item 0 has incompatible type "Key"; expected "Part"
device.set_states(Part.LOUD)  # [arg-type] "set_states" of "Charts" has incompatible type "Part"
Key.POWER in device  # [operator] operand types for in ("Key" and "Machine[Part, Key, Any]")
device.states = [Part.LOUD]  # [misc] Property "states" defined in "Charts" is read-only
player.parent(Key.POWER)  # [arg-type] "parent" of "AskedTable" has incompatible type "Key"; expected "Part"
player.kind("loud")  # [arg-type] "kind" of "AskedTable" has incompatible type "str"; expected "Part"
Devices = Table[Part, Key]
by_nested: Devices = Table(define(Part.ON)(define(Part.SOUND)(when(Mode.WEAK) | then())))  # [arg-type] "__call__" of "D
by_condition: Devices = Table(define(Part.ON)(when(Key.POWER) | active(Mode.WEAK) | then()))  # [arg-type] "__call__" of
by_raised: Devices = Table(define(Part.ON)(when(Key.POWER) | raising(Mode.WEAK) | then()))  # [arg-type] "__call__" of "
by_done: Devices = Table(define(Part.ON, done=Mode.WEAK))  # [arg-type] "done" to "define" has incompatible type "Mode"
by_history: Devices = Table(define(Part.ON)(history(Mode.WEAK)))  # [arg-type] "history" has incompatible type "Mode"
# Documents.
document.machine(Event.COIN)  # [arg-type] "machine" of "Table" has incompatible type "Event"; expected "State | Reserved | None"
document.diagram("jpeg")  # [call-overload] "diagram" of "WrittenTable" matches argument type "str"
document.diagram("svg", hide=Event.COIN)  # [call-overload] "diagram" of "WrittenTable" matches argument types "str", "Event"
document.diagram("svg", current="locked")  # [call-overload] "diagram" of "WrittenTable" matches argument types "str", "str"
image: str = document.diagram("png")  # [assignment] expression has type "bytes", variable has type "str"
matrix: bytes = document.diagram("matrix")  # [assignment] expression has type "str", variable has type "bytes"
document.tekst()  # [attr-defined] "Table[State, Event]" has no attribute "tekst"
document.fingerprint = "0"  # [misc] Property "fingerprint" defined in "WrittenTable" is read-only
Table.read(5)  # [call-overload] "read" of "Table" matches argument type "int"
Table.read("gate.fsm", states=5)  # [call-overload] "read" of "Table" matches argument types "str", "int"
Table.read("gate.fsm", predicates=[1])  # [list-item] List item 0 has incompatible type "int"; expected "type[Enum]"


class Wrong(Machine[Part, Key, None], abstract=True):
    class On(Nested, state=1.5):  # [arg-type] "state" to "__init_subclass__" of "Nested" has incompatible type "float"
        pass

    class Sound(Nested, state=Part.SOUND, regions=2):  # [call-arg] Unexpected keyword argument "regions" for "__init_su
        pass


class Unsure(Machine[State, Event, None], abstract=True):
    guards = 3  # [assignment] expression has type "int", base class "Machine" defined the type as "GuardPolicy"
    entry_exit = "always"  # [assignment] expression has type "str", base class "Machine" defined the type as "EntryExit"
    predicates = [State.LOCKED]  # [list-item] List item 0 has incompatible type "State"; expected "type[Enum]"
