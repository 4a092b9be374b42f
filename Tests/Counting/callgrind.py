"""What a program that uses counting.h costs: its output, and what callgrind has counted between its marks."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Iterable, Iterator, NamedTuple


class Cost(NamedTuple):
    """A line of the program: work of this name and size; instructions by the file of the code that ran."""

    name: str
    size: int
    peak_bytes: int
    instructions: dict[str, int]


class Failed(Exception):
    """The program, or valgrind, ended with an error, or callgrind has counted other work than the program has done."""


# "ob=(3) /lib/libc.so.6" names a file of code and its number, "ob=(3)" repeats it; cob is that of a called function.
OBJECT = re.compile(r"(c?)ob=\((\d+)\)(?: (.*))?")
TRIGGER, REQUEST = "desc: Trigger: ", "Client Request: "
OWN_COST = re.compile(r"\+?-?(?:\d+|\*) (\d+)$")


def parts(profile: Iterable[str]) -> Iterator[tuple[str, dict[str, int]]]:
    """The dumps of a profile that the program has asked for: the name of each, and its instructions by file."""
    files: dict[str, str] = {}
    costs: dict[str, int] = {}
    name, found, is_call = "", "", False
    for line in profile:
        line = line.rstrip("\n")
        if match := OBJECT.match(line):
            if match[3]:
                files[match[2]] = match[3]
            if not match[1]:
                found = files[match[2]]
        elif line.startswith(TRIGGER):
            if name:
                yield name, costs
            name, costs = line.removeprefix(TRIGGER), {}
            name = name.removeprefix(REQUEST) if name.startswith(REQUEST) else ""
        elif line.startswith("calls="):
            is_call = True  # the next line is what the called function cost
        elif is_call:
            is_call = False
        elif match := OWN_COST.match(line):
            costs[found] = costs.get(found, 0) + int(match[1])
    if name:
        yield name, costs


def reports(output: str) -> list[tuple[str, int, int]]:
    lines = [line.split("\t") for line in output.splitlines()]
    return [(name, int(size), int(peak)) for name, size, peak in lines]


def run(command: list[str]) -> list[Cost]:
    """Run a program by itself: its memory alone is known."""
    return [Cost(*report, {}) for report in reports(output_of(command, {}))]


def run_counted(command: list[str]) -> list[Cost]:
    """Run a program under callgrind. It sees no environment, so that its memory lies where it always does."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder, "profile")
        done = reports(output_of(
            ["valgrind", "--tool=callgrind", "--quiet", f"--callgrind-out-file={profile}", "--combine-dumps=yes",
             "--dump-line=no", "--collect-atstart=no", *command], {"PATH": os.environ["PATH"]}))
        with open(profile, encoding="utf-8", errors="replace") as lines:
            counted = list(parts(lines))
    if [name for name, _ in counted] != [name for name, _, _ in done]:
        raise Failed(f"callgrind has counted {len(counted)} times, the program has worked {len(done)} times")
    return [Cost(*report, instructions) for report, (_, instructions) in zip(done, counted)]


def output_of(command: list[str], environment: dict[str, str]) -> str:
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           check=False)
    if ended.returncode != 0:
        raise Failed(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout[-1000:]}{ended.stderr}")
    return ended.stdout
