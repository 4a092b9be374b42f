"""Pictures of replays: how often each row was taken, and how long tokens had been in their states before.

The library writes the picture, with a count beside each row. Numbers of rows take the place of counts there, and are
replaced by what is to be shown; the widths of arrows are those of the counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Callable

_PALE = "#cbd5e1"
_MARK = "×"


def picture(draw: Callable[[str, Sequence[int]], str], format: str, counts: Sequence[int], texts: Sequence[str]) -> str:
    """Return a picture in which each row has a text.

    draw: returns the picture in a format, with these counts.
    texts: of each row, such as "×12 · 3.5 h".
    """
    plain = draw(format, counts)
    if not texts:
        return plain
    marks = _marks(plain, max([*map(len, texts), 12]) - 1, len(texts))
    marked = draw(format, marks)
    pattern = re.compile(rf"{_MARK}({marks[0] // 10**8}\d{{8}})(?!\d)")
    first = marks[0]
    if format == "dot":
        marked = _thin_in_dot(_widths(marked, plain, r"penwidth=[\d.]+"), pattern, first, counts)
    elif format == "plantuml":
        marked = _pale_in_plantuml(_widths(marked, plain, r"thickness=\d+"), pattern, first, counts)

    def text(found: re.Match[str]) -> str:
        told = texts[int(found[1]) - first]
        return told.ljust(len(found[0])) if format == "matrix" else told

    replaced = pattern.sub(text, marked)
    return _narrowed(replaced) if format == "matrix" else replaced


def _narrowed(matrix: str) -> str:
    """Columns two spaces apart, which are further apart since numbers of rows are longer than what replaced them."""
    lines = matrix.split("\n")
    width = max(map(len, lines))
    is_gap = [all(line[place : place + 1] in ("", " ") for line in lines) for place in range(width)]
    kept = [place for place in range(width) if place < 2 or not all(is_gap[place - 2 : place + 1])]
    return "\n".join("".join(line[place : place + 1] for place in kept).rstrip() for line in lines)


def _marks(text: str, digits: int, count: int) -> list[int]:
    """Numbers of so many digits, at most 18, whose last eight count the rows, and which no name in a text has behind a
    mark."""
    digits = min(max(digits, 11), 18)
    heads = range(10 ** (digits - 9), 10 ** (digits - 8))
    head = next(each for each in heads if f"{_MARK}{each}" not in text)
    return [head * 10**8 + row for row in range(count)]


def _widths(marked: str, plain: str, pattern: str) -> str:
    """Take the widths of arrows from the same picture with other counts."""
    widths = iter(re.findall(pattern, plain))
    return re.sub(pattern, lambda found: next(widths, found[0]), marked)


def _rows(line: str, pattern: re.Pattern[str], first: int) -> list[int]:
    return [int(each) - first for each in pattern.findall(line)]


def _thin_in_dot(text: str, pattern: re.Pattern[str], first: int, counts: Sequence[int]) -> str:
    """Draw arrows thin of which no row was taken. The label of an arrow may be a node between two arrows."""
    idle: dict[str, bool] = {}
    lines = []
    for line in text.split("\n"):
        rows = _rows(line, pattern, first)
        is_idle = bool(rows) and not any(counts[row] for row in rows)
        arrow = re.match(r" *(\w+) -> (\w+) \[", line)
        if arrow is None:
            node = re.match(r" *(\w+) \[", line)
            if node is not None and rows:
                idle[node[1]] = is_idle
        elif is_idle or (not rows and any(idle.get(end) for end in arrow.groups() if end.startswith("l"))):
            line = re.sub(r"penwidth=[\d.]+(?=\]$)", f'penwidth=0.4, color="{_PALE}", arrowsize=0.5', line)
        lines.append(line)
    return "\n".join(lines)


def _pale_in_plantuml(text: str, pattern: re.Pattern[str], first: int, counts: Sequence[int]) -> str:
    """The same in PlantUML, which has no thinner arrows."""
    lines = []
    for line in text.split("\n"):
        rows = _rows(line, pattern, first)
        if rows and not any(counts[row] for row in rows):
            line = re.sub(r"^(\S+ -\[)#\w+", rf"\g<1>{_PALE}", line)
        lines.append(line)
    return "\n".join(lines)
