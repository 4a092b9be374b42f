"""What the examples of automat's documentation share: the package, calls of inputs, and a lock."""

from __future__ import annotations

from typing import Any, Protocol

import pytest

from swiftfsm import UnhandledEventError

automat: Any = pytest.importorskip("automat", reason="automat is not installed: it is in the extra test")
if not hasattr(automat, "TypeMachineBuilder"):
    pytest.skip("automat is older than 24.8: it has no TypeMachineBuilder", allow_module_level=True)


def call(machine: Any, name: str, *arguments: Any) -> str:
    """Whether an input was taken."""
    try:
        getattr(machine, name)(*arguments)
    except (automat.NoTransition, UnhandledEventError):
        return f"no {name}"
    return name


class Lock(Protocol):
    def pay(self) -> None: ...
    def push(self) -> None: ...
