"""Reads JSON into values that know their line and their path; without recursion, however deep they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Any, Optional, Union

from .faults import Faults, FormatError, shown

DEPTH_LIMIT = 256
VALUE_LIMIT = 4_000_000

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"true|false|null")
_WORDS = {"true": True, "false": False, "null": None}

Plain = Union[None, bool, int, float, str]


class Value:
    """A value, and where it stands."""

    __slots__ = ("_key", "_parent", "data", "line")

    def __init__(
        self,
        data: Union[Plain, list[Value], dict[str, Value]],
        line: int,
        parent: Optional[Value],
        key: Union[str, int],
    ) -> None:
        self.data: Union[Plain, list[Value], dict[str, Value]] = data
        self.line: int = line
        self._parent = parent
        self._key = key

    @property
    def path(self) -> str:
        """ "$.states.on.entry[1]"; the middle of a long one is left out."""
        parts, value = [], self
        while value._parent is not None:
            key = value._key
            parts.append(f"[{key}]" if isinstance(key, int) else f".{shown(key)[1:-1]}")
            value = value._parent
        if len(parts) > 12:
            parts[6:-4] = ["..."]
        return "$" + "".join(reversed(parts))

    @property
    def kind(self) -> str:
        """What it is, as a fault names it."""
        data = self.data
        if data is None or isinstance(data, bool):
            return {None: "null", True: "true", False: "false"}[data]
        if isinstance(data, str):
            return shown(data)
        if isinstance(data, (int, float)):
            return f"the number {shown(data)[1:-1]}"
        return "an array" if isinstance(data, list) else "an object"

    def tell(self, faults: Faults, text: str) -> None:
        """Note a fault of this value."""
        faults.add(self.line, f"{self.path}: {text}")

    def expected(self, faults: Faults, what: str) -> None:
        """Note that it should be something else."""
        self.tell(faults, f"expected {what}, found {self.kind}")

    # The contents; what is of another type is a fault, and comes to nothing.

    def text(self, faults: Faults, what: str) -> Optional[str]:
        if isinstance(self.data, str) and self.data:
            return self.data
        self.expected(faults, what)
        return None

    def items(self, faults: Faults, what: str) -> list[Value]:
        if isinstance(self.data, list):
            return self.data
        self.expected(faults, what)
        return []

    def fields(self, faults: Faults, what: str) -> dict[str, Value]:
        if isinstance(self.data, dict):
            return self.data
        self.expected(faults, what)
        return {}

    def texts(self, faults: Faults, what: str) -> list[Value]:
        """One string, or all of an array of strings."""
        each = self.data if isinstance(self.data, list) else [self]
        return [value for value in each if value.text(faults, what) is not None]


# ----------------------------------------------------------------------------------------------------------------------
# Texts
# ----------------------------------------------------------------------------------------------------------------------


class _Scanner:
    """Reads a text from its beginning to its end."""

    def __init__(self, text: str, faults: Faults) -> None:
        self._text = text
        self._faults = faults
        self._position = 0
        self._line = 1
        self._counted = 0

    def _line_at(self, position: int) -> int:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def _fail(self, what: str) -> FormatError:
        begin = self._text[self._position : self._position + 20]
        found = shown(begin.split("\n")[0]) if begin else "the end of the file"
        return self._faults.error(self._line_at(self._position), f"expected {what}, found {found}")

    def _peek(self) -> str:
        """The next character behind spaces; empty at the end."""
        match = _SPACE.match(self._text, self._position)
        assert match is not None
        self._position = match.end()
        return self._text[self._position : self._position + 1]

    def _take(self, mark: str, what: str) -> None:
        if self._peek() != mark:
            raise self._fail(what)
        self._position += 1

    def _string(self) -> str:
        line = self._line_at(self._position)
        try:
            text, self._position = scanstring(self._text, self._position + 1, True)
        except JSONDecodeError as error:
            raise self._faults.error(line, f"expected a string of JSON: {error.msg}") from None
        return str(text)

    def _scalar(self) -> Plain:
        if self._text.startswith('"', self._position):
            return self._string()
        for pattern in (_NUMBER, _WORD):
            match = pattern.match(self._text, self._position)
            if match is not None and match.end() > self._position:
                return self._number(match) if pattern is _NUMBER else self._word(match)
        raise self._fail("a value of JSON")

    def _word(self, match: re.Match[str]) -> Plain:
        self._position = match.end()
        return _WORDS[match[0]]

    def _number(self, match: re.Match[str]) -> Plain:
        if len(match[0]) > 40:
            raise self._fail("a number of at most 40 characters")
        self._position = match.end()
        return int(match[0]) if match[1] is None and match[2] is None else float(match[0])

    def read(self) -> Value:
        """The whole text."""
        root = self._begin(None, "")
        way = [root] if isinstance(root.data, (dict, list)) else []
        while way:
            self._next(way)
        if self._peek():
            raise self._fail("the end of the file behind the value")
        return root

    def _begin(self, parent: Optional[Value], key: Union[str, int]) -> Value:
        """A value; of an object or array its mark alone."""
        mark = self._peek()
        line = self._line_at(self._position)
        if mark and mark in "{[":
            self._position += 1
            return Value({} if mark == "{" else [], line, parent, key)
        return Value(self._scalar(), line, parent, key)

    def _next(self, way: list[Value]) -> None:
        """Reads the next value of the innermost object or array, or its end."""
        inside = way[-1].data
        assert isinstance(inside, (dict, list))
        end = "}" if isinstance(inside, dict) else "]"
        if self._peek() == end:
            self._position += 1
            way.pop()
            return
        if inside:
            self._take(",", f"',' or '{end}'")
        child = self._member(way[-1], inside) if isinstance(inside, dict) else self._begin(way[-1], len(inside))
        if isinstance(inside, list):
            inside.append(child)
        if isinstance(child.data, (dict, list)):
            if len(way) == DEPTH_LIMIT:
                raise self._faults.error(child.line, f"expected at most {DEPTH_LIMIT} values inside each other")
            way.append(child)

    def _member(self, owner: Value, inside: dict[str, Value]) -> Value:
        if self._peek() != '"':
            raise self._fail("a key in quotes")
        line = self._line_at(self._position)
        key = self._string()
        self._take(":", "':' behind a key")
        child = self._begin(owner, key)
        if key in inside:
            child.line = line
            child.tell(self._faults, "expected each key once, found it a second time")
        inside[key] = child
        return child


def read_json(text: str, faults: Faults) -> Value:
    """Return the value. Raises FormatError if it is no JSON."""
    return _Scanner(text, faults).read()


# ----------------------------------------------------------------------------------------------------------------------
# Objects
# ----------------------------------------------------------------------------------------------------------------------


def value_of(given: Any, faults: Faults) -> Value:
    """Return an object of Python, made of what JSON has, as a value. Raises FormatError if there is something else."""
    root = Value(None, 0, None, "")
    waiting: list[tuple[Value, Any, int]] = [(root, given, 0)]
    count = 0
    while waiting:
        value, data, depth = waiting.pop()
        count += 1
        if depth > DEPTH_LIMIT:
            raise faults.error(0, f"{value.path}: expected at most {DEPTH_LIMIT} values inside each other")
        if count > VALUE_LIMIT:
            raise faults.error(0, f"expected at most {VALUE_LIMIT} values")
        if data is None or type(data) in (bool, int, float, str):
            value.data = data
        elif isinstance(data, (Mapping, list, tuple)):
            waiting += reversed([(child, each, depth + 1) for child, each in _children(value, data, faults)])
        else:
            value.tell(faults, f"expected what JSON has, found {shown(type(data).__name__)}: give its name")
            value.data = "x"
    return root


def _children(value: Value, data: Any, faults: Faults) -> Iterator[tuple[Value, Any]]:
    if isinstance(data, Mapping):
        fields: dict[str, Value] = {}
        value.data = fields
        for key, each in data.items():
            if type(key) is not str:
                value.tell(faults, f"expected strings as keys, found {shown(key)}")
                continue
            fields[key] = Value(None, 0, value, key)
            yield fields[key], each
    else:
        items: list[Value] = []
        value.data = items
        for number, each in enumerate(data):
            items.append(Value(None, 0, value, number))
            yield items[-1], each
