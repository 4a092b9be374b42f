"""The states of tokens, as the library keeps them: some 32-bit numbers for each."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Optional

from ..definition.ids import NONE
from ..library.results import BadValueError, UnknownStateError
from .columns import column
from .names import Names
from .parts import Column, joined


class Layout:
    """How the state of a token lies: `width` numbers, of which the first `leaves` are active states."""

    __slots__ = ("width", "leaves", "names", "key")

    def __init__(self, width: int, leaves: int, names: Names, key: str) -> None:
        """key: of the definition, since what histories remember means nothing to another one."""
        self.width: int = width
        self.leaves: int = leaves
        self.names: Names = names
        self.key: str = key

    @property
    def is_single(self) -> bool:
        """Whether a token has one state, and nothing else."""
        return self.width == 1

    def new(self, count: int) -> bytearray:
        """Return the states of tokens that begin with their next events. Errors: MemoryError."""
        if count * self.width >= 2**46:
            raise MemoryError(f"there is no memory for {count} tokens")
        rest = [NONE] * self.leaves + [0] * (self.width - self.leaves)
        return bytearray(struct.pack(f"={self.width}i", *rest)) * count

    def begin(self, states: Any, labels: Sequence[Any]) -> bytearray:
        """Return the states that a caller gives, or those of new tokens for None. Errors: as `read`."""
        return self.new(len(labels)) if states is None else self.read(states, labels)

    def read(self, value: Any, labels: Sequence[Any]) -> bytearray:
        """Return the states that a caller gives: a column with one for each token, or a mapping from tokens.

        Errors: UnknownStateError, BadValueError for another number of them.
        """
        if isinstance(value, Mapping):
            value = [value.get(label) for label in labels]
        if not self.is_single:
            return self._read_each(list(value), labels)
        given = column(value, "states")
        if given.length != len(labels):
            raise BadValueError(f"there are {given.length} states for {len(labels)} tokens: give each token its state")
        states = array("i", [int(NONE)]) * given.length
        part = joined(given)
        if given.words is None:
            self._copy(part.view(), states)
            for index in part.missing:
                states[index] = NONE
        else:
            self._look_up(given, part.view(), states, set(part.missing))
        return bytearray(states)

    def _copy(self, numbers: Iterable[int], states: array[int]) -> None:
        fine = self.names.numbers | {int(NONE)}
        if not fine.issuperset(numbers):
            index, odd = next((index, each) for index, each in enumerate(numbers) if each not in fine)
            raise UnknownStateError(f"the state at index {index} is {odd}, which the table does not have")
        states[:] = array("i", numbers)

    def _look_up(self, given: Column, codes: Sequence[int], states: array[int], gone: set[int]) -> None:
        words = given.words or ()
        found = {code: self._id(words[code]) for code in set(codes) if 0 <= code < len(words)}
        for index, code in enumerate(codes):
            number = None if index in gone or code not in found else found[code]
            if number is not None:
                states[index] = number
            elif index not in gone and code in found and words[code] is not None:
                raise UnknownStateError(f"the state at index {index}: {self.names.complaint(words[code])}")

    def _id(self, word: object) -> Optional[int]:
        number = self.names.find(word)
        return number if number in self.names.numbers or number == NONE else None

    def _read_each(self, values: list[Any], labels: Sequence[Any]) -> bytearray:
        if len(values) != len(labels):
            raise BadValueError(f"there are {len(values)} states for {len(labels)} tokens: give each token its states")
        states = self.new(len(values))
        known: dict[Any, bytes] = {}
        size = 4 * self.width
        for index, value in enumerate(values):
            if value is None or value == "":
                continue
            key = value if isinstance(value, str) else None
            packed = known.get(key)
            if packed is None:
                packed = self._configuration(value, index)
                if key is not None:
                    known[key] = packed
            states[index * size : (index + 1) * size] = packed
        return states

    def _configuration(self, value: Any, index: int) -> bytes:
        """Pack what `write` has written, or the active leaves."""
        if isinstance(value, str) and value.startswith("["):
            value = import_module("json").loads(value)
        parts: list[Any] = list(value) if isinstance(value, (list, tuple)) else [value]
        histories = self._histories(parts.pop(), index) if parts and isinstance(parts[-1], dict) else self._no_histories
        leaves = [self.names.find(each) for each in parts]
        for leaf, each in zip(leaves, parts):
            if leaf is None or leaf not in self.names.numbers:
                raise UnknownStateError(f"the state at index {index}: {self.names.complaint(each)}")
        if len(leaves) > self.leaves:
            raise BadValueError(f"the states at index {index} cannot be active together: {value!r}")
        leaves += [int(NONE)] * (self.leaves - len(leaves))
        return struct.pack(f"={self.width}i", *leaves, *histories)

    def _histories(self, written: dict[str, Any], index: int) -> list[int]:
        histories: list[int] = written.get("histories", [])
        if written.get("of") != self.key or len(histories) != len(self._no_histories):
            raise BadValueError(
                f"the states at index {index} have histories of another version of the definition: give leaves alone"
            )
        return histories

    @property
    def _no_histories(self) -> list[int]:
        return [0] * (self.width - self.leaves)


class States(Sequence[Any]):
    """The states of tokens after a replay: for each token its state; None for one without events.

    Of a chart that may be in several states, or has histories, it is a tuple of the active leaves. A chart that is done is
    in its final state.

    `ids` are the numbers themselves, for numpy and its like; `names` what `states=` takes again, here or in another
    program or version.
    """

    __slots__ = ("_layout", "_held", "ids")

    def __init__(self, layout: Layout, held: bytearray) -> None:
        self._layout = layout
        self._held = held
        self.ids: memoryview = memoryview(held).cast("i")
        """The ids, one after the other; NONE for a token without events. Of a chart several for each token."""

    def __len__(self) -> int:
        return len(self.ids) // self._layout.width

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        if self._layout.is_single:
            return self._layout.names.member(self.ids[number])
        leaves = self._leaves(number)
        return None if leaves is None else tuple(map(self._layout.names.member, leaves))

    def _leaves(self, number: int) -> Optional[list[int]]:
        start = number * self._layout.width
        leaves = self.ids[start : start + self._layout.leaves].tolist()
        return None if leaves[0] == NONE else [each for each in leaves if each != NONE]

    @property
    def names(self) -> list[Optional[str]]:
        """The name of each state, None for a token without events. Where states are tuples, a list of names in JSON,
        with what histories remember."""
        if self._layout.is_single:
            known: dict[int, Optional[str]] = {each: self._layout.names.name(each) for each in set(self.ids)}
            known[int(NONE)] = None
            return [known[number] for number in self.ids]
        return [self._written(number) for number in range(len(self))]

    def _written(self, number: int) -> Optional[str]:
        leaves = self._leaves(number)
        if leaves is None:
            return None
        words: list[Any] = [self._layout.names.name(each) for each in leaves]
        start = number * self._layout.width
        histories = self.ids[start + self._layout.leaves : start + self._layout.width].tolist()
        if any(histories):
            words.append({"histories": histories, "of": self._layout.key})
        text: str = import_module("json").dumps(words, ensure_ascii=False)
        return text

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (States, list, tuple)):
            return len(self) == len(other) and all(mine == its for mine, its in zip(self, other))
        return NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:6]))
        return f"<States [{shown}{', ...' if len(self) > 6 else ''}]>"
