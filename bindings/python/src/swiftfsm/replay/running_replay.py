"""Carrying a replay out, and what is told of it if it fails."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Callable

from ..library.generated.enumerations import Status
from ..library.results import SwiftFSMError
from .failures import error_of_replay, where
from .found import Found
from .known import Known
from .present import leave_out_absent
from .progress import ProgressOption, Shown
from .request import Request
from .result import Replay
from .running import Failure, run


def carried_out(
    table: Any,
    shared: Known,
    request: Request,
    begin: Callable[[Sequence[Any]], bytearray],
    option: ProgressOption = False,
    violated: Collection[Any] = (),
) -> Replay[Any, Any]:
    """Carry a replay out. Errors: those of `Table.replay`.

    begin: returns the states of tokens before, as `Layout` has them.
    violated: the tokens with a violation that was found earlier, as the caller has them.
    """
    try:
        labels = request.tokens.labels
        first = array("q", [0 if label in violated else -1 for label in labels]) if violated else None
        found = Found(request, begin(labels), None if first is None else bytes(first))
        shown = Shown(option, request.event_count)
        if shown.is_wanted:
            request = request._replace(report=shown.tell)
        try:
            failure = run(request, found)
        except BaseException as error:
            found.settle()
            leave_out_absent(request, found, False)
            _attach(error, Replay(request, found, shared, table))
            raise
        finally:
            shown.end()
        leave_out_absent(request, found, failure is None)
        result: Replay[Any, Any] = Replay(request, found, shared, table)
        if failure is not None:
            _fail(table, shared, request, failure, result)
        return result
    finally:
        if request.stand_in is not None:
            request.stand_in.end()


def _fail(table: Any, shared: Known, request: Request, failure: Failure, result: Replay[Any, Any]) -> None:
    error = None if request.stand_in is None else request.stand_in.raised()
    if error is not None:
        add_note = getattr(error, "add_note", None)  # since Python 3.11
        if add_note is not None and failure.place is not None:
            add_note(f"a callback of {where(request, failure.place)} raised this")
        _attach(error, result)
        raise error
    if failure.status not in Status.__members__.values():
        raise SwiftFSMError(f"the replay was cancelled with {failure.status}")
    ended = error_of_replay(request, table._vocabulary, failure, shared.row_labels)
    _attach(ended, result)
    raise ended


def _attach(error: BaseException, result: Replay[Any, Any]) -> None:
    result.is_of_error = True
    with suppress(AttributeError, TypeError):  # of an exception that takes no attributes
        setattr(error, "replay", result)
