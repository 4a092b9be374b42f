"""Two workers, which are processes, at the same orders at once; and the worker as a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from mmap import mmap
from pathlib import Path
from random import randrange
from traceback import print_exc
from typing import Callable

import pytest
from order_runs import START, contents, drawn, expected, fast, found
from orders.service import OrderService
from orders.tables import Base, Receipt
from orders.worker import connect, main, work
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from swiftfsm import SwiftFSMError

EVENTS = int(os.environ.get("ORDER_EVENTS", "1500")) // 15


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    is_sqlite = request.param == "sqlite"
    engine = connect(f"sqlite:///{tmp_path}/orders.db" if is_sqlite else request.getfixturevalue("postgresql"))
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    engine.dispose()
    yield engine
    engine.dispose()


def forked(act: Callable[[], None]) -> int:
    """Do something in a process of its own."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            act()
            status = 0
        except Exception:
            print_exc()
        finally:
            os._exit(status)
    return child


def both(engine: Engine, *lines: list[str]) -> int:
    """Have two processes handle deliveries at once. Returns: how often one was in the way of the other."""
    url = engine.url.render_as_string(hide_password=False)
    ready, conflicts = mmap(-1, 2), mmap(-1, 16)

    def handle(index: int) -> None:
        service = OrderService(fast(connect(url)))
        ready[index] = 1
        while not all(ready[:]):
            time.sleep(0.001)
        work(service, lines[index], lambda number, answer: None)
        conflicts[8 * index : 8 * index + 8] = service.conflicts.to_bytes(8, "little")

    children = [forked(partial(handle, index)) for index in (0, 1)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    return sum(int.from_bytes(conflicts[8 * index : 8 * index + 8], "little") for index in (0, 1))


def test_two_workers_that_get_the_same_deliveries(engine: Engine) -> None:
    """Each is handled once, by whoever comes first; the other one is told what came of it."""
    seed = randrange(1_000_000)
    print(f"seed {seed}")
    drawing = drawn(EVENTS, seed)
    assert both(engine, drawing.lines, drawing.lines) > 0
    assert found(engine) == expected(drawing)


def test_two_workers_that_share_deliveries(engine: Engine, tmp_path: Path) -> None:
    """Nothing is lost: all is as if one worker had handled them, in the order in which they were handled."""
    seed = randrange(1_000_000)
    print(f"seed {seed}")
    lines = drawn(EVENTS, seed).lines
    new = [line for line in lines if "create" in json.loads(line)]
    others = [line for line in lines if "create" not in json.loads(line)]
    work(OrderService(fast(engine)), new, lambda number, answer: None)
    engine.dispose()
    both(engine, others[::2], others[1::2])
    with Session(engine) as session:
        handled = session.execute(select(Receipt.order_id, Receipt.key).order_by(Receipt.order_id, Receipt.order_version))
        keys = [(row.order_id, row.key) for row in handled]
    by_key = {(fields["order"], fields["key"]): line for line in lines for fields in [json.loads(line)]}
    assert sorted(keys) == sorted(by_key)
    alone = fast(connect(f"sqlite:///{tmp_path}/alone.db"))
    work(OrderService(alone), [by_key[key] for key in keys], lambda number, answer: None)
    assert contents(engine) == contents(alone)


# ---------------------------------------------------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------------------------------------------------


def worker(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "orders.worker", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_the_program_handles_a_file_and_tells_what_came_again(tmp_path: Path) -> None:
    file = tmp_path / "deliveries"
    lines = [
        {"order": 1, "key": "1", "now": START, "create": "regular"},
        {"order": 1, "key": "2", "now": START, "event": "add", "arguments": ["tea", 1250]},
        {"order": 1, "key": "2", "now": START, "event": "add", "arguments": ["tea", 1250]},
        {"order": 1, "key": "3", "now": START, "event": "ship", "arguments": ["JD014"]},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ended = worker(f"sqlite:///{tmp_path}/orders.db", str(file))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "0 TRANSITIONED\n1 TRANSITIONED\n2 TRANSITIONED again\n3 UNHANDLED\n"


@pytest.mark.parametrize(
    "line, told",
    [
        ("", "is no delivery"),
        ("{", "is no delivery"),
        ("[]", "is no delivery"),
        ('{"order": 1}', "is no delivery: it lacks 'key'"),
        ('{"order": 1, "key": "2", "now": 1, "event": "shp", "arguments": []}', "'shp' is not a valid Event"),
        ('{"order": 1, "key": "2", "now": 1, "event": "add", "arguments": 5}', "is no delivery"),
        ('{"order": 1, "key": "2", "now": 1, "event": "add", "arguments": ["tea"]}', "takes (str, i64)"),
        ('{"order": 7, "key": "2", "now": 1, "event": "place", "arguments": []}', "there is no order 7"),
        ('{"order": "x", "key": "2", "now": "y", "event": "place", "arguments": []}', "is no delivery"),
    ],
)
def test_what_is_no_delivery(line: str, told: str, tmp_path: Path) -> None:
    service = OrderService(fast(connect(f"sqlite:///{tmp_path}/orders.db")))
    new = json.dumps({"order": 1, "key": "1", "now": START, "create": "regular"})
    handled: list[int] = []
    with pytest.raises((ValueError, LookupError, SwiftFSMError)) as caught:
        work(service, [new, line, new], lambda number, answer: handled.append(number))
    assert told in str(caught.value)
    assert handled == [0]
    assert len(contents(service.engine)["receipts"]) == 1


def test_wrong_arguments_of_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, status, told in (
        ([], 2, "usage: python -m orders.worker DATABASE FILE\n"),
        (["sqlite://", str(tmp_path / "none")], 1, "orders.worker: [Errno 2] No such file or directory"),
        (["nosuchdb://x", os.devnull], 1, "orders.worker: Can't load plugin: sqlalchemy.dialects:nosuchdb"),
    ):
        assert main(arguments) == status
        printed = capsys.readouterr()
        assert printed.out == "" and printed.err.startswith(told)
