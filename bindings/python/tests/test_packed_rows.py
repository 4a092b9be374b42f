"""The array of sfsm_row, read back field by field."""

from __future__ import annotations

from ctypes import c_void_p, cast
from enum import Enum
from typing import Any

import pytest
from tracing import State

from swiftfsm import ANY, DYNAMIC, INTERNAL, BadValueError, Row, Step
from swiftfsm.building.packed_rows import PackedRows, RowGroup
from swiftfsm.calling.callbacks import Callbacks
from swiftfsm.calling.hook import HOOK_ENTRIES
from swiftfsm.calling.trampoline import finalizer, finalizer_address, trampoline_address
from swiftfsm.definition.callables import Role
from swiftfsm.definition.alphabet import Alphabet
from swiftfsm.definition.predicates import PredicateTypes
from swiftfsm.definition.vocabulary import Vocabulary


class Plain(Enum):
    ONE = 1
    TWO = 2


def first(step: Step) -> None: ...


def second(step: Step) -> None: ...


def third(step: Step) -> int:
    return 0


def address(value: Any) -> Any:
    return cast(value, c_void_p).value


def packed(rows: list[Any], blocks: list[int] = []) -> PackedRows:
    groups = [RowGroup(block, [row]) for block, row in zip(blocks or [0] * len(rows), rows)]
    return PackedRows(groups, Alphabet("state"), Alphabet("event"), PredicateTypes())


def no_callbacks() -> Callbacks:
    return Callbacks(Vocabulary(), Step)


def test_ids_places_and_blocks() -> None:
    row = Row(State.LOCKED, ANY, Plain.TWO)
    rows: list[Any] = [(1, 2, 3), row, (Plain.ONE, -7, INTERNAL), (4, 5, 6, None)]
    rows_packed = packed(rows, [0, 0, 9, 0])
    array = rows_packed.register(no_callbacks())  # it points into what rows_packed keeps
    assert [(r.source, r.event, r.target) for r in array] == [(1, 2, 3), (10, ANY, 2), (1, -7, INTERNAL), (4, 5, 6)]
    assert row.place is not None
    assert [(r.file, r.line) for r in array] == [(None, 0), (__file__.encode(), row.place.line), (None, 0), (None, 0)]
    assert [r.block for r in array] == [0, 0, 9, 0]
    assert all(not r.action and not r.guard and r.action_count == r.guard_count == 0 for r in array)
    assert all(not r.matches and r.match_count == 0 for r in array)


def with_callbacks() -> PackedRows:
    return packed(
        [
            (1, 2, 3, first),
            Row(1, 3, 3, [first, second], guards=[third, second]),
            (1, 4, 3),
            Row(1, 5, DYNAMIC, second, resolver=third),
            (1, 6, 3, [second, first]),
        ]
    )


def free(callbacks: Callbacks, count: int) -> None:
    """As the library does; these were never handed over."""
    slots = callbacks.entries.keys() - HOOK_ENTRIES.keys()
    assert len(slots) == count
    for slot in slots:
        finalizer(slot)


def test_callbacks_in_their_order() -> None:
    callbacks, rows_packed = no_callbacks(), with_callbacks()
    array = rows_packed.register(callbacks)

    def registered(callback: Any) -> tuple[Any, Role]:
        _, role, signature = callbacks.call(callback.context)
        return signature.function, role

    lists = [
        (
            [registered(r.actions[i]) for i in range(r.action_count)],
            [registered(r.guards[i]) for i in range(r.guard_count)],
        )
        for r in array
    ]
    act, ask = Role.ACTION, Role.GUARD
    assert lists == [
        ([(first, act)], []),
        ([(first, act), (second, act)], [(third, ask), (second, ask)]),
        ([], []),
        ([(second, act)], []),
        ([(second, act), (first, act)], []),
    ]
    assert [bool(r.resolver.function) for r in array] == [False, False, False, True, False]
    assert registered(array[3].resolver) == (third, Role.RESOLVER)
    free(callbacks, 5)


def test_a_function_in_one_role_has_one_slot_and_that_has_one_finalizer() -> None:
    callbacks, rows_packed = no_callbacks(), with_callbacks()
    array = rows_packed.register(callbacks)
    every = [r.actions[i] for r in array for i in range(r.action_count)] + [array[3].resolver]
    assert {address(each.function) for each in every} == {trampoline_address}
    freed = [each.context for each in every if address(each.finalizer) == finalizer_address]
    assert sorted(freed) == sorted({each.context for each in every})
    free(callbacks, 5)


@pytest.mark.parametrize(
    "row", [(1, 2), (1, 2, 3, None, None), [1, 2, 3], "abc", 5, None, (1, 2, 3, None, None, None, None)]
)
def test_what_is_not_a_row(row: Any) -> None:
    with pytest.raises(TypeError, match=r"^row 1 must be a Row, \(source, event, target\) or .*, not "):
        packed([(1, 2, 3), row])


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ((1.5, 2, 3), "source of (1.5, 2, 3): state must be an int"),
        ((1, 2.5, 3), "event of (1, 2.5, 3): event must be an int"),
        ((1, 2, None), "target of (1, 2, None): state must be an int"),
    ],
)
def test_an_id_of_a_wrong_type_is_found_in_its_row(row: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        packed([(1, 2, 3), row])
    assert str(caught.value).startswith(sentence)


def test_an_id_beyond_32_bits() -> None:
    row = Row(1, 2**40, 3)
    with pytest.raises(BadValueError, match=rf"event of \(1, {2**40}, 3\) at .*{__name__}.py:\d+: event .* 32 bits"):
        packed([(1, 2, 3), row])


def test_an_action_that_cannot_be_called() -> None:
    with pytest.raises(TypeError, match="actions must be a callable or several of them, not 5"):
        packed([(1, 2, 3, 5)])
