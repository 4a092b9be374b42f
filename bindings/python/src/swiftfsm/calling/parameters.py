"""The parameters of a function, its annotations, and how its definition begins."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Callable

Parameters = list[tuple[inspect.Parameter, object]]
"""The parameters of a function, with their annotations."""


class _Plain(str):
    """An annotation that shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def describe(function: Callable[..., Any]) -> str:
    """Describe a function as its definition begins: `pay(cents: int, unit: str)`."""
    name = getattr(function, "__name__", None) or repr(function)
    try:
        signature = inspect.signature(function)
        parameters = [
            each.replace(annotation=_Plain(each.annotation)) if isinstance(each.annotation, str) else each
            for each in signature.parameters.values()
        ]
        return f"{name}{signature.replace(parameters=parameters, return_annotation=signature.empty)}"
    except (TypeError, ValueError):
        return str(name)


def _hints_by_name(function: Any) -> Iterator[tuple[str, object]]:
    """Return the annotations of a function that can be resolved, some of which cannot."""
    def alone() -> None: ...

    local: dict[str, object] = {}
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    for name, cell in zip(names, getattr(function, "__closure__", None) or ()):
        try:
            local[name] = cell.cell_contents
        except ValueError:  # not set yet
            pass
    for name, annotation in getattr(function, "__annotations__", {}).items():
        alone.__annotations__ = {name: annotation}
        try:
            yield from typing.get_type_hints(alone, getattr(function, "__globals__", {}), local).items()
        except Exception:
            pass


def is_generator(function: Any) -> bool:
    """Whether calling a function only makes a generator; one that `types.coroutine` has made can be awaited."""
    while isinstance(function, partial):
        function = function.func
    if not isinstance(function, (FunctionType, MethodType)):
        function = getattr(type(function), "__call__", None)
    flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
    return bool(flags & _GENERATOR and not flags & inspect.CO_ITERABLE_COROUTINE)


_GENERATOR = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR


def parameters_of(function: Callable[..., Any]) -> Parameters:
    """Return the parameters of a function. Errors: TypeError for a function without a signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise TypeError(
            f"{function!r} does not tell what it is called with: wrap it in a function or lambda that does"
        ) from None
    hints: dict[str, Any] = {}
    if any(isinstance(parameter.annotation, str) for parameter in parameters):
        try:
            hints = typing.get_type_hints(inspect.unwrap(getattr(function, "__func__", function)))
        except Exception:  # an annotation for the reader alone
            hints = dict(_hints_by_name(inspect.unwrap(getattr(function, "__func__", function))))
    return [(parameter, hints.get(parameter.name, parameter.annotation)) for parameter in parameters]
