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
  cars: yellow
BUTTON: TRANSITIONED
  cars: red
time: TRANSITIONED
  pedestrians: green
STOPPED: TRANSITIONED
BUTTON: DEFERRED
  pedestrians: red
time: TRANSITIONED
  cars: green
CROSSED: TRANSITIONED
  cars: yellow
BUTTON: TRANSITIONED
  all lights blink
FAULT: TRANSITIONED
  nobody looks at the button
BUTTON: TRANSITIONED
  cars: green
  pedestrians: red
REPAIRED: TRANSITIONED
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
