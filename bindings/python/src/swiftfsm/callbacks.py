"""How the library calls Python: one static trampoline, with an integer slot as the context of each callback.

The library keeps nothing but the slot, and hands it back once through the finalizer. The functions themselves belong
to the table, or (hooks) to the machine, that they were given to, and go with it: so a table whose callbacks are methods
of an object that holds the table is an ordinary cycle, which the garbage collector sees and frees.

An exception never crosses the library. The trampoline catches it, KeyboardInterrupt and SystemExit too, leaves it with
the machine whose call is under way and returns the failure code; `Machine` raises it again, with its own traceback,
when that call comes back. A machine runs one call at a time, and nested calls on it come back in order, so neither
threads nor sends to other machines can mix them up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from ctypes import c_size_t, sizeof
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, Any, Callable, Optional
from weakref import ref

from .answers import Role as Role
from .answers import Entry, entry
from .ids import Reserved
from .interrupts import cover_entry
from .loading import library
from .prototypes import sfsm_finalizer, sfsm_function, sfsm_any_function, sfsm_step
from .results import error_of
from .signatures import Call, Fields, Layout, Signature

if TYPE_CHECKING:
    from .machine import Machine


# What a callable returns, as its signature says it.
_RESULTS = {Role.ACTION: "i32", Role.GUARD: "i32", Role.RESOLVER: "state", Role.UPDATE: "event"}

Function = Callable[..., Any]
Registration = tuple[Function, Role]


class Callbacks(dict[int, Entry]):
    """The callbacks of a table, or of a hook, by slot: what keeps them alive.

    A table's answers for the hooks of its machines too, which the library calls with slots that only they have.
    """

    __slots__ = ("__weakref__", "entries", "_layout", "_signatures", "_slots", "_calls", "_callables")

    entries: dict[int, Entry]
    """The same as a plain dictionary, in which Python finds faster: for machines without hooks."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.entries = {}
        self._layout = layout
        # By the function's identity, which is good as long as the signature holds it.
        self._signatures: dict[int, tuple[Signature, Call]] = {}
        self._slots: dict[tuple[int, Role], int] = {}
        # The library's callables, by slot; each of these references is given back once all are registered.
        self._callables: dict[int, ctypes.c_void_p] = {}
        # What they are made of, by slot: the call and what its result means.
        self._calls: dict[int, tuple[Call, Role, Signature]] = {}

    def __missing__(self, slot: int) -> Entry:
        return self._owner(slot)[slot]

    def call(self, slot: int) -> tuple[Call, Role, Signature]:
        """The call behind a slot, what its result means, and the signature of the function."""
        owner = self if slot in self else self._owner(slot)
        return owner._calls[slot]

    def _owner(self, slot: int) -> Callbacks:
        owner = _owners[slot]()
        if owner is None or owner is self:
            raise KeyError(slot)
        return owner

    def signature(self, function: Function) -> Signature:
        """What a function asks for, found out once. Raises TypeError for one that cannot be called."""
        return self._known(function)[0]

    def signatures(self) -> Iterator[Signature]:
        """Those of all functions so far."""
        return (signature for signature, _ in self._signatures.values())

    def _known(self, function: Function) -> tuple[Signature, Call]:
        known = self._signatures.get(id(function))
        if known is None:
            signature = Signature(function, self._layout)
            known = self._signatures[id(function)] = signature, signature.call()
        return known

    def register(self, functions: Sequence[Registration]) -> tuple[list[int], list[int]]:
        """A slot for each, and the address of what frees it.

        A function in the same role has the same slot, so that the library knows it again; only the first registration
        has a finalizer, since all of a table go together. Slots are never used again. The caller hands them to the
        library at once. Raises TypeError for a function that cannot be called.
        """
        known = self._slots
        slots: list[int] = []
        finalizers: list[int] = []
        for function, role in functions:
            slot = known.get((id(function), role))
            finalizers.append(finalizer_address if slot is None else 0)
            slots.append(self._add(function, role) if slot is None else slot)
        return slots, finalizers

    def _add(self, function: Function, role: Role) -> int:
        signature, call = self._known(function)
        slot = self._slots[id(function), role] = next(_numbers)
        self._calls[slot] = call, role, signature
        self[slot] = self.entries[slot] = entry(signature, call, role, read)
        _owners[slot] = ref(self)
        return slot

    def triple(self, function: Function, role: Role, slot: int, finalize: int) -> tuple[int, int, int]:
        """How the library is to call a registered function: function, context and finalizer, as addresses.

        One that asks for a predicate type with a provider is a callable, since then the library sees to it that the
        provider has been asked. The trampoline leaves alone what a callable passes behind the step and the slot.
        """
        asked = self._layout.providers.intersection(self._known(function)[0].predicates)
        if not asked:
            return trampoline_address, slot, finalize
        address = self._callables.get(slot)
        if address is None:
            address = self._callables[slot] = self._callable(function, role, slot, asked)
        callback = library.sfsm_callable_callback(address)
        words = (ctypes.cast(part, ctypes.c_void_p).value or 0 for part in (callback.function, callback.finalizer))
        return next(words), callback.context, next(words)

    def _callable(self, function: Function, role: Role, slot: int, asked: set[int]) -> ctypes.c_void_p:
        text = ", ".join(["step", "context", *(f"predicate({number})" for number in sorted(asked))])
        address = ctypes.c_void_p()
        status = library.sfsm_callable_create(
            ctypes.cast(trampoline, sfsm_any_function),
            f"{_RESULTS[role]}({text})".encode(),
            slot,
            finalizer,
            ctypes.byref(address),
        )
        if status < 0:
            raise error_of(status, f"{function!r} could not be made a callable")
        return address

    def release_callables(self) -> None:
        """Gives back what was kept of them: the library has its own references."""
        for address in self._callables.values():
            library.sfsm_callable_release(address)
        self._callables.clear()

    @property
    def needs_callables(self) -> bool:
        """Whether some function may have to be a callable."""
        return bool(self._layout.providers)


# Slots start at 1: the library takes a context of 0 for "the machine's".
_numbers = count(1)
_owners: dict[int, ref[Callbacks]] = {}
_machine_numbers = count(1)
_machines: dict[int, ref[Machine]] = {}


def add_machine(machine: Machine) -> int:
    """A number for a machine: the context under which the library knows it."""
    number = next(_machine_numbers)
    _machines[number] = ref(machine)
    return number


def remove_machine(number: int, pop: Callable[[int, None], object] = _machines.pop) -> None:
    """Forgets a machine that no call can reach any more."""
    pop(number, None)


def slots_in_use() -> int:
    """How many callbacks the library holds at present."""
    return len(_owners)


# Of each field of a step the code of its type; what points to others (the cases) is read as an address.
_CODES = [getattr(field[1], "_type_") for field in sfsm_step._fields_]
_FIELDS = Struct("@" + "".join(code if isinstance(code, str) else "P" for code in _CODES))
# A window on a step: words as large as a pointer. Word 1 is the context of the machine.
_Window = c_size_t * (_FIELDS.size // sizeof(c_size_t))


def read(window: Any, unpack: Callable[[Any], Fields] = _FIELDS.unpack_from) -> Fields:
    """The fields of a step."""
    return unpack(window)


def keep_exception(machine: Machine[Any, Any, Any], exception: BaseException) -> None:
    """Leaves with a machine what one of its callbacks raised, until the call under way comes back."""
    former = machine._exception
    if former is not None and former is not exception and exception.__context__ is None:
        exception.__context__ = former
    machine._exception = exception


def _make_perform(machines: dict[int, ref[Machine]], windows: dict[int, Any], failed: int) -> Callable[[int, int], int]:
    """The function that the library calls. What it needs is in its closure, which, unlike the module's dictionary, is
    still there while the interpreter takes itself apart."""
    window_of = _Window.from_address

    @cover_entry
    def perform(address: int, slot: int, machine: Optional[Machine] = None) -> int:
        try:
            # The steps of a machine lie in its own memory, those of questions (probe and its like) on the stack: a
            # window on each place is made once, and all anew where most of the machines that had them are gone.
            window = windows.get(address)
            if window is None:
                if len(windows) > 64 + 2 * len(machines):
                    windows.clear()
                window = windows[address] = window_of(address)
            machine = machines[window[1]]()
            if machine is None:
                return failed  # its Python side is being collected: nobody is left to raise anything
            function, run, finish = machine._runs[slot]
            if function is None:
                return run(machine, window)
            result = function(machine.context)
            return 0 if result is None else finish(result)
        except BaseException as exception:
            if machine is None:  # a signal came before it was known, or it is gone
                known = machines.get(window_of(address)[1])
                machine = None if known is None else known()
            if machine is not None:
                # As in keep_exception, but nothing is called here that a second signal could interrupt.
                former = machine._exception
                if former is not None and former is not exception and exception.__context__ is None:
                    exception.__context__ = former
                machine._exception = exception
            return failed

    return perform


_windows: dict[int, Any] = {}
trampoline = sfsm_function(_make_perform(_machines, _windows, int(Reserved.FAILED)))
# Frees a slot, without a frame of Python that a signal could interrupt. A second call for one slot would raise
# KeyError, which ctypes reports.
finalizer = sfsm_finalizer(_owners.pop)
trampoline_address: int = ctypes.cast(trampoline, ctypes.c_void_p).value or 0
finalizer_address: int = ctypes.cast(finalizer, ctypes.c_void_p).value or 0

# The library may call them as long as the process lives: never freed.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(trampoline))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(finalizer))
