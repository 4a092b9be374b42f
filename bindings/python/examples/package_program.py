"""What the programs over dpkg's log have in common: their arguments, what they print, and how they end."""

from __future__ import annotations

import getopt
import io
import os
import sys
import time
from collections.abc import Callable
from typing import Optional

from package_life import UnusableDocument
from package_lines import UnreadableLog


class WrongArguments(Exception):
    """The message says how the program is called."""


class Unwritable(Exception):
    """The report cannot be written; the message says why."""


class Arguments:
    """What a program is called with: options, and at most one file."""

    def __init__(self, arguments: list[str], options: str, usage: str) -> None:
        """options: as getopt has them. Raises WrongArguments."""
        try:
            found, files = getopt.gnu_getopt(arguments, options)
        except getopt.GetoptError:
            raise WrongArguments(usage) from None
        if len(files) > 1:
            raise WrongArguments(usage)
        self.options: dict[str, str] = dict(found)
        self.path: Optional[str] = files[0] if files and files[0] != "-" else None
        """None for standard input."""
        self.name: str = "standard input" if self.path is None else self.path


class Clock:
    """Measures a replay."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    @property
    def line(self) -> str:
        """The report's line of the time."""
        return f"time: {time.monotonic() - self._start:.4f} s\n"


def write(text: str) -> None:
    """Print a report. Raises Unwritable."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python flushes once more as it ends
        raise Unwritable("the report cannot be written") from None


def run(program: str, act: Callable[[list[str]], None]) -> int:
    """Have a program act on its arguments. Returns its exit status."""
    # The names of files may be any bytes: they are printed as they are.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=sys.getfilesystemencoding(), errors="surrogateescape")
    try:
        act(sys.argv[1:])
        return 0
    except WrongArguments as error:
        print(error, file=sys.stderr)
        return 2
    except (UnusableDocument, UnreadableLog) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except Unwritable as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 1
