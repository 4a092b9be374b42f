"""Diagnostics: the errors and warnings of a build."""

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
    """The kind of a diagnostic."""

    EMPTY_DEFINITION = 1
    """The definition has no rows. Reported only if there is no other error."""
    EMPTY_BLOCK = 2
    """An empty state block."""
    DUPLICATE = 3
    """Rows with the same source, event, matches and target; under first match with the same guards too."""
    CLASH = 4
    """Rows with the same source, event and matches, but different targets. Not under first match."""
    UNKNOWN_TARGET = 5
    """A target that has no rows and was not declared."""
    UNKNOWN_INITIAL = 6
    """An initial state that has no rows and was not declared."""
    RESERVED_ID_USED = 7
    """A reserved id where it has no meaning."""
    TWO_INITIAL_STATES = 8
    """More than one initial state."""
    MISSING_RESOLVER = 9
    """Target DYNAMIC without a resolver."""
    UNEXPECTED_RESOLVER = 10
    """A resolver, but the target is not DYNAMIC."""
    MISPLACED_ROW = 11
    """A row in the block of another state than its source; a row with a source in a superstate."""
    NOTHING_TO_OVERRIDE = 12
    """An overriding row without a row to override: no other block has one for that state, event and matches."""
    OVERRIDE_OUT_OF_ORDER = 13
    """A row that comes after the row that should override it."""
    CIRCULAR_ADOPTION = 14
    """Cyclic adoption, or adoption along too many paths."""
    IMPLICIT_CLASH = 15
    """Rows with different matches that are all the best match for one combination of cases."""
    INVALID_MATCH = 16
    """A row that names a predicate type or a case twice, no case of a type, or a case that the type does not have."""
    UNDECLARED_PREDICATE = 17
    """A row that names a predicate type which was not declared."""
    PREDICATE_CONFLICT = 18
    """A predicate type declared with different numbers of cases."""
    TOO_COMPLEX = 19
    """The matches for one state and event overlap in too many ways to be checked."""
    SIGNATURE_MISMATCH = 20
    """A callback that does not fit its place, or an event that reaches it; arguments that no event can have."""
    ARGUMENT_CONFLICT = 21
    """Two declarations of the arguments of one event that differ."""
    UNREACHABLE_STATE = 101
    """Warning: no path leads to the state from the initial state."""
    DEAD_END_STATE = 102
    """Warning: no row leaves the state, and it was not declared final."""
    UNUSED_EVENT = 103
    """Warning: a named or declared event without a row."""
    NEVER_TAKEN = 104
    """Warning: a row that is never taken, since other rows always come first or no state has it."""
    UNUSED_PREDICATE = 105
    """Warning: a declared predicate type that no row names."""


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

    def __str__(self) -> str:
        """ "file:line: error: text"."""
        first = f"{self.places[0]}: " if self.places and self.places[0] is not None else ""
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
