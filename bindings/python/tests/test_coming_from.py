"""The pages for those who come from another package: what both columns of a table, and both programs, do."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from columns_here import Column
from columns_there import columns_of

import swiftfsm

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = {
    "coming-from-transitions": "transitions",
    "coming-from-python-statemachine": "statemachine",
    "coming-from-automat": "automat",
}
LATER = re.compile(
    r"\b(do_before|do_after|before=|after=|prepare=|on_exception=|error_target|error_event)|: {\"\w+\": "
)
"""Words that a build of the package may not have yet."""
HAS_LATER = hasattr(swiftfsm, "do_before")


class Program(NamedTuple):
    """A block of Python, and what it is said to print."""

    page: str
    line: int
    text: str
    printed: str


class Pair(NamedTuple):
    """A row of a table: what is written there, and here."""

    page: str
    line: int
    kind: str
    what: str
    there: str
    here: str


def programs(page: str) -> list[Program]:
    """The blocks of Python; several that follow each other print what the next block of text says."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found: list[Program] = []
    waiting: list[tuple[int, str]] = []
    for block in re.finditer(r"^(?:(## )|```(python|text)\n(.*?)^```$)", text, flags=re.M | re.S):
        line = text.count("\n", 0, block.start()) + 1
        if block[1]:
            assert not waiting, f"{page}, line {line}: what do the programs before it print?"
        elif block[2] == "python":
            waiting.append((line, block[3]))
        else:
            found += [Program(page, at, program, block[3]) for at, program in waiting]
            waiting = []
    assert not waiting
    return found


def pairs(page: str) -> list[Pair]:
    """The rows of tables whose first column tells what is run: a transition, a state, or a call."""
    found = []
    kind = ""
    lines = (DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("| ") else []
        if line.startswith("|---"):
            continue
        if not cells:
            kind = ""
        elif not kind:
            assert len(cells) == 3, f"{page}, line {number}"
            kind = cells[0]
        else:
            there, here = (re.fullmatch(r"`(.*)`", cell) for cell in cells[1:])
            assert there is not None and here is not None, f"{page}, line {number}"
            found.append(
                Pair(page, number, kind, cells[0], there[1].replace("\\|", "|"), here[1].replace("\\|", "|"))
            )
    return found


PROGRAMS = [program for page in PAGES for program in programs(page)]
PAIRS = [pair for page in PAGES for pair in pairs(page)]


NEEDED = {"transitions": "Machine", "statemachine": "StateChart", "automat": "TypeMachineBuilder"}
"""What a package has since the version that its page is about."""


def need(page: str, text: str) -> None:
    package = pytest.importorskip(PAGES[page], reason=f"{PAGES[page]} is not installed: it is in the extra test")
    if not hasattr(package, NEEDED[PAGES[page]]):
        pytest.skip(f"{PAGES[page]} is too old for the page")
    if LATER.search(text) and not HAS_LATER:
        pytest.skip("this build has no callbacks before and after a row")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: f"{each.page} line {each.line}")
def test_programs_print_what_is_said(program: Program) -> None:
    need(program.page, program.text if "from swiftfsm" in program.text else "")
    name = f"{program.page}_{program.line}".replace("-", "_")
    module = sys.modules[name] = ModuleType(name)
    output = io.StringIO()
    try:
        with redirect_stdout(output):
            exec(compile(program.text, f"{program.page}.md", "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules[name]
    assert output.getvalue() == program.printed


@pytest.mark.parametrize("pair", PAIRS, ids=lambda each: f"{each.page} {each.kind} {each.what}")
def test_both_columns_do_the_same(pair: Pair) -> None:
    need(pair.page, pair.here)
    there, here = columns_of(PAGES[pair.page], pair.kind)
    expected = _run(there, pair.there)
    assert expected, "nothing happens"
    assert _run(here, pair.here) == expected


def _run(column: Column, code: str) -> list[Any]:
    return column(code)


def test_pages_have_both_sides() -> None:
    for page, package in PAGES.items():
        of_page = [program.text for program in PROGRAMS if program.page == page]
        theirs = sum(bool(re.search(rf"^from {package}\b|^import {package}\b", text, flags=re.M)) for text in of_page)
        assert theirs > 2 and len(of_page) - theirs > 2, page
        assert len([pair for pair in PAIRS if pair.page == page]) >= 12, page


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("https://")]
        assert [link for link in links if not (DOCS / link).exists()] == []
        readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
        assert f"](docs/{page}.md)" in readme
