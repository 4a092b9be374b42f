"""Finding the library: where it is looked for, and what is said if that fails."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from swiftfsm import LibraryError, loading
from swiftfsm.loading import ENVIRONMENT_VARIABLE, library_names, load

LIBRARY = os.environ[ENVIRONMENT_VARIABLE]
SOURCES = str(Path(loading.__file__).parents[1])


def refusal(folder: Path) -> str:
    with pytest.raises(LibraryError) as caught:
        load(folder)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.endswith(".")
    return sentence


def import_package(**environment: str) -> subprocess.CompletedProcess[str]:
    """Imports the package in a new process and prints the library's version."""
    return subprocess.run(
        [sys.executable, "-c", "import swiftfsm; print(swiftfsm.__version__)"],
        env={"PYTHONPATH": SOURCES, **environment},
        capture_output=True,
        text=True,
    )


def test_the_environment_names_the_library(tmp_path: Path) -> None:
    other = tmp_path / "another name.so"
    shutil.copy(LIBRARY, other)
    assert import_package(**{ENVIRONMENT_VARIABLE: str(other)}).stdout == "0.1.0\n"


def test_a_library_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT_VARIABLE)
    for name in library_names():
        shutil.copy(LIBRARY, tmp_path / name)
        keeping, _ = load(tmp_path)
        assert keeping._name == str(tmp_path / name)
        (tmp_path / name).unlink()


def test_the_system_s_loader(tmp_path: Path) -> None:
    shutil.copy(LIBRARY, tmp_path / library_names()[0])
    assert import_package(LD_LIBRARY_PATH=str(tmp_path)).stdout == "0.1.0\n"


def test_names_on_other_systems() -> None:
    assert library_names("linux") == ("libswiftfsm.so.0", "libswiftfsm.so")
    assert library_names("darwin") == ("libswiftfsm.0.dylib", "libswiftfsm.dylib")
    assert library_names("win32") == ("swiftfsm.dll",)


def test_the_environment_names_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "gone.so"
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(missing))
    assert f"SWIFTFSM_LIBRARY names {missing}, but there is no such file" in refusal(tmp_path)


def test_found_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT_VARIABLE)
    monkeypatch.setattr(loading, "library_names", lambda: ("libswiftfsm-nowhere.so",))
    sentence = refusal(tmp_path)
    assert "was not found" in sentence and "SWIFTFSM_LIBRARY" in sentence and str(tmp_path) in sentence


def test_the_sentence_is_what_an_importing_program_shows(tmp_path: Path) -> None:
    shown = import_package(**{ENVIRONMENT_VARIABLE: str(tmp_path / "gone.so")})
    assert shown.returncode == 1
    assert shown.stderr.splitlines()[-1].startswith("swiftfsm.loading.LibraryError: SWIFTFSM_LIBRARY names")


def test_not_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "libswiftfsm.so"
    file.write_text("not a library")
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(file))
    sentence = refusal(tmp_path)
    assert f"could not be loaded from {file}" in sentence and "architecture" in sentence


def test_another_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import _ctypes

    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(_ctypes.__file__))
    assert "is not libswiftfsm (it has no function sfsm_version)" in refusal(tmp_path)


def test_a_wrong_major_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(loading, "VERSION_MAJOR", 7)
    assert "is libswiftfsm 0.1.0, but this package needs version 7" in refusal(tmp_path)


def test_a_library_that_is_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def declare(library: ctypes.CDLL) -> None:
        library.sfsm_of_the_future.argtypes = []

    monkeypatch.setattr(loading, "declare", declare)
    sentence = refusal(tmp_path)
    assert "is too old for this package" in sentence and "sfsm_of_the_future" in sentence
