"""Turn a file of another format into a document: python -m swiftfsm.formats login.scxml -o login.fsm"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Optional

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
        _write(given.output, text)
    except FormatError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Nobody reads any more: what is left must not fail at the end of the program either.
        sys.stdout = None
        return 2
    except OSError as error:
        print(f"{error.filename or given.file}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _read(path: str, format: Optional[str]) -> str:
    if path == "-":
        return read(sys.stdin.buffer.read(BYTE_LIMIT + 1), format)
    return read(Path(path), format)


def _write(path: Optional[str], text: str) -> None:
    if path is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    sys.exit(main())
