"""Rows of Python as one array of sfsm_row, so that any number of them is handed over in one call.

The array is written column by column: a thousand rows cost a few slices, not ten thousand assignments.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from ctypes import POINTER, c_char_p, c_int32, c_void_p, cast, sizeof
from struct import error, pack
from typing import Any, Literal, Optional

from .callbacks import Callbacks, Registration, Role, trampoline_address
from .definition import AnyRow, Row, callables
from .ids import Alphabet
from .places import Place
from .predicates import PredicateTypes
from .prototypes import OVERRIDING, sfsm_callback, sfsm_match, sfsm_row

# The type codes of array and memoryview for an id and for an address.
_Code = Literal["i", "I", "Q"]
_POINTER: _Code = "Q" if sizeof(c_void_p) == 8 else "I"


class PackedRows:
    """An array of sfsm_row, and everything that it points to.

    blocks: the number of the block that each row belongs to, or 0. Raises TypeError or ValueError, naming the row,
    for a row that is not one.
    """

    def __init__(
        self,
        rows: Sequence[AnyRow],
        blocks: Sequence[int],
        states: Alphabet,
        events: Alphabet,
        predicates: PredicateTypes,
    ) -> None:
        self.count = len(rows)
        self._memory = bytearray(self.count * sizeof(sfsm_row))
        self._texts: dict[str, c_char_p] = {}
        self._functions: list[Registration] = []
        self._resolving: list[int] = []
        self._lists: list[tuple[str, array[int], array[int]]] = []
        self._matches: list[Any] = []
        if not rows:
            return
        columns = _columns(rows)
        for word, alphabet in (("source", states), ("event", events), ("target", states)):
            alphabet.adopt(columns[word])
            self._write(word, "i", _identify(columns[word], alphabet, word, rows))
        if any(blocks):
            self._write("block", _POINTER, array(_POINTER, blocks))
        places = columns.get("place", ())
        if any(places):
            self._write("line", "i", array("i", [place.line if place else 0 for place in places]))
            self._write("file", _POINTER, array(_POINTER, [self._file(place) for place in places]))
        for word, role in (("action", Role.ACTION), ("guard", Role.GUARD)):
            column = columns.get(f"{word}s", ())
            if any(column):
                self._collect(word, role, column)
        for index, resolver in enumerate(columns.get("resolver", ())):
            if resolver is not None:
                self._resolving.append(index)
                self._functions.append((resolver, Role.RESOLVER))
        if any(columns.get("matching", ())):
            self._match(columns["matching"], predicates)
        if any(columns.get("overriding", ())):
            self._write("flags", "I", array("I", [OVERRIDING if each else 0 for each in columns["overriding"]]))

    def register(self, callbacks: Callbacks) -> Any:
        """Gives every callback its slot, and the array to hand over, which is good as long as this object is there.

        From here on the library must be called: it is what frees the slots.
        """
        numbers, finalizers = callbacks.register(self._functions)
        slots = array(_POINTER, numbers)
        if slots:
            self._callbacks = array(_POINTER, [trampoline_address, 0, 0]) * len(slots)
            self._callbacks[1::3] = slots
            self._callbacks[2::3] = array(_POINTER, finalizers)
            if callbacks.needs_callables:
                for index, (slot, (function, role)) in enumerate(zip(slots, self._functions)):
                    self._callbacks[3 * index : 3 * index + 3] = array(
                        _POINTER, callbacks.triple(function, role, slot, finalizers[index])
                    )
            self._point(self._callbacks.buffer_info()[0], slots)
        return (sfsm_row * self.count).from_buffer(self._memory)

    def _point(self, start: int, slots: array[int]) -> None:
        for word, offsets, counts in self._lists:
            pointers = array(_POINTER, [start + offset * sizeof(sfsm_callback) for offset in offsets])
            self._write(f"{word}s", _POINTER, pointers)
            self._write(f"{word}_count", _POINTER, counts)
        if self._resolving:
            view = memoryview(self._memory).cast(_POINTER)
            last = 3 * (len(slots) - len(self._resolving))
            for number, row in enumerate(self._resolving):
                first = (row * sizeof(sfsm_row) + sfsm_row.resolver.offset) // view.itemsize
                view[first : first + 3] = self._callbacks[last + 3 * number : last + 3 * number + 3]

    def _write(self, field: str, code: _Code, values: array[int]) -> None:
        view = memoryview(self._memory).cast(code)
        view[getattr(sfsm_row, field).offset // view.itemsize :: sizeof(sfsm_row) // view.itemsize] = values

    def _file(self, place: Optional[Place]) -> int:
        if place is None:
            return 0
        text = self._texts.get(place.file)
        if text is None:
            text = self._texts[place.file] = c_char_p(encode_file(place))
        return cast(text, c_void_p).value or 0

    def _collect(self, word: str, role: Role, column: Iterable[Any]) -> None:
        functions = self._functions
        offsets, counts = array(_POINTER), array(_POINTER)
        for given in column:
            offsets.append(len(functions))
            if callable(given):
                functions.append((given, role))
                counts.append(1)
            else:
                several = callables(given, f"{word}s")
                functions += [(function, role) for function in several]
                counts.append(len(several))
        self._lists.append((word, offsets, counts))

    def _match(self, column: Iterable[Any], predicates: PredicateTypes) -> None:
        pointers, counts = array(_POINTER), array(_POINTER)
        for matching in column:
            found = predicates.cases(matching)
            matches = (sfsm_match * len(found))()
            for match, (number, cases) in zip(matches, found.items()):
                values = (c_int32 * len(cases))(*cases)
                match.predicate, match.value_count = number, len(cases)
                match.values = cast(values, POINTER(c_int32))
                self._matches.append(values)
            self._matches.append(matches)
            pointers.append(cast(matches, c_void_p).value or 0 if found else 0)
            counts.append(len(found))
        self._write("matches", _POINTER, pointers)
        self._write("match_count", _POINTER, counts)


def encode_file(place: Place) -> bytes:
    """A file's name as the library takes it, whatever its bytes are on disk."""
    return place.file.encode("utf-8", "backslashreplace")


def _columns(rows: Sequence[AnyRow]) -> dict[str, tuple[Any, ...]]:
    """The rows by field, as many fields as the longest row has."""
    kinds = set(map(type, rows))
    lengths = set(map(len, rows)) if kinds <= {tuple, Row} else {0}
    if not (kinds <= {tuple, Row} and lengths <= {3, 4, len(Row._fields)}):
        for index, row in enumerate(rows):
            if not isinstance(row, Row) and not (isinstance(row, tuple) and 3 <= len(row) <= 4):
                raise TypeError(
                    f"row {index} must be a Row, (source, event, target) or (source, event, target, action), "
                    f"not {row!r}"
                )
        lengths = set(map(len, rows))
    if len(lengths) > 1:
        padding = ((), (), None, None, (), False)
        rows = [row + padding[len(row) - 3 :] for row in rows]  # type: ignore[misc]
    return dict(zip(Row._fields, zip(*rows)))


def _identify(column: Sequence[Any], alphabet: Alphabet, word: str, rows: Sequence[AnyRow]) -> array[int]:
    try:
        return array("i", pack(f"{len(column)}i", *column))  # in a third of the time that array takes for it
    except error:
        pass  # members of a plain Enum, or a mistake
    ids = array("i")
    for row, value in zip(rows, column):
        try:
            ids.append(alphabet.identify(value))
        except (TypeError, ValueError) as fault:
            place = f" at {row.place}" if isinstance(row, Row) and row.place else ""
            raise type(fault)(f"{word} of {tuple(row)[:3]!r}{place}: {fault}") from None
    return ids
