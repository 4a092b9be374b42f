"""The example package_log.py prints what the C program prints."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import package_life
import pytest
from package_logs import ANY_BYTES, COMPRESSED, FIXTURES, LIFE, LOG, PYTHON, REPORT, C, mangled, report, run


def test_the_report_of_the_shipped_log() -> None:
    assert report(PYTHON, "package.log") == REPORT


@pytest.mark.parametrize("name", ["package.log", "clean.log"])
def test_c_and_python_print_the_same_report(name: str) -> None:
    assert report(PYTHON, name) == report(C, name)


def test_a_clean_log_has_no_false_alarm() -> None:
    printed = report(PYTHON, "clean.log")
    assert b"\nevents not permitted: 0\nlines not understood: 0\npackages by state:\n" in printed


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input(arguments: list[str]) -> None:
    printed = report(PYTHON, *arguments, log=LOG)
    assert printed == REPORT.replace(b"log: package.log\n", b"log: standard input\n")
    assert printed == report(C, *arguments, log=LOG)


@pytest.mark.parametrize("name", COMPRESSED)
def test_compressed_logs(name: str, tmp_path: Path) -> None:
    log = tmp_path / "dpkg.log.2.gz"
    log.write_bytes(COMPRESSED[name])
    printed = report(PYTHON, str(log))
    assert printed == REPORT.replace(b"log: package.log\n", f"log: {log}\n".encode())
    assert printed == report(C, str(log))
    assert report(PYTHON, log=COMPRESSED[name]) == report(C, log=COMPRESSED[name])


@pytest.mark.parametrize("log", ANY_BYTES, ids=range(len(ANY_BYTES)))
def test_any_bytes_are_tolerated_as_in_c(log: bytes, tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(log)
    assert report(PYTHON, str(file)) == report(C, str(file))


@pytest.mark.parametrize("seed", range(12))
def test_mangled_logs(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(mangled(seed))
    assert report(PYTHON, str(file)) == report(C, str(file))


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/caf\xe9.log"
    with open(name, "wb") as file:
        file.write(LOG)
    assert report(PYTHON, name).startswith(b"log: " + name + b"\n")
    assert report(PYTHON, name) == report(C, name)


def refusal(program: list[str], *arguments: str, **options: Any) -> bytes:
    ended = run(program, *arguments, **options)
    assert (ended.returncode, ended.stdout) == (2, b"")
    return ended.stderr


def test_a_missing_file() -> None:
    sentence = b"package_log: /no/such/file: cannot be opened: No such file or directory\n"
    assert refusal(PYTHON, "/no/such/file") == refusal(C, "/no/such/file") == sentence


def test_a_folder() -> None:
    assert refusal(PYTHON, "/") == refusal(C, "/") == b"package_log: /: cannot be read: Is a directory\n"


@pytest.mark.parametrize("end", [5, 20, 200, -4])
def test_damaged_data(end: int, tmp_path: Path) -> None:
    log = tmp_path / "dpkg.log.1.gz"
    log.write_bytes(gzip.compress(LOG)[:end])
    sentence = f"package_log: {log}: the compressed data is damaged\n".encode()
    assert refusal(PYTHON, str(log)) == sentence
    assert refusal(C, str(log)).endswith(sentence)


def test_data_with_a_wrong_checksum(tmp_path: Path) -> None:
    log = tmp_path / "dpkg.log.1.gz"
    data = bytearray(gzip.compress(LOG))
    data[-8] ^= 1
    log.write_bytes(data)
    for program in (PYTHON, C):
        assert refusal(program, str(log)).endswith(b": the compressed data is damaged\n")


@pytest.mark.parametrize("arguments", [["one", "two"], ["-x"], ["--help"]])
def test_wrong_arguments(arguments: list[str]) -> None:
    assert refusal(PYTHON, *arguments) == b"usage: package_log.py [FILE]\n"
    assert refusal(C, *arguments).endswith(b"usage: package_log [FILE]\n")


def test_a_report_that_cannot_be_written() -> None:
    for program in (PYTHON, C):
        with open("/dev/full", "wb") as full:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            ended = subprocess.run(
                [*program, "package.log"], cwd=FIXTURES, env=environment, stdout=full, stderr=subprocess.PIPE
            )
        assert (ended.returncode, ended.stderr) == (1, b"package_log: the report cannot be written\n")


def with_document(program: list[str], text: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Replay the shipped log with this definition in the place of the project's."""
    (folder / "life.fsm").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PACKAGE_LIFE": str(folder / "life.fsm")}
    return subprocess.run([*program, "package.log"], env=environment, capture_output=True, cwd=FIXTURES)


def test_c_and_python_read_one_document(tmp_path: Path) -> None:
    """Packages that disappear are reported by both, once the document does not permit that."""
    life = LIFE.read_text(encoding="utf-8")
    # Of packages with files; the event is still known in the state unknown.
    changed = life.replace("    disappear -> internal / begin\n", "", 1)
    assert changed != life
    reports = [with_document(program, changed, tmp_path).stdout.splitlines()[:-1] for program in (PYTHON, C)]
    assert reports[0] == reports[1] != REPORT.splitlines()
    assert [line for line in reports[0] if b": 'disappear' is not permitted in " in line]
    unchanged = [with_document(program, life, tmp_path).stdout.splitlines()[:-1] for program in (PYTHON, C)]
    assert unchanged[0] == unchanged[1] == REPORT.splitlines()


@pytest.mark.parametrize(
    "old, new, told",
    [
        ("? vanishing -", "? vanished -", rb"life\.fsm:\d+:\d+: error: .*'vanished'"),
        ("  initial unknown", "  initial unknwon", rb"life\.fsm.*unknwon|life\.fsm.*\n.*unknwon"),
        ("  state unpacked adopts", "  state repacked adopts", rb"life\.fsm.*unpacked|life\.fsm.*\n.*repacked"),
        ('"status installed"', "settled", rb"life\.fsm.*'status installed'|life\.fsm.*\n.*REPORTED_INSTALLED"),
        ("ids states unknown = 8", "ids states unknown = 7", rb"life\.fsm:\d+:\d+: error: .*free"),
    ],
)
def test_a_document_that_is_wrong(old: str, new: str, told: bytes, tmp_path: Path) -> None:
    text = LIFE.read_text(encoding="utf-8").replace(old, new)
    for program in (PYTHON, C):
        ended = with_document(program, text, tmp_path)
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert re.search(told, ended.stderr), ended.stderr


def test_a_document_that_is_not_there(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PACKAGE_LIFE": str(tmp_path / "none.fsm")}
    for program in (PYTHON, C):
        ended = subprocess.run([*program, "package.log"], env=environment, capture_output=True, cwd=FIXTURES)
        assert (ended.returncode, ended.stdout) == (2, b"")
        told = b"package_log: %b/none.fsm: cannot be read: No such file" % os.fsencode(tmp_path)
        assert ended.stderr.startswith(told)
        assert b"PACKAGE_LIFE" in ended.stderr


def test_the_document_is_canonical_but_for_comments() -> None:
    text = LIFE.read_text(encoding="utf-8")
    said = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    table = package_life.package_life_table()
    assert table.text() == "\n".join(said) + "\n"
    assert len(table.transitions()) == 76
