"""Clocks of asyncio and trio, which tell machines the time."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, NoReturn, Optional

from ..definition.timeouts import seconds
from ..library.results import BusyError, SwiftFSMError
from ..machines.timers import Timers, next_due_of, tell_what_has_passed
from .asyncio_scope import AsyncioScope
from .command_queue import CommandQueue
from .scopes import Scope, Signal, add_context
from .shared_queue import queue_of
from .trio_scope import TrioScope

AnyMachine = Timers[Any, Any, Any]


class Clock:
    """Tells machines the time of the event loop, of asyncio or trio, for as long as its `async with` block runs.

        async with Clock(gate, light) as clock:
            clock.add(another)
            ...

    Nothing is polled: a task for each machine sleeps until the next event of that machine is due, and then sends it as
    `aadvance` does, so that callbacks may be awaited. `Machine.clock` is the clock of one machine, and tells more.

    Threads: the machines belong to the thread of the event loop meanwhile.

    Errors, in the block: any exception that a callback of such an event has raised. The task that runs the block is
    cancelled, and the block raises it; what the block itself raises has it as its context. BusyError for a machine that
    has a clock already, or whose step is under way; ClosedError; RuntimeError outside of asyncio and trio.
    """

    __slots__ = ("_given", "_told", "_scope")

    def __init__(self, *machines: AnyMachine) -> None:
        for machine in machines:
            _must_be_machine(machine)
        self._given = machines
        self._told: dict[int, _Told] = {}
        self._scope: Optional[Scope] = None

    async def __aenter__(self) -> Clock:
        if self._scope is not None:
            raise BusyError("this clock runs already")
        scope = _present_scope()
        try:
            for machine in self._given:
                self._attach(machine, scope)
            await scope.open()
        except BaseException:
            self._detach_all(is_told=False)
            raise
        self._scope = scope
        for told in [*self._told.values()]:
            self._start(told, scope)
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], exception: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        scope, self._scope = self._scope, None
        assert scope is not None
        is_abandoned = isinstance(exception, GeneratorExit)
        self._detach_all(is_told=not is_abandoned)
        if is_abandoned:
            return  # nobody runs the block any more, and nothing can be awaited
        left = await scope.close(exception)
        fault, scope.fault = scope.fault, None
        try:
            if fault is not None and scope.is_cancelled(left):
                _raise(fault)
            if fault is not None and left is not None:
                add_context(left, fault)
            if left is not None and left is not exception:
                _raise(left)
        finally:
            del exception, left, fault  # their tracebacks hold this frame

    def add(self, machine: AnyMachine) -> None:
        """Tell one more machine the time, while the block runs. Errors: those of `Clock`; SwiftFSMError outside of the
        block."""
        scope = self._running()
        self._start(self._attach(_must_be_machine(machine), scope), scope)

    def remove(self, machine: AnyMachine) -> None:
        """Tell a machine the time no longer. A callback that is awaited goes on. Errors: ValueError for a machine that
        this clock does not tell the time; SwiftFSMError outside of the block."""
        self._running()
        told = self._told.pop(id(machine), None)
        if told is None:
            raise ValueError(f"this clock does not tell the time to {machine!r}")
        self._given = tuple(each for each in self._given if each is not machine)
        told.end(is_told=True)

    def _running(self) -> Scope:
        if self._scope is None:
            raise SwiftFSMError("this clock does not run: use it inside its `async with` block")
        return self._scope

    def _attach(self, machine: AnyMachine, scope: Scope) -> _Told:
        machine._open()
        if machine._clock is not None:
            raise BusyError("this machine has a clock already")
        queue = queue_of(machine)
        queue.must_rest(machine)
        told = _Told(machine, queue, scope)
        self._told[told.key] = told
        machine._clock = told
        queue.show(machine)
        return told

    def _start(self, told: _Told, scope: Scope) -> None:
        async def run() -> None:
            await told.run()
            # The machine was closed, or is told the time no longer: nothing holds it then.
            if self._told.get(told.key) is told:
                del self._told[told.key]

        scope.start(run)

    def _detach_all(self, *, is_told: bool) -> None:
        while self._told:
            self._told.popitem()[1].end(is_told=is_told)


class _Told:
    """The clock, as one machine has it."""

    __slots__ = ("_machine", "_queue", "_scope", "_offset", "_signal", "_is_over")

    def __init__(self, machine: AnyMachine, queue: CommandQueue, scope: Scope) -> None:
        self._machine = machine
        self._queue = queue
        self._scope = scope
        self._signal: Signal = scope.signal()
        self._is_over = False
        self.follow()

    @property
    def key(self) -> int:
        """The identity of the machine, which is held here."""
        return id(self._machine)

    def time(self) -> float:
        """Return the present time of the machine, in seconds."""
        return self._scope.time() + self._offset

    def wake(self) -> None:
        """Look again when the next event is due."""
        self._signal.set()

    def follow(self) -> None:
        """Go on from the present time of the machine."""
        self._offset: float = seconds(self._machine._now) - self._scope.time()
        self.wake()

    def end(self, *, is_told: bool) -> None:
        """Tell the time no longer; a last time before, if `is_told`."""
        self._is_over = True
        if is_told and not self._queue.is_under_way:
            tell_what_has_passed(self._machine)
        self._machine._clock = None
        self._queue.show(self._machine)
        self.wake()

    async def run(self) -> None:
        """Send what is due, until the clock or the machine is over."""
        while not self._is_over and self._machine._address is not None:
            self._signal = self._scope.signal()
            due = next_due_of(self._machine)
            # In whole microseconds, as it is told.
            if due is not None and due <= round(self.time(), 6):
                await self._queue.advance(self._machine, None)
                await self._scope.rest()
            else:
                await self._signal.wait(None if due is None else due - self._offset)


def _present_scope() -> Scope:
    """Make a scope of the library under which this task runs. Errors: RuntimeError if there is none."""
    # It is imported already.
    trio = sys.modules.get("trio")
    if trio is not None:
        try:
            return TrioScope(trio)
        except RuntimeError:
            pass
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None:
        try:
            return AsyncioScope(asyncio)
        except RuntimeError:
            pass
    raise RuntimeError("a clock needs an event loop: use it in a task of asyncio or trio")


def _raise(exception: BaseException) -> NoReturn:
    """Raise an exception in its own context, and not in that of what has cancelled a block."""
    context = exception.__context__
    try:
        raise exception
    finally:
        exception.__context__ = context
        del exception  # its traceback holds this frame


def _must_be_machine(machine: object) -> AnyMachine:
    if not isinstance(machine, Timers):
        raise TypeError(f"a clock tells the time to machines, not to {machine!r}")
    return machine
