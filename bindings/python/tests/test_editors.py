"""The TextMate grammar for documents: it knows all keywords, and gives every word of all cases its scope."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imported import written
from textmate import Grammar, Piece

from swiftfsm.formats.writing import RESERVED

ROOT = Path(__file__).resolve().parents[3]
EDITORS = ROOT / "bindings" / "editors"
SOURCE = (EDITORS / "fsm.tmLanguage.json").read_text()
GRAMMAR = Grammar(json.loads(SOURCE))

STATE, EVENT = "entity.name.type.state.fsm", "entity.name.function.event.fsm"
GUARD, ACTION = "support.function.guard.fsm", "support.function.action.fsm"
CALLBACK, KEYWORD = "support.function.callback.fsm", "keyword.control.fsm"
RESERVED_WORD, STRING = "constant.language.fsm", "string.quoted.double.fsm"
COMMENT, ARROW = "comment.line.number-sign.fsm", "keyword.operator.arrow.fsm"


@pytest.fixture(scope="module")
def cases() -> list[str]:
    """The conformance cases, with their comments and runs."""
    return [path.read_text() for path in sorted((ROOT / "Tests" / "Conformance" / "cases").glob("**/*.fsm"))]


def scopes(text: str) -> list[tuple[str, str]]:
    """Each word of a text with its innermost scope, without the end that all have."""
    found = []
    for line in GRAMMAR.lines(text):
        found += [(piece.text.strip(), piece.scopes[-1].removesuffix(".fsm")) for piece in line if piece.text.strip()]
    return found


def has(piece: Piece, *names: str) -> bool:
    return any(name in piece.scopes for name in names)


# ----------------------------------------------------------------------------------------------------------------------
# Single lines
# ----------------------------------------------------------------------------------------------------------------------


def test_a_row() -> None:
    row = '  a: overriding local off "go" [Mood glad|sad, Level 3] ? not in "on" in b ok -> '
    assert scopes(row + 'on and same by pick / x "y z" raises e') == [
        ("a", "entity.name.label"),
        (":", "punctuation.separator.label"),
        ("overriding", "storage.modifier"),
        ("local", "storage.modifier"),
        ("off", "entity.name.type.state"),
        ('"go"', "string.quoted.double"),
        ("[", "punctuation.section.brackets"),
        ("Mood", "support.type.predicate"),
        ("glad", "constant.other.case"),
        ("|", "punctuation.separator"),
        ("sad", "constant.other.case"),
        (",", "punctuation.separator"),
        ("Level", "support.type.predicate"),
        ("3", "constant.numeric"),
        ("]", "punctuation.section.brackets"),
        ("?", "keyword.operator"),
        ("not", "keyword.control"),
        ("in", "keyword.control"),
        ('"on"', "string.quoted.double"),
        ("in", "keyword.control"),
        ("b", "entity.name.type.state"),
        ("ok", "support.function.guard"),
        ("->", "keyword.operator.arrow"),
        ("on", "entity.name.type.state"),
        ("and", "keyword.control"),
        ("same", "constant.language"),
        ("by", "keyword.control"),
        ("pick", "support.function.callback"),
        ("/", "keyword.operator"),
        ("x", "support.function.action"),
        ('"y z"', "string.quoted.double"),
        ("raises", "keyword.control"),
        ("e", "entity.name.function.event"),
    ]


def test_a_line_with_an_arrow_is_a_row_whatever_its_words_are() -> None:
    assert scopes("    entry -> state")[0] == ("entry", "entity.name.function.event")
    assert scopes("    state exit -> x")[:2] == [
        ("state", "entity.name.type.state"),
        ("exit", "entity.name.function.event"),
    ]
    assert scopes('    entry "->" x')[0] == ("entry", "keyword.control"), "an arrow in quotes is none"
    assert scopes("    entry x # -> y")[:2] == [("entry", "keyword.control"), ("x", "support.function.callback")]


def test_words_that_only_begin_as_keywords() -> None:
    assert scopes("  state final-1 adopts by.x")[1] == ("final-1", "entity.name.type.state")
    assert scopes("    e -> raises-all / and.more")[2] == ("raises-all", "entity.name.type.state")
    assert scopes("    same-1 -> same")[0] == ("same-1", "entity.name.function.event")
    assert scopes("    e->same")[1:] == [("->", "keyword.operator.arrow"), ("same", "constant.language")]


def test_comments_and_quotes() -> None:
    assert scopes('    "a # b" -> c # "d"') == [
        ('"a # b"', "string.quoted.double"),
        ("->", "keyword.operator.arrow"),
        ("c", "entity.name.type.state"),
        ('# "d"', "comment.line.number-sign"),
    ]
    assert scopes(r'    "\"\\" -> c')[0] == (r'"\"\\"', "string.quoted.double")


# ----------------------------------------------------------------------------------------------------------------------
# The language
# ----------------------------------------------------------------------------------------------------------------------


def keywords_of_the_header() -> set[str]:
    """The words of the grammar of format 1, and what stands for its choices."""
    header = (ROOT / "include" / "swiftfsm.h").read_text()
    chapter = header[header.index(" * 13. Documents") :]
    grammar = chapter[chapter.index(" * Format 1.") : chapter.index(" * A line with an arrow is a row.")]
    found = set(re.findall(r'"([a-z]+)"', grammar))
    for choice in re.findall(r"\(([a-z |]+)\)", grammar):
        found |= set(choice.replace("|", " ").split())
    for words in re.findall(r"(?:ROLE: |unhandled\s)([a-z ]+)", grammar):
        found |= set(words.split())
    return found | {"run", "diagnostics", "transitions"}


def test_the_grammar_knows_every_keyword_of_the_header() -> None:
    keywords = keywords_of_the_header()
    assert {
        "definition",
        "parallel",
        "first",
        "match",
        "resolver",
        "raises",
        "timeout",
        "deep",
        "predicates",
    } <= keywords
    words = set(re.findall(r"[a-z]+", "\n".join(_patterns(json.loads(SOURCE)))))
    assert keywords - words == set()
    assert RESERVED - words == set()
    for phase in "resolve exit actions commit entry".split():
        assert scopes(f"  order {phase}")[1] == (phase, "constant.language.policy")
    for kind in "bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr".split():
        assert scopes(f"  event e ({kind} x)")[3:5] == [(kind, "storage.type"), ("x", "variable.parameter")]


def _patterns(value: Any) -> Iterator[str]:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, (dict, list)):
            yield from _patterns(each)
        elif key in ("match", "begin", "end"):
            yield each


# ----------------------------------------------------------------------------------------------------------------------
# All conformance cases
# ----------------------------------------------------------------------------------------------------------------------


def test_every_word_of_every_case_has_a_scope(cases: list[str]) -> None:
    for case in cases:
        for line in GRAMMAR.lines(case):
            plain = [
                piece for piece in line if piece.text.strip() and piece.scopes[-1] in ("source.fsm", "meta.row.fsm")
            ]
            # `reserved 12` is a word of cases alone.
            assert not plain or "reserved" in "".join(piece.text for piece in line), (plain, case)


def test_comments_of_every_case(cases: list[str]) -> None:
    for case in cases:
        for text, line in zip(case.splitlines(), GRAMMAR.lines(case)):
            if '"' not in text:
                comment = "".join(piece.text for piece in line if has(piece, COMMENT))
                assert comment == (text[text.index("#") :] if "#" in text else ""), text


def rows_of(body: list[Any]) -> Iterator[dict[str, Any]]:
    """The rows of the JSON of a document, in the order of their lines."""
    for item in body:
        if "target" in item:
            yield item
        else:
            yield from rows_of(item.get("body", []))


def expected_of(row: dict[str, Any]) -> dict[str, list[str]]:
    """What a row of the JSON names, in the order of the line."""
    guards = row.get("guards", [])
    conditions = [guard.get("in", guard.get("notIn")) for guard in guards if isinstance(guard, dict)]
    source = [row["source"]] if "source" in row else []
    return {
        STATE: source + conditions + [row["target"], *row.get("and", [])],
        EVENT: [row["event"], *row.get("raises", [])],
        GUARD: [guard for guard in guards if isinstance(guard, str)],
        ACTION: row.get("actions", []),
        CALLBACK: [row["by"]] if "by" in row else [],
    }


def test_the_rows_of_every_case_have_the_scopes_of_what_they_name(cases: list[str]) -> None:
    """Compared with the JSON that the library writes of the same document."""
    count = 0
    for case in cases:
        text = written(case, 0)
        if not text:
            continue
        rows = rows_of(json.loads(written(case, 1)).get("body", []))
        for line in GRAMMAR.lines(text):
            if not any(has(piece, ARROW) for piece in line):
                continue
            for scope, names in expected_of(next(rows)).items():
                own = [_name(name) for name in names if name not in RESERVED]
                assert [_name(piece.text) for piece in line if has(piece, scope)] == own, (scope, line)
            count += 1
        assert next(rows, None) is None
    assert count > 2000


def _name(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def test_names_in_quotes_and_reserved_words_of_every_case(cases: list[str]) -> None:
    for case in cases:
        definition = written(case, 0)
        for line in GRAMMAR.lines(definition):
            for piece in line:
                assert has(piece, STRING) == piece.text.strip().startswith('"')
                if has(piece, "meta.row.fsm") and piece.text in RESERVED:
                    assert has(piece, RESERVED_WORD), line


# ----------------------------------------------------------------------------------------------------------------------
# What editors and hooks read
# ----------------------------------------------------------------------------------------------------------------------


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((EDITORS / "package.json").read_text())
    (language,), (grammar,) = package["contributes"]["languages"], package["contributes"]["grammars"]
    assert language["extensions"] == [".fsm"]
    assert language["id"] == grammar["language"]
    assert grammar["scopeName"] == json.loads(SOURCE)["scopeName"]
    assert (EDITORS / grammar["path"]).samefile(EDITORS / "fsm.tmLanguage.json")
    configuration = json.loads((EDITORS / language["configuration"]).read_text())
    word = re.compile(configuration["wordPattern"])
    assert word.findall("  state été-1 final") == ["state", "été-1", "final"]
    enter = re.compile(configuration["onEnterRules"][0]["beforeText"])
    assert enter.match("  a: state x final") and enter.match("definition") and enter.match("    deep history h")
    assert not enter.match("    state -> x") and not enter.match("  initial x")


def test_the_hooks_run_the_check_on_documents() -> None:
    for name in (".pre-commit-hooks.yaml", ".pre-commit-config.yaml"):
        text = (EDITORS / name).read_text()
        assert "entry: swiftfsm check\n" in text and "language: system\n" in text
        pattern = re.search(r"files: (\S+)\n", text)
        assert pattern is not None and re.search(pattern[1], "doors.fsm") and not re.search(pattern[1], "doors.fsm.txt")
