"""One step that is awaited: the library is asked for it again and again, until no callback has to be awaited any more.

The library runs a step in one go and cannot wait in the middle of it. So a callback that returns an awaitable breaks
the step off, as a failure would; the awaitable is awaited outside, the machine is put back to where the step began, and
the step is asked for again, with the results known so far. Those come in the same order each time, so every callback is
called once, at the moment at which a plain send would call it, and the state that it sees is the same too: a step that
is broken off leaves the old state before the commit, and the new one after it.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Optional, Union

from ..calling.callback_results import as_run, conclude, dismiss, is_awaitable
from ..calling.callbacks import Callbacks
from ..calling.hook import HOOK_ENTRIES, hooks_of
from ..calling.machine_state import Entry, Fields, MachineState, keep_exception
from ..calling.signatures import Call, Signature
from ..calling.trampoline import read
from ..definition.callables import Role
from ..library.generated.enumerations import Reserved
from ..library.loading import library
from ..machines.commands import Command

_FAILED = int(Reserved.FAILED)


class StepReplay:
    """Stands for the callbacks of a machine while the library is asked for a step, and remembers their results."""

    __slots__ = ("_callbacks", "_results", "_next", "_slot", "_role", "_signature", "_awaitable", "_is_closing")

    def __init__(self, callbacks: Callbacks) -> None:
        self._callbacks = callbacks
        # In their order: what the library was told, or what was raised.
        self._results: list[Union[int, BaseException]] = []
        self._next = 0
        self._slot = 0
        self._role = Role.ACTION
        self._signature: Optional[Signature] = None
        self._awaitable: Optional[Awaitable[Any]] = None
        # Whether the coroutine that awaits the step is being closed, so that nothing may be awaited any more.
        self._is_closing = False

    def __getitem__(self, slot: int) -> Entry:
        if self._awaitable is not None:
            return as_run(_pass)  # the hooks that see every step; this one will be asked for again
        self._slot = slot
        return as_run(self._call_hooks if slot in HOOK_ENTRIES else self._call)

    def _call(self, machine: MachineState, window: Any) -> int:
        return self._result(machine, read(window), *self._callbacks.call(self._slot))

    def _call_hooks(self, machine: MachineState, window: Any) -> int:
        fields = read(window)
        for hook in hooks_of(machine, self._slot):
            if self._result(machine, fields, hook.call, Role.ACTION, hook.signature) == _FAILED:
                return _FAILED
        return 0

    def _result(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        """Return what the library is told of the next callback. It is called unless its result is known."""
        self._next += 1
        if self._next <= len(self._results):
            known = self._results[self._next - 1]
            if isinstance(known, int):
                return known
            keep_exception(machine, known)
            return _FAILED
        try:
            result = call(machine, fields)
            if is_awaitable(result):
                if not self._is_closing:
                    self._awaitable, self._role, self._signature = result, role, signature
                    return _FAILED
                dismiss(result)
                result = None
            answer = conclude(result, role, signature)
        except BaseException as exception:
            self._results.append(exception)
            raise
        self._results.append(answer)
        return answer

    async def run(self, machine: MachineState, argument: Any, command: Command) -> int:
        """Carry out a command. Returns the library's result; what a callback raised is left with the machine."""
        source = library.sfsm_machine_state(argument)
        former_objects, machine._objects = machine._objects, command.objects
        try:
            while True:
                self._next = 0
                machine._entries = self
                try:
                    outcome = command.ask(argument)
                finally:
                    machine._entries = self._callbacks.entries
                if self._awaitable is None:
                    return outcome
                await self._finish(self._awaitable)
                machine._exception = None  # that of a callback before the hook that was awaited; it will come again
                if library.sfsm_machine_state(argument) != source:
                    library.sfsm_machine_set_state(argument, source)
        finally:
            machine._objects = former_objects
            if self._awaitable is not None:
                dismiss(self._awaitable)
            # Tracebacks of exceptions hold this frame.
            self._results.clear()

    async def _finish(self, awaitable: Awaitable[Any]) -> None:
        result: Union[int, BaseException]
        assert self._signature is not None
        try:
            result = conclude(await awaitable, self._role, self._signature)
        except BaseException as exception:
            self._is_closing = isinstance(exception, GeneratorExit)
            result = exception
        self._awaitable = None
        self._results.append(result)
        del result  # as above


def _pass(machine: MachineState, window: Any) -> int:
    return 0
