"""The decorators of the class style. What they say is kept with the method until its class is made.

    class Turnstile(Machine[State, Event, None]):
        @transition(State.LOCKED, Event.COIN, State.UNLOCKED, guard="is_exact")
        def unlock(self, cents): ...

        @entry(State.LOCKED)
        def lock(self): ...

        @on_step
        def log(self, event, outcome): ...

Decorators may be stacked. They take a state, or several as a tuple; a superstate may stand for a state. Those of hooks
take nothing. `Decorators` has the same for the states and events of one class, for type checkers.
"""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any, Callable, Optional, Protocol, TypeVar, Union, cast, overload

from ..definition.around import Around, OnError
from ..definition.blocks import Superstate
from ..definition.callables import Actions, Guards
from ..definition.ids import DYNAMIC, SAME, Event, State
from ..definition.kinds import OneOrMore, RowChart, several
from ..definition.places import Place, caller
from ..definition.rows import Matching, split_targets
from ..library.generated.enumerations import Outcome, Reserved

_S = TypeVar("_S", bound=State)
_E = TypeVar("_E", bound=Event)
_Scope = Union[_S, Superstate[Any, Any]]
Scopes = Union[_Scope[_S], tuple[_Scope[_S], ...]]
"""A state or a superstate, or several."""
Sources = Union[_Scope[_S], Reserved, tuple[Union[_Scope[_S], Reserved], ...]]
"""The same, or ANY."""
Events = Union[_E, Reserved, tuple[Union[_E, Reserved], ...]]
"""An event, several, ANY or EVENTLESS."""
Targets = Union[_S, Reserved, tuple[_S, ...]]
"""A state, SAME, INTERNAL or DEFER; in a chart also several states."""

_F = TypeVar("_F", bound=Callable[..., Any])

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    _M = TypeVar("_M")
    _P = ParamSpec("_P")
    # A static method.
    _Bare = TypeVar("_Bare", bound=Callable[[], object])

    # A method that overrides a decorated one may return what it likes, which `Any` allows.
    Sent = Union[Outcome, Any]
    """What calling a decorated method returns."""

    class RowDecorator(Protocol):
        """Makes a method the action of rows. Calling it on a machine sends their event: its parameters stay, and its
        result is that of `send`, or of `asend` for a coroutine function."""

        @overload
        def __call__(
            self, method: Callable[Concatenate[_M, _P], Coroutine[Any, Any, object]]
        ) -> Callable[Concatenate[_M, _P], Coroutine[Any, Any, Sent]]: ...
        # Where an Any among the parameters leaves open which is meant, mypy takes Any because of this one.
        @overload
        def __call__(self, method: Callable[..., Coroutine[Any, Any, Any]]) -> Any: ...
        @overload
        def __call__(
            self, method: Callable[Concatenate[_M, _P], object]
        ) -> Callable[Concatenate[_M, _P], Sent]: ...
        @overload
        def __call__(self, method: _Bare) -> _Bare: ...


_ATTRIBUTE = "_swiftfsm_marks"


@dataclass(frozen=True)
class RowMark:
    """A method is the action of rows, or their resolver if the target is DYNAMIC."""

    sources: tuple[Any, ...]
    events: tuple[Any, ...]
    target: Any
    guards: Guards
    actions: Actions
    matching: Matching
    overriding: bool
    chart: Optional[RowChart]
    around: Optional[Around]
    place: Optional[Place]


@dataclass(frozen=True)
class ScopeMark:
    """A method is a callback of states or superstates."""

    word: str
    """Which: entry, exit, cycle or update."""
    scopes: tuple[Any, ...]
    place: Optional[Place]


@dataclass(frozen=True)
class ProviderMark:
    """A method provides the current cases of predicate types."""

    kinds: tuple[type[Enum], ...]
    place: Optional[Place]


@dataclass(frozen=True)
class HookMark:
    """A method is a hook of all machines."""

    word: str
    """Which: on_step, on_unhandled, prepare or on_exception."""
    place: Optional[Place]


Mark = Union[RowMark, ScopeMark, ProviderMark, HookMark]


def transition(
    source: Sources[_S],
    event: Events[_E],
    target: Targets[_S] = SAME,
    *,
    guard: Guards = (),
    matching: Matching = (),
    overriding: bool = False,
    local: bool = False,
    active: Optional[OneOrMore[_S]] = None,
    inactive: Optional[OneOrMore[_S]] = None,
    raising: Optional[OneOrMore[_E]] = None,
    before: Actions = (),
    after: Actions = (),
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
) -> RowDecorator:
    """In `source`, `event` leads to `target`; the method is the action.

    Called on a machine, the method sends the event, with the arguments of the call: `gate.unlock(20)`. The class has the
    method itself, and so has `super()` in a method that overrides it. `gate.may_unlock(20)` tells whether a row would
    take it. A method that is the action of several events cannot be called.

    source, event: one, or several as a tuple. The event EVENTLESS is that of `always()`.
    target: by default the state stays, as with `then()`; in a chart also several states as a tuple.
    guard: a function or the name of a method, or several; all must return true.
    matching, overriding, local, active, inactive, raising, before, after, error_target, error_event: as for `Row`;
        `before` and `after` may be names of methods.
    """
    if target is DYNAMIC:
        raise TypeError("transition() names its target: where a method is to name it, decorate that with resolver()")
    first, more = split_targets(target)
    chart = RowChart.of(more, active, inactive, raising, local)
    around = Around.of(before, after, OnError.of(error_target, error_event))
    mark = RowMark(several(source), several(event), first, guard, (), matching, overriding, chart, around, caller())
    return cast("RowDecorator", _marking(mark))


def resolver(
    source: Sources[_S],
    event: Events[_E],
    *,
    guard: Guards = (),
    action: Actions = (),
    matching: Matching = (),
    overriding: bool = False,
    active: Optional[OneOrMore[_S]] = None,
    inactive: Optional[OneOrMore[_S]] = None,
    raising: Optional[OneOrMore[_E]] = None,
    before: Actions = (),
    after: Actions = (),
    error_target: Optional[_S] = None,
    error_event: Optional[_E] = None,
) -> RowDecorator:
    """In `source`, `event` leads to the state that the method returns; None refuses.

    Called on a machine, the method sends the event, as with `transition`.
    action: functions or names of methods to run then. The other parameters are those of `transition`.
    """
    chart = RowChart.of((), active, inactive, raising, False)
    around = Around.of(before, after, OnError.of(error_target, error_event))
    sources, events = several(source), several(event)
    mark = RowMark(sources, events, DYNAMIC, guard, action, matching, overriding, chart, around, caller())
    return cast("RowDecorator", _marking(mark))


def entry(*states: Scopes[_S]) -> Callable[[_F], _F]:
    """Run the method after a step that came to one of these states from another one."""
    return _marking(_scope_mark("entry", states))


def exit(*states: Scopes[_S]) -> Callable[[_F], _F]:
    """Run the method before a step from one of these states to another one."""
    return _marking(_scope_mark("exit", states))


def cycle(*states: Scopes[_S]) -> Callable[[_F], _F]:
    """Run the method after a step that came back to one of these states."""
    return _marking(_scope_mark("cycle", states))


def update(*states: Scopes[_S]) -> Callable[[_F], _F]:
    """Run the method on `Machine.update` in one of these states. It returns an event to send, or None."""
    return _marking(_scope_mark("update", states))


def provider(*kinds: type[Enum]) -> Callable[[_F], _F]:
    """Let the method return the member of this Enum that holds at present, for sends that have none."""
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Enum)):
            raise TypeError(f"provider() takes the Enum whose member the method returns, not {kind!r}")
    if not kinds:
        raise TypeError("provider() needs the Enum whose member the method returns")
    return _marking(ProviderMark(kinds, caller()))


def on_step(method: _F) -> _F:
    """Call the method after every step of a machine, handled or not, start and stop included."""
    return _marking(HookMark("on_step", caller()))(method)


def on_unhandled(method: _F) -> _F:
    """Call the method for each event that the table knows but the current state has no row for."""
    return _marking(HookMark("on_unhandled", caller()))(method)


def prepare(method: _F) -> _F:
    """Call the method once for each event or request, before its guards are asked; see `Table`."""
    return _marking(HookMark("prepare", caller()))(method)


def on_exception(method: _F) -> _F:
    """Tell the method what a callback has raised, as its parameter `exception`. If it returns true, that is not raised
    again; see `Table`."""
    return _marking(HookMark("on_exception", caller()))(method)


def marks_of(attribute: object) -> tuple[Mark, ...]:
    """Return what decorators have said of a method, from top to bottom."""
    # A static method says it of its function, if that was decorated first.
    both = (attribute, getattr(attribute, "__func__", None))
    marks: tuple[Mark, ...] = next((getattr(each, _ATTRIBUTE) for each in both if hasattr(each, _ATTRIBUTE)), ())
    return marks


def _marking(mark: Mark) -> Callable[[_F], _F]:
    def decorate(method: _F) -> _F:
        if not callable(method) and not isinstance(method, (staticmethod, classmethod)):
            raise TypeError(f"only a method can be decorated, not {method!r}")
        decorated = _copy(method)
        try:
            # Decorators are carried out from the bottom upwards.
            setattr(decorated, _ATTRIBUTE, (mark, *marks_of(method)))
        except AttributeError:
            raise TypeError(f"{method!r} cannot be decorated: wrap it in a function") from None
        return decorated

    return decorate


def _copy(method: _F) -> _F:
    """Return a function of its own for one class: several classes may decorate the same one."""
    twin: Any
    if isinstance(method, (staticmethod, classmethod)):
        twin = type(method)(method.__func__)
    elif isinstance(method, FunctionType):
        twin = FunctionType(
            method.__code__, method.__globals__, method.__name__, method.__defaults__, method.__closure__
        )
        for name in _COPIED:
            if hasattr(method, name):
                setattr(twin, name, getattr(method, name))
    else:
        return method
    twin.__dict__.update(method.__dict__)
    return cast("_F", twin)


# Annotations that have not been looked at, as of Python 3.14, stay so.
_COPIED = (
    "__kwdefaults__", "__qualname__", "__module__", "__doc__", "__type_params__",
    "__annotate__" if hasattr(FunctionType, "__annotate__") else "__annotations__",
)  # fmt: skip


def _scope_mark(word: str, states: tuple[Any, ...]) -> ScopeMark:
    # A forgotten pair of brackets hands over the method itself.
    if not states or any(callable(state) and not isinstance(state, Enum) for state in states):
        raise TypeError(f"@{word} needs the states that it is about: @{word}(State.…)")
    return ScopeMark(word, tuple(state for each in states for state in several(each)), caller())
