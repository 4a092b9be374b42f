"""Columns from Python's buffers: arrays of numpy and of `array`, memory views, bytes."""

from __future__ import annotations

import ctypes
import sys
from array import array
from typing import Any, Optional

from ..library.generated.enumerations import ValueType
from .parts import Column, Part


class _Buffer(ctypes.Structure):
    """Py_buffer of CPython's stable ABI."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


_get, _release = ctypes.pythonapi.PyObject_GetBuffer, ctypes.pythonapi.PyBuffer_Release
_get.argtypes, _get.restype = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int], ctypes.c_int
_release.argtypes, _release.restype = [ctypes.POINTER(_Buffer)], None


class _Export:
    """Holds the buffer of an object, which neither moves nor changes its size meanwhile."""

    __slots__ = ("address", "_buffer")

    def __init__(self, value: Any) -> None:
        self._buffer: Optional[_Buffer] = None
        buffer = _Buffer()
        _get(value, ctypes.byref(buffer), 0)  # PyBUF_SIMPLE; an error is raised by pythonapi
        self._buffer = buffer
        self.address: int = buffer.buf or 0

    def __del__(self) -> None:
        if self._buffer is not None:
            _release(ctypes.byref(self._buffer))


_SIGNED = {1: ValueType.I8, 2: ValueType.I16, 4: ValueType.I32, 8: ValueType.I64}
_UNSIGNED = {1: ValueType.U8, 2: ValueType.U16, 4: ValueType.U32, 8: ValueType.U64}
_REAL = {4: ValueType.F32, 8: ValueType.F64}


def is_buffer(value: object) -> bool:
    """Return whether a value has a buffer."""
    try:
        memoryview(value).release()  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):
        return False
    return True


def buffer_column(value: Any, noun: str) -> Column:
    """Return what has a buffer of numbers as a column. Errors: TypeError for another buffer.

    noun: what it is, for errors.
    """
    with memoryview(value) as view:
        kind = _kind(view)
        if kind is None or view.ndim != 1:
            shape = f" with {view.ndim} dimensions" if view.ndim != 1 else ""
            raise TypeError(f"{noun} cannot be a buffer of the format {view.format!r}{shape}: a column of integers is")
        length = view.nbytes // view.itemsize
        if not view.contiguous:
            value = array("B", view.tobytes())
    held = _Export(value)
    return Column((Part(held.address, kind, length, held),))


def _kind(view: memoryview) -> Optional[ValueType]:
    order, code = (view.format[0], view.format[1:]) if view.format[:1] in "@=<>!" else ("@", view.format)
    if view.format[:1] == "":
        return None
    is_foreign = {"<": "big", ">": "little", "!": "little"}.get(order) == sys.byteorder
    if is_foreign or len(code) != 1:
        return None
    if code == "?":
        return ValueType.BOOL
    kinds = _SIGNED if code in "bhilqn" else _UNSIGNED if code in "BHILQN" else _REAL if code in "fd" else {}
    return kinds.get(view.itemsize)
