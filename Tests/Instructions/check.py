"""check.py [--write] [--compiler VERSION] [--skip REASON] PROGRAM LIBRARY COUNTS

Counts the instructions that LIBRARY executes on each path of PROGRAM (instruction_paths), and compares them with the file
COUNTS. Ends with 1 if a path takes over 3 % more, or the paths are not those of the file; with 77 where the file does not
hold: of another compiler or processor the library is another. --write writes the file anew.

Instructions of other libraries do not count: the C library has functions of its own for each processor.
"""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path

import callgrind

TOLERANCE = 0.03
SKIPPED = 77
ANEW = "cmake --build build --target instruction_counts"
HEADING = f"""\
# Instructions in libswiftfsm.so on each path of instruction_paths, with the compiler of the first line. A test fails if one
# takes over {TOLERANCE:.0%} more. Write the file anew: {ANEW}
"""


def measured(program: Path, library: Path) -> dict[str, int]:
    file = str(library.resolve())
    counts: dict[str, int] = {}
    for cost in callgrind.run_counted([str(program)]):
        if cost.name in counts:
            raise callgrind.Failed(f"two paths have the name {cost.name}")
        if cost.instructions.get(file, 0) == 0:
            raise callgrind.Failed(f"{cost.name}: nothing of {file} was seen to run")
        counts[cost.name] = cost.instructions[file]
    return counts


def written(compiler: str, counts: dict[str, int]) -> str:
    return HEADING + "\n".join([compiler, *(f"{count:>9}  {name}" for name, count in counts.items())]) + "\n"


def read(text: str) -> tuple[str, dict[str, int]]:
    """The compiler for which the counts hold, and the counts."""
    compiler, *lines = [line for line in text.splitlines() if not line.startswith("#")]
    return compiler, {name: int(count) for count, name in (line.split(maxsplit=1) for line in lines)}


def judged(expected: dict[str, int], counts: dict[str, int]) -> tuple[list[str], list[str]]:
    """What is wrong, and what is better than expected."""
    faults = [f"{name}: no longer a path" for name in expected if name not in counts]
    faults += [f"{name}: has no count in the file" for name in counts if name not in expected]
    improved: list[str] = []
    for name, before in expected.items():
        now = counts.get(name, before)
        text = f"{name}: {now:,} instead of {before:,} instructions, {now / before - 1:+.1%}"
        if now > before * (1 + TOLERANCE):
            faults.append(text)
        elif now < before * (1 - TOLERANCE):
            improved.append(text)
    return faults, improved


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--compiler", default="")
    parser.add_argument("--skip", default="")
    parser.add_argument("program", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("counts", type=Path)
    options = parser.parse_args(arguments)
    compiler = f"Swift {options.compiler} {platform.machine()}"
    expected_compiler, expected = "", dict[str, int]()
    if not options.write:
        expected_compiler, expected = read(options.counts.read_text(encoding="utf-8"))
    reason = options.skip
    if not options.write and compiler != expected_compiler:
        reason = reason or f"the counts are those of {expected_compiler}, and this is {compiler}"
    if reason:
        print(f"SKIPPED: {reason}")
        return SKIPPED
    counts = measured(options.program, options.library)
    if options.write:
        options.counts.write_text(written(compiler, counts), encoding="utf-8")
        print(f"{len(counts)} paths: {options.counts}")
        return 0
    faults, improved = judged(expected, counts)
    print("\n".join([*(f"FAILED {fault}" for fault in faults), *(f"improved {path}" for path in improved)]))
    if faults or improved:
        print(f"To keep these counts: {ANEW}")
    print(f"{len(counts)} paths, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except callgrind.Failed as failure:
        sys.exit(str(failure))
