"""The mistakes in typed_mistakes.py, which type checkers must find."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
MISTAKES = HERE / "typed_mistakes.py"

_ANNOUNCED = re.compile(r".*  # \[([a-z-]+)(, mypy alone)?\] (.+)")


def mistakes() -> dict[int, re.Match[str]]:
    """What the lines with mistakes announce, by their numbers."""
    lines = enumerate(MISTAKES.read_text(encoding="utf-8").splitlines(), 1)
    return {number: match for number, line in lines if (match := _ANNOUNCED.fullmatch(line))}
