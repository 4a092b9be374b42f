"""What every test needs: the library, the C program to compare with, and a check that nothing was left behind."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

MEANINGS = {
    "SWIFTFSM_LIBRARY": "the library that is tested, build/libswiftfsm.so",
    "PACKAGE_LOG_C": "the C program whose report is compared, build/bindings/c/package_log",
}


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MEANINGS.items():
        path = os.environ.get(name, "")
        if not os.path.isfile(path):
            state = f"names {path}, which does not exist" if path else "is not set"
            raise pytest.UsageError(f"The environment variable {name} {state}: set it to {meaning}, once it is built.")
        os.environ[name] = os.path.abspath(path)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Every callback that a test hands to the library comes back, and every machine is forgotten."""
    from swiftfsm import callbacks

    def held() -> tuple[int, int]:
        gc.collect()
        return callbacks.slots_in_use(), len(callbacks._machines)

    before = held()
    yield
    assert held() == before


@pytest.fixture
def project() -> Path:
    """The project's root."""
    return Path(__file__).resolve().parents[3]
