"""What building a table had to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import byref, c_char_p, c_int32, sizeof
from dataclasses import dataclass
from enum import Enum
from typing import Optional, Union

from ..definition.ids import Alphabet, Member
from ..definition.places import Place
from ..definition.predicates import PredicateTypes
from ..library.handles import Handle
from ..library.loading import library
from ..library.prototypes import sfsm_diagnostic
from ..library.results import NamedNumber, Status, SwiftFSMError, error_of


class Severity(NamedNumber):
    """Whether a diagnostic stops the build."""

    ERROR = 1
    WARNING = 2


class DiagnosticKind(NamedNumber):
    """What a diagnostic is about."""

    EMPTY_DEFINITION = 1
    """No rows at all; reported only if nothing else is."""
    EMPTY_BLOCK = 2
    """A state block of which nothing is said."""
    DUPLICATE = 3
    """Rows alike in source, event, matches and target (under first match in guards too)."""
    CLASH = 4
    """Rows alike in source, event and matches that differ in target (not under first match)."""
    UNKNOWN_TARGET = 5
    """A target that is nobody's source and was not declared."""
    UNKNOWN_INITIAL = 6
    """An initial state likewise."""
    RESERVED_ID_USED = 7
    """A reserved id where it means nothing."""
    TWO_INITIAL_STATES = 8
    """More than one state declared as the initial one."""
    MISSING_RESOLVER = 9
    """Target DYNAMIC without a resolver."""
    UNEXPECTED_RESOLVER = 10
    """A resolver, but the target is not DYNAMIC."""
    FOREIGN_ROW = 11
    """A row in the block of a state that is not its source; one with a source in a superstate."""
    NOTHING_TO_OVERRIDE = 12
    """An overriding row, but no other block has one for that state, event and matches."""
    OVERRIDE_OUT_OF_ORDER = 13
    """A row for those comes after the row that should override it."""
    CIRCULAR_ADOPTION = 14
    """Superstates that adopt each other, or that are adopted over too many ways."""
    IMPLICIT_CLASH = 15
    """Rows with different matches that are all the best match for one combination of cases."""
    INVALID_MATCH = 16
    """A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have."""
    UNDECLARED_PREDICATE = 17
    """A row that names a predicate type which was not declared."""
    PREDICATE_CONFLICT = 18
    """A predicate type declared with different numbers of cases."""
    TOO_COMPLEX = 19
    """The matches for one state and event overlap in too many ways to be judged."""
    SIGNATURE_MISMATCH = 20
    """A callable whose signature does not fit where it stands, or an event that reaches it."""
    ARGUMENT_CONFLICT = 21
    """An event declared with different arguments."""
    UNREACHABLE_STATE = 101
    """Warning: no row leads there from the initial state."""
    NO_WAY_OUT = 102
    """Warning: no row leads out, and it was not declared final."""
    UNUSED_EVENT = 103
    """Warning: a named or declared event that stands in no row."""
    NEVER_TAKEN = 104
    """Warning: a row before which others always come, or that no state has."""
    UNUSED_PREDICATE = 105
    """Warning: a declared predicate type that no row names."""


@dataclass(frozen=True)
class Diagnostic:
    """One fault of a definition, or one warning."""

    kind: Union[DiagnosticKind, int]
    """An int only for a kind that a newer library knows and this package does not."""
    severity: Severity
    text: str
    """A sentence that names what is wrong and how to mend it, without the place."""
    places: tuple[Optional[Place], ...]
    """All places concerned, both rows of a clash, say; None where a row has no place."""
    state: Member
    """The state concerned (of a row: its source), or None."""
    event: Member
    target: Member
    predicate: Optional[type[Enum]] = None
    """The predicate type concerned, or None."""
    value: Optional[Enum] = None
    """The case of it concerned, or None."""
    cases: tuple[Enum, ...] = ()
    """Of an implicit clash: a combination of cases that several rows match. Types of which it names none do not
    matter."""

    def __str__(self) -> str:
        """ "file:line: error: text"."""
        first = f"{self.places[0]}: " if self.places and self.places[0] is not None else ""
        return f"{first}{self.severity.name.lower()}: {self.text}"


class InvalidDefinitionError(SwiftFSMError):
    """The definition has errors. `diagnostics` holds all of them, and the warnings; printing it shows them all."""

    status: Optional[Status] = Status.INVALID_DEFINITION

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        super().__init__(diagnostics, text)
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics
        self.text: str = text

    @classmethod
    def of(cls, diagnostics: Sequence[Diagnostic]) -> InvalidDefinitionError:
        """With these, each told in a line."""
        return cls(tuple(diagnostics), "".join(f"{diagnostic}\n" for diagnostic in diagnostics))

    def with_more(self, diagnostics: Sequence[Diagnostic]) -> InvalidDefinitionError:
        """The same with these errors before the others."""
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
        """All of them, a line each, further places as indented lines."""
        return _text(library.sfsm_diagnostics_text(self._argument)) or ""

    def read(self, states: Alphabet, events: Alphabet, predicates: PredicateTypes) -> tuple[Diagnostic, ...]:
        """All of them as Python objects, which live on their own; ids as Enum members where there are any."""
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


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")
