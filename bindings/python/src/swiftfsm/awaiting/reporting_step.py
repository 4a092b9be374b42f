"""The steps of machines whose handlers are told what callbacks raise, and which go where that leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from ..building.transitions import rows_of
from ..calling.callback_results import conclude, finish, is_awaitable
from ..calling.machine_state import Fields, keep_exception
from ..calling.signatures import Call, Signature
from ..calling.step import EVENT, SOURCE
from ..calling.watch import error_of_state, exception_hooks, is_of_callback
from ..definition.around import OnError
from ..definition.callables import Role
from ..definition.ids import NONE
from ..definition.rows import Row
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from ..machines.core import MachineCore
from ..machines.library_calls import machine_state
from ..machines.message import Command, command_of, pack_bare
from ..machines.prepared import fields_of
from .following import following
from .planned_step import PlannedStep, Tools
from .selection import FAILED
from .watched_selection import Failure, WatchedSelection


class ReportingStep(PlannedStep):
    """One step of such a machine. Of a plain call it awaits nothing."""

    __slots__ = ("_is_plain", "_error", "_selecting", "_failure", "_reported", "_handled")

    def __init__(
        self, machine: MachineCore[Any, Any, Any], tools: Tools, is_plain: bool, error: Optional[OnError] = None
    ) -> None:
        """error: what is said of an exception, if that has led to this step."""
        super().__init__(machine, tools)
        self._is_plain = is_plain
        self._error = error
        self._selecting: Optional[WatchedSelection] = None
        self._failure: Optional[Failure] = None
        # The exception that handlers were told of last, and that one of them has dealt with.
        self._reported: Optional[BaseException] = None
        self._handled: Optional[BaseException] = None

    async def perform(self, argument: Any, command: Command) -> int:
        result = await super().perform(argument, command)
        if result != Status.CALLBACK_FAILED or self._machine._exception is None:
            return result
        try:
            return await self._conclude(argument, command, result)
        finally:
            self._reported = self._handled = None  # their tracebacks hold this

    async def _conclude(self, argument: Any, command: Command, result: int) -> int:
        """Tell of an exception what has not been told yet, and go where it leads. Returns the result of the command."""
        machine = self._machine
        await self._report_late(command)
        has_led = False
        if self._error is None and not command.is_stop and command.named is None:
            has_led = await self._recover(argument)
        if machine._exception is None or machine._exception is not self._handled:
            return result
        machine._exception = None
        machine._objects.pop(0, None)
        if self._is_committed:
            return command.done
        return Outcome.TRANSITIONED if has_led else Outcome.REFUSED

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
            self._failure = Failure.of(fields)
            return FAILED

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
            fields = (*fields[:EVENT], *former[EVENT : EVENT + 3], *fields[EVENT + 3 : -1], former[-1])
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
            outcome = await type(self)(machine, self._tools, self._is_plain, error).perform(argument, sent)
            while outcome == Outcome.QUEUED:  # behind what a chart has raised
                step = type(self)(machine, self._tools, self._is_plain, error)
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
