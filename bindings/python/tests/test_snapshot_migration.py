"""The function of a program that decides what takes the place of what another version does not have."""

from __future__ import annotations

import json
from typing import Any, Optional

import pytest
from orders_versions import NEW, Key, Part, Risk, order, read

from swiftfsm import (
    BadValueError,
    BusyError,
    Missing,
    Row,
    SnapshotPart,
    Table,
    UnknownCaseError,
    UnknownEventError,
    UnknownPredicateError,
    UnknownStateError,
    defer,
    define,
    matching,
    then,
    when,
)

FORMS = pytest.mark.parametrize("is_json", [False, True], ids=["bytes", "JSON"])


@FORMS
def test_a_function_decides(is_json: bool) -> None:
    new = Table(
        define(Part.HERE)(matching(Risk.HIGH) | defer(Key.GO), when(Key.STAY) | then(Part.THERE)),
        define(Part.THERE, final=True),
        arguments={Key.GO: "i32"},
    )
    # The predicate type has the same name in both: only its case is asked for.
    places: dict[str, Any] = {"open": Part.HERE, "pay": Key.GO, "ship": Key.STAY, "high": Risk.LOW}
    asked: list[Missing] = []

    def decide(missing: Missing) -> Any:
        asked.append(missing)
        return places[missing.name]

    machine = new.restore(order(is_json), migrate=decide)
    assert (machine.state, machine.next_due, machine.pending) == (Part.HERE, 20, 0)
    assert json.loads(machine.snapshot(json=True))["deferred"][0] == {
        "event": "GO",
        "cases": [["Risk", "LOW"]],
        "arguments": [{"i32": 150}],
    }
    assert [each.what.name for each in asked] == ["STATE", "EVENT", "EVENT", "CASE"]
    assert [each.name for each in asked] == ["open", "ship", "pay", "high"]
    assert [each.number for each in asked] == ([None] * 4 if is_json else [0, 1, 0, 1])
    assert [each.predicate for each in asked] == [None, None, None, Risk]
    assert [str(each) for each in asked][::3] == ["the state 'open'", "the case 'high'"]


def test_ids_without_names_are_decided_by_their_numbers() -> None:
    old, new = Table(Row(7, 1, 8), Row(8, 1, 7)), Table(Row(7, 1, 9), Row(9, 1, 7))
    asked: dict[Optional[int], int] = {8: 9}
    machine = new.restore(old.machine(8).snapshot(), migrate=lambda missing: asked.pop(missing.number))
    assert machine.state == 9
    with pytest.raises(UnknownStateError, match="the state 8, which this definition does not have"):
        new.restore(old.machine(8).snapshot(json=True))


def test_another_definition_has_to_be_accepted() -> None:
    other = read(NEW.replace("orders", "invoices"))
    with pytest.raises(BadValueError, match="the snapshot is of the definition orders, this one is invoices"):
        other.restore(order(False))
    asked: list[Missing] = []

    def accept(missing: Missing) -> bool:
        asked.append(missing)
        return True

    assert other.restore(order(False), migrate=accept).state.name == "created"
    assert asked == [Missing(SnapshotPart.DEFINITION, "orders")]
    for refusal in (None, False):
        with pytest.raises(BadValueError, match="the definition orders"):
            other.restore(order(True), migrate=lambda missing: refusal)
    with pytest.raises(TypeError, match="the definition 'orders' of the snapshot, migrate returned 1, but only True"):
        other.restore(order(True), migrate=lambda missing: 1)


WRONG: list[tuple[SnapshotPart, Any, type[Exception], str]] = [
    (SnapshotPart.STATE, 77, UnknownStateError, "migrate returned 77, which this table does not have"),
    (SnapshotPart.STATE, "created", TypeError, "migrate returned 'created', but state must be an int, or a member"),
    (SnapshotPart.STATE, Part.HERE, TypeError, "or a member of an Enum that the table knows"),
    (SnapshotPart.STATE, True, TypeError, "migrate returned True, which is no state"),
    (SnapshotPart.STATE, 2**40, BadValueError, "does not fit into 32 bits"),
    (SnapshotPart.EVENT, 77, UnknownEventError, "the event 'pay' of the snapshot, migrate returned 77, which this"),
    (SnapshotPart.EVENT, 1.5, TypeError, "migrate returned 1.5, but event must be an int"),
    (SnapshotPart.PREDICATE, Part, UnknownPredicateError, "which is no predicate type of this table"),
    (SnapshotPart.PREDICATE, 0, TypeError, "the predicate type 'Risk' of the snapshot, migrate returned 0, which"),
    (SnapshotPart.CASE, 0, TypeError, "the case 'high' of the snapshot, migrate returned 0, which is no member"),
    (SnapshotPart.CASE, Part.HERE, UnknownCaseError, "which is no member of Hazard"),
]


@FORMS
@pytest.mark.parametrize(("what", "answer", "kind", "words"), WRONG)
def test_a_wrong_answer_is_refused(
    what: SnapshotPart, answer: Any, kind: type[Exception], words: str, is_json: bool
) -> None:
    text = NEW.replace("Risk low middle high", "Hazard low middle").replace(" was open", "").replace(" was pay", "")
    new: Any = read(text)
    right = {
        SnapshotPart.STATE: new.State.created,
        SnapshotPart.EVENT: new.Event.payment,
        SnapshotPart.PREDICATE: new.Hazard,
        SnapshotPart.CASE: new.Hazard.middle,
    }
    machine = new.machine(new.State.gone)
    before = machine.snapshot()
    with pytest.raises(kind) as caught:
        machine.restore(order(is_json), migrate=lambda missing: answer if missing.what is what else right[missing.what])
    assert words in str(caught.value)
    if isinstance(caught.value, UnknownCaseError):
        assert (caught.value.predicate, caught.value.case) == (new.Hazard, answer)
    assert machine.snapshot() == before
    machine.restore(order(is_json), migrate=lambda missing: right[missing.what])
    assert machine.state is new.State.created


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_the_function_raises_comes_through(kind: type[BaseException]) -> None:
    new = read(NEW.replace(" was open", "").replace(" was pay", ""))
    machine = new.machine(new.State.gone)
    before, asked = machine.snapshot(), []

    def fail(missing: Missing) -> Any:
        asked.append(missing)
        raise kind("no")

    for snapshot in (order(False), order(True)):
        asked.clear()
        with pytest.raises(kind, match="no") as caught:
            machine.restore(snapshot, migrate=fail)
        assert any(each.name == "fail" for each in caught.traceback)
        assert (len(asked), machine.snapshot()) == (1, before)
    with pytest.raises(TypeError, match="migrate must be a function or None, not 'created'"):
        machine.restore(order(False), migrate="created")  # type: ignore[arg-type]


def test_the_function_may_not_use_the_machine() -> None:
    new = read(NEW.replace(" was open", ""))
    machine = new.machine(new.State.gone)
    before = machine.snapshot()

    for use in (lambda: machine.send(new.Event.ship), machine.snapshot, lambda: machine.restore(before)):
        with pytest.raises(BusyError):
            machine.restore(order(False), migrate=lambda missing: use())
        assert machine.snapshot() == before

    def close(missing: Missing) -> Any:
        machine.close()
        return new.State.created

    machine.restore(order(False), migrate=close)
    assert machine.closed
