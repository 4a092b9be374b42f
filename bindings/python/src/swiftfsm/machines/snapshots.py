"""Machines as bytes, from which another machine goes on."""

from __future__ import annotations

import sys
from array import array
from ctypes import byref, c_size_t, c_uint64

from ..definition.generics import ContextT, EventT, StateT
from ..library.generated.enumerations import Status
from ..library.loading import library
from ..library.results import BadConfigurationError, BadValueError, BusyError, UnsupportedError
from .core import MachineCore


class Snapshots(MachineCore[StateT, EventT, ContextT]):
    """What the library knows of a machine, as bytes that are the same on every platform."""

    __slots__ = ()

    def snapshot(self) -> bytes:
        """Return the machine as bytes, for `restore`: its active states, histories, timers with what is left of their
        delays, and the events that wait. Not the context, hooks, attributes and the time.

        Errors: UnsupportedError while an event with arguments waits; BusyError inside a callback.
        """
        self._must_be_idle()
        self._tell_time()
        count = c_size_t()
        status = library.sfsm_machine_snapshot(self._argument, None, 0, byref(count))
        words = (c_uint64 * count.value)()
        if status == Status.OK:
            status = library.sfsm_machine_snapshot(self._argument, words, count.value, byref(count))
        if status == Status.UNSUPPORTED:
            raise UnsupportedError("an event with arguments waits in this machine: they cannot be part of a snapshot")
        self._finish(status)
        return _in_one_order(array("Q", words)).tobytes()

    def restore(self, snapshot: bytes) -> None:
        """Make this machine what the machine of a snapshot was, in this process or another one. No callback runs; what
        the machine was doing is dropped. Delays go on from `now`.

        The bytes may come from anywhere: they are checked before anything changes.

        Errors: BadValueError for the snapshot of a machine over another table; BadConfigurationError for bytes that are
        no snapshot; BusyError inside a callback.
        """
        given = bytes(memoryview(snapshot))
        self._must_be_idle()
        self._tell_time()
        self._open()
        if len(given) % 8 != 0:
            raise BadConfigurationError(f"{len(given)} bytes are no snapshot: it has eight for each word")
        words = _in_one_order(array("Q", given))
        status = library.sfsm_machine_restore(
            self._argument, (c_uint64 * len(words)).from_buffer(words) if words else None, len(words)
        )
        if status == Status.BAD_VALUE:
            raise BadValueError("this is the snapshot of a machine over another table: its definition has changed")
        if status == Status.BAD_CONFIGURATION:
            raise BadConfigurationError("these bytes are no snapshot, or were damaged")
        if status == Status.BUSY:
            raise BusyError("not from inside a callback of this machine")
        if status == Status.OK:
            self._objects.clear()  # no event that waits now has brought any
        self._finish(status)


def _in_one_order(words: array[int]) -> array[int]:
    """The bytes of the lowest digits come first, on every platform."""
    if sys.byteorder != "little":
        words.byteswap()
    return words
