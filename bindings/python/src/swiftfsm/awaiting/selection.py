"""Selecting a row, where guards and the like may have to be awaited.

Guards, providers and resolvers that come first are called by the library while it selects, and so are update callbacks;
none of them changes anything. One that returns an awaitable postpones the plan, and fails. The awaitable is awaited
outside, and the plan is asked for again with the results known so far, which come in the same order.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Optional, Union

from ..calling.callback_results import as_run, conclude, dismiss, finish, is_awaitable
from ..calling.callbacks import Callbacks
from ..calling.hook import HOOK_ENTRIES, hooks_of
from ..calling.machine_state import STEP, Entry, Fields, MachineState, keep_exception
from ..calling.signatures import Call, Signature
from ..definition.callables import Role
from ..library.generated.enumerations import Reserved
from ..machines.core import MachineCore
from ..machines.library_calls import machine_postpone
from ..machines.message import Command

FAILED = int(Reserved.FAILED)


class Selection:
    """Stands for the callbacks of a machine while the library is asked."""

    __slots__ = (
        "awaitable", "_machine", "_argument", "_callbacks", "_is_update", "_results", "_next", "_slot", "_meaning",
        "_is_plain",
    )  # fmt: skip

    def __init__(
        self, machine: MachineCore[Any, Any, Any], argument: Any, is_update: bool, is_plain: bool = False
    ) -> None:
        """is_plain: nothing can be awaited."""
        # What has broken the selection off, and what its result means.
        self.awaitable: Optional[Awaitable[Any]] = None
        self._meaning: Optional[tuple[Role, Signature]] = None
        self._machine = machine
        self._argument = argument
        self._callbacks: Callbacks = machine._table._callbacks
        self._is_update = is_update
        self._is_plain = is_plain
        # In their order: what the library was told, or what was raised.
        self._results: list[Union[int, BaseException]] = []
        self._next = self._slot = 0

    @property
    def has_asked(self) -> bool:
        """Whether a callback was called while the library selected."""
        return self._next > 0

    def clear(self) -> None:
        """Drop what is left. Tracebacks of exceptions hold the frames that hold this."""
        if self.awaitable is not None:
            dismiss(self.awaitable)
        self._results.clear()

    def select(self, argument: Any, command: Command, plan: Any) -> int:
        """Have the library select and plan. Something has to be awaited first if there is an awaitable afterwards."""
        self._next = 0
        self._machine._entries = self
        try:
            return command.ask(argument) if command.open is None else command.open(argument, *command.opening, plan)
        finally:
            self._machine._entries = self._callbacks.entries

    def __getitem__(self, slot: int) -> Entry:
        if self.awaitable is not None:
            return as_run(_pass)  # the hooks that see every step; this one will be asked for again
        self._slot = slot
        if slot in HOOK_ENTRIES:
            return as_run(self._ask_hooks)
        # Behind an update the library runs the events that a plain call has left, as a plain call does.
        is_left = self._is_update and self._callbacks.call(slot)[1] not in (Role.UPDATE, Role.PROVIDER)
        return self._callbacks.entries[slot] if is_left else as_run(self._ask)

    def _ask(self, machine: MachineState, window: Any) -> int:
        return self._result(machine, STEP.unpack_from(window), *self._callbacks.call(self._slot))

    def _ask_hooks(self, machine: MachineState, window: Any) -> int:
        fields = STEP.unpack_from(window)
        for hook in hooks_of(machine, self._slot):
            if self._result(machine, fields, hook.call, Role.ACTION, hook.signature) == FAILED:
                return FAILED
        return 0

    def _result(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        """Return what the library is told of the next callback. It is called unless its result is known."""
        self._next += 1
        if self._next <= len(self._results):
            known = self._results[self._next - 1]
            if isinstance(known, int):
                return known
            keep_exception(machine, known)
            return FAILED
        try:
            result = call(machine, fields)
            if self._is_plain:
                answer = finish(result, role, signature, machine)
            elif is_awaitable(result):
                machine_postpone(self._argument)  # in vain behind an update, for which no plan is made
                self.awaitable, self._meaning = result, (role, signature)
                return FAILED
            else:
                answer = conclude(result, role, signature, machine)
        except BaseException as exception:
            self._results.append(exception)
            raise
        self._results.append(answer)
        return answer

    async def finish(self, awaitable: Awaitable[Any]) -> None:
        """Await what has broken the selection off."""
        result: Union[int, BaseException]
        assert self._meaning is not None
        try:
            result = conclude(await awaitable, *self._meaning, self._machine)
        except GeneratorExit:
            raise  # as in _call
        except BaseException as exception:
            result = exception
        self.awaitable = None
        self._results.append(result)
        del result  # as above


def _pass(machine: MachineState, window: Any) -> int:
    return 0
