"""An interpreter that ends with tables and machines alive says nothing of them, and ends as it was told to."""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent

import pytest

PREAMBLE = """
import sys, threading, time
import swiftfsm
from swiftfsm import Row, StateBlock, Table

def nothing():
    pass

table = Table(
    Row(1, 1, 2, lambda context: None, guards=lambda: True),
    Row(2, 1, 1),
    StateBlock(1, entry=nothing, exit=nothing),
)
machine = table.machine(1)
machine.on_step(nothing)
machine.send(1)
"""


def ended(program: str, *options: str) -> tuple[int, str, str]:
    """Exit status, output and errors of an interpreter that runs the preamble and this."""
    finished = subprocess.run(
        [sys.executable, *options, "-W", "ignore::UserWarning", "-c", dedent(PREAMBLE) + dedent(program)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return finished.returncode, finished.stdout, finished.stderr


QUIET = {
    "in globals": "",
    "in a cycle": """
        class Owner:
            def act(self):
                return self.machine
        owner = Owner()
        owner.table = Table(Row(1, 1, 1, owner.act))
        owner.machine = owner.table.machine(1, owner)
        owner.machine.send(1)
        del owner
    """,
    "in a module that outlives ours": """
        import builtins
        builtins.kept = [machine, table]
        sys.modules.pop("swiftfsm.classes.machine"); sys.modules.pop("swiftfsm.calling.callbacks")
    """,
    "as a default and in a closure": """
        def keep(kept=machine):
            return lambda: (kept, table)
        kept = keep()
    """,
    "closed, and not": """
        table.close()
        other = Table(Row(1, 1, 1, nothing)).machine(1)
        other.close()
    """,
    "with an event that waits": """
        def fail(machine):
            machine.send(1)
            raise ValueError
        failing = Table(Row(1, 1, 1, fail), arguments={2: object}).machine(1)
        try:
            failing.send(1)
        except ValueError:
            pass
        assert failing.pending == 1
    """,
    "used by an exit handler": """
        import atexit
        atexit.register(lambda: print(machine.send(1).name, machine.state))
    """,
    "used by a finalizer of a context": """
        class Context:
            def __del__(self, machine=machine):
                machine.close()
        machine.context = Context()
        del machine
    """,
    "in a thread that has ended": """
        local = threading.local()
        def work():
            local.machine = table.machine(1)
            local.machine.send(1)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    """,
    "in a thread that is waited for": """
        def work():
            for _ in range(2000):
                table.machine(1).send(1)
        threading.Thread(target=work).start()
    """,
    "in a daemon that sends on and on": """
        def work():
            own = table.machine(1)
            while True:
                own.send(1)
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.05)
    """,
    "in a daemon that waits inside a callback": """
        waiting = Table(Row(1, 1, 1, lambda: time.sleep(60))).machine(1)
        threading.Thread(target=waiting.send, args=(1,), daemon=True).start()
        time.sleep(0.05)
    """,
    "in the middle of a build": """
        def work():
            while True:
                Table([(number, 1, 1, nothing) for number in range(3000)])
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.05)
    """,
}


@pytest.mark.parametrize("name", QUIET)
def test_nothing_is_printed_at_the_end(name: str) -> None:
    printed = "TRANSITIONED 1\n" if "exit handler" in name else ""
    assert ended(QUIET[name]) == (0, printed, "")


def test_an_exception_under_way_ends_the_program_with_its_own_traceback() -> None:
    status, _, errors = ended(
        """
        def fail():
            raise ValueError("of the action")
        failing = Table(Row(1, 1, 1, fail)).machine(1)
        failing.send(1)
        """
    )
    assert status == 1
    assert errors.splitlines()[-1] == "ValueError: of the action"
    assert "in fail" in errors and "ignored" not in errors and errors.count("Traceback") == 1


@pytest.mark.parametrize(("said", "status"), [("3", 3), ("", 0), ("'bye'", 1)])
def test_sys_exit_inside_a_callback(said: str, status: int) -> None:
    program = f"Table(Row(1, 1, 1, lambda: sys.exit({said}))).machine(1).send(1)\nprint('not reached')"
    assert ended(program) == (status, "", "bye\n" if status == 1 else "")


def test_sys_exit_inside_a_callback_inside_a_callback() -> None:
    status, printed, errors = ended(
        """
        inner = Table(Row(1, 1, 1, lambda: sys.exit(4))).machine(1)
        def outer():
            try:
                inner.send(1)
            finally:
                print("left")
        Table(Row(1, 1, 1, outer)).machine(1).send(1)
        """
    )
    assert (status, printed, errors) == (4, "left\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals end processes elsewhere in other ways")
def test_keyboard_interrupt_inside_a_callback() -> None:
    status, printed, errors = ended(
        """
        import os, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
        def interrupted():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        Table(Row(1, 1, 1, interrupted)).machine(1).send(1)
        """
    )
    assert (status, printed) == (-2, "")
    assert errors.splitlines()[-1] == "KeyboardInterrupt" and errors.count("Traceback") == 1


def test_sys_exit_in_a_thread_ends_that_thread_only() -> None:
    program = """
        leaving = Table(Row(1, 1, 1, lambda: sys.exit(5))).machine(1)
        thread = threading.Thread(target=leaving.send, args=(1,))
        thread.start()
        thread.join()
        print(leaving.state, machine.send(1).name)
    """
    assert ended(program) == (0, "1 TRANSITIONED\n", "")


@pytest.mark.parametrize("options", [("-X", "dev"), ("-X", "faulthandler", "-W", "error")])
def test_the_developers_mode_has_nothing_to_say_either(options: tuple[str, ...]) -> None:
    assert ended(QUIET["in a cycle"], *options) == (0, "", "")
