"""The wheel and the source archive: what is in them, and that they work where the project is not."""

from __future__ import annotations

import email.message
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Optional

import header
import pytest
from packaging.metadata import Metadata
from packaging.tags import Tag, sys_tags

import swiftfsm
from swiftfsm.library.loading import library, library_names

CONSTANTS = header.read().constants
VERSION = ".".join(str(CONSTANTS[f"SFSM_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))
PYTHON_FOLDER = Path(__file__).resolve().parents[1]
INFORMATION = f"swiftfsm-{VERSION}.dist-info"
LIBRARY = f"swiftfsm/{library_names()[0]}"
SCRIPT = f"swiftfsm-{VERSION}.data/scripts/swiftfsm"


@pytest.fixture(scope="session")
def wheel() -> Path:
    path = os.environ.get("SWIFTFSM_WHEEL", "")
    if not os.path.isfile(path):
        pytest.fail("Set the environment variable SWIFTFSM_WHEEL to the wheel: ./dev test builds it in build/wheel.")
    return Path(path).resolve()


@pytest.fixture(scope="session")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="session")
def new_environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new virtual environment in which nothing is installed but the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    # Without an index, anything that the package needs would be missed here.
    run([*pip, "install", "--quiet", "--no-index", str(wheel)])
    return python


def run(command: Sequence[str], folder: Optional[Path] = None, environment: Optional[Mapping[str, str]] = None) -> str:
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def fields(file: Path) -> email.message.Message:
    return email.message_from_string(file.read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------------------------------------------------
# What is in the wheel
# ---------------------------------------------------------------------------------------------------------------------


def needed_glibc(file: Path) -> int:
    """The newest version 2.x of the C library whose symbols a library or program needs."""
    return max(int(minor) for minor in re.findall(r"\bGLIBC_2\.(\d+)", run(["readelf", "-VW", str(file)])))


def test_any_python_3_of_any_linux_with_such_a_c_library(wheel: Path, unpacked: Path) -> None:
    """The tag names the oldest C library that has all that the library and the program need, and no newer one."""
    minor = max(needed_glibc(unpacked / LIBRARY), needed_glibc(unpacked / SCRIPT))
    tag = f"py3-none-manylinux_2_{minor}_{os.uname().machine}"
    assert wheel.name == f"swiftfsm-{VERSION}-{tag}.whl"
    described = fields(unpacked / INFORMATION / "WHEEL")
    assert (described.get_all("Tag"), described["Root-Is-Purelib"]) == ([tag], "false")
    # A Python that was built for such a C library takes it.
    assert Tag("py3", "none", f"manylinux_2_{minor}_{os.uname().machine}") in set(sys_tags())


def test_nothing_of_it_depends_on_when_it_was_made(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2022, 11, 9, 12, 37, 20)}
        names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
    assert len(names) == len(set(names))


def test_what_is_in_it(unpacked: Path) -> None:
    """The modules, the marker of their types, the schema, one library, the program, the licences: no tests, no sources."""
    sources = PYTHON_FOLDER / "src"
    modules = {str(path.relative_to(sources)) for path in sources.rglob("*.py")}
    about = {"METADATA", "RECORD", "WHEEL", "licenses/LICENSE", "licenses/LICENSE.libffi"}
    assert {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()} == {
        *modules,
        "swiftfsm/py.typed",
        "swiftfsm/formats/definition.schema.json",
        LIBRARY,
        SCRIPT,
        *(f"{INFORMATION}/{name}" for name in about),
    }


def test_the_modules_are_the_sources(unpacked: Path) -> None:
    for path in (PYTHON_FOLDER / "src").rglob("*.py"):
        assert (unpacked / path.relative_to(PYTHON_FOLDER / "src")).read_bytes() == path.read_bytes()


def test_what_it_says_of_itself(unpacked: Path) -> None:
    described = fields(unpacked / INFORMATION / "METADATA")
    assert (described["Name"], described["Version"]) == ("swiftfsm", VERSION)
    assert (described["Requires-Python"], described["License-Expression"]) == (">=3.9", "MIT")
    needed = described.get_all("Requires-Dist") or []
    assert [need for need in needed if "extra ==" not in need] == []
    assert described["Author"] == "The SwiftFSM authors"
    # No page of the project is known that a link could lead to.
    assert described.get_all("Project-URL") is None
    versions = {name.rsplit(" ", 1)[-1] for name in described.get_all("Classifier") or [] if ":: 3." in name}
    assert versions == {"3.9", "3.10", "3.11", "3.12", "3.13", "3.14"}


def test_an_index_would_take_what_it_says(unpacked: Path) -> None:
    """All fields are known and valid, and the description is Markdown."""
    told = Metadata.from_email((unpacked / INFORMATION / "METADATA").read_bytes(), validate=True)
    assert (told.name, str(told.version), told.license_expression) == ("swiftfsm", VERSION, "MIT")
    assert told.description_content_type == "text/markdown" and (told.description or "").startswith("# swiftfsm")
    assert told.license_files == ["LICENSE", "LICENSE.libffi"]


def test_the_licences_are_those_of_the_project_and_of_libffi(unpacked: Path, project: Path) -> None:
    licences = unpacked / INFORMATION / "licenses"
    assert (licences / "LICENSE").read_bytes() == (project / "LICENSE").read_bytes()
    assert "libffi - Copyright" in (licences / "LICENSE.libffi").read_text(encoding="utf-8")


def test_the_library_needs_the_c_library_alone(unpacked: Path) -> None:
    entries = re.findall(r"\((\w+)\) .*\[(.*)\]$", run(["readelf", "-dW", str(unpacked / LIBRARY)]), flags=re.M)
    # No RPATH and no RUNPATH: no path of the machine that built it.
    assert sorted(entries) == [("NEEDED", "libc.so.6"), ("SONAME", library_names()[0])]


def test_the_program_needs_the_c_library_alone(unpacked: Path) -> None:
    """It has the library inside: nobody knows before where scripts and packages will be."""
    entries = re.findall(r"\((\w+)\) .*\[(.*)\]$", run(["readelf", "-dW", str(unpacked / SCRIPT)]), flags=re.M)
    assert sorted(entries) == [("NEEDED", "libc.so.6")]
    assert ".symtab" not in run(["readelf", "-SW", str(unpacked / SCRIPT)])


def test_the_library_is_stripped(unpacked: Path) -> None:
    sections = set(re.findall(r"\] (\.\S+)", run(["readelf", "-SW", str(unpacked / LIBRARY)])))
    assert ".dynsym" in sections
    assert not [name for name in sections if name in (".symtab", ".strtab") or name.startswith(".debug")]


def test_the_library_exports_what_the_header_declares(unpacked: Path) -> None:
    symbols = run(["nm", "-D", "--defined-only", "--extern-only", str(unpacked / LIBRARY)])
    exported = {line.split()[2].partition("@")[0] for line in symbols.splitlines()}
    assert exported and not [name for name in exported if not name.startswith("sfsm_")]


# ---------------------------------------------------------------------------------------------------------------------
# The wheel where the project is not
# ---------------------------------------------------------------------------------------------------------------------


def test_the_tests_run_against_the_wheel(unpacked: Path) -> None:
    """Not against the source folder, nor with a library that was built in another way."""
    package = Path(swiftfsm.__file__).parent
    assert package == Path(sysconfig.get_path("platlib")) / "swiftfsm"
    assert Path(library._name) == package / library_names()[0]
    assert Path(library._name).read_bytes() == (unpacked / LIBRARY).read_bytes()


def test_a_new_environment_without_swift(new_environment: Path, tmp_path: Path) -> None:
    program = (
        "import swiftfsm; from swiftfsm.library.loading import library; print(swiftfsm.__version__, library._name)"
    )
    nowhere = {"PATH": "", "LD_LIBRARY_PATH": ""}
    version, loaded = run([str(new_environment), "-c", program], tmp_path, nowhere).split()
    assert version == VERSION
    assert Path(loaded).parent.parent.name == "site-packages"
    assert new_environment.parents[1] in Path(loaded).parents


def test_the_program_in_a_new_environment(new_environment: Path, tmp_path: Path) -> None:
    (tmp_path / "door.fsm").write_text("definition\n  closed push -> open\n  open pull -> closed\n", encoding="utf-8")
    program, nowhere = str(new_environment.parent / "swiftfsm"), {"PATH": "", "LD_LIBRARY_PATH": ""}
    assert run([program, "--version"], tmp_path, nowhere) == f"swiftfsm {VERSION}\n"
    assert run([program, "check", "door.fsm"], tmp_path, nowhere) == "door.fsm: 2 states, 2 events, 2 rows\n"


@pytest.mark.parametrize("name", ["turnstile.py", "package_log.py", "package_replay.py"])
def test_the_examples_in_a_new_environment(name: str, new_environment: Path, project: Path, tmp_path: Path) -> None:
    examples = shutil.copytree(PYTHON_FOLDER / "examples", tmp_path / "examples")
    shutil.copy(PYTHON_FOLDER.parent / "package-life.fsm", examples)
    log = [] if name == "turnstile.py" else [str(project / "Tests" / "Fixtures" / "package.log")]
    assert run([str(new_environment), name, *log], Path(examples), {"PATH": "", "LD_LIBRARY_PATH": ""}) != ""


def test_the_extras_are_not_installed(new_environment: Path, tmp_path: Path) -> None:
    listing = "import importlib.metadata as m; print(*(d.metadata['Name'] for d in m.distributions()))"
    assert run([str(new_environment), "-Ic", listing], tmp_path).split() == ["swiftfsm"]


# ---------------------------------------------------------------------------------------------------------------------
# The source archive, and what is said where something is missing
# ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def source_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    program = "import sys; from scikit_build_core.build import build_sdist; print('\\n' + build_sdist(sys.argv[1]))"
    name = run([sys.executable, "-c", program, str(folder)], PYTHON_FOLDER).splitlines()[-1]
    run(["tar", "xf", name], folder)
    return folder / f"swiftfsm-{VERSION}"


def test_the_source_archive_has_the_library_s_sources(source_archive: Path, project: Path) -> None:
    front_ends = {"FSMInterning", "FSMSwift", "MSFSM", "SwiftFSM", "SwiftFSMTesting", "SwiftState"}
    others = front_ends | {"DocumentEnums", "DocumentPlugin", "DocumentTool", "Documentation"}
    for folder in ("Sources", "include"):
        files = (path.relative_to(project) for path in (project / folder).rglob("*") if path.is_file())
        ours = {path for path in files if path.parts[1] not in others and path.suffix != ".pyc"}
        theirs = {path.relative_to(source_archive / "library") for path in (source_archive / "library").rglob("*")}
        assert ours <= theirs and len(ours) > 0
    assert not [path for path in source_archive.rglob("*") if path.is_symlink()]
    for name in ("CMakeLists.txt", "include/swiftfsm.h"):
        assert (source_archive / "library" / name).read_bytes() == (project / name).read_bytes()


def test_the_source_archive_has_no_more_than_is_needed(source_archive: Path) -> None:
    assert {path.name for path in source_archive.iterdir()} == {
        "CMakeLists.txt",
        "LICENSE",
        "LICENSE.libffi",
        "PKG-INFO",
        "README.md",
        "examples",
        "library",
        "pyproject.toml",
        "src",
    }
    assert {path.name for path in (source_archive / "library").iterdir()} == {"CMakeLists.txt", "Sources", "include"}
    folders = {path.name for path in (source_archive / "library" / "Sources").iterdir() if path.is_dir()}
    assert folders == {"CLibFFI", "CMemory", "Debian", "FSMCABI", "FSMEngine", "Program", "Release", "toolchains"}
    assert not [path for path in source_archive.rglob("*") if path.name.startswith(".") or path.suffix == ".pyc"]


def test_building_says_that_swift_is_missing(source_archive: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("cmake", "ninja"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    ended = subprocess.run(
        [programs / "cmake", "-G", "Ninja", "-S", source_archive, "-B", tmp_path / "build"],
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
    )
    assert ended.returncode != 0
    assert "swiftc was not found: building swiftfsm needs Swift 6.3 or newer, with its usr/bin in PATH" in ended.stderr
