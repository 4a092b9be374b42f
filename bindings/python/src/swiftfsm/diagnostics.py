"""What building a table had to tell."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_int32, sizeof
from dataclasses import dataclass
from typing import Optional, Union

from .handles import Handle
from .ids import Alphabet, Member
from .loading import library
from .places import Place
from .prototypes import sfsm_diagnostic
from .results import NamedNumber, Status, SwiftFSMError, error_of


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
    """Rows alike in source, event and target."""
    CLASH = 4
    """Rows alike in source and event that differ in target."""
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
    NOTHING_TO_OVERRIDE = 12
    OVERRIDE_OUT_OF_ORDER = 13
    CIRCULAR_ADOPTION = 14
    """A row in the block of a state that is not its source."""
    UNREACHABLE_STATE = 101
    """Warning: no row leads there from the initial state."""
    NO_WAY_OUT = 102
    UNUSED_EVENT = 103
    NEVER_TAKEN = 104
    """Warning: no row leads out, and it was not declared final."""


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

    def __str__(self) -> str:
        """ "file:line: error: text"."""
        first = f"{self.places[0]}: " if self.places and self.places[0] is not None else ""
        return f"{first}{self.severity.name.lower()}: {self.text}"


class InvalidDefinitionError(SwiftFSMError):
    """The definition has errors. `diagnostics` holds all of them, and the warnings; printing it shows them all."""

    status = Status.INVALID_DEFINITION

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        super().__init__(diagnostics, text)
        self.diagnostics = diagnostics
        self.text = text

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

    def read(self, states: Alphabet, events: Alphabet) -> tuple[Diagnostic, ...]:
        """All of them as Python objects, which live on their own; ids as Enum members where there are any."""
        count: int = library.sfsm_diagnostics_count(self._argument)
        return tuple(self._item(index, states, events) for index in range(count))

    def _item(self, index: int, states: Alphabet, events: Alphabet) -> Diagnostic:
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


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")
