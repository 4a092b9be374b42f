"""The example's orders in memory, as a program: the same trace as in all other languages, and what is wrong with its input.

The environment variable PACKAGE_LOG_C names a program in C; that of the orders is beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from orders.in_memory import Applied, OrdersInMemory, read_table
from orders.lines import EventLine, TimeLine, WrongLineError, read_line
from orders.words import Customer

PROJECT = Path(__file__).resolve().parents[3]
DOCUMENT = PROJECT / "bindings" / "orders.fsm"
SHARED = PROJECT / "Tests" / "Orders"
PROGRAM = [sys.executable, "-B", str(PROJECT / "bindings" / "python" / "examples" / "orders_in_memory.py")]


def run(*command: object, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([*map(str, command)], env=environment, input=lines, capture_output=True, timeout=120)


def test_the_trace_is_that_of_all_languages() -> None:
    ended = run(*PROGRAM, DOCUMENT, "bob=regular", lines=(SHARED / "orders.lines").read_bytes())
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == (SHARED / "orders.expected").read_bytes()


def test_wrong_input() -> None:
    ended = run(sys.executable, "-B", SHARED / "wrong_input.py", DOCUMENT, *PROGRAM)
    assert ended.returncode == 0, ended.stderr.decode()
    assert b"\nOK\n" in ended.stderr


def test_random_lives_are_the_same_as_in_c() -> None:
    in_c = Path(os.environ["PACKAGE_LOG_C"]).with_name("orders")
    ended = run(sys.executable, "-B", SHARED / "same_orders.py", in_c, DOCUMENT, *PROGRAM)
    assert ended.returncode == 0, ended.stderr.decode()
    assert b" steps: the same as in C" in ended.stdout


def test_lines() -> None:
    assert read_line("") is None
    assert read_line("# k 1 place") is None
    assert read_line("@0") == TimeLine(0)
    assert read_line('k 1 pay 5 "bank \\"7\\""') == EventLine("k", 1, "pay", ("5", 'bank "7"'))
    for line in ["@-1", "@1 2"]:
        with pytest.raises(WrongLineError, match="expected @ and a time in seconds"):
            read_line(line)


def test_an_exception_leaves_the_service_as_it_was() -> None:
    orders = OrdersInMemory(read_table(DOCUMENT))
    orders.trust("bob", Customer.REGULAR)
    for key, words in enumerate(["create bob", "add tea 5", "place", "allocate", "pick", "pack", "deliver ann"]):
        name, *others = words.split()
        assert orders.apply(EventLine(f"{key}", 1, name, tuple(others))) is Applied.APPLIED
    before = list(orders.report())
    with pytest.raises(ValueError, match="longer than 63 bytes"):
        orders.apply(EventLine("k", 1, "ship", ("x" * 64,)))
    assert list(orders.report()) == before
    assert orders.apply(EventLine("k", 1, "ship", ("x" * 63,))) is Applied.APPLIED
    assert "shipped -> delivered" in list(orders.report())[-1]
