"""Pickles that somebody else has written: they may name and hold values, but never set an address."""

from __future__ import annotations

import io
import pickle
from enum import Enum
from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import (
    BadConfigurationError,
    BadValueError,
    Machine,
    Outcome,
    Row,
    Step,
    SwiftFSMError,
    Table,
    Timer,
    UnknownStateError,
    UnsupportedError,
    transition,
)
from swiftfsm.documents.enums import _member
from swiftfsm.machines.read_table import _read_again

ADDRESS = 0x4141414141414141
TABLE = Table([Row(State.LOCKED, Event.COIN, State.UNLOCKED), Row(State.UNLOCKED, Event.PASS, State.LOCKED)])


class Gate(Machine[State, Event, Any]):
    initial = State.LOCKED

    @transition(State.LOCKED, Event.COIN)
    def take(self) -> None: ...


class Reduced:
    """Is pickled as it is told."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return self.parts


def member(kind: Any, name: str) -> Any:
    """A case of an Enum by name. Python 3.11.0 to 3.11.3 pickle a case as a call of getattr."""
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        raise pickle.UnpicklingError((kind, name))
    return kind[name]


class OnlyOurs(pickle.Unpickler):
    """Finds what a machine's pickle needs, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return member
        if module.partition(".")[0] in ("swiftfsm", "tracing", "copyreg", "enum", __name__) and "." not in name:
            return super().find_class(module, name)
        raise pickle.UnpicklingError((module, name))


def loaded(written: Any) -> Any:
    return OnlyOurs(io.BytesIO(pickle.dumps(written))).load()


def machines() -> list[Machine[Any, Any, Any]]:
    return [TABLE.machine(State.LOCKED), Gate()]


SLOTS = ["_address", "_argument", "_number", "_table", "_objects", "_entries", "_event_arguments", "_step_hooks"]


@pytest.mark.parametrize("slot", SLOTS)
def test_no_field_of_a_machine_is_set(slot: str) -> None:
    for machine in machines():
        made, arguments, held = machine.__reduce__()[:3]
        for state in ((None, {slot: ADDRESS}), {slot: ADDRESS}, {**held, slot: ADDRESS}):
            with pytest.raises(pickle.UnpicklingError, match="a pickled machine holds"):
                loaded(Reduced(made, arguments, state))


def test_nor_through_the_attributes_of_a_subclass() -> None:
    made, arguments, held = Gate().__reduce__()[:3]
    for name in ("_address", "_release", "close", "send", "__del__"):
        with pytest.raises(pickle.UnpicklingError, match=f"a pickled machine holds no attribute '{name}'"):
            loaded(Reduced(made, arguments, {**held, "attributes": {name: ADDRESS}}))
    for attributes in ([("_address", 1)], {5: 6}, 7):
        with pytest.raises(pickle.UnpicklingError):
            loaded(Reduced(made, arguments, {**held, "attributes": attributes}))
    wrong: list[Any] = [5, ([5], []), ([], ["x"]), [[]], ([], 5), None]
    for hooks in wrong:
        with pytest.raises((pickle.UnpicklingError, TypeError)):
            loaded(Reduced(made, arguments, {**held, "hooks": hooks}))


@pytest.mark.parametrize("kind", [Machine, Gate, Table, Step])
def test_no_object_is_made_without_its_constructor(kind: Any) -> None:
    for state in ((None, {"_address": ADDRESS, "_argument": ADDRESS}), {"_address": ADDRESS}):
        # As object.__new__(kind), whose state is then set.
        made = f"\x80\x02c{kind.__module__}\n{kind.__name__}\n)\x81".encode("latin-1")
        written = made + pickle.dumps(state, 2)[2:-1] + b"b."
        with pytest.raises((pickle.UnpicklingError, AttributeError)):
            OnlyOurs(io.BytesIO(written)).load()


def version(*states: str) -> Any:
    """A definition whose versions have other states."""
    rows = [Row(state, "go", state) for state in states]
    return Table([Row(number, 1, number) for number in range(len(rows))], state_names=dict(enumerate(states)))


def test_a_pickled_snapshot_is_checked() -> None:
    machine = TABLE.machine(State.LOCKED)
    made, (kind, table, snapshot, lenient), held = machine.__reduce__()[:3]
    damaged = [b"", snapshot[:-1], snapshot[:60], snapshot + b"x", bytes(len(snapshot)), snapshot.replace(b"L", b"M")]
    for each in damaged:
        with pytest.raises((BadValueError, BadConfigurationError)):
            loaded(Reduced(made, (kind, table, each, lenient), held))
    later = snapshot[:4] + b"\2" + snapshot[5:]
    with pytest.raises(UnsupportedError, match="this snapshot has a later format"):
        loaded(Reduced(made, (kind, table, later, lenient), held))
    for place in range(0, len(snapshot)):
        flipped = bytearray(snapshot)
        flipped[place] ^= 1 << place % 8
        try:
            again = loaded(Reduced(made, (kind, table, bytes(flipped), lenient), held))
        except SwiftFSMError:
            continue
        assert again.state in (None, *State)


def test_a_pickle_of_another_version_goes_by_names() -> None:
    made, (kind, _, snapshot, lenient), held = version("open", "closed").machine(1).__reduce__()[:3]
    again = loaded(Reduced(made, (kind, version("new", "closed", "open"), snapshot, lenient), held))
    assert again.table.state_name(again.state) == "closed"
    with pytest.raises(UnknownStateError, match="the state closed, which this definition does not have"):
        loaded(Reduced(made, (kind, version("new", "open"), snapshot, lenient), held))


def test_a_pickle_of_another_definition_is_refused() -> None:
    orders, invoices = (
        Table.read(f"definition {name}\n  initial open\n  state open\n    go -> same\n", callbacks={})
        for name in ("orders", "invoices")
    )
    made, (kind, _, snapshot, lenient), held = orders.machine().__reduce__()[:3]
    with pytest.raises(BadValueError, match="the snapshot is of the definition orders, this one is invoices"):
        pickle.loads(pickle.dumps(Reduced(made, (kind, invoices, snapshot, lenient), held)))


@pytest.mark.parametrize("held", [5, (None, {"_machine": 5, "_number": 5}), (5, 5), (TABLE, 1), ("self", -1)])
def test_a_timer_has_a_machine_and_a_number(held: Any) -> None:
    if held == ("self", -1):
        held = TABLE.machine(State.LOCKED), -1
    with pytest.raises(pickle.UnpicklingError, match="a pickled timer holds a machine and a number, not"):
        pickle.loads(pickle.dumps(Reduced(object.__new__, (Timer,), held)))


@pytest.mark.parametrize("part", range(3))
def test_what_a_machine_is_made_of_is_checked(part: int) -> None:
    made, arguments, held = TABLE.machine(State.LOCKED).__reduce__()[:3]
    for stranger in (ADDRESS, "x", Reduced, [TABLE]):
        several = [*arguments]
        several[part] = stranger
        with pytest.raises((pickle.UnpicklingError, TypeError, ValueError)):
            loaded(Reduced(made, tuple(several), held))


def test_honest_pickles_load() -> None:
    for machine in machines():
        machine.context = {"name": "north"}
        again = loaded(machine)
        assert (type(again), again.state, again.context) == (type(machine), machine.state, machine.context)
        assert again.send(Event.COIN) is Outcome.TRANSITIONED
    gate = Gate()
    setattr(gate, "price", 5)
    assert loaded(gate).price == 5


def test_a_machine_may_hold_itself() -> None:
    gate = Gate()
    gate.context = [gate]
    setattr(gate, "own", gate)
    again = pickle.loads(pickle.dumps(gate))
    assert again.context[0] is again and again.own is again


@pytest.mark.parametrize(
    "parts",
    [
        (_read_again, (Machine, (b"", "a"), None, (None, None, ()))),
        (_read_again, (Table, ("", "a"), None, (None, None, ()))),
        (_read_again, (Table, b"definition", None, (None, None, ()))),
        (_member, ("State", (("__class__", 1),), "__class__")),
        (_member, ("__import__", (("a", 1),), "a")),
        (_member, ("State", (("mro", 1),), "mro")),
    ],
    ids=["no table", "a str", "no pair", "a hidden name", "a hidden class", "a taken name"],
)
def test_tables_and_members_of_documents_are_checked(parts: Any) -> None:
    with pytest.raises(pickle.UnpicklingError):
        pickle.loads(pickle.dumps(Reduced(*parts)))
