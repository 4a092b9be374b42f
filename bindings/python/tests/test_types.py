"""What mypy --strict makes of the package and of programs that use it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from typed import MISTAKES, PROJECT, mistakes

README = PROJECT.parent / "README.md"
_ERROR = re.compile(r".*typed_mistakes\.py:(\d+): error: (.*)  \[([a-z-]+)\]")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one run has read need not be read again by the next."""
    return tmp_path_factory.mktemp("mypy")


def mypy(*arguments: object) -> str:
    """What mypy tells. In a process of its own: in this one it would leave millions of objects to be looked at."""
    command = [sys.executable, "-m", "mypy", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert not ended.stderr
    return ended.stdout


def checked(cache: Path, *files: Path) -> str:
    """What mypy tells of these files, or of all that are named in pyproject.toml; that makes it strict too."""
    return mypy("--config-file", PROJECT, "--cache-dir", cache, *files)


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


def test_the_examples_of_types_in_the_readme_are_right(cache: Path, tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    first, types = (text.split(f"\n## {title}\n")[1].split("\n## ")[0] for title in ("A first program", "Types"))
    enums = re.findall(r"^class \w+\(\w+\):\n(?:    .*\n)+", first, flags=re.M)
    blocks = re.findall(r"^```python\n(.*?)^```$", types, flags=re.M | re.S)
    assert len(enums) == len(blocks) == 2
    program = tmp_path / "readme_types.py"
    lines = ["from enum import IntEnum, auto", "from swiftfsm import Machine, Row, Table", *enums, *blocks]
    program.write_text("\n".join(lines), encoding="utf-8")
    assert checked(cache, program) == "Success: no issues found in 1 source file\n"
    program.write_text("\n".join([*lines, 'typed_door.machine().send("opne")']), encoding="utf-8")
    assert """incompatible type "Literal['opne']"; expected "Literal['open', 'close']""" in checked(cache, program)


def test_the_installed_package_says_that_it_has_types(cache: Path) -> None:
    program = "import swiftfsm; reveal_type(swiftfsm.Table([(1, 2, 3)]))"
    told = mypy("--strict", "--config-file=", "--cache-dir", cache / "installed", "-c", program)
    assert 'Revealed type is "swiftfsm.classes.machine.Table[int, int]"' in told
