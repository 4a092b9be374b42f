"""The words of the JSON of documents: names in and without quotes, and the fields of objects."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Optional

from .faults import Faults, listed, shown
from .json_values import Value
from .writing import RESERVED, Names

ROLES = tuple("guard action resolver entry exit cycle update provider unhandled step".split())
TYPES = tuple("bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr".split())

_QUOTED = re.compile(r'"(?:[^"\\]|\\["\\])*"')
_NUMBER = re.compile(r"-?[0-9]+")


class Words:
    """Writes strings of JSON as words of a document."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._names = Names(faults)

    def word(self, value: Value) -> str:
        text = value.text(self._faults, "a name")
        if text is None:
            return "x"
        is_plain = text.isascii() and text.isidentifier() and len(text) < 60
        path = "" if is_plain else f"{value.path}: "
        if text.startswith('"'):
            return self._quoted(text, value, path)
        if text in RESERVED or _NUMBER.fullmatch(text):
            return text
        return self._names(text, value.line, path)

    def _quoted(self, text: str, value: Value, path: str) -> str:
        if not _QUOTED.fullmatch(text):
            self._faults.add(value.line, f"{path}expected '\"' behind a name in quotes, found {shown(text)}")
            return "x"
        name = re.sub(r"\\(.)", r"\1", text[1:-1])
        written = self._names(name, value.line, path)
        # The quotes are kept where the name would mean something else.
        return written if written.startswith('"') or not _NUMBER.fullmatch(name) else f'"{name}"'

    def visible(self, text: Optional[str], value: Value) -> str:
        """A text that is no name, which must not end its line."""
        if text is not None and not text.isprintable():
            value.tell(self._faults, f"expected characters that can be seen, found {shown(text)}")
        return text or ""


class Fields:
    """The fields of an object; what is unknown, missing or of another type is a fault."""

    def __init__(self, value: Value, known: Collection[str], faults: Faults) -> None:
        self.value = value
        self._faults = faults
        self._fields = value.fields(faults, "an object")
        self._words = Words(faults)
        for key, each in self._fields.items():
            if key not in known:
                each.tell(faults, f"expected {listed(sorted(known))}, found {shown(key)}")

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    def __getitem__(self, key: str) -> Value:
        return self._fields[key]

    def _missing(self, what: str) -> None:
        if isinstance(self.value.data, dict):
            self.value.tell(self._faults, f"expected an object with {what}")

    def word(self, key: str, before: str = "") -> str:
        """ " name", behind `before`; empty if there is none."""
        return f"{before} {self._words.word(self._fields[key])}" if key in self._fields else ""

    def needed(self, key: str) -> str:
        if key not in self._fields:
            self._missing(shown(key))
        return self.word(key)

    def words(self, key: str, before: str = "") -> str:
        found = [self._words.word(value) for value in self.items(key)]
        return " ".join([before, *found]) if found else ""

    def items(self, key: str) -> list[Value]:
        return self._fields[key].items(self._faults, "an array") if key in self._fields else []

    def text(self, key: str) -> Optional[str]:
        if key not in self._fields:
            self._missing(shown(key))
            return None
        return self._fields[key].text(self._faults, "a string")

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        text = self.text(key)
        if text is not None and text not in choices:
            self._fields[key].expected(self._faults, listed(choices))
        return text or choices[0]

    def flag(self, key: str) -> bool:
        if key in self._fields and not isinstance(self._fields[key].data, bool):
            self._fields[key].expected(self._faults, "true or false")
        return key in self._fields and self._fields[key].data is True

    def integer(self, key: str, least: int, most: int) -> Optional[int]:
        if key not in self._fields:
            return None
        number = self._fields[key].data
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            self._fields[key].expected(
                self._faults, str(least) if least == most else f"a number from {least} to {most}"
            )
            return None
        return number

    def needed_integer(self, key: str, least: int, most: int) -> int:
        if key not in self._fields:
            self._missing(shown(key))
        number = self.integer(key, least, most)
        return least if number is None else number

    def one_of(self, keys: tuple[str, ...]) -> str:
        """Which of these keys there is; empty if there is none."""
        found = [key for key in keys if key in self._fields]
        if len(found) != 1:
            self._missing(f"one of {listed(keys, 'and')}")
        return found[0] if found else ""
