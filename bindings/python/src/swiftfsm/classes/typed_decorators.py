"""The decorators of the class style for the states and events of one class, so that type checkers find wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, TypeVar

from ..definition.callables import Actions, Guards
from ..definition.generics import EventT, StateT
from ..definition.ids import SAME
from ..definition.kinds import OneOrMore
from ..definition.rows import Matching
from . import decorators
from .decorators import Events, Scopes, Sources, Targets

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    from .decorators import RowDecorator, Sent

    _M = TypeVar("_M")
    _P = ParamSpec("_P")

_F = TypeVar("_F", bound=Callable[..., Any])


class Decorators(Generic[StateT, EventT]):
    """The decorators `transition`, `resolver`, `entry`, `exit`, `cycle` and `update` for these states and events.

        on = Decorators(State, Event)

        class Turnstile(Machine[State, Event, None]):
            @on.transition(State.LOCKED, Event.COIN, State.UNLOCKED)
            def unlock(self, cents): ...

    A type checker cannot see to which class a method belongs before it is made. Here it is told which states and events
    there are, and finds any other one on the line where it stands. `Decorators[str, str]()` and the like serve types
    that are no classes.
    """

    __slots__ = ()

    def __init__(self, states: Optional[type[StateT]] = None, events: Optional[type[EventT]] = None) -> None:
        pass

    def transition(
        self,
        source: Sources[StateT],
        event: Events[EventT],
        target: Targets[StateT] = SAME,
        *,
        guard: Guards = (),
        matching: Matching = (),
        overriding: bool = False,
        local: bool = False,
        active: Optional[OneOrMore[StateT]] = None,
        inactive: Optional[OneOrMore[StateT]] = None,
        raising: Optional[OneOrMore[EventT]] = None,
        before: Actions = (),
        after: Actions = (),
        error_target: Optional[StateT] = None,
        error_event: Optional[EventT] = None,
    ) -> RowDecorator:
        """In `source`, `event` leads to `target`; see `transition`."""
        return decorators.transition(
            source,
            event,
            target,
            guard=guard,
            matching=matching,
            overriding=overriding,
            local=local,
            active=active,
            inactive=inactive,
            raising=raising,
            before=before,
            after=after,
            error_target=error_target,
            error_event=error_event,
        )

    def resolver(
        self,
        source: Sources[StateT],
        event: Events[EventT],
        *,
        guard: Guards = (),
        action: Actions = (),
        matching: Matching = (),
        overriding: bool = False,
        active: Optional[OneOrMore[StateT]] = None,
        inactive: Optional[OneOrMore[StateT]] = None,
        raising: Optional[OneOrMore[EventT]] = None,
        before: Actions = (),
        after: Actions = (),
        error_target: Optional[StateT] = None,
        error_event: Optional[EventT] = None,
    ) -> Callable[[Callable[Concatenate[_M, _P], Optional[StateT]]], Callable[Concatenate[_M, _P], Sent]]:
        """In `source`, `event` leads to the state that the method returns; see `resolver`."""
        return decorators.resolver(
            source,
            event,
            guard=guard,
            action=action,
            matching=matching,
            overriding=overriding,
            active=active,
            inactive=inactive,
            raising=raising,
            before=before,
            after=after,
            error_target=error_target,
            error_event=error_event,
        )

    def entry(self, *states: Scopes[StateT]) -> Callable[[_F], _F]:
        """Run the method after a step that came to one of these states from another one."""
        return decorators.entry(*states)

    def exit(self, *states: Scopes[StateT]) -> Callable[[_F], _F]:
        """Run the method before a step from one of these states to another one."""
        return decorators.exit(*states)

    def cycle(self, *states: Scopes[StateT]) -> Callable[[_F], _F]:
        """Run the method after a step that came back to one of these states."""
        return decorators.cycle(*states)

    def update(
        self, *states: Scopes[StateT]
    ) -> Callable[[Callable[..., Optional[EventT]]], Callable[..., Optional[EventT]]]:
        """Run the method on `Machine.update`; it returns an event to send, or None."""
        return decorators.update(*states)
