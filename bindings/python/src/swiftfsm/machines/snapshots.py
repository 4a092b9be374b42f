"""Machines as bytes or JSON, from which other machines go on."""

from __future__ import annotations

from ctypes import byref, c_char, c_size_t, c_void_p, sizeof, string_at
from typing import Literal, Optional, Union, overload

from ..building.diagnostics import Diagnostic, DiagnosticList
from ..definition.generics import ContextT, EventT, StateT
from ..library.generated.constants import SNAPSHOT_DUE, SNAPSHOT_JSON
from ..library.generated.enumerations import Status
from ..library.generated.records import sfsm_migrate, sfsm_restoring
from ..library.loading import library
from ..library.results import BusyError
from .core import MachineCore
from .error_messages import error_of_call
from .migration import Migrate, Migration, asking
from .read_table import ReadTable
from .snapshot_errors import error_of_argument, error_of_restoring

Snapshot = Union[bytes, bytearray, memoryview, str]
"""What `restore` takes: bytes, or JSON as a str or as its bytes in UTF-8."""


class Snapshots(MachineCore[StateT, EventT, ContextT]):
    """All that the library knows of a machine, in a form that is the same on every platform."""

    __slots__ = ()

    @overload
    def snapshot(self, *, json: Literal[False] = False, due: bool = False) -> bytes: ...

    @overload
    def snapshot(self, *, json: Literal[True], due: bool = False) -> str: ...

    def snapshot(self, *, json: bool = False, due: bool = False) -> Union[bytes, str]:
        """Return the machine as bytes, or as JSON, for `restore`: its active states, histories, timers, and the events
        that wait with their arguments. Not the context, hooks and attributes.

        json: a str with names, for databases and people. Its members may be reordered.
        due: store when timers are due, and the time, instead of what is left of their delays: for programs whose time
            goes on while nobody has the machine, as that of `time.time()`.

        Errors: UnsupportedError, which names the event and the argument, while an event with an object waits; BusyError
        inside a callback, and while events wait that an awaited call has left.
        """
        self._must_be_idle()
        self._tell_time()
        taken = self._taken((SNAPSHOT_JSON if json else 0) | (SNAPSHOT_DUE if due else 0))
        return taken.decode() if json else taken

    def restore(self, snapshot: Snapshot, *, migrate: Optional[Migrate] = None) -> None:
        """Make this machine what the machine of a snapshot was, in this process or another one. No callback runs; what
        the machine was doing is dropped. Delays go on from `now`; if the snapshot has a later time, that becomes `now`.

        The snapshot may be of another version of the definition: states, events, predicate types and cases are found by
        their names, then by those that they had before ("was" in a document), then `migrate` decides. It may come from
        anywhere: it is checked before anything changes.

        migrate: is given a `Missing`, and returns what takes its place: a state, an event, a predicate type or a case of
            this table, or None; for a definition with another name True. It is called each time that something occurs in
            the snapshot, and may not use the machine. What it raises, this call raises.

        Errors, after which the machine is as it was: UnknownStateError, UnknownEventError, UnknownPredicateError or
        UnknownCaseError, naming all that has no place; ArgumentsError for an event that waits with other arguments than
        it carries now; BadValueError for what is no snapshot, or that of a definition with another name;
        BadConfigurationError for a damaged one, and for states that cannot be active together; UnsupportedError for a
        later format; BusyError inside a callback.
        """
        given = _bytes_of(snapshot)
        if migrate is not None and not callable(migrate):
            raise TypeError(f"migrate must be a function or None, not {migrate!r}")
        self._must_be_idle()
        self._tell_time()
        self._restore(given, migrate)
        if self._queue is not None:
            self._queue.clear(self)
        if self._clock is not None:
            self._clock.follow()

    def _taken(self, flags: int) -> bytes:
        """Return a snapshot, without telling the time before. Errors: as `snapshot`."""
        self._must_be_idle()
        self._open()
        if self._queue is not None and self._queue.waiting:
            raise BusyError("events of an awaited call wait in this machine: run (`arun`) or discard them first")
        capacity, size = 512, c_size_t()
        while True:
            buffer = (c_char * capacity)()
            status: int = library.sfsm_machine_snapshot(self._argument, flags, buffer, capacity, byref(size))
            if status == Status.OK:
                return string_at(buffer, size.value)
            if status != Status.OUT_OF_RANGE:
                break
            capacity = size.value
        if status == Status.UNSUPPORTED:
            raise error_of_argument(self._argument, self._vocabulary)
        self._fail(status)

    def _restore(self, given: bytes, migrate: Optional[Migrate]) -> None:
        """Restore a snapshot, without telling the time before. Errors: as `restore`."""
        self._open()
        status, diagnostics, exception = self._restored(given, migrate)
        try:
            if exception is not None:
                raise exception
        finally:
            del exception  # its traceback holds this frame
        if status in (Status.BUSY, Status.OUT_OF_MEMORY):
            raise error_of_call(self._argument, self._vocabulary, status, None, None)
        table = self._table
        if status < 0:
            raise error_of_restoring(status, diagnostics, isinstance(table, ReadTable) and table._is_read)
        self._objects.clear()  # no event that waits now has brought any
        if not self.closed:
            self._now = library.sfsm_machine_now(self._argument)

    def _restored(
        self, given: bytes, migrate: Optional[Migrate]
    ) -> tuple[int, tuple[Diagnostic, ...], Optional[BaseException]]:
        """Call the library. Returns: the status, what has no place, and what `migrate` has raised."""
        address, restoring, migration = c_void_p(), None, None
        if migrate is not None:
            is_json = given.lstrip()[:1] == b"{"
            migration = Migration(self._argument, self._vocabulary, migrate, has_numbers=not is_json)
            restoring = byref(sfsm_restoring(sizeof(sfsm_restoring), sfsm_migrate(asking(migration)), None))
        status: int = library.sfsm_machine_restore(self._argument, given, len(given), restoring, byref(address))
        diagnostics: tuple[Diagnostic, ...] = ()
        if address.value is not None:
            with DiagnosticList(address.value) as found:
                vocabulary = self._vocabulary
                diagnostics = found.read(vocabulary.states, vocabulary.events, vocabulary.predicates)
        exception = None
        if migration is not None:
            exception, migration.exception = migration.exception, None
        return status, diagnostics, exception


def _bytes_of(snapshot: object) -> bytes:
    """Errors: TypeError for what is no snapshot at all."""
    if isinstance(snapshot, str):
        return snapshot.encode("utf-8", "surrogatepass")
    if isinstance(snapshot, (bytes, bytearray, memoryview)):
        return bytes(snapshot)
    hint = ": turn JSON that was read into a str again, with json.dumps" if isinstance(snapshot, dict) else ""
    raise TypeError(f"a snapshot is bytes, or JSON as a str, not {type(snapshot).__name__}{hint}")
