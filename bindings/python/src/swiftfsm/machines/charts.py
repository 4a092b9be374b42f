"""What only machines over a chart are told and asked."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ..definition.generics import ContextT, EventT, StateT
from ..library.generated.enumerations import Outcome, Status
from ..library.loading import library
from ..library.results import OUTCOMES, BadValueError
from .core import MachineCore


class Charts(MachineCore[StateT, EventT, ContextT]):
    """The active states of a chart, and raised events."""

    __slots__ = ()

    @property
    def states(self) -> list[StateT]:
        """The active leaves, in the order of the definition; inside a step the old ones until the commit.

        A leaf is a state without children. Without parallel states there is one; none if the machine is stopped.
        """
        return self._active_leaves()

    def __contains__(self, state: StateT) -> bool:
        """Return whether a state is active: a leaf, or one that contains an active leaf."""
        self._open()
        return bool(library.sfsm_machine_in(self._argument, self._state_id(state)))

    @property
    def is_done(self) -> bool:
        """Whether the machine has stopped since it entered a final state that is nested in none."""
        self._open()
        return bool(library.sfsm_machine_is_done(self._argument))

    @property
    def is_final(self) -> bool:
        """Whether the machine is in a state that is declared as final, or has stopped in one."""
        return self.is_done or any(map(self._table.is_final, self._active_leaves()))

    def has_tag(self, tag: str) -> bool:
        """Return whether an active state has a tag: a leaf, or one that contains an active leaf. Cost: O(their number)
        after the first time."""
        tags, states = self._table._tags, self._vocabulary.states
        self._open()
        return any(tag in found and self.__contains__(states.member(number)) for number, found in tags.items())

    def set_states(self, states: Iterable[StateT]) -> None:
        """Set the active states without running any callback, to restore saved ones.

        states: all active leaves, in any order, as `states` lists them. None at all stops the machine and drops the
        events that wait; otherwise these stay in the queue.

        Errors: UnknownStateError; BadConfigurationError for states that cannot be active together, or not these alone;
        BusyError.
        """
        if isinstance(states, (str, Enum, int)) or not isinstance(states, Iterable):
            raise TypeError(f"set_states() takes all active leaves, not {states!r}: name them in a list")
        given = list(states)
        self._must_be_idle()
        self._tell_time()
        self._set_states(given)
        if not given and self._queue is not None:
            self._queue.clear(self)

    def raise_(self, event: EventT) -> Outcome:
        """Raise an event: inside a callback it is handled before all events that were sent, with the cases of the step.
        Elsewhere as `send`.

        Errors: those of `send`; ArgumentsError for an event with arguments; BadValueError inside a callback if the
        definition is no chart.
        """
        outcome: int
        if self._is_occupied:
            outcome = self._occupied_queue().raise_event(self, event)
        else:
            outcome = library.sfsm_machine_raise(self._argument, self._table._events.identify(event))
        if outcome == Status.BAD_VALUE:
            raise BadValueError("only a machine over a chart raises events inside a callback: send the event")
        self._finish(outcome, event=event)
        return OUTCOMES[outcome]
