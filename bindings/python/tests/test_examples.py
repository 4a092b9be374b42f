"""The examples of turnstiles: what they print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"

TURNSTILES = {
    "turnstile.py": """\
LOCKED, PASS WEAK
  TRANSITIONED: LOCKED
LOCKED, COIN
  north: the arm is released
  TRANSITIONED: UNLOCKED
UNLOCKED, COIN
  north: "thank you" lights up
  TRANSITIONED: UNLOCKED
UNLOCKED, PASS STRONG
  north: the arm is locked
  TRANSITIONED: LOCKED
LOCKED, PASS STRONG
  north: the alarm sounds
  TRANSITIONED: ALARMING
ALARMING, COIN
  UNHANDLED: ALARMING
ALARMING, RESET
  north: the alarm is silent
  north: the arm is locked
  TRANSITIONED: LOCKED
""",
    "turnstile_class.py": """\
LOCKED, COIN
  REFUSED: LOCKED
LOCKED, COIN
  150 cents taken, 150 in the box
  TRANSITIONED: UNLOCKED
UNLOCKED, PASS
  somebody passes
  have a nice day
  the arm is locked
  TRANSITIONED: LOCKED
LOCKED, PASS
  the alarm sounds
  TRANSITIONED: ALARMING
ALARMING, RESET
  the alarm is silent
  the arm is locked
  TRANSITIONED: LOCKED
""",
    "turnstile_async.py": """\
north, LOCKED
  the arm is released for Ann's card
  card: TRANSITIONED
  the arm is locked
  pass: TRANSITIONED
south, LOCKED
  card: REFUSED
  pass: UNHANDLED
""",
}


@pytest.mark.parametrize("name", TURNSTILES)
def test_the_turnstiles(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run([sys.executable, str(FOLDER / name)], env=environment, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode() == TURNSTILES[name]
