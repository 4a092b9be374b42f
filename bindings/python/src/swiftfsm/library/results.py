"""The results of calls: outcomes, statuses and errors."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional, Union

from .generated.enumerations import Outcome, Status

# A tuple is looked up faster than Outcome(number); the first place is never asked for.
OUTCOMES: tuple[Outcome, ...] = (Outcome.TRANSITIONED, *Outcome)


class SwiftFSMError(Exception):
    """The base of all errors that this package raises itself. Exceptions of callbacks are raised unchanged."""

    status: Optional[Status] = None
    """The status of the library that caused the error, if one did."""
    replay: Any = None
    """Of an error that ended a replay: the `Replay` up to there. A pickle of the error has None."""


class ClosedError(SwiftFSMError):
    """The table or machine was closed."""


class BadValueError(SwiftFSMError, ValueError):
    """An argument is outside its documented values."""

    status: Optional[Status] = Status.BAD_VALUE


class ReservedIdError(BadValueError):
    """A reserved id (ANY, SAME, INTERNAL, DYNAMIC, NONE) stands where only a state or an event may."""

    status: Optional[Status] = Status.RESERVED_ID


class UnknownStateError(SwiftFSMError, LookupError):
    """The table has no such state."""

    status: Optional[Status] = Status.UNKNOWN_STATE


class UnknownEventError(SwiftFSMError, LookupError):
    """The table has no such event, and no row for ANY that would take it."""

    status: Optional[Status] = Status.UNKNOWN_EVENT


class PredicateError(SwiftFSMError, LookupError):
    """A send has no case of a predicate type, two of one type, or one that the table does not have."""

    predicate: Optional[type[Enum]]
    """The predicate type; None if it is not known."""
    case: Union[Enum, int, None]
    """The case that was sent or provided (of two cases the second); a number if the type has no such member. None if no
    case was sent.
    """

    def __init__(
        self, *text: object, predicate: Optional[type[Enum]] = None, case: Union[Enum, int, None] = None
    ) -> None:
        # What is no argument of the exception is in its dictionary, so that copies and pickles have it.
        super().__init__(*text)
        self.predicate, self.case = predicate, case


class MissingPredicateError(PredicateError):
    """A machine that is not lenient was sent no case of a predicate type that has no provider."""

    status: Optional[Status] = Status.MISSING_PREDICATE


class UnknownPredicateError(PredicateError):
    """A machine that is not lenient was sent a case of a predicate type that the table does not have."""

    status: Optional[Status] = Status.UNKNOWN_PREDICATE


class RepeatedPredicateError(PredicateError):
    """A machine that is not lenient was sent two cases of one predicate type."""

    status: Optional[Status] = Status.REPEATED_PREDICATE


class UnknownCaseError(PredicateError):
    """A provider returned a case that its type does not have."""

    status: Optional[Status] = Status.UNKNOWN_CASE


class ArgumentsError(SwiftFSMError, TypeError):
    """An event was sent with wrong arguments: `status` is ARGUMENT_COUNT or ARGUMENT_TYPE."""

    status: Optional[Status] = Status.ARGUMENT_COUNT
    index: Optional[int]
    """The index of the wrong argument; if the number of arguments is wrong, that of the first one missing, or too many.
    """
    expected: Optional[str]
    """The declared type of that argument, as the header names it ("i64"); None if none is declared there."""

    def __init__(
        self,
        *text: object,
        status: Status = Status.ARGUMENT_COUNT,
        index: Optional[int] = None,
        expected: Optional[str] = None,
    ) -> None:
        super().__init__(*text)
        self.status, self.index, self.expected = status, index, expected


class NotRunningError(SwiftFSMError):
    """The machine is stopped."""

    status: Optional[Status] = Status.NOT_RUNNING


class AlreadyRunningError(SwiftFSMError):
    """The machine runs already."""

    status: Optional[Status] = Status.ALREADY_RUNNING


class BusyError(SwiftFSMError):
    """The call is not allowed inside a callback of this machine, or while a step is awaited."""

    status: Optional[Status] = Status.BUSY


class IllegalEventError(SwiftFSMError):
    """A strict machine was sent an event that no row took. The state is as before."""

    event: Any
    """The event; None for the request of a state."""
    state: Any
    """The state that has not taken it, as `Machine.state` has it."""
    _machine_id: int = 0
    """That of the machine, by which it knows its own errors."""

    def __init__(self, *text: object, event: Any = None, state: Any = None) -> None:
        super().__init__(*text)
        self.event, self.state = event, state


class UnhandledEventError(IllegalEventError):
    """The state has no row for the event."""


class RefusedEventError(IllegalEventError):
    """The state has rows for the event, but guards, conditions or predicates have refused all of them."""


class QueueFullError(SwiftFSMError):
    """The queue holds QUEUE_LIMIT events already."""

    status: Optional[Status] = Status.QUEUE_FULL


class OutOfMemoryError(SwiftFSMError, MemoryError):
    """Out of memory."""

    status: Optional[Status] = Status.OUT_OF_MEMORY


class UnsupportedError(SwiftFSMError, NotImplementedError):
    """The library cannot do this yet."""

    status: Optional[Status] = Status.UNSUPPORTED


class BadConfigurationError(SwiftFSMError, ValueError):
    """These states cannot be active together, or not these alone."""

    status: Optional[Status] = Status.BAD_CONFIGURATION


class StepLimitError(SwiftFSMError, RecursionError):
    """One event has led to STEP_LIMIT steps, by eventless rows and raised events."""

    status: Optional[Status] = Status.STEP_LIMIT_REACHED


class UnnamedCallbackError(SwiftFSMError, ValueError):
    """A definition cannot be written, since a callback has no name, or two have the same."""

    status: Optional[Status] = Status.UNNAMED_CALLBACK


class CallbackFailedError(SwiftFSMError):
    """A callback failed without a Python exception that could be raised again."""

    status: Optional[Status] = Status.CALLBACK_FAILED


_ERRORS: dict[int, type[SwiftFSMError]] = {
    int(kind.status or Status.OK): kind
    for kind in (
        BadValueError,
        ReservedIdError,
        UnknownStateError,
        UnknownEventError,
        MissingPredicateError,
        UnknownPredicateError,
        RepeatedPredicateError,
        UnknownCaseError,
        ArgumentsError,
        NotRunningError,
        AlreadyRunningError,
        BusyError,
        QueueFullError,
        OutOfMemoryError,
        UnsupportedError,
        BadConfigurationError,
        StepLimitError,
        UnnamedCallbackError,
        CallbackFailedError,
    )
}


# The same kind of mistake as another number of arguments.
_ERRORS[Status.ARGUMENT_TYPE] = ArgumentsError


def error_of(status: int, text: str) -> SwiftFSMError:
    """Return the exception for a negative status."""
    kind = _ERRORS.get(status)
    if kind is ArgumentsError:
        return ArgumentsError(text, status=Status(status))
    if kind is not None:
        return kind(text)
    name = f"SFSM_{Status(status).name}" if status in Status.__members__.values() else str(status)
    return SwiftFSMError(f"{text} ({name})")
