"""Reading a document into a builder of the library."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_void_p, cast, sizeof
from typing import Any, NamedTuple, Optional

from ..building.builder import Builder
from ..building.diagnostics import DiagnosticList, InvalidDefinitionError
from ..definition.places import Place
from ..library.generated.enumerations import Status
from ..library.generated.records import (
    sfsm_callback,
    sfsm_finalizer,
    sfsm_finder,
    sfsm_function,
    sfsm_reading,
    sfsm_wanted,
)
from ..library.loading import library_without_gil
from .source import Document


class Wanted(NamedTuple):
    """A callback that a document names."""

    role: int
    """As the header numbers it."""
    name: str
    signature: Optional[str]
    """As the document declares it, if it does."""
    place: Place
    column: int
    """Where it is named first."""


Parts = tuple[int, int, int]
"""A callback as the library takes it: function, context and finalizer, as addresses."""
Find = Callable[[Wanted], Optional[Parts]]
"""Returns a callback, or None if there is none."""


class DocumentBuilder(Builder):
    """A builder whose definition is a document."""

    __slots__ = ()

    def read(self, document: Document, find: Find, flags: int = 0) -> None:
        """Read a document. Errors: InvalidDefinitionError with all faults of the document, or, if it has none, with all
        callbacks for which `find` returns None; whatever `find` raises."""
        finder = _Finder(find)
        found = c_void_p()
        reading = sfsm_reading(
            size=sizeof(sfsm_reading),
            file=document.file.encode("utf-8", "backslashreplace"),
            finder=finder.address,
            flags=flags,
        )
        status = library_without_gil.sfsm_builder_read(
            self._argument, document.text, len(document.text), byref(reading), byref(found)
        )
        if finder.exception is not None:
            if found.value is not None:
                DiagnosticList(found.value).close()
            raise finder.exception
        if status == Status.INVALID_DEFINITION and found.value is not None:
            with DiagnosticList(found.value) as faults:
                diagnostics = faults.read(self._states, self._events, self._vocabulary.predicates)
                raise InvalidDefinitionError(diagnostics, faults.text())
        self._check(status, "the document could not be read")


class _Finder:
    """The function that the library asks, and what it raised."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self.exception: Optional[BaseException] = None
        self.address: Any = sfsm_finder(self._answer)

    def _answer(self, wanted: Any, context: object, out: Any) -> int:
        try:
            parts = None if self.exception is not None else self._find(_read(wanted.contents))
            if parts is None:
                return int(Status.BAD_VALUE)
            function, slot, finalizer = parts
            out[0] = sfsm_callback(cast(function, sfsm_function), slot, cast(finalizer, sfsm_finalizer))
            return int(Status.OK)
        except BaseException as exception:
            self.exception = exception
            return int(Status.BAD_VALUE)


def _read(wanted: sfsm_wanted) -> Wanted:
    signature, file = wanted.signature, wanted.file
    return Wanted(
        wanted.role,
        wanted.name.decode(),
        None if signature is None else signature.decode(),
        Place(file.decode(), wanted.line),
        wanted.column,
    )
