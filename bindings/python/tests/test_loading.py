"""Finding the library: where it is looked for, and what is said if that fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import swiftfsm
from swiftfsm import LibraryError
from swiftfsm.library import loading
from swiftfsm.library.loading import ENVIRONMENT_VARIABLE, library, library_names, load

LIBRARY = Path(library._name)
PACKAGE = Path(swiftfsm.__file__).parent
AGAIN = "install swiftfsm for this machine again, or set SWIFTFSM_LIBRARY to the file of such a library."


@pytest.fixture(autouse=True)
def no_library_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)


def refusal(folder: Path) -> str:
    with pytest.raises(LibraryError) as caught:
        load([folder])
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.endswith(".")
    return sentence


def refused_file(path: Path) -> str:
    """What is said of this file, whether the package brings it or the environment names it; without the file's name."""
    inside = path.parent / "inside"
    inside.mkdir()
    shutil.copy(path, inside / library_names()[0])
    sentence = refusal(inside)
    assert sentence.startswith(f"{inside / library_names()[0]} ")
    said = sentence.split(" ", 1)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT_VARIABLE, str(path))
        assert refusal(path.parent) == f"{path} {said}"
    return said


def compiled(folder: Path, program: str, *options: str, name: str = "libother.so") -> Path:
    """A small library of this C program."""
    (folder / "program.c").write_text(program)
    command = ["gcc", "-shared", "-fPIC", "-o", str(folder / name), str(folder / "program.c"), *options]
    subprocess.run(command, check=True)
    return folder / name


def of_version(number: int) -> str:
    return f"unsigned sfsm_version(void) {{ return {number}; }}"


def patched(folder: Path, *changes: tuple[int, int]) -> Path:
    """A copy of the library with other bytes at these places."""
    data = bytearray(LIBRARY.read_bytes())
    for place, byte in changes:
        data[place] = byte
    (folder / "patched.so").write_bytes(data)
    return folder / "patched.so"


def import_package(package: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Imports this package in a new process, which prints the library's version."""
    return subprocess.run(
        [sys.executable, "-c", "import swiftfsm; print(swiftfsm.__version__)"],
        env={"PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def bare_package(tmp_path: Path) -> Path:
    """A copy of the package without a library inside."""
    return Path(
        shutil.copytree(PACKAGE, tmp_path / "bare" / "swiftfsm", ignore=shutil.ignore_patterns("*.so*", "__pycache__"))
    )


# ---------------------------------------------------------------------------------------------------------------------
# Where it is looked for
# ---------------------------------------------------------------------------------------------------------------------


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, other = tmp_path / "inside", tmp_path / "another name.so"
    inside.mkdir()
    shutil.copy(LIBRARY, inside / library_names()[0])
    shutil.copy(LIBRARY, other)
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(other))
    assert [opened._name for opened in load([inside])] == [str(other), str(other)]


def test_a_library_inside_the_package(tmp_path: Path) -> None:
    for name in library_names():
        shutil.copy(LIBRARY, tmp_path / name)
        assert [opened._name for opened in load([tmp_path])] == [str(tmp_path / name)] * 2
        (tmp_path / name).unlink()


def test_a_library_in_the_second_folder_of_an_editable_installation(tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.mkdir()
    shutil.copy(LIBRARY, built / library_names()[0])
    assert load([tmp_path, str(built)])[0]._name == str(built / library_names()[0])


def test_the_system_s_loader(tmp_path: Path, bare_package: Path) -> None:
    shutil.copy(LIBRARY, tmp_path / library_names()[0])
    assert import_package(bare_package, LD_LIBRARY_PATH=str(tmp_path)).stdout == f"{swiftfsm.__version__}\n"


def test_names_on_other_systems() -> None:
    assert library_names("linux") == ("libswiftfsm.so.0", "libswiftfsm.so")
    assert library_names("darwin") == ("libswiftfsm.0.dylib", "libswiftfsm.dylib")
    assert library_names("win32") == ("swiftfsm.dll",)


# ---------------------------------------------------------------------------------------------------------------------
# Nothing is there
# ---------------------------------------------------------------------------------------------------------------------


def test_the_environment_names_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "gone.so"))
    assert refusal(tmp_path) == (
        f"SWIFTFSM_LIBRARY names {tmp_path}/gone.so, but there is no such file: set it to libswiftfsm's file, or unset "
        f"it to use the installed library."
    )


def test_the_environment_names_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path))
    assert f"SWIFTFSM_LIBRARY names {tmp_path}, which is a folder: set it to" in refusal(tmp_path)


def test_found_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "library_names", lambda: ("libswiftfsm-nowhere.so",))
    with pytest.raises(LibraryError) as caught:
        load([tmp_path])
    assert str(caught.value) == (
        "libswiftfsm was not found, neither inside the package nor by the system's loader (libswiftfsm-nowhere.so: "
        "cannot open shared object file: No such file or directory): install the package from its wheel or with "
        "pip install ./bindings/python, or set the environment variable SWIFTFSM_LIBRARY to the library's file."
    )


def test_the_sentence_is_what_an_importing_program_shows(tmp_path: Path, bare_package: Path) -> None:
    ended = import_package(bare_package, SWIFTFSM_LIBRARY=str(tmp_path / "gone.so"))
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("swiftfsm.library.loading.LibraryError: SWIFTFSM_LIBRARY names")


def test_what_the_system_s_loader_finds_is_wrong(tmp_path: Path, bare_package: Path) -> None:
    file = tmp_path / library_names()[0]
    file.write_text("neither a library nor anything else that could be loaded\n" * 100)
    ended = import_package(bare_package, LD_LIBRARY_PATH=str(tmp_path))
    assert f"the system's loader ({file}: invalid ELF header; " in ended.stderr.splitlines()[-1]


def test_what_the_system_s_loader_finds_is_of_another_version(tmp_path: Path, bare_package: Path) -> None:
    compiled(tmp_path, of_version(2_000_000), name=library_names()[0])
    ended = import_package(bare_package, LD_LIBRARY_PATH=str(tmp_path))
    assert "libswiftfsm.so.0 is libswiftfsm 2.0.0, but this package needs 0.2:" in ended.stderr.splitlines()[-1]


# ---------------------------------------------------------------------------------------------------------------------
# What is there is wrong
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"not a library", b"MZ" + bytes(200), b"\x7fELF", LIBRARY.read_bytes()[:63]])
def test_not_a_library(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other.so").write_bytes(content)
    assert refused_file(tmp_path / "other.so") == f"is not a library (it is not an ELF file): {AGAIN}"


@pytest.mark.parametrize("part", [64, 100, 5_000, 100_000, LIBRARY.stat().st_size - 1])
def test_half_a_library(part: int, tmp_path: Path) -> None:
    """The system's loader would map what is missing, and the process would end."""
    whole = LIBRARY.read_bytes()
    (tmp_path / "half.so").write_bytes(whole[:part])
    assert refused_file(tmp_path / "half.so") == f"is cut off ({part} of {len(whole)} bytes are there): {AGAIN}"


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the bytes of a library for x86_64 are changed")
@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ([(18, 183)], "aarch64 (64 bits)"),
        ([(18, 3), (4, 1)], "i386 (32 bits)"),
        ([(4, 1)], "x86_64 (32 bits)"),
        ([(18, 0), (19, 22), (5, 2)], "s390x (64 bits, big-endian)"),
        ([(18, 77)], "machine 77 (64 bits)"),
    ],
)
def test_another_architecture(changes: list[tuple[int, int]], name: str, tmp_path: Path) -> None:
    expected = f"is made for {name}, but this Python runs on x86_64 (64 bits): {AGAIN}"
    assert refused_file(patched(tmp_path, *changes)) == expected


def test_a_library_that_cannot_be_read(tmp_path: Path) -> None:
    """As root, nothing is unreadable: the memory of a process, at the address 0, always is."""
    with pytest.raises(LibraryError, match=r"^/proc/self/mem cannot be read \(Input/output error\): install"):
        loading._check_file("/proc/self/mem")


def test_a_library_that_lacks_another_library(tmp_path: Path) -> None:
    compiled(tmp_path, "int other(void) { return 0; }", "-Wl,-soname,libgone.so.9", name="libgone.so")
    folder = tmp_path / "folder"
    folder.mkdir()
    path = compiled(folder, of_version(1_000), "-Wl,--no-as-needed", f"-L{tmp_path}", "-lgone")
    assert refused_file(path) == (
        f"could not be loaded (libgone.so.9: cannot open shared object file: No such file or directory): {AGAIN}"
    )


def test_a_program(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    subprocess.run(["gcc", "-pie", "-fPIE", "-o", tmp_path / "program", tmp_path / "program.c"], check=True)
    assert "could not be loaded (cannot dynamically load position-independent executable): " in refused_file(
        tmp_path / "program"
    )


def test_another_library(tmp_path: Path) -> None:
    path = compiled(tmp_path, "int other(void) { return 0; }")
    assert refused_file(path) == f"is not libswiftfsm (it has no function sfsm_version): {AGAIN}"


@pytest.mark.parametrize(("number", "version"), [(3_000, "0.3.0"), (7, "0.0.7"), (1_001_000, "1.1.0")])
def test_another_version(number: int, version: str, tmp_path: Path) -> None:
    assert refused_file(compiled(tmp_path, of_version(number))) == (
        f"is libswiftfsm {version}, but this package needs 0.2: install a matching pair, or set SWIFTFSM_LIBRARY to a "
        f"library of version 0.2."
    )


def test_functions_are_missing(tmp_path: Path) -> None:
    path = compiled(tmp_path, of_version(2_009) + "const char *sfsm_version_string(void) { return 0; }")
    assert refused_file(path) == (
        f"lacks a function that this package calls (undefined symbol: sfsm_status_name): {AGAIN}"
    )
