"""Rows of Python as one array of sfsm_row, so that any number of them is handed over in one call.

The array is written column by column: ten thousand rows cost a few slices, not a hundred thousand assignments.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from ctypes import POINTER, c_char_p, c_int32, c_void_p, cast, sizeof
from reprlib import repr as shortened
from struct import error, pack
from typing import Any, Literal, NamedTuple, Optional, Union

from ..definition.alphabet import Alphabet
from ..definition.around import Around
from ..definition.callables import Role, callables
from ..definition.kinds import RowChart
from ..definition.places import Place
from ..definition.plain_rows import PlainRows
from ..definition.predicates import PredicateTypes
from ..definition.rows import AnyRow, Row
from ..library.generated.constants import LOCAL, OVERRIDING
from ..library.generated.records import sfsm_match, sfsm_row
from .callback_registry import CallbackRegistry
from .packed_callbacks import POINTER_CODE, PackedCallbacks, PointerCode

# The type codes of array and memoryview for an id, for flags and for an address.
_Code = Union[Literal["i", "I"], PointerCode]


class RowGroup(NamedTuple):
    """Rows that stand together."""

    block: int
    """The number of the block to which they belong, or 0."""
    rows: Sequence[AnyRow]
    plain: Optional[PlainRows] = None
    """The ids of the rows, where they are read already."""


class PackedRows:
    """An array of sfsm_row, and everything that it points to.

    Raises TypeError or ValueError, naming the row, for a row that is not one.
    """

    def __init__(
        self, groups: Sequence[RowGroup], states: Alphabet, events: Alphabet, predicates: PredicateTypes
    ) -> None:
        self.count: int = sum(len(group.rows) for group in groups)
        self._memory = bytearray(self.count * sizeof(sfsm_row))
        self._runs: list[_Run] = []
        # Groups between those whose ids are known are packed as one, since each packing has its own costs.
        together: list[RowGroup] = []
        start = 0
        for group in (*groups, None):
            if group is not None and group.plain is None:
                together.append(group)
                continue
            if together:
                run = _Run(self._memory, start)
                run.pack(together, states, events, predicates)
                self._runs.append(run)
                start += sum(len(each.rows) for each in together)
                together = []
            if group is not None and group.plain is not None:
                run = _Run(self._memory, start)
                for word, alphabet in ((0, states), (1, events), (2, states)):
                    alphabet.adopt((group.plain.ids[word][0],))
                run.take(group.plain)
                self._runs.append(run)
                start += len(group.rows)

    def register(self, callbacks: CallbackRegistry) -> Any:
        """Gives every callback its slot, and the array to hand over, which is good as long as this object is there.

        From here on the library must be called: it is what frees the slots.
        """
        for run in self._runs:
            run.register(callbacks)
        return (sfsm_row * self.count).from_buffer(self._memory)

    @property
    def charts(self) -> dict[int, RowChart]:
        """What rows say that only charts have, by the number of the row, from 0."""
        return {row: chart for run in self._runs for row, chart in run.charts}


class _Run:
    """Rows side by side, from `start` in the array."""

    def __init__(self, memory: bytearray, start: int) -> None:
        self._memory, self._start = memory, start
        self._texts: dict[str, c_char_p] = {}
        self._callbacks = PackedCallbacks()
        self._matches: list[Any] = []
        self.charts: list[tuple[int, RowChart]] = []

    def take(self, plain: PlainRows) -> None:
        """Takes in plain rows that have been read."""
        for word, ids in zip(Row._fields, plain.ids):
            self._write(word, "i", ids)
        if any(plain.actions):
            self._callbacks.add("action", Role.ACTION, plain.actions)

    def pack(self, groups: Sequence[RowGroup], states: Alphabet, events: Alphabet, predicates: PredicateTypes) -> None:
        """Packs rows of any kind."""
        rows: list[AnyRow] = []
        blocks = array(POINTER_CODE)
        for group in groups:
            rows += group.rows
            blocks += array(POINTER_CODE, [group.block]) * len(group.rows)
        if not rows:
            return
        columns = _columns(rows, self._start)
        for word, alphabet in (("source", states), ("event", events), ("target", states)):
            alphabet.adopt(columns[word])
            self._write(word, "i", _identify(columns[word], alphabet, word, rows))
        if any(blocks):
            self._write("block", POINTER_CODE, blocks)
        places = columns.get("place", ())
        if any(places):
            self._write("line", "i", array("i", [place.line if place else 0 for place in places]))
            self._write("file", POINTER_CODE, array(POINTER_CODE, [self._file(place) for place in places]))
        if any(columns.get("around", ())):
            columns["actions"] = _placed(columns["actions"], columns["around"])
        for word, role in (("action", Role.ACTION), ("guard", Role.GUARD)):
            column = columns.get(f"{word}s", ())
            if any(column):
                self._callbacks.add(word, role, column)
        for index, resolver in enumerate(columns.get("resolver", ())):
            if resolver is not None:
                self._callbacks.resolve(index, resolver)
        if any(columns.get("matching", ())):
            self._match(columns["matching"], predicates)
        flags = [OVERRIDING if each else 0 for each in columns.get("overriding", ())]
        if any(columns.get("chart", ())):
            flags = [flag | LOCAL if each and each.is_local else flag for flag, each in zip(flags, columns["chart"])]
            self.charts = [(self._start + row, each) for row, each in enumerate(columns["chart"]) if each]
        if any(flags):
            self._write("flags", "I", array("I", flags))

    def register(self, callbacks: CallbackRegistry) -> None:
        """Gives every callback its slot, and the rows their callbacks."""
        for word, pointers, counts in self._callbacks.register(callbacks):
            self._write(f"{word}s", POINTER_CODE, pointers)
            self._write(f"{word}_count", POINTER_CODE, counts)
        view = memoryview(self._memory).cast(POINTER_CODE)
        for row, record in self._callbacks.resolvers():
            first = ((self._start + row) * sizeof(sfsm_row) + sfsm_row.resolver.offset) // view.itemsize
            view[first : first + 3] = record

    def _write(self, field: str, code: _Code, values: Union[array[int], memoryview]) -> None:
        view = memoryview(self._memory).cast(code)
        step = sizeof(sfsm_row) // view.itemsize
        first = self._start * step + getattr(sfsm_row, field).offset // view.itemsize
        view[first : first + step * len(values) : step] = values

    def _file(self, place: Optional[Place]) -> int:
        if place is None:
            return 0
        text = self._texts.get(place.file)
        if text is None:
            text = self._texts[place.file] = c_char_p(encode_file(place))
        return cast(text, c_void_p).value or 0

    def _match(self, column: Iterable[Any], predicates: PredicateTypes) -> None:
        pointers, counts = array(POINTER_CODE), array(POINTER_CODE)
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
        self._write("matches", POINTER_CODE, pointers)
        self._write("match_count", POINTER_CODE, counts)


def encode_file(place: Place) -> bytes:
    """A file's name as the library takes it, whatever its bytes are on disk."""
    return place.file.encode("utf-8", "backslashreplace")


def _columns(rows: Sequence[AnyRow], start: int) -> dict[str, list[Any]]:
    """The rows by field, as many fields as the longest row has."""
    if set(map(type, rows)) != {Row} and not (set(map(type, rows)) == {tuple} and set(map(len, rows)) <= {3, 4}):
        _check_kinds(rows, start)
    lengths = set(map(len, rows))
    if len(lengths) > 1:
        padding = ((), (), None, None, (), False, None, None)
        rows = [row + padding[len(row) - 3 :] for row in rows]  # type: ignore[misc]
    # A list for each field, one after the other: in half the time of zip(*rows).
    return {field: [row[index] for row in rows] for index, field in enumerate(Row._fields[: max(lengths)])}


def _placed(actions: Sequence[Any], arounds: Sequence[Optional[Around]]) -> list[Any]:
    """The actions of rows with those that run before and after a step; rows of one clause share them."""
    known: dict[tuple[int, int], Any] = {}
    found: list[Any] = []
    for each, around in zip(actions, arounds):
        if around is not None and (around.before or around.after):
            key = id(each), id(around)
            if key not in known:
                known[key] = around.placed(callables(each, "actions"))
            each = known[key]
        found.append(each)
    return found


def _check_kinds(rows: Sequence[AnyRow], start: int) -> None:
    for index, row in enumerate(rows, start):
        if not isinstance(row, Row) and not (isinstance(row, tuple) and 3 <= len(row) <= 4):
            raise TypeError(
                f"row {index} must be a Row, (source, event, target) or (source, event, target, action), "
                f"not {shortened(row)}"
            )


def _identify(
    column: Sequence[Any], alphabet: Alphabet, word: str, rows: Sequence[AnyRow]
) -> Union[array[int], memoryview]:
    try:
        return memoryview(pack(f"{len(column)}i", *column)).cast("i")  # in a third of the time that array takes for it
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
