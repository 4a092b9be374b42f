"""What is sent with an event, as the library takes it: cases of predicate types, and what the event carries."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import POINTER, Array, c_size_t, cast
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Optional

from .prototypes import sfsm_case, sfsm_value
from .results import ArgumentsError, UnknownPredicateError

if TYPE_CHECKING:
    from .payloads import Objects
    from .signatures import Layout


class Sent(NamedTuple):
    """What is sent with an event, ready for the library."""

    cases: bytes
    case_count: c_size_t
    arguments: Optional[bytes]
    argument_count: c_size_t
    kept: object
    """What the arguments point to."""

    def parts(self) -> tuple[Any, c_size_t, Any, c_size_t]:
        """The arguments of a function with prototypes; good as long as this is kept."""
        # The stubs of cast do not know bytes.
        cases: Any = self.cases
        values: Any = self.arguments
        return cast(cases, POINTER(sfsm_case)), self.case_count, cast(values, POINTER(sfsm_value)), self.argument_count


def pack(layout: Layout, event: Any, things: Iterable[Any], is_lenient: bool, objects: Objects) -> Sent:
    """Tells cases from arguments, and packs both. Objects of Python among the arguments are entered into `objects`.

    Raises ArgumentsError and PredicateError for things that do not belong to the event.
    """
    packed = layout.predicates.packed
    cases, values = [], []
    for thing in things:
        known = packed.get(type(thing))
        if known is None:
            values.append(thing)
        else:
            cases.append(known[thing])
    payload = layout.payloads.get(layout.events.identify(event))
    if payload is None:
        strangers = tuple(value for value in values if not isinstance(value, Enum))
        if strangers:
            raise ArgumentsError(
                f"{layout.events.describe(event)} carries nothing, but was sent with {strangers!r}: "
                f"declare what it carries (arguments=...)",
                index=0,
            )
        if values and not is_lenient:
            _reject(values[0])
        return Sent(b"".join(cases), c_size_t(len(cases)), None, c_size_t(0), None)
    try:
        array, kept = payload.pack(values, objects)
    except ArgumentsError as error:
        raise ArgumentsError(
            f"{layout.events.describe(event)} {error}", status=error.status, index=error.index, expected=error.expected
        ) from None
    return Sent(b"".join(cases), c_size_t(len(cases)), array, c_size_t(len(payload)), kept)


def pack_cases(layout: Layout, cases: Iterable[Any], is_lenient: bool) -> tuple[Array[sfsm_case], int]:
    """Cases alone, for what carries nothing: requests, and questions about all events. Raises PredicateError, and
    ArgumentsError for what is no case."""
    packed = []
    for case in cases:
        known = layout.predicates.packed.get(type(case))
        if known is not None:
            packed.append(known[case])
        elif not isinstance(case, Enum):
            raise ArgumentsError(f"only members of the table's predicate types belong here, not {case!r}", index=0)
        elif not is_lenient:
            _reject(case)
    # A pointer to bytes would not keep them.
    return (sfsm_case * len(packed)).from_buffer_copy(b"".join(packed)), len(packed)


def _reject(case: Enum) -> NoReturn:
    raise UnknownPredicateError(
        f"{case!r} is of no predicate type of this table: name the type in a row, or in predicates=",
        predicate=type(case),
        case=case,
    )
