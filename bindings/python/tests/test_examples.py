"""The examples: the replay prints what the C program prints."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Optional, Union

import package_life
import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"
FIXTURES = Path(__file__).resolve().parents[3] / "Tests" / "Fixtures"
LOG = (FIXTURES / "package.log").read_bytes()
REPORT = (FIXTURES / "package.report").read_bytes()
PYTHON = [sys.executable, str(FOLDER / "package_log.py")]
# What gzip says, which the C program runs, where something else follows the compressed data.
GARBAGE = b"gzip: stdin: decompression OK, trailing garbage ignored"
C = [os.environ["PACKAGE_LOG_C"]]


def run(program: list[str], *arguments: Union[str, bytes], **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([*program, *arguments], env=environment, capture_output=True, cwd=FIXTURES, **options)


def report(program: list[str], *arguments: Union[str, bytes], log: Optional[bytes] = None) -> bytes:
    """The report without its last line, which is the time."""
    ended = run(program, *arguments, input=log)
    said = ended.stderr.replace(GARBAGE, b"")
    assert (ended.returncode, said.strip()) == (0, b"")
    lines = ended.stdout.splitlines(keepends=True)
    assert lines[-1].startswith(b"time: ") and lines[-1].endswith(b" s\n")
    return b"".join(lines[:-1])


TURNSTILES = {
    "turnstile.py": """\
LOCKED, PASS WEAK
  TRANSITIONED: LOCKED
LOCKED, COIN
  north: the arm is released
  TRANSITIONED: UNLOCKED
UNLOCKED, COIN
  north: "thank you" lights up
  TRANSITIONED: UNLOCKED
UNLOCKED, PASS STRONG
  north: the arm is locked
  TRANSITIONED: LOCKED
LOCKED, PASS STRONG
  north: the alarm sounds
  TRANSITIONED: ALARMING
ALARMING, COIN
  UNHANDLED: ALARMING
ALARMING, RESET
  north: the alarm is silent
  north: the arm is locked
  TRANSITIONED: LOCKED
""",
    "turnstile_class.py": """\
LOCKED, COIN
  REFUSED: LOCKED
LOCKED, COIN
  150 cents taken, 150 in the box
  TRANSITIONED: UNLOCKED
UNLOCKED, PASS
  somebody passes
  have a nice day
  the arm is locked
  TRANSITIONED: LOCKED
LOCKED, PASS
  the alarm sounds
  TRANSITIONED: ALARMING
ALARMING, RESET
  the alarm is silent
  the arm is locked
  TRANSITIONED: LOCKED
""",
    "turnstile_async.py": """\
north, LOCKED
  the arm is released for Ann's card
  card: TRANSITIONED
  the arm is locked
  pass: TRANSITIONED
south, LOCKED
  card: REFUSED
  pass: UNHANDLED
""",
}


@pytest.mark.parametrize("name", TURNSTILES)
def test_the_turnstiles(name: str) -> None:
    ended = run([sys.executable, str(FOLDER / name)])
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode() == TURNSTILES[name]


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


COMPRESSED = {
    "one member": gzip.compress(LOG),
    "two members": gzip.compress(LOG[:5000]) + gzip.compress(LOG[5000:]),
    "padding": gzip.compress(LOG) + b"\0" * 100,
    "something behind it": gzip.compress(LOG) + b"not compressed",
    "something behind a line without an end": gzip.compress(LOG[:-1]) + b"not compressed",
}


@pytest.mark.parametrize("name", COMPRESSED)
def test_compressed_logs(name: str, tmp_path: Path) -> None:
    log = tmp_path / "dpkg.log.2.gz"
    log.write_bytes(COMPRESSED[name])
    printed = report(PYTHON, str(log))
    assert printed == REPORT.replace(b"log: package.log\n", f"log: {log}\n".encode())
    assert printed == report(C, str(log))
    assert report(PYTHON, log=COMPRESSED[name]) == report(C, log=COMPRESSED[name])


@pytest.mark.parametrize(
    "log",
    [
        b"",
        b"\n\n",
        b"\0",
        bytes(range(256)) * 40,
        LOG.replace(b"\n", b"\r\n"),
        LOG.rstrip(b"\n"),
        LOG.replace(b"installed", b"instal\0led"),
        b"2026-02-03 09:27:02 conffile /etc/a\xff \xe9 keep\n2026-02-03 09:27:02 conffile  keep\n",
        b"2026-02-03 09:27:02 install a <none> 1\r\r\n2026-02-03 09:27:02 install a <none> 1 \n",
        "２０26-02-03 09:27:02 install a <none> 1\n".encode(),
        b"2026-02-03 09:27:02 install " + b"a" * 100_000 + b" <none> 1\n",
    ],
)
def test_any_bytes_are_tolerated_as_in_c(log: bytes, tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(log)
    assert report(PYTHON, str(file)) == report(C, str(file))


@pytest.mark.parametrize("seed", range(12))
def test_mangled_logs(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    lines = [line for line in LOG.splitlines() * 3 if random.random() < 0.8]
    random.shuffle(lines)
    log = bytearray(b"\n".join(lines))
    for _ in range(seed * 10):
        log[random.randrange(len(log))] = random.choice([0, 10, 13, 32, 58, 92, 255, random.randrange(256)])
    file = tmp_path / "log"
    file.write_bytes(log)
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


# The document that both programs read.
LIFE = FIXTURES.parents[1] / "bindings" / "package-life.fsm"


def with_document(program: list[str], text: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Replay the shipped log with this definition in the place of the project's."""
    (folder / "life.fsm").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PACKAGE_LIFE": str(folder / "life.fsm")}
    return subprocess.run([*program, "package.log"], env=environment, capture_output=True, cwd=FIXTURES)


def test_c_and_python_read_one_document(tmp_path: Path) -> None:
    """Packages that disappear are reported by both, once the document does not permit that."""
    life = LIFE.read_text(encoding="utf-8")
    changed = life.replace("    disappear -> internal / begin\n", "")
    assert changed != life
    reports = [with_document(program, changed, tmp_path).stdout.splitlines()[:-1] for program in (PYTHON, C)]
    assert reports[0] == reports[1] != REPORT.splitlines()
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
