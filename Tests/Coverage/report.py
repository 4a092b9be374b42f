"""report.py COVERAGE FUNCTIONS GAPS: a table of what is covered, and whether every gap is named.

COVERAGE is what llvm-cov exports, FUNCTIONS what llvm-profdata shows: the functions that the library holds. Those that only
front ends in Swift call are not in it, and not counted; the tests in Swift have them.

GAPS has headings, a reason each (## because …), and below them a line for each gap that has it: file, line of code, and the
part of it that never runs. A gap inside a larger one is not named.
"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import sys
from dataclasses import dataclass

LEAST = 97.0


@dataclass(frozen=True)
class Region:
    """A piece of code with a counter of its own."""

    file: str
    line: int
    column: int
    last_line: int
    last_column: int

    def holds(self, other: Region) -> bool:
        return (
            self.file == other.file and self != other and (self.line, self.column) <= (other.line, other.column)
            and (other.last_line, other.last_column) <= (self.last_line, self.last_column)
        )  # fmt: skip


@dataclass
class Counts:
    """How much there is, and how much of it never runs."""

    total: int = 0
    missed: int = 0

    @property
    def rate(self) -> float:
        return 100 * (1 - self.missed / max(1, self.total))

    def add(self, other: Counts) -> None:
        self.total += other.total
        self.missed += other.missed


def _functions(data: dict[str, list[dict[str, object]]], known: set[str]) -> list[dict[Region, int]]:
    """The regions of each function that the library holds, with how often they ran."""
    found: list[dict[Region, int]] = []
    for function in data["functions"]:
        files, regions = function["filenames"], function["regions"]
        assert isinstance(files, list) and isinstance(regions, list)
        if str(function["name"]) in known:
            found.append(
                {Region(files[item[5]], *item[:4]): item[4] for item in regions if item[7] == 0}  # 0: code
            )
    return found


def regions_of(functions: list[dict[Region, int]]) -> dict[Region, int]:
    """Generic functions are there several times, and closures in those around them."""
    counts: dict[Region, int] = {}
    for function in functions:
        for region, count in function.items():
            counts[region] = max(counts.get(region, 0), count)
    return counts


def lines_of(functions: list[dict[Region, int]]) -> dict[tuple[str, int], int]:
    """A line ran as often as what begins in it, or else as the innermost region around it."""
    counts: dict[tuple[str, int], int] = {}
    for function in functions:
        of_line: dict[tuple[str, int], int] = {}
        around: dict[tuple[str, int], Region] = {}
        for region, count in function.items():
            start = (region.file, region.line)
            of_line[start] = max(of_line.get(start, 0), count)
            for line in range(region.line + 1, region.last_line + 1):
                place = (region.file, line)
                if place not in around or around[place].holds(region):
                    around[place] = region
        for place, region in around.items():
            of_line[place] = max(of_line.get(place, 0), function[region])
        for place, count in of_line.items():
            counts[place] = max(counts.get(place, 0), count)
    return counts


def short(path: str) -> str:
    return path.split("/Sources/")[1]


def table(regions: dict[Region, int], lines: dict[tuple[str, int], int]) -> bool:
    """Prints the table. Whether enough of everything ran."""
    by_file: dict[str, tuple[Counts, Counts]] = collections.defaultdict(lambda: (Counts(), Counts()))
    for region, count in regions.items():
        by_file[short(region.file)][1].add(Counts(1, count == 0))
    for (file, _), count in lines.items():
        by_file[short(file)][0].add(Counts(1, count == 0))
    folders: dict[str, tuple[Counts, Counts]] = collections.defaultdict(lambda: (Counts(), Counts()))
    for file, rows in sorted(by_file.items()):
        for name in (file.rpartition("/")[0], "all"):
            for sum_of, row in zip(folders[name], rows):
                sum_of.add(row)
    print(f"{'':50} {'lines':>7} {'missed':>7} {'%':>7} {'regions':>8} {'missed':>7} {'%':>7}")
    incomplete = [(file, rows) for file, rows in sorted(by_file.items()) if rows[0].missed + rows[1].missed > 0]
    for name, (of_lines, of_regions) in [*incomplete, *sorted(folders.items(), key=lambda item: item[0] == "all")]:
        print(
            f"{name:50} {of_lines.total:7} {of_lines.missed:7} {of_lines.rate:7.2f} "
            f"{of_regions.total:8} {of_regions.missed:7} {of_regions.rate:7.2f}"
        )
    return all(counts.rate >= LEAST for counts in folders["all"])


def gaps_of(regions: dict[Region, int]) -> list[Region]:
    """What never ran, but for what lies in a larger gap."""
    missed = sorted((region for region, count in regions.items() if count == 0), key=lambda region: (
        region.file, region.line, region.column, -region.last_line, -region.last_column))  # fmt: skip
    outer: list[Region] = []
    for region in missed:
        if not outer or not outer[-1].holds(region):
            outer.append(region)
    return outer


def name_of(gap: Region, code: list[str]) -> str:
    """The same wherever it stands in its file."""
    line = code[gap.line - 1]
    end = gap.last_column - 1 if gap.line == gap.last_line else len(line)
    part = line[gap.column - 1 : end].strip() or "what follows"
    return re.sub(r"\s+", " ", f"{short(gap.file)}: {line.strip()} [{part}]")


def read_named(path: pathlib.Path) -> dict[str, str]:
    named: dict[str, str] = {}
    reason = ""
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith("## "):
            reason = line[3:]
        elif line and not line.startswith("#"):
            named[line] = reason
    return named


def main() -> int:
    coverage, names, gaps_path = map(pathlib.Path, sys.argv[1:4])
    known = {line.strip().removesuffix(":") for line in names.read_text().splitlines() if line.endswith(":")}
    # Local functions bear the name of their file.
    known |= {name.rpartition(".swift:")[2] for name in known}
    data = json.loads(coverage.read_text())["data"][0]
    functions = _functions(data, known)
    regions = regions_of(functions)
    is_enough = table(regions, lines_of(functions))
    sources = {region.file: pathlib.Path(region.file).read_text().splitlines() for region in regions}
    gaps = {name_of(gap, sources[gap.file]): gap for gap in gaps_of(regions)}
    named = read_named(gaps_path)
    missing = [name for name in gaps if not named.get(name)]
    for name in missing:
        print(f"A gap without a reason: {name} (line {gaps[name].line})")
    for name in sorted(set(named) - set(gaps)):
        print(f"No gap any more: {name}")
    print(f"{len(gaps)} gaps, {len(missing)} of them not named in {gaps_path.name}")
    if not is_enough:
        print(f"Less than {LEAST:.0f} % were reached.")
    return 0 if is_enough and not missing else 1


if __name__ == "__main__":
    sys.exit(main())
