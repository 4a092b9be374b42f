"""No deadlocks: threads that share a table, with callbacks, garbage collection and finalizers in between; also as the
interpreter ends. A program that hangs shows where its threads stand, and fails."""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent

import pytest

# Long for what takes a second, short for who waits.
SECONDS = 50

PREAMBLE = f"""
import faulthandler, gc, random, sys, threading, time, weakref
faulthandler.enable()
faulthandler.dump_traceback_later({SECONDS}, exit=True)
sys.setswitchinterval(1e-5)
from swiftfsm import ClosedError, Row, StateBlock, Table

WORKERS, ROUNDS = 8, 12
finalized = []

class Callback:
    '''A callback in a cycle, whose end uses the library again.'''
    def __init__(self):
        self.cycle = self
        self.other = Table(Row(1, 1, 1)).machine(1)
    def __call__(self, step):
        if random.random() < 0.02:
            gc.collect(0)
        return True
    def __del__(self):
        try:
            self.other.send(1)
        except ClosedError:
            pass  # of what goes together, the collector may take that first
        finalized.append(1)

def make():
    '''A table whose callbacks build, send and collect.'''
    callback = Callback()
    def build_inside(step):
        Table(Row(1, 1, 1, callback)).machine(1).send(1)
    return Table(
        Row(1, 1, 2, build_inside, guards=callback),
        Row(2, 1, 1, callback),
        StateBlock(1, entry=callback, exit=callback),
    )

shared = make()

def work(rounds=ROUNDS):
    machine = shared.machine(1)
    machine.on_step(lambda step: None)
    for _ in range(rounds):
        machine.send(1)
        own = make().machine(1)
        own.send(1)
        snapshot = machine.snapshot()
        machine.restore(snapshot)
        weakref.finalize(own, lambda: finalized.append(0))
        del own
        if random.random() < 0.1:
            gc.collect()

def start(daemon=False, target=work):
    threads = [threading.Thread(target=target, daemon=daemon) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    return threads
"""

PROGRAMS = {
    "threads that end": """
        for thread in start():
            thread.join()
        gc.collect()
        assert len(finalized) > WORKERS * ROUNDS, len(finalized)
        print("ended")
    """,
    "a collector beside them": """
        goes_on = True
        def collect():
            while goes_on:
                gc.collect()
                time.sleep(0.001)
        collector = threading.Thread(target=collect)
        collector.start()
        for thread in start():
            thread.join()
        goes_on = False
        collector.join()
        print("ended")
    """,
    "machines that are handed on": """
        import queue
        handed = queue.SimpleQueue()
        def hand_on():
            for _ in range(20):
                machine = make().machine(1)
                machine.send(1)
                handed.put(machine)
                if not handed.empty():
                    handed.get().send(1)
        for thread in start(target=hand_on):
            thread.join()
        print("ended")
    """,
    "the interpreter ends while threads run": """
        def go_on():
            while True:
                work(5)
        start(daemon=True, target=go_on)
        time.sleep(0.3)
        print("ended")
    """,
    "the interpreter waits for threads that run": """
        start()
        print("ended")
    """,
    "threads that run in exit handlers": """
        import atexit
        def go_on():
            while True:
                work(5)
        start(daemon=True, target=go_on)
        @atexit.register
        def last():
            work(5)
            gc.collect()
        time.sleep(0.2)
        print("ended")
    """,
    "globals that go one by one": """
        machines = [make().machine(1) for _ in range(20)]
        for machine in machines:
            machine.send(1)
        names = ["shared", "machines", "make", "Callback", "Table", "Row", "machine"]
        random.shuffle(names)
        start(daemon=True, target=lambda: [time.sleep(0.01) for _ in range(100)])
        print("ended")
        sys.stdout.flush()
        for name in names:
            globals().pop(name)
            gc.collect()
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_waits_for_ever(name: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", dedent(PREAMBLE) + dedent(PROGRAMS[name])],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=3 * SECONDS,
    )
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "ended\n", "")


def test_a_deadlock_would_be_found() -> None:
    program = PREAMBLE.replace(f"later({SECONDS}", "later(1") + dedent("""
        lock = threading.Lock()
        lock.acquire()
        Table(Row(1, 1, 1, lambda: lock.acquire())).machine(1).send(1)
    """)
    finished = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert finished.returncode == 1 and "Timeout" in finished.stderr and "<module>" in finished.stderr
