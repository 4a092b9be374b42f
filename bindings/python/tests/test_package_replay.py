"""The example package_replay.py: one call prints what a machine for each package does."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import package_life
import package_log
import package_replay
import pytest
from package_lines import lines_of
from package_logs import ANY_BYTES, COMPRESSED, LIFE, LOG, PYTHON, REPLAY, REPORT, C, mangled, report, run

# The same in C, which is built beside package_log.
C_REPLAY = [os.path.join(os.path.dirname(C[0]), "package_replay")]


def same_report(log: bytes, folder: Path) -> str:
    """The report of a log, which both programs make."""
    path = folder / "log"
    path.write_bytes(log)
    machines, replay = package_log.Replay(), package_replay.Replay()
    for each in (machines, replay):
        each.read(lines_of(str(path)))
    states = replay.states_of(replay.run())
    text = replay.report.text("x", states)
    assert text == machines.report.text("x", [each.state for each in machines.packages.values()])
    return text


@pytest.mark.parametrize("name", ["package.log", "clean.log"])
def test_it_prints_the_report_of_package_log(name: str) -> None:
    assert report(REPLAY, name) == report(PYTHON, name)


def test_standard_input() -> None:
    assert report(REPLAY, "-", log=LOG) == REPORT.replace(b"log: package.log\n", b"log: standard input\n")


@pytest.mark.parametrize("name", COMPRESSED)
def test_compressed_logs(name: str, tmp_path: Path) -> None:
    assert same_report(COMPRESSED[name], tmp_path) == REPORT.decode().replace("log: package.log\n", "log: x\n")


@pytest.mark.parametrize("log", ANY_BYTES, ids=range(len(ANY_BYTES)))
def test_any_bytes(log: bytes, tmp_path: Path) -> None:
    same_report(log, tmp_path)


@pytest.mark.parametrize("seed", range(30))
def test_mangled_logs(seed: int, tmp_path: Path) -> None:
    assert ": 0\nlines not understood" not in same_report(mangled(seed), tmp_path)


@pytest.mark.parametrize("seed", range(30))
def test_random_logs(seed: int, tmp_path: Path) -> None:
    """Packages with few names, which often are those of others but for the architecture."""
    random = Random(seed)
    lines = []
    for number in range(400):
        event = random.choice(list(package_life.Event))
        if random.random() < 0.3:
            event = random.choice([package_life.Event.REPORTED_HALF_INSTALLED, package_life.Event.REPORTED_UNPACKED])
        name = random.choice("ab") + random.choice(["", ":all", ":amd64"])
        versions = "1" if event.reported else "1 2"
        lines.append(f"2026-02-03 09:{number // 60:02}:{number % 60:02} {event.value} {name} {versions}\n")
    same_report("".join(lines).encode(), tmp_path)


@pytest.mark.parametrize("name", ["package.log", "clean.log"])
def test_what_is_slow_is_told_as_in_c(name: str, tmp_path: Path) -> None:
    told = []
    for number, program in enumerate((REPLAY, C_REPLAY)):
        ended = run(program, "-t", "-c", str(tmp_path / f"{number}.csv"), name)
        assert (ended.returncode, ended.stderr) == (0, b"")
        told.append(ended.stdout.partition(b"\ntime before each row:\n")[2])
    assert told[0] == told[1] and b" status half-installed in not-installed\n" in told[0]
    counts = [(tmp_path / f"{number}.csv").read_text(encoding="ascii") for number in range(2)]
    assert counts[0] == counts[1] and counts[0].startswith("row,taken\n1,")


def test_the_table_of_a_log_with_carried_packages(tmp_path: Path) -> None:
    """Times begin anew where a package goes on under another name."""
    log = tmp_path / "log"
    days = {
        1: "status half-installed a:all 1",
        3: "status unpacked a:amd64 1",
        4: "status half-configured a:amd64 1",
        6: "install a:all <none> 1",
        7: "status half-installed a:all 1",
    }
    log.write_text("".join(f"2026-02-0{day} 09:00:00 {line}\n" for day, line in days.items()))
    ended, in_c = run(REPLAY, "-t", str(log)), run(C_REPLAY, "-t", str(log))
    rows = ended.stdout.partition(b"\ntime before each row:\n")[2]
    assert rows == in_c.stdout.partition(b"\ntime before each row:\n")[2]
    assert [line.split(b"  ")[-1] for line in rows.splitlines()[1:]] == [
        b"status half-installed in not-installed",
        b"status half-configured in unpacked",
    ]


def test_a_document_that_permits_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = LIFE.read_text(encoding="utf-8").replace("    disappear -> internal / begin\n", "", 1)
    (tmp_path / "life.fsm").write_text(changed, encoding="utf-8")
    monkeypatch.setenv("PACKAGE_LIFE", str(tmp_path / "life.fsm"))
    assert ": 'disappear' is not permitted in " in same_report(LOG, tmp_path)


@pytest.mark.parametrize("arguments", [["one", "two"], ["-x"], ["-c"]])
def test_wrong_arguments(arguments: list[str]) -> None:
    ended = run(REPLAY, *arguments)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr == b"usage: package_replay.py [-t] [-c COUNTS] [FILE]\n"


def test_what_cannot_be_read_or_written(tmp_path: Path) -> None:
    ended = run(REPLAY, "/no/such/file")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr == b"package_replay: /no/such/file: cannot be opened: No such file or directory\n"
    counts = tmp_path / "none" / "counts"
    ended = run(REPLAY, "-c", str(counts), "package.log")
    assert ended.returncode == 1 and ended.stdout.startswith(b"log: package.log\n")
    assert ended.stderr == b"package_replay: %b: cannot be written: No such file or directory\n" % os.fsencode(counts)
