"""One step of an asend: asked of the library again and again, until nothing in it has to be awaited any more.

The library runs a step in one go and cannot wait in the middle of it. So a callback that returns an awaitable breaks
the step off, as a failure would; the awaitable is awaited outside, the machine is put back to where the step began, and
the step is asked for again with the answers known so far. Those come in the same order each time, so every callback is
called once, at the moment at which a plain send would call it, and the state that it sees is the same too: a step that
is broken off leaves the old state before the commit, and the new one after it.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Optional, Union

from .answers import Entry, Role, as_run, conclude, dismiss, is_awaitable
from .callbacks import Callbacks, keep_exception, read
from .ids import Reserved
from .loading import library
from .signatures import Signature

if TYPE_CHECKING:
    from .errands import Errand
    from .machine import Machine
    from .machine_handle import MachineHandle

_FAILED = int(Reserved.FAILED)


class Attempt:
    """Stands for a machine's callbacks while the library is asked for a step, and remembers what they answered."""

    __slots__ = ("_callbacks", "_answers", "_next", "_slot", "_role", "_signature", "_awaitable", "_is_closing")

    def __init__(self, callbacks: Callbacks) -> None:
        self._callbacks = callbacks
        # By order: what the library was told, or what was raised.
        self._answers: list[Union[int, BaseException]] = []
        self._next = 0
        self._slot = 0
        self._role = Role.ACTION
        self._signature: Optional[Signature] = None
        self._awaitable: Optional[Awaitable[Any]] = None
        # Whether the coroutine of the asend is being closed, so that nothing may be awaited any more.
        self._is_closing = False

    def __getitem__(self, slot: int) -> Entry:
        if self._awaitable is not None:
            return as_run(_pass)  # the hook that sees every step; this one will be asked for again
        if self._next < len(self._answers):
            return as_run(self._repeat)
        self._slot = slot
        return as_run(self._call)

    def _repeat(self, machine: Machine[Any, Any, Any], window: Any) -> int:
        answer = self._answers[self._next]
        self._next += 1
        if isinstance(answer, int):
            return answer
        keep_exception(machine, answer)
        return _FAILED

    def _call(self, machine: Machine[Any, Any, Any], window: Any) -> int:
        call, role, signature = self._callbacks.call(self._slot)
        self._next += 1
        try:
            result = call(machine, read(window))
            if is_awaitable(result):
                if not self._is_closing:
                    self._awaitable, self._role, self._signature = result, role, signature
                    return _FAILED
                dismiss(result)
                result = None
            answer = conclude(result, role, signature)
        except BaseException as exception:
            self._answers.append(exception)
            raise
        self._answers.append(answer)
        return answer

    async def run(self, machine: MachineHandle[Any, Any, Any], argument: Any, errand: Errand) -> int:
        """Carries out an errand; what the library said in the end. What a callback raised is left with the machine."""
        source = library.sfsm_machine_state(argument)
        former_objects, machine._objects = machine._objects, errand.objects
        try:
            while True:
                self._next = 0
                machine._runs = self
                try:
                    outcome = errand.ask(argument)
                finally:
                    machine._runs = self._callbacks
                if self._awaitable is None:
                    return outcome
                await self._answer(self._awaitable)
                machine._exception = None  # that of an answer before the hook that was awaited; it will come again
                if library.sfsm_machine_state(argument) != source:
                    library.sfsm_machine_set_state(argument, source)
        finally:
            machine._objects = former_objects
            if self._awaitable is not None:
                dismiss(self._awaitable)
            # Tracebacks of exceptions hold this frame.
            self._answers.clear()

    async def _answer(self, awaitable: Awaitable[Any]) -> None:
        answer: Union[int, BaseException]
        assert self._signature is not None
        try:
            answer = conclude(await awaitable, self._role, self._signature)
        except BaseException as exception:
            self._is_closing = isinstance(exception, GeneratorExit)
            answer = exception
        self._awaitable = None
        self._answers.append(answer)
        del answer  # as above


def _pass(machine: Machine[Any, Any, Any], window: Any) -> int:
    return 0
