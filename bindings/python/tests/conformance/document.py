"""The definition of a case as the library reads it: its JSON twin, and the lines on which its parts stand."""

from __future__ import annotations

import json
import re
import sys
from ctypes import byref, c_void_p, sizeof
from typing import Any, NamedTuple

from swiftfsm.library.generated.constants import JSON, UNBOUND
from swiftfsm.library.generated.records import sfsm_diagnostic, sfsm_reading, sfsm_writing
from swiftfsm.library.loading import library

from swiftfsm.documents.writing import written

from .text import Fault

_RESERVED = re.compile(r"\breserved (-?[0-9]+)\b")
"""An id of which only cases have a word. For the library it is a name."""
_FIRST_STAND_IN = 2_000_000_000
# States may be nested deeper than json would read.
_DEPTH = 10_000


class Twin(NamedTuple):
    """A definition that was read."""

    contents: Any
    """As the library writes it in JSON."""
    is_document: bool
    """Whether the case is one as it stands."""


def read_twin(contents: str) -> Twin:
    """Has the library read a whole case, of which it takes the definition. Raises Fault with the first thing that is
    wrong."""
    numbers = sorted(set(map(int, _RESERVED.findall(_definition(contents)))))
    if not numbers:
        return Twin(_twin(contents, 0), True)
    lines = contents.split("\n")
    heading = next(index for index, line in enumerate(lines) if line.split("#")[0].strip() == "definition")
    lines[heading + 1 :] = [_RESERVED.sub(r'"reserved \1"', line) for line in lines[heading + 1 :]]
    for vocabulary in ("states", "events", "predicates"):
        stand_ins = " ".join(f'"reserved {each}" = {_FIRST_STAND_IN + each}' for each in numbers)
        lines.insert(heading + 1, f"  ids {vocabulary} {stand_ins}")
    return Twin(_twin("\n".join(lines), 3), False)


def _definition(contents: str) -> str:
    return re.split(r"^(?:diagnostics|transitions|run)\b", contents, flags=re.M)[0]


def _twin(contents: str, more_lines: int) -> Any:
    text = contents.encode()
    builder = library.sfsm_builder_create()
    try:
        reading, found = sfsm_reading(size=sizeof(sfsm_reading), flags=UNBOUND), c_void_p()
        if library.sfsm_builder_read(builder, text, len(text), byref(reading), byref(found)) < 0:
            raise _first_fault(found, more_lines)
        writing = sfsm_writing(size=sizeof(sfsm_writing), format=JSON)
        status, twin = written(lambda writer: library.sfsm_builder_write(builder, byref(writing), writer, None))
        if status < 0:
            raise Fault(1, f"the library cannot write the definition ({status})")
    finally:
        library.sfsm_builder_release(builder)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_DEPTH)
    try:
        return json.loads(twin)
    finally:
        sys.setrecursionlimit(limit)


def _first_fault(found: c_void_p, more_lines: int) -> Fault:
    first = sfsm_diagnostic(size=sizeof(sfsm_diagnostic))
    library.sfsm_diagnostics_get(found, 0, byref(first))
    fault = Fault(first.line - more_lines, first.text.decode())
    library.sfsm_diagnostics_release(found)
    return fault


def name_of(word: str) -> str:
    """A name of the twin, which stands in quotes where it would mean something else without them."""
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word
