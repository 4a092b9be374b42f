"""Where a foreign definition comes from: a file, a text or an object; and of which format it is."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Union

from .faults import Fault, Faults, FormatError, listed, shown
from .writing import BYTE_LIMIT

FORMATS = ("scxml", "xstate", "xstate4", "xstate5", "transitions", "sm", "json")

_EXTENSIONS = {".scxml": "scxml", ".sm": "sm"}

Given = Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]


class Source(NamedTuple):
    """What is read."""

    file: str
    """For faults."""
    content: Union[str, bytes, Mapping[str, Any]]
    format: str
    """Empty: found out of the content, which is JSON."""


def find_source(given: Given, format: str) -> Source:
    """Open a path; take a text, bytes or a mapping as they are. Raises FormatError, and OSError of a path."""
    if format and format not in FORMATS:
        raise ValueError(f"expected the format {listed(FORMATS)}, found {shown(format)}")
    if isinstance(given, Mapping):
        return Source("definition", given, format)
    if isinstance(given, os.PathLike) or (isinstance(given, str) and not _is_text(given)):
        return _file(os.fspath(given), format)
    if not isinstance(given, (str, bytes)):
        raise TypeError(f"expected a path, a text, bytes or a mapping, not {type(given).__name__}")
    _check_size("text", len(given.encode(errors="surrogatepass")) if isinstance(given, str) else len(given))
    return Source("text", given, format or _format(given, "text"))


def _is_text(given: str) -> bool:
    """A path is one line, and begins neither as XML nor as JSON nor as a table of SMC does."""
    return "\n" in given or given.lstrip()[:1] in ("<", "{", "[") or not given.strip()


def _file(path: str, format: str) -> Source:
    extension = os.path.splitext(path)[1].lower()
    with open(path, "rb") as file:
        content = file.read(BYTE_LIMIT + 1)
    _check_size(path, len(content))
    if not format and extension in (".yaml", ".yml"):
        fault = "expected one of the formats: load YAML first, with yaml.safe_load, and give what that returns"
        raise FormatError((Fault(path, 1, fault),))
    if not format and extension == ".fsm":
        raise FormatError((Fault(path, 1, "expected a file of another format: this one is a document already"),))
    return Source(path, content, format or _EXTENSIONS.get(extension) or _format(content, path))


def _check_size(file: str, size: int) -> None:
    if size > BYTE_LIMIT:
        raise FormatError((Fault(file, 1, f"expected at most {BYTE_LIMIT} bytes"),))


def _format(content: Union[str, bytes], file: str) -> str:
    """By how the content begins."""
    begin = content[:1000]
    if isinstance(begin, bytes):
        # UTF-16 has a zero byte in each character of ASCII.
        begin = begin.replace(b"\0", b"").decode("utf-8", "ignore").lstrip("\ufeff\ufffd")
    first = begin.lstrip()[:1]
    if first == "<":
        return "scxml"
    if first == "{" or first == "[":
        return ""
    if re.match(r"(\s|//[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*(\w+\s*:\s*\w+|%)", begin):
        return "sm"
    raise FormatError((Fault(file, 1, f"expected one of the formats {listed(FORMATS)}: this is none, or name it"),))


def decoded(content: Union[str, bytes], faults: Faults) -> str:
    """The text, which is UTF-8."""
    if isinstance(content, str):
        return content[1:] if content.startswith("\ufeff") else content
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise faults.error(line, "expected UTF-8, found other bytes: convert the file") from None
