"""The types of the arguments of events, and how values are packed for the library and read again.

A value takes 16 bytes: its type and the value itself, as `sfsm_value` in the header. One Struct packs and unpacks all
arguments of an event at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes import c_char, c_char_p, c_void_p, cast, string_at
from keyword import iskeyword
from struct import Struct, error
from typing import Any, NamedTuple, NoReturn, Optional, Union, get_args

from ..library.generated.enumerations import Status, ValueType
from ..library.results import ArgumentsError

TypeName = Union[type, str]
"""bool, int (as i64), float (f64), str, object (any Python object), or a type name of the header, such as "u8" or
"f32".
"""
Types = Union[TypeName, Sequence[TypeName], Mapping[str, TypeName]]
"""One type, several in order, or several by name: `{"amount": int, "currency": str}`. Arguments with names can be sent by
keyword too."""


class ArgumentType(NamedTuple):
    """A type that an argument may have."""

    number: int
    word: str
    code: str
    """The code of `struct`, padded to eight bytes."""
    python: type


_TYPES = {
    word: ArgumentType(int(number), word, code, python)
    for number, word, code, python in (
        (ValueType.BOOL, "bool", "?7x", bool),
        (ValueType.I8, "i8", "b7x", int),
        (ValueType.I16, "i16", "h6x", int),
        (ValueType.I32, "i32", "i4x", int),
        (ValueType.I64, "i64", "q", int),
        (ValueType.U8, "u8", "B7x", int),
        (ValueType.U16, "u16", "H6x", int),
        (ValueType.U32, "u32", "I4x", int),
        (ValueType.U64, "u64", "Q", int),
        (ValueType.F32, "f32", "f4x", float),
        (ValueType.F64, "f64", "d", float),
        (ValueType.STR, "str", "Q", str),
        (ValueType.PTR, "ptr", "Q", object),
    )
}
_WORDS = {bool: "bool", int: "i64", float: "f64", str: "str", object: "ptr"}

_NUMBERS = {each.number: each.word for each in _TYPES.values()}

Objects = dict[int, object]
"""Arguments that are Python objects, by address. Keeps them alive until their event is handled."""


class ArgumentTypes:
    """The types of the arguments of one event. Errors: TypeError for other types; its text does not name the event."""

    __slots__ = ("types", "names", "_struct", "_numbers", "_flags", "_texts", "_objects")

    def __init__(self, types: Types, names: Optional[Sequence[Optional[str]]] = None) -> None:
        """names: those of the arguments, None for one that has none; by default those that `types` maps to types."""
        several: Sequence[TypeName]
        if isinstance(types, Mapping):
            several, names = tuple(types.values()), tuple(map(_name, types))
        else:
            several = types if isinstance(types, Sequence) and not isinstance(types, (type, str)) else (types,)
        self.types: tuple[ArgumentType, ...] = tuple(_type(each) for each in several)
        self.names: tuple[Optional[str], ...] = (None,) * len(self.types) if names is None else tuple(names)
        """By which arguments can be sent, too; None for one that has no name."""
        self._struct = Struct("=" + "".join(f"i4x{each.code}" for each in self.types))
        self._numbers = [each.number for each in self.types]
        self._flags = [index for index, each in enumerate(self.types) if each.python is bool]
        self._texts = [index for index, each in enumerate(self.types) if each.python is str]
        self._objects = [index for index, each in enumerate(self.types) if each.python is object]

    @property
    def text(self) -> str:
        """As the header writes it: "i64, str"."""
        return ", ".join(each.word for each in self.types)

    def __len__(self) -> int:
        return len(self.types)

    def pack(self, values: Sequence[Any], objects: Objects) -> tuple[bytes, list[c_char_p]]:
        """Pack values as an array of sfsm_value. Python objects among them are entered into `objects`.

        Returns: the array, and the strings that have to live as long as it.
        Errors: ArgumentsError for values of other types, in another number, or out of range. Its text does not name the
        event.
        """
        if len(values) != len(self.types):
            self._reject_count(values)
        given = list(values)
        for index in self._flags:
            if not isinstance(given[index], bool):
                self._reject(index, given[index], " where a bool belongs")
        texts = []
        for index in self._texts:
            value = given[index]
            if value is None:
                given[index] = 0
                continue
            if not isinstance(value, str):
                self._reject(index, value, " where a str belongs")
            if "\0" in value:
                self._reject(index, value, ", which contains a zero character")
            text = c_char_p(value.encode("utf-8", "surrogatepass"))
            texts.append(text)
            given[index] = cast(text, c_void_p).value
        own: Objects = {}
        for index in self._objects:
            value = given[index]
            own[id(value)] = value
            given[index] = id(value)
        flat = [part for pair in zip(self._numbers, given) for part in pair]
        try:
            array = self._struct.pack(*flat)
        except (error, OverflowError):
            self._reject_number(given)
            raise  # the whole fails only where one of its parts does
        objects.update(own)
        return array, texts

    def _reject_count(self, values: Sequence[Any]) -> NoReturn:
        index = min(len(values), len(self.types))
        raise ArgumentsError(
            f"takes ({self.text}), but was sent with {len(values)} arguments: {tuple(values)!r}",
            index=index,
            expected=self.types[index].word if index < len(self.types) else None,
        )

    def _reject_number(self, given: Sequence[Any]) -> None:
        """Raise ArgumentsError for the first value that its type does not accept."""
        for index, (each, value) in enumerate(zip(self.types, given)):
            try:
                Struct(f"={each.code}").pack(value)
            except (error, OverflowError) as fault:
                self._reject(index, value, f" where {each.word} belongs: {fault}")

    def _reject(self, index: int, value: object, complaint: str) -> NoReturn:
        raise ArgumentsError(
            f"takes ({self.text}), but was sent with {value!r}{complaint}",
            status=Status.ARGUMENT_TYPE,
            index=index,
            expected=self.types[index].word,
        ) from None

    def read(self, address: int, objects: Objects) -> tuple[Any, ...]:
        """Read the values at an address."""
        window = (c_char * self._struct.size).from_address(address)
        values = self._struct.unpack_from(window)[1::2]
        if not self._texts and not self._objects:
            return values
        several = list(values)
        for index in self._texts:
            several[index] = string_at(several[index]).decode("utf-8", "surrogatepass") if several[index] else None
        for index in self._objects:
            several[index] = objects.get(several[index])
        return tuple(several)


def word_of(number: int) -> Optional[str]:
    """Return the name that the header gives a type; None for 0, which is no type."""
    return _NUMBERS.get(number)


def is_type(word: str) -> bool:
    """Return whether the header has a type of this name."""
    return word in _TYPES


def _type(name: Any) -> ArgumentType:
    word = name if isinstance(name, str) else _WORDS.get(name) if isinstance(name, type) else None
    found = None if word is None else _TYPES.get(word)
    if found is None:
        is_text = str in get_args(name)
        raise TypeError(
            f"the argument {name!r}: name bool, int, float, str or object, or one of {', '.join(sorted(_TYPES))}"
            + ("; here that is str, which may be None" if is_text else "")
        )
    return found


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier() or iskeyword(name):
        raise TypeError(f"an argument that is called {name!r}: a name is an identifier of Python")
    return name
