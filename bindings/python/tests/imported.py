"""Documents that importers wrote, read and run by the library through nothing but the prototypes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, byref, c_int32, c_size_t, c_void_p, cast, sizeof, string_at
from typing import Any

from swiftfsm import INITIAL, NONE, Status
from swiftfsm.library.generated.records import (
    sfsm_finder,
    sfsm_function,
    sfsm_machine_options,
    sfsm_reading,
    sfsm_writer,
    sfsm_writing,
)
from swiftfsm.library.loading import library

# With the address of the piece, which has no zero at its end.
_writer = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)
ROLES = " guard action resolver entry exit cycle update provider unhandled step".split(" ")


class Imported:
    """A machine over a document, and the names of the callbacks that it calls."""

    def __init__(self, table: int, trace: list[str], refused: set[str]) -> None:
        self._table = table
        self._trace = trace
        self.refused = refused
        """Guards that refuse."""
        self.machine = c_void_p()
        options = sfsm_machine_options(sizeof(sfsm_machine_options), NONE, 0, None)
        assert library.sfsm_machine_create_with(table, byref(options), byref(self.machine)) == Status.OK

    def _after(self, outcome: int) -> str:
        """What was called, and the states that are active now: "exit a, action b -> c"."""
        assert outcome >= 0, Status(outcome)
        called = ", ".join(self._trace)
        self._trace.clear()
        return f"{called} -> {self.active}".strip()

    def start(self) -> str:
        return self._after(library.sfsm_machine_start(self.machine, INITIAL))

    def knows(self, event: str) -> bool:
        name = event.encode()
        return bool(library.sfsm_table_event_named(self._table, name, len(name)) != NONE)

    def send(self, event: str) -> str:
        name = event.encode()
        assert library.sfsm_table_event_named(self._table, name, len(name)) != NONE, f"no event {event}"
        return self._after(
            library.sfsm_machine_send(self.machine, library.sfsm_table_event_named(self._table, name, len(name)))
        )

    def request(self, state: str) -> str:
        name = state.encode()
        identity = library.sfsm_table_state_named(self._table, name, len(name))
        assert identity != NONE, f"no state {state}"
        return self._after(library.sfsm_machine_request(self.machine, identity))

    def advance(self, now: int) -> str:
        return self._after(library.sfsm_machine_advance(self.machine, now))

    @property
    def active(self) -> str:
        """The active leaves."""
        count = c_size_t()
        states = (c_int32 * 64)()
        assert library.sfsm_machine_states(self.machine, states, 64, byref(count)) == Status.OK
        return " ".join(library.sfsm_table_state_name(self._table, each).decode() for each in states[: count.value])


def read_into(builder: int, text: str, finder: Any = None) -> str:
    """Reads a document; what is wrong with it."""
    faults = c_void_p()
    reading = sfsm_reading(sizeof(sfsm_reading), b"imported.fsm", finder=finder or sfsm_finder())
    if finder is None:
        reading.flags = 1  # SFSM_UNBOUND
    status = library.sfsm_builder_read(builder, text.encode(), len(text.encode()), byref(reading), byref(faults))
    return "" if status == Status.OK else f"{Status(status).name} {told(faults)}"


def told(faults: c_void_p) -> str:
    text: str = (library.sfsm_diagnostics_text(faults) or b"").decode()
    library.sfsm_diagnostics_release(faults)
    return text


@contextmanager
def imported(text: str, refused: set[str] | None = None) -> Iterator[Imported]:
    """A machine over the document; `refused` are the guards that say no."""
    trace: list[str] = []
    refusing = refused if refused is not None else set()
    kept: list[Any] = []

    def find(wanted: Any, context: Any, out: Any) -> int:
        role, name = ROLES[wanted.contents.role], wanted.contents.name.decode()

        def call(step: Any, context: Any) -> int:
            if role == "guard":
                return int(name not in refusing)
            trace.append(f"{role} {name}")
            return 0

        function = sfsm_function(call)
        kept.append(function)
        out.contents.function = cast(function, sfsm_function)
        return 0

    builder, table, faults = library.sfsm_builder_create(), c_void_p(), c_void_p()
    try:
        assert read_into(builder, text, sfsm_finder(find)) == ""
        status = library.sfsm_builder_build(builder, byref(table), byref(faults))
        assert status == Status.OK, told(faults)
        library.sfsm_diagnostics_release(faults)
        machine = Imported(table.value or 0, trace, refusing)
        yield machine
        library.sfsm_machine_release(machine.machine)
        library.sfsm_table_release(table)
    finally:
        library.sfsm_builder_release(builder)


def written(text: str, format: int) -> str:
    """What the library writes of a document; empty if it cannot be read or written."""
    pieces: list[bytes] = []

    def take(context: Any, piece: int, count: int) -> int:
        pieces.append(string_at(piece, count))
        return 0

    builder = library.sfsm_builder_create()
    writing = sfsm_writing(sizeof(sfsm_writing), format)
    try:
        if read_into(builder, text):
            return ""
        status = library.sfsm_builder_write(builder, byref(writing), cast(_writer(take), sfsm_writer), None)
    finally:
        library.sfsm_builder_release(builder)
    return b"".join(pieces).decode() if status == Status.OK else ""
