"""The values of Arrow's arrays as Python objects: texts above all, which dictionaries hold."""

from __future__ import annotations

import re
import struct
from array import array
from collections.abc import Iterator
from ctypes import string_at
from typing import Any, Optional

from ..library.generated.enumerations import ValueType
from .arrow import Node
from .arrow_objects import objects_of
from .parts import CODES, SIZES, Part, View, viewed

NUMBERS = {
    "c": ValueType.I8,
    "C": ValueType.U8,
    "s": ValueType.I16,
    "S": ValueType.U16,
    "i": ValueType.I32,
    "I": ValueType.U32,
    "l": ValueType.I64,
    "L": ValueType.U64,
    "f": ValueType.F32,
    "g": ValueType.F64,
    "tdD": ValueType.I32,
    "tdm": ValueType.I64,
    "tts": ValueType.I32,
    "ttm": ValueType.I32,
    "ttu": ValueType.I64,
    "ttn": ValueType.I64,
}
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "D": 86400.0, "W": 604800.0}
"""Of units of time, as numpy calls them."""
_TEXTS = ("u", "U", "vu", "z", "Z", "vz")
_INLINE = 12


def number_type(format: str) -> Optional[ValueType]:
    """Return the type of a format that is a number, a time or a duration; None for any other."""
    if format[:3] in ("tss", "tsm", "tsu", "tsn", "tDs", "tDm", "tDu", "tDn"):
        return ValueType.I64
    return NUMBERS.get(format)


def time_unit(format: str) -> Optional[float]:
    """Return how many seconds a number of a format is; None for what is no time."""
    if format == "tdD":
        return 86400.0
    if format == "tdm":
        return 1e-3
    return SECONDS.get({"s": "s", "m": "ms", "u": "us", "n": "ns"}[format[2]]) if _is_time(format) else None


def _is_time(format: str) -> bool:
    return format[:2] in ("ts", "tt", "tD") and format[2:3] in tuple("smun")


def is_text(format: str) -> bool:
    """Return whether a format is that of texts or bytes."""
    return format in _TEXTS or format.startswith("w:")


def missing(node: Node) -> array[int]:
    """The indexes of nulls, found without a look at each bit where there are few."""
    found = array("q")
    if node.field.format == "n":
        return array("q", range(node.length))
    if not node.nulls or not node.buffers or not node.buffers[0]:
        return found
    first, shift = divmod(node.offset, 8)
    bits = string_at(node.buffers[0] + first, (shift + node.length + 7) // 8)
    for match in re.finditer(rb"[^\xff]", bits, flags=re.S):
        start, byte = match.start() * 8 - shift, match.group()[0]
        found.extend(start + bit for bit in range(8) if not byte >> bit & 1 and 0 <= start + bit < node.length)
    return found


def numbers(node: Node) -> Part:
    """The numbers of an array, where they lie. Those that Arrow packs as bits are copied."""
    if node.field.format == "b":
        first, shift = divmod(node.offset, 8)
        bits = string_at(node.buffers[1] + first, (shift + node.length + 7) // 8) if node.length else b""
        flags = array("B", [byte >> bit & 1 for byte in bits for bit in range(8)][shift : shift + node.length])
        return Part(flags.buffer_info()[0], ValueType.BOOL, node.length, flags, missing(node))
    kind = number_type(node.field.format)
    assert kind is not None
    address = node.buffers[1] + node.offset * SIZES[kind] if node.length else 0
    return Part(address, kind, node.length, node.owner, missing(node))


def offsets(node: Node, format: str) -> View:
    """The offsets of an array of lists or texts: one more than it has. format: "i" or "q"."""
    kind = ValueType.I64 if format == "q" else ValueType.I32
    if not node.buffers[1]:  # as some have it for no values
        return viewed(bytes(SIZES[kind]), CODES[kind])
    return Part(node.buffers[1] + node.offset * SIZES[kind], kind, node.length + 1, node.owner).view()


def texts(node: Node) -> Iterator[Any]:
    """The texts of an array, or its bytes; None for null."""
    gone = set(missing(node))
    format = node.field.format
    found = _viewed(node) if format.startswith("v") else _fixed(node) if format.startswith("w:") else _listed(node)
    is_utf8 = format[-1] in "uU"
    for index, value in enumerate(found):
        yield None if index in gone else value.decode("utf-8", "surrogatepass") if is_utf8 else value


def _listed(node: Node) -> Iterator[bytes]:
    ends = offsets(node, "q" if node.field.format in "UZ" else "i")
    data = string_at(node.buffers[2] + ends[0], ends[-1] - ends[0]) if ends[-1] > ends[0] else b""
    first = ends[0]
    return (data[ends[index] - first : ends[index + 1] - first] for index in range(node.length))


def _fixed(node: Node) -> Iterator[bytes]:
    size = int(node.field.format[2:])
    data = string_at(node.buffers[1] + node.offset * size, node.length * size) if node.length else b""
    return (data[index * size : (index + 1) * size] for index in range(node.length))


def _viewed(node: Node) -> Iterator[bytes]:
    if not node.length:
        return
    views = string_at(node.buffers[1] + 16 * node.offset, 16 * node.length)
    for start, (length, buffer, offset) in enumerate(struct.iter_unpack("=i4xii", views)):
        if length <= _INLINE:
            yield views[start * 16 + 4 : start * 16 + 4 + length]
        else:
            yield string_at(node.buffers[2 + buffer] + offset, length)


def values(node: Node) -> list[Any]:
    """All values of an array as Python objects. Errors: TypeError for a type that is no text and no number."""
    if node.dictionary is not None:
        words = values(node.dictionary)
        part = numbers(node)
        gone = set(part.missing)
        return [None if index in gone else words[code] for index, code in enumerate(part.view())]
    if is_text(node.field.format):
        return list(texts(node))
    if node.field.format == "n":
        return [None] * node.length
    if number_type(node.field.format) is None and node.field.format != "b":
        raise TypeError(f"a column of Arrow's type {node.field.format!r} has no values that are numbers or texts")
    part = numbers(node)
    objects = objects_of(node.field.format)
    found: list[Any] = part.view().tolist() if objects is None else objects(part.view())
    for index in part.missing:
        found[index] = None
    return found
