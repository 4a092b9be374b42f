"""The Enums of a table that is read: those of the program, which must agree with the document, or made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple, Optional

from ..definition.ids import spell
from ..definition.vocabulary import Vocabulary
from ..library.results import BadValueError
from .enums import identifier, make
from .outline import DeclaredPredicate, Outline


class GivenEnums(NamedTuple):
    """The Enums of a program; None where they are to be made."""

    states: Optional[type[Enum]] = None
    events: Optional[type[Enum]] = None
    predicates: tuple[type[Enum], ...] = ()

    @classmethod
    def of(cls, states: Any, events: Any, predicates: Iterable[Any]) -> GivenEnums:
        """Check what a program gives. Errors: TypeError for what is no Enum."""
        several = tuple(predicates)
        for word, kind in (("states", states), ("events", events), *(("predicates", each) for each in several)):
            if kind is not None and not (isinstance(kind, type) and issubclass(kind, Enum)):
                raise TypeError(f"{word} must be Enums, not {kind!r}")
        return cls(states, events, several)


class Enums(NamedTuple):
    """The Enums of a table."""

    states: type[Enum]
    events: type[Enum]


def agree(outline: Outline, given: GivenEnums, vocabulary: Vocabulary, file: str) -> Enums:
    """Have a vocabulary know all names of a document. Errors: BadValueError with every difference between the document
    and the Enums of the program."""
    agreement = _Agreement(outline, vocabulary)
    states = agreement.ids("states", given.states)
    events = agreement.ids("events", given.events)
    agreement.predicates(given.predicates)
    if agreement.differences:
        lines = [f"{file} and the Enums of the program differ:", *agreement.differences]
        raise BadValueError("\n    ".join(lines))
    return Enums(states, events)


class _Agreement:
    def __init__(self, outline: Outline, vocabulary: Vocabulary) -> None:
        self._outline, self._vocabulary = outline, vocabulary
        self.differences: list[str] = []

    def ids(self, word: str, given: Optional[type[Enum]]) -> type[Enum]:
        """Bind the states or the events to the members of an Enum."""
        numbers, noun = self._outline.numbers[word], word[:-1]
        alphabet = self._vocabulary.states if word == "states" else self._vocabulary.events
        alphabet.names.update({number: name for name, number in numbers.items()})
        kind = make(noun.capitalize(), noun, numbers) if given is None else given
        if given is None:
            members: dict[Enum, int] = {member: int(member.value) for member in kind}
        else:
            members = {member: numbers[name] for member, name in self._names(kind, numbers, noun)}
            for member, number in members.items():
                if isinstance(member.value, int) and member.value != number:
                    name = alphabet.names[number]
                    self._differ(f"{spell(member)} is {member.value!r}, but {name} is {number} in the document")
        alphabet.bind(kind, members)
        return kind

    def _names(self, kind: type[Enum], names: Iterable[str], noun: str) -> Iterator[tuple[Enum, str]]:
        """Match the members of an Enum and the names of a document, and tell which have no partner."""
        left = dict.fromkeys(names)
        by_word = {identifier(name, noun): name for name in left}
        for member in kind:
            words = (member.value, member.name, by_word.get(member.name))
            name = next((word for word in words if isinstance(word, str) and word in left), None)
            if name is not None:
                del left[name]
                yield member, name
            else:
                self._differ(f"{spell(member)} is no {noun} of the document")
        for name in left:
            self._differ(f"the document has the {noun} {name}: {kind.__name__} has no such member")

    def predicates(self, given: Iterable[type[Enum]]) -> None:
        """Bind the predicate types to Enums, in ascending order of their numbers."""
        kinds = {kind.__name__: kind for kind in given}
        made: dict[str, str] = {}
        for declared in self._outline.predicates:
            word = identifier(declared.name, "predicate")
            kind = kinds.pop(declared.name, None) or kinds.pop(word, None)
            if kind is None:
                kind = make(word, "case", {name: case for case, name in enumerate(declared.cases)})
                if word in made:
                    self._differ(f"the predicate types {made[word]} and {declared.name} would both become {word}")
                made[word] = declared.name
            else:
                self._compare(kind, declared)
            self._vocabulary.predicates.add(kind, declared.number)
        for name in kinds:
            self._differ(f"{name} is no predicate type of the document")

    def _compare(self, kind: type[Enum], declared: DeclaredPredicate) -> None:
        """Cases are numbered in their order, and so are members."""
        members = list(kind)
        if not declared.has_names:
            if len(members) != len(declared.cases):
                self._differ(
                    f"{kind.__name__} has {len(members)} members, but the document {len(declared.cases)} cases"
                )
            return
        before = len(self.differences)
        names = [name for _, name in self._names(kind, declared.cases, "case")]
        if len(self.differences) == before and names != declared.cases:
            order = ", ".join(declared.cases)
            self._differ(f"the members of {kind.__name__} must be in the order of the document: {order}")

    def _differ(self, text: str) -> None:
        self.differences.append(text)
