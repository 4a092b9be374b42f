"""The rows of a table, as its states have them."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_bool, c_int32, c_size_t, sizeof
from enum import Enum
from typing import Any, NamedTuple, Optional

from ..definition.alphabet import Alphabet
from ..definition.around import Around, OnError
from ..definition.callables import callables, shown_name
from ..definition.ids import Member
from ..definition.kinds import Condition
from ..definition.places import Place
from ..definition.rows import Row
from ..definition.table_parts import numbered_rows
from ..definition.vocabulary import Vocabulary
from ..library.generated.constants import FIRST_ID, INHERITED, LOCAL, OVERRIDING
from ..library.generated.enumerations import Reserved
from ..library.generated.records import sfsm_transition
from ..library.loading import library
from ..library.results import error_of


class Transition(NamedTuple):
    """A row as one state has it, its own or an inherited one, that no other row overrides.

    Rows are numbered from 0 in the order of the definition, as the items of a list are; `Step.row` has the same
    numbers. (The library counts them from 1.) The rows of a superstate are counted once, after those of the first block
    that adopts it, so several transitions may have the same number. A clause with several events or requested states is
    a row for each of them.
    """

    row: int
    """The number of the row; see above."""
    source: Member
    """The state that has it, or ANY."""
    event: Member
    """An event, ANY, REQUEST or EVENTLESS."""
    target: Member
    """The target, as the row has it; of several the first."""
    rank: int
    """The number of predicate types in its matches. Of the rows for one event, those with a higher rank are tried
    first.
    """
    matching: tuple[Enum, ...]
    """The cases that it matches; nothing of types whose cases all match."""
    guards: int
    """The number of guards; conditions do not count."""
    actions: int
    is_inherited: bool
    is_overriding: bool
    place: Optional[Place]
    more_targets: tuple[Member, ...]
    """The other targets."""
    conditions: tuple[Condition, ...]
    """Which states must be active, or must not be."""
    raising: tuple[Member, ...]
    """The events that it raises."""
    is_local: bool
    label: Optional[str]
    """The label of the row in a document; None if it has none."""
    guard_names: tuple[str, ...]
    """The names of the guards, in the order in which they are called; "<lambda>" for a lambda. Empty for a document that
    was read without callbacks."""
    action_names: tuple[str, ...]
    """The names of the actions, likewise."""
    resolver_name: Optional[str]
    """The name of the resolver; None if there is none."""
    before_names: tuple[str, ...] = ()
    """The names of what is called before the step; `actions` and `action_names` do not count them."""
    after_names: tuple[str, ...] = ()
    """The names of what is called after the step, likewise."""
    error: Optional[OnError] = None
    """Where an exception leads; None if the row does not say so."""


def read_transition(table: Any, index: int, vocabulary: Vocabulary) -> Transition:
    """Read transition number `index` of a table, which is given as the library takes it."""
    record = sfsm_transition(size=sizeof(sfsm_transition))
    status = library.sfsm_table_transition(table, index, byref(record))
    if status < 0:
        raise error_of(status, f"transition {index} could not be read")
    file = record.file
    label = library.sfsm_table_row_label(table, record.row)
    conditions = tuple(_conditions(table, index, vocabulary.states))
    around = _around(vocabulary, record.row - 1)
    return Transition(
        record.row - 1,
        _member(vocabulary.states, record.source),
        _member(vocabulary.events, record.event),
        _member(vocabulary.states, record.target),
        record.rank,
        tuple(_matching(table, index, vocabulary)),
        record.guard_count - len(conditions),
        record.action_count - len(around.before) - len(around.after),
        bool(record.flags & INHERITED),
        bool(record.flags & OVERRIDING),
        None if file is None else Place(file.decode("utf-8", "replace"), record.line),
        tuple(_listed(library.sfsm_table_transition_targets, table, index, vocabulary.states))[1:],
        conditions,
        tuple(_listed(library.sfsm_table_transition_raised, table, index, vocabulary.events)),
        bool(record.flags & LOCAL),
        None if label is None else label.decode("utf-8"),
        *_names(vocabulary, record.row - 1),
        tuple(map(shown_name, around.before)),
        tuple(map(shown_name, around.after)),
        around.error,
    )


def rows_of(vocabulary: Vocabulary) -> list[Any]:
    """Return all rows in the order of their numbers, found out once; none for a document without callbacks."""
    if vocabulary.rows is None:
        parts = vocabulary.find_parts()
        vocabulary.rows = [] if parts is None else numbered_rows(parts)
    return vocabulary.rows


def _around(vocabulary: Vocabulary, row: int) -> Around:
    rows = rows_of(vocabulary)
    fields = rows[row] if row < len(rows) else None
    return (fields.around if isinstance(fields, Row) else None) or Around()


def _names(vocabulary: Vocabulary, row: int) -> tuple[tuple[str, ...], tuple[str, ...], Optional[str]]:
    """The names of the guards, of the actions and of the resolver of a row."""
    rows = rows_of(vocabulary)
    if row >= len(rows):
        return (), (), None
    fields: Any = rows[row]
    if not isinstance(fields, Row):
        return (), tuple(map(shown_name, callables(fields[3], "action") if len(fields) > 3 else ())), None
    resolver = None if fields.resolver is None else shown_name(fields.resolver)
    return tuple(map(shown_name, fields.guards)), tuple(map(shown_name, fields.actions)), resolver


def _listed(function: Any, table: Any, index: int, alphabet: Alphabet) -> Iterator[Member]:
    """What a function lists of a transition."""
    count = c_size_t()
    function(table, index, None, 0, byref(count))
    if count.value:
        ids = (c_int32 * count.value)()
        function(table, index, ids, count.value, byref(count))
        yield from (_member(alphabet, number) for number in ids)


def _conditions(table: Any, index: int, states: Alphabet) -> Iterator[Condition]:
    count = c_size_t()
    library.sfsm_table_transition_conditions(table, index, None, None, 0, byref(count))
    if count.value:
        ids, are_active = (c_int32 * count.value)(), (c_bool * count.value)()
        library.sfsm_table_transition_conditions(table, index, ids, are_active, count.value, byref(count))
        yield from (Condition(_member(states, number), is_active) for number, is_active in zip(ids, are_active))


def _matching(table: Any, index: int, vocabulary: Vocabulary) -> Iterator[Enum]:
    for number, members in zip(vocabulary.predicates.numbers, vocabulary.predicates.members):
        cases, count = (c_int32 * len(members))(), c_size_t()
        library.sfsm_table_transition_cases(table, index, number, cases, len(members), byref(count))
        if count.value < len(members):
            yield from (members[case] for case in cases[: count.value])


def _member(alphabet: Alphabet, number: int) -> Member:
    return alphabet.member(number) if number >= FIRST_ID else Reserved(number)
