"""The library's builder, as `Table` uses it: collects a definition and compiles it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import byref, c_int32, c_size_t, c_void_p, sizeof
from typing import Any, Callable, Optional

from .callbacks import Callbacks, Role, finalizer, trampoline
from .definition import FINAL, AnyRow, Phase, StateBlock
from .diagnostics import Diagnostic, DiagnosticList, InvalidDefinitionError
from .handles import Handle
from .ids import Alphabet, State, identify
from .loading import library, library_without_gil
from .packing import PackedRows, encode_file
from .places import Place
from .prototypes import sfsm_name, sfsm_row
from .results import OutOfMemoryError, Status, error_of


class Builder(Handle):
    """A builder: one thread, one table, then closed."""

    __slots__ = ("_states", "_events", "_callbacks", "_place")
    _noun = "builder"
    _release = library.sfsm_builder_release

    def __init__(self, states: Alphabet, events: Alphabet, callbacks: Callbacks, place: Optional[Place]) -> None:
        address: Optional[int] = library.sfsm_builder_create()
        if address is None:
            raise OutOfMemoryError("no memory for a builder")
        super().__init__(address)
        self._states, self._events = states, events
        self._callbacks = callbacks
        self._place = place

    def add(self, rows: Sequence[AnyRow], blocks: Iterable[StateBlock]) -> None:
        """Adds state blocks, then all rows in one call: those without a block first, then each block's."""
        numbered = [(self._add_block(block), block.rows) for block in blocks]
        every = list(rows)
        numbers = [0] * len(every)
        for number, own in numbered:
            every += own
            numbers += [number] * len(own)
        packed = PackedRows(every, numbers, self._states, self._events)
        if packed.count:
            self._check(
                library_without_gil.sfsm_builder_add_rows_at(
                    self._argument,
                    packed.register(self._callbacks),
                    packed.count,
                    sizeof(sfsm_row),
                    *self._where(self._place),
                ),
                "the rows could not be added",
            )

    def set_initial(self, state: State) -> None:
        """Declares the initial state."""
        self._states.adopt((state,))
        number = self._states.identify(state)
        self._check(
            library.sfsm_builder_set_initial_at(self._argument, number, *self._where(self._place)),
            f"{self._states.describe(state)} cannot be the initial state",
        )

    def set_policies(self, entry_exit: int, guards: int, order: Optional[Sequence[Phase]]) -> None:
        """Sets when entry and exit run, how guards choose, and the order of a step. Raises BadValueError."""
        status = library.sfsm_builder_set_entry_exit(self._argument, identify(entry_exit, "entry_exit"))
        self._check(status, f"entry_exit must be EntryExit.ON_CHANGE or EntryExit.ALWAYS, not {entry_exit!r}")
        status = library.sfsm_builder_set_guards(self._argument, identify(guards, "guards"))
        self._check(status, f"guards must be GuardPolicy.EXCLUSIVE or GuardPolicy.FIRST_MATCH, not {guards!r}")
        if order is not None:
            phases = (c_int32 * len(order))(*[identify(phase, "a phase") for phase in order])
            status = library.sfsm_builder_set_order(self._argument, phases, len(phases))
            self._check(
                status,
                f"order must hold each Phase once, with RESOLVE before COMMIT and ENTRY, not {list(order)!r}",
            )

    def name_all(self) -> None:
        """Hands over the names that were collected."""
        for alphabet, function in (
            (self._states, library.sfsm_builder_name_states),
            (self._events, library.sfsm_builder_name_events),
        ):
            names = [sfsm_name(number, name.encode()) for number, name in alphabet.names.items()]
            if names:
                status = function(self._argument, (sfsm_name * len(names))(*names), len(names))
                self._check(status, f"a reserved id cannot be named as {alphabet.noun}")

    def build(self) -> tuple[int, tuple[Diagnostic, ...]]:
        """The address of the table, which the caller owns, and the warnings. Raises InvalidDefinitionError."""
        table, list_address = c_void_p(), c_void_p()
        status = library_without_gil.sfsm_builder_build(self._argument, byref(table), byref(list_address))
        diagnostics: tuple[Diagnostic, ...] = ()
        text = ""
        if list_address.value is not None:
            with DiagnosticList(list_address.value) as found:
                diagnostics, text = found.read(self._states, self._events), found.text()
        if status == Status.INVALID_DEFINITION:
            raise InvalidDefinitionError(diagnostics, text)
        self._check(status, "the table could not be built")
        assert table.value is not None
        return table.value, diagnostics

    def _add_block(self, block: StateBlock) -> int:
        if not isinstance(block, StateBlock):
            raise TypeError(f"states must hold StateBlocks, not {block!r}")
        self._states.adopt((block.state,))
        number = c_size_t()
        self._check(
            library.sfsm_builder_add_state_at(
                self._argument,
                self._states.identify(block.state),
                FINAL if block.final else 0,
                *self._where(block.place),
                byref(number),
            ),
            f"the block of {self._states.describe(block.state)} could not be added",
        )
        for add, functions in (
            (library.sfsm_builder_on_entry, block.entry),
            (library.sfsm_builder_on_exit, block.exit),
            (library.sfsm_builder_on_cycle, block.cycle),
        ):
            for function in functions:
                self._add_callback(add, number.value, function)
        return number.value

    def _add_callback(self, add: Callable[..., int], block: int, function: Any) -> None:
        (slot,) = self._callbacks.register([(function, Role.ACTION)])
        self._check(add(self._argument, block, trampoline, slot, finalizer), f"{function!r} could not be added")

    def _where(self, place: Optional[Place]) -> tuple[Optional[bytes], int]:
        return (None, 0) if place is None else (encode_file(place), place.line)

    def _check(self, status: int, sentence: str) -> None:
        if status < 0:
            raise error_of(status, sentence)
