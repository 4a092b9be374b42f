"""Definitions and machines through nothing but the prototypes: for the tests of the lowest layer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, byref, c_size_t, c_void_p, cast, sizeof
from enum import Enum
from typing import Any, Optional

from swiftfsm import NONE, Diagnostic, Severity, Status
from swiftfsm.building.diagnostics import DiagnosticList
from swiftfsm.definition.alphabet import Alphabet
from swiftfsm.definition.predicates import PredicateTypes
from swiftfsm.library.generated.records import (
    sfsm_any_function,
    sfsm_case,
    sfsm_finalizer,
    sfsm_machine_options,
    sfsm_match,
    sfsm_message,
    sfsm_row,
    sfsm_step,
    sfsm_value,
)
from swiftfsm.library.loading import library

HOME, AWAY = 1, 2
GO, ASK = 7, 8

MEMBERS = "none boolean i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr i64".split()
"""By type, the member that holds a value of it."""


# ----------------------------------------------------------------------------------------------------------------------
# Definitions
# ----------------------------------------------------------------------------------------------------------------------


def row(source: int, event: int, target: int, line: int, *matches: sfsm_match, **more: Any) -> sfsm_row:
    """A row; it keeps what it points to."""
    array = (sfsm_match * len(matches))(*matches)
    return sfsm_row(source, event, target, line, file=b"gate.py", matches=array, match_count=len(matches), **more)


def add(builder: int, *rows: sfsm_row) -> None:
    array = (sfsm_row * len(rows))(*rows)
    assert library.sfsm_builder_add_rows_at(builder, array, len(rows), sizeof(sfsm_row), None, 0) == Status.OK


def add_row(builder: int, source: int, event: int, target: int) -> int:
    """Adds a row without callbacks; its number."""
    number = c_size_t()
    assert library.sfsm_builder_add_row_at(builder, source, event, target, b"gate.py", 3, byref(number)) == Status.OK
    return number.value


def declare(builder: int, event: int, arguments: bytes, line: int = 1) -> None:
    """Declares the arguments of an event."""
    assert library.sfsm_builder_add_event_at(builder, event, arguments, b"gate.py", line) == Status.OK


def build(builder: int) -> int:
    table = c_void_p()
    assert library.sfsm_builder_build(builder, byref(table), None) == Status.OK
    assert table.value is not None
    return table.value


class Policy(Enum):
    WEAK, STRONG = range(2)


class Weather(Enum):
    DRY, WET, SNOWY = range(3)


class NumberedTypes(PredicateTypes):
    """Types with numbers of their own, as C programs have them."""

    def __init__(self, kinds: dict[int, type[Enum]]) -> None:
        super().__init__()
        self._numbered = kinds

    def kind(self, number: int) -> Optional[type[Enum]]:
        return self._numbered.get(number)

    def member(self, number: int, case: int) -> Optional[Enum]:
        kind = self.kind(number)
        return None if kind is None or case not in range(len(kind)) else list(kind)[case]


def read_faults(builder: int) -> list[Diagnostic]:
    """The errors of a definition that has some."""
    table, found = c_void_p(), c_void_p()
    assert library.sfsm_builder_build(builder, byref(table), byref(found)) == Status.INVALID_DEFINITION
    assert found.value is not None
    with DiagnosticList(found.value) as diagnostics:
        every = diagnostics.read(Alphabet("state"), Alphabet("event"), NumberedTypes({100: Policy, 200: Weather}))
    return [each for each in every if each.severity is Severity.ERROR]


# ----------------------------------------------------------------------------------------------------------------------
# Machines, and what they are sent
# ----------------------------------------------------------------------------------------------------------------------


def machine_over(table: int, flags: int = 0) -> int:
    options = sfsm_machine_options(sizeof(sfsm_machine_options), HOME, flags, None)
    machine = c_void_p()
    assert library.sfsm_machine_create_with(table, byref(options), byref(machine)) == Status.OK
    assert machine.value is not None
    return machine.value


@contextmanager
def running(builder: int) -> Iterator[int]:
    """A machine in HOME over what the builder holds; it and its table are released in the end."""
    table = build(builder)
    machine = machine_over(table)
    try:
        yield machine
    finally:
        library.sfsm_machine_release(machine)
        library.sfsm_table_release(table)


def cases(*pairs: tuple[int, int]) -> tuple[Any, int]:
    """Cases of predicate types, and how many they are."""
    return (sfsm_case * len(pairs))(*[sfsm_case(*pair) for pair in pairs]), len(pairs)


def values(*pairs: tuple[int, Any]) -> tuple[Any, int]:
    """Values, given as (type, value), and how many they are."""
    array = (sfsm_value * len(pairs))()
    for each, (kind, value) in zip(array, pairs):
        each.type = kind
        setattr(each, MEMBERS[kind], value)
    return array, len(pairs)


def contents(array: Any, count: int) -> list[tuple[int, Any]]:
    """The (type, value) of each of `count` values."""
    return [(each.type, getattr(each, MEMBERS[each.type])) for each in array[:count]]


def arguments_of(step: int) -> list[tuple[int, Any]]:
    """The arguments of the event of a step, by the step's address."""
    told = cast(step, POINTER(sfsm_step)).contents
    return contents(told.arguments, told.argument_count)


def message(
    event: int, sent: tuple[Any, int] = (None, 0), arguments: tuple[Any, int] = (None, 0), requested: int = NONE
) -> sfsm_message:
    """A message; it keeps what it points to."""
    return sfsm_message(sizeof(sfsm_message), event, requested, *sent, *arguments)


def send_message(machine: int, *parts: Any) -> int:
    """Sends a message of these parts; what came of it."""
    outcome: int = library.sfsm_machine_send_message(machine, message(*parts))
    return outcome


def send(machine: int, event: int, *arguments: tuple[int, Any]) -> int:
    """Sends an event with arguments, given as (type, value); what came of it."""
    return send_message(machine, event, (None, 0), values(*arguments))


# ----------------------------------------------------------------------------------------------------------------------
# Callables
# ----------------------------------------------------------------------------------------------------------------------


def callable_of(function: Any, signature: bytes, context: int = 0, finalizer: Any = None) -> tuple[Any, Any, Any]:
    """What registering a callback takes: function, context and finalizer, which own the callable alone. `function` has
    to be kept as long."""
    made, native = c_void_p(), cast(function, sfsm_any_function)
    finalizer = finalizer or sfsm_finalizer()
    assert library.sfsm_callable_create(native, signature, context, finalizer, byref(made)) == Status.OK
    callback = library.sfsm_callable_callback(made)
    library.sfsm_callable_release(made)
    return callback.function, callback.context, callback.finalizer
