"""Commands: what a machine is told to do, kept until its turn comes."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from typing import Any, Callable, Optional, Protocol

from ..definition.arguments import Objects
from ..definition.ids import NONE, Member
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from .library_calls import (
    machine_plan,
    machine_plan_start,
    machine_plan_stop,
    machine_probe,
    machine_send_message,
    machine_update,
)
from .message import Message, pack_bare, pack_event, pack_request

Ask = Callable[[Any], int]
"""Calls the library for a machine, which is given as the library takes it."""
Open = Callable[[Any, Any], int]
"""The same with a reference to an sfsm_plan, which is opened if the command is a step."""


class Command:
    """One command, which is carried out by one call of the library, or planned, to be awaited."""

    __slots__ = (
        "ask", "open", "check", "message", "event", "state", "done", "is_stop", "comes_first", "named", "is_followed"
    )  # fmt: skip

    def __init__(
        self, ask: Ask, open: Open, check: Optional[Ask] = None, *, event: Any = None, state: Any = None
    ) -> None:
        self.ask: Ask = ask
        self.open: Open = open
        self.check: Optional[Ask] = check
        """The same call without effects, which has the same errors."""
        self.event: Any = event
        self.state: Any = state
        """What messages about it name."""
        self.message: Optional[Message] = None
        """What is sent, if something is."""
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

    @property
    def objects(self) -> Objects:
        """Its arguments that are Python objects."""
        return {} if self.message is None else self.message.objects

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
        lambda machine, plan: machine_plan(machine, message.reference, plan),
        lambda machine: machine_probe(machine, message.reference, None),
        event=message.event,
        state=message.state,
    )
    command.message = message
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

    command = Command(start, lambda machine, plan: machine_plan_start(machine, number, plan), check, state=state)
    command.done = Status.OK
    return command


def stopping() -> Command:
    """Make a command that stops the machine."""
    command = Command(
        lambda machine: library.sfsm_machine_stop(machine),
        machine_plan_stop,
        lambda machine: Status.NOT_RUNNING if library.sfsm_machine_state(machine) == NONE else Status.OK,
    )
    command.is_stop = command.comes_first = True
    command.done = Status.OK
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

    def ask(machine: Any) -> int:
        return machine_update(machine, present, None, byref(named))

    command = Command(ask, lambda machine, plan: ask(machine))
    command.named, command.is_followed, command.comes_first = named, is_followed, True
    return command
