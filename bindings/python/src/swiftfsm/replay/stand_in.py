"""What stands for the machines of all tokens while a replay calls callbacks."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Optional

from ..calling.callback_results import as_run
from ..calling.callbacks import Callbacks
from ..calling.machine_state import Entry, MachineState
from ..calling.trampoline import add_machines, remove_machines
from ..calling.watch import NO_HOOKS
from ..definition.callables import Role
from ..library.results import UnsupportedError

ASKED = (Role.GUARD, Role.RESOLVER, Role.PROVIDER)
CALLED = tuple(Role)
_FORBIDDEN = ("machine", "self")


class StandIn(MachineState):
    """A machine for callbacks: the context of the present token, and what a callback raised.

    Each token has a number of its own, by which the trampoline finds this object, and this object the token.
    """

    __slots__ = ("_contexts", "_calls", "first")

    def __init__(self, callbacks: Callbacks, roles: Container[Role], contexts: Optional[Sequence[Any]]) -> None:
        """roles: of the callbacks that are called. contexts: one for each token; None if none has any."""
        _refuse_machines(callbacks, roles)
        _refuse_watching(callbacks, Role.ACTION in roles)
        self._address = None
        self._argument = None
        self.context: Any = None
        self._vocabulary = callbacks.vocabulary
        self._calls = callbacks.entries
        self._contexts = contexts
        self._exception = None
        self._objects = {}
        self._step_hooks = self._unhandled_hooks = ()
        self._watch_hooks = NO_HOOKS
        self._entries = self
        self.first: int = add_machines(self, self._numbers)
        """The number of the first token."""

    @property
    def _numbers(self) -> int:
        return 1 if self._contexts is None else max(1, len(self._contexts))

    @property
    def stride(self) -> int:
        """From the number of one token to that of the next."""
        return 0 if self._contexts is None else 1

    def __getitem__(self, slot: int) -> Entry:
        function, cells, run, finish = self._calls[slot]

        def run_with_context(machine: MachineState, window: Any) -> int:
            # The words of a step: its machine, and the context of the token.
            self._address = window[0]
            if self._contexts is not None:
                self.context = self._contexts[window[1] - self.first]
            try:
                if function is None or cells is not None:
                    return run(machine, window)
                result = function(self.context)
                return 0 if result is None else finish(result)
            finally:
                self._address = None

        return as_run(run_with_context)

    def raised(self) -> Optional[BaseException]:
        """What a callback has raised, which is kept no longer."""
        exception, self._exception = self._exception, None
        return exception

    def end(self) -> None:
        """Forget the tokens: no callback comes any more."""
        remove_machines(self.first, self._numbers)

    def close(self) -> None:
        """Nothing: the machine is the library's own."""
        self._address = None


def _refuse_watching(callbacks: Callbacks, calls_actions: bool) -> None:
    """Errors: UnsupportedError for what only machines do."""
    vocabulary = callbacks.vocabulary
    if vocabulary.prepare_hooks or (calls_actions and vocabulary.is_watched):
        raise UnsupportedError(
            "a replay calls no `prepare`, nothing before and after a row, and no handler of exceptions, as this table has: "
            "send the events to machines, or replay without callbacks"
        )


def _refuse_machines(callbacks: Callbacks, roles: Container[Role]) -> None:
    """Errors: UnsupportedError for a callback that asks for its machine."""
    for signature in callbacks.called(roles):
        name = next((name for name in _FORBIDDEN if name in signature.named), None)
        if name is not None:
            raise UnsupportedError(
                f"{signature} asks for {name!r}, but a replay has no machines: have it ask for `context`, `step` "
                f"or what else it needs, or replay without callbacks"
            )
