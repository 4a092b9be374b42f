"""What type checkers make of the package and of programs that use it: mypy --strict, and pyright.

Pyright comes from PyPI as basedpyright, which needs no npm and, in its mode "standard", finds the same.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from mypy import api

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
MISTAKES = HERE / "typed_mistakes.py"

_ERROR = re.compile(r".*typed_mistakes\.py:(\d+): error: (.*)  \[([a-z-]+)\]")
_ANNOUNCED = re.compile(r".*  # \[([a-z-]+)(, mypy alone)?\] (.+)")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one run has read need not be read again by the next."""
    return tmp_path_factory.mktemp("mypy")


def checked(cache: Path, *files: Path) -> str:
    """What mypy tells of these files, or of all that are named in pyproject.toml; that makes it strict too."""
    told, failed, _ = api.run(["--config-file", str(PROJECT), "--cache-dir", str(cache), *map(str, files)])
    assert not failed
    return told


def mistakes() -> dict[int, re.Match[str]]:
    """What the lines with mistakes announce, by their numbers."""
    lines = enumerate(MISTAKES.read_text(encoding="utf-8").splitlines(), 1)
    return {number: match for number, line in lines if (match := _ANNOUNCED.fullmatch(line))}


@pytest.fixture(scope="module")
def pyright(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What pyright tells of what pyproject.toml includes, and of the mistakes; without mere warnings."""
    config = tmp_path_factory.mktemp("pyright") / "pyrightconfig.json"
    files = ["src", "examples", "tests/typed_gate.py", "tests/typed_mistakes.py"]
    paths = [str(HERE.parent / each) for each in ("src", "examples", "examples/replays", "tests")]
    include = [str(HERE.parent / each) for each in files]
    config.write_text(json.dumps({"extends": str(PROJECT), "include": include, "extraPaths": paths}), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(config)]
    told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, timeout=300).stdout)
    assert told["summary"]["filesAnalyzed"] >= 60
    return [each for each in told["generalDiagnostics"] if each["severity"] == "error"]


def test_pyright_finds_no_mistakes_in_the_package_and_the_examples(pyright: list[dict[str, Any]]) -> None:
    assert [each for each in pyright if each["file"] != str(MISTAKES)] == []


def test_pyright_finds_the_mistakes_where_they_are_made(pyright: list[dict[str, Any]]) -> None:
    found = {each["range"]["start"]["line"] + 1 for each in pyright if each["file"] == str(MISTAKES)}
    assert sorted(found) == [number for number, match in mistakes().items() if not match[2]]


def test_the_package_the_examples_and_the_tests_have_no_mistakes(cache: Path) -> None:
    assert re.fullmatch(r"Success: no issues found in \d+ source files\n", checked(cache))


def test_every_mistake_is_found_where_it_is_made(cache: Path) -> None:
    found = defaultdict(list)
    for line in checked(cache, MISTAKES).splitlines():
        if match := _ERROR.fullmatch(line):
            found[int(match[1])].append((match[3], match[2]))
    announced = mistakes()
    assert sorted(found) == sorted(announced)
    for number, match in announced.items():
        ((found_code, sentence),) = found[number]
        assert (number, found_code) == (number, match[1])
        assert match[3] in sentence, f"line {number}"


def test_the_installed_package_says_that_it_has_types(cache: Path) -> None:
    program = "import swiftfsm; reveal_type(swiftfsm.Table([(1, 2, 3)]))"
    told, _, _ = api.run(["--strict", "--config-file=", "--cache-dir", str(cache / "installed"), "-c", program])
    assert 'Revealed type is "swiftfsm.classes.machine.Table[int, int]"' in told
