"""Reading foreign definitions: where they come from, which format they are of, and the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from swiftfsm import SwiftFSMError, formats

SCXML = "<scxml><state id='s'/></scxml>"
XSTATE = '{"initial": "s", "states": {"s": {}}}'
TRANSITIONS = '{"states": ["s"], "transitions": []}'
SM = "Initial: s { s - - - }"
TWIN = '{"format": 1, "body": [{"state": "s", "final": true}]}'

EVERY = {"scxml": SCXML, "xstate": XSTATE, "transitions": TRANSITIONS, "sm": SM, "json": TWIN}
EXTENSIONS = {"scxml": "scxml", "xstate": "json", "transitions": "json", "sm": "sm", "json": "json"}


# ----------------------------------------------------------------------------------------------------------------------
# Paths, texts and formats
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", EVERY)
def test_the_format_is_found_by_extension_and_by_content(format: str, tmp_path: Path) -> None:
    text = EVERY[format]
    expected = formats.read(text.encode(), format)
    assert expected.endswith("  state s final\n")
    path = tmp_path / f"gate.{EXTENSIONS[format]}"
    path.write_text(text)
    assert formats.read(path) == formats.read(str(path)) == expected
    assert formats.read(text.encode()) == expected
    assert formats.read(f"\n{text}\n") == expected
    other = tmp_path / "gate.txt"
    other.write_text("\ufeff" + text)
    assert formats.read(other) == expected


def test_a_mapping_is_one_of_the_formats_of_json() -> None:
    for text in (XSTATE, TRANSITIONS, TWIN):
        assert formats.read(json.loads(text)) == formats.read(text)


def test_faults_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "gate.scxml"
    path.write_text("<scxml>\n<script/>\n</scxml>")
    with pytest.raises(formats.FormatError) as caught:
        formats.read(path)
    assert str(caught.value) == f"{path}:2: <script> in <scxml> cannot be said in a document"
    assert isinstance(caught.value, (SwiftFSMError, ValueError))
    fault = caught.value.faults[0]
    assert (fault.file, fault.line) == (str(path), 2)


def test_what_is_given_wrongly(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        formats.read("none.scxml")
    with pytest.raises(IsADirectoryError):
        formats.read(tmp_path)
    with pytest.raises(ValueError, match="^expected the format 'scxml', 'xstate', .* or 'json', found 'yaml'$"):
        formats.read(SCXML, "yaml")
    with pytest.raises(TypeError, match="^expected a path, a text, bytes or a mapping, not int$"):
        formats.read(1)  # type: ignore[arg-type]
    for text in ("a\nb", "\n", b"\xff\xfe", "# ...\ndefinition\n"):
        with pytest.raises(formats.FormatError, match="^text:1: expected one of the formats 'scxml'"):
            formats.read(text)


def test_a_document_needs_no_reading(tmp_path: Path) -> None:
    path = tmp_path / "gate.fsm"
    path.write_text("definition\n")
    with pytest.raises(formats.FormatError, match="this one is a document already"):
        formats.read(path)


@pytest.mark.parametrize("format", EVERY)
def test_files_have_a_limit(format: str) -> None:
    with pytest.raises(formats.FormatError, match="^text:1: expected at most 16777216 bytes$"):
        formats.read("\n" * 16777217 + EVERY[format], format)
    assert formats.read(EVERY[format] + "\n" * 10_000_000, format).endswith("state s final\n")


# ----------------------------------------------------------------------------------------------------------------------
# The program
# ----------------------------------------------------------------------------------------------------------------------


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """The exit status, and what is printed and told."""
    command = [sys.executable, "-m", "swiftfsm.formats", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_program_prints_or_writes_the_document(tmp_path: Path) -> None:
    source, target = tmp_path / "gate.sm", tmp_path / "gate.fsm"
    source.write_text(SM)
    document = formats.read(source)
    assert run(str(source)) == (0, document, "")
    assert run(str(source), "-o", str(target)) == (0, "", "")
    assert target.read_text() == document
    assert run("-", "--format", "sm", given=SM.encode()) == (0, document, "")


def test_the_program_tells_faults_and_writes_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "gate.scxml", tmp_path / "gate.fsm"
    source.write_text("<scxml>\n<script/>\n<datamodel/></scxml>")
    status, printed, told = run(str(source), "-o", str(target))
    assert (status, printed) == (1, "")
    assert told.splitlines() == [
        f"{source}:2: <script> in <scxml> cannot be said in a document",
        f"{source}:3: <datamodel> in <scxml> cannot be said in a document",
    ]
    assert not target.exists()


def test_wrong_arguments_of_the_program(tmp_path: Path) -> None:
    assert run()[0] == 2
    assert run("x.scxml", "--format", "yaml")[0] == 2
    missing = str(tmp_path / "none.scxml")
    assert run(missing) == (2, "", f"{missing}: No such file or directory\n")
    source = tmp_path / "gate.sm"
    source.write_text(SM)
    unwritable = str(tmp_path / "none" / "gate.fsm")
    assert run(str(source), "-o", unwritable) == (2, "", f"{unwritable}: No such file or directory\n")


@pytest.mark.parametrize(
    ("file", "output", "redirection", "told"),
    [
        ("gate.sm", (), ">/dev/full", "standard output: No space left on device"),
        ("gate.sm", ("-o", "/dev/full"), "", "/dev/full: No space left on device"),
        ("gate.sm", (), ">&-", "standard output: Bad file descriptor"),
        ("-", (), "<&-", "standard input: Bad file descriptor"),
    ],
)
def test_files_that_the_program_cannot_use(
    tmp_path: Path, file: str, output: tuple[str, ...], redirection: str, told: str
) -> None:
    (tmp_path / "gate.sm").write_text(SM)
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "swiftfsm.formats", file, *output]
    # With a buffer, which Python would write again at the end of the program, and without.
    for unbuffered in ("", "1"):
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, timeout=60)
        assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"{told}\n")


def test_the_program_says_how_to_use_it() -> None:
    status, printed, _ = run("--help")
    assert status == 0
    assert "python -m swiftfsm.formats login.scxml -o login.fsm" in " ".join(printed.split())
    assert "exit status: 0, 1" in " ".join(printed.split())
