"""What a machine is told to do, kept until its turn comes: an event, a request, a start, a stop, an update."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_size_t
from typing import Any, Callable, Optional, Protocol

from ..definition.arguments import Objects
from ..definition.ids import NONE, Member, Reserved
from ..definition.vocabulary import Vocabulary
from ..library.loading import library
from ..library.results import Status
from .library_calls import (
    machine_explain,
    machine_probe_with,
    machine_request_matching,
    machine_send_with,
    machine_update,
)
from .message import pack_cases, pack_message

Ask = Callable[[Any], int]
"""Calls the library, for the machine behind an argument."""


class Command:
    """One thing to do. It may be asked for several times, until nothing in it has to be awaited any more."""

    __slots__ = ("ask", "check", "event", "state", "objects", "is_stop", "comes_first", "named", "is_followed")

    def __init__(self, ask: Ask, check: Optional[Ask] = None, *, event: Any = None, state: Any = None) -> None:
        self.ask: Ask = ask
        self.check: Optional[Ask] = check
        """The same question without consequences: what is wrong with it is answered in the same way."""
        self.event: Any = event
        self.state: Any = state
        """What sentences about it name."""
        self.objects: Objects = {}
        """The objects of Python that the event carries."""
        self.is_stop: bool = False
        self.comes_first: bool = False
        """Whether what an exception has left waiting is run behind it: a stop drops it, an update asks first."""
        self.named: Optional[c_int32] = None
        """The event that update callbacks name, once they were asked."""
        self.is_followed: bool = False
        """Whether that event is sent."""

    def event_named(self, vocabulary: Vocabulary) -> Member:
        """The event that the update callbacks have named, or None."""
        return None if self.named is None else vocabulary.events.member(self.named.value)

    def follower(self, vocabulary: Vocabulary) -> Optional[Command]:
        """That event, to be sent behind what waits already."""
        if not self.is_followed or self.named is None or self.named.value == NONE:
            return None
        number = self.named.value
        return Command(
            lambda machine: library.sfsm_machine_send(machine, number),
            lambda machine: library.sfsm_machine_probe(machine, number, None),
            event=self.event_named(vocabulary),
        )


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
    """An event to send. Raises what is wrong with `arguments` at once."""
    number = vocabulary.events.identify(event)
    objects: Objects = {}
    message = pack_message(vocabulary, event, arguments, is_lenient, objects)
    command = Command(
        lambda machine: machine_send_with(machine, number, *message.parts()),
        lambda machine: machine_probe_with(machine, number, *message.parts(), None),
        event=event,
    )
    command.objects = objects
    return command


def requesting(vocabulary: Vocabulary, state: Any, cases: tuple[Any, ...], is_lenient: bool) -> Command:
    """A state to request."""
    number = vocabulary.states.identify(state)
    packed = pack_cases(vocabulary, cases, is_lenient)
    return Command(
        lambda machine: machine_request_matching(machine, number, *packed),
        lambda machine: machine_explain(machine, int(Reserved.REQUEST), number, *packed, None, c_size_t(0), None),
        state=state,
    )


def starting(number: int, state: Any) -> Command:
    """A start, in the state with this number."""

    def start(machine: Any) -> int:
        return library.sfsm_machine_start(machine, number)  # type: ignore[no-any-return]

    def check(machine: Any) -> int:
        return Status.OK if library.sfsm_machine_state(machine) == NONE else start(machine)

    return Command(start, check, state=state)


def stopping() -> Command:
    """A stop."""
    command = Command(
        lambda machine: library.sfsm_machine_stop(machine),
        lambda machine: Status.NOT_RUNNING if library.sfsm_machine_state(machine) == NONE else Status.OK,
    )
    command.is_stop = command.comes_first = True
    return command


def seconds(time: float) -> c_double:
    """A time as the library takes it. Raises TypeError for what is no number."""
    if not hasattr(type(time), "__float__"):
        raise TypeError(f"time must be a number, not {time!r}")
    return c_double(float(time))


def updating(time: float, *, is_followed: bool = True) -> Command:
    """An update, whose event is not sent with it, but follows, or is only returned."""
    named, present = c_int32(NONE), seconds(time)
    command = Command(lambda machine: machine_update(machine, present, byref(named)))
    command.named, command.is_followed, command.comes_first = named, is_followed, True
    return command
