"""The prose of comments and docstrings, as reStructuredText.

Comments of this project are plain text with a few habits, in C, C++, Python and TypeScript alike:

- paragraphs, and lists of lines that begin with "- ";
- four spaces before an example, behind an empty line;
- two or three spaces before a line of a table: a term, two spaces or more, and what is said of it;
- "name: what is said of it", a line each, whose further lines are four spaces deeper;
- `code`, and tables of Markdown;
- "Errors:", "Cost:" and their like at the beginning of a line, which begin a paragraph.
"""

from __future__ import annotations

import re
from typing import Callable, Iterator

Linker = Callable[[str], "str | None"]
"""Makes a role of a name, such as ":c:func:`sfsm_version`"; None if nothing has this name."""

LABELS = re.compile(r"(Errors|Cost|Returns?|Threads|Raises|Throws)\b[^:.]{0,60}[:.]|Returns? |Throws ")
TERM = re.compile(r"( {2,4})(\S(?:.*?\S)?) {2,}(\S.*)$")
FILES = re.compile(r" {4}[\w.]+\.hpp {2,}\S")
BARE_TERM = re.compile(r" {2,3}\S")
DOCUMENT = re.compile(r'"?definition\b')
NAMED = re.compile(r"([A-Za-z*][\w*]*(?:(?:, | and |,? or )[\w*]+| [a-z]+){0,3}): (\S.*)$")
ITEM = re.compile(r"- (.*)$")
WORD = re.compile(
    r"`(?P<quoted>[^`]+)`|\b(?P<name>sfsm_\w+|SFSM_\w+|[A-Z]\w*Error\b)(?:\(\))?"
    r"|\b(?P<word>chapters?) (?P<number>\d+)(?P<further>(?:(?:, | and | to )\d+)*)"
)


def escaped(text: str) -> str:
    """Text of which nothing means anything to reStructuredText."""
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def literal(text: str) -> str:
    """As code in a line."""
    if text != text.strip() or "`" in text or text.endswith("\\"):
        return escaped(text)
    return f"``{text}``"


def inline(text: str, link: Linker, chapters: bool = False) -> str:
    """One paragraph, its names linked where there is something to link to."""
    parts: list[str] = []
    end = 0
    for match in WORD.finditer(text):
        parts.append(escaped(text[end : match.start()]))
        end = match.end()
        quoted, name = match["quoted"], match["name"]
        if quoted is not None:
            parts.append(f"\\ {link(quoted) or literal(quoted)}\\ ")
        elif name is not None:
            linked = link(name) or (escaped(name) if name.endswith("Error") else literal(name))
            parts.append(f"\\ {linked}\\ ")
        elif chapters:
            numbers = re.sub(r"\d+", lambda each: _chapter(each[0], each[0]), match["further"])
            first = _chapter(match["number"], f"{match['word']} {match['number']}")
            parts.append(first + numbers)
        else:
            parts.append(escaped(match[0]))
    parts.append(escaped(text[end:]))
    joined = "".join(parts)
    # What separates a role from a letter is not needed before a space, and not at the ends.
    return re.sub(r"(?<=\s)\\ |\\ (?=\s)|^\\ |\\ $", "", joined).strip()


def _chapter(number: str, text: str) -> str:
    return f"\\ :ref:`{text} <chapter-{number}>`\\ "


def rest(lines: list[str], link: Linker, language: str, chapters: bool = False) -> list[str]:
    """The lines of a comment as lines of reStructuredText; `language` is that of its examples."""
    made: list[str] = []
    for kind, block in _blocks(lines):
        if kind in ("code", "grammar"):
            used = "text" if kind == "grammar" or DOCUMENT.match(block[0]) else language
            made += [f".. code-block:: {used}", "", *(f"    {line}" if line else "" for line in block), ""]
        elif kind == "table":
            for term, said in _terms(block):
                # A line without a term, "and those of ...", is no part of the table.
                made += [inline(term, link, chapters), f"    {inline(said, link, chapters)}"] if said else [""]
                made += [] if said else [inline(term, link, chapters), ""]
            made.append("")
        elif kind == "markdown":
            made += _markdown_table(block, link)
        elif kind == "list":
            for item in block:
                made.append(f"- {inline(item, link, chapters)}")
            made.append("")
        elif named := _named(block):
            made += [f"- **{escaped(name)}**: {inline(said, link, chapters)}" for name, said in named] + [""]
        else:
            made += [inline(" ".join(each.strip() for each in block), link, chapters), ""]
    return made


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each part of a comment with its kind."""
    at = 0
    after_blank = True
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at, after_blank = at + 1, True
            continue
        indent = len(line) - len(line.lstrip())
        if line.startswith("|"):
            end = _while(lines, at, lambda each: each.startswith("|"))
            yield "markdown", lines[at:end]
        elif FILES.match(line) or TERM.match(line) and indent < 4 and not _is_grammar(lines, at):
            end = _while(lines, at, lambda each: each.startswith("  "))
            yield "table", lines[at:end]
        elif indent >= 2 and after_blank:
            end = at
            while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * indent)):
                end += 1
            code = lines[at:end]
            while not code[-1].strip():
                code.pop()
            indent = min(len(each) - len(each.lstrip()) for each in code if each.strip())
            yield "grammar" if _is_grammar(lines, at) else "code", [each[indent:] for each in code]
        elif ITEM.match(line):
            items: list[str] = []
            end = at
            while end < len(lines) and lines[end].strip() and (lines[end][0] == " " or ITEM.match(lines[end])):
                found = ITEM.match(lines[end])
                if found:
                    items.append(found[1])
                else:
                    items[-1] += f" {lines[end].strip()}"
                end += 1
            yield "list", items
        else:
            end = at + 1
            while end < len(lines) and lines[end].strip() and not _begins(lines[end]):
                end += 1
            yield "text", lines[at:end]
        at, after_blank = end, not lines[end - 1].strip()


def _is_grammar(lines: list[str], at: int) -> bool:
    """Whether a table has columns in further lines of a term too: it stays as it is written."""
    end = _while(lines, at, lambda each: each.startswith("  ") or not each)
    inner = [line for line in lines[at:end] if TERM.match(lines[at]) and line.startswith("      ")]
    return sum(bool(re.match(r" {4,}\S(?:.*?\S)? {2,}\S", line)) for line in inner) > 1


def _while(lines: list[str], at: int, holds: Callable[[str], bool]) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _begins(line: str) -> bool:
    """Whether a line inside of a paragraph begins something else."""
    return bool(LABELS.match(line) or ITEM.match(line) or TERM.match(line) or line.startswith("|"))


def _terms(block: list[str]) -> Iterator[tuple[str, str]]:
    """The lines of a table; one that is indented further belongs to the line before it."""
    term, said = "", ""
    indent = len(block[0]) - len(block[0].lstrip())
    for line in block:
        found = TERM.match(line)
        if found and len(found[1]) == indent:
            if term:
                yield term, said
            term, said = found[2], found[3]
        elif len(line) - len(line.lstrip()) == indent and BARE_TERM.match(line):
            yield term, said
            term, said = line.strip(), ""
        else:
            said = f"{said} {line.strip()}".strip()
    yield term, said


def _named(block: list[str]) -> list[tuple[str, str]]:
    """The lines "name: what is said of it", with further lines four spaces deeper; nothing for any other paragraph."""
    named: list[tuple[str, str]] = []
    for line in block:
        found = NAMED.match(line)
        if found:
            named.append((found[1], found[2]))
        elif line.startswith("    ") and named:
            named[-1] = (named[-1][0], f"{named[-1][1]} {line.strip()}")
        else:
            return []
    # A single line may be any sentence with a colon.
    return named if len(named) > 1 or (len(block) > 1 and not LABELS.match(block[0])) else []


def _markdown_table(block: list[str], link: Linker) -> list[str]:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    made = [".. list-table::", "    :header-rows: 1", ""]
    for number, row in enumerate(rows):
        if number == 1 and all(set(cell) <= set("-: ") for cell in row):
            continue
        for column, cell in enumerate(row):
            made.append(f"    {'*' if column == 0 else ' '} - {inline(cell, link)}")
    return [*made, ""]
