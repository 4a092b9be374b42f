"""What a table tells of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_int32, c_size_t, sizeof
from enum import Enum
from typing import Any, NamedTuple, Optional

from ..definition.ids import FIRST_ID, Alphabet, Member, Reserved
from ..definition.places import Place
from ..definition.vocabulary import Vocabulary
from ..library.loading import library
from ..library.prototypes import INHERITED, OVERRIDING, sfsm_transition
from ..library.results import error_of


class Transition(NamedTuple):
    """A row as one state has it, inherited or its own, that no other overrides.

    Rows are numbered from 0 in the order in which they stand in the definition, those of a block where the block
    stands. A superstate's rows come once, where it is first met, which is right behind those of the first block that
    adopts it: so several transitions may have the same number. A clause with several events, or requested states, is a
    row for each.
    """

    row: int
    """The row's number; see above."""
    source: Member
    """The state that has it, or ANY."""
    event: Member
    """An event, ANY or REQUEST."""
    target: Member
    """As the row says it."""
    rank: int
    """How many predicate types it names: of the rows for one event, those that name more are tried first."""
    matching: tuple[Enum, ...]
    """The cases for which it is meant; nothing of types whose cases all match."""
    guards: int
    """How many guards it has."""
    actions: int
    is_inherited: bool
    is_overriding: bool
    place: Optional[Place]


def read_transition(table: Any, index: int, vocabulary: Vocabulary) -> Transition:
    """Transition number `index` of a table, which is given as the library knows it."""
    record = sfsm_transition(size=sizeof(sfsm_transition))
    status = library.sfsm_table_transition(table, index, byref(record))
    if status < 0:
        raise error_of(status, f"transition {index} could not be read")
    file = record.file
    return Transition(
        record.row,
        _member(vocabulary.states, record.source),
        _member(vocabulary.events, record.event),
        _member(vocabulary.states, record.target),
        record.rank,
        tuple(_matching(table, index, vocabulary)),
        record.guard_count,
        record.action_count,
        bool(record.flags & INHERITED),
        bool(record.flags & OVERRIDING),
        None if file is None else Place(file.decode("utf-8", "replace"), record.line),
    )


def _matching(table: Any, index: int, vocabulary: Vocabulary) -> Iterator[Enum]:
    for number, members in enumerate(vocabulary.predicates.members):
        cases, count = (c_int32 * len(members))(), c_size_t()
        library.sfsm_table_transition_cases(table, index, number, cases, len(members), byref(count))
        if count.value < len(members):
            yield from (members[case] for case in cases[: count.value])


def _member(alphabet: Alphabet, number: int) -> Member:
    return alphabet.member(number) if number >= FIRST_ID else Reserved(number)
