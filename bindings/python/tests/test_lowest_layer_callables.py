"""The prototypes at work: callables and closures through nothing but ctypes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import (
    CDLL,
    CFUNCTYPE,
    addressof,
    byref,
    c_bool,
    c_char_p,
    c_double,
    c_int8,
    c_int32,
    c_size_t,
    c_void_p,
    cast,
    create_string_buffer,
)
from typing import Any, Callable

import pytest
from bare import (
    AWAY,
    GO,
    HOME,
    add_row,
    callable_of,
    cases,
    contents,
    declare,
    read_faults,
    running,
    send,
    send_message,
    values,
)

from swiftfsm import NONE, DiagnosticKind, Outcome, Place, Reserved, Status
from swiftfsm.library.generated.enumerations import ValueType
from swiftfsm.library.generated.records import sfsm_any_function, sfsm_closure_handler, sfsm_finalizer
from swiftfsm.library.loading import library

LIBC = CDLL(None)
POLICY, WEATHER = 100, 200
STRONG, SNOWY = 1, 2


@pytest.fixture
def builder() -> Iterator[int]:
    address = library.sfsm_builder_create()
    yield address
    library.sfsm_builder_release(address)


# ----------------------------------------------------------------------------------------------------------------------
# Callables
# ----------------------------------------------------------------------------------------------------------------------


def test_a_function_of_the_c_library_is_a_guard(builder: int) -> None:
    declare(builder, GO, b"str")
    going = add_row(builder, HOME, GO, AWAY)
    add_row(builder, AWAY, GO, AWAY)
    assert library.sfsm_builder_add_guard(builder, going, *callable_of(LIBC.atoi, b"i32(str)")) == Status.OK
    with running(builder) as machine:
        assert send(machine, GO, (ValueType.STR, b"0")) == Outcome.REFUSED
        assert send(machine, GO, (ValueType.STR, b"-17")) == Status.CALLBACK_FAILED
        assert library.sfsm_machine_failure(machine) == -17
        assert send(machine, GO, (ValueType.STR, b"17")) == Outcome.TRANSITIONED


def test_a_variadic_function_of_the_c_library_is_passed_the_arguments(builder: int) -> None:
    text = create_string_buffer(100)
    printing = callable_of(LIBC.sprintf, b"i32(context, str, args...)", addressof(text))
    declare(builder, GO, b"str, i8, f32, str")
    going = add_row(builder, HOME, GO, HOME)
    assert library.sfsm_builder_add_action(builder, going, *printing) == Status.OK
    with running(builder) as machine:
        form = b"%d: %d %d, %d %.2f, %d %s"
        assert send(machine, GO, (ValueType.STR, form), (ValueType.I8, -3), (ValueType.F32, 2.5), (ValueType.STR, b"euro")) == Outcome.TRANSITIONED
    assert text.value == b"3: 2 -3, 10 2.50, 12 euro"


def test_a_variadic_function_of_the_c_library_is_passed_the_cases(builder: int) -> None:
    text = create_string_buffer(100)
    printing = callable_of(LIBC.sprintf, b"i32(context, str, ...)", addressof(text))
    weak_or_strong = CFUNCTYPE(c_int32)(lambda: STRONG)
    declare(builder, GO, b"str")
    for predicate in (WEATHER, POLICY):
        assert library.sfsm_builder_add_predicate_at(builder, predicate, 3, None, 0) == Status.OK
    assert library.sfsm_builder_set_provider(builder, POLICY, *callable_of(weak_or_strong, b"i32()")) == Status.OK
    going = add_row(builder, HOME, GO, HOME)
    assert library.sfsm_builder_add_action(builder, going, *printing) == Status.OK
    with running(builder) as machine:
        sent, arguments = cases((WEATHER, SNOWY)), values((ValueType.STR, b"%d: %d %d"))
        assert send_message(machine, GO, sent, arguments) == Outcome.TRANSITIONED
    assert text.value == b"2: 1 2"


def test_a_function_of_python_is_called_with_what_it_asks_for(builder: int) -> None:
    heard: list[Any] = []
    finalized: list[Any] = []

    def is_enough(context: int, cents: int) -> bool:
        heard.append((context, cents))
        return cents >= 150

    def pay(event: int, source: int, target: int, cents: int, factor: float) -> None:
        heard.append((event, source, target, cents, factor))

    guard = CFUNCTYPE(c_bool, c_void_p, c_int32)(is_enough)
    action = CFUNCTYPE(None, c_int32, c_int32, c_int32, c_int32, c_double)(pay)
    finalizer = sfsm_finalizer(finalized.append)
    asking = callable_of(guard, b"bool(context, i32)", 42, finalizer)
    declare(builder, GO, b"i32, f64")
    going = add_row(builder, HOME, GO, AWAY)
    add_row(builder, AWAY, GO, HOME)
    assert library.sfsm_builder_add_guard(builder, going, *asking) == Status.OK
    paying = callable_of(action, b"void(event, source, target, i32, f64)")
    assert library.sfsm_builder_add_action(builder, going, *paying) == Status.OK
    with running(builder) as machine:
        assert send(machine, GO, (ValueType.I32, 149), (ValueType.F64, 0.5)) == Outcome.REFUSED
        assert send(machine, GO, (ValueType.I32, 150), (ValueType.F64, 0.5)) == Outcome.TRANSITIONED
        assert finalized == []
    assert heard == [(42, 149), (42, 150), (GO, HOME, AWAY, 150, 0.5)]
    assert finalized == [42]


def test_a_resolver_an_update_callback_and_a_hook(builder: int) -> None:
    heard: list[Any] = []

    def name_event(time: float) -> int:
        heard.append(time)
        return GO if time > 1 else NONE

    resolver = CFUNCTYPE(c_int32, c_int32)(lambda source: HOME + AWAY - source)
    update = CFUNCTYPE(c_int32, c_double)(name_event)
    hook = CFUNCTYPE(None, c_int32, c_int32)(lambda event, target: heard.append((event, target)))
    block = c_size_t()
    going = add_row(builder, Reserved.ANY, GO, Reserved.DYNAMIC)
    assert library.sfsm_builder_set_resolver(builder, going, *callable_of(resolver, b"state(source)")) == Status.OK
    assert library.sfsm_builder_add_state_at(builder, HOME, 0, None, 0, byref(block)) == Status.OK
    assert library.sfsm_builder_on_update(builder, block, *callable_of(update, b"event(time)")) == Status.OK
    assert library.sfsm_builder_add_state_at(builder, AWAY, 1, None, 0, None) == Status.OK
    with running(builder) as machine:
        unfit = library.sfsm_machine_on_step(machine, *callable_of(hook, b"void(i32)"))
        assert unfit == Status.BAD_SIGNATURE
        assert library.sfsm_machine_on_step(machine, *callable_of(hook, b"void(event, target)")) == Status.OK
        assert library.sfsm_machine_update(machine, 0.5, None, None) == Status.OK
        assert library.sfsm_machine_update(machine, 1.5, None, None) == Outcome.TRANSITIONED
    assert heard == [0.5, 1.5, (GO, AWAY)]


def test_a_signature_that_cannot_be_read() -> None:
    position, expected = c_size_t(), c_char_p()
    for signature, at, what in (
        (b"bool(context, int)", 14, b"a parameter"),
        (b"char()", 0, b"a result: void, bool, i32, state or event"),
        (b"void(..., i32)", 8, b"')', since this stands last"),
    ):
        assert library.sfsm_signature_check(signature, byref(position), byref(expected)) == Status.BAD_SIGNATURE
        assert (position.value, expected.value) == (at, what)
    made, finalized = c_void_p(), list[Any]()
    finalizer = sfsm_finalizer(finalized.append)
    function = cast(LIBC.abs, sfsm_any_function)
    assert library.sfsm_callable_create(function, b"int(int)", 42, finalizer, byref(made)) == Status.BAD_SIGNATURE
    assert (made.value, finalized) == (None, [42])


def test_a_signature_that_does_not_fit_where_it_is_registered(builder: int) -> None:
    declare(builder, GO, b"f64")
    going = add_row(builder, HOME, GO, HOME)
    assert library.sfsm_builder_add_action(builder, going, *callable_of(LIBC.abs, b"i32(i32)")) == Status.OK
    (fault,) = read_faults(builder)
    assert (fault.kind, fault.places) == (DiagnosticKind.SIGNATURE_MISMATCH, (Place("gate.py", 3),))
    assert "(i32)" in fault.text and "(f64)" in fault.text


def test_no_callable_is_no_callback(builder: int) -> None:
    callback = library.sfsm_callable_callback(None)
    assert not callback.function and not callback.context and not callback.finalizer
    library.sfsm_callable_release(None)


# ----------------------------------------------------------------------------------------------------------------------
# Closures
# ----------------------------------------------------------------------------------------------------------------------

Handler = Callable[[int, Any, int, Any], int]


@contextmanager
def closure_of(signature: bytes, handler: Handler, context: int = 0) -> Iterator[Any]:
    """The function of a closure, which is released in the end; its finalizer has run then."""
    made, finalized = c_void_p(), list[Any]()
    handle, finalizer = sfsm_closure_handler(handler), sfsm_finalizer(finalized.append)
    assert library.sfsm_closure_create(signature, handle, context, finalizer, byref(made)) == Status.OK
    try:
        yield library.sfsm_closure_function(made)
        assert finalized == []
    finally:
        library.sfsm_closure_release(made)
    assert finalized == [context or None]


def test_a_closure_is_a_function_of_its_signature() -> None:
    heard: list[Any] = []

    def handle(context: int, arguments: Any, count: int, result: Any) -> int:
        heard.append((context, contents(arguments, count), contents(result, 1)))
        result.contents.i32 = 7
        return 0

    with closure_of(b"i32(context, event, i8, f64, str)", handle, 42) as function:
        call = cast(function, CFUNCTYPE(c_int32, c_void_p, c_int32, c_int8, c_double, c_char_p))
        assert call(8, GO, -128, 0.25, b"euro") == 7
    assert heard == [(42, [(ValueType.PTR, 8), (ValueType.I32, GO), (ValueType.I8, -128), (ValueType.F64, 0.25), (ValueType.STR, b"euro")], [(ValueType.I32, 0)])]


def test_one_handler_serves_callbacks_of_any_signature(builder: int) -> None:
    heard: list[Any] = []

    def handle(context: int, arguments: Any, count: int, result: Any) -> int:
        told = contents(arguments, count)
        heard.append((context, told))
        if context == 1:  # the guard
            result.contents.boolean = told[0][1] >= 150
        if context == 2:  # the resolver
            result.contents.i32 = AWAY if told[0][1] < 200 else HOME
        return 0

    declare(builder, GO, b"i32")
    going = add_row(builder, HOME, GO, Reserved.DYNAMIC)
    add_row(builder, AWAY, GO, HOME)
    with closure_of(b"bool(i32)", handle, 1) as guard, closure_of(b"state(i32)", handle, 2) as resolver:
        assert library.sfsm_builder_add_guard(builder, going, *callable_of(guard, b"bool(i32)")) == Status.OK
        assert library.sfsm_builder_set_resolver(builder, going, *callable_of(resolver, b"state(i32)")) == Status.OK
        with running(builder) as machine:
            assert send(machine, GO, (ValueType.I32, 149)) == Outcome.REFUSED
            assert send(machine, GO, (ValueType.I32, 150)) == Outcome.TRANSITIONED
            assert library.sfsm_machine_state(machine) == AWAY
    assert heard == [(1, [(ValueType.I32, 149)]), (1, [(ValueType.I32, 150)]), (2, [(ValueType.I32, 150)])]


def test_a_handler_that_fails(builder: int) -> None:
    going = add_row(builder, HOME, GO, HOME)
    with closure_of(b"i32()", lambda context, arguments, count, result: -7) as function:
        assert library.sfsm_builder_add_guard(builder, going, *callable_of(function, b"i32()")) == Status.OK
        with running(builder) as machine:
            assert library.sfsm_machine_send(machine, GO) == Status.CALLBACK_FAILED
            assert library.sfsm_machine_failure(machine) == -7


def test_a_closure_cannot_be_variadic() -> None:
    made, finalized = c_void_p(), list[Any]()
    handler = sfsm_closure_handler(lambda context, arguments, count, result: 0)
    finalizer = sfsm_finalizer(finalized.append)
    for signature, status in ((b"void(...)", Status.BAD_VALUE), (b"void(void)", Status.BAD_SIGNATURE)):
        assert library.sfsm_closure_create(signature, handler, 42, finalizer, byref(made)) == status
        assert made.value is None
    assert finalized == [42, 42]
    assert not library.sfsm_closure_function(None)
    library.sfsm_closure_release(None)
