"""What a machine is told to do, kept until its turn comes: an event, a request, a start, a stop, an update."""

from __future__ import annotations

from ctypes import byref, c_int32
from typing import TYPE_CHECKING, Any, Callable, Optional

from .ids import NONE, Member, Reserved
from .loading import library
from .payloads import Objects
from .results import Status
from .sent import pack, pack_cases

if TYPE_CHECKING:
    from .machine_handle import MachineHandle

Ask = Callable[[Any], int]
"""Asks the library for something, for the machine behind an argument."""


class Errand:
    """One thing to do. It may be asked for several times, until nothing in it has to be awaited any more."""

    __slots__ = ("ask", "check", "event", "state", "objects", "is_stop", "comes_first", "named", "is_followed")

    def __init__(self, ask: Ask, check: Optional[Ask] = None, *, event: Any = None, state: Any = None) -> None:
        self.ask = ask
        self.check = check
        """The same question without consequences: what is wrong with it is answered in the same way."""
        self.event, self.state = event, state
        """What sentences about it name."""
        self.objects: Objects = {}
        """The objects of Python that the event carries."""
        self.is_stop = False
        self.comes_first = False
        """Whether what an exception has left waiting is run behind it: a stop drops it, an update asks first."""
        self.named: Optional[c_int32] = None
        """The event that update callbacks name, once they were asked."""
        self.is_followed = False
        """Whether that event is sent."""

    def event_named(self, machine: MachineHandle[Any, Any, Any]) -> Member:
        """The event that the update callbacks have named, or None."""
        return None if self.named is None else machine._table._events.member(self.named.value)

    def follower(self, machine: MachineHandle[Any, Any, Any]) -> Optional[Errand]:
        """That event, to be sent behind what waits already."""
        if not self.is_followed or self.named is None or self.named.value == NONE:
            return None
        number = self.named.value
        return Errand(
            lambda argument: library.sfsm_machine_send(argument, number),
            lambda argument: library.sfsm_machine_probe(argument, number, None),
            event=self.event_named(machine),
        )


def sending(machine: MachineHandle[Any, Any, Any], event: Any, things: tuple[Any, ...]) -> Errand:
    """An event to send. Raises what is wrong with `things` at once."""
    number = machine._table._events.identify(event)
    objects: Objects = {}
    sent = pack(machine._table._layout, event, things, machine._is_lenient, objects)
    errand = Errand(
        lambda argument: library.sfsm_machine_send_with(argument, number, *sent.parts()),
        lambda argument: library.sfsm_machine_probe_with(argument, number, *sent.parts(), None),
        event=event,
    )
    errand.objects = objects
    return errand


def requesting(machine: MachineHandle[Any, Any, Any], state: Any, cases: tuple[Any, ...]) -> Errand:
    """A state to request."""
    number = machine._table._states.identify(state)
    packed = pack_cases(machine._table._layout, cases, machine._is_lenient)
    return Errand(
        lambda argument: library.sfsm_machine_request_matching(argument, number, *packed),
        lambda argument: library.sfsm_machine_explain(argument, Reserved.REQUEST, number, *packed, None, 0, None),
        state=state,
    )


def starting(machine: MachineHandle[Any, Any, Any], state: Any) -> Errand:
    """A start."""
    number = machine._state_id(state)

    def start(argument: Any) -> int:
        return library.sfsm_machine_start(argument, number)  # type: ignore[no-any-return]

    def check(argument: Any) -> int:
        return Status.OK if library.sfsm_machine_state(argument) == NONE else start(argument)

    return Errand(start, check, state=state)


def stopping() -> Errand:
    """A stop."""
    errand = Errand(
        lambda argument: library.sfsm_machine_stop(argument),
        lambda argument: Status.NOT_RUNNING if library.sfsm_machine_state(argument) == NONE else Status.OK,
    )
    errand.is_stop = errand.comes_first = True
    return errand


def updating(time: float, *, is_followed: bool = True) -> Errand:
    """An update, whose event is not sent with it, but follows, or is only told."""
    named = c_int32(NONE)
    errand = Errand(lambda argument: library.sfsm_machine_update(argument, time, byref(named)))
    errand.named, errand.is_followed, errand.comes_first = named, is_followed, True
    return errand
