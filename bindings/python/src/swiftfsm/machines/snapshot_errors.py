"""The errors of snapshots: why one cannot be taken or restored, with the names of what it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ctypes import byref, c_size_t
from typing import Any, Optional

from ..building.diagnostics import Diagnostic
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import DiagnosticKind, Status
from ..library.loading import library
from ..library.results import ArgumentsError, PredicateError, SwiftFSMError, UnsupportedError, error_of

# What is said where the library has no more to say.
_TEXTS = {
    Status.BAD_VALUE: "this is no snapshot: restore what `snapshot` has returned",
    Status.UNSUPPORTED: "this snapshot has a later format: update the package to restore it",
    Status.BAD_CONFIGURATION: "this snapshot was damaged, or cut off",
}
# Only a document can say this.
_FORMER_NAME = re.compile(r'add "was .*" to the (?:state|event) that takes its place, or ', re.S)


def error_of_argument(machine: Any, vocabulary: Vocabulary) -> UnsupportedError:
    """Return the error for the argument that no snapshot of this machine can have. machine: as the library takes it."""
    index = c_size_t()
    library.sfsm_machine_rejected_argument(machine, byref(index), None, None)
    event: int = library.sfsm_machine_rejected_event(machine)
    table = library.sfsm_machine_table(machine)
    name: Optional[bytes] = library.sfsm_table_argument_name(table, event, index.value)
    described = vocabulary.events.describe(event)
    where = f"{described}, argument {index.value}" + (f" ({name.decode()!r})" if name else "")
    return UnsupportedError(
        f"{where} is an object: the event waits in this machine, and a snapshot keeps numbers and strings only. Have "
        f"the event carry an id of the object, or take the snapshot once no such event waits"
    )


def error_of_restoring(status: int, diagnostics: Sequence[Diagnostic], is_read: bool) -> SwiftFSMError:
    """Return the error for a snapshot that cannot be restored. is_read: the definition is a document."""
    text = _text(status, diagnostics, is_read)
    if status == Status.ARGUMENT_TYPE:
        return ArgumentsError(text, status=Status.ARGUMENT_TYPE)
    error = error_of(status, text)
    if isinstance(error, PredicateError):
        first = next((each for each in diagnostics if each.predicate is not None), None)
        error.predicate = None if first is None else first.predicate
    return error


def _text(status: int, diagnostics: Sequence[Diagnostic], is_read: bool) -> str:
    known = Status(status) if status in Status.__members__.values() else Status.OK
    if status == Status.UNSUPPORTED:
        return _TEXTS[known]
    lines = [_advised(each.text, is_read) for each in diagnostics if each.kind == DiagnosticKind.SNAPSHOT_MISMATCH]
    if len(lines) > 1:
        return "\n    ".join(["this snapshot does not fit this definition:", *lines])
    return lines[0] if lines else _TEXTS.get(known, "this snapshot could not be restored")


def _advised(text: str, is_read: bool) -> str:
    """A text of the library with the words of this package."""
    text = text.replace("sfsm_restoring.migrate", "the function `migrate`")
    return text if is_read else _FORMER_NAME.sub("", text)
