"""check.py DOUBLINGS MEMORY_DOUBLINGS FACTOR PROGRAM HEADER

Has PROGRAM (growth) do the work of every shape in ever larger sizes, and fits an exponent to what each work costs: to the
instructions, as callgrind counts them, and to the memory in use, as an allocator counts it, for which the sizes grow on.
Ends with 1 if an exponent is above 1.1 and HEADER does not say so. Prints the exponents.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import Iterable, NamedTuple

import callgrind

LIMIT = 1.1


class Documented(NamedTuple):
    """Work whose cost grows faster, up to this exponent, and the words of the header that say so."""

    limit: float
    words: str


MATCHES = "the comparison of the matches of the rows for one state and event"
TAKEN_ROWS = "the comparison of the rows that are taken with each other"
LEVELS = "O(states / 64) for each level of nesting"
TABLE = "O(rows), the size of the table"
EXCEPTIONS = {
    "a row for each of many cases: build": Documented(2, MATCHES),
    "rows that clash in pairs: refuse": Documented(2, MATCHES),
    "pigeonholes: refuse": Documented(2, MATCHES),
    "rows for any state and any event: build": Documented(2, TABLE),
    "document of nested states: build": Documented(2, TABLE),
    "document of many states: build": Documented(2, TABLE),
    "many regions: a step of all": Documented(2, TAKEN_ROWS),
    "many regions: all are done": Documented(2, TAKEN_ROWS),
    "many regions: explain": Documented(2, "O(those rows); in a chart that of a step"),
    "regions in conflict: a step": Documented(2, TAKEN_ROWS),
    "many timeouts: end all in a step": Documented(2, TAKEN_ROWS),
    "deep nesting: create a machine": Documented(2, LEVELS),
    "deep nesting: leave, and return by a history": Documented(2, LEVELS),
    "a chain of eventless rows: a step": Documented(2, "O(states / 64)"),
    "document of many states: ask for names of arguments": Documented(2, "O(named arguments) for arguments"),
}


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """The slope of the line that fits the logarithms best; 0 for what costs nothing at first."""
    logs = [(math.log(size), math.log(cost)) for size, cost in points if cost > 0]
    if len(logs) < 2:
        return 0.0
    center = sum(x for x, _ in logs) / len(logs)
    spread = sum((x - center) ** 2 for x, _ in logs)
    return sum((x - center) * y for x, y in logs) / spread if spread > 0 else 0.0


def exponents(costs: Iterable[tuple[str, int, float]]) -> dict[str, float]:
    """The exponent of each work, from its name, size and cost."""
    points: dict[str, list[tuple[float, float]]] = {}
    for name, size, cost in costs:
        points.setdefault(name, []).append((size, cost))
    return {name: exponent(each) for name, each in points.items()}


def text_of(header: str) -> str:
    """The comments of a header, with their lines joined."""
    return re.sub(r"\s+(?:\* )?", " ", header)


def judged(kind: str, found: dict[str, float], exceptions: dict[str, Documented]) -> list[str]:
    return [f"{name}: {kind} grow with the exponent {value:.2f}, more than {limit:g}"
            for name, value in found.items()
            if value > (limit := exceptions[name].limit + LIMIT - 1 if name in exceptions else LIMIT)]


def faults_of_exceptions(names: Iterable[str], header: str, exceptions: dict[str, Documented]) -> list[str]:
    known, text = set(names), text_of(header)
    faults = [f"{name}: no such work" for name in exceptions if name not in known]
    return faults + [f"{name}: the header does not say \"{documented.words}\""
                     for name, documented in exceptions.items() if documented.words not in text]


def main(doublings: str, memory_doublings: str, factor: str, program: str, header: str) -> int:
    counted = callgrind.run_counted([program, doublings, factor])
    instructions = exponents((cost.name, cost.size, sum(cost.instructions.values())) for cost in counted)
    memory = exponents((cost.name, cost.size, cost.peak_bytes)
                       for cost in callgrind.run([program, memory_doublings, factor]))
    print(f"{'instructions':>12} {'memory':>7}")
    for name, value in instructions.items():
        print(f"{value:12.2f} {memory[name]:7.2f}  {name}")
    faults = judged("instructions", instructions, EXCEPTIONS) + judged("bytes", memory, EXCEPTIONS)
    faults += faults_of_exceptions(instructions, Path(header).read_text(encoding="utf-8"), EXCEPTIONS)
    print("\n".join(f"FAILED {fault}" for fault in faults))
    print(f"{len(instructions)} kinds of work, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except callgrind.Failed as failure:
        sys.exit(str(failure))
