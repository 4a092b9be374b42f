"""The rooms of the package: each imports only those before it, and no files import each other in a circle."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import swiftfsm

ROOT = Path(swiftfsm.__file__).parent
ROOMS = ["library", "definition", "building", "calling", "documents", "machines", "awaiting", "replay", "classes", "formats"]
ROOMS += ["databases", "sqlalchemy", "django", "testing"]
FILES = sorted(path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in ROOT.rglob("*.py"))


def imports(name: str) -> set[str]:
    """The files of the package that a file imports, for annotations too."""
    path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    package = name.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            stem = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            found.update(file for each in node.names for file in (stem, f"{stem}.{each.name}") if file in FILES)
    return found - {name}


IMPORTS = {name: imports(name) for name in FILES}


def test_every_file_stands_in_a_room() -> None:
    assert {name.split(".")[0] for name in FILES if "." in name} == set(ROOMS)
    assert [name for name in FILES if "." not in name] == ["__init__"]


@pytest.mark.parametrize("name", [name for name in FILES if "." in name])
def test_a_room_imports_only_those_before_it(name: str) -> None:
    own = ROOMS.index(name.split(".")[0])
    assert [each for each in IMPORTS[name] if ROOMS.index(each.split(".")[0]) > own] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    waiting = {name: set(found) for name, found in IMPORTS.items() if not name.endswith("__init__")}
    while waiting:
        free = [name for name, found in waiting.items() if not found & waiting.keys()]
        assert free, sorted(waiting)
        for name in free:
            del waiting[name]
