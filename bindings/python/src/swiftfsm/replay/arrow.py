"""Columns by Arrow's C data interface, which needs no package: the structs are read where they are.

https://arrow.apache.org/docs/format/CDataInterface.html describes the structs, the format strings and the capsules.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p
from typing import Any, NamedTuple, Optional

from ..library.results import BadValueError


class ArrowSchema(Structure):
    pass


class ArrowArray(Structure):
    pass


class ArrowArrayStream(Structure):
    pass


ReleaseSchema: Any = CFUNCTYPE(None, POINTER(ArrowSchema))
ReleaseArray: Any = CFUNCTYPE(None, POINTER(ArrowArray))
ReleaseStream: Any = CFUNCTYPE(None, POINTER(ArrowArrayStream))
GetSchema: Any = CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))
GetNext: Any = CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))
GetError: Any = CFUNCTYPE(c_void_p, POINTER(ArrowArrayStream))

ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", ReleaseSchema),
    ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", ReleaseArray),
    ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetError),
    ("release", ReleaseStream),
    ("private_data", c_void_p),
]


class Owned:
    """Owns a struct that was moved out of its capsule, and releases it."""

    __slots__ = ("struct",)

    def __init__(self, struct: Any) -> None:
        self.struct: Any = struct

    def __del__(self) -> None:
        if self.struct.release:
            self.struct.release(byref(self.struct))


class Field(NamedTuple):
    """A type, with its name as a column."""

    name: str
    format: str
    children: tuple[Field, ...]
    dictionary: Optional[Field]


class Node(NamedTuple):
    """An array of a type."""

    field: Field
    length: int
    offset: int
    nulls: int
    """How many; -1 if that is not known."""
    buffers: tuple[int, ...]
    """Addresses; 0 for one that is not there."""
    children: tuple[Node, ...]
    dictionary: Optional[Node]
    owner: object
    """Has the memory."""


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]


def is_arrow(value: object) -> bool:
    """Return whether a value can be read as arrays of Arrow."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def arrays(value: Any) -> tuple[Field, list[Node]]:
    """Return the type of a column or a table, and its arrays. Errors: BadValueError if a stream of them fails."""
    if hasattr(value, "__arrow_c_array__"):
        schema_capsule, array_capsule = value.__arrow_c_array__()
        schema = _moved(schema_capsule, b"arrow_schema", ArrowSchema)
        array = _moved(array_capsule, b"arrow_array", ArrowArray)
        field = _field(schema.struct)
        return field, [_node(field, array.struct, array)]
    stream = _moved(value.__arrow_c_stream__(), b"arrow_array_stream", ArrowArrayStream)
    schema = Owned(ArrowSchema())
    _check(stream, stream.struct.get_schema(byref(stream.struct), byref(schema.struct)))
    field = _field(schema.struct)
    return field, list(_next(stream, field))


def _moved(capsule: object, name: bytes, kind: Any) -> Owned:
    address = _pointer(capsule, name)
    moved = kind()
    ctypes.memmove(byref(moved), address, ctypes.sizeof(kind))
    given = kind.from_address(address)
    # As the interface has it: who moves a struct marks the former one as released.
    given.release = type(given.release)()
    return Owned(moved)


def _next(stream: Owned, field: Field) -> Iterator[Node]:
    while True:
        array = Owned(ArrowArray())
        _check(stream, stream.struct.get_next(byref(stream.struct), byref(array.struct)))
        if not array.struct.release:
            return
        yield _node(field, array.struct, array)


def _check(stream: Owned, code: int) -> None:
    if code:
        text = stream.struct.get_last_error(byref(stream.struct))
        said = ctypes.string_at(text).decode("utf-8", "replace") if text else f"error {code}"
        raise BadValueError(f"a stream of Arrow arrays failed: {said}")


def _field(schema: Any) -> Field:
    children = tuple(_field(schema.children[index].contents) for index in range(schema.n_children))
    dictionary = _field(schema.dictionary.contents) if schema.dictionary else None
    return Field((schema.name or b"").decode(), (schema.format or b"").decode(), children, dictionary)


def _node(field: Field, array: Any, owner: object) -> Node:
    return Node(
        field,
        array.length,
        array.offset,
        array.null_count,
        tuple(array.buffers[index] or 0 for index in range(array.n_buffers)),
        tuple(_node(each, array.children[index].contents, owner) for index, each in enumerate(field.children)),
        _node(field.dictionary, array.dictionary.contents, owner) if field.dictionary is not None else None,
        owner,
    )
