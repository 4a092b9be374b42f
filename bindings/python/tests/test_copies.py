"""Copies and pickles of tables and machines."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from typing import Any

import pytest
from tracing import Event, State

from swiftfsm import (
    BusyError,
    ClosedError,
    Machine,
    Outcome,
    Row,
    StateBlock,
    Table,
    UnsupportedError,
    define,
    matching,
    superstate,
    then,
    when,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


class Mode(Enum):
    WEAK = "weak"
    STRONG = "strong"


class Counter:
    """A context that can be pickled."""

    def __init__(self) -> None:
        self.counted: list[int] = []


def count(context: Counter, cents: int) -> None:
    context.counted.append(cents)


def strong() -> Mode:
    return Mode.STRONG


TABLE = Table(
    define(LOCKED, adopts=superstate(when(RESET) | then()))(
        matching(Mode.STRONG) | when(COIN) | then(UNLOCKED) | count
    ),
    Row(UNLOCKED, PASS, LOCKED),
    StateBlock(UNLOCKED, rows=[(UNLOCKED, RESET, LOCKED)]),
    initial=LOCKED,
    arguments={COIN: int},
    providers={Mode: strong},
    event_names={77: "other"},
)


def test_a_table_is_its_own_copy() -> None:
    assert copy.copy(TABLE) is TABLE and copy.deepcopy(TABLE) is TABLE


def test_a_pickled_table_is_built_again() -> None:
    again = pickle.loads(pickle.dumps(TABLE))
    assert again is not TABLE
    assert (repr(again), again.initial, again.predicates) == (repr(TABLE), LOCKED, [Mode])
    assert again.transitions() == TABLE.transitions()
    assert (again.arguments(COIN), again.event_name(77)) == (("i64",), "other")
    context = Counter()
    assert again.machine(context=context).send(COIN, 5) is Outcome.TRANSITIONED
    assert context.counted == [5]


def test_a_table_with_a_function_that_cannot_be_pickled() -> None:
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Table(Row(1, 1, 1, lambda: None)))


def test_a_row_is_pickled_with_its_place() -> None:
    row = Row(LOCKED, COIN, UNLOCKED, count, matching=Mode.WEAK)
    again = pickle.loads(pickle.dumps(row))
    assert again == row and type(again) is Row and again.place == row.place


def test_copies_of_machines_have_the_state_and_the_context() -> None:
    machine = TABLE.machine(context=Counter())
    machine.send(COIN, 5)
    shallow, deep, pickled = copy.copy(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))
    assert [each.state for each in (shallow, deep, pickled)] == [UNLOCKED] * 3
    assert shallow.context is machine.context
    assert deep.context is not machine.context and deep.context.counted == [5]
    assert pickled.context.counted == [5]
    machine.send(PASS)
    assert [each.state for each in (machine, shallow, deep, pickled)] == [LOCKED, UNLOCKED, UNLOCKED, UNLOCKED]
    deep.send(PASS)
    deep.send(COIN, 6)
    assert (machine.context.counted, deep.context.counted) == ([5], [5, 6])


def test_a_stopped_lenient_machine_stays_one() -> None:
    table = Table(Row(1, 1, 1, matching=Mode.WEAK))
    machine = table.machine(None, lenient=True)
    for twin in (copy.copy(machine), pickle.loads(pickle.dumps(machine))):
        assert twin.state is None
        twin.start(1)
        assert twin.send(1) is Outcome.UNHANDLED


def test_machines_that_share_a_table_share_it_again() -> None:
    first, second = pickle.loads(pickle.dumps([TABLE.machine(), TABLE.machine(UNLOCKED)]))
    assert first.table is second.table


def test_not_inside_a_callback() -> None:
    def fail(machine: Machine[Any, Any, Any]) -> None:
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(BusyError, match="not from inside a callback of this machine"):
                call(machine)

    machine = Table(Row(1, 1, 1, fail)).machine(1)
    assert machine.send(1) is Outcome.TRANSITIONED


def jam_once(context: list[int], machine: Machine[Any, Any, Any]) -> None:
    context.append(len(context))
    if len(context) == 1:
        machine.send(1, 5, "cent")
        raise RuntimeError("once")


def fall(context: list[Any], cents: int, currency: str) -> None:
    context.append((cents, currency))


FALLING = Table(Row(1, 0, 1, jam_once), Row(1, 1, 2, fall), Row(2, 0, 1), arguments={1: (int, str)})


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda machine: pickle.loads(pickle.dumps(machine))])
def test_events_that_wait_are_copied(twin_of: Any) -> None:
    machine: Machine[Any, Any, Any] = FALLING.machine(1, context=[])
    with pytest.raises(RuntimeError, match="once"):
        machine.send(0)
    twin = twin_of(machine)
    assert (twin.pending, machine.pending) == (1, 1)
    twin.context = []
    twin.run()
    assert (twin.state, twin.context, machine.state) == (2, [(5, "cent")], 1)


@pytest.mark.parametrize("call", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_object_that_waits_is_refused_by_name(call: Any) -> None:
    def jam(machine: Machine[Any, Any, Any]) -> None:
        machine.send(PASS, {})
        raise RuntimeError

    machine = Table(Row(LOCKED, COIN, LOCKED, jam), Row(LOCKED, PASS, LOCKED), arguments={PASS: object}).machine(LOCKED)
    with pytest.raises(RuntimeError):
        machine.send(COIN)
    with pytest.raises(UnsupportedError, match=r"\(PASS\), argument 0 is an object"):
        call(machine)


def test_not_once_closed() -> None:
    table = Table([(1, 1, 1)])
    machine = table.machine(1)
    machine.close()
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ClosedError, match="this machine was closed"):
            call(machine)
    table.close()
    with pytest.raises(ClosedError, match="this table was closed"):
        pickle.dumps(table)


class Slotted(Machine[State, Event, None]):
    __slots__ = ("price", "__hidden", "unset")
    initial = LOCKED
    rows = [Row(LOCKED, COIN, UNLOCKED), Row(UNLOCKED, PASS, LOCKED)]

    def __init__(self, price: list[int]) -> None:
        super().__init__()
        self.price = price
        self.__hidden = "hidden"

    @property
    def hidden(self) -> str:
        return self.__hidden


class Mixed(Slotted):
    note: str


class Stateful(Slotted):
    """Gets and sets its attributes itself."""

    __slots__ = ("loaded",)

    def __getstate__(self) -> Any:
        return {"price": self.price, "machine": self}

    def __setstate__(self, state: Any) -> None:
        self.price, self.loaded = state["price"], state["machine"] is self


class Loading(Mixed):
    def __setstate__(self, state: Any) -> None:
        super().__setstate__(state)
        self.note = "loaded"


def pickled(machine: Any) -> Any:
    return pickle.loads(pickle.dumps(machine))


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("kind", [Slotted, Mixed])
def test_attributes_in_slots_are_kept(again: Any, kind: Any) -> None:
    machine = kind([2])
    machine.send(COIN)
    twin = again(machine)
    assert (twin.price, twin.hidden, twin.state) == ([2], "hidden", UNLOCKED)
    assert not hasattr(twin, "unset")
    assert (twin.price is machine.price) == (again is copy.copy)
    if kind is Mixed:
        machine.note = "a note"
        assert again(machine).note == "a note"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_class_gets_and_sets_its_attributes_itself(again: Any) -> None:
    machine = Stateful([2])
    machine.on_step(count_nothing)
    machine.send(COIN)
    twin = again(machine)
    assert (twin.price, twin.state, len(twin._step_hooks)) == ([2], UNLOCKED, 1)
    assert twin.loaded == (again is not copy.copy)
    assert again(Loading([3])).note == "loaded"
    assert again(Loading([3])).hidden == "hidden"


def count_nothing() -> None: ...


def test_a_pickle_sets_no_other_slot() -> None:
    twin = Mixed([1])
    states: list[Any] = [(None, {"_argument": 5}), (None, {"other": 5}), ({"_argument": 5}, {}), (None, None), 5]
    for state in states:
        with pytest.raises(pickle.UnpicklingError, match="a pickled machine holds no attribute"):
            twin.__setstate__(state)
    with pytest.raises(pickle.UnpicklingError, match="a pickled machine holds no attributes like"):
        Slotted([1]).__setstate__({"other": 5})
    with pytest.raises(pickle.UnpicklingError, match="holds a context, hooks and attributes"):
        Stateful([1]).__reduce__()[5](Stateful([1]), {"context": None})
