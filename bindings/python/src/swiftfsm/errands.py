"""What a machine is told to do, kept until its turn comes: an event, a request, a start, a stop, an update."""

from __future__ import annotations

from ctypes import byref, c_int32
from typing import TYPE_CHECKING, Any, Callable, Optional

from .ids import NONE, Reserved
from .loading import library
from .payloads import Objects
from .results import Status

if TYPE_CHECKING:
    from .machine import Machine

Ask = Callable[[Any], int]
"""Asks the library for something, for the machine behind an argument."""


class Errand:
    """One thing to do. It may be asked for several times, until nothing in it has to be awaited any more."""

    __slots__ = ("ask", "check", "event", "state", "objects", "is_stop", "comes_first", "named")

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

    def follower(self, machine: Machine[Any, Any, Any]) -> Optional[Errand]:
        """The event that the update callbacks have named, to be sent behind what waits already."""
        if self.named is None or self.named.value == NONE:
            return None
        number = self.named.value
        event = machine._table._events.member(number)
        return Errand(lambda argument: library.sfsm_machine_send(argument, number), event=event)


def sending(machine: Machine[Any, Any, Any], event: Any, things: tuple[Any, ...]) -> Errand:
    """An event to send. Raises what is wrong with `things` at once."""
    number = machine._table._events.identify(event)
    objects: Objects = {}
    sent = machine._pack(event, things, objects)
    errand = Errand(
        lambda argument: library.sfsm_machine_send_with(argument, number, *sent.parts()),
        lambda argument: library.sfsm_machine_probe_with(argument, number, *sent.parts(), None),
        event=event,
    )
    errand.objects = objects
    return errand


def requesting(machine: Machine[Any, Any, Any], state: Any, cases: tuple[Any, ...]) -> Errand:
    """A state to request."""
    number = machine._table._states.identify(state)
    sent = machine._pack(None, cases, {})
    return Errand(
        lambda argument: library.sfsm_machine_request_matching(argument, number, *sent.parts()[:2]),
        lambda argument: library.sfsm_machine_explain(
            argument, Reserved.REQUEST, number, *sent.parts()[:2], None, 0, None
        ),
        state=state,
    )


def starting(machine: Machine[Any, Any, Any], state: Any) -> Errand:
    """A start."""
    number = machine._state_id(state)
    return Errand(lambda argument: library.sfsm_machine_start(argument, number), state=state)


def stopping() -> Errand:
    """A stop."""
    errand = Errand(
        lambda argument: library.sfsm_machine_stop(argument),
        lambda argument: Status.NOT_RUNNING if library.sfsm_machine_state(argument) == NONE else Status.OK,
    )
    errand.is_stop = errand.comes_first = True
    return errand


def updating(time: float) -> Errand:
    """An update, whose event is not sent with it, but follows."""
    named = c_int32(NONE)
    errand = Errand(lambda argument: library.sfsm_machine_update(argument, time, byref(named)))
    errand.named, errand.comes_first = named, True
    return errand
