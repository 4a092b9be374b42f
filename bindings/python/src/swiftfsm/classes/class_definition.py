"""The definition in the body of a class of machines, gathered over its bases: rows, blocks, and methods by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import getattr_static, signature
from types import FunctionType
from typing import Any, Callable, Optional, TypeVar, Union

from ..building.diagnostics import Diagnostic, InvalidDefinitionError
from ..definition.around import Around
from ..definition.blocks import Scope, StateBlock, Superstate
from ..definition.callables import callables
from ..definition.ids import DYNAMIC, NONE, spell
from ..definition.places import Place
from ..definition.rows import AnyRow, Row
from ..definition.state_words import Define
from ..definition.table_parts import Parts
from ..library.generated.enumerations import DiagnosticKind, Reserved, Severity
from ..machines.compiled_table import CompiledTable
from .decorators import HookMark, Mark, ProviderMark, RowMark, ScopeMark, marks_of
from .nested import is_nested, items_of
from .triggers import Trigger, events_of

_Table = TypeVar("_Table", bound=CompiledTable[Any, Any])

_HOOKS = ("on_step", "on_unhandled", "prepare", "on_exception")
_WORDS = ("entry", "exit", "cycle", "update")
# What the nearest class says counts; all other words of a body add up.
_SINGLE = (
    "initial", "entry_exit", "guards", "order", "state_names", "event_names", "strict", "error_target", "error_event"
)  # fmt: skip
_RESERVED = {*_SINGLE, "rows", "superstates", "arguments", "predicates", "providers"}


class ClassDefinition:
    """The definition of a class and its bases."""

    def __init__(self, kind: type, base: type, place: Optional[Place]) -> None:
        """base: the class whose names no method may hide."""
        self._kind, self._base, self._place = kind, base, place
        # From the bases to the class itself, without those that every machine has.
        self._chain = [each for each in reversed(kind.__mro__) if each.__module__.partition(".")[0] not in _OUTSIDE]
        self._marks: dict[str, tuple[type, tuple[Mark, ...]]] = {}
        self._names: dict[int, str] = {}
        for owner in self._chain:
            for name, value in vars(owner).items():
                self._adopt(owner, name, value)
        self._states: dict[tuple[type, Any], StateBlock] = {}
        self._free: list[AnyRow] = []
        # By identity: what the body says, which is held so that no other takes its place, and what comes of it.
        self._superstates: dict[int, tuple[Superstate, Superstate]] = {}
        self._adopted: set[int] = set()
        self._hooks: dict[str, list[Callable[..., Any]]] = {word: [] for word in _HOOKS}
        self._faults: list[Diagnostic] = []

    @property
    def has_rows(self) -> bool:
        """Whether there is a row, so that a table can be built."""
        marked = (mark for _, marks in self._marks.values() for mark in marks)
        said = (item for owner in self._chain for item in items_of(self._kind, owner))
        return any(isinstance(item, Define) or item for item in said) or any(
            isinstance(mark, RowMark) for mark in marked
        )

    def table(self, make: Callable[..., _Table]) -> _Table:
        """Build the table. Errors: InvalidDefinitionError, also for names that the class does not have; those of
        `Table`.
        """
        blocks: list[Union[StateBlock, Superstate]] = []
        providers: dict[Any, Any] = {}
        for owner in self._chain:
            blocks += self._blocks(owner, providers)
        options = {word: getattr(self._kind, word) for word in _SINGLE if hasattr(self._kind, word)}
        arguments = {event: types for each in self._said("arguments") for event, types in each.items()}
        predicates = [kind for each in self._said("predicates") for kind in each]
        for number, (superstate, _) in self._superstates.items():
            if number not in self._adopted:
                self._fault("a method is decorated for this superstate, which no state adopts", superstate.place)
        try:
            options |= {"arguments": arguments, "predicates": predicates, "providers": providers}
            table = make(self._free, blocks, **self._hooks, **options)
        except InvalidDefinitionError as fault:
            raise fault.with_more(self._faults) from None
        self._check_calls(table)
        if self._faults:
            table.close()
            raise InvalidDefinitionError.of(self._faults)
        return table

    def _check_calls(self, table: CompiledTable[Any, Any]) -> None:
        """Tell of methods that are called to send an event, by keyword, but have other names for its arguments."""
        for name, (_, marks) in self._marks.items():
            events = events_of(marks)
            declared = table.argument_names(events[0]) if len(events) == 1 else ()
            if any(declared):
                place = next(mark.place for mark in marks if isinstance(mark, RowMark))
                own = table._callbacks.signature(self._function(name, place)).argument_names
                for parameter, told in zip(own, declared):
                    if parameter and told and parameter != told:
                        called = f"{self._kind.__name__}.{name} is called to send {spell(events[0])}"
                        text = f"{called}, whose argument is {told!r}: give the parameter {parameter!r} that name"
                        self._fault(text, place)

    def _adopt(self, owner: type, name: str, value: object) -> None:
        """Learn an attribute. A method without decorators has those of the method that it overrides; one with
        decorators has only its own. None removes a method with its rows.
        """
        marks = marks_of(value)
        own = getattr_static(self._base, name, None)
        is_callback = bool(marks) and not any(isinstance(mark, HookMark) for mark in marks)
        # A callback may have the name of a method that machines have, and hides it then.
        is_hiding = own is not None and not (is_callback and isinstance(own, FunctionType) and name[0] != "_")
        if ((marks or is_nested(value)) and is_hiding) or (name in _RESERVED and isinstance(value, FunctionType)):
            raise TypeError(f"{owner.__name__}.{name} hides what machines have under this name: name it otherwise")
        if marks:
            self._marks[name] = owner, marks
        elif value is None:
            self._marks.pop(name, None)
        if isinstance(value, Trigger):
            value = value.method
        if isinstance(value, FunctionType):
            self._names[id(value)] = name

    @property
    def marked(self) -> dict[str, tuple[Mark, ...]]:
        """What decorators say of methods, by name."""
        return {name: marks for name, (_, marks) in self._marks.items()}

    def _said(self, word: str) -> Iterator[Any]:
        return (vars(owner)[word] for owner in self._chain if word in vars(owner))

    # ------------------------------------------------------------------------------------------------------------------
    # Blocks: one for each state in each class, so that a subclass can override rows of its bases
    # ------------------------------------------------------------------------------------------------------------------

    def _blocks(self, owner: type, providers: dict[Any, Any]) -> Iterator[Union[StateBlock, Superstate]]:
        parts = Parts(items_of(self._kind, owner))
        for row in parts.rows:
            self._add_row(owner, row[0], self._row(row), self._place)
        for kind, function in vars(owner).get("providers", {}).items():
            providers[kind] = self._function(function, self._place)
        for states, adopted in vars(owner).get("superstates", {}).items():
            adopts = (adopted,) if isinstance(adopted, Superstate) else tuple(adopted)
            for state in states if isinstance(states, tuple) else (states,):
                self._block(owner, state, self._place).adopts += self._adopts(adopts)
        for name, (decorated, marks) in self._marks.items():
            for mark in marks if decorated is owner else ():
                self._add_mark(owner, name, mark, providers)
        for scope in parts.scopes:
            if isinstance(scope, Superstate):
                self._adopted.add(id(scope))  # it stands in the definition, and is told of there if no state adopts it
                yield self._superstate(scope)
            else:
                yield self._scope(scope, StateBlock.__new__(StateBlock))
        yield from (block for (of, _), block in self._states.items() if of is owner)

    def _add_mark(self, owner: type, name: str, mark: Mark, providers: dict[Any, Any]) -> None:
        method = self._function(name, mark.place)
        if isinstance(mark, HookMark):
            self._hooks[mark.word].append(method)
        elif isinstance(mark, ProviderMark):
            providers.update(dict.fromkeys(mark.kinds, method))
        elif isinstance(mark, ScopeMark):
            for state in mark.scopes:
                scope = self._block(owner, state, mark.place)
                setattr(scope, mark.word, (*getattr(scope, mark.word), method))
        else:
            for source in mark.sources:
                for event in mark.events:
                    self._add_row(owner, source, self._marked_row(method, source, event, mark), mark.place)

    def _marked_row(self, method: Any, source: Any, event: Any, mark: RowMark) -> Row:
        resolves = mark.target is DYNAMIC
        actions = self._functions(callables(mark.actions, "action"), mark.place)
        return Row.at(
            mark.place,
            NONE if isinstance(source, Superstate) else source,
            event,
            mark.target,
            actions if resolves else (method,),
            self._functions(callables(mark.guards, "guard"), mark.place),
            method if resolves else None,
            matching=mark.matching,
            overriding=mark.overriding,
            chart=mark.chart,
            around=self._around(mark.around, mark.place),
        )

    def _add_row(self, owner: type, source: Any, row: AnyRow, place: Optional[Place]) -> None:
        if isinstance(source, Reserved):
            self._free.append(row)
        else:
            self._block(owner, source, place).rows += (row,)

    def _block(self, owner: type, state: Any, place: Optional[Place]) -> Scope:
        if isinstance(state, Superstate):
            return self._superstate(state)
        block = self._states.get((owner, state))
        if block is None:
            block = self._states[owner, state] = StateBlock(state)
            block.place = place
        return block

    # ------------------------------------------------------------------------------------------------------------------
    # Names of methods
    # ------------------------------------------------------------------------------------------------------------------

    def _superstate(self, given: Superstate) -> Superstate:
        """Return a copy with the methods of this class: one for all states that adopt it, and for methods decorated
        with it.
        """
        known = self._superstates.get(id(given))
        if known is None:
            known = self._superstates[id(given)] = given, Superstate.__new__(Superstate)
            self._scope(*known)
        return known[1]

    def _adopts(self, superstates: Iterable[Superstate]) -> tuple[Superstate, ...]:
        several = tuple(superstates)
        self._adopted.update(map(id, several))
        return tuple(map(self._superstate, several))

    def _scope(self, given: Any, copy: Any) -> Any:
        copy.place, copy.rows = given.place, tuple(map(self._row, given.rows))
        words: tuple[str, ...] = _WORDS
        if isinstance(given, StateBlock):
            for word in StateBlock.__slots__:
                setattr(copy, word, getattr(given, word))
            words = (*_WORDS, "on_initial")
        for word in words:
            setattr(copy, word, self._functions(getattr(given, word), given.place))
        copy.adopts = self._adopts(given.adopts)
        return copy

    def _row(self, row: AnyRow) -> AnyRow:
        if not isinstance(row, Row):
            return row if len(row) < 4 else (*row[:3], self._functions(callables(row[3], "action"), self._place))
        return row._replace(
            actions=self._functions(row.actions, row.place),
            guards=self._functions(row.guards, row.place),
            resolver=None if row.resolver is None else self._function(row.resolver, row.place),
            around=self._around(row.around, row.place),
        )

    def _around(self, given: Optional[Around], place: Optional[Place]) -> Optional[Around]:
        if given is None:
            return None
        return Around(self._functions(given.before, place), self._functions(given.after, place), given.error)

    def _functions(self, given: Iterable[Any], place: Optional[Place]) -> tuple[Callable[..., Any], ...]:
        return tuple(self._function(each, place) for each in given)

    def _function(self, given: Any, place: Optional[Place]) -> Callable[..., Any]:
        """Return what a name stands for in this class. A method given as a function counts as its name, so that a
        subclass can override it.
        """
        name = given if isinstance(given, str) else self._names.get(id(given))
        if name is None:
            return given  # type: ignore[no-any-return]
        function = getattr(self._kind, name, None)
        if not callable(function):
            self._fault(f"the class {self._kind.__name__} has no method {name!r}", place)
            return _nothing
        static = getattr_static(self._kind, name)
        if isinstance(static.method if isinstance(static, Trigger) else static, FunctionType):
            parameters = list(signature(function).parameters)
            if parameters[:1] not in (["self"], ["machine"]):
                self._fault(f"the first parameter of {self._kind.__name__}.{name} must be self", place)
                return _nothing
        return function  # type: ignore[no-any-return]

    def _fault(self, text: str, place: Optional[Place]) -> None:
        fault = Diagnostic(DiagnosticKind.SIGNATURE_MISMATCH, Severity.ERROR, text, (place,), None, None, None)
        if fault not in self._faults:  # a method may stand in several rows
            self._faults.append(fault)


def _nothing() -> None:
    """Stands for a missing method until all errors are reported."""


_OUTSIDE = ("builtins", "typing", __name__.partition(".")[0])
