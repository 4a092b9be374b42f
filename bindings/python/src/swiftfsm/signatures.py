"""What callbacks are called with: what their parameters ask for, found out once, as the table is built.

By name: `step`, `machine` (or `self`), `context`, `event`, `source`, `target`, `time`, `outcome`. By annotation: a
predicate type's Enum, whose present case is passed, or None. All others are the event's arguments, in order; `*name`
takes those that are left. A parameter with a default may be missing from what an event carries.
"""

from __future__ import annotations

import inspect
import typing
from ctypes import c_int32
from enum import Enum
from typing import TYPE_CHECKING, Any, Callable, Optional

from .payloads import Objects, Payload
from .step import Step

if TYPE_CHECKING:
    from .ids import Alphabet
    from .machine import Machine
    from .predicates import PredicateTypes

Fields = tuple[Any, ...]
"""The fields of an sfsm_step."""
Call = Callable[["Machine[Any, Any, Any]", Fields], Any]
_Getter = Callable[["Machine[Any, Any, Any]", Fields], Any]

# Where they lie in the fields.
EVENT, SOURCE, TARGET, OUTCOME, TIME, CASES, ARGUMENTS = range(2, 9)


class Layout:
    """What a table's callbacks may ask for: its ids, predicate types, and what its events carry."""

    def __init__(self, states: Alphabet, events: Alphabet, predicates: PredicateTypes) -> None:
        self.states, self.events, self.predicates = states, events, predicates
        self.payloads: dict[int, Payload] = {}
        self.providers: set[int] = set()
        # Which function names cases of which type.
        self.provided: list[tuple[Callable[..., Any], type[Enum]]] = []

    def arguments(self, objects: Objects, fields: Fields) -> tuple[Any, ...]:
        """What the event of a step carries."""
        address = fields[ARGUMENTS]
        return self.payloads[fields[EVENT]].read(address, objects) if address else ()


class Signature:
    """What one function asks for."""

    __slots__ = ("function", "required", "most", "predicates", "_getters", "_keywords", "fault", "layout")

    def __init__(self, function: Callable[..., Any], layout: Layout) -> None:
        self.function = function
        self.layout = layout
        self.required = 0
        self.most: Optional[int] = 0
        """How many arguments it takes; None for any number."""
        self.predicates: list[int] = []
        """The predicate types that it asks for."""
        self._getters: list[tuple[str, Optional[_Getter]]] = []
        self._keywords: dict[str, _Getter] = {}
        self.fault: Optional[str] = None
        """Why it cannot be called with what there is, whatever the event carries."""
        try:
            for parameter, annotation in _parameters(function):
                self._add(parameter, annotation)
        except TypeError as error:
            self.fault = str(error)
        if isinstance(function, str):
            self.fault = f"{function!r} is a name: only classes of machines have methods that can be named"

    def _add(self, parameter: inspect.Parameter, annotation: object) -> None:
        if parameter.kind is parameter.VAR_KEYWORD:
            return
        if parameter.kind is parameter.VAR_POSITIONAL:
            self.most = None
            return
        getter = self._getter(parameter.name, annotation)
        if parameter.kind is parameter.KEYWORD_ONLY:
            if getter is not None:
                self._keywords[parameter.name] = getter
            elif parameter.default is parameter.empty:
                raise TypeError(
                    f"{describe(self.function)} asks for {parameter.name!r} by keyword: arguments of events come by "
                    f"position"
                )
            return
        positional_only = parameter.kind is parameter.POSITIONAL_ONLY
        self._getters.append(("" if positional_only else parameter.name, getter))
        if getter is None:
            self.most = (self.most or 0) + 1
            if parameter.default is parameter.empty:
                self.required = self.most

    def _getter(self, name: str, annotation: object) -> Optional[_Getter]:
        """What gets the value of a parameter; None if that is an argument of the event."""
        layout = self.layout
        kind = _predicate_of(annotation, layout)
        if kind is not None:
            number = layout.predicates.adopt(kind)
            self.predicates.append(number)
            offset, member = 4 * number, layout.predicates.member
            return lambda machine, fields: (
                member(number, c_int32.from_address(fields[CASES] + offset).value) if fields[CASES] else None
            )
        events, states = layout.events.member, layout.states.member
        getters: dict[str, _Getter] = {
            "step": Step,
            "machine": lambda machine, fields: machine,
            "self": lambda machine, fields: machine,
            "context": lambda machine, fields: machine.context,
            "event": lambda machine, fields: events(fields[EVENT]),
            "source": lambda machine, fields: states(fields[SOURCE]),
            "target": lambda machine, fields: states(fields[TARGET]),
            "time": lambda machine, fields: fields[TIME],
            "outcome": lambda machine, fields: Step(machine, fields).outcome,
        }
        return getters.get(name)

    def call(self) -> Call:
        """A function that calls it with what it asks for."""
        function, getters, keywords = self.function, self._getters, self._keywords
        takes_arguments = self.most != 0
        if not takes_arguments and not keywords:
            known = [getter for _, getter in getters if getter is not None]
            if not known:
                return lambda machine, fields: function()
            if len(known) == 1:
                (only,) = known
                if only is Step:
                    return lambda machine, fields: function(Step(machine, fields))
                return lambda machine, fields: function(only(machine, fields))
            return lambda machine, fields: function(*[getter(machine, fields) for getter in known])
        arguments_of, most, required = self.layout.arguments, self.most, self.required

        def perform(machine: Machine[Any, Any, Any], fields: Fields) -> Any:
            arguments = arguments_of(machine._objects, fields)
            if len(arguments) < required:  # no event: the machine starts, stops or is updated
                arguments += (None,) * (required - len(arguments))
            given = list(arguments if most is None else arguments[:most])
            values: list[Any] = []
            named = {name: getter(machine, fields) for name, getter in keywords.items()}
            is_short = False
            for name, getter in getters:
                if getter is None and not given:
                    is_short = True  # it has a default, and so has all that follows
                elif getter is None:
                    values.append(given.pop(0))
                elif not is_short:
                    values.append(getter(machine, fields))
                elif name:
                    named[name] = getter(machine, fields)
            return function(*values, *given, **named)

        return perform

    @property
    def asked(self) -> Optional[tuple[str, ...]]:
        """The names of what it is called with, in order, if every step has that and it is passed by position."""
        names = tuple(name for name, _ in self._getters)
        return None if self.most != 0 or self._keywords or self.predicates or "" in names else names

    def misfit(self, payload: Optional[Payload]) -> bool:
        """Whether it cannot be called for an event that carries this."""
        count = 0 if payload is None else len(payload)
        return count < self.required

    def __str__(self) -> str:
        return describe(self.function)


class _Plain(str):
    """An annotation that shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def describe(function: Callable[..., Any]) -> str:
    """A function as its definition begins: `pay(cents: int, unit: str)`."""
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


def _parameters(function: Callable[..., Any]) -> list[tuple[inspect.Parameter, object]]:
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
            hints = {}
    return [(parameter, hints.get(parameter.name, parameter.annotation)) for parameter in parameters]


def _predicate_of(annotation: object, layout: Layout) -> Optional[type[Enum]]:
    """The predicate type that an annotation names, alone or beside None."""
    for each in (annotation, *typing.get_args(annotation)):
        if isinstance(each, type) and issubclass(each, Enum) and each in layout.predicates.packed:
            return each
    return None
