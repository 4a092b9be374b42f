"""Diagnostics: the errors and warnings of a build."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from ctypes import byref, c_char_p, c_int32, sizeof
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Optional, Union

from ..definition.alphabet import Alphabet
from ..definition.ids import Member
from ..definition.places import Place
from ..definition.predicates import PredicateTypes
from ..library.generated.enumerations import DiagnosticKind, Severity, Status
from ..library.generated.records import sfsm_diagnostic
from ..library.handles import Handle
from ..library.loading import library
from ..library.results import SwiftFSMError, error_of


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning."""

    kind: Union[DiagnosticKind, int]
    """An int only for a kind that a newer library knows and this package does not."""
    severity: Severity
    text: str
    """What is wrong and how to fix it, without the place."""
    places: tuple[Optional[Place], ...]
    """All places concerned, such as both rows of a clash; None for a row without a place."""
    state: Member
    """The state concerned, of a row its source; None if there is none."""
    event: Member
    target: Member
    predicate: Optional[type[Enum]] = None
    """The predicate type concerned, or None."""
    value: Optional[Enum] = None
    """The case concerned, or None."""
    cases: tuple[Enum, ...] = ()
    """Of an implicit clash: a combination of cases that several rows match. Types that it leaves out do not matter."""
    column: int = 0
    """Of a document: the column of the first place, in characters from 1."""

    def __str__(self) -> str:
        """ "file:line: error: text", in a document "file:line:column: error: text"."""
        column = f":{self.column}" if self.column else ""
        first = f"{self.places[0]}{column}: " if self.places and self.places[0] is not None else ""
        return f"{first}{self.severity.name.lower()}: {self.text}"


class InvalidDefinitionError(SwiftFSMError):
    """The definition has errors. `diagnostics` holds all of them and the warnings; the text shows them all."""

    status: Optional[Status] = Status.INVALID_DEFINITION

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        super().__init__(diagnostics, text)
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics
        self.text: str = text

    @classmethod
    def of(cls, diagnostics: Sequence[Diagnostic]) -> InvalidDefinitionError:
        """Make an error of these, with a line for each."""
        return cls(tuple(diagnostics), "".join(f"{diagnostic}\n" for diagnostic in diagnostics))

    def with_more(self, diagnostics: Sequence[Diagnostic]) -> InvalidDefinitionError:
        """Return the same error with these before the others."""
        more = InvalidDefinitionError.of(diagnostics)
        return InvalidDefinitionError(more.diagnostics + self.diagnostics, more.text + self.text)

    def __str__(self) -> str:
        errors = sum(diagnostic.severity == Severity.ERROR for diagnostic in self.diagnostics)
        return f"the definition has {errors} error{'' if errors == 1 else 's'}:\n{self.text.rstrip()}"


class DiagnosticList(Handle):
    """The library's list; read once, then closed."""

    __slots__ = ()
    _noun = "list of diagnostics"
    _release = library.sfsm_diagnostics_release

    def text(self) -> str:
        """Return all of them, a line each; further places are indented lines."""
        return _text(library.sfsm_diagnostics_text(self._argument)) or ""

    def read(self, states: Alphabet, events: Alphabet, predicates: PredicateTypes) -> tuple[Diagnostic, ...]:
        """Return all of them as Python objects that do not need the list; ids as Enum members where there are any."""
        count: int = library.sfsm_diagnostics_count(self._argument)
        return tuple(self._item(index, states, events, predicates) for index in range(count))

    def _item(self, index: int, states: Alphabet, events: Alphabet, predicates: PredicateTypes) -> Diagnostic:
        record = sfsm_diagnostic(size=sizeof(sfsm_diagnostic))
        status = library.sfsm_diagnostics_get(self._argument, index, byref(record))
        if status < 0:
            raise error_of(status, f"diagnostic {index} could not be read")
        kind: int = record.kind
        known = kind in DiagnosticKind.__members__.values()
        return Diagnostic(
            kind=DiagnosticKind(kind) if known else kind,
            severity=Severity(record.severity),
            text=_text(record.text) or "",
            places=tuple(self._places(index, record.place_count)),
            state=states.member(record.state),
            event=events.member(record.event),
            target=states.member(record.target),
            predicate=predicates.kind(record.predicate),
            value=predicates.member(record.predicate, record.value),
            cases=tuple(self._cases(index, record.case_count, predicates)),
            column=record.column,
        )

    def _places(self, index: int, count: int) -> list[Optional[Place]]:
        places: list[Optional[Place]] = []
        file, line = c_char_p(), c_int32()
        for place in range(count):
            status = library.sfsm_diagnostics_place(self._argument, index, place, byref(file), byref(line))
            if status < 0:
                raise error_of(status, f"place {place} of diagnostic {index} could not be read")
            name = _text(file.value)
            places.append(None if name is None else Place(name, line.value))
        return places

    def _cases(self, index: int, count: int, predicates: PredicateTypes) -> Iterator[Enum]:
        predicate, value = c_int32(), c_int32()
        for number in range(count):
            status = library.sfsm_diagnostics_case(self._argument, index, number, byref(predicate), byref(value))
            if status < 0:
                raise error_of(status, f"case {number} of diagnostic {index} could not be read")
            member = predicates.member(predicate.value, value.value)
            if member is not None:
                yield member


def without_unused(
    asked: Collection[type[Enum]], diagnostics: Sequence[Diagnostic], text: str
) -> tuple[tuple[Diagnostic, ...], str]:
    """Return diagnostics and their text without the warnings that these predicate types are unused.

    Functions ask for them by their parameters, of which the library knows only where it calls a provider first.
    """
    kept: list[Diagnostic] = []
    lines: list[str] = []
    rest = iter(text.split("\n"))
    for diagnostic in diagnostics:
        own = list(islice(rest, max(1, len(diagnostic.places))))
        if diagnostic.kind != DiagnosticKind.UNUSED_PREDICATE or diagnostic.predicate not in asked:
            kept.append(diagnostic)
            lines += own
    return tuple(kept), "\n".join([*lines, *rest])


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")
