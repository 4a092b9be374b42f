"""Slots: what the library holds of a callback, and when it lets go."""

from __future__ import annotations

import sys
import weakref
from typing import Any, Callable

import pytest

from swiftfsm import DiagnosticKind, GuardPolicy, InvalidDefinitionError, Row, StateBlock, Step, Table
from swiftfsm.calling.callbacks import Callbacks
from swiftfsm.calling.trampoline import _windows, finalizer, machines, slots_in_use
from swiftfsm.definition.callables import Role
from swiftfsm.definition.alphabet import Alphabet
from swiftfsm.definition.predicates import PredicateTypes
from swiftfsm.definition.vocabulary import Vocabulary


def nothing(step: Step) -> None: ...


def no_callbacks() -> Callbacks:
    return Callbacks(Vocabulary(), Step)


def test_slots_start_at_one_and_are_never_used_again() -> None:
    callbacks = no_callbacks()
    first, _ = callbacks.register([(nothing, Role.ACTION), (nothing, Role.GUARD)])
    for slot in first:
        finalizer(slot)
    second, _ = no_callbacks().register([(nothing, Role.ACTION)])
    assert min(first) >= 1 and min(second) > max(first)
    finalizer(second[0])


def test_a_function_in_one_role_has_one_slot_which_its_first_registration_frees() -> None:
    callbacks = no_callbacks()
    slots, finalizers = callbacks.register([(nothing, role) for role in (Role.ACTION, Role.GUARD, Role.ACTION)])
    assert slots[0] == slots[2] != slots[1]
    assert [bool(address) for address in finalizers] == [True, True, False]
    (again,), (none,) = callbacks.register([(nothing, Role.GUARD)])
    assert (again, none) == (slots[1], 0)
    for slot in slots[:2]:
        finalizer(slot)


def test_rows_with_one_guard_are_duplicates_under_first_match() -> None:
    def agree() -> bool:
        return True

    with pytest.raises(InvalidDefinitionError) as caught:
        Table([Row(1, 1, 1, guards=agree), Row(1, 1, 1, guards=agree)], guards=GuardPolicy.FIRST_MATCH)
    assert [each.kind for each in caught.value.diagnostics][0] is DiagnosticKind.DUPLICATE


def test_a_slot_is_freed_exactly_once(monkeypatch: pytest.MonkeyPatch) -> None:
    callbacks = no_callbacks()
    (slot,), _ = callbacks.register([(nothing, Role.ACTION)])
    reported: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)
    before = slots_in_use()
    finalizer(slot)
    assert (slots_in_use(), reported) == (before - 1, [])
    finalizer(slot)  # a library that did this would be told
    assert [type(report.exc_value) for report in reported] == [KeyError]


def test_slots_go_with_the_last_reference_in_the_library_and_callables_with_the_table() -> None:
    class Action:
        def __call__(self, step: Step) -> None: ...

    action = Action()
    gone = weakref.ref(action)
    before = slots_in_use()
    table = Table([Row(1, 1, 1, action, guards=action)], [StateBlock(1, entry=[action, action])])
    assert slots_in_use() == before + 2
    del action
    assert gone() is not None
    machine = table.machine(1)
    table.close()
    assert slots_in_use() == before + 2
    machine.close()
    assert slots_in_use() == before
    del table, machine
    assert gone() is None


def test_a_hook_goes_when_it_is_removed_and_with_its_machine() -> None:
    before = slots_in_use()
    machine = Table([(1, 1, 1)]).machine(1)
    hooks: list[weakref.ref[Any]] = []
    for register in (machine.on_step, machine.on_unhandled, machine.on_step):
        hook: Callable[[Step], None] = lambda step: None
        hooks.append(weakref.ref(hook))
        register(hook)
    del hook
    assert slots_in_use() == before  # a hook needs none
    machine.on_step(None)
    assert [each() is None for each in hooks] == [True, False, True]
    machine.close()
    del machine, register
    assert [each() is None for each in hooks] == [True, True, True]


def test_one_callable_may_serve_many_rows() -> None:
    seen: list[Any] = []
    callback: Callable[[Step], None] = lambda step: seen.append(step.event)
    machine = Table([Row(1, event, 1, callback) for event in range(500)]).machine(1)
    for event in range(500):
        machine.send(event)
    assert seen == list(range(500))


def test_what_is_kept_for_each_machine_goes_with_the_machines() -> None:
    table = Table((1, 1, 1, nothing))
    for _ in range(20):
        machines = [table.machine(1) for _ in range(100)]
        for machine in machines:
            machine.send(1)
        assert len(_windows) <= 64 + 2 * len(machines) + 1
        del machine, machines
    # With most machines gone the next address that is new makes room, and none does while those that are known are used
    # again: never more than for the most machines at a time.
    others = [table.machine(1) for _ in range(70)]
    for machine in others:
        machine.send(1)
    assert len(_windows) <= 64 + 2 * 100 + 1
