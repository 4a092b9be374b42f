"""Commands: what a machine is told to do, kept until its turn comes."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from typing import Any, Callable, Optional, Protocol

from ..definition.arguments import Objects
from ..definition.ids import NONE, Member
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import Status
from ..library.loading import library
from .library_calls import machine_probe, machine_send_message, machine_update
from .message import Message, pack_bare, pack_event, pack_request

Ask = Callable[[Any], int]
"""Calls the library for a machine, which is given as the library takes it."""


class Command:
    """One command. It may be performed several times, until nothing in it has to be awaited any more."""

    __slots__ = ("ask", "check", "event", "state", "objects", "is_stop", "comes_first", "named", "is_followed")

    def __init__(self, ask: Ask, check: Optional[Ask] = None, *, event: Any = None, state: Any = None) -> None:
        self.ask: Ask = ask
        self.check: Optional[Ask] = check
        """The same call without effects, which has the same errors."""
        self.event: Any = event
        self.state: Any = state
        """What messages about it name."""
        self.objects: Objects = {}
        """Its arguments that are Python objects."""
        self.is_stop: bool = False
        self.comes_first: bool = False
        """Whether it comes before what an exception has left in the queue: a stop drops that, an update is asked first.
        """
        self.named: Optional[c_int32] = None
        """The event that update callbacks have returned."""
        self.is_followed: bool = False
        """Whether that event is sent."""

    def event_named(self, vocabulary: Vocabulary) -> Member:
        """Return the event that update callbacks have returned, or None."""
        return None if self.named is None else vocabulary.events.member(self.named.value)

    def follower(self, vocabulary: Vocabulary) -> Optional[Command]:
        """Return a command that sends that event, after what waits already."""
        if not self.is_followed or self.named is None or self.named.value == NONE:
            return None
        return _sending(pack_bare(self.event_named(vocabulary), self.named.value))


class Queue(Protocol):
    """The commands of a machine, of which one is carried out at a time; see `awaiting`."""

    @property
    def is_under_way(self) -> bool:
        """Whether a command is being carried out."""

    @property
    def waiting(self) -> int:
        """How many commands wait."""

    def perform_plainly(self, machine: Any, command: Optional[Command]) -> int:
        """Carries out a command for a plain call, or only what waits. Raises BusyError if it is another's turn."""

    def must_rest(self, machine: Any) -> None:
        """Raises BusyError while a command is being carried out."""

    def clear(self, machine: Any) -> None:
        """Drops what waits."""

    def release_later(self, address: int) -> None:
        """Has the machine released once the present command is done."""


def sending(vocabulary: Vocabulary, event: Any, arguments: tuple[Any, ...], is_lenient: bool) -> Command:
    """Make a command that sends an event. Errors: those of the event and its arguments, at once."""
    return _sending(pack_event(vocabulary, event, arguments, is_lenient, {}))


def _sending(message: Message) -> Command:
    command = Command(
        lambda machine: machine_send_message(machine, message.reference),
        lambda machine: machine_probe(machine, message.reference, None),
        event=message.event,
        state=message.state,
    )
    command.objects = message.objects
    return command


def requesting(vocabulary: Vocabulary, state: Any, cases: tuple[Any, ...], is_lenient: bool) -> Command:
    """Make a command that requests a state."""
    return _sending(pack_request(vocabulary, state, cases, is_lenient))


def starting(number: int, state: Any) -> Command:
    """Make a command that starts the machine, in the state with this number."""

    def start(machine: Any) -> int:
        return library.sfsm_machine_start(machine, number)  # type: ignore[no-any-return]

    def check(machine: Any) -> int:
        return Status.OK if library.sfsm_machine_state(machine) == NONE else start(machine)

    return Command(start, check, state=state)


def stopping() -> Command:
    """Make a command that stops the machine."""
    command = Command(
        lambda machine: library.sfsm_machine_stop(machine),
        lambda machine: Status.NOT_RUNNING if library.sfsm_machine_state(machine) == NONE else Status.OK,
    )
    command.is_stop = command.comes_first = True
    return command


def seconds(time: float) -> c_double:
    """Return a time as the library takes it. Errors: TypeError for what is no number."""
    try:
        # float() takes text too, and up to Python 3.9 complex numbers have the method, which then fails.
        return c_double(type(time).__float__(time))
    except (AttributeError, TypeError):
        raise TypeError(f"time must be a number, not {time!r}") from None


def updating(time: float, *, is_followed: bool = True) -> Command:
    """Make a command that runs update callbacks. Their event is not sent with it, but follows, or is only returned."""
    named, present = c_int32(NONE), seconds(time)
    command = Command(lambda machine: machine_update(machine, present, None, byref(named)))
    command.named, command.is_followed, command.comes_first = named, is_followed, True
    return command
