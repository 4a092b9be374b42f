"""Columns from lists and other iterables of Python objects: the slow way, which takes everything."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from .parts import Column, part_of


def plain_column(value: Any, noun: str, lists: bool = False) -> Column:
    """Return an iterable as a column: of ints as they are, of anything else by codes.

    Errors: TypeError for what is no iterable, a text, or has values that cannot be told apart by hashing.
    noun: what it is, for errors. lists: its values may be lists, which are then those of the column.
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{noun} must be a column, such as a list, an array or a column of Arrow, not {value!r}")
    several: Sequence[Any] = value if isinstance(value, (list, tuple)) else list(value)
    kinds = {kind: _is_list(kind) for kind in set(map(type, several))} if lists else {}
    if any(kinds.values()):
        odd = next((index for index, each in enumerate(several) if not kinds[type(each)]), None)
        if odd is None:
            return _lists(several, noun)
        if kinds[type(several[0])] or several[odd] is None:
            raise TypeError(
                f"{noun}: {several[odd]!r} at index {odd} is no list, as others are: give a list for each token, [] "
                f"for one without events"
            )
    return encoded(several, noun)


def _is_list(kind: type) -> bool:
    """Whether values of a type are lists."""
    return issubclass(kind, (list, tuple, array)) or (
        hasattr(kind, "tolist") and hasattr(kind, "__len__") and not issubclass(kind, (str, bytes))
    )


def _lists(several: Sequence[Any], noun: str) -> Column:
    begins = array("q", [0])
    flat: list[Any] = []
    for each in several:
        flat.extend(each.tolist() if hasattr(each, "tolist") else each)
        begins.append(len(flat))
    return encoded(flat, noun)._replace(lists=begins)


def encoded(several: Sequence[Any], noun: str) -> Column:
    """Return values as a column of ints, or of codes in the order in which they come first."""
    kinds = set(map(type, several))
    if kinds <= {int}:
        try:
            return Column((part_of(array("q", several)),))
        except OverflowError:
            pass
    known: dict[Any, int] = {}
    try:
        if len(kinds) == 1:
            codes = array("i", [known.setdefault(each, len(known)) for each in several])
            words = list(known)
        else:  # members of different Enums may be equal
            codes = array("i", [known.setdefault((type(each), each), len(known)) for each in several])
            words = [word for _, word in known]
    except TypeError:
        odd = next(each for each in several if not _is_hashable(each))
        index = next(index for index, each in enumerate(several) if each is odd)
        raise TypeError(f"{noun}: {odd!r} at index {index} is no value of a column") from None
    part = part_of(codes)
    gone = [code for code, word in enumerate(words) if _is_missing(word)]
    if gone:
        part = part._replace(missing=array("q", [index for index, code in enumerate(codes) if code in gone]))
    return Column((part,), words)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_missing(word: object) -> bool:
    """Whether a value is None or what tables have for it, such as nan, NaT and pandas.NA."""
    if word is None:
        return True
    if isinstance(word, (str, int, Enum)):
        return False
    try:
        return not word == word
    except (TypeError, ValueError):  # of pandas.NA nobody knows whether it is itself
        return True
