"""Arguments of events that are sent by keyword, put into their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..library.results import ArgumentsError
from .vocabulary import Vocabulary


def in_order(vocabulary: Vocabulary, event: Any, given: Sequence[Any], named: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what is sent with an event by position and by keyword as if it were all sent by position.

    given: arguments, and cases of predicate types, in any place.

    Errors: those of an unknown event; ArgumentsError, whose text names the event, for a keyword that is no name of an
    argument, for an argument that is given twice, and for one that is missing.
    """
    types = vocabulary.argument_types.get(vocabulary.events.identify(event))
    names = () if types is None else types.names
    packed = vocabulary.predicates.packed
    cases = [each for each in given if type(each) in packed]
    values = [each for each in given if type(each) not in packed]
    subject = vocabulary.events.describe(event)
    for index, name in enumerate(names[: len(values)]):
        if name is not None and name in named:
            text = f"{subject} was sent with the argument {name!r} twice: {values[index]!r} and {named[name]!r}"
            raise ArgumentsError(text, index=index)
    for name in named:
        if name not in names:
            raise ArgumentsError(f"{subject} has no argument {name!r}: {_known(name, names)}", index=len(values))
    for index, name in enumerate(names[len(values) :], len(values)):
        if name is None or name not in named:
            word = f"argument number {index}" if name is None else f"argument {name!r}"
            expected = types.types[index].word if types is not None else None
            raise ArgumentsError(f"{subject} was sent without its {word}", index=index, expected=expected)
        values.append(named[name])
    return (*values, *cases)


def _known(name: str, names: Sequence[Any]) -> str:
    """What to do about a wrong keyword."""
    from difflib import get_close_matches  # which takes longer to import than the package may

    known = [each for each in names if each is not None]
    if not known:
        return "to send by keyword, declare names, as arguments={event: {\"amount\": int}}"
    close = get_close_matches(name, known, 1)
    return f"perhaps {close[0]!r} is meant" if close else f"it has {', '.join(map(repr, known))}"
