"""What is wrong with a command, found out before it is carried out."""

from __future__ import annotations

from typing import Any

from ..calling.callback_results import as_run
from ..calling.callbacks import Callbacks
from ..calling.hook import HOOK_ENTRIES
from ..calling.machine_state import Entry
from ..definition.callables import Role
from ..definition.ids import ANY, NONE
from ..library.generated.enumerations import Status
from ..machines.core import MachineCore
from ..machines.message import Command

AnyMachine = MachineCore[Any, Any, Any]


def check(machine: AnyMachine, command: Command, argument: Any) -> None:
    """Raise the error that a command would have, before anything is done. No callback is called."""
    if command.check is None:
        return
    former, machine._entries = machine._entries, _Refusing(machine._table._callbacks)
    try:
        status = command.check(argument)
    finally:
        machine._entries = former
    if status == Status.UNKNOWN_EVENT and any(row.event is ANY for row in machine._table.transitions()):
        return  # by the time that it is done, the machine may be in a state that takes any event
    if status < 0:
        machine._fail(status, event=command.event, state=command.state)


class _Refusing:
    """Stands for callbacks of which none is called: guards and resolvers refuse."""

    def __init__(self, callbacks: Callbacks) -> None:
        self._callbacks = callbacks

    def __getitem__(self, slot: int) -> Entry:
        is_resolver = slot not in HOOK_ENTRIES and self._callbacks.call(slot)[1] is Role.RESOLVER
        answer = int(NONE) if is_resolver else 0
        return as_run(lambda machine, window: answer)
