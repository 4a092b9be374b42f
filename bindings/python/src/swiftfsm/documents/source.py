"""The text of a document: from a file, or as a program has it."""

from __future__ import annotations

import os
from errno import ENOENT
from typing import NamedTuple, Optional, Union

from ..library.generated.constants import BYTE_LIMIT

Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]
"""A path, as a str of one line or an object that is one; or a text, as a str of several lines or as bytes in UTF-8."""


_NO_FILE = "<document>"


class Document(NamedTuple):
    """A text that has not been read yet."""

    text: bytes
    file: str
    """Names it in errors."""


def document(source: Source, file: Optional[str] = None) -> Document:
    """Return the text of a source. Errors: OSError for a file that cannot be read; TypeError for what is no source.

    file: names it in errors, instead of its path.
    """
    if file is not None and not isinstance(file, str):
        raise TypeError(f"file names the document in errors, and must be a str, not {file!r}")
    if file is not None and "\0" in file:
        raise ValueError(f"file contains a zero character: {file!r}")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Document(bytes(source), file or _NO_FILE)
    if isinstance(source, str) and "\n" in source:
        # What no UTF-8 can say stays as it is: the library tells where.
        return Document(source.encode("utf-8", "surrogatepass"), file or _NO_FILE)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"a document is read from a path, or is a text as str or bytes, not {source!r}")
    return Document(_contents(source), os.fsdecode(source) if file is None else file)


def _contents(path: Union[str, os.PathLike[str]]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(BYTE_LIMIT + 1)  # one that is longer is refused by the library
    except FileNotFoundError:
        text = "No such file (a str of one line is a path; a text has several)"
        raise FileNotFoundError(ENOENT, text, os.fsdecode(path)) from None
