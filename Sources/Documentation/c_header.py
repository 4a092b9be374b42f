"""The parts of include/swiftfsm.h in their order, for its reference: chapters, and declarations with their comments."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Item:
    """Declarations that share a comment; or a comment by itself."""

    comment: list[str]
    declarations: list[str] = field(default_factory=list)


@dataclass
class Chapter:
    """A chapter of the header; number 0 is what stands before the first."""

    number: int
    title: str
    prose: list[str]
    items: list[Item] = field(default_factory=list)


CHAPTER = re.compile(r"/\* -{20,}\n \* (\d+)\. (.*)\n((?: \*.*\n)*?) \* -{20,} \*/\n")
COMMENT = re.compile(r"/\*(?:.|\n)*?\*/[ \t]*")
LINES_TO_SKIP = re.compile(r"#(if|ifdef|ifndef|else|elif|endif|include|error)\b|extern \"C\"|}$")


def chapters(text: str) -> list[Chapter]:
    """The chapters of the header."""
    # What follows the C interface are overloads for C++, and how the macros that send are made.
    interface = text.split("\n#ifdef __cplusplus\n}\n", 1)[0]
    starts = list(CHAPTER.finditer(interface))
    preamble = interface[: interface.index("*/") + 2]
    made = [Chapter(0, "The header", comment_lines(preamble))]
    for start, end in zip(starts, [*(each.start() for each in starts[1:]), len(interface)]):
        prose = [line[3:] if line.startswith(" * ") else "" for line in start[3].splitlines()]
        made.append(Chapter(int(start[1]), start[2].strip(), _trimmed(prose), list(items(interface[start.end() : end]))))
    return made


def comment_lines(comment: str) -> list[str]:
    """The lines of a comment, without what makes it one."""
    inner = comment.strip()[2:-2].strip("*\n ") if "\n" not in comment.strip() else comment.strip()[2:-2]
    lines = []
    for number, line in enumerate(inner.split("\n")):
        if number > 0 or line.startswith(" *"):
            line = re.sub(r"^ +\* ?|^ +\*$", "", line, count=1)
        lines.append(line.rstrip() if number > 0 else line.strip())
    return _trimmed(lines)


def _trimmed(lines: list[str]) -> list[str]:
    """The lines without empty ones at both ends."""
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def items(text: str) -> list[Item]:
    """The declarations of a chapter, together with what stands above them without an empty line between."""
    found: list[Item] = []
    at, joined = 0, False
    while at < len(text):
        if text[at] == "\n":
            at, joined = at + 1, False
            continue
        end = text.index("\n", at)
        line = text[at:end]
        comment = COMMENT.match(text, at)
        if comment:
            found.append(Item(comment_lines(comment[0])))
            at, joined = min(comment.end() + 1, len(text)), True
        elif line.startswith("#define"):
            while line.endswith("\\"):
                end = text.index("\n", end + 1)
                line = text[at:end]
            _add(found, line, joined)
            at, joined = end + 1, True
        elif LINES_TO_SKIP.match(line):
            at = end + 1
        else:
            end = _end_of_declaration(text, at)
            _add(found, text[at:end].strip(), joined)
            at, joined = end + 1, True
    return found


def _add(found: list[Item], declaration: str, joined: bool) -> None:
    if not joined or not found:
        found.append(Item([]))
    found[-1].declarations.append(declaration)


def _end_of_declaration(text: str, at: int) -> int:
    """Behind the semicolon, or the body, that ends a declaration, and behind a comment in the same line."""
    depth = 0
    while True:
        comment = COMMENT.match(text, at)
        if comment:
            at = comment.end()
            continue
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0 and text[at + 1] == "\n":
                return at + 1
        elif text[at] == ";" and depth == 0:
            behind = re.compile(r";[ \t]*(/\*(?:.|\n)*?\*/)?").match(text, at)
            assert behind is not None
            return behind.end()
        at += 1
