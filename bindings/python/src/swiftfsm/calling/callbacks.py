"""The callbacks of one table.

The library keeps nothing but a slot for each, and returns it once through the finalizer. The functions themselves
belong to the table: so a table whose callbacks are methods of an object that holds the table is an ordinary cycle,
which the garbage collector sees and frees.
"""

from __future__ import annotations

import ctypes
from collections.abc import Container, Iterator, Sequence
from itertools import count
from typing import Optional
from weakref import WeakValueDictionary

from ..building.callback_registry import Registration
from ..definition.callables import Function, Role, name_of
from ..definition.vocabulary import Vocabulary
from ..library.generated.records import sfsm_any_function, sfsm_function, sfsm_step
from ..library.loading import library
from ..library.results import error_of
from .callback_results import as_run, entry
from .getters import Getters
from .hook import HOOK_ENTRIES, Hook, parameters_of_hook
from .machine_state import Entry, Fields, MachineState
from .signatures import Call, Signature
from .step import BaseStep
from .trampoline import (
    add_machine,
    finalizer,
    finalizer_address,
    hold_slot,
    read,
    remove_machine,
    trampoline,
    trampoline_address,
)

# What a callable returns, as its signature says it.
_RESULTS = {
    Role.ACTION: "i32",
    Role.GUARD: "i32",
    Role.RESOLVER: "state",
    Role.UPDATE: "event",
    Role.HOOK: "i32",
}

# The first slots are those of hooks, which no table hands over.
_numbers = count(max(HOOK_ENTRIES) + 1)


class SlotFinder(MachineState):
    """Stands for a machine, and notes which slot is called."""

    __slots__ = ("slot",)

    def __init__(self) -> None:
        self.slot: Optional[int] = None
        self._entries = self

    def __getitem__(self, slot: int) -> Entry:
        self.slot = slot
        return as_run(lambda machine, window: 0)


class Callbacks:
    """Registers the functions of a table, and keeps them alive. A `CallbackRegistry`."""

    __slots__ = (
        "entries", "vocabulary", "_getters", "_signatures", "_slots", "_calls", "_callables", "_addresses", "_behind",
        "_hooks", "_exception_hooks", "has_placed",
    )  # fmt: skip

    entries: dict[int, Entry]
    """By slot; those of hooks included."""

    def __init__(self, vocabulary: Vocabulary, step_type: type[BaseStep]) -> None:
        self.entries = dict(HOOK_ENTRIES)
        self.vocabulary: Vocabulary = vocabulary
        self._getters = Getters(vocabulary, step_type)
        # By the function's identity, which is good as long as the signature holds it.
        self._signatures: dict[int, tuple[Signature, Call]] = {}
        self._slots: dict[tuple[int, Role], int] = {}
        # The library's callables, by slot; each of these references is released once all are registered.
        self._callables: dict[int, ctypes.c_void_p] = {}
        # By slot, what the library knows of a callable: its function and context.
        self._addresses: dict[int, tuple[int, int]] = {}
        # The slots of callables, by address.
        self._behind: dict[int, int] = {}
        # What they are made of, by slot: the call and what its result means.
        self._calls: dict[int, tuple[Call, Role, Signature]] = {}
        # By the function's identity; machines hold them.
        self._hooks: WeakValueDictionary[int, Hook] = WeakValueDictionary()
        self._exception_hooks: WeakValueDictionary[int, Hook] = WeakValueDictionary()
        self.has_placed: bool = False
        """Whether some row has callbacks that run before or after the rest of a step."""

    def call(self, slot: int) -> tuple[Call, Role, Signature]:
        """Return the call behind a slot, what its result means, and the signature of the function."""
        return self._calls[slot]

    def planned(self, function: int, context: int, machine: int) -> tuple[Call, Role, Signature]:
        """Return the same for a callback that a plan of a machine names, by addresses."""
        if function == trampoline_address:
            return self._calls[context]
        slot = self._behind.get(context)
        if slot is None:
            slot = self._behind[context] = self._slot_behind(function, context, machine)
        return self._calls[slot]

    def _slot_behind(self, function: int, context: int, machine: int) -> int:
        """Find the slot of a callable, which only the table knows: call it in a step that has a case of each
        predicate type, so that no provider is asked, and whose context is that of an object that notes the slot."""
        found = SlotFinder()
        cases = (ctypes.c_int32 * len(self.vocabulary.predicates.members))()
        step = sfsm_step(machine=machine, context=add_machine(found), cases=cases)
        try:
            sfsm_function(function)(ctypes.addressof(step), context)
        finally:
            remove_machine(step.context)
        assert found.slot is not None
        return found.slot

    def provider(self, number: int, fields: Fields) -> tuple[Call, Fields, Role, Signature]:
        """Return how the provider of a predicate type is called in a step."""
        kind = self.vocabulary.predicates.kind(number)
        function = next(function for function, each in self.vocabulary.provided if each is kind)
        call, role, signature = self._calls[self._slots[id(function), Role.PROVIDER]]
        return call, fields, role, signature

    def hook(self, function: Function) -> Hook:
        """Return a function as a hook of a machine: one object for all machines that share it. Errors: TypeError for one that cannot
        be called in every step.
        """
        known = self._hooks.get(id(function))
        if known is None:
            signature = Signature(function, self.vocabulary, self._getters, parameters_of_hook(function))
            known = self._hooks[id(function)] = Hook(signature)
        return known

    def exception_hook(self, function: Function) -> Hook:
        """Return a function as a hook that is told of exceptions. Errors: as `hook`."""
        known = self._exception_hooks.get(id(function))
        if known is None:
            getters = self._getters.with_exception()
            signature = Signature(function, self.vocabulary, getters, parameters_of_hook(function))
            known = self._exception_hooks[id(function)] = Hook(signature)
        return known

    def table_hook(self, function: Function) -> tuple[Call, Role, Signature]:
        """Return how a hook of all machines is called."""
        return self._calls[self._slots[id(function), Role.HOOK]]

    def signature(self, function: Function) -> Signature:
        """Return the signature of a function, found out once."""
        return self._known(function)[0]

    def signatures(self) -> Iterator[Signature]:
        """Return the signatures of all functions so far, without hooks."""
        return (signature for signature, _ in self._signatures.values())

    def called(self, roles: Container[Role]) -> Iterator[Signature]:
        """Return the signatures of the functions that are registered in these roles. Hooks of the table are actions."""
        return (signature for _, role, signature in self._calls.values() if role in roles)

    @property
    def predicates(self) -> set[int]:
        """The numbers of the predicate types that registered functions ask for, hooks of the table included."""
        return {number for _, _, signature in self._calls.values() for number in signature.predicates}

    def _known(self, function: Function) -> tuple[Signature, Call]:
        known = self._signatures.get(id(function))
        if known is None:
            signature = Signature(function, self.vocabulary, self._getters)
            known = self._signatures[id(function)] = signature, signature.call()
        return known

    def register(self, functions: Sequence[Registration]) -> tuple[list[int], list[int]]:
        """Return a slot for each function, and the address of its finalizer.

        A function in the same role has the same slot, so that the library recognises it. Only its first registration
        has a finalizer, since all callbacks of a table are freed together. Slots are never used again. The caller
        passes both to the library at once. Errors: TypeError for a function that cannot be called.
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
        if role is Role.HOOK:
            signature = Signature(function, self.vocabulary, self._getters, parameters_of_hook(function))
            call, meaning = signature.call(), Role.ACTION
        else:
            (signature, call), meaning = self._known(function), role
        if signature.placed is not None:
            meaning = Role.BEFORE if signature.placed.is_before else Role.AFTER
            self.has_placed = True
        slot = self._slots[id(function), role] = next(_numbers)
        self._calls[slot] = call, meaning, signature
        self.entries[slot] = entry(signature, call, role if signature.placed else meaning, read)
        hold_slot(slot)
        return slot

    def callback(self, function: Function, role: Role, slot: int, finalize: int) -> tuple[int, int, int]:
        """Return how the library calls a registered function: function, context and finalizer, as addresses.

        A function that asks for a predicate type with a provider becomes a callable, so that the library calls the
        provider first. The trampoline ignores what a callable passes after the step and the slot.
        """
        asked = self.vocabulary.providers.intersection(self._calls[slot][2].predicates)
        if not asked:
            return trampoline_address, slot, finalize
        address = self._callables.get(slot)
        if address is None:
            address = self._callables[slot] = self._callable(function, role, slot, asked)
        callback = library.sfsm_callable_callback(address)
        words = [ctypes.cast(part, ctypes.c_void_p).value or 0 for part in (callback.function, callback.finalizer)]
        self._addresses[slot] = words[0], callback.context
        return words[0], callback.context, words[1]


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

    def names(self) -> Iterator[tuple[int, int, str]]:
        """Return the function, the context and the name of each callback whose function has a name."""
        for slot, (_, _, signature) in self._calls.items():
            name = name_of(signature.function)
            if name is not None:
                yield (*self._addresses.get(slot, (trampoline_address, slot)), name)

    def release_callables(self) -> None:
        """Release the references to callables. The library has its own."""
        for address in self._callables.values():
            library.sfsm_callable_release(address)
        self._callables.clear()

    @property
    def has_functions(self) -> bool:
        """Whether any function is registered, hooks of machines left out."""
        return bool(self._calls)

    @property
    def needs_callables(self) -> bool:
        """Whether some function may have to be a callable."""
        return bool(self.vocabulary.providers)
