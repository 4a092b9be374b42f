"""Finding and loading libswiftfsm.

The library is looked for in this order: the file that the environment variable SWIFTFSM_LIBRARY names, and then nowhere
else; inside this package, where the wheel puts it; by the system's loader. It is loaded when the package is imported.
If that fails, an ImportError says in one sentence what is wrong and what to do.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Optional, Union

from .. import __path__ as package_folders
from .generated.constants import VERSION_MAJOR, VERSION_MINOR
from .generated.functions import declare

ENVIRONMENT_VARIABLE = "SWIFTFSM_LIBRARY"

REMEDY = f"install swiftfsm for this machine again, or set {ENVIRONMENT_VARIABLE} to the file of such a library."

# The processors by e_machine, a field of the ELF header.
ARCHITECTURES = {
    3: "i386",
    20: "ppc",
    21: "ppc64",
    22: "s390x",
    40: "arm",
    62: "x86_64",
    183: "aarch64",
    243: "riscv",
    258: "loongarch",
}


class LibraryError(ImportError):
    """libswiftfsm was not found, could not be loaded, or has the wrong version for this package."""


def library_names(platform: str = sys.platform) -> tuple[str, ...]:
    """Return the file names of the library on `platform`, beginning with that of its binary interface."""
    if platform == "win32":
        return ("swiftfsm.dll",)
    if platform == "darwin":
        return (f"libswiftfsm.{VERSION_MAJOR}.dylib", "libswiftfsm.dylib")
    return (f"libswiftfsm.so.{VERSION_MAJOR}", "libswiftfsm.so")


def load(folders: Optional[Iterable[Union[str, Path]]] = None) -> tuple[ctypes.PyDLL, ctypes.CDLL]:
    """Load the library and declare its functions. Returns: calls that keep the GIL, calls that release it.

    folders: where to look for the library inside the package; by default its own folders, of which an editable
    installation has two.
    Errors: LibraryError.
    """
    path = _chosen() or _inside(package_folders if folders is None else folders)
    if path:
        _check_file(path)
        try:
            keeping = ctypes.PyDLL(path)
        except OSError as error:
            reason = str(error).replace(f"{path}: ", "", 1)
            raise LibraryError(f"{path} could not be loaded ({reason}): {REMEDY}") from None
    else:
        path, keeping = _from_system()
    releasing = ctypes.CDLL(path)
    _check_version(path, keeping)
    try:
        declare(keeping)
        declare(releasing)
    except AttributeError as error:
        reason = str(error).replace(f"{path}: ", "", 1)
        raise LibraryError(f"{path} lacks a function that this package calls ({reason}): {REMEDY}") from None
    return keeping, releasing


# ---------------------------------------------------------------------------------------------------------------------
# Where the library is
# ---------------------------------------------------------------------------------------------------------------------


def _chosen() -> Optional[str]:
    """The file that the environment names."""
    name = os.environ.get(ENVIRONMENT_VARIABLE)
    if not name:
        return None
    if not os.path.isfile(name):
        state = "which is a folder" if os.path.isdir(name) else "but there is no such file"
        raise LibraryError(
            f"{ENVIRONMENT_VARIABLE} names {name}, {state}: set it to libswiftfsm's file, or unset it to use the "
            f"installed library."
        )
    return os.path.abspath(name)


def _inside(folders: Iterable[Union[str, Path]]) -> Optional[str]:
    """The library's file in one of these folders."""
    files = (os.path.join(folder, name) for folder in folders for name in library_names())
    return next((os.path.abspath(file) for file in files if os.path.isfile(file)), None)


def _from_system() -> tuple[str, ctypes.PyDLL]:
    """Load the library that the system's loader finds. Returns its name too."""
    reasons: list[str] = []
    for name in library_names():
        try:
            return name, ctypes.PyDLL(name)
        except OSError as error:
            reasons.append(str(error))
    raise LibraryError(
        f"libswiftfsm was not found, neither inside the package nor by the system's loader ({'; '.join(reasons)}): "
        f"install the package from its wheel or with pip install ./bindings/python, or set the environment variable "
        f"{ENVIRONMENT_VARIABLE} to the library's file."
    )


# ---------------------------------------------------------------------------------------------------------------------
# Whether it is the right one
# ---------------------------------------------------------------------------------------------------------------------


def _check_file(path: str) -> None:
    """Refuse a file that the loader would describe in misleading words, or that would end the process while it is
    loaded.

    The loader calls a library for another processor "no such file", and it maps half a file and then reads beyond its
    end.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        header, size = _elf_header(path), os.path.getsize(path)
    except OSError as error:
        raise LibraryError(f"{path} cannot be read ({error.strerror}): {REMEDY}") from None
    if not header:
        raise LibraryError(f"{path} is not a library (it is not an ELF file): {REMEDY}")
    try:
        own = _elf_header("/proc/self/exe")
    except OSError:  # Without /proc, the loader has the last word.
        own = header
    if _architecture(header) != _architecture(own):
        raise LibraryError(
            f"{path} is made for {_architecture(header)}, but this Python runs on {_architecture(own)}: {REMEDY}"
        )
    if size < _elf_size(header):
        raise LibraryError(f"{path} is cut off ({size} of {_elf_size(header)} bytes are there): {REMEDY}")


def _elf_header(path: str) -> bytes:
    """The ELF header of a file; empty if it has none."""
    with open(path, "rb") as file:
        header = file.read(64)
    return header if len(header) == 64 and header.startswith(b"\x7fELF") else b""


def _byte_order(header: bytes) -> str:
    return ">" if header[5] == 2 else "<"


def _architecture(header: bytes) -> str:
    (machine,) = struct.unpack_from(_byte_order(header) + "H", header, 18)
    order = ", big-endian" if header[5] == 2 else ""
    return f"{ARCHITECTURES.get(machine, f'machine {machine}')} ({64 if header[4] == 2 else 32} bits{order})"


def _elf_size(header: bytes) -> int:
    """Return where the table of sections ends, which linkers write last; 0 if there is none."""
    vocabulary = "40xQ10xHH" if header[4] == 2 else "32xI10xHH"
    offset, entry_size, count = struct.unpack_from(_byte_order(header) + vocabulary, header)
    return int(offset + entry_size * count)


def _check_version(path: str, library: ctypes.PyDLL) -> None:
    try:
        number: int = library["sfsm_version"]()
    except AttributeError:
        raise LibraryError(f"{path} is not libswiftfsm (it has no function sfsm_version): {REMEDY}") from None
    major, minor, patch = number // 1_000_000, number // 1000 % 1000, number % 1000
    if (major, minor) != (VERSION_MAJOR, VERSION_MINOR):
        raise LibraryError(
            f"{path} is libswiftfsm {major}.{minor}.{patch}, but this package needs {VERSION_MAJOR}.{VERSION_MINOR}: "
            f"install a matching pair, or set {ENVIRONMENT_VARIABLE} to a library of version "
            f"{VERSION_MAJOR}.{VERSION_MINOR}."
        )


library: ctypes.PyDLL
library_without_gil: ctypes.CDLL
library, library_without_gil = load()
"""The loaded library, twice. Calls through `library` keep the GIL, since releasing it takes longer than they do.
Building, which may take long, goes through `library_without_gil`, so that other Python threads run meanwhile.
"""
