"""table.py NAME=COMMAND...: the same orders in several languages, as a table.

Runs each COMMAND, one word of the shell such as "python3 -B orders_in_memory.py", in memory over bindings/orders.fsm with the
customer bob=regular and the lines of Tests/Orders/orders.lines, and compares what it prints with Tests/Orders/orders.expected.
The time is that of the whole process. Exit status: 0; 1 if some program prints something else, or fails; 2 if the arguments
cannot be used.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parents[1] / "bindings" / "orders.fsm"
SECONDS = 120  # after which a program is ended
HEAD = ("language", "orders", "steps", "lines", "SHA-256", "ms", "trace")


@dataclass
class Run:
    """What came of one program."""

    name: str
    output: bytes = b""
    milliseconds: float = 0
    failure: str = ""
    """What went wrong, if the program failed."""

    def lines(self) -> list[bytes]:
        return self.output.splitlines()

    def row(self, expected: bytes) -> tuple[str, ...]:
        """The cells of the program's row in the table."""
        if not self.output and self.failure:
            return (self.name, "", "", "", "", "", self.failure)
        orders = sum(line.startswith(b"order ") for line in self.lines())
        steps = sum(line[:3].strip().isdigit() for line in self.lines())
        digest = hashlib.sha256(self.output).hexdigest()[:12]
        counts = (str(orders), str(steps), str(len(self.lines())))
        return (self.name, *counts, digest, f"{self.milliseconds:.0f}", self.verdict(expected))

    def verdict(self, expected: bytes) -> str:
        return self.failure or difference(expected, self.output) or "the same"


def difference(expected: bytes, output: bytes) -> str:
    """Where two traces begin to differ; "" if they are the same."""
    if expected == output:
        return ""
    ours, theirs = expected.splitlines(), output.splitlines()
    for number, (line, other) in enumerate(zip(ours, theirs), start=1):
        if line != other:
            return f"line {number}: '{shown(other)}' instead of '{shown(line)}'"
    number = min(len(ours), len(theirs)) + 1
    if len(ours) > len(theirs):
        return f"line {number}: '{shown(ours[number - 1])}' is missing"
    if len(ours) < len(theirs):
        return f"line {number}: '{shown(theirs[number - 1])}' is too much"
    return f"line {number - 1}: it ends in another way"


def shown(line: bytes) -> str:
    return " ".join(line.decode(errors="replace").split())


def run(name: str, command: Sequence[str], lines: bytes) -> Run:
    """Run a program over the orders."""
    start = time.perf_counter()
    try:
        ended = subprocess.run([*command, str(DOCUMENT), "bob=regular"], input=lines, capture_output=True, timeout=SECONDS)
    except OSError as error:
        return Run(name, failure=f"{command[0]} cannot be run: {error.strerror}")
    except subprocess.TimeoutExpired:
        return Run(name, failure=f"ended after {SECONDS} s")
    milliseconds = (time.perf_counter() - start) * 1000
    failure = ""
    if ended.returncode != 0:
        said = [shown(line) for line in ended.stderr.splitlines()[:1]]
        failure = ": ".join([f"exit status {ended.returncode}", *said])
    return Run(name, ended.stdout, milliseconds, failure)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they must be; numbers to the right, words to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]

    def cell(text: str, column: int) -> str:
        is_number = HEAD[column] in ("orders", "steps", "lines", "ms")
        return text.rjust(widths[column]) if is_number else text.ljust(widths[column])

    return "\n".join("  ".join(cell(text, column) for column, text in enumerate(row)).rstrip() for row in rows)


def programs(arguments: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The names and commands. Errors: ValueError."""
    if not arguments:
        raise ValueError("usage: table.py NAME=COMMAND...")
    found = []
    for argument in arguments:
        name, equals, command = argument.partition("=")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"'{argument}': {error}") from None
        if not (name and equals and words):
            raise ValueError(f"expected NAME=COMMAND, not '{argument}'")
        found.append((name, words))
    return found


def main(arguments: Sequence[str]) -> int:
    try:
        chosen = programs(arguments)
    except ValueError as error:
        print(f"table.py: {error}", file=sys.stderr)
        return 2
    lines, expected = (HERE / "orders.lines").read_bytes(), (HERE / "orders.expected").read_bytes()
    runs = [run(name, command, lines) for name, command in chosen]
    print(table([HEAD, *(each.row(expected) for each in runs)]))
    return 0 if all(each.verdict(expected) == "the same" for each in runs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
