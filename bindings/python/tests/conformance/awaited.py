"""The same in awaited calls: a machine whose callbacks give way."""

from __future__ import annotations

from typing import Any, Optional

from dice import AWAITED, drive, give_way

from swiftfsm import Machine

from .api_building import ApiDefinition
from .api_callbacks import ApiCallbacks, Function
from .api_machine import ApiMachine
from .case import Call, Callback, Case, RunLine
from .ways import Answer, Perform

_AWAITED = AWAITED | {"due", "advance"}


class AwaitedCallbacks(ApiCallbacks):
    """Functions that give way in awaited calls."""

    is_awaited = False

    def of(self, callback: Callback, predicate: Optional[int] = None) -> Function:
        """The function of a callback."""
        key = id(callback), predicate
        if key not in self._known:
            self._known[key] = self._giving_way(super().of(callback, predicate))
        return self._known[key]

    def _giving_way(self, function: Function) -> Function:
        async def later(*values: Any, **more: Any) -> Any:
            await give_way()
            return function(*values, **more)

        def either(*values: Any, **more: Any) -> Any:
            return (later if self.is_awaited else function)(*values, **more)

        either.__name__ = function.__name__
        setattr(either, "__wrapped__", function)
        return either


class AwaitedDefinition(ApiDefinition):
    """A definition with such callbacks."""

    callbacks_type = AwaitedCallbacks

    def machine(self, run: RunLine, perform: Perform) -> ApiMachine:
        """A machine whose calls are awaited."""
        machine = super().machine(run, perform)
        return AwaitedMachine(self, machine._machine)


class _Awaiting:
    """A machine whose plain calls are awaited."""

    def __init__(self, machine: Machine[Any, Any, Any]) -> None:
        self._machine = machine

    def __getattr__(self, name: str) -> Any:
        if name not in _AWAITED:
            return getattr(self._machine, name)
        return lambda *values: drive(getattr(self._machine, f"a{name}")(*values))

    def __contains__(self, state: int) -> bool:
        return state in self._machine


class AwaitedMachine(ApiMachine):
    """A machine whose calls from outside are awaited."""

    def __init__(self, definition: ApiDefinition, machine: Machine[Any, Any, Any]) -> None:
        super().__init__(definition, machine)
        self._plain = machine

    def _perform(self, call: Call) -> Answer:
        callbacks = self._definition.callbacks
        assert isinstance(callbacks, AwaitedCallbacks)
        former = callbacks.is_awaited, self._machine
        callbacks.is_awaited = self._depth == 1 and call.verb in _AWAITED
        self._machine = _Awaiting(self._plain) if callbacks.is_awaited else self._plain  # type: ignore[assignment]
        try:
            return super()._perform(call)
        finally:
            callbacks.is_awaited, self._machine = former
