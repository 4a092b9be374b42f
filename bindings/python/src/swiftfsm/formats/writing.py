"""Writes documents: names as the library writes them, rows, and blocks inside each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .faults import Faults, shown

NAME_LIMIT = 255
LINE_LIMIT = 4096
BYTE_LIMIT = 16 * 1024 * 1024
"""In bytes, as the library reads them."""

RESERVED = frozenset("any same internal dynamic none initial failed last request eventless defer".split())
"""Words for reserved ids: as a name of one's own each stands in quotes."""

_KEYWORDS = RESERVED | frozenset("version named adopts in was final by of overriding local not and raises".split())
_WORD = re.compile(r"(?:[A-Za-z0-9_.]|[^\x00-\x7f]|-(?=[A-Za-z0-9]|[^\x00-\x7f]))+")
# Controls, marks that change the direction of text, characters without width, separators of lines, and surrogates.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


class Names:
    """Writes names; one that no document can have is a fault."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def __call__(self, name: str, line: int, path: str = "") -> str:
        """The name as a document writes it: in quotes unless it is a word that means nothing else."""
        if _WORD.fullmatch(name) and name not in _KEYWORDS and len(name) * 4 <= NAME_LIMIT and name.isascii():
            return name
        problem = _problem(name)
        if problem:
            self._faults.add(line, f"{path}expected a name {problem}, found {shown(name)}")
            return "x"
        if _WORD.fullmatch(name) and name not in _KEYWORDS:
            return name
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def each(self, names: Iterable[str], line: int) -> tuple[str, ...]:
        return tuple(self(name, line) for name in names)


def _problem(name: str) -> str:
    if not name:
        return "that is not empty"
    if _HIDDEN.search(name):
        return "of characters that can be seen"
    if len(name.encode()) > NAME_LIMIT:
        return f"of at most {NAME_LIMIT} bytes"
    quoted = len(name.encode()) + name.count('"') + name.count("\\")
    return "" if quoted <= NAME_LIMIT else f"of at most {NAME_LIMIT} bytes, with those that quotes add"


@dataclass
class Row:
    """A row. All names are as a document writes them, and reserved words stand for themselves."""

    event: str
    targets: Sequence[str]
    line: int = 0
    """Of the foreign definition."""
    source: str = ""
    match: str = ""
    conditions: Sequence[str] = ()
    """Guards, and `in x` or `not in x`."""
    resolver: str = ""
    actions: Sequence[str] = ()
    raises: Sequence[str] = ()
    label: str = ""
    is_overriding: bool = False
    is_local: bool = False
    comment: str = ""

    def __str__(self) -> str:
        head = [f"{self.label}:"] if self.label else []
        head += ["overriding"] * self.is_overriding + ["local"] * self.is_local
        head += [self.source] * bool(self.source) + [self.event] + [f"[{self.match}]"] * bool(self.match)
        if self.conditions:
            head += ["?", *self.conditions]
        head += ["->", " and ".join(self.targets)]
        if self.resolver:
            head += ["by", self.resolver]
        if self.actions:
            head += ["/", *self.actions]
        if self.raises:
            head += ["raises", *self.raises]
        return " ".join(head)


def reachable(rows: Iterable[Row]) -> list[Row]:
    """The rows of one block without those that are never taken, under `guards first match`: which stand behind one for
    the same event that has no conditions, or the same ones. The library would take the like for a mistake."""
    known: dict[str, set[tuple[str, ...]]] = {}
    found = []
    for row in rows:
        before = known.setdefault(f"{row.source} {row.event}", set())
        if () in before or tuple(row.conditions) in before:
            continue
        before.add(tuple(row.conditions))
        found.append(row)
    return found


@dataclass
class Block:
    """A block: its heading, its lines, its rows, and the blocks inside it."""

    heading: str
    line: int = 0
    """Of the foreign definition."""
    lines: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    inner: list[Block] = field(default_factory=list)
    comment: str = ""

    def add(self, word: str, names: Sequence[str]) -> None:
        """Add `entry a b`, if there are names."""
        if names:
            self.lines.append(" ".join((word, *names)))


@dataclass
class Document:
    """A definition."""

    name: str = ""
    version: str = ""
    comment: str = ""
    lines: list[str] = field(default_factory=list)
    """Statements before the blocks."""
    blocks: list[Block] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    """Rows that belong to no block; they stand behind the blocks."""

    def text(self, faults: Faults) -> str:
        """The document. Raises FormatError if there are faults."""
        heading = " ".join(
            ["definition"] + [self.name] * bool(self.name) + ["version", self.version][: 2 * bool(self.version)]
        )
        lines = _comment(self.comment, "") + [heading] + [f"  {line}" for line in self.lines]
        size = sum(map(len, lines))
        for line, text in self._body():
            if len(text) * 4 > LINE_LIMIT and len(text.encode(errors="replace")) > LINE_LIMIT:
                faults.add(line, f"expected less here: a line of a document has at most {LINE_LIMIT} bytes")
            lines.append(text)
            size += len(text) + 1
            if size > BYTE_LIMIT:
                # Few bytes may stand for many lines.
                raise faults.error(line, f"expected less up to here: a document has at most {BYTE_LIMIT} bytes")
        faults.check()
        return "\n".join(lines) + "\n"

    def _body(self) -> Iterator[tuple[int, str]]:
        """The lines of blocks and rows, each with its line in the foreign definition."""
        for block in self.blocks:
            yield from _lines(block)
        for row in self.rows:
            yield from _row_lines(row, "  ")


def _lines(block: Block) -> Iterator[tuple[int, str]]:
    """The lines of a block, each with its line in the foreign definition. Nothing recurses, however deep blocks are."""
    waiting = [(block, 1)]
    while waiting:
        block, depth = waiting.pop()
        indentation = "  " * depth
        for text in _comment(block.comment, indentation):
            yield block.line, text
        yield block.line, indentation + block.heading
        for text in block.lines:
            yield block.line, f"{indentation}  {text}"
        for row in block.rows:
            yield from _row_lines(row, indentation + "  ")
        waiting += [(each, depth + 1) for each in reversed(block.inner)]


def _row_lines(row: Row, indentation: str) -> list[tuple[int, str]]:
    return [(row.line, text) for text in (*_comment(row.comment, indentation), f"{indentation}{row}")]


def _comment(text: str, indentation: str) -> list[str]:
    lines = (" ".join(_HIDDEN.sub(" ", line).split()) for line in text.splitlines())
    return [f"{indentation}# {line[:200]}" for line in lines if line]
