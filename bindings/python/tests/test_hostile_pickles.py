"""Pickles that somebody else has written: they may name and hold values, but never set an address."""

from __future__ import annotations

import io
import pickle
from enum import Enum
from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import Machine, Outcome, Row, Step, Table, transition
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
