"""Finds and loads libswiftfsm.

Looked for in this order: the file that the environment variable SWIFTFSM_LIBRARY names (and then nowhere else), a
library beside this package (a wheel brings it), the system's loader. The library is loaded when the package is
imported; an ImportError tells in one sentence what to do if that fails.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Optional

from .prototypes import VERSION_MAJOR, declare

ENVIRONMENT_VARIABLE = "SWIFTFSM_LIBRARY"


class LibraryError(ImportError):
    """libswiftfsm was not found, could not be loaded, or is not of the version that this package needs."""


def library_names(platform: str = sys.platform) -> tuple[str, ...]:
    """The file names that the library has on `platform`, the one of its binary interface first."""
    if platform == "win32":
        return ("swiftfsm.dll",)
    if platform == "darwin":
        return (f"libswiftfsm.{VERSION_MAJOR}.dylib", "libswiftfsm.dylib")
    return (f"libswiftfsm.so.{VERSION_MAJOR}", "libswiftfsm.so")


def load(folder: Optional[Path] = None) -> tuple[ctypes.PyDLL, ctypes.CDLL]:
    """Loads the library and declares its functions: (calls that keep the GIL, calls that let go of it).

    `folder` is where a library beside the package is looked for; default: the package's own folder.
    Raises LibraryError.
    """
    path = _find(folder or Path(__file__).parent)
    try:
        keeping, releasing = ctypes.PyDLL(path), ctypes.CDLL(path)
    except OSError as error:
        raise LibraryError(
            f"libswiftfsm could not be loaded from {path} ({error}): build it for this machine's architecture "
            f"({os.uname().machine if hasattr(os, 'uname') else sys.platform}), or set {ENVIRONMENT_VARIABLE} to the "
            f"file of one that is."
        ) from None
    try:
        version: int = keeping["sfsm_version"]()
    except AttributeError:
        raise LibraryError(
            f"{path} is not libswiftfsm (it has no function sfsm_version): set {ENVIRONMENT_VARIABLE} to libswiftfsm's "
            f"file."
        ) from None
    if version // 1_000_000 != VERSION_MAJOR:
        raise LibraryError(
            f"{path} is libswiftfsm {version // 1_000_000}.{version // 1000 % 1000}.{version % 1000}, but this package "
            f"needs version {VERSION_MAJOR}: install a matching pair, or set {ENVIRONMENT_VARIABLE} to a library of "
            f"version {VERSION_MAJOR}."
        )
    try:
        declare(keeping)
        declare(releasing)
    except AttributeError as error:
        raise LibraryError(
            f"{path} is too old for this package ({error}): install a newer libswiftfsm, or set "
            f"{ENVIRONMENT_VARIABLE} to one."
        ) from None
    return keeping, releasing


def _find(folder: Path) -> str:
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        if not os.path.isfile(chosen):
            raise LibraryError(
                f"{ENVIRONMENT_VARIABLE} names {chosen}, but there is no such file: set it to libswiftfsm's file, or "
                f"unset it to use the installed library."
            )
        return os.path.abspath(chosen)
    for name in library_names():
        if (folder / name).is_file():
            return str(folder / name)
    tried: list[str] = []
    for name in library_names():
        try:
            ctypes.CDLL(name)
            return name
        except OSError:
            tried.append(name)
    raise LibraryError(
        f"libswiftfsm was not found: install it, put it into {folder}, or set the environment variable "
        f"{ENVIRONMENT_VARIABLE} to its file (the system's loader knows no {' and no '.join(tried)})."
    )


library, library_without_gil = load()
"""The loaded library, twice. Calls through `library` keep the GIL, since letting go of it costs more than they last;
those that may last long (building) go through `library_without_gil`, so that other Python threads run meanwhile."""
