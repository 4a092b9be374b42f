"""What every test needs: the files to compare with, and a check that nothing was left behind."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis  # noqa: F401 # now: trio's plugin for it asks the garbage collector who refers to what
import pytest

NEEDED = {
    "PACKAGE_LOG_C": "the C program whose report is compared, build/bindings/c/package_log",
}
# For those who test the sources, and not the installed package: the library, instead of the one inside the package.
ALLOWED = {
    "SWIFTFSM_LIBRARY": "the library that is tested, build/libswiftfsm.so",
}


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in {**NEEDED, **ALLOWED}.items():
        path = os.environ.get(name, "")
        if not path and name in ALLOWED:
            continue
        if not os.path.isfile(path):
            state = f"names {path}, which does not exist" if path else "is not set"
            raise pytest.UsageError(f"The environment variable {name} {state}: set it to {meaning}, once it is built.")
        # Programs that the tests start run in other folders.
        os.environ[name] = os.path.abspath(path)


def pytest_report_header(config: pytest.Config) -> str:
    import swiftfsm
    from swiftfsm.library.loading import library

    return f"swiftfsm: {Path(swiftfsm.__file__).parent}, with {library._name}"


@pytest.fixture(autouse=True, scope="module")
def little_to_collect() -> None:
    """Hides what was made before this file's tests from the garbage collector, which would look at it twice a test. It stays
    hidden: to look at all of it again for each file would take a quarter of the time of all tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Every callback that a test hands to the library comes back, and every machine is forgotten."""
    from swiftfsm.calling import trampoline

    def held() -> tuple[int, int]:
        gc.collect()
        return trampoline.slots_in_use(), len(trampoline.machines)

    before = held()
    yield
    assert held() == before


@pytest.fixture
def project() -> Path:
    """The project's root."""
    return Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a database in a PostgreSQL server that runs as long as the tests."""
    import postgres

    programs = postgres.installed()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed (Debian's package postgresql; ./dev test --all installs it)")
    with postgres.running(programs, Path(__file__).resolve().parents[3] / "build") as url:
        yield url
