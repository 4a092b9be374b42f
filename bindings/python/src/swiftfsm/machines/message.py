"""A message: an event with its cases and arguments, as the library takes it."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_size_t
from enum import Enum
from typing import Any, NamedTuple, NoReturn, Optional

from ..definition.arguments import Objects
from ..definition.vocabulary import Vocabulary
from ..library.results import ArgumentsError, Status, UnknownPredicateError


class Message(NamedTuple):
    """The cases and arguments of an event, ready for the library."""

    cases: bytes
    case_count: c_size_t
    arguments: Optional[bytes]
    argument_count: c_size_t
    kept: object
    """What the arguments point to."""

    def parts(self) -> tuple[bytes, c_size_t, Optional[bytes], c_size_t]:
        """Return the four arguments of a function of the library that takes a message. They are valid as long as this
        is.
        """
        return self[:4]


def pack_message(
    vocabulary: Vocabulary, event: Any, arguments: Iterable[Any], is_lenient: bool, objects: Objects
) -> Message:
    """Separate cases from arguments, and pack both. Python objects among the arguments are entered into `objects`.

    Errors: ArgumentsError and PredicateError for what does not belong to the event.
    """
    packed = vocabulary.predicates.packed
    cases, values = [], []
    for argument in arguments:
        known = packed.get(type(argument))
        if known is None:
            values.append(argument)
        else:
            cases.append(known[argument])
    types = vocabulary.argument_types.get(vocabulary.events.identify(event))
    if types is None:
        strangers = tuple(value for value in values if not isinstance(value, Enum))
        if strangers:
            raise ArgumentsError(
                f"{vocabulary.events.describe(event)} takes no arguments, but was sent with {strangers!r}: "
                f"declare its arguments (arguments=...)",
                index=0,
            )
        if values and not is_lenient:
            _reject(values[0])
        return Message(b"".join(cases), c_size_t(len(cases)), None, c_size_t(0), None)
    try:
        array, kept = types.pack(values, objects)
    except ArgumentsError as error:
        raise ArgumentsError(
            f"{vocabulary.events.describe(event)} {error}",
            status=error.status or Status.ARGUMENT_COUNT,
            index=error.index,
            expected=error.expected,
        ) from None
    return Message(b"".join(cases), c_size_t(len(cases)), array, c_size_t(len(types)), kept)


def pack_cases(vocabulary: Vocabulary, cases: Iterable[Any], is_lenient: bool) -> tuple[bytes, c_size_t]:
    """Pack cases alone, for requests and for queries about all events. Errors: PredicateError; ArgumentsError for what
    is no case.
    """
    packed = []
    for case in cases:
        known = vocabulary.predicates.packed.get(type(case))
        if known is not None:
            packed.append(known[case])
        elif not isinstance(case, Enum):
            raise ArgumentsError(f"only members of the table's predicate types belong here, not {case!r}", index=0)
        elif not is_lenient:
            _reject(case)
    return b"".join(packed), c_size_t(len(packed))


def _reject(case: Enum) -> NoReturn:
    raise UnknownPredicateError(
        f"{case!r} is of no predicate type of this table: name the type in a row, or in predicates=",
        predicate=type(case),
        case=case,
    )
