"""What decorated methods become on the instances of their class: calling one sends its event.

    order.pay(20)        # sends the event of the rows whose action is `pay`, and returns the outcome
    order.may_pay(20)    # whether it would be taken now
    order.is_paid        # whether the state PAID is active
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import partial
from inspect import getattr_static, iscoroutinefunction
from typing import Any, Callable, NoReturn, Optional

from ..awaiting.awaited_calls import AwaitedCalls
from ..definition.clauses import spelt
from ..definition.ids import spell
from ..library.generated.enumerations import Reserved
from ..machines.charts import Charts
from ..machines.compiled_table import CompiledTable
from ..machines.plain_calls import PlainCalls
from ..machines.queries import Queries
from .decorators import Mark, RowMark, marks_of

Triggers = dict[str, "Trigger"]
"""Those of a class, by name."""


class Trigger:
    """Stands for a decorated method in its class. The class has the method itself, for its rows; its instances have what
    sends the event."""

    __slots__ = ("name", "method", "events", "_send", "_swiftfsm_marks")

    def __init__(self, name: str, method: Any, events: tuple[Any, ...], marks: tuple[Mark, ...]) -> None:
        """method: as the class has it. marks: what the body of the class itself says of it."""
        self.name: str = name
        self.method: Any = method
        self.events: tuple[Any, ...] = events
        self._swiftfsm_marks = marks
        is_async = iscoroutinefunction(getattr(method, "__func__", method))
        self._send: Callable[..., Any] = AwaitedCalls.asend if is_async else PlainCalls.send

    @property
    def __isabstractmethod__(self) -> bool:
        """Whether the method is abstract, which classes of `abc` look at."""
        return bool(getattr(self.method, "__isabstractmethod__", False))

    def __get__(self, machine: Any, kind: Any = None) -> Any:
        if machine is None:
            return self.method.__get__(None, kind)
        if type(machine)._triggers.get(self.name) is not self:
            return self.method.__get__(machine, kind)  # super().pay(...) in a method that overrides this one
        if len(self.events) == 1:
            return partial(self._send, machine, self.events[0])
        return self._tell

    def _tell(self, *arguments: Any, **named: Any) -> NoReturn:
        several = f"of the events {spelt(self.events)}" if self.events else "of rows without an event of their own"
        raise TypeError(f"{self.name} is the action {several}: a call cannot tell which to send, use send()")

    def __repr__(self) -> str:
        return f"<trigger {self.name} of {', '.join(map(spell, self.events)) or 'no event'}>"


def install(kind: Any, marked: Mapping[str, tuple[Mark, ...]], table: CompiledTable[Any, Any]) -> Triggers:
    """Give a class its triggers, a `may_` method for each, and an `is_` property for each state. What the class has under
    such a name stays. Returns the triggers."""
    triggers: Triggers = {}
    for name, marks in marked.items():
        rows = [mark for mark in marks if isinstance(mark, RowMark)]
        if rows:
            present = getattr_static(kind, name)
            events = events_of(rows)
            if not isinstance(present, Trigger) or present.events != events:
                method = present.method if isinstance(present, Trigger) else present
                own = marks_of(vars(kind).get(name))
                present = Trigger(name, method, events, own)
                setattr(kind, name, present)
            triggers[name] = present
    for name, trigger in triggers.items():
        if len(trigger.events) == 1:
            _add(kind, f"may_{name}", _may(name, trigger.events[0]))
    for state in table.states:
        word = _word(table, state)
        if word is not None:
            _add(kind, f"is_{word}", _is_active(state))
    return triggers


def events_of(marks: Iterable[Mark]) -> tuple[Any, ...]:
    """Return the events of the rows that decorators make, each once."""
    events: list[Any] = []
    for mark in marks:
        for event in mark.events if isinstance(mark, RowMark) else ():
            if not isinstance(event, Reserved) and not any(event is each for each in events):
                events.append(event)
    return tuple(events)


def _add(kind: Any, name: str, attribute: Any) -> None:
    if not hasattr(kind, name) or isinstance(getattr_static(kind, name), _Given):
        setattr(kind, name, attribute)


class _Given(property):
    """An attribute that a class has been given, and that a subclass may be given anew."""


def _may(name: str, event: Any) -> _Given:
    def may(machine: Any) -> Any:
        return partial(Queries.can, machine, event)

    return _Given(may, doc=f"Whether `{name}` would be taken now; see `Machine.can`.")


def _is_active(state: Any) -> _Given:
    def is_active(machine: Any) -> bool:
        return Charts.__contains__(machine, state)

    return _Given(is_active, doc=f"Whether the state {spell(state)} is active.")


def _word(table: CompiledTable[Any, Any], state: Any) -> Optional[str]:
    """The name of a state as a part of an identifier; None if it is none."""
    name = state.name if isinstance(state, Enum) else table.state_name(state)
    word = None if name is None else name.lower()
    return word if word is not None and f"is_{word}".isidentifier() else None
