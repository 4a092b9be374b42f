"""A step that Python performs: the library plans it, and each callback is called and awaited in its turn.

`sfsm_machine_plan` selects the row and opens a plan, which tells what to call, in order, and where the state changes.
The machine is busy from then on until `sfsm_machine_complete` ends the step.
"""

from __future__ import annotations

from ctypes import Array, Structure, addressof, byref, c_int32, c_void_p, sizeof
from typing import Any, Optional

from ..calling.callback_results import as_run, conclude, is_awaitable
from ..calling.callbacks import Callbacks
from ..calling.hook import STEP_HOOKS, hooks_of
from ..calling.machine_state import STEP, Entry, Fields, MachineState, Window, keep_exception
from ..calling.signatures import Call, Signature
from ..calling.step import CASES, OUTCOME, TARGET
from ..definition.arguments import Objects
from ..definition.callables import Role
from ..definition.ids import NONE
from ..library.generated.constants import PLAN_COMMIT, PLAN_RESOLVE
from ..library.generated.enumerations import Outcome, Status
from ..library.generated.records import sfsm_plan
from ..library.loading import library
from ..machines.core import MachineCore
from ..machines.library_calls import (
    machine_abandon,
    machine_commit,
    machine_complete,
    machine_resolve,
    machine_state,
    plan_next,
)
from ..machines.message import Command, pack_any
from .quick_steps import learn, learn_unasked
from .selection import FAILED, Selection

_PLAN_SIZE = sizeof(sfsm_plan)


class _Callback(Structure):
    """An sfsm_callback of addresses, of which ctypes makes no functions."""

    _fields_ = [("function", c_void_p), ("context", c_void_p), ("finalizer", c_void_p)]


class Tools:
    """What the steps of one machine are planned with, one after the other; made once, since that takes long."""

    __slots__ = ("plan", "open_plan", "callback", "out_callback", "window", "raised")

    def __init__(self, address: int) -> None:
        """address: that of the machine, at which the step lies."""
        self.plan: sfsm_plan = sfsm_plan(_PLAN_SIZE)
        self.open_plan: Any = byref(self.plan)
        self.callback: _Callback = _Callback()
        self.out_callback: Any = byref(self.callback)
        self.window: Any = Window.from_address(address)
        self.raised: list[Command] = []
        """What guards and the like have raised, until a plan is open."""


class PlannedStep:
    """One step of a machine."""

    __slots__ = ("_machine", "_callbacks", "_tools", "_cases", "_first", "_is_committed", "_has_resolved")

    def __init__(self, machine: MachineCore[Any, Any, Any], tools: Tools) -> None:
        self._machine = machine
        self._callbacks: Callbacks = machine._table._callbacks
        self._tools = tools
        # The cases of the step, once a provider was asked that selecting did not need.
        self._cases: Optional[Array[c_int32]] = None
        # Over a chart, the step as it was when the plan was opened, of which hooks are told.
        self._first: Fields = ()
        self._is_committed = False
        # Whether a resolver was asked after the plan was opened.
        self._has_resolved = False

    async def perform(self, argument: Any, command: Command) -> int:
        """Carry out a command. Returns the library's result; what a callback raised is left with the machine."""
        machine, tools = self._machine, self._tools
        plan = tools.open_plan
        former_objects, machine._objects = machine._objects, self._objects_of(command)
        selection = self._selection(argument, command)
        try:
            tools.plan.outcome = 0
            outcome = selection.select(argument, command, plan)
            while selection.awaitable is not None:
                await selection.finish(selection.awaitable)
                machine._exception = None  # that of a callback before the hook that was awaited; it will come again
                outcome = selection.select(argument, command, plan)
            if tools.plan.outcome == Outcome.TRANSITIONED:
                if not tools.plan.callback_count and tools.plan.target != NONE and not selection.has_asked:
                    learn(machine, command.event, tools.plan.source)
                self._begin(argument, command)
                source = tools.plan.source
                outcome = await self._carry_out(argument, plan)
                if outcome == Outcome.TRANSITIONED and not selection.has_asked and not self._has_resolved:
                    learn_unasked(machine, command.event, source)
                return command.done if outcome == Outcome.TRANSITIONED else outcome
            if outcome == Outcome.UNHANDLED and not selection.has_asked:
                learn(machine, command.event, machine_state(argument))
            return outcome
        except BaseException:
            machine_abandon(argument)
            raise
        finally:
            machine._objects = former_objects
            selection.clear()

    def _selection(self, argument: Any, command: Command) -> Selection:
        """What stands for the callbacks while the library selects."""
        return Selection(self._machine, argument, command.named is not None)

    def _objects_of(self, command: Command) -> Objects:
        """The arguments of the event that are Python objects; those of deferred events are kept with the machine."""
        objects = self._machine._objects
        if command.is_following or not self._callbacks.vocabulary.keeps_objects:
            return objects if command.is_following else command.objects
        objects.update(command.objects)
        return objects

    # ------------------------------------------------------------------------------------------------------------------
    # Performing
    # ------------------------------------------------------------------------------------------------------------------

    def _begin(self, argument: Any, command: Command) -> None:
        """The plan is open."""
        if not self._machine._table._is_chart:
            return
        fields = self._first = STEP.unpack_from(self._tools.window)
        vocabulary = self._callbacks.vocabulary
        if command.is_following and fields[CASES] and vocabulary.predicates.kinds:
            command.message = pack_any(vocabulary, vocabulary.predicates.present(fields[CASES]), True)
        while self._tools.raised:
            library.sfsm_machine_raise(argument, self._tools.raised.pop(0).number)

    async def _carry_out(self, argument: Any, plan: Any) -> int:
        """Perform the plan that is open."""
        callback, calls, result = self._tools.callback, self._callbacks, 0
        reference, window = self._tools.out_callback, self._tools.window
        while (following := plan_next(plan, reference)) > 0:
            if following == PLAN_COMMIT:
                machine_commit(argument, plan)
                self._is_committed = True
                continue
            call, role, signature = calls.planned(callback.function, callback.context, window[0])
            if calls.vocabulary.providers and not await self._provide(signature):
                result = FAILED
            else:
                result = await self._call(call, self._fields(), role, signature)
            if following == PLAN_RESOLVE:
                self._has_resolved = True
                outcome = self._resolution(result)
                if outcome != Outcome.TRANSITIONED:
                    return await self._end(outcome, machine_resolve, argument, plan, result)
                machine_resolve(argument, plan, result)
            elif result == FAILED:
                break
        return await self._complete(argument, plan, result)

    async def _complete(self, argument: Any, plan: Any, result: int) -> int:
        """End the step with the result of its last callback."""
        result = result if result == FAILED else 0
        calls = self._callbacks
        if not calls.vocabulary.step_hooks and not hooks_of(self._machine, STEP_HOOKS):
            return machine_complete(argument, plan, result)
        outcome = Status.CALLBACK_FAILED if result else Outcome.TRANSITIONED
        return await self._end(outcome, machine_complete, argument, plan, result)

    def _fields(self) -> Fields:
        """What the callbacks of the plan are told."""
        return self._with_cases(STEP.unpack_from(self._tools.window))

    def _with_cases(self, fields: Fields) -> Fields:
        if self._cases is None:
            return fields
        return (*fields[:CASES], addressof(self._cases), *fields[CASES + 1 :])

    async def _call(self, call: Call, fields: Fields, role: Role, signature: Signature) -> int:
        """Call and await a callback. Returns what the library is told: FAILED if it raised something, which is kept."""
        try:
            result = call(self._machine, fields)
            if is_awaitable(result):
                result = await result
            return 0 if role is Role.ACTION else conclude(result, role, signature, self._machine)
        except GeneratorExit:
            raise  # the coroutine that awaits the step is closed: nothing may be awaited any more
        except BaseException as exception:
            keep_exception(self._machine, exception)
            return FAILED

    async def _provide(self, signature: Signature) -> bool:
        """Ask the providers of the predicate types that a callback asks for, where no case is known yet. Returns
        whether none has raised anything."""
        vocabulary = self._callbacks.vocabulary
        for number in sorted(vocabulary.providers.intersection(signature.predicates)):
            fields = self._fields()
            cases = (c_int32 * len(vocabulary.predicates.members)).from_address(fields[CASES])
            place = vocabulary.predicates.place(number)
            if cases[place] != NONE:
                continue
            case = await self._call(*self._callbacks.provider(number, fields))
            if case == FAILED:
                return False
            self._cases = self._cases or type(cases)(*cases)
            self._cases[place] = case
        return True

    def _resolution(self, state: int) -> int:
        """What a resolver's result comes to."""
        if state == NONE:
            return Outcome.REFUSED
        if state == FAILED:
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
        return Status.CALLBACK_FAILED if told == FAILED else ended

    async def _tell(self, outcome: int) -> int:
        """Call the hooks for every step, those of the table first, up to the first that fails. Returns FAILED or 0."""
        for function in self._callbacks.vocabulary.step_hooks:
            call, role, signature = self._callbacks.table_hook(function)
            if not await self._provide(signature):
                return FAILED
            if await self._call(call, self._told(outcome), role, signature) == FAILED:
                return FAILED
        for hook in hooks_of(self._machine, STEP_HOOKS):
            if await self._call(hook.call, self._told(outcome), Role.ACTION, hook.signature) == FAILED:
                return FAILED
        return 0

    def _told(self, outcome: int) -> Fields:
        """What hooks for every step are told."""
        fields = list(self._with_cases(self._first) if self._first else self._fields())
        fields[OUTCOME] = outcome
        if outcome == Outcome.REFUSED:
            fields[TARGET], fields[-1] = int(NONE), 0
        return tuple(fields)


def _pass(machine: MachineState, window: Any) -> int:
    return 0


class _Silent:
    """Stands for hooks that have been called already."""

    def __getitem__(self, slot: int) -> Entry:
        return as_run(_pass)


_SILENT = _Silent()
