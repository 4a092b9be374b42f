"""The examples of charts: what they print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"

PRINTED = {
    "traffic_light.py": """\
CARS_GREEN, PEDESTRIANS_RED: BUTTON
  cars: yellow
  TRANSITIONED
CARS_YELLOW, PEDESTRIANS_RED: TICK
  cars: red
  pedestrians: green
  TRANSITIONED
CARS_RED, PEDESTRIANS_GREEN: BUTTON
  DEFERRED
CARS_RED, PEDESTRIANS_GREEN: TICK
  pedestrians: red
  cars: green
  cars: yellow
  TRANSITIONED
CARS_YELLOW, PEDESTRIANS_RED: TICK
  cars: red
  pedestrians: green
  TRANSITIONED
CARS_RED, PEDESTRIANS_GREEN: FAULT
  all lights blink
  TRANSITIONED
BLINKING: BUTTON
  nobody looks at the button
  TRANSITIONED
BLINKING: REPAIRED
  cars: green
  pedestrians: red
  TRANSITIONED
CARS_GREEN, PEDESTRIANS_RED
""",
    "media_player.py": """\
EMPTY, LOAD
  plays Blue
PLAYING, RING
  is silent
CALL, HANG_UP
  plays Blue
PLAYING, PLAY
PAUSED, RING
  is silent
CALL, HANG_UP
PAUSED, PLAY
  plays Blue
PLAYING, NEXT
  plays All I Want
PLAYING, NEXT
  ejects the disc
EMPTY
""",
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_they_print(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run([sys.executable, str(FOLDER / name)], env=environment, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode() == PRINTED[name]
