#!/usr/bin/env python3
"""Writes what mirrors include/swiftfsm.h in other languages; with --check compares it instead."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import header
import python_mirror
import rust_mirror
import swift_mirror

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Returns 0; 1 if a file is not what the header says; 2 for wrong arguments."""
    if arguments not in ([], ["--check"]):
        print("usage: generate.py [--check]", file=sys.stderr)
        return 2
    declared = header.read()
    stale = 0
    made: dict[str, str] = {}
    for mirror in (python_mirror, rust_mirror, swift_mirror):
        made.update(mirror.files(declared))
    for name, text in made.items():
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if arguments:
            print(f"{name} is not what include/swiftfsm.h says: run ./dev generate", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(name)
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
