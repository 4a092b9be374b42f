"""A message: all that is sent to a machine, as the library takes it; and a command: what a machine is told to do, kept
until its turn comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import Array, Structure, byref, c_char_p, c_int32, c_void_p, cast, sizeof, string_at
from enum import Enum
from struct import iter_unpack, unpack
from typing import Any, Callable, NoReturn, Optional

from ..definition.arguments import Objects
from ..definition.ids import ANY, NONE, Member
from ..definition.predicates import must_be_case
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import Outcome, Reserved, Status
from ..library.generated.records import sfsm_case, sfsm_message
from ..library.results import ArgumentsError, UnknownPredicateError
from .library_calls import Call, machine_plan, machine_probe, machine_send_message


_ARRAYS = ("cases", "arguments")


class _Record(Structure):
    """An sfsm_message whose arrays are bytes. It keeps these alive."""

    _fields_ = [(field[0], c_char_p if field[0] in _ARRAYS else field[1]) for field in sfsm_message._fields_]

    def cases_bytes(self) -> bytes:
        """Its cases as bytes, which have zeros among them."""
        address = c_void_p.from_buffer(self, type(self).cases.offset).value
        return string_at(address, self.case_count * _CASE_SIZE) if address else b""


_SIZE, _CASE_SIZE = sizeof(_Record), sizeof(sfsm_case)
assert _SIZE == sizeof(sfsm_message)


class Message:
    """An event or a request with its cases and arguments."""

    __slots__ = ("event", "state", "objects", "reference", "_record", "_kept")

    def __init__(self, event: Any, state: Any, record: _Record, objects: Objects, kept: object = None) -> None:
        self.event: Any = event
        self.state: Any = state
        """What messages about it name: the event, or the state that is requested."""
        self.objects: Objects = objects
        """Its arguments that are Python objects."""
        self.reference: Any = byref(record)
        """Passed to functions of the library; valid as long as this is."""
        self._record = record
        # The strings among the arguments.
        self._kept = kept

    @property
    def number(self) -> int:
        """The id of the event."""
        return int(self._record.event)

    @property
    def cases_bytes(self) -> bytes:
        """Its cases, as bytes."""
        return self._record.cases_bytes()

    @property
    def arguments_at(self) -> tuple[int, int]:
        """The address and the number of its arguments. The address is valid as long as this is."""
        offset = type(self._record).arguments.offset
        return c_void_p.from_buffer(self._record, offset).value or 0, int(self._record.argument_count)

    def inherit(self, vocabulary: Vocabulary, parent: Message) -> None:
        """Take the cases of another message, for the predicate types that this one does not name and that have no
        provider: as the library does for what is sent from inside a step."""
        record, cases = self._record, parent._record.cases_bytes()
        if not cases:
            return
        own = record.cases_bytes()
        named = {number for number, _ in iter_unpack("=ii", own)} | vocabulary.providers
        parts = [cases[start : start + _CASE_SIZE] for start in range(0, len(cases), _CASE_SIZE)]
        own += b"".join(part for part in parts if unpack("=ii", part)[0] not in named)
        record.cases, record.case_count = own, len(own) // _CASE_SIZE


def pack_event(
    vocabulary: Vocabulary, event: Any, arguments: Sequence[Any], is_lenient: bool, objects: Objects
) -> Message:
    """Separate cases from arguments, and pack both. Python objects among the arguments are entered into `objects`.

    Errors: ArgumentsError and PredicateError for what does not belong to the event.
    """
    number = vocabulary.events.identify(event)
    types = vocabulary.argument_types.get(number)
    if not arguments and types is None:
        return pack_bare(event, number)
    packed = vocabulary.predicates.packed
    cases, values = [], []
    for argument in arguments:
        known = packed.get(type(argument))
        if known is None:
            values.append(argument)
        else:
            try:
                cases.append(known[argument])
            except KeyError:
                must_be_case(argument)
                raise
    if types is None:
        _reject_strangers(vocabulary, event, values, is_lenient)
        return Message(event, None, _Record(_SIZE, number, NONE, b"".join(cases), len(cases), None, 0), objects)
    try:
        array, kept = types.pack(values, objects)
    except ArgumentsError as error:
        raise ArgumentsError(
            f"{vocabulary.events.describe(event)} {error}",
            status=error.status or Status.ARGUMENT_COUNT,
            index=error.index,
            expected=error.expected,
        ) from None
    record = _Record(_SIZE, number, NONE, b"".join(cases), len(cases), array, len(types))
    return Message(event, None, record, objects, kept)


def pack_bare(event: Any, number: int) -> Message:
    """Pack an event alone, whose number is known."""
    return Message(event, None, _Record(_SIZE, number, NONE, None, 0, None, 0), {})


def pack_array(number: int, array: Array[Any], count: int) -> Message:
    """Pack an event whose arguments are an array of sfsm_value, which may be written between two calls."""
    record = _Record(_SIZE, number, NONE, None, 0, cast(array, c_char_p), count)
    return Message(None, None, record, {}, array)


def pack_request(vocabulary: Vocabulary, state: Any, cases: Iterable[Any], is_lenient: bool) -> Message:
    """Pack the request of a state. Errors: as `pack_any`."""
    packed = _pack_cases(vocabulary, cases, is_lenient)
    number = vocabulary.states.identify(state)
    record = _Record(_SIZE, Reserved.REQUEST, number, packed, len(packed) // _CASE_SIZE, None, 0)
    return Message(None, state, record, {})


def pack_any(vocabulary: Vocabulary, cases: Iterable[Any], is_lenient: bool) -> Message:
    """Pack cases alone, for queries about all events. Errors: PredicateError; ArgumentsError for what is no case."""
    packed = _pack_cases(vocabulary, cases, is_lenient)
    return Message(None, None, _Record(_SIZE, ANY, NONE, packed, len(packed) // _CASE_SIZE, None, 0), {})


def _pack_cases(vocabulary: Vocabulary, cases: Iterable[Any], is_lenient: bool) -> bytes:
    packed = []
    for case in cases:
        known = vocabulary.predicates.packed.get(type(case))
        if known is not None:
            packed.append(known[case])
        elif not isinstance(case, Enum):
            raise ArgumentsError(f"only members of the table's predicate types belong here, not {case!r}", index=0)
        elif not is_lenient:
            _reject(case)
    return b"".join(packed)


def _reject_strangers(vocabulary: Vocabulary, event: Any, values: list[Any], is_lenient: bool) -> None:
    """Refuse what is sent with an event that takes no arguments."""
    strangers = tuple(value for value in values if not isinstance(value, Enum))
    if strangers:
        raise ArgumentsError(
            f"{vocabulary.events.describe(event)} takes no arguments, but was sent with {strangers!r}: "
            f"declare its arguments (arguments=...)",
            index=0,
        )
    if values and not is_lenient:
        _reject(values[0])


def _reject(case: Enum) -> NoReturn:
    raise UnknownPredicateError(
        f"{case!r} is of no predicate type of this table: name the type in a row, or in predicates=",
        predicate=type(case),
        case=case,
    )


# ---------------------------------------------------------------------------------------------------------------------
# What waits
# ---------------------------------------------------------------------------------------------------------------------

Ask = Callable[[Any], int]
"""Calls the library for a machine, which is given as the library takes it."""


class Command:
    """One command, which is carried out by one call of the library, or planned, to be awaited."""

    __slots__ = (
        "ask", "open", "opening", "check", "message", "objects", "event", "state", "done", "is_stop", "comes_first", "named", "is_followed",
        "is_following"
    )  # fmt: skip

    def __init__(
        self, ask: Ask, check: Optional[Ask] = None, *, open: Optional[Call] = None, opening: tuple[Any, ...] = ()
    ) -> None:
        self.ask: Ask = ask
        self.open: Optional[Call] = open
        self.opening: tuple[Any, ...] = opening
        """What of the library opens a plan for it, with what between the machine and the plan."""
        self.check: Optional[Ask] = check
        """The same call without effects, which has the same errors."""
        self.event: Any = None
        self.state: Any = None
        """What messages about it name."""
        self.message: Optional[Message] = None
        """What is sent, if something is."""
        self.objects: Objects = {}
        """Its arguments that are Python objects."""
        self.done: int = Outcome.TRANSITIONED
        """What the library returns if the step has been performed."""
        self.is_stop: bool = False
        self.comes_first: bool = False
        """Whether it comes before what an exception has left in the queue: a stop drops that, an update is asked first.
        """
        self.named: Optional[c_int32] = None
        """The event that update callbacks have returned."""
        self.is_followed: bool = False
        """Whether that event is sent."""
        self.is_following: bool = False
        """Whether it plans what a chart does by itself, of whose events the library has cases and arguments."""

    @property
    def number(self) -> int:
        """The id of the event that is sent."""
        assert self.message is not None
        return self.message.number

    def inherit(self, vocabulary: Vocabulary, parent: Optional[Command]) -> None:
        """Take the cases of the step that sends this, for the predicate types that it does not name."""
        if self.message is not None and parent is not None and parent.message is not None:
            self.message.inherit(vocabulary, parent.message)

    def event_named(self, vocabulary: Vocabulary) -> Member:
        """Return the event that update callbacks have returned, or None."""
        return None if self.named is None else vocabulary.events.member(self.named.value)

    def follower(self, vocabulary: Vocabulary) -> Optional[Command]:
        """Return a command that sends that event, after what waits already."""
        if not self.is_followed or self.named is None or self.named.value == NONE:
            return None
        return command_of(pack_bare(self.event_named(vocabulary), self.named.value))


def sending(vocabulary: Vocabulary, event: Any, arguments: tuple[Any, ...], is_lenient: bool) -> Command:
    """Make a command that sends an event. Errors: those of the event and its arguments, at once."""
    return command_of(pack_event(vocabulary, event, arguments, is_lenient, {}))


def command_of(message: Message) -> Command:
    command = Command(
        lambda machine: machine_send_message(machine, message.reference),
        lambda machine: machine_probe(machine, message.reference, None),
        open=machine_plan,
        opening=(message.reference,),
    )
    command.message, command.objects = message, message.objects
    command.event, command.state = message.event, message.state
    return command


def requesting(vocabulary: Vocabulary, state: Any, cases: tuple[Any, ...], is_lenient: bool) -> Command:
    """Make a command that requests a state."""
    return command_of(pack_request(vocabulary, state, cases, is_lenient))
