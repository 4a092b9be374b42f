"""Threads: tables are shared, machines are not."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable, Optional

from swiftfsm import Outcome, Row, Step, Table
from swiftfsm.calling.trampoline import slots_in_use


class Boom(Exception):
    pass


def in_threads(count: int, work: Callable[[], None]) -> list[BaseException]:
    """Calls this in so many threads at the same time. Returns what was raised there."""
    problems: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return problems


def test_a_machine_in_each_thread_over_one_table() -> None:
    rounds, workers = 400, 8

    def act(step: Step) -> None:
        context = step.context
        context.append(threading.get_ident())
        if len(context) % 3 == 0:
            raise Boom(id(context), len(context))

    table = Table([Row(1, 1, 2, act, guards=lambda step: True), Row(2, 1, 1, act)])
    barrier = threading.Barrier(workers)

    def work() -> None:
        context: list[int] = []
        machine = table.machine(1, context)
        barrier.wait()
        for count in range(1, rounds + 1):
            raised: Optional[Boom] = None
            try:
                machine.send(1)
            except Boom as error:
                raised = error
            assert (raised is not None) == (count % 3 == 0)
            assert raised is None or raised.args == (id(context), count)
        assert set(context) == {threading.get_ident()} and len(context) == rounds

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert in_threads(workers, work) == []
    finally:
        sys.setswitchinterval(interval)


def test_tables_built_and_collected_in_many_threads() -> None:
    before = slots_in_use()

    def work() -> None:
        for size in range(1, 40):
            seen: list[Any] = []
            table = Table([Row(n, 1, (n + 1) % size, lambda step: seen.append(step.source)) for n in range(size)])
            machine = table.machine(0)
            for _ in range(size):
                machine.send(1)
            assert seen == list(range(size))

    assert (in_threads(6, work), slots_in_use()) == ([], before)


def test_a_machine_may_move_to_another_thread() -> None:
    seen: list[int] = []
    machine = Table([Row(1, 1, 1, lambda step: seen.append(threading.get_ident()))]).machine(1)
    thread = threading.Thread(target=machine.send, args=(1,))
    thread.start()
    thread.join()
    machine.send(1)
    assert seen == [thread.ident, threading.get_ident()]


def test_exceptions_of_nested_sends_stay_in_their_thread() -> None:
    """Each thread's machine sends to another of its own, whose callback raises while all the others do so too."""
    workers, rounds = 6, 150
    barrier = threading.Barrier(workers)

    def fail(context: list[int]) -> None:
        raise Boom(threading.get_ident(), len(context))

    inner = Table(Row(1, 1, 1, fail))

    def send_on(context: Any) -> None:
        machine, seen = context
        try:
            machine.send(1)
        except Boom as boom:
            seen.append(len(seen))
            raise Boom(*boom.args, "outer") from boom

    outer = Table(Row(1, 1, 2, send_on), Row(2, 1, 1))

    def work() -> None:
        seen: list[int] = []
        machine = outer.machine(1, (inner.machine(1, seen), seen))
        barrier.wait()
        for count in range(rounds):
            try:
                raise AssertionError(machine.send(1))
            except Boom as boom:
                assert boom.args == (threading.get_ident(), count, "outer")
                assert isinstance(boom.__cause__, Boom) and boom.__cause__.__cause__ is None
            assert machine.state == 1

    assert in_threads(workers, work) == []


def test_a_table_may_be_closed_while_other_threads_run_its_machines() -> None:
    table = Table(Row(1, 1, 2, lambda: None), Row(2, 1, 1))
    machines = [table.machine(1) for _ in range(4)]
    outcomes: list[Outcome] = []
    started = threading.Barrier(len(machines) + 1)

    def work(machine: Any) -> None:
        started.wait()
        found = {machine.send(1) for _ in range(2000)}
        outcomes.extend(found)

    threads = [threading.Thread(target=work, args=(machine,)) for machine in machines]
    for thread in threads:
        thread.start()
    started.wait()
    table.close()
    for thread in threads:
        thread.join()
    assert outcomes == [Outcome.TRANSITIONED] * len(machines)
