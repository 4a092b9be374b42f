"""The README is one program: its blocks run one after the other, and print what it says that they print."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from textwrap import dedent
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import swiftfsm

PYTHON = Path(__file__).resolve().parents[1]
TEXT = (PYTHON / "README.md").read_text(encoding="utf-8")
# A block's lines are counted from its own first one: the README can grow before it.
FILE = "turnstile.py"
HAS_PANDAS = find_spec("pandas") is not None


class Block(NamedTuple):
    """A block of Python, and what it is said to print."""

    line: int
    program: str
    printed: str

    @property
    def needs_pandas(self) -> bool:
        return "\nimport pandas\n" in f"\n{self.program}"


def blocks() -> Iterator[Block]:
    pattern = r"^```python\n(?P<program>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?"
    for found in re.finditer(pattern, TEXT, flags=re.M | re.S):
        yield Block(TEXT.count("\n", 0, found.start()) + 1, found["program"], found["printed"] or "")


BLOCKS = list(blocks())


@pytest.fixture(scope="module")
def printed() -> Iterator[dict[int, str]]:
    """What each block prints, by its line. In a module of its own, where pickle finds what they define."""
    from orders import django_shop  # noqa: F401 # a project of Django, which the README takes for granted

    module = sys.modules["readme"] = ModuleType("readme")
    outputs = {}
    for block in BLOCKS:
        if block.needs_pandas and not HAS_PANDAS:
            continue
        output = io.StringIO()
        with redirect_stdout(output):
            exec(compile(block.program, FILE, "exec", dont_inherit=True), vars(module))
        outputs[block.line] = output.getvalue()
    yield outputs
    del sys.modules["readme"]
    vars(module).clear()


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"line {block.line}")
def test_blocks_print_what_is_said(block: Block, printed: dict[int, str]) -> None:
    if block.needs_pandas and not HAS_PANDAS:
        pytest.skip("there is no pandas: ./dev test --all installs it")
    assert printed[block.line] == block.printed


def test_every_block_is_found() -> None:
    assert len(BLOCKS) == TEXT.count("```python\n") > 0
    assert sum(bool(block.printed) for block in BLOCKS) == TEXT.count("```text\n")
    assert sum(block.needs_pandas for block in BLOCKS) == 1


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert [link for link in links if not (PYTHON / link).exists()] == []


def test_the_table_of_rooms_names_every_room() -> None:
    table = TEXT.partition("| room |")[2]
    named = {name for row in re.findall(r"^\| (`.*?) \|", table, flags=re.M) for name in re.findall(r"`(\w+)`", row)}
    files = (PYTHON / "src" / "swiftfsm").iterdir()
    modules = {file.stem for file in files if file.suffix == ".py" or (file / "__init__.py").is_file()}
    assert named == modules - {"__init__"}


# The form of the table of times, which the benchmark writes.
TIMES: dict[str, Any] = run_path(str(PYTHON / "benchmarks" / "readme_table.py"))


def test_the_table_of_times_is_one_that_the_benchmark_writes() -> None:
    times = TIMES["parse"](TEXT)
    assert tuple(times) == TIMES["PACKAGES"]
    assert all(time > 0 for row in times.values() for time in row)
    table = TIMES["render"](times)
    assert TIMES["replaced"](TEXT, table) == TEXT


def test_the_benchmark_writes_its_table_into_a_readme(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(TEXT, encoding="utf-8")
    times = {name: [80.0, 1_234.0, 12_345.0, 128_822.0] for name in TIMES["PACKAGES"]}
    TIMES["write"](times, readme)
    text = readme.read_text(encoding="utf-8")
    assert "| swiftfsm | 0.08 | 1.2 | 12 | 130 |\n" in text
    assert TIMES["replaced"](text, TIMES["render"](TIMES["parse"](TEXT))) == TEXT
    with pytest.raises(ValueError, match="a table has the rows a dict, swiftfsm"):
        TIMES["write"]({**times, "another": [1.0] * 4}, readme)
    assert readme.read_text(encoding="utf-8") == text
    for wrong in ("no place", text.replace(TIMES["END"], ""), text + TIMES["BEGIN"]):
        with pytest.raises(ValueError, match="has no place for the table"):
            TIMES["parse"](wrong)
    with pytest.raises(ValueError, match="the table of the README has other columns"):
        TIMES["parse"](text.replace("making a machine", "making two"))


def test_the_docstring_of_the_package_is_a_program_too(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"^(?:    .*\n|\n)+", (swiftfsm.__doc__ or "").partition("\n")[2], flags=re.M)[:1]
    variables: dict[str, Any] = {}
    exec(compile(dedent(program), FILE, "exec", dont_inherit=True), variables)
    assert capsys.readouterr().out == "the arm is released\n"
    assert variables["gate"].state.name == "UNLOCKED"
