"""A definition that the package reads, as the document that a case is."""

from __future__ import annotations

from typing import Any

from swiftfsm import Table

from .api_building import ApiDefinition
from .api_callbacks import ApiCallbacks, Function
from .awaited import AwaitedDefinition
from .case import Case


class ReadDefinition(ApiDefinition):
    """A table that is read, or the errors that came instead of it. Its states and events are numbers as in the case."""

    def _table(self) -> Table[Any, Any]:
        case = self.case
        return Table.read(
            case.contents.encode(),
            callbacks=_Supply(case, self.callbacks),
            predicates=list(self.enums.values()),
            file=str(case.path),
        )


class AwaitedReadDefinition(ReadDefinition, AwaitedDefinition):
    """The same with callbacks that give way."""


class _Supply(dict[str, Function]):
    """What a case has for a name, which is that of one callback."""

    def __init__(self, case: Case, callbacks: ApiCallbacks) -> None:
        super().__init__()
        for callback in case.callbacks.values():
            predicate = next((each.id for each in case.predicates if each.provider is callback), None)
            self[callback.name] = callbacks.of(callback, predicate)
