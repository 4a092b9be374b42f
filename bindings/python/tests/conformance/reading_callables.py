"""Callables: their signatures, and what they are passed."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_size_t
from typing import Any

from swiftfsm.library.loading import library

from .case import Case, Parameter, Signature
from .text import Cursor
from .words import (
    VALUE_TYPES,
    callback_named,
    case_number,
    take_arguments,
    take_cases,
    take_id,
    take_role,
    take_value,
)

_RESULTS = {"void": "none", "bool": "bool", "i32": "i32", "state": "i32", "event": "i32"}
_PARAMETERS = {
    "context": "ptr",
    "event": "i32",
    "source": "i32",
    "target": "i32",
    "step": "ptr",
    "time": "f64",
    "predicate": "i32",
    "...": "",
    "args...": "",
}


def read_callable(case: Case, cursor: Cursor) -> None:
    """Reads "guard exact bool(context, event, i32)", from behind "callable"."""
    role = take_role(cursor)
    if role is None:
        cursor.fault(f"there is no callback that is called {cursor.peek}")
    has_name = role not in ("unhandled", "step") or not cursor.sees("(", 1)
    name = cursor.word("the name of a callback") if has_name else ""
    callback = callback_named(case, role, name)
    if callback.signature is not None:
        cursor.fault(f"the callable {role} {name} has a signature already")
    signature = callback.signature = _take_signature(case, cursor)
    cursor.expect_end()
    position, expected = c_size_t(), c_char_p()
    if library.sfsm_signature_check(signature.text.encode(), byref(position), byref(expected)) < 0:
        cursor.fault(f"{signature.text} cannot be read on at {position.value}: {expected.value!r} is expected")
    if signature.is_variadic:
        _check_variadic(case, cursor, signature)


def _take_signature(case: Case, cursor: Cursor) -> Signature:
    result = next((each for each in _RESULTS if cursor.skip(each)), None)
    if result is None:
        cursor.fault(f"void, bool, i32, state or event is expected here, not {cursor.peek}")
    signature = Signature(cursor.line.number, _RESULTS[result])
    texts: list[str] = []
    cursor.expect("(")
    while not cursor.at_end and not cursor.sees(")"):
        if texts:
            cursor.expect(",")
        word = cursor.word("a parameter")
        texts.append(word)
        if word in VALUE_TYPES:
            signature.parameters.append(Parameter("argument", word))
        elif word == "predicate":
            cursor.expect("(")
            predicate = take_id(case, cursor, "predicate", True)
            cursor.expect(")")
            texts[-1] = f"predicate({predicate})"
            signature.parameters.append(Parameter(word, "i32", predicate))
        elif word in _PARAMETERS:
            signature.parameters.append(Parameter(word, _PARAMETERS[word]))
        else:
            cursor.fault(f"there is no parameter {word}")
    cursor.expect(")")
    signature.text = f"{result}({', '.join(texts)})"
    return signature


def _check_variadic(case: Case, cursor: Cursor, signature: Signature) -> None:
    """The cases keep to few kinds of these, since a runner may have to write them all in C."""
    before = signature.parameters[:-1]
    if len(before) > 3 or any(
        each.kind != "context" if place == 0 else each.type != "i32" for place, each in enumerate(before)
    ):
        cursor.fault("before ... and args... stands nothing, or context and at most two numbers")
    others = [each.signature for each in case.callbacks.values() if each.signature not in (None, signature)]
    if not before and any(each.is_variadic and len(each.parameters) == 1 for each in others if each is not None):
        cursor.fault("only one callable has nothing before ... or args...")


def take_given(case: Case, cursor: Cursor, signature: Signature) -> list[Any]:
    """Takes "(context, coin, 150)": what a callable of this signature is passed, an item for each parameter."""
    given: list[Any] = []
    cursor.expect("(")
    for place, parameter in enumerate(signature.parameters):
        if place:
            cursor.expect(",")
        given.append(_take_one(case, cursor, parameter))
    cursor.expect(")")
    return given


def _take_one(case: Case, cursor: Cursor, parameter: Parameter) -> Any:
    kind = parameter.kind
    if kind in ("context", "step"):
        return cursor.expect(kind)
    if kind == "event":
        return take_id(case, cursor, "event")
    if kind in ("source", "target"):
        return take_id(case, cursor, "state")
    if kind == "predicate":
        return case_number(case, cursor.line.number, parameter.predicate, cursor.word("a case"))
    if kind == "...":
        return take_cases(case, cursor)
    if kind == "args...":
        return take_arguments(cursor)
    return take_value(cursor, parameter.type)
