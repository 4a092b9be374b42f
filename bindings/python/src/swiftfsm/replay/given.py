"""What else a caller gives with each event: cases of predicate types, arguments, times."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from ctypes import c_char_p, c_void_p, cast, sizeof
from enum import Enum
from typing import Any, NamedTuple, Optional

from ..definition.arguments import ArgumentTypes
from ..definition.alphabet import Alphabet
from ..definition.ids import NONE
from ..definition.predicates import PredicateTypes
from ..library.generated.enumerations import Status, ValueType
from ..library.results import ArgumentsError, BadValueError, UnknownPredicateError
from .columns import column
from .datetimes import counted, has_times
from .parts import INTEGERS, Column, Part, joined, part_of, translated

UNKNOWN_TIME = -(2**63)
"""Of a token of which nobody knows since when it has been in its state."""


class GivenColumn(NamedTuple):
    """A column in one part, of a predicate type or of an argument of an event."""

    key: int
    """The number of the predicate type, or the event."""
    number: int
    """Of the argument."""
    part: Part


def cases_of(given: Mapping[Any, Any], predicates: PredicateTypes, count: int) -> list[GivenColumn]:
    """Return the columns of cases: members, their names, or their numbers; null where none is sent.

    Errors: UnknownPredicateError, BadValueError.
    """
    return [GivenColumn(_predicate(kind, predicates), 0, _cases(kind, value, count)) for kind, value in given.items()]


def _predicate(kind: Any, predicates: PredicateTypes) -> int:
    if kind not in predicates.kinds:
        name = kind.__name__ if isinstance(kind, type) else repr(kind)
        known = kind if isinstance(kind, type) and issubclass(kind, Enum) else None
        raise UnknownPredicateError(f"{name} is no predicate type of this table", predicate=known)
    return predicates.numbers[predicates.kinds.index(kind)]


def _cases(kind: Any, value: Any, count: int) -> Part:
    noun = f"the cases of {kind.__name__}"
    given = column(value, noun)
    _check_length(given, count, noun)
    part = joined(given)
    members = list(kind)
    if given.words is None:
        if part.type is ValueType.BOOL:
            part = part._replace(type=ValueType.U8)
        if part.type not in INTEGERS:
            raise TypeError(f"{noun} must be members, names or numbers, not of the type {part.type.name.lower()}")
        return translated(part, range(len(members)), int(NONE)) if len(part.missing) else part
    known: dict[Any, int] = {}
    for case, member in enumerate(members):
        known[member] = case
        known.setdefault(member.name, case)
    for case, member in enumerate(members):
        if isinstance(member.value, (str, int)):
            known.setdefault(member.value, case)
    table, unknown = [], set()
    for code, word in enumerate(given.words):
        case = int(NONE) if word is None else known.get(word, word if isinstance(word, bool) else -1)
        table.append(case)
        if case == -1:
            unknown.add(code)
    if unknown:  # which may be words of a dictionary that do not occur
        for index, code in enumerate(part.view()):
            if code in unknown:
                raise BadValueError(f"{noun}: {given.words[code]!r} at index {index} is no case of it")
    return translated(part, table, int(NONE))


def _check_length(given: Column, count: int, noun: str) -> None:
    if given.length != count or given.lists is not None:
        raise BadValueError(f"{noun}: there are {given.length} values for {count} events: give one with each event")


def times_of(value: Any, count: int) -> tuple[Part, Optional[float]]:
    """Return a column of times as 64-bit numbers, and how many seconds one of these is, None if nobody knows.

    Errors: BadValueError, TypeError.
    """
    given = counted(column(value, "times"), "times")
    _check_length(given, count, "times")
    index = next(given.missing(), None)
    if index is not None:
        raise BadValueError(f"the event at index {index} has no time: times has null there")
    return _ticks(given, "times"), given.unit


def entered_of(value: Any, labels: Sequence[Any]) -> array[int]:
    """Return since when each token has been in its state: from a column with a time for each token, or a mapping from
    tokens; UNKNOWN_TIME for what is null. Errors: BadValueError for another number of them, TypeError."""
    if isinstance(value, Mapping):
        value = [value.get(label) for label in labels]
    if isinstance(value, (list, tuple)) and not has_times(value):
        value = [UNKNOWN_TIME if each is None else each for each in value]
    given = counted(column(value, "entered"), "entered")
    if given.length != len(labels):
        raise BadValueError(f"there are {given.length} times of entry for {len(labels)} tokens: each has one")
    found = array("q", _ticks(given, "entered").view())
    for index in given.missing():
        found[index] = UNKNOWN_TIME
    return found


def _ticks(given: Column, noun: str) -> Part:
    """Times as 64-bit numbers."""
    part = joined(given if given.length else Column(()))
    if given.length and (given.words is not None or part.type not in INTEGERS):
        hint = ", not floats, which pandas makes of integers with gaps" if part.type is ValueType.F64 else ""
        raise TypeError(f"{noun} must be integers, or times of Python, numpy, pandas, Polars or Arrow{hint}")
    try:
        return part if part.type is ValueType.I64 else part_of(array("q", part.view()))
    except OverflowError:
        raise BadValueError(f"{noun} must be less than 2**63, not {max(part.view())}") from None


def arguments_of(
    given: Mapping[Any, Any], events: Alphabet, types: Mapping[int, ArgumentTypes], count: int
) -> Iterator[GivenColumn]:
    """Return the columns of arguments: for each event one column, or several, in their order.

    Errors: ArgumentsError, BadValueError, TypeError.
    """
    for event, values in given.items():
        number = events.identify(event)
        declared = types.get(number)
        several: Sequence[Any] = values if isinstance(values, (list, tuple)) else [values]
        text = "" if declared is None else declared.text
        if declared is None or len(several) > len(declared):
            raise ArgumentsError(
                f"{events.describe(event)} takes ({text}), but there are {len(several)} columns of arguments",
                index=0 if declared is None else len(declared),
            )
        for index, (value, each) in enumerate(zip(several, declared.types)):
            noun = f"argument {index} of {events.describe(event)}"
            if each.python is object:
                raise TypeError(f"{noun} is declared as an object, which no column holds")
            part = _strings(value, noun, count) if each.python is str else _numbers(value, noun, count)
            yield GivenColumn(number, index, part)


def _numbers(value: Any, noun: str, count: int) -> Part:
    given = column(value, noun)
    _check_length(given, count, noun)
    if given.words is not None:
        return _from_words(given, noun)
    return joined(given)


def _from_words(given: Column, noun: str) -> Part:
    """Numbers that came as Python objects."""
    values = [given.at(index) for index in range(given.length)]
    gone = [index for index, each in enumerate(values) if each is None]
    present = [0 if each is None else each for each in values]
    try:
        kinds = set(map(type, present)) - {int}
        code = "d"
        if not kinds or kinds == {bool}:
            code = "Q" if max(present, default=0) >= 2**63 else "q"
        part = part_of(array(code, present))
    except (TypeError, OverflowError) as error:
        raise TypeError(f"{noun} must be numbers: {error}") from None
    return part._replace(missing=gone)


def _strings(value: Any, noun: str, count: int) -> Part:
    """An array of pointers to texts with a zero behind each; NULL for null."""
    given = column(value, noun)
    _check_length(given, count, noun)
    if given.words is None and given.length:
        raise TypeError(f"{noun} must be texts")
    packed: list[Any] = []
    for word in given.words or ():
        if word is not None and (not isinstance(word, str) or "\0" in word):
            raise TypeError(f"{noun} must be texts without zero characters, not {word!r}")
        packed.append(None if word is None else c_char_p(word.encode("utf-8", "surrogatepass")))
    last = len(packed)
    part = joined(given)
    gone = set(part.missing)
    addresses = [cast(each, c_void_p).value or 0 if each is not None else 0 for each in packed]
    found = array(
        "Q",
        [addresses[code] if 0 <= code < last and index not in gone else 0 for index, code in enumerate(part.view())],
    )
    assert found.itemsize == sizeof(c_void_p)
    return Part(found.buffer_info()[0], ValueType.STR, len(found), (found, packed))


def check_nulls(given: Sequence[GivenColumn], events: Any, alphabet: Alphabet) -> None:
    """Refuse numbers that are null where their event is: texts may be. Errors: ArgumentsError with the index."""
    for each in given:
        if each.part.type is ValueType.STR:
            continue
        for index in each.part.missing:
            if events.number(index) == each.key:
                raise ArgumentsError(
                    f"argument {each.number} of the event at index {index}, {alphabet.describe(each.key)}, is null",
                    status=Status.ARGUMENT_TYPE,
                    index=each.number,
                )
