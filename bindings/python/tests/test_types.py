"""What a type checker makes of the package and of programs that use it: mypy --strict is the judge."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from mypy import api

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
MISTAKES = HERE / "typed_mistakes.py"

_ERROR = re.compile(r".*typed_mistakes\.py:(\d+): error: (.*)  \[([a-z-]+)\]")
_ANNOUNCED = re.compile(r".*  # \[([a-z-]+)\] (.+)")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one run has read need not be read again by the next."""
    return tmp_path_factory.mktemp("mypy")


def checked(cache: Path, *files: Path) -> str:
    """What mypy tells of these files, or of all that are named in pyproject.toml; that makes it strict too."""
    told, failed, _ = api.run(["--config-file", str(PROJECT), "--cache-dir", str(cache), *map(str, files)])
    assert not failed
    return told


def test_the_package_the_examples_and_the_tests_have_no_mistakes(cache: Path) -> None:
    assert re.fullmatch(r"Success: no issues found in \d+ source files\n", checked(cache))


def test_every_mistake_is_found_where_it_is_made(cache: Path) -> None:
    found = defaultdict(list)
    for line in checked(cache, MISTAKES).splitlines():
        if match := _ERROR.fullmatch(line):
            found[int(match[1])].append((match[3], match[2]))
    announced = {
        number: (match[1], match[2])
        for number, line in enumerate(MISTAKES.read_text(encoding="utf-8").splitlines(), 1)
        if (match := _ANNOUNCED.fullmatch(line))
    }
    assert sorted(found) == sorted(announced)
    for number, (code, words) in announced.items():
        ((found_code, sentence),) = found[number]
        assert (number, found_code) == (number, code)
        assert words in sentence, f"line {number}"


def test_the_installed_package_says_that_it_has_types(cache: Path) -> None:
    program = "import swiftfsm; reveal_type(swiftfsm.Table([(1, 2, 3)]))"
    told, _, _ = api.run(["--strict", "--config-file=", "--cache-dir", str(cache / "installed"), "-c", program])
    assert 'Revealed type is "swiftfsm.classes.machine.Table[int, int]"' in told
