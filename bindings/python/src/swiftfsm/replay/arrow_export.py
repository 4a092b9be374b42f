"""Tables by Arrow's C stream interface, made of lists of ints and texts.

One stream gives one array of the whole table. What is given away belongs to whom takes it, and lives until that calls
`release`: so it is held here, by the address of its struct, until then.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from ctypes import POINTER, byref, c_char_p, c_void_p, cast, pointer, py_object
from itertools import accumulate
from typing import Any, Optional

from .arrow import (
    ArrowArray,
    ArrowArrayStream,
    ArrowSchema,
    GetError,
    GetNext,
    GetSchema,
    ReleaseArray,
    ReleaseSchema,
    ReleaseStream,
)

_NULLABLE = 2
_STREAM = b"arrow_array_stream"
_held: dict[int, Any] = {}
"""What was given away, by its number, which is the private data of a struct."""
_numbers = iter(range(1, 2**62))

_Destructor = ctypes.CFUNCTYPE(None, c_void_p)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = py_object, [c_void_p, c_char_p, c_void_p]
# With a capsule that is about to go: no object of Python may be made of it.
_address_of = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def _hold(*things: Any) -> int:
    number = next(_numbers)
    _held[number] = things
    return number


# The data of these functions is among their parameters: the dictionary of the module may be gone when they are called.
def _release(struct: Any, held: dict[int, Any] = _held) -> None:
    given = struct.contents
    for index in range(getattr(given, "n_children", 0)):
        child = given.children[index]
        if child.contents.release:  # it was not moved elsewhere
            child.contents.release(child)
    given.release = type(given.release)()
    held.pop(given.private_data, None)


_release_schema, _release_array, _release_stream = (
    ReleaseSchema(_release),
    ReleaseArray(_release),
    ReleaseStream(_release),
)


class _Exported:
    """One column: its type, its buffers, and what has their memory."""

    def __init__(self, name: str, values: Sequence[Any]) -> None:
        self.name: bytes = name.encode()
        self.length: int = len(values)
        self.nulls: int = sum(each is None for each in values)
        is_integer = all(each is None or type(each) is int for each in values) and self.nulls < max(self.length, 1)
        valid = _bits(values) if self.nulls else None
        is_integer = is_integer and all(each is None or -(2**63) <= each < 2**63 for each in values)
        self.format: bytes = b"l" if is_integer else b"U"
        self.memory: list[Optional[array[int]]]
        if is_integer:
            self.memory = [valid, array("q", [each or 0 for each in values])]
        else:
            texts = _texts(values)
            ends = array("q", [0, *accumulate(map(len, texts))])
            self.memory = [valid, ends, array("B", b"".join(texts))]
        addresses = [None if each is None else each.buffer_info()[0] for each in self.memory]
        self.buffers: Any = (c_void_p * len(addresses))(*addresses)


def _texts(values: Sequence[Any]) -> list[bytes]:
    if set(map(type, values)) <= {str, type(None)}:  # of which equal ones are the same text
        known = {each: b"" if each is None else _text(each) for each in set(values)}
        return [known[each] for each in values]
    return [b"" if each is None else _text(each) for each in values]


def _text(value: object) -> bytes:
    return (value if isinstance(value, str) else str(getattr(value, "name", value))).encode("utf-8", "replace")


def _bits(values: Sequence[Any]) -> array[int]:
    bits = array("B", bytes((len(values) + 7) // 8))
    for index, value in enumerate(values):
        if value is not None:
            bits[index >> 3] |= 1 << (index & 7)
    return bits


class _Table:
    """The stream of one table, while somebody reads it."""

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self.columns: Optional[list[_Exported]] = [_Exported(*each) for each in columns.items()]
        self.names: list[tuple[bytes, bytes]] = [(each.name, each.format) for each in self.columns]
        self.length: int = self.columns[0].length if self.columns else 0

    def get_schema(self, stream: Any, out: Any) -> int:
        children = [pointer(_schema(name, format)) for name, format in self.names]
        _fill_schema(out.contents, b"", b"+s", children)
        return 0

    def get_next(self, stream: Any, out: Any) -> int:
        columns, self.columns = self.columns, None
        if columns is None:
            out.contents.release = ReleaseArray()
            return 0
        children = [pointer(_array(each)) for each in columns]
        given, buffers = out.contents, (c_void_p * 1)(None)
        given.length, given.null_count, given.offset = self.length, 0, 0
        given.n_buffers, given.buffers = 1, cast(buffers, POINTER(c_void_p))
        array_of = (POINTER(ArrowArray) * max(len(children), 1))(*children)
        given.n_children, given.children = len(children), cast(array_of, POINTER(POINTER(ArrowArray)))
        given.dictionary = None
        given.private_data = _hold(children, array_of, buffers, columns)
        given.release = _release_array
        return 0


def _schema(name: bytes, format: bytes) -> ArrowSchema:
    made = ArrowSchema()
    _fill_schema(made, name, format, [])
    return made


def _fill_schema(given: Any, name: bytes, format: bytes, children: list[Any]) -> None:
    array_of = (POINTER(ArrowSchema) * max(len(children), 1))(*children)
    given.format, given.name, given.metadata, given.flags = format, name, None, _NULLABLE if not children else 0
    given.n_children, given.children = len(children), cast(array_of, POINTER(POINTER(ArrowSchema)))
    given.dictionary = None
    given.private_data = _hold(children, array_of, name, format)
    given.release = _release_schema


def _array(column: _Exported) -> ArrowArray:
    made = ArrowArray(column.length, column.nulls, 0, len(column.buffers), 0)
    made.buffers = cast(column.buffers, POINTER(c_void_p))
    made.private_data = _hold(column)
    made.release = _release_array
    return made


def _ended(
    capsule: int, address_of: Any = _address_of, name: bytes = _STREAM, held: dict[int, Any] = _held, by: Any = byref
) -> None:
    address = address_of(capsule, name)
    stream = held[address]
    if stream.release:  # nobody has taken it
        stream.release(by(stream))
    held.pop(address, None)


_end = _Destructor(_ended)


def stream_capsule(columns: Mapping[str, Sequence[Any]]) -> object:
    """Return a capsule with the stream of a table: columns of ints, or of texts and what becomes texts."""
    table = _Table(columns)
    stream = ArrowArrayStream()
    functions = GetSchema(table.get_schema), GetNext(table.get_next), GetError(lambda stream: None)
    stream.get_schema, stream.get_next, stream.get_last_error = functions
    stream.private_data = _hold(table, functions)
    stream.release = _release_stream
    address = ctypes.addressof(stream)
    _held[address] = stream
    return _new(address, _STREAM, _end)
