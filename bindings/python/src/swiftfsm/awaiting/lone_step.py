"""An awaited send while nothing else is under way or waits, of which it is known that nobody is asked which row is taken.

It does what `CommandQueue.perform` and `PlannedStep` do, in one coroutine: each that is awaited costs as much as an action.
"""

from __future__ import annotations

from typing import Any, Optional

from ..calling.callback_results import is_awaitable
from ..calling.machine_state import STEP, keep_exception
from ..calling.watch import is_watched
from ..library.generated.constants import PLAN_COMMIT
from ..library.generated.enumerations import Outcome
from ..machines.core import MachineCore
from ..machines.library_calls import (
    machine_abandon,
    machine_commit,
    machine_complete,
    machine_pending,
    machine_plan,
    machine_state,
    plan_next,
)
from ..machines.message import command_of
from ..machines.quick_events import QuickEvent
from .command_queue import CommandQueue
from .planned_step import Tools
from .quick_steps import known_event
from .selection import FAILED
from .turns import Turn


def lone_event(machine: MachineCore[Any, Any, Any], event: Any, queue: CommandQueue) -> Optional[QuickEvent]:
    """Return an event without arguments if it can be sent alone, in the present state; otherwise None."""
    if machine._exception is not None or machine._step_hooks or machine._clock is not None or is_watched(machine):
        return None
    quick = known_event(machine, event)
    if quick is None or machine_state(machine._argument) not in quick.unasked or not queue.is_empty:
        return None
    return None if machine._vocabulary.step_hooks or machine_pending(machine._argument) else quick


async def perform_alone(queue: CommandQueue, machine: MachineCore[Any, Any, Any], quick: QuickEvent) -> int:
    """Send an event, and then what callbacks have added. Returns and raises as `CommandQueue.perform`."""
    turn, token = Turn(), None
    try:
        queue._line.present = turn
        token = queue._begin_turn(machine, turn)
        argument, tools = machine._argument, queue._tools
        if tools is None:
            tools = queue._tools = Tools(machine._open())
        calls, callback, window, plan = machine._table._callbacks, tools.callback, tools.window, tools.open_plan
        objects, machine._objects = machine._objects, {}
        try:
            outcome, result = machine_plan(argument, quick.bare, plan), 0
            while outcome == Outcome.TRANSITIONED and (following := plan_next(plan, tools.out_callback)) > 0:
                if following == PLAN_COMMIT:
                    machine_commit(argument, plan)
                    continue
                call = calls.planned(callback.function, callback.context, window[0])[0]
                try:
                    answer = call(machine, STEP.unpack_from(window))
                    if is_awaitable(answer):
                        await answer
                    answer = None  # nothing holds it while others are awaited
                except GeneratorExit:
                    raise  # the coroutine that awaits the step is closed: nothing may be awaited any more
                except BaseException as exception:
                    keep_exception(machine, exception)
                    result = FAILED
                    break
            if outcome == Outcome.TRANSITIONED:
                outcome = machine_complete(argument, plan, result)
        except BaseException:
            machine_abandon(argument)
            raise
        finally:
            machine._objects = objects
        if outcome < 0:
            queue._judge(machine, command_of(quick.message), argument, outcome, True)
        if machine._exception is not None or not queue.is_empty or machine_pending(argument):
            await queue._run(machine, argument, tools, None, is_run=False)
        queue._raise_fault(machine)
        return outcome
    finally:
        queue._end_turn(machine, turn, token)
