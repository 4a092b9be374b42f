"""A machine and a model of it, which Hypothesis drives side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Callable, ClassVar, NamedTuple, Optional

from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from ..classes.machine import Machine, Table
from ..library.generated.enumerations import Outcome, Reserved
from ..library.results import IllegalEventError

Invariant = Callable[..., object]


class Subject(NamedTuple):
    """What is tested, and against what."""

    table: Table[Any, Any]
    make: Callable[[], Machine[Any, Any, Any]]
    make_model: Optional[Callable[[], Any]]
    compare: Optional[Callable[[Any, Any], object]]
    invariants: Sequence[Invariant]
    events: Mapping[Any, bool]
    """Whether each event is sent alone: without arguments and cases."""
    is_impossible: bool
    """Whether events are sent that no state has a row for."""


class CheckedMachine(RuleBasedStateMachine):
    """The base of the tests that `rule_based` makes."""

    machine: Machine[Any, Any, Any]
    """The machine under test."""
    model: Any
    """The model; None without one."""

    _subject: ClassVar[Subject]
    _handled: ClassVar[dict[Any, set[Any]]]
    """The events that each state has rows for."""

    def __init_subclass__(cls, **others: Any) -> None:
        super().__init_subclass__(**others)
        if hasattr(cls, "_subject"):
            cls._handled = {}
            for each in cls._subject.table.transitions():
                cls._handled.setdefault(each.source, set()).add(each.event)

    def __init__(self) -> None:
        super().__init__()
        self._begin()

    def _begin(self) -> None:
        self.machine = self._subject.make()
        if not isinstance(self.machine, Machine):
            raise TypeError(f"machine= makes a machine, not {self.machine!r}")
        make_model = self._subject.make_model
        self.model = None if make_model is None else make_model()
        self._last = "at the beginning"

    def teardown(self) -> None:
        """Close the machine. An override calls this too."""
        self.machine.close()

    # What can happen

    @property
    def _is_running(self) -> bool:
        return not self.machine.closed and bool(self.machine.states)

    def _may_send(self, event: Any, is_plain: bool) -> bool:
        if not self._is_running:
            return False
        if self._subject.is_impossible:
            return True
        return self.machine.can(event) if is_plain else self._has_row(event)

    def _has_row(self, event: Any) -> bool:
        """Whether a state that is active has a row for an event."""
        return any(
            not self._handled.get(state, set()).isdisjoint((event, Reserved.ANY)) for state in self._active_states()
        )

    def _active_states(self) -> list[Any]:
        found: list[Any] = [Reserved.ANY]
        for leaf in self.machine.states:
            state = leaf
            while state is not None and state not in found:
                found.append(state)
                state = self._subject.table.parent(state)
        return found

    def _is_stuck(self) -> bool:
        """Whether nothing can happen any more."""
        if not self._is_running:
            return True
        return self.machine.next_due is None and not any(self._may_send(*each) for each in self._subject.events.items())

    # Rules that every table has

    @precondition(lambda self: self._is_running and self.machine.next_due is not None)
    @rule()
    def wait(self) -> None:
        """Advance the machine to what is due next."""
        due = self.machine.next_due
        assert due is not None
        self.machine.advance(due)
        self._last = f"after the time {due}"

    @precondition(lambda self: self._is_stuck())
    @rule()
    def begin_again(self) -> None:
        """Make a new machine, and a new model, where nothing can happen any more."""
        self.machine.close()
        self._begin()

    # Sending

    def _send(self, event: Any, word: str, arguments: Sequence[Any], cases: Sequence[Any]) -> None:
        self._last = f"after {word}({', '.join(map(repr, [*arguments, *cases]))})"
        former = self.machine.states
        expected = self.machine.can(event, *arguments, *cases)
        try:
            outcome = self.machine.send(event, *arguments, *cases)
        except IllegalEventError:  # of a strict machine
            outcome = Outcome.REFUSED
        if outcome is Outcome.DEFERRED:
            expected = True
        is_taken = outcome in (Outcome.TRANSITIONED, Outcome.DEFERRED)
        assert is_taken == expected, (
            f"{self._last}: can() said {expected}, but the outcome is {outcome.name}: does a guard change something?"
        )
        assert is_taken or self.machine.states == former, f"{self._last}: {outcome.name}, but the state has changed"
        if self.model is not None:
            self._send_to_model(word, [*arguments, *cases], is_taken)

    def _send_to_model(self, word: str, arguments: Sequence[Any], is_taken: bool) -> None:
        method = getattr(self.model, word, None)
        if method is None:
            raise TypeError(f"the model {self.model!r} has no method {word!r} for this event")
        try:
            refused = method(*arguments) is False
        except Exception as error:
            if is_taken:
                raise AssertionError(f"{self._last}: the machine takes it, but the model raised {error!r}") from error
            return
        assert not (refused and is_taken), f"{self._last}: the machine takes it, but the model refuses it"
        assert refused or is_taken, f"{self._last}: the model takes it, but not the machine, which is in {self._where}"

    @property
    def _where(self) -> str:
        return ", ".join(map(_shown, self.machine.states)) or "no state"

    def check_invariants(self, *given: Any, **options: Any) -> None:
        """Hypothesis asks those of a subclass, and shows them among the steps; then the others are asked."""
        super().check_invariants(*given, **options)
        for each in self._subject.invariants:
            told = getattr(each, "__name__", repr(each))
            asked = [self.machine] if self.model is None else [self.machine, self.model]
            assert each(*asked) is not False, f"{self._last} {told} does not hold: the machine is in {self._where}"
        if self.model is not None:
            self._compare_model()

    def _compare_model(self) -> None:
        if self._subject.compare is not None:
            assert self._subject.compare(self.machine, self.model) is not False, (
                f"{self._last} machine and model do not agree: the machine is in {self._where}, the model is {self.model!r}"
            )
        elif hasattr(self.model, "state"):
            state = self.model.state
            assert _is_same(self.machine.state, state), (
                f"{self._last} the machine is in {self._where}, but the model in {_shown(state)}"
            )
        else:
            raise TypeError(f"the model {self.model!r} has no attribute 'state': give a function to compare with")


def _is_same(one: Any, other: Any) -> bool:
    if type(one) is type(other):
        return bool(one == other)
    return not _words(one).isdisjoint(_words(other))


def _words(state: Any) -> set[str]:
    """What a state may be called."""
    words = (state.name, state.value) if isinstance(state, Enum) else (state,)
    return {word for word in words if isinstance(word, str)}


def _shown(state: Any) -> str:
    return state.name if isinstance(state, Enum) else str(state)
