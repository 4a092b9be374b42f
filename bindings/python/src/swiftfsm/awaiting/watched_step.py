"""The steps of machines that have something to watch: what runs before guards, before and after the rest of a step, and
when a callback raises an exception. Plain calls perform them too, and await nothing."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref
from typing import Any, NamedTuple, Optional

from ..building.transitions import rows_of
from ..calling.callback_results import conclude, finish, is_awaitable
from ..calling.hook import Hook
from ..calling.machine_state import STEP, Fields, MachineState, keep_exception
from ..calling.signatures import Call, Signature
from ..calling.step import EVENT, SOURCE
from ..calling.watch import error_of_state, exception_hooks, is_of_callback, prepare_hooks
from ..definition.around import OnError
from ..definition.callables import Role
from ..definition.ids import EVENTLESS, NONE
from ..definition.rows import Row
from ..library.generated.constants import PLAN_COMMIT, PLAN_RESOLVE
from ..library.generated.enumerations import Outcome, Status
from ..library.generated.records import sfsm_step
from ..library.loading import library
from ..machines.core import MachineCore
from ..machines.library_calls import machine_commit, machine_resolve, machine_state, plan_next
from ..machines.message import Command, command_of, pack_bare
from ..machines.prepared import fields_of
from .following import following
from .planned_step import PlannedStep, Tools
from .selection import FAILED, Selection

_ASKED = (Role.GUARD, Role.RESOLVER, Role.PROVIDER)


async def perform_watched(
    machine: MachineCore[Any, Any, Any], tools: Tools, argument: Any, command: Command, is_plain: bool
) -> int:
    """Carry out a command of a watched machine. Returns as `PlannedStep.perform`; for an exception that a handler has
    dealt with TRANSITIONED, or REFUSED if the state has not changed."""
    return await WatchedStep(machine, tools, is_plain).perform(argument, command)


class _Failure(NamedTuple):
    """Where a callback has raised something."""

    fields: Fields
    row: int
    """The number of the row, from 1; 0 for none."""


class WatchedSelection(Selection):
    """Calls what comes before guards, once, before the first of them."""

    __slots__ = ("is_prepared", "failure", "hooks")

    def __init__(
        self, machine: MachineCore[Any, Any, Any], argument: Any, is_update: bool, is_plain: bool
    ) -> None:
        super().__init__(machine, argument, is_update, is_plain)
        self.hooks: tuple[Hook, ...] = () if is_update else prepare_hooks(machine)
        self.is_prepared = False
        self.failure: Optional[_Failure] = None

    def _result(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        if self._next == 0 and self.hooks and role in _ASKED and _is_event(machine, fields):
            self.is_prepared = True
            for hook in self.hooks:
                if self._told(machine, fields, hook.call, Role.ACTION, hook.signature) == FAILED:
                    return FAILED
        return self._told(machine, fields, call, role, signature)

    def _told(self, machine: MachineState, fields: Fields, call: Call, role: Role, signature: Signature) -> int:
        try:
            return super()._result(machine, fields, call, role, signature)
        except BaseException:
            self.failure = _Failure(fields, _row(fields))
            raise


class _Planned(NamedTuple):
    """A call of a plan, and what it is told."""

    kind: int
    fields: Fields
    role: Optional[Role] = None
    callback: Optional[tuple[Call, Role, Signature]] = None
    """None where the state changes."""


class WatchedStep(PlannedStep):
    """One step of such a machine."""

    __slots__ = ("_is_plain", "_error", "_selecting", "_failure", "_reported", "_handled")

    def __init__(
        self, machine: MachineCore[Any, Any, Any], tools: Tools, is_plain: bool, error: Optional[OnError] = None
    ) -> None:
        """error: what is said of an exception, if that has led to this step."""
        super().__init__(machine, tools)
        self._is_plain = is_plain
        self._error = error
        self._selecting: Optional[WatchedSelection] = None
        self._failure: Optional[_Failure] = None
        # The exception that handlers were told of last, and that one of them has dealt with.
        self._reported: Optional[BaseException] = None
        self._handled: Optional[BaseException] = None

    async def perform(self, argument: Any, command: Command) -> int:
        result = await super().perform(argument, command)
        machine = self._machine
        if result != Status.CALLBACK_FAILED or machine._exception is None:
            return result
        await self._report_late(command)
        has_led = False
        if self._error is None and not command.is_stop and command.named is None:
            has_led = await self._recover(argument)
        if machine._exception is None or machine._exception is not self._handled:
            return result
        machine._exception = None
        machine._objects.pop(0, None)
        return (command.done if self._is_committed else Outcome.TRANSITIONED) if has_led or self._is_committed else (
            Outcome.REFUSED
        )

    # ------------------------------------------------------------------------------------------------------------------
    # Before guards, and before and after the rest
    # ------------------------------------------------------------------------------------------------------------------

    def _selection(self, argument: Any, command: Command) -> Selection:
        self._selecting = WatchedSelection(self._machine, argument, command.named is not None, self._is_plain)
        return self._selecting

    async def _prepare(self) -> bool:
        """Call what comes before guards, if there were none. Returns whether nothing has raised anything."""
        selecting, fields = self._selecting, self._fields()
        assert selecting is not None
        if selecting.is_prepared or not selecting.hooks or not _is_event(self._machine, fields):
            return True
        for hook in selecting.hooks:
            if await self._call(hook.call, fields, Role.ACTION, hook.signature) == FAILED:
                return False
        return True

    async def _carry_out(self, argument: Any, plan: Any) -> int:
        if not await self._prepare():
            return await self._complete(argument, plan, FAILED)
        if not self._callbacks.has_placed:
            return await super()._carry_out(argument, plan)
        last: list[_Planned] = []
        while True:
            calls = list(self._gathered(plan))
            resolver = calls.pop() if calls and calls[-1].kind == PLAN_RESOLVE else None
            last += [each for each in calls if each.role is Role.AFTER]
            first = [each for each in calls if each.role is Role.BEFORE]
            rest = [each for each in calls if each.role not in (Role.BEFORE, Role.AFTER)]
            for each in (*first, *rest, *(() if resolver else last)):
                if each.kind == PLAN_COMMIT:
                    machine_commit(argument, plan)
                    self._is_committed = True
                elif await self._call_planned(each) == FAILED:
                    return await self._complete(argument, plan, FAILED)
            if resolver is None:
                return await self._complete(argument, plan, 0)
            state = await self._call_planned(resolver)
            outcome = self._resolution(state)
            if outcome != Outcome.TRANSITIONED:
                return await self._end(outcome, machine_resolve, argument, plan, state)
            machine_resolve(argument, plan, state)

    def _gathered(self, plan: Any) -> Iterator[_Planned]:
        """The calls of the plan up to its end, or to a resolver whose result it waits for."""
        callback, window = self._tools.callback, self._tools.window
        while (following := plan_next(plan, self._tools.out_callback)) > 0:
            fields = STEP.unpack_from(window)
            if following == PLAN_COMMIT:
                yield _Planned(following, fields)
            else:
                planned = self._callbacks.planned(callback.function, callback.context, window[0])
                yield _Planned(following, fields, planned[1], planned)

    async def _call_planned(self, planned: _Planned) -> int:
        assert planned.callback is not None
        call, role, signature = planned.callback
        if self._callbacks.vocabulary.providers and not await self._provide(signature):
            return FAILED
        role = Role.ACTION if role in (Role.BEFORE, Role.AFTER) else role
        return await self._call(call, self._with_cases(planned.fields), role, signature)

    async def _call(self, call: Call, fields: Fields, role: Role, signature: Signature) -> int:
        machine = self._machine
        try:
            result = call(machine, fields)
            if self._is_plain:
                return finish(result, role, signature, machine)
            if is_awaitable(result):
                result = await result
            return conclude(result, role, signature, machine)
        except GeneratorExit:
            raise  # as in PlannedStep
        except BaseException as exception:
            keep_exception(machine, exception)
            self._failure = _Failure(fields, _row(fields))
            return FAILED

    # ------------------------------------------------------------------------------------------------------------------
    # Exceptions
    # ------------------------------------------------------------------------------------------------------------------

    async def _complete(self, argument: Any, plan: Any, result: int) -> int:
        if result == FAILED and self._failure is not None:
            await self._report(self._failure.fields)  # as long as the arguments of the event are there
        return await super()._complete(argument, plan, result)

    async def _report_late(self, command: Command) -> None:
        """Tell handlers of an exception once the step is over: that of a guard, or of a hook."""
        machine = self._machine
        if machine._exception is self._reported:
            return
        if self._failure is None and self._selecting is not None:
            self._failure = self._selecting.failure
        fields, kept = fields_of(machine, command.message)
        if self._failure is not None:
            former = self._failure.fields
            fields = (*fields[:EVENT], *former[EVENT : EVENT + 3], *fields[EVENT + 3 :])
        former_objects, machine._objects = machine._objects, command.objects
        try:
            await self._report(fields)
        finally:
            machine._objects = former_objects
        del kept

    async def _report(self, fields: Fields) -> None:
        machine = self._machine
        exception = machine._exception
        if exception is self._reported or not is_of_callback(machine, exception):
            return
        self._reported = exception
        for hook in exception_hooks(machine):
            try:
                result = hook.call(machine, fields)
                if self._is_plain:
                    finish(result, Role.GUARD if is_awaitable(result) else Role.ACTION, hook.signature)
                elif is_awaitable(result):
                    result = await result
                if result:
                    self._handled = exception
            except GeneratorExit:
                raise
            except BaseException as raised:
                keep_exception(machine, raised)
                self._reported = raised
                break
        del exception  # its traceback may hold this frame

    async def _recover(self, argument: Any) -> bool:
        """Go where the exception leads. Returns whether the machine has gone there; it has kept the exception."""
        machine = self._machine
        exception, error = machine._exception, self._leads()
        if error is None or not isinstance(exception, Exception) or machine.closed:
            return False
        if machine_state(argument) == NONE:
            return False
        vocabulary = self._callbacks.vocabulary
        sent = command_of(pack_bare(error.event, vocabulary.error_events[error]))
        machine._exception = None
        try:
            outcome = await WatchedStep(machine, self._tools, self._is_plain, error).perform(argument, sent)
            while outcome == Outcome.QUEUED:  # behind what a chart has raised
                step = WatchedStep(machine, self._tools, self._is_plain, error)
                outcome = Outcome.QUEUED if await step.perform(argument, following()) > 0 else Outcome.TRANSITIONED
            return outcome == Outcome.TRANSITIONED
        finally:
            raised = machine._exception
            if raised is None:
                machine._exception = exception
            elif raised is not exception and raised.__context__ is None:
                raised.__context__ = exception
            del raised, exception  # as above

    def _leads(self) -> Optional[OnError]:
        """What is said of the exception: by its row, its state, those around that, or the table."""
        machine, failure = self._machine, self._failure
        if not is_of_callback(machine, machine._exception):
            return None
        rows = rows_of(self._callbacks.vocabulary)
        row = rows[failure.row - 1] if failure is not None and 0 < failure.row <= len(rows) else None
        if isinstance(row, Row) and row.around is not None and row.around.error is not None:
            return row.around.error
        source = int(NONE) if failure is None else failure.fields[SOURCE]
        return error_of_state(machine, self._around(source))

    def _around(self, state: int) -> Iterator[int]:
        """A state and those in which it is nested."""
        table = library.sfsm_machine_table(self._machine._argument)
        while state != NONE:
            yield state
            state = library.sfsm_table_parent(table, state)


def _is_event(machine: MachineState, fields: Fields) -> bool:
    """Whether a step is that of an event or a request that somebody sends: none of a start, a stop, a row without an
    event, and none by which an exception leads to a state."""
    number = fields[EVENT]
    if number == NONE or number == EVENTLESS:
        return False
    led = machine._vocabulary.error_events
    return not any(error.target is not None and each == number for error, each in led.items())


def _row(fields: Fields) -> int:
    """The number of the row that a callback belongs to."""
    if not fields[0]:
        return 0
    return int(library.sfsm_step_row(byref(sfsm_step.from_buffer_copy(STEP.pack(*fields)))))
