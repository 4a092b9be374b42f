"""Tables by Arrow's C stream interface, made of lists of ints and texts, without any other package.

One stream gives one array of the whole table. What is given away belongs to whom takes it, and lives until that calls
`release`: so it is held here, by the address of its struct, until then.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Mapping, Sequence
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
from .typed_columns import TypedColumn

_NULLABLE = 2
_STREAM = b"arrow_array_stream"
_held: dict[int, Any] = {}
"""What was given away, by its number, which is the private data of a struct."""
_numbers = iter(range(1, 2**62))

_Callback = ctypes.CFUNCTYPE(None, c_void_p)
_call = ctypes.PYFUNCTYPE(ctypes.c_int)(("PyGILState_Check", ctypes.pythonapi))
_keep = ctypes.PYFUNCTYPE(None, py_object)(("Py_IncRef", ctypes.pythonapi))
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = py_object, [c_void_p, c_char_p, c_void_p]
# With a capsule that is about to go: no object of Python may be made of it.
_address_of = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def _hold(*things: Any) -> int:
    number = next(_numbers)
    _held[number] = things
    return number


# The data of these functions is among their parameters: the dictionary of the module may be gone when they are called.
def _release(given: Any, held: dict[int, Any] = _held) -> None:
    for index in range(getattr(given, "n_children", 0)):
        child = given.children[index]
        if child.contents.release:  # it was not moved elsewhere
            child.contents.release(child)
    given.release = type(given.release)()
    held.pop(given.private_data, None)


def _releaser(kind: Any, function: Any) -> Any:
    """A function of C that releases a struct, even while an exception is on its way.

    That exception comes out of the first call of the C API, which does nothing else. A callback cannot hand it on: it
    is shown, as Python does with what callbacks raise, but the struct is released.
    """

    def release(address: int, call: Any = _call, at: Any = kind.from_address, end: Any = _release) -> None:
        try:
            call()
        finally:
            end(at(address))

    return cast(_kept(_Callback(release)), function)


def _kept(callback: Any) -> Any:
    """A callback that is never freed: somebody may call it as the program ends."""
    _keep(callback)
    return callback


_release_schema, _release_array, _release_stream = (
    _releaser(ArrowSchema, ReleaseSchema),
    _releaser(ArrowArray, ReleaseArray),
    _releaser(ArrowArrayStream, ReleaseStream),
)


class _Exported:
    """One column: its type, its buffers, and what has their memory."""

    def __init__(self, name: str, column: TypedColumn) -> None:
        self.name: bytes = name.encode()
        self.length: int = len(column.values)
        self.format: bytes = b"l" if column.is_numeric else b"U"
        self.memory: list[Optional[array[int]]] = column_memory(column)
        self.nulls: int = 0 if self.memory[0] is None else sum(each is None for each in column.values)
        addresses = [None if each is None else each.buffer_info()[0] for each in self.memory]
        self.buffers: Any = (c_void_p * len(addresses))(*addresses)


def column_memory(column: TypedColumn) -> list[Optional[array[int]]]:
    """Return the buffers of a column as Arrow has them: of int64 or of large_utf8."""
    values = column.values
    valid = _bits(values) if None in values else None
    if column.is_numeric:
        return [valid, array("q", values if valid is None else [each or 0 for each in values])]
    texts = _texts(values)
    ends = array("q", [0, *accumulate(map(len, texts))])
    return [valid, ends, array("B", b"".join(texts))]


def texts_of(values: Sequence[Any]) -> Iterator[Optional[str]]:
    """Return the texts that a column has for its values."""
    return (None if each is None else text.decode() for each, text in zip(values, _texts(values)))


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

    def __init__(self, columns: Mapping[str, TypedColumn]) -> None:
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


_end = _kept(_Callback(_ended))


def stream_capsule(columns: Mapping[str, TypedColumn]) -> object:
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
