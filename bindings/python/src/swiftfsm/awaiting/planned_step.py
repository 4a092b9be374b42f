"""A step that Python performs: the library plans it, and each callback is called and awaited in its turn.

`sfsm_machine_plan` selects the row and opens a plan, which tells what to call, in order, and where the state changes.
The machine is busy from then on until `sfsm_machine_complete` ends the step.

Guards, providers and resolvers that come first are called by the library while it selects, and so are update callbacks;
none of them changes anything. One that returns an awaitable breaks the selection off, as a failure would. The awaitable
is awaited outside, and the selection is asked for again with the results known so far, which come in the same order.
"""

from __future__ import annotations

from collections.abc import Awaitable
from ctypes import Array, Structure, addressof, byref, c_int32, c_void_p, sizeof
from typing import Any, Optional, Union

from ..calling.callback_results import as_run, conclude, dismiss, is_awaitable
from ..calling.callbacks import Callbacks
from ..calling.hook import HOOK_ENTRIES, STEP_HOOKS, hooks_of
from ..calling.machine_state import STEP, Entry, Fields, MachineState, Window, keep_exception
from ..calling.signatures import Call, Signature
from ..calling.step import CASES, OUTCOME, TARGET
from ..definition.callables import Role
from ..definition.ids import NONE
from ..library.generated.constants import PLAN_COMMIT, PLAN_RESOLVE
from ..library.generated.enumerations import Outcome, Reserved, Status
from ..library.generated.records import sfsm_plan
from ..machines.core import MachineCore
from ..machines.library_calls import machine_abandon, machine_commit, machine_complete, machine_resolve, plan_next
from ..machines.message import Command

_FAILED = int(Reserved.FAILED)
_PLAN_SIZE = sizeof(sfsm_plan)


class _Callback(Structure):
    """An sfsm_callback of addresses, of which ctypes makes no functions."""

    _fields_ = [("function", c_void_p), ("context", c_void_p), ("finalizer", c_void_p)]


class Tools:
    """What the steps of one machine are planned with, one after the other; made once, since that takes long."""

    __slots__ = ("plan", "open_plan", "callback", "out_callback", "window")

    def __init__(self, address: int) -> None:
        """address: that of the machine, at which the step lies."""
        self.plan: sfsm_plan = sfsm_plan(_PLAN_SIZE)
        self.open_plan: Any = byref(self.plan)
        self.callback: _Callback = _Callback()
        self.out_callback: Any = byref(self.callback)
        self.window: Any = Window.from_address(address)


class PlannedStep:
    """One step of a machine. It stands for the callbacks of the machine while the library is asked."""

    __slots__ = (
        "_machine", "_callbacks", "_tools", "_cases",
        "_is_update", "_results", "_next", "_slot", "_awaitable", "_meaning",
    )  # fmt: skip

    def __init__(self, machine: MachineCore[Any, Any, Any], tools: Tools) -> None:
        self._machine = machine
        self._callbacks: Callbacks = machine._table._callbacks
        self._tools = tools
        # The cases of the step, once a provider was asked that selecting did not need.
        self._cases: Optional[Array[c_int32]] = None
        self._is_update = False
        # While selecting, in their order: what the library was told, or what was raised.
        self._results: list[Union[int, BaseException]] = []
        self._next = self._slot = 0
        # What has broken the selection off, and what its result means.
        self._awaitable: Optional[Awaitable[Any]] = None
        self._meaning: Optional[tuple[Role, Signature]] = None

    async def perform(self, argument: Any, command: Command) -> int:
        """Carry out a command. Returns the library's result; what a callback raised is left with the machine."""
        machine, tools = self._machine, self._tools
        plan = tools.open_plan
        former_objects, machine._objects = machine._objects, command.objects
        self._is_update = command.named is not None
        try:
            tools.plan.outcome = 0
            outcome = self._select(argument, command, plan)
            while self._awaitable is not None:
                await self._finish(self._awaitable)
                machine._exception = None  # that of a callback before the hook that was awaited; it will come again
                outcome = self._select(argument, command, plan)
            if tools.plan.outcome == Outcome.TRANSITIONED:
                outcome = await self._carry_out(argument, plan)
                return command.done if outcome == Outcome.TRANSITIONED else outcome
            return outcome
        except BaseException:
            machine_abandon(argument)
            raise
        finally:
            machine._objects = former_objects
            if self._awaitable is not None:
                dismiss(self._awaitable)
            # Tracebacks of exceptions hold this frame.
            self._results.clear()

    # ------------------------------------------------------------------------------------------------------------------
    # Performing
    # ------------------------------------------------------------------------------------------------------------------

    async def _carry_out(self, argument: Any, plan: Any) -> int:
        """Perform the plan that is open."""
        callback, calls, result = self._tools.callback, self._callbacks, 0
        reference, window = self._tools.out_callback, self._tools.window
        while (following := plan_next(plan, reference)) > 0:
            if following == PLAN_COMMIT:
                machine_commit(argument, plan)
                continue
            call, role, signature = calls.planned(callback.function, callback.context, window[0])
            if calls.vocabulary.providers and not await self._provide(signature):
                result = _FAILED
            else:
                result = await self._call(call, self._fields(), role, signature)
            if following == PLAN_RESOLVE:
                outcome = self._resolution(result)
                if outcome != Outcome.TRANSITIONED:
                    return await self._end(outcome, machine_resolve, argument, plan, result)
                machine_resolve(argument, plan, result)
            elif result == _FAILED:
                break
        result = result if result == _FAILED else 0
        if not calls.vocabulary.step_hooks and not hooks_of(self._machine, STEP_HOOKS):
            return machine_complete(argument, plan, result)
        outcome = Status.CALLBACK_FAILED if result else Outcome.TRANSITIONED
        return await self._end(outcome, machine_complete, argument, plan, result)

    def _fields(self) -> Fields:
        """What the callbacks of the plan are told."""
        fields = STEP.unpack_from(self._tools.window)
        if self._cases is None:
            return fields
        return (*fields[:CASES], addressof(self._cases), *fields[CASES + 1 :])

    async def _call(self, call: Call, fields: Fields, role: Role, signature: Signature) -> int:
        """Call and await a callback. Returns what the library is told: FAILED if it raised something, which is kept."""
        try:
            result = call(self._machine, fields)
            if is_awaitable(result):
                result = await result
            return 0 if role is Role.ACTION else conclude(result, role, signature)
        except GeneratorExit:
            raise  # the coroutine that awaits the step is closed: nothing may be awaited any more
        except BaseException as exception:
            keep_exception(self._machine, exception)
            return _FAILED

    async def _provide(self, signature: Signature) -> bool:
        """Ask the providers of the predicate types that a callback asks for, where no case is known yet. Returns
        whether none has raised anything."""
        vocabulary = self._callbacks.vocabulary
        for number in sorted(vocabulary.providers.intersection(signature.predicates)):
            fields = self._fields()
            cases = (c_int32 * len(vocabulary.predicates.members)).from_address(fields[CASES])
            if cases[number] != NONE:
                continue
            case = await self._call(*self._callbacks.provider(number, fields))
            if case == _FAILED:
                return False
            self._cases = self._cases or type(cases)(*cases)
            self._cases[number] = case
        return True

    def _resolution(self, state: int) -> int:
        """What a resolver's result comes to."""
        if state == NONE:
            return Outcome.REFUSED
        if state == _FAILED:
            return Status.CALLBACK_FAILED
        return Outcome.TRANSITIONED if self._machine._has_state(state) else Status.UNKNOWN_STATE

    async def _end(self, outcome: int, end: Any, argument: Any, plan: Any, result: int) -> int:
        """Call the hooks, and let the library end the step, which need not call them then."""
        told = await self._tell(outcome)
        self._machine._entries = _SILENT
        try:
            ended: int = end(argument, plan, result)
        finally:
            self._machine._entries = self._callbacks.entries
        return Status.CALLBACK_FAILED if told == _FAILED else ended

    async def _tell(self, outcome: int) -> int:
        """Call the hooks for every step, those of the table first, up to the first that fails. Returns FAILED or 0."""
        for function in self._callbacks.vocabulary.step_hooks:
            call, role, signature = self._callbacks.table_hook(function)
            if not await self._provide(signature):
                return _FAILED
            if await self._call(call, self._told(outcome), role, signature) == _FAILED:
                return _FAILED
        for hook in hooks_of(self._machine, STEP_HOOKS):
            if await self._call(hook.call, self._told(outcome), Role.ACTION, hook.signature) == _FAILED:
                return _FAILED
        return 0

    def _told(self, outcome: int) -> Fields:
        """What hooks for every step are told."""
        fields = list(self._fields())
        fields[OUTCOME] = outcome
        if outcome == Outcome.REFUSED:
            fields[TARGET], fields[-1] = int(NONE), 0
        return tuple(fields)

    # ------------------------------------------------------------------------------------------------------------------
    # Selecting
    # ------------------------------------------------------------------------------------------------------------------

    def _select(self, argument: Any, command: Command, plan: Any) -> int:
        """Have the library select and plan. Something has to be awaited first if there is an awaitable afterwards."""
        self._next = 0
        self._machine._entries = self
        try:
            return command.ask(argument) if command.open is None else command.open(argument, *command.opening, plan)
        finally:
            self._machine._entries = self._callbacks.entries

    def __getitem__(self, slot: int) -> Entry:
        if self._awaitable is not None:
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
                self._awaitable, self._meaning = result, (role, signature)
                return _FAILED
            answer = conclude(result, role, signature)
        except BaseException as exception:
            self._results.append(exception)
            raise
        self._results.append(answer)
        return answer

    async def _finish(self, awaitable: Awaitable[Any]) -> None:
        """Await what has broken the selection off."""
        result: Union[int, BaseException]
        assert self._meaning is not None
        try:
            result = conclude(await awaitable, *self._meaning)
        except GeneratorExit:
            raise  # as in _call
        except BaseException as exception:
            result = exception
        self._awaitable = None
        self._results.append(result)
        del result  # as above


def _pass(machine: MachineState, window: Any) -> int:
    return 0


class _Silent:
    """Stands for hooks that have been called already."""

    def __getitem__(self, slot: int) -> Entry:
        return as_run(_pass)


_SILENT = _Silent()
