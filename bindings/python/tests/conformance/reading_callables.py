"""Callables: their signatures, and what they are passed."""

from __future__ import annotations

import re
from typing import Any

from .case import Case, Parameter, Signature
from .document import name_of
from .text import Cursor, Fault
from .words import VALUE_TYPES, case_number, number_of, take_arguments, take_cases, take_id, take_value

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


def read_signature(case: Case, line: int, text: str) -> Signature:
    """Takes "bool(context, predicate(Mood), i32)" apart, as the library has written it."""
    result = text.partition("(")[0]
    signature = Signature(line, _RESULTS[result])
    words = [word for word in re.split(", ", text[len(result) + 1 : -1]) if word]
    for index, word in enumerate(words):
        if word in VALUE_TYPES:
            signature.parameters.append(Parameter("argument", word))
        elif word.startswith("predicate("):
            predicate = number_of(case, "predicate", name_of(word[len("predicate(") : -1]))
            words[index] = f"predicate({predicate})"
            signature.parameters.append(Parameter("predicate", "i32", predicate))
        else:
            signature.parameters.append(Parameter(word, _PARAMETERS[word]))
    signature.text = f"{result}({', '.join(words)})"
    if signature.is_variadic:
        _check_variadic(case, line, signature)
    return signature


def _check_variadic(case: Case, line: int, signature: Signature) -> None:
    """The cases keep to few kinds of these, since a runner may have to write them all in C."""
    before = signature.parameters[:-1]
    if len(before) > 3 or any(
        each.kind != "context" if place == 0 else each.type != "i32" for place, each in enumerate(before)
    ):
        raise Fault(line, "before ... and args... stands nothing, or context and at most two numbers")
    others = [each.signature for each in case.callbacks.values() if each.signature not in (None, signature)]
    if not before and any(each.is_variadic and len(each.parameters) == 1 for each in others if each is not None):
        raise Fault(line, "only one callable has nothing before ... or args...")


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
