"""A step in which nothing is called, for an awaited send: no turn is needed, since nobody could come in between.

Over a table without callbacks that is every step. Otherwise it is learned: which row is taken in a state, and what it
calls, follow from the event alone where no guard, provider or resolver was asked. Hooks are looked at each time.
"""

from __future__ import annotations

from typing import Any, Optional

from ..machines.core import MachineCore
from ..machines.library_calls import machine_pending, machine_send, machine_state
from ..machines.message import Command, command_of
from ..machines.quick_events import QuickEvent


def quick_step(machine: MachineCore[Any, Any, Any], event: Any) -> Optional[int]:
    """Perform the step of an event without arguments, if it calls nothing and nothing else is under way or waits.
    Returns the outcome; None if the step has to be performed in turn, and nothing has happened.
    """
    if machine._is_occupied or machine._exception is not None or machine._step_hooks or machine._unhandled_hooks:
        return None
    table, vocabulary = machine._table, machine._vocabulary
    if vocabulary.step_hooks or vocabulary.unhandled_hooks:
        return None
    known = machine._event_arguments.get(event.__class__)
    argument = None if known is None else known.get(event)
    if argument is None:
        argument = table._event_argument(event)
    if table._callbacks.has_functions:
        quick = machine._in_common.quick.get(argument)
        if quick is None or machine_state(machine._argument) not in quick.silent:
            return None
    elif table._is_chart:
        return None
    if machine_pending(machine._argument):
        return None
    outcome = machine_send(machine._argument, argument)
    return outcome if outcome > 0 else None


def known_event(machine: MachineCore[Any, Any, Any], event: Any) -> Optional[QuickEvent]:
    """Return what the table keeps of an event; None if nothing has been sent of it yet."""
    shared = machine._in_common
    known = shared.event_arguments.get(event.__class__)
    return None if known is None else shared.quick.get(known.get(event))


def kept_command(machine: MachineCore[Any, Any, Any], event: Any) -> Optional[Command]:
    """Return a command that sends an event without arguments, by the message that is kept of it; None if there is none.
    Such a command must not inherit cases, which would change the message."""
    quick = known_event(machine, event)
    if quick is None or quick.bare is None:
        return None
    command = command_of(quick.message)
    command.objects = {}
    return command


def learn(machine: MachineCore[Any, Any, Any], event: Any, source: int) -> None:
    """Note that sending an event in a state, without cases and arguments, has called nothing, hooks left out."""
    quick = _quick_event(machine, event)
    if quick is not None:
        quick.silent.add(source)


def learn_unasked(machine: MachineCore[Any, Any, Any], event: Any, source: int) -> None:
    """Note that sending an event in a state, without cases and arguments, has asked nobody which row is taken."""
    quick = _quick_event(machine, event)
    if quick is not None:
        quick.unasked.add(source)


def _quick_event(machine: MachineCore[Any, Any, Any], event: Any) -> Optional[QuickEvent]:
    """An event without arguments of which something can be learned."""
    if machine._table._is_chart or machine._vocabulary.predicates.kinds:
        return None  # what is taken may follow from other states, or from cases
    quick = known_event(machine, event)
    return None if quick is None or quick.bare is None else quick
