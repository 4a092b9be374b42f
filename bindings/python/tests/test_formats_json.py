"""The JSON of documents, which is read back as the same document, and its JSON Schema."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from imported import written

from swiftfsm import Table, formats

TEXT, JSON = 0, 1
SCHEMA = json.loads((Path(formats.__file__).parent / "definition.schema.json").read_text())


@pytest.fixture(scope="module")
def cases() -> list[tuple[str, str]]:
    """The canonical document of each conformance case, and its JSON, as the library writes them."""
    folder = Path(__file__).resolve().parents[3] / "Tests" / "Conformance"
    texts = [path.read_text() for path in sorted(folder.glob("cases/**/*.fsm"))]
    for path in sorted(folder.glob("random/*.fsms")):
        texts += re.split(r"^# case [0-9]+\n", path.read_text(), flags=re.MULTILINE)[1:]
    # `reserved 12` is a word of the cases alone, for ids that no document can name.
    texts = [text for text in texts if not re.search(r"\breserved [0-9]+", text)]
    assert len(texts) > 1700
    found = [(written(text, TEXT), written(text, JSON)) for text in texts]
    assert all(text and twin for text, twin in found)
    return found


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema.Draft202012Validator(SCHEMA)


def faults_of(definition: Any) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(definition, "json")
    return [fault.text for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# The same document
# ----------------------------------------------------------------------------------------------------------------------


def test_a_document_becomes_json_and_the_same_document_again(cases: list[tuple[str, str]]) -> None:
    for text, twin in cases:
        assert formats.read(twin) == text


def test_the_order_of_keys_does_not_matter(cases: list[tuple[str, str]]) -> None:
    for text, twin in cases[::5]:
        assert formats.read(json.dumps(json.loads(twin), sort_keys=True)) == text
        assert formats.read(json.loads(twin)) == text


NAMES = r"""definition "a \"b\" \\" version "in"
  ids states "any" = 0
  ids states "in" = 1
  ids states "\"" = 2
  ids states 12 = 3
  ids states "a b" = 4
  ids events "not" = 0
  ids events été = 1
  initial "any"
  state "any"
    entry "state"
    "not" ? "in" "\"quoted\"" -> "in" / "raises" "any"
  state "in" was "\\"
    été -> "\""
  state "\""
    "not" -> 12
  state 12
    "not" -> "a b"
  state "a b" final
"""


def test_names_of_all_kinds_come_back() -> None:
    text = written(NAMES, TEXT)
    assert text == NAMES.replace('"state"', "state")
    assert formats.read(written(text, JSON)) == text


# ----------------------------------------------------------------------------------------------------------------------
# The schema
# ----------------------------------------------------------------------------------------------------------------------


def test_the_schema_is_one_of_draft_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_json_of_all_cases_is_valid(cases: list[tuple[str, str]], validator: Any) -> None:
    for _, twin in cases:
        errors = list(validator.iter_errors(json.loads(twin)))
        assert not errors, f"{errors[0].json_path}: {errors[0].message}\n{twin}"


@pytest.mark.parametrize(
    "name",
    ["a", '"any"', 'a"', 'a"b', '"a\\"b"', '"\\\\"', '"', '""', '"a', '"a"b', '"a" b"', '"\\"', '"\\n"', "", " ", "\\"]
    + ["a\xadb", "a\u061cb", "a\u180eb", "a\u200bb", "a\ufffab", "a\xa0b", "a\u3000b", "日本"],
)
def test_schema_and_reader_know_the_same_names(name: str, validator: Any) -> None:
    twin = {"format": 1, "body": [{"source": name, "event": "e", "target": name}]}
    try:
        text = formats.read(json.dumps(twin), "json")
    except formats.FormatError:
        assert not validator.is_valid(twin)
    else:
        assert validator.is_valid(twin)
        assert Table.read(text).states


def test_every_part_of_the_schema_is_used_by_a_case(cases: list[tuple[str, str]]) -> None:
    """A part that no case has would be a guess."""
    twins = [twin for _, twin in cases] + [written(NAMES, JSON)]
    keys = {key for twin in twins for key in re.findall(r'"([A-Za-z]+)": ', twin)}
    assert _properties(SCHEMA) - keys == set()


def _properties(schema: Any) -> set[str]:
    found: set[str] = set()
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        found |= _properties(value)
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        found |= set(schema["properties"])
    return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each (object or array, key) of a value."""
    for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(each, (dict, list)):
            yield from _places(each)


def test_changed_json_is_invalid_for_the_schema_and_for_the_reader(
    cases: list[tuple[str, str]], validator: Any
) -> None:
    """The reader refuses what the schema refuses, and the other way round."""
    dice = random.Random(7)
    wrong: list[Any] = [None, True, 0, -1, 1.5, "", [], {}, ["", 1], {"x": "y"}, "a\nb", [[]], [None]]
    refused = 0
    for _, twin in dice.sample(cases, 400):
        changed = copy.deepcopy(json.loads(twin))
        owner, key = dice.choice(list(_places(changed)))
        if dice.random() < 0.3 and isinstance(owner, dict):
            owner["unknown"] = owner.pop(key) if dice.random() < 0.5 else 1
        else:
            owner[key] = dice.choice(wrong)
        is_valid = validator.is_valid(changed)
        try:
            formats.read(json.dumps(changed), "json")
        except formats.FormatError:
            assert not is_valid, changed
            refused += 1
        else:
            # An empty array says the same as none; the schema wants what the library writes.
            assert is_valid or "[]" in json.dumps(changed), changed
    assert refused > 250


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"format": 2}, "$.format: expected 1, found the number 2"),
        ({"format": None}, "$.format: expected 1, found null"),
        ({"definition": 1}, "$.definition: expected a name, found the number 1"),
        ({"definition": "a\nb"}, "$.definition: expected a name of characters that can be seen, found 'a\ufffdb'"),
        ({"definition": '"a'}, "$.definition: expected '\"' behind a name in quotes, found '\"a'"),
        ({"definition": "a" * 256}, f"$.definition: expected a name of at most 255 bytes, found '{'a' * 60}...'"),
        (
            {"x": 1},
            "$.x: expected 'body', 'callables', 'definition', 'entryExit', 'events', 'format', 'guards', 'ids', "
            "'initial', 'named', 'onStep', 'onUnhandled', 'order', 'predicates', 'version' or 'warningsOff', found 'x'",
        ),
        ({"ids": [{"number": 1}]}, "$.ids[0]: expected an object with one of 'state', 'event' and 'predicate'"),
        ({"ids": [{"state": "a"}]}, "$.ids[0]: expected an object with 'number'"),
        (
            {"ids": [{"state": "a", "number": 2**31}]},
            "$.ids[0].number: expected a number from -2147483632 to 2147483647, found the number 2147483648",
        ),
        (
            {"callables": [{"role": "x", "name": "a", "signature": "bool()"}]},
            "$.callables[0].role: expected 'guard', 'action', 'resolver', 'entry', 'exit', 'cycle', 'update', "
            "'provider', "
            "'unhandled' or 'step', found 'x'",
        ),
        (
            {"callables": [{"role": "guard", "name": "a", "signature": "bool()\n  any e -> same"}]},
            "$.callables[0].signature: expected a signature, as bool(context, i32), found 'bool()\ufffd  any e "
            "-> same'",
        ),
        (
            {"events": [{"event": "e", "arguments": [{"type": "int"}]}]},
            "$.events[0].arguments[0].type: expected 'bool', 'i8', 'i16', 'i32', 'i64', 'u8', 'u16', 'u32', "
            "'u64', 'f32', "
            "'f64', 'str' or 'ptr', found 'int'",
        ),
        ({"predicates": [{"predicate": "p"}]}, "$.predicates[0]: expected an object with one of 'cases' and 'count'"),
        ({"guards": "any"}, "$.guards: expected 'exclusive' or 'first match', found 'any'"),
        ({"order": ["exit"]}, "$.order: expected each of 'resolve', 'exit', 'actions', 'commit' and 'entry' once"),
        (
            {"warningsOff": ["x\n  y"]},
            "$.warningsOff[0]: expected a kind of warnings, in small letters, found 'x\ufffd  y'",
        ),
        ({"body": [{}]}, "$.body[0]: expected an object with 'source'"),
        (
            {"body": [{"source": "a", "event": "e", "target": "b", "guards": [{"at": "b"}]}]},
            "$.body[0].guards[0].at: expected 'in' or 'notIn', found 'at'",
        ),
        (
            {"body": [{"state": "a", "parallel": "b"}]},
            "$.body[0]: expected an object with one of 'state', 'superstate', 'parallel', 'history', 'deepHistory' and "
            "'continue'",
        ),
        ({"body": [{"state": "a", "final": 1}]}, "$.body[0].final: expected true or false, found the number 1"),
        (
            {"body": [{"state": "a", "body": [{"superstate": "b"}]}]},
            "$.body[0].body[0]: expected 'superstate' outside of blocks only",
        ),
        (
            {"body": [{"state": "a", "timeouts": [{"delay": -1, "event": "e"}]}]},
            "$.body[0].timeouts[0].delay: expected a number from 0 to 9223372036854775807, found the number -1",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_path(change: dict[str, Any], fault: str) -> None:
    assert fault in faults_of({"format": 1, **change})


def test_the_line_is_told() -> None:
    with pytest.raises(formats.FormatError, match=r"^text:3: \$\.body\[0\]\.event: expected a name, found null"):
        formats.read('{"format": 1,\n"body": [\n{"source": "a", "event": null, "target": "b"}]}')


def test_no_name_ends_its_line(cases: list[tuple[str, str]]) -> None:
    """A string that is more than a name cannot add a line to the document."""
    evil = 'x"\n  any e -> same / evil #'
    for _, twin in cases[::20]:
        whole = json.loads(twin)
        for owner, key in list(_places(whole)):
            if not isinstance(owner[key], str):
                continue
            kept, owner[key] = owner[key], evil
            assert faults_of(whole)
            owner[key] = kept


def test_deep_blocks_are_told() -> None:
    inner: dict[str, Any] = {"state": "s"}
    for _ in range(100):
        inner = {"state": "s", "body": [inner]}
    assert formats.read({"format": 1, "body": [inner]}).count("\n") == 102
    text = '{"format": 1, "body": [' + '{"state": "s", "body": [' * 1000
    with pytest.raises(formats.FormatError, match="expected at most 256 values inside each other"):
        formats.read(text)
