"""A whole case: its sections, and what concerns all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

from .case import Case, Finding, StateRow
from .document import read_twin
from .reading_definition import read_definition
from .reading_runs import read_run
from .text import Cursor, Fault, Lines, read_text
from .words import case_number, take_cases, take_id, use_label

_SECTIONS = ("definition", "diagnostics", "transitions", "run")


def read_case(path: Path, contents: Optional[str] = None) -> Case:
    """Reads a file, or one of the cases of a file. Raises Fault."""
    case = Case(path, contents=path.read_text(encoding="utf-8") if contents is None else contents)
    _read_sections(case, Lines(read_text(case.contents)))
    if not (case.diagnostics_line or case.transitions_line or case.runs):
        raise Fault(1, "the case checks nothing: it needs diagnostics, transitions or a run")
    for callback in case.callbacks.values():
        if callback.signature is not None and not callback.is_registered:
            raise Fault(
                callback.signature.line, f"the callable {callback.role} {callback.name} is registered nowhere"
            )
    for word, label in case.labels.items():
        if not label.is_used:
            raise Fault(label.line, f"label {word} is not used")
    return case


def _read_sections(case: Case, lines: Lines) -> None:
    seen: list[str] = []
    while lines:
        heading = lines.take()
        below = lines.below(0)
        section = next((each for each in _SECTIONS if heading.skip(each)), None)
        if section is None:
            heading.fault(f"there is no section {heading.peek}")
        if any(_SECTIONS.index(each) >= _SECTIONS.index(section) and not each == section == "run" for each in seen):
            heading.fault("the order is: definition, diagnostics, transitions, runs; all but runs once")
        seen.append(section)
        if section == "run":
            read_run(case, heading, below)
            continue
        heading.expect_end()
        if section == "definition":
            read_definition(case, below, read_twin(case.contents))
        elif section == "diagnostics":
            case.diagnostics_line = heading.line.number
            _read_diagnostics(case, below)
        else:
            case.transitions_line = heading.line.number
            _read_transitions(case, below)
    if "definition" not in seen:
        raise Fault(1, "the case has no definition")


def _read_diagnostics(case: Case, lines: Lines) -> None:
    count = len(lines)
    if not count:
        raise Fault(case.diagnostics_line, "no diagnostics at all are written as: none")
    while lines:
        cursor = lines.take()
        if count == 1 and cursor.sees("none") and len(cursor.line.tokens) == 1:
            return
        if cursor.line.depth > 1:
            cursor.fault("nothing stands below a diagnostic")
        _read_finding(case, cursor)


def _read_finding(case: Case, cursor: Cursor) -> None:
    """Reads "implicit clash: a b for [Mood glad, Policy weak] (state locked)", of which the first words are needed."""
    line = cursor.line.number
    kind = " ".join(cursor.words())
    places: list[int] = []
    if cursor.skip(":"):
        while not places or (cursor.sees_word and not cursor.sees("for")):
            places.append(use_label(case, line, cursor.word("a label")).line)
    cases = take_cases(case, cursor) if cursor.skip("for") else []
    finding = Finding(line, kind, places, cases, {}, [])
    if cursor.skip("("):
        _take_fields(case, cursor, finding)
    cursor.expect_end()
    case.findings.append(finding)


def _take_fields(case: Case, cursor: Cursor, finding: Finding) -> None:
    fields = finding.fields
    words = ("state", "event", "target", "predicate", "case", "saying")
    is_first = True
    while is_first or cursor.skip(","):
        is_first = False
        word = next((each for each in words if cursor.skip(each)), None)
        if word is None:
            cursor.fault(f"state, event, target, predicate, case or saying is expected here, not {cursor.peek}")
        if word == "saying":
            finding.sayings.append(cursor.quoted("a text in quotes"))
        elif word == "case":
            predicate = fields.get("predicate", -1)
            fields[word] = case_number(case, cursor.line.number, predicate, cursor.word("a case"))
        else:
            fields[word] = take_id(case, cursor, "state" if word == "target" else word)
    cursor.expect(")")


def _read_transitions(case: Case, lines: Lines) -> None:
    while lines:
        cursor = lines.take()
        if cursor.line.depth > 1:
            cursor.fault("nothing stands below transitions")
        source = take_id(case, cursor, "state")
        cursor.expect(":")
        is_first = True
        while is_first or cursor.sees_word:
            is_first = False
            word = cursor.word("the label of a row")
            label = use_label(case, cursor.line.number, word)
            if label.kind != "row":
                cursor.fault(f"{word} is not the label of a row")
            case.transitions.append(StateRow(cursor.line.number, source, label.number))
        cursor.expect_end()
