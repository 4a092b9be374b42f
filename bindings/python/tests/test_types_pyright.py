"""What pyright makes of the package and of programs that use it.

It comes from PyPI as basedpyright, which needs no npm and, in its mode "standard", finds the same.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typed import HERE, MISTAKES, PROJECT, mistakes

import swiftfsm

pytest.importorskip("basedpyright", reason="there is no basedpyright, which ./dev test --all installs")

# Packages whose columns replays take.
COLUMNS = ("duckdb", "numpy", "pandas", "polars", "pyarrow", "tqdm")


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
    return [each for each in told["generalDiagnostics"] if each["severity"] == "error" and not is_missing(each)]


def is_missing(found: dict[str, Any]) -> bool:
    """Whether an error is about a package that only ./dev test --all installs, and that is not installed."""
    name = re.match(r'Import "(\w+)[\w.]*" could not be resolved', found["message"])
    return name is not None and name[1] in COLUMNS and find_spec(name[1]) is None


def test_all_but_a_few_public_symbols_have_types_that_are_known(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(swiftfsm.__file__).parents[1])}
    command = [sys.executable, "-m", "basedpyright", "--verifytypes", "swiftfsm", "--ignoreexternal", "--outputjson"]
    told = subprocess.run(command, stdout=subprocess.PIPE, timeout=300, cwd=tmp_path, env=environment).stdout
    completeness = json.loads(told)["typeCompleteness"]
    assert sum(completeness["exportedSymbolCounts"].values()) > 2_000
    # What is left are bases of Django and SQLAlchemy, where these are not installed.
    assert completeness["completenessScore"] >= 0.98


def test_pyright_finds_no_mistakes_in_the_package_and_the_examples(pyright: list[dict[str, Any]]) -> None:
    assert [each for each in pyright if each["file"] != str(MISTAKES)] == []


def test_pyright_finds_the_mistakes_where_they_are_made(pyright: list[dict[str, Any]]) -> None:
    found = {each["range"]["start"]["line"] + 1 for each in pyright if each["file"] == str(MISTAKES)}
    assert sorted(found) == [number for number, match in mistakes().items() if not match[2]]
