"""Signatures: what callbacks are called with, found out once from their parameters when the table is built.

By name: `step`, `machine` (or `self`), `context`, `event`, `source`, `target`, `time`, `outcome`. By annotation: the
Enum of a predicate type, whose current case is passed, or None. All other parameters get the arguments of the event,
in order; `*name` gets the rest. A parameter with a default may lack its argument.

A callback takes all arguments of its event, or none: dropping some is an error of the definition.
"""

from __future__ import annotations

import inspect
import typing
from enum import Enum
from typing import Any, Callable, Optional

from ..definition.around import PlacedAction
from ..definition.callables import DeclaredFunction
from ..definition.vocabulary import Vocabulary
from .getters import Getter, Getters
from .machine_state import Fields, MachineState
from .parameters import Parameters, describe, is_generator, parameters_of
from .step import read_arguments

Call = Callable[[MachineState, Fields], Any]


class Signature:
    """The signature of one function."""

    __slots__ = (
        "function",
        "required",
        "most",
        "predicates",
        "annotations",
        "named",
        "declared",
        "placed",
        "fault",
        "vocabulary",
        "_getters",
        "_keywords",
        "_step_type",
    )

    def __init__(
        self,
        function: Callable[..., Any],
        vocabulary: Vocabulary,
        getters: Getters,
        parameters: Optional[Parameters] = None,
    ) -> None:
        self.declared: Optional[DeclaredFunction] = function if isinstance(function, DeclaredFunction) else None
        """How a document declares it, if it does."""
        self.placed: Optional[PlacedAction] = function if isinstance(function, PlacedAction) else None
        """That it is called before or after the rest of a step, if it is."""
        if isinstance(function, (DeclaredFunction, PlacedAction)):
            function = function.function
        self.function: Callable[..., Any] = function
        self.vocabulary: Vocabulary = vocabulary
        self._step_type = getters.step_type
        self.required: int = 0
        self.most: Optional[int] = 0
        """The number of arguments that it takes; None for any number."""
        self.predicates: list[int] = []
        """The predicate types that it asks for."""
        self.annotations: list[object] = []
        """The annotations of the parameters that get arguments, in order; last that of `*name`."""
        self.named: dict[str, object] = {}
        """The annotations of the parameters that get something by their names."""
        self._getters: list[tuple[str, Optional[Getter]]] = []
        self._keywords: dict[str, Getter] = {}
        self.fault: Optional[str] = None
        """Why it cannot be called, whatever the arguments of the event are."""
        try:
            for parameter, annotation in parameters_of(function) if parameters is None else parameters:
                self._add(parameter, annotation, getters)
        except TypeError as error:
            self.fault = str(error)
        if self.declared is not None and not self.declared.takes_all:
            count = len(self.declared.types)
            self.most = count if self.most is None else min(count, self.most)
        if is_generator(function):
            text = "is a generator function, which does not run when it is called: do without yield"
            self.fault = f"{describe(function)} {text}"
        if isinstance(function, str):
            self.fault = f"{function!r} is a name: only classes of machines have methods that can be named"

    def _add(self, parameter: inspect.Parameter, annotation: object, getters: Getters) -> None:
        if parameter.kind is parameter.VAR_KEYWORD:
            return
        if parameter.kind is parameter.VAR_POSITIONAL:
            self.most = None
            self.annotations.append(annotation)
            return
        getter = self._getter(parameter.name, annotation, getters)
        if getter is not None and parameter.name in getters.by_name and getters.by_name[parameter.name] is getter:
            self.named[parameter.name] = annotation
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
            self.annotations.append(annotation)
            self.most = (self.most or 0) + 1
            if parameter.default is parameter.empty:
                self.required = self.most

    def _getter(self, name: str, annotation: object, getters: Getters) -> Optional[Getter]:
        """Return what reads the value of a parameter from a step; None for an argument of the event."""
        kind = _predicate_of(annotation, self.vocabulary)
        if kind is None:
            return getters.by_name.get(name)
        number, getter = getters.case(kind)
        self.predicates.append(number)
        return getter

    def call(self) -> Call:
        """Return a function that calls it with what it asks for."""
        function, getters, keywords, step_type = self.function, self._getters, self._keywords, self._step_type
        takes_arguments = self.most != 0
        if not takes_arguments and not keywords:
            known = [getter for _, getter in getters if getter is not None]
            if not known:
                return lambda machine, fields: function()
            if len(known) == 1:
                (only,) = known
                if only is step_type:
                    return lambda machine, fields: function(step_type(machine, fields))
                return lambda machine, fields: function(only(machine, fields))
            return lambda machine, fields: function(*[getter(machine, fields) for getter in known])
        most, required = self.most, self.required

        def perform(machine: MachineState, fields: Fields) -> Any:
            arguments = read_arguments(machine, fields)
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

    @property
    def before_arguments(self) -> Optional[str]:
        """What it is called with before the arguments of the event, which come last: one name, or "" for nothing. None if
        it is called with anything else."""
        if self.declared is not None or self._keywords or self.predicates or self.most is None or self.most == 0:
            return None
        names = ["" if getter is None else name or None for name, getter in self._getters]
        first = "" if len(names) == self.most else names[0]
        rest = names if len(names) == self.most else names[1:]
        return first if len(rest) == self.most and not any(each != "" for each in rest) else None

    @property
    def argument_names(self) -> list[str]:
        """The names of the parameters that get arguments, in order; "" for one that is positional only."""
        return [name for name, getter in self._getters if getter is None]

    @property
    def unresolved(self) -> Optional[tuple[str, str]]:
        """The first parameter that gets an argument and whose annotation could not be resolved, with that."""
        pairs = zip(self.argument_names, self.annotations)
        return next(((name, annotation) for name, annotation in pairs if isinstance(annotation, str)), None)

    @property
    def is_plain(self) -> bool:
        """Whether it can be called in every step and has nothing to check."""
        has_annotations = any(each is not inspect.Parameter.empty for each in self.named.values())
        return self.fault is None and self.required == self.most == 0 and not has_annotations

    def __str__(self) -> str:
        return describe(self.function)


def _predicate_of(annotation: object, vocabulary: Vocabulary) -> Optional[type[Enum]]:
    """Return the predicate type that an annotation names, alone or in a Union."""
    for each in (annotation, *typing.get_args(annotation)):
        if isinstance(each, type) and issubclass(each, Enum) and each in vocabulary.predicates.packed:
            return each
    return None
