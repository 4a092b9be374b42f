"""Workers that are killed at random moments: every event is handled exactly once.

ORDER_KILLS and ORDER_EVENTS set how many kills there are among how many events; the full measure is 200 among 20000.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import randrange
from typing import Any

import pytest
from order_runs import contents, drawn, expected, fast, found
from orders.service import OrderService
from orders.tables import Base
from orders.worker import connect, work

KILLS = int(os.environ.get("ORDER_KILLS", "15"))
EVENTS = int(os.environ.get("ORDER_EVENTS", "1500"))
KILLING = Path(__file__).with_name("order_killing.py")


def killed(url: str, lines: list[str], kills: int, seed: int, folder: Path) -> dict[str, Any]:
    """Handle deliveries in processes that are killed; see order_killing.py."""
    file = folder / "deliveries"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = [sys.executable, str(KILLING), url, str(file), str(kills), str(seed)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def must_be_among(at_kills: list[int], kills: int, events: int) -> None:
    """The kills came among the events, not behind all of them, nor all before the same one."""
    assert len(at_kills) == kills
    assert sum(at < events for at in at_kills) > 0.9 * kills and len(set(at_kills)) > 0.6 * kills, at_kills


def test_every_event_is_handled_exactly_once(tmp_path: Path) -> None:
    seed = randrange(1_000_000)
    print(f"seed {seed}")
    drawing = drawn(EVENTS, seed)
    url = f"sqlite:///{tmp_path}/killed.db"
    told = killed(url, drawing.lines, KILLS, seed, tmp_path)
    must_be_among(told["at_kills"], KILLS, EVENTS)
    assert told["acknowledged"] == EVENTS and told["again"] > 0
    # Undisturbed, by machines that are never kept; and, if there is time for it, by the service.
    assert found(connect(url)) == expected(drawing)
    if EVENTS < 5000:
        return
    undisturbed = fast(connect(f"sqlite:///{tmp_path}/undisturbed.db"))
    work(OrderService(undisturbed), drawing.lines, lambda number, answer: None)
    assert contents(connect(url)) == contents(undisturbed)


def test_every_event_is_handled_exactly_once_in_postgresql(postgresql: str, tmp_path: Path) -> None:
    seed = randrange(1_000_000)
    print(f"seed {seed}")
    kills, events = KILLS // 3, EVENTS // 8
    drawing = drawn(events, seed)
    engine = connect(postgresql)
    Base.metadata.drop_all(engine)
    engine.dispose()
    told = killed(postgresql, drawing.lines, kills, seed, tmp_path)
    must_be_among(told["at_kills"], kills, events)
    assert told["acknowledged"] == events
    assert found(engine) == expected(drawing)
