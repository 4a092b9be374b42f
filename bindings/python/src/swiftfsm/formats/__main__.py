"""Turn a file of another format into a document: python -m swiftfsm.formats login.scxml -o login.fsm"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO, Optional, TextIO

from .faults import FormatError
from .reading import read
from .source import FORMATS
from .writing import BYTE_LIMIT

_STATUS = "exit status: 0, 1 if the file cannot be read or said, 2 for wrong arguments and files that cannot be opened"


def main(arguments: Optional[list[str]] = None) -> int:
    """Run the program. Returns its exit status; argparse exits with 2."""
    parser = argparse.ArgumentParser("python -m swiftfsm.formats", description=__doc__, epilog=_STATUS)
    parser.add_argument("file", metavar="FILE", help="what to read; - for the standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write the document; otherwise it is printed")
    parser.add_argument("--format", choices=FORMATS, help="of FILE; otherwise by its extension or content")
    given = parser.parse_args(arguments)
    try:
        text = _read(given.file, given.format)
    except FormatError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        return _refuse("standard input" if given.file == "-" else given.file, error)
    try:
        _write(given.output, text)
    except OSError as error:
        if given.output is not None:
            return _refuse(given.output, error)
        # What is left must not fail at the end of the program too.
        sys.stdout = None
        # Nobody who has stopped to read wants to be told.
        return 2 if isinstance(error, BrokenPipeError) else _refuse("standard output", error)
    return 0


def _refuse(name: str, error: OSError) -> int:
    print(f"{name}: {error.strerror}", file=sys.stderr)
    return 2


def _bytes_of(stream: Optional[TextIO]) -> BinaryIO:
    """The bytes of a standard stream, which Python has not if the program was started without it."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return stream.buffer


def _read(path: str, format: Optional[str]) -> str:
    if path == "-":
        return read(_bytes_of(sys.stdin).read(BYTE_LIMIT + 1), format)
    return read(Path(path), format)


def _write(path: Optional[str], text: str) -> None:
    if path is None:
        output = _bytes_of(sys.stdout)
        output.write(text.encode())
        output.flush()
    else:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    sys.exit(main())
