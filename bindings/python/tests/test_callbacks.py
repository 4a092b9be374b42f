"""Slots: what the library holds of a callback, and when it lets go."""

from __future__ import annotations

import sys
import weakref
from typing import Any, Callable

import pytest

from swiftfsm import Row, StateBlock, Step, Table
from swiftfsm.callbacks import Callbacks, Role, finalizer, slots_in_use


def nothing(step: Step) -> None: ...


def test_slots_start_at_one_and_are_never_used_again() -> None:
    callbacks = Callbacks()
    first = callbacks.register([(nothing, Role.ACTION), (nothing, Role.GUARD)])
    for slot in first:
        finalizer(slot)
    second = callbacks.register([(nothing, Role.ACTION)])
    assert min(first) >= 1 and min(second) > max(first)
    finalizer(second[0])


def test_a_slot_is_freed_exactly_once(monkeypatch: pytest.MonkeyPatch) -> None:
    callbacks = Callbacks()
    (slot,) = callbacks.register([(nothing, Role.ACTION)])
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
    assert slots_in_use() == before + 4
    del action
    assert gone() is not None
    machine = table.machine(1)
    table.close()
    assert slots_in_use() == before + 4
    machine.close()
    assert slots_in_use() == before
    del table, machine
    assert gone() is None


def test_a_hook_goes_when_it_is_replaced_or_removed() -> None:
    before = slots_in_use()
    machine = Table([(1, 1, 1)]).machine(1)
    hooks: list[weakref.ref[Any]] = []
    for _ in range(3):
        for register in (machine.on_step, machine.on_unhandled):
            hook: Callable[[Step], None] = lambda step: None
            hooks.append(weakref.ref(hook))
            register(hook)
        del hook
        assert slots_in_use() == before + 2
        assert [ref() is None for ref in hooks] == [True] * (len(hooks) - 2) + [False] * 2
    machine.on_step(None)
    assert slots_in_use() == before + 1
    machine.close()
    assert slots_in_use() == before


def test_one_callable_may_serve_many_rows() -> None:
    seen: list[Any] = []
    callback: Callable[[Step], None] = lambda step: seen.append(step.event)
    machine = Table([Row(1, event, 1, callback) for event in range(500)]).machine(1)
    for event in range(500):
        machine.send(event)
    assert seen == list(range(500))
