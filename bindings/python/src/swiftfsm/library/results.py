"""What comes of a call: outcomes, and the errors of calls that were a mistake."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Optional, Union


class NamedNumber(IntEnum):
    """An IntEnum that prints as its name in every version of Python."""

    __str__ = Enum.__str__

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


class Outcome(NamedNumber):
    """What came of an event."""

    TRANSITIONED = 1
    """A row was taken and its callbacks ran; the state may be the same as before."""
    REFUSED = 2
    """Rows match, but their guards said no or their resolver named no state: nothing changed."""
    UNHANDLED = 3
    """No row for this event (or request) and these cases in this state: nothing changed."""
    QUEUED = 4
    """Sent from inside a step of the same machine: it runs after that step."""


# A tuple is looked up faster than Outcome(number); the first place is never asked for.
OUTCOMES: tuple[Outcome, ...] = (Outcome.TRANSITIONED, *Outcome)


class Status(NamedNumber):
    """What was wrong with a call, as the library numbers it; each error class has its own as `status`."""

    OK = 0
    NULL_POINTER = -1
    BAD_SIZE = -2
    BAD_VALUE = -3
    RESERVED_ID = -4
    UNKNOWN_STATE = -5
    UNKNOWN_EVENT = -6
    INVALID_DEFINITION = -7
    ALREADY_BUILT = -8
    NOT_RUNNING = -9
    ALREADY_RUNNING = -10
    BUSY = -11
    QUEUE_FULL = -12
    OUT_OF_MEMORY = -13
    CALLBACK_FAILED = -14
    OUT_OF_RANGE = -15
    MISSING_PREDICATE = -16
    UNKNOWN_PREDICATE = -17
    REPEATED_PREDICATE = -18
    UNKNOWN_CASE = -19
    BAD_SIGNATURE = -20
    UNFIT_SIGNATURE = -21
    ARGUMENT_COUNT = -22
    ARGUMENT_TYPE = -23


class SwiftFSMError(Exception):
    """Whatever this package raises by itself. Exceptions of callbacks come out as they are."""

    status: Optional[Status] = None
    """The library's status, where the error came from it."""


class ClosedError(SwiftFSMError):
    """The table or machine was closed."""


class BadValueError(SwiftFSMError, ValueError):
    """An argument is outside the values that its documentation lists."""

    status: Optional[Status] = Status.BAD_VALUE


class ReservedIdError(BadValueError):
    """A reserved id (ANY, SAME, INTERNAL, DYNAMIC, NONE) stands where only a state or an event of yours may."""

    status: Optional[Status] = Status.RESERVED_ID


class UnknownStateError(SwiftFSMError, LookupError):
    """The table has no such state."""

    status: Optional[Status] = Status.UNKNOWN_STATE


class UnknownEventError(SwiftFSMError, LookupError):
    """The table has no such event, and no row for any event that would take it."""

    status: Optional[Status] = Status.UNKNOWN_EVENT


class PredicateError(SwiftFSMError, LookupError):
    """A send brings no case of a predicate type, two of one type, or one that the table does not have."""

    predicate: Optional[type[Enum]]
    """The predicate type; None if it is not known."""
    case: Union[Enum, int, None]
    """What was sent of it (of two cases the second), or provided; a number if the type has no such member. None if
    nothing was."""

    def __init__(
        self, *sentence: object, predicate: Optional[type[Enum]] = None, case: Union[Enum, int, None] = None
    ) -> None:
        # What is no argument of the exception is in its dictionary, so that copies and pickles have it.
        super().__init__(*sentence)
        self.predicate, self.case = predicate, case


class MissingPredicateError(PredicateError):
    """A strict machine was sent no case of a predicate type that has no provider."""

    status: Optional[Status] = Status.MISSING_PREDICATE


class UnknownPredicateError(PredicateError):
    """A strict machine was sent a case of a predicate type that the table does not have."""

    status: Optional[Status] = Status.UNKNOWN_PREDICATE


class RepeatedPredicateError(PredicateError):
    """A strict machine was sent two cases of one predicate type."""

    status: Optional[Status] = Status.REPEATED_PREDICATE


class UnknownCaseError(PredicateError):
    """A provider named a case that its type does not have."""

    status: Optional[Status] = Status.UNKNOWN_CASE


class ArgumentsError(SwiftFSMError, TypeError):
    """An event was sent with other arguments than it carries: `status` is ARGUMENT_COUNT or ARGUMENT_TYPE."""

    status: Optional[Status] = Status.ARGUMENT_COUNT
    index: Optional[int]
    """The number of the argument, from 0; of a wrong count the first that is missing, or too many."""
    expected: Optional[str]
    """The type that the event declares for it, in the header's word ("i64"); None if it declares nothing there."""

    def __init__(
        self,
        *sentence: object,
        status: Status = Status.ARGUMENT_COUNT,
        index: Optional[int] = None,
        expected: Optional[str] = None,
    ) -> None:
        super().__init__(*sentence)
        self.status, self.index, self.expected = status, index, expected


class NotRunningError(SwiftFSMError):
    """The machine is stopped."""

    status: Optional[Status] = Status.NOT_RUNNING


class AlreadyRunningError(SwiftFSMError):
    """The machine has been started."""

    status: Optional[Status] = Status.ALREADY_RUNNING


class BusyError(SwiftFSMError):
    """Not from inside a callback of this machine."""

    status: Optional[Status] = Status.BUSY


class QueueFullError(SwiftFSMError):
    """QUEUE_LIMIT events wait already."""

    status: Optional[Status] = Status.QUEUE_FULL


class OutOfMemoryError(SwiftFSMError, MemoryError):
    """The system gave no memory."""

    status: Optional[Status] = Status.OUT_OF_MEMORY


class CallbackFailedError(SwiftFSMError):
    """A callback failed without an exception of Python that could be raised again."""

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
        CallbackFailedError,
    )
}


# The same kind of mistake as another number of arguments.
_ERRORS[Status.ARGUMENT_TYPE] = ArgumentsError


def error_of(status: int, sentence: str) -> SwiftFSMError:
    """The exception for a status below zero, ready to be raised."""
    kind = _ERRORS.get(status)
    if kind is ArgumentsError:
        return ArgumentsError(sentence, status=Status(status))
    if kind is not None:
        return kind(sentence)
    name = f"SFSM_{Status(status).name}" if status in Status.__members__.values() else str(status)
    return SwiftFSMError(f"{sentence} ({name})")
