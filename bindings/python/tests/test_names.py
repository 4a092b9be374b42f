"""The names that the package gives to programs."""

from __future__ import annotations

import builtins
from types import ModuleType
from typing import Any

import pytest

import swiftfsm

PUBLIC = {
    name: value
    for name, value in vars(swiftfsm).items()
    if not name.startswith("_") and not isinstance(value, ModuleType)
}


def starred() -> dict[str, Any]:
    """What a star import brings."""
    program: dict[str, Any] = {}
    exec("from swiftfsm import *", program)
    del program["__builtins__"]
    return program


def test_a_star_import_brings_all_names_but_one() -> None:
    names = starred()
    assert sorted(names) == sorted(swiftfsm.__all__)
    assert {**names, "exit": swiftfsm.exit} == PUBLIC


def test_a_star_import_hides_no_builtin() -> None:
    # `exit` is added by the module site, which an interpreter may do without.
    assert not starred().keys() & {*dir(builtins), "exit", "quit", "copyright", "credits", "license"}


def test_exit_is_imported_by_its_name() -> None:
    from swiftfsm import exit

    assert (exit.__module__, exit.__name__) == ("swiftfsm.classes.decorators", "exit")


@pytest.mark.parametrize("name", swiftfsm.__all__)
def test_every_name_is_the_package_s_own(name: str) -> None:
    value = getattr(swiftfsm, name)
    home = value.__module__ if hasattr(value, "__module__") else type(value).__module__
    # Limits are bare ints.
    assert home.startswith("swiftfsm.") or (name.isupper() and type(value) is int)
