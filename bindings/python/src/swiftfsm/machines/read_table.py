"""Tables that are read from documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from pickle import UnpicklingError
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypeVar

from ..building.diagnostics import Diagnostic, InvalidDefinitionError
from ..building.error_rows import ErrorRows
from ..building.shown_warnings import show
from ..calling.callbacks import Callbacks
from ..calling.signature_checks import misfits
from ..calling.watch import adopt_hooks
from ..definition.arguments import ArgumentTypes
from ..definition.around import OnError
from ..definition.callables import Function
from ..definition.generics import EventT, StateT
from ..definition.alphabet import Alphabet
from ..definition.places import Place
from ..definition.table_parts import Parts
from ..definition.vocabulary import Vocabulary
from ..documents.agreement import GivenEnums, agree
from ..documents.binding import BoundDocument
from ..documents.reading import DocumentBuilder
from ..documents.source import Document
from ..documents.supply import Supplied
from ..library.handles import Handle
from ..library.results import UnknownEventError
from .compiled_table import CompiledTable
from .shared import Shared

_Self = TypeVar("_Self", bound="ReadTable[Any, Any]")


class Watched(NamedTuple):
    """What a program says of a document that documents have no words for; see `Table`."""

    prepare: tuple[Function, ...] = ()
    on_exception: tuple[Function, ...] = ()
    error_event: Any = None


class ReadTable(CompiledTable[StateT, EventT]):
    """A table that may have been read from a document; `Table` adds the methods that programs call."""

    __slots__ = ("_bound", "_given_enums", "_watched")

    _bound: BoundDocument
    """Missing if the table is made of code."""
    _given_enums: GivenEnums
    _watched: Watched

    @classmethod
    def _read(
        cls: type[_Self],
        document: Document,
        callbacks: Optional[Supplied],
        enums: GivenEnums,
        strict: bool = False,
        watched: Watched = Watched(),
    ) -> _Self:
        table = cls.__new__(cls)
        table._is_strict = strict
        table._bound = BoundDocument(document, callbacks)
        table._given_enums, table._watched = enums, watched
        table._bind(enums)
        return table

    def _bind(self, enums: GivenEnums) -> None:
        bound, outline = self._bound, self._bound.outline
        vocabulary = self._vocabulary = Vocabulary()
        if bound.is_bound:
            vocabulary.find_parts = bound.parts
        self._states, self._events = vocabulary.states, vocabulary.events
        agree(outline, enums, vocabulary, bound.document.file)
        for event, types in outline.arguments.items():
            names = [name and re.sub("[-.]", "_", name) for name in outline.argument_names[event]]
            vocabulary.argument_types[event] = ArgumentTypes(types, names)
        bound.fill(vocabulary)
        self._callbacks = Callbacks(vocabulary, self._step_type)
        self._shared = Shared(vocabulary)
        try:
            with DocumentBuilder(vocabulary, self._callbacks, None) as builder:
                bound.read_into(builder, self._callbacks)
                self._finish_reading(builder, self._watch_all())
        finally:
            self._callbacks.release_callables()
        self._keep_machine_parts()

    def _watch_all(self) -> list[Diagnostic]:
        """Learn what documents have no words for. Returns the errors in that. Errors: TypeError and UnknownEventError for
        what is no event."""
        vocabulary, watched = self._vocabulary, self._watched
        event = watched.error_event
        if isinstance(event, str) and not isinstance(event, Enum):
            number = self._bound.outline.numbers["events"].get(event)
            if number is None:
                raise UnknownEventError(f"error_event={event!r}: the document has no such event")
            event = vocabulary.events.member(number)
        errors = ErrorRows(Parts(), OnError.of(None, event), None)
        faults = errors.settle(vocabulary, OnError.of(None, event))
        faults += adopt_hooks(self._callbacks, watched.prepare, watched.on_exception, None)
        vocabulary.is_watched = bool(watched.prepare or watched.on_exception) or event is not None
        return faults

    def _finish_reading(self, builder: DocumentBuilder, faults: list[Diagnostic]) -> None:
        try:
            address, warnings = builder.build()
        except InvalidDefinitionError as fault:
            raise fault.with_more(faults + self._misfits(self._bound.parts)) from None
        self.warnings: tuple[Diagnostic, ...] = warnings
        Handle.__init__(self, address)
        self._shared.expect(self.state_count, self.event_count)
        unfit = self._misfits(self._bound.parts)
        if unfit:
            # The places of rows are asked for only now, since asking takes long.
            unfit = self._misfits(lambda: self._bound.placed_parts(self._places()))
        if unfit or faults:
            self.close()
            raise InvalidDefinitionError.of(faults + unfit)
        show(warnings, Place(self._bound.document.file, 1))
        types = (each for types in self._vocabulary.argument_types.values() for each in types.types)
        self._vocabulary.keeps_objects = any(each.python is object for each in types) and self._parts.defers

    def _misfits(self, parts: Any) -> list[Diagnostic]:
        if not self._bound.is_bound:
            return []
        place = Place(self._bound.document.file, 1)
        return misfits(parts, self._vocabulary, self._callbacks, place, self._bound.outline.is_always)

    def _places(self) -> dict[int, Place]:
        """The places of the rows, by number."""
        return {each.row: each.place for each in self.transitions() if each.place is not None}

    @property
    def _is_read(self) -> bool:
        """Whether it was read from a document."""
        return hasattr(self, "_bound")

    @property
    def _parts(self) -> Parts:
        return self._bound.parts() if self._is_read else super()._parts

    @property
    def State(self) -> Any:
        """The Enum of the states: of a document the one that was made of it, or given to `read`."""
        return self._enum(self._states)

    @property
    def Event(self) -> Any:
        """The Enum of the events, likewise."""
        return self._enum(self._events)

    def _enum(self, alphabet: Alphabet) -> type[Enum]:
        if len(alphabet.kinds) != 1:
            raise AttributeError(f"the {alphabet.noun}s of this table are members of {len(alphabet.kinds)} Enums")
        return next(iter(alphabet.kinds))

    if not TYPE_CHECKING:  # or no misspelt attribute would be noticed

        def __getattr__(self, name: str) -> type[Enum]:
            """The Enum of a predicate type."""
            if name in ("State", "Event"):
                return self._enum(self._states if name == "State" else self._events)  # which tells why there is none
            if not name.startswith("_"):
                for kind in self._vocabulary.predicates.kinds:
                    if kind.__name__ == name:
                        return kind
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text with its callbacks, or as its definition, from which it is made again. Functions are
        pickled by name."""
        if not self._is_read:
            return super().__reduce__()
        self._open()
        bound = self._bound
        functions = bound.functions if bound.is_bound else None
        given = type(self), tuple(bound.document), functions, tuple(self._given_enums), self._is_strict
        return _read_again, (*given, tuple(self._watched))


def _read_again(
    kind: Any, document: Any, functions: Any, enums: Iterable[Any], strict: Any = False, watched: Any = ((), (), None)
) -> ReadTable[Any, Any]:
    if not isinstance(kind, type) or not issubclass(kind, ReadTable):
        raise UnpicklingError(f"{shortened(kind)} is no class of tables")
    if not isinstance(document, tuple) or [type(each) for each in document] != [bytes, str]:
        raise UnpicklingError(f"a pickled table holds no document like {shortened(document)}")
    if not isinstance(watched, tuple) or [type(each) for each in watched[:2]] != [tuple, tuple] or len(watched) != 3:
        raise UnpicklingError(f"a pickled table holds no hooks like {shortened(watched)}")
    return kind._read(Document(*document), functions, GivenEnums.of(*enums), bool(strict), Watched(*watched))
