"""Whether the annotation of a parameter contradicts what the parameter gets.

Only what is certain counts: an annotation that cannot be read, a protocol or a type variable contradicts nothing.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator
from enum import Enum
from inspect import Parameter
from typing import Any, Union

from ..definition.arguments import ArgumentType
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import Outcome, Status
from .signatures import Signature
from .step import BaseStep

MEANINGS = {
    "step": "the step",
    "machine": "the machine",
    "self": "the machine",
    "context": "the machine's context",
    "event": "the event",
    "source": "the state before the step",
    "target": "the state after the step",
    "time": "the time of an update",
    "outcome": "the outcome, for hooks",
    "exception": "what a callback has raised",
    "error": "what a callback has raised",
}
"""What a parameter gets by its name."""

# Annotations that say nothing. Some versions of Python make classes of them.
_OPEN = (Parameter.empty, Any)
# What is no machine, whatever protocol or base class an annotation may name.
_PLAIN = (int, float, complex, str, bytes, list, tuple, dict, set)
# What may stand where a class is expected (PEP 484).
_PROMOTED: dict[type, tuple[type, ...]] = {int: (float, complex), bool: (float, complex), float: (complex,)}


def contradicts_argument(annotation: object, declared: ArgumentType) -> bool:
    """Whether no argument of a declared type is what an annotation says."""
    if declared.python is object:
        return False
    kinds = (declared.python, *_PROMOTED.get(declared.python, ()))
    return not any(_accepts(each, kinds) for each in _alternatives(annotation))


def name_faults(signature: Signature) -> Iterator[str]:
    """The parameters of a callback that get something by their names which is never what their annotations say."""
    for name, annotation in signature.named.items():
        if not any(_is_named(name, each, signature.vocabulary) for each in _alternatives(annotation)):
            yield f"{signature} gets {MEANINGS[name]} as {name!r}: give the parameter for an argument another name"


def _is_named(name: str, annotation: object, vocabulary: Vocabulary) -> bool:
    if not isinstance(annotation, type) or annotation is object:
        return True
    if name in ("machine", "self"):
        return not issubclass(annotation, _PLAIN)
    if name in ("event", "source", "target"):
        alphabet = vocabulary.events if name == "event" else vocabulary.states
        plain = str if alphabet.has_texts else int
        return issubclass(annotation, (plain, Enum)) or _accepts(annotation, (plain, *alphabet.kinds))
    if name == "step":
        return issubclass(annotation, BaseStep) or _accepts(annotation, (BaseStep,))
    kinds: dict[str, tuple[type, ...]] = {"time": (int, float), "outcome": (Outcome, Status)}
    return name not in kinds or _accepts(annotation, kinds[name])


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """The types that an annotation names, of which any will do."""
    if annotation in _OPEN:
        return (object,)
    if typing.get_origin(annotation) is Union or type(annotation).__name__ == "UnionType":
        return typing.get_args(annotation)
    return (annotation,)


def _accepts(annotation: object, kinds: tuple[type, ...]) -> bool:
    """Whether a value of one of these types may be what an annotation says."""
    if annotation is None or not isinstance(annotation, type) or getattr(annotation, "_is_protocol", False):
        return annotation is not None
    try:
        return any(issubclass(kind, annotation) for kind in kinds)
    except TypeError:  # a class that cannot be asked
        return True
