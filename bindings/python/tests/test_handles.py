"""Owners: closing, collecting in any order, and the end of the interpreter."""

from __future__ import annotations

import gc
import itertools
import os
import subprocess
import sys
import weakref
from typing import Any, Optional

import pytest
from tracing import Event, State, Trace

from swiftfsm import NONE, ClosedError, InvalidDefinitionError, Row, Step, Table
from swiftfsm.calling.trampoline import slots_in_use


def turnstile(trace: Trace) -> Table:
    return Table(
        [
            Row(State.LOCKED, Event.COIN, State.UNLOCKED, trace("unlock")),
            Row(State.UNLOCKED, Event.PASS, State.LOCKED, trace("lock")),
        ],
        initial=State.LOCKED,
    )


def test_closing_twice_does_nothing() -> None:
    table = turnstile(Trace())
    machine = table.machine()
    for owner in (machine, table):
        assert not owner.closed
        owner.close()
        owner.close()
        assert owner.closed
    assert (repr(table), repr(machine)) == ("<Table, closed>", "<Machine, closed>")


def test_with_closes_also_after_an_exception() -> None:
    with turnstile(Trace()) as table, pytest.raises(KeyError), table.machine() as machine:
        raise KeyError
    assert table.closed and machine.closed
    with pytest.raises(ClosedError), table:
        pass


def test_everything_but_close_raises_once_a_machine_is_closed() -> None:
    table = turnstile(Trace())
    machine = table.machine()
    machine.close()
    calls: list[Any] = [
        lambda: machine.send(Event.COIN),
        lambda: machine.send(99),
        lambda: machine.state,
        lambda: machine.start(),
        lambda: machine.stop(),
        lambda: machine.set_state(State.LOCKED),
        lambda: machine.probe(Event.COIN),
        lambda: machine.can(Event.COIN),
        lambda: machine.permitted(),
        lambda: machine.on_step(print),
        lambda: machine.on_unhandled(None),
        lambda: machine.pending,
        lambda: machine.run(),
        lambda: machine.discard(),
    ]
    for call in calls:
        with pytest.raises(ClosedError, match="this machine was closed"):
            call()
    assert machine.table is table


def test_and_once_a_table_is_closed() -> None:
    table = turnstile(Trace())
    table.close()
    calls: list[Any] = [
        lambda: table.machine(State.LOCKED),
        lambda: table.initial,
        lambda: table.state_count,
        lambda: table.event_count,
        lambda: table.row_count,
        lambda: table.size,
        lambda: table.state_name(State.LOCKED),
        lambda: table.event_name(Event.COIN),
    ]
    for call in calls:
        with pytest.raises(ClosedError, match="this table was closed"):
            call()


def test_machines_outlive_their_table() -> None:
    trace = Trace()
    table = turnstile(trace)
    machine = table.machine()
    table.close()
    machine.send(Event.COIN)
    assert (trace.take(), machine.state) == ("unlock", State.UNLOCKED)
    before = slots_in_use()
    machine.close()  # the last one that needed the callbacks
    assert before - slots_in_use() == 2


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_any_order_of_collection(order: tuple[int, ...]) -> None:
    before = slots_in_use()
    table = turnstile(Trace())
    machines = [table.machine(), table.machine(NONE)]
    machines[0].on_step(Trace()("step"))
    owners: list[Any] = [table, *machines, machines[0].send]
    del table, machines
    for index in order:
        owners[index] = None
        gc.collect()
    assert slots_in_use() == before


class Gate:
    """Holds a table and a machine, whose callbacks are methods of it: a cycle."""

    def __init__(self) -> None:
        self.table = Table([Row(1, 1, 1, self.open, guards=self.may_open)])
        self.machine = self.table.machine(1, context=self)
        self.machine.on_step(self.stepped)
        self.machine.send(1)

    def open(self, step: Step) -> None: ...

    def may_open(self, step: Step) -> bool:
        return True

    def stepped(self, step: Step) -> None:
        self.last = step


def test_a_cycle_through_the_callbacks_is_collected() -> None:
    before = slots_in_use()
    gate = Gate()
    gone = weakref.ref(gate)
    assert slots_in_use() == before + 2
    del gate
    gc.collect()
    assert gone() is None
    assert slots_in_use() == before


def test_a_table_or_machine_that_could_not_be_made_leaves_nothing() -> None:
    before = slots_in_use()
    with pytest.raises(InvalidDefinitionError):
        Table([Row(1, 1, 2, print)])
    with pytest.raises(TypeError):
        Table([Row(1, 1, 1, print), (1, "x", 1)])
    with turnstile(Trace()) as table, pytest.raises(TypeError):
        table.machine("x")
    gc.collect()
    assert slots_in_use() == before


PROGRAM = """
import atexit, sys
from swiftfsm import Row, Table

class Last:
    def __init__(self, machine):
        self.machine = machine
    def __del__(self):
        try:
            self.machine.send(1)
        except BaseException as error:
            pass

def act(step):
    print("acted", flush=True)

table = Table([Row(1, 1, 1, act), Row(1, 2, 1, lambda step: [act, table, machine])])
machine = table.machine(1)
machine.on_step(lambda step: last)
last = Last(machine)
last.itself = last
{ending}
"""


@pytest.mark.parametrize(
    ("ending", "shown"),
    [
        ("", None),
        ("import gc; gc.disable()", None),
        ("sys.modules.clear()", None),
        ("atexit.register(lambda: machine.send(1))", "acted\n"),
        ("atexit.register(lambda: (machine.close(), table.close()))", None),
        ("table.close()", None),
        ("machine.close(); table.close()", ""),
        (
            "import threading; threading.Thread(target=lambda: [machine.send(1) for _ in range(3)]).start()",
            "acted\n" * 3,
        ),
        ("raise SystemExit(0)", None),
    ],
)
def test_the_end_of_the_interpreter(ending: str, shown: Optional[str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore::UserWarning", "-c", PROGRAM.format(ending=ending)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    if shown is not None:
        assert ended.stdout.startswith(shown)
