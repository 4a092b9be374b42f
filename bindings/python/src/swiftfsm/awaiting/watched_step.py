"""The steps of machines that have something to watch: what runs before guards, and before and after the rest of a step.
Plain calls perform them too, and await nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from ..calling.machine_state import STEP, Fields
from ..calling.signatures import Call, Signature
from ..definition.callables import Role
from ..library.generated.constants import PLAN_COMMIT, PLAN_RESOLVE
from ..library.generated.enumerations import Outcome
from ..machines.core import MachineCore
from ..machines.library_calls import machine_commit, machine_resolve, plan_next
from ..machines.message import Command
from .planned_step import Tools
from .reporting_step import ReportingStep
from .selection import FAILED, Selection
from .watched_selection import WatchedSelection, is_event


async def perform_watched(
    machine: MachineCore[Any, Any, Any], tools: Tools, argument: Any, command: Command, is_plain: bool
) -> int:
    """Carry out a command of a watched machine. Returns as `PlannedStep.perform`; for an exception that a handler has
    dealt with TRANSITIONED, or REFUSED if the state has not changed."""
    return await WatchedStep(machine, tools, is_plain).perform(argument, command)


class _Planned(NamedTuple):
    """A call of a plan, and what it is told."""

    kind: int
    fields: Fields
    role: Optional[Role] = None
    callback: Optional[tuple[Call, Role, Signature]] = None
    """None where the state changes."""


class WatchedStep(ReportingStep):
    """One step of such a machine."""

    __slots__ = ()

    def _selection(self, argument: Any, command: Command) -> Selection:
        self._selecting = WatchedSelection(self._machine, argument, command.named is not None, self._is_plain)
        return self._selecting

    async def _prepare(self) -> bool:
        """Call what comes before guards, if there were none. Returns whether nothing has raised anything."""
        selecting, fields = self._selecting, self._fields()
        assert selecting is not None
        if selecting.is_prepared or not selecting.hooks or not is_event(self._machine, fields):
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
            self._has_resolved = True
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
