"""What a caller may say of a replay; `Table.replay` tells what each of these means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Optional

from ..library.generated.constants import (
    ASK_GUARDS,
    ASSUME_GUARDS,
    CALL_ACTIONS,
    LENIENT,
    REFUSE_GUARDS,
    SKIP_UNKNOWN,
    STAY,
    STOP,
    STOP_TOKEN,
)
from ..library.results import BadValueError

GuardOption = Literal["refuse", "assume", "ask"]
ViolationOption = Literal["stay", "stop token", "stop"]

_GUARDS = {"refuse": REFUSE_GUARDS, "assume": ASSUME_GUARDS, "ask": ASK_GUARDS}
_ON_VIOLATION = {"stay": STAY, "stop token": STOP_TOKEN, "stop": STOP}


class Rules(NamedTuple):
    """How events are handled."""

    initial: Any
    guards: GuardOption
    on_violation: ViolationOption
    call: bool
    lenient: bool
    skip_unknown: bool

    def check(self) -> None:
        """Errors: BadValueError."""
        for name, value, known in (
            ("guards", self.guards, _GUARDS),
            ("on_violation", self.on_violation, _ON_VIOLATION),
        ):
            if value not in known:
                raise BadValueError(f"{name} is one of {', '.join(map(repr, known))}, not {value!r}")

    @property
    def calls(self) -> bool:
        """Whether anything is called."""
        return self.call or self.guards == "ask"

    @property
    def guard_number(self) -> int:
        """What becomes of guards, as the header numbers it."""
        return _GUARDS[self.guards]

    @property
    def violation_number(self) -> int:
        """What follows after a violation, as the header numbers it."""
        return _ON_VIOLATION[self.on_violation]

    @property
    def flags(self) -> int:
        """The others, as the header has them."""
        told = (self.call, CALL_ACTIONS), (self.lenient, LENIENT), (self.skip_unknown, SKIP_UNKNOWN)
        return sum(flag for is_set, flag in told if is_set)


class EventColumns(NamedTuple):
    """What is given of each event."""

    events: Any
    tokens: Any = None
    offsets: Any = None
    cases: Optional[Mapping[Any, Any]] = None
    arguments: Optional[Mapping[Any, Any]] = None
    times: Any = None


class TokenColumns(NamedTuple):
    """What is given of each token."""

    states: Any = None
    contexts: Any = None
    entered: Any = None
    token_count: Optional[int] = None
    """How many tokens there are, where the caller says so."""

    @property
    def number(self) -> Optional[int]:
        """How many tokens there are, where a caller gives something for each, by its number."""
        if self.token_count is not None:
            return self.token_count
        given = (self.states, self.contexts)
        sized = (each for each in given if not isinstance(each, Mapping) and hasattr(each, "__len__"))
        return next(map(len, sized), None)


    @property
    def are_numbered(self) -> bool:
        """Whether the caller says how many tokens there are, or gives something for each, by its number."""
        given = (self.states, self.contexts, self.entered)
        return self.token_count is not None or any(
            each is not None and not isinstance(each, Mapping) for each in given
        )


class Kept(NamedTuple):
    """What is kept of what came of the events."""

    outcomes: bool = False
    rows: bool = False
    row_counts: bool = False
    limit: Optional[int] = None
