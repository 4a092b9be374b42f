"""After a fork the child has tables and machines of its own, those made before it and new ones."""

from __future__ import annotations

import gc
import os
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from swiftfsm import Machine, Outcome, Row, Table
from swiftfsm.calling import trampoline

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


class Boom(Exception):
    pass


def in_child(work: Callable[[], None]) -> int:
    """The exit status of a forked child that does `work`: 0, or 1 if it raised."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            gc.collect()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def counting() -> Table[int, int]:
    def count(context: list[int], event: int) -> None:
        context.append(event)
        if event == 3:
            raise Boom

    return Table((1, 1, 2, count), (2, 1, 1, count), (1, 3, 1, count), (2, 3, 2, count))


def test_a_child_goes_on_with_what_was_made_before() -> None:
    table = counting()
    seen: list[int] = []
    machine = table.machine(1, seen)
    machine.send(1)

    def work() -> None:
        assert machine.state == 2
        for _ in range(100):
            assert machine.send(1) is Outcome.TRANSITIONED
        with pytest.raises(Boom):
            machine.send(3)
        assert (machine.state, len(seen)) == (2, 102)
        other = table.machine(2, [])
        assert other.send(1) is Outcome.TRANSITIONED
        machine.close()
        table.close()
        assert other.send(1) is Outcome.TRANSITIONED

    assert in_child(work) == 0
    # And nothing of that is seen here.
    assert (machine.state, seen) == (2, [1])
    assert machine.send(1) is Outcome.TRANSITIONED


def test_a_child_makes_tables_of_its_own() -> None:
    def work() -> None:
        gc.collect()
        before = trampoline.slots_in_use()
        seen: list[int] = []
        machine: Machine[Any, Any, Any] = counting().machine(1, seen)
        machine.send(1)
        assert trampoline.slots_in_use() > before
        del machine
        gc.collect()
        assert (seen, trampoline.slots_in_use()) == ([1], before)

    assert in_child(work) == 0


def test_a_fork_inside_a_callback() -> None:
    outcomes: list[int] = []

    def fork(machine: Machine[Any, Any, Any], context: list[str]) -> None:
        def work() -> None:
            assert machine.send(2) is Outcome.QUEUED
            assert machine.pending == 1
            assert machine.state == 1

        outcomes.append(in_child(work))

    machine = Table((1, 1, 2, fork), (2, 2, 1), (1, 2, 1)).machine(1, [])
    assert machine.send(1) is Outcome.TRANSITIONED
    assert (outcomes, machine.pending, machine.state) == ([0], 0, 2)


def test_a_fork_while_another_thread_runs_a_machine() -> None:
    table = counting()
    inside, may_go = threading.Event(), threading.Event()

    def wait() -> None:
        inside.set()
        assert may_go.wait(30)

    slow = Table((1, 1, 1, wait)).machine(1)
    thread = threading.Thread(target=slow.send, args=(1,))
    thread.start()
    assert inside.wait(30)

    def work() -> None:
        machine = table.machine(1, [])
        assert machine.send(1) is Outcome.TRANSITIONED
        assert counting().machine(2, []).send(1) is Outcome.TRANSITIONED

    try:
        assert in_child(work) == 0
    finally:
        may_go.set()
        thread.join()
