"""The table of README.md that `send_benchmark.py` makes: its form, reading it, and writing it into the README.

Needs none of the packages that are compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- benchmarks/send_benchmark.py writes this table -->\n", "<!-- end of the table -->\n"
LIBRARY = "swiftfsm"
PACKAGES = ("a dict", LIBRARY, "Automat", "transitions", "python-statemachine")
"""Its rows, in order."""
COLUMNS = ("an event", "with a callback", "with a callback and a number", "making a machine")

Times = Mapping[str, Sequence[float]]
"""By package, in nanoseconds, a column each."""


def render(times: Times) -> str:
    """Return the table as Markdown, in microseconds. Errors: ValueError if a package or a column is missing."""
    if tuple(times) != PACKAGES or {len(row) for row in times.values()} != {len(COLUMNS)}:
        raise ValueError(f"a table has the rows {', '.join(PACKAGES)}, with {len(COLUMNS)} columns each")
    lines = [f"| µs | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    lines += [f"| {package} | {' | '.join(map(microseconds, row))} |" for package, row in times.items()]
    return "\n".join(lines) + "\n"


def microseconds(nanoseconds: float) -> str:
    """Spell a time with two digits that count: 0.08, 1.2, 12, 120."""
    digits = 2 if nanoseconds < 995 else 1 if nanoseconds < 9_950 else 0
    rounded = nanoseconds / 1_000 if nanoseconds < 99_500 else round(nanoseconds / 1_000, -1)
    return f"{rounded:.{digits}f}"


def parse(text: str) -> dict[str, list[float]]:
    """Read the table of a README. Errors: ValueError if it has none, or one of another form."""
    header, dashes, *rows = _found(text).splitlines() or [""] * 2
    if header != f"| µs | {' | '.join(COLUMNS)} |" or not re.fullmatch(r"(\|---)+\|", dashes):
        raise ValueError("the table of the README has other columns: write it anew, with send_benchmark.py --write")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name: [float(time) * 1_000 for time in row] for name, *row in cells}


def replaced(text: str, table: str) -> str:
    """Return a README with another table. Errors: ValueError if it has no place for one."""
    return text.replace(BEGIN + _found(text), BEGIN + table)


def write(times: Times, readme: Path = README) -> None:
    """Write the table into a README. Errors: as `replaced`."""
    readme.write_text(replaced(readme.read_text(encoding="utf-8"), render(times)), encoding="utf-8")


def _found(text: str) -> str:
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(END) < text.index(BEGIN):
        raise ValueError(f"the README has no place for the table, between the lines {BEGIN.strip()} and {END.strip()}")
    return text.partition(BEGIN)[2].partition(END)[0]
