"""What `prepare` is told of an event before the library knows it: in a query, or of one that failed."""

from __future__ import annotations

from ctypes import addressof, c_int32
from struct import iter_unpack
from typing import Any, Optional

from ..calling.machine_state import Fields, MachineState
from ..calling.watch import is_watched, prepare_hooks
from ..definition.ids import ANY, NONE
from ..library.generated.enumerations import Status
from .library_calls import machine_state
from .message import Message

# The machines whose hooks are called: a hook may ask its machine something.
_under_way: set[int] = set()


def prepare_query(machine: Any, message: Message) -> None:
    """Call what a watched machine calls before guards. Inside a step nothing is called: it was, for the event under way.

    Errors: what a hook raises; TypeError for one that has to be awaited.
    """
    if not is_watched(machine) or id(machine) in _under_way or machine._address is None or machine._is_inside:
        return
    hooks = prepare_hooks(machine)
    if hooks:
        fields, kept = fields_of(machine, message)
        _under_way.add(id(machine))
        try:
            for hook in hooks:
                hook.run(machine, fields)
        finally:
            _under_way.discard(id(machine))
        del kept


def fields_of(machine: Any, message: Optional[Message]) -> tuple[Fields, Any]:
    """Return the fields of a step that a message would make, and what has to live as long as they are read."""
    present = machine_state(machine._argument)
    event = int(NONE) if message is None or message.number == ANY else message.number
    cases, kept = _cases(machine, b"" if message is None else message.cases_bytes)
    arguments, count = (0, 0) if message is None else message.arguments_at
    head = (machine._address, machine._number, event, present, int(NONE), int(Status.OK), 0.0)
    return (*head, cases, arguments, count, 0), (kept, message)


def _cases(machine: MachineState, packed: bytes) -> tuple[int, Any]:
    predicates = machine._vocabulary.predicates
    if not predicates.members:
        return 0, None
    cases = (c_int32 * len(predicates.members))(*[int(NONE)] * len(predicates.members))
    for number, value in iter_unpack("=ii", packed):
        cases[predicates.place(number)] = value
    return addressof(cases), cases
