"""What a document declares: the numbers of its names, predicate types, arguments of events and hooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Optional

from .canonical import Line, name_of

_BEGINNINGS = ("  event ", "  predicate ", "  on ")
# These are as many as there are names, and so are not taken apart one by one.
_NUMBER = re.compile(r'^  ids (states|events|predicates) ("(?:[^"\\]|\\.)*"|[^ \n]+) = (-?[0-9]+)$', re.M)


class DeclaredPredicate(NamedTuple):
    """A predicate type."""

    name: str
    number: int
    cases: list[str]
    """The names of its cases, or their numbers where they have none."""
    has_names: bool
    provider: str
    """The name of its provider, or ""."""


class Outline:
    """Reads the declarations of a canonical text."""

    def __init__(self, text: str) -> None:
        self.numbers: dict[str, dict[str, int]] = {"states": {}, "events": {}, "predicates": {}}
        """Of states, events and predicate types, by name, in ascending order."""
        self.predicates: list[DeclaredPredicate] = []
        """In ascending order of their numbers."""
        self.arguments: dict[int, list[str]] = {}
        """The types of the arguments of events, by their number."""
        self.argument_names: dict[int, list[Optional[str]]] = {}
        """Their names, None for an argument that has none."""
        self.is_always: bool = "\n  entry exit always\n" in text
        """Whether entry and exit run also when the state stays the same."""
        self.hooks: dict[str, list[str]] = {"step": [], "unhandled": []}
        for vocabulary, name, number in _NUMBER.findall(text):
            self.numbers[vocabulary][name_of(name)] = int(number)
        for line in _declarations(text):
            self._read(line)
        self.predicates.sort(key=lambda each: each.number)

    def _read(self, line: Line) -> None:
        if line.is_row:
            return  # of a state that is named as a statement
        if line.skip("event"):
            self._read_event(line)
        elif line.skip("predicate"):
            self._read_predicate(line)
        elif line.skip("on"):
            self.hooks[line.name()] += line.names()

    def _read_event(self, line: Line) -> None:
        number = self.numbers["events"][line.name()]
        types: list[str] = []
        names: list[Optional[str]] = []
        line.skip("(")
        while line.sees_name:
            types.append(line.name())
            names.append(next(iter(line.names()), None))
            line.skip(",")
        self.arguments.setdefault(number, types)
        self.argument_names.setdefault(number, names)

    def _read_predicate(self, line: Line) -> None:
        name = line.name()
        if line.skip("of"):
            cases, has_names = [str(case) for case in range(int(line.name()))], False
        else:
            cases, has_names = line.names("by"), True
        provider = line.name() if line.skip("by") else ""
        number = self.numbers["predicates"][name]
        # Declared again it says nothing new, unless the definition has an error.
        if all(each.number != number for each in self.predicates):
            self.predicates.append(DeclaredPredicate(name, number, cases, has_names, provider))


def without_numbers(text: str) -> str:
    """Return a canonical text without the numbers of names."""
    return _NUMBER.sub("", text)


def _declarations(text: str) -> Iterator[Line]:
    return (Line(each) for each in text.split("\n") if each.startswith(_BEGINNINGS))
