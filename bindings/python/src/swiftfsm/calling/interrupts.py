"""Signals that arrive at the worst moment.

The interpreter runs a signal handler, such as that of Ctrl-C, where it next looks for one. Since Python 3.11 that is
also the entry of every function, before a ``try`` that opens its body. An exception raised there, in a function that C
called, is lost: ctypes prints it, the function has not run, and its result is arbitrary. In a loop of sends that
happened to more than one Ctrl-C in four.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from opcode import opname
from types import FunctionType
from typing import Any, Callable, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def cover_entry(function: _Function) -> _Function:
    """Return the function with its ``try`` extended over its entry. Its body must be one ``try``.

    Up to Python 3.10 that is so already, unless the body is so long that a jump over it takes two instructions. Later
    versions keep a table of handlers beside the code; its first range is made to begin with the code itself. A function that
    does not look as expected is returned unchanged.
    """
    plain: object = function
    assert isinstance(plain, FunctionType)
    if sys.version_info < (3, 11):
        # With EXTENDED_ARG before it, a signal could come between the two.
        assert opname[plain.__code__.co_code[0]] == "SETUP_FINALLY", "the body is no try, or too long for one"
    if sys.version_info >= (3, 11) and sys.version_info < (3, 15):
        code = plain.__code__
        numbers = iter(code.co_exceptiontable)
        start, length, target, depth = (_read(numbers) for _ in range(4))
        before = {opname[number] for number in code.co_code[: 2 * start : 2]}
        if length > 0 and depth == 0 and before <= _PROLOGUE:
            covered = _write(0, first=True) + _write(start + length) + _write(target) + _write(depth) + bytes(numbers)
            plain.__code__ = code.replace(co_exceptiontable=covered)
    return function


# What stands before a try that opens a function.
_PROLOGUE = {"MAKE_CELL", "COPY_FREE_VARS", "RESUME", "NOP", "CACHE"}


# The table's numbers: six bits a byte, the highest first; 64 marks that more bytes follow, 128 the start of an entry
# (start, length, target, depth). CPython describes it in InternalDocs/exception_handling.md; it is not promised to stay
# as it is, so versions of Python that are not known yet do without.
def _read(numbers: Iterator[int]) -> int:
    byte = next(numbers, 0)
    value = byte & 63
    while byte & 64:
        byte = next(numbers, 0)
        value = value << 6 | byte & 63
    return value


def _write(value: int, first: bool = False) -> bytes:
    digits = [value & 63]
    while value := value >> 6:
        digits.insert(0, value & 63 | 64)
    return bytes([digits[0] | (128 if first else 0), *digits[1:]])
