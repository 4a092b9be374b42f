"""Strategies for what is sent with events: arguments of their declared types, and cases of predicate types."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ..classes.machine import Table
from ..documents.enums import identifier
from ..library.results import ArgumentsError, UnknownPredicateError

Strategies = Mapping[Any, Any]
"""For an event a strategy for its argument, or several in their order; for a predicate type one for its cases."""

_INTEGERS = {f"{sign}{bits}": (sign, bits) for sign in "iu" for bits in (8, 16, 32, 64)}


def of_type(word: str) -> SearchStrategy[Any]:
    """Return a strategy for a type, as the header names it. Errors: KeyError for a pointer, of which nobody knows what it
    points to."""
    if word in _INTEGERS:
        sign, bits = _INTEGERS[word]
        return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if sign == "i" else st.integers(0, 2**bits - 1)
    others: dict[str, SearchStrategy[Any]] = {
        "bool": st.booleans(),
        "f32": st.floats(width=32, allow_nan=False, allow_infinity=False),
        "f64": st.floats(allow_nan=False, allow_infinity=False),
        # Texts of C end with a zero.
        "str": st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    }
    return others[word]


def arguments_of(table: Table[Any, Any], event: Any, given: Strategies) -> dict[str, SearchStrategy[Any]]:
    """Return strategies for the arguments of an event, by names. Errors: ArgumentsError, TypeError."""
    words = table.arguments(event)
    subject = table._events.describe(event)
    told = given.get(event)
    if told is None:
        try:
            several: Sequence[Any] = [of_type(word) for word in words]
        except KeyError:
            raise ArgumentsError(
                f"{subject} takes ({', '.join(words)}): give a strategy for each argument (arguments=...), since nobody "
                f"knows which objects are meant"
            ) from None
    else:
        several = told if isinstance(told, (list, tuple)) else [told]
    odd = next((each for each in several if not isinstance(each, SearchStrategy)), None)
    if odd is not None:
        raise TypeError(f"the arguments of {subject} are strategies of Hypothesis, not {odd!r}")
    if words and len(several) != len(words):
        raise ArgumentsError(f"{subject} takes ({', '.join(words)}), but there are {len(several)} strategies")
    return dict(zip(_names(table, event, len(several)), several))


def _names(table: Table[Any, Any], event: Any, count: int) -> list[str]:
    """The names of arguments: those of a document, or numbers."""
    told: list[Any] = [None] * count
    if table._is_read and count:
        name = table._events.word(event)
        declared = json.loads(table.json()).get("events", ())
        found = next((each["arguments"] for each in declared if each["event"] == name), ())
        told[: len(found)] = [each.get("name") for each in found]
    plain = ["argument"] if count == 1 else [f"argument{number}" for number in range(count)]
    names = [other if name is None else identifier(name, "argument") for name, other in zip(told, plain)]
    # Hypothesis has its own meaning for some.
    return names if len({*names, "self", "target", "targets"}) == count + 3 else plain


def cases_of(table: Table[Any, Any], given: Strategies) -> dict[str, SearchStrategy[Any]]:
    """Return strategies for the cases of the predicate types that have no provider, by names. Errors:
    UnknownPredicateError for what is no such type."""
    types = table._vocabulary.predicates
    kinds = [kind for kind, number in zip(types.kinds, types.numbers) if number not in table._vocabulary.providers]
    for kind in given:
        if kind not in kinds:
            known = kind if isinstance(kind, type) and issubclass(kind, Enum) else None
            raise UnknownPredicateError(
                f"{getattr(kind, '__name__', repr(kind))} is no predicate type of this table whose cases are sent",
                predicate=known,
            )
    return {f"case_of_{kind.__name__}": given.get(kind, st.sampled_from(kind)) for kind in kinds}
