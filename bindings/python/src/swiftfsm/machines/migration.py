"""What of a snapshot has no place in a table, and the function of a program that decides what takes its place."""

from __future__ import annotations

from ctypes import c_void_p, string_at
from enum import Enum
from typing import Any, Callable, NamedTuple, Optional

from ..calling.interrupts import cover_entry
from ..definition.alphabet import Alphabet
from ..definition.ids import NONE
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import SnapshotPart
from ..library.generated.records import sfsm_missing
from ..library.loading import library
from ..library.results import UnknownCaseError, UnknownEventError, UnknownPredicateError, UnknownStateError


class Missing(NamedTuple):
    """Something in a snapshot that has no place in the table of the machine, as `migrate` is given it."""

    what: SnapshotPart
    """A state, event, predicate type or case; or the definition, if the snapshot is of one with another name."""
    name: str
    """Its name in the snapshot; "" if it has none."""
    number: Optional[int] = None
    """Its id in the snapshot, of a case its index; None if the snapshot does not tell, as JSON with names."""
    predicate: Optional[type[Enum]] = None
    """Of a case: its predicate type, in this table."""

    def __str__(self) -> str:
        """ "the state 'open'"."""
        noun = "predicate type" if self.what is SnapshotPart.PREDICATE else self.what.name.lower()
        return f"the {noun} {self.name!r}" if self.name else f"the {noun} {self.number}"


Migrate = Callable[[Missing], Any]
"""Returns what takes the place of something: a state, an event, a predicate type (the Enum) or a case (its member) of
this table, or None for nothing. For the definition, True accepts it."""


class Migration:
    """Asks the function of a program, and keeps what that raises. It is not asked again then, and nothing changes."""

    __slots__ = ("_machine", "_vocabulary", "_migrate", "_has_numbers", "exception")

    def __init__(self, machine: Any, vocabulary: Vocabulary, migrate: Migrate, *, has_numbers: bool) -> None:
        """machine: as the library takes it. has_numbers: names in the snapshot have their ids with them."""
        self._machine = machine
        self._vocabulary = vocabulary
        self._migrate = migrate
        self._has_numbers = has_numbers
        self.exception: Optional[BaseException] = None

    def decide(self, record: sfsm_missing) -> int:
        """Return the id that takes the place of something; NONE for nothing. Errors: those of the function; TypeError,
        UnknownStateError or its like for an answer that cannot take that place."""
        if self.exception is not None:
            return NONE
        missing = self._read(record)
        answer = self._migrate(missing)
        return NONE if answer is None else self._number(missing, answer)

    def _read(self, record: sfsm_missing) -> Missing:
        # The name does not end with a zero.
        address = c_void_p.from_buffer(record, sfsm_missing.name.offset).value
        name = string_at(address, record.length).decode("utf-8", "replace") if address else ""
        what = SnapshotPart(record.part)
        has_number = what is not SnapshotPart.DEFINITION and (self._has_numbers or not name)
        kind = self._vocabulary.predicates.kind(record.predicate) if what is SnapshotPart.CASE else None
        return Missing(what, name, record.id if has_number else None, kind)

    def _number(self, missing: Missing, answer: Any) -> int:
        predicates = self._vocabulary.predicates
        if missing.what is SnapshotPart.STATE:
            number = _identified(missing, answer, self._vocabulary.states)
            if not self._is_listed(number, library.sfsm_table_state_count, library.sfsm_table_state_at):
                raise UnknownStateError(_refusal(missing, answer, "which this table does not have"))
            return number
        if missing.what is SnapshotPart.EVENT:
            number = _identified(missing, answer, self._vocabulary.events)
            if not self._is_listed(number, library.sfsm_table_event_count, library.sfsm_table_event_at):
                raise UnknownEventError(_refusal(missing, answer, "which this table does not have"))
            return number
        if missing.what is SnapshotPart.PREDICATE:
            if not (isinstance(answer, type) and issubclass(answer, Enum)):
                raise TypeError(_refusal(missing, answer, "which is no class of Enum"))
            if answer not in predicates.kinds:
                raise UnknownPredicateError(
                    _refusal(missing, answer, "which is no predicate type of this table"), predicate=answer
                )
            return predicates.numbers[predicates.kinds.index(answer)]
        if missing.what is SnapshotPart.CASE:
            return self._case(missing, answer)
        if not isinstance(answer, bool):
            raise TypeError(_refusal(missing, answer, "but only True accepts another definition"))
        return 1 if answer else NONE

    def _case(self, missing: Missing, answer: Any) -> int:
        kind = missing.predicate
        if kind is None or not isinstance(answer, Enum):
            raise TypeError(_refusal(missing, answer, "which is no member of an Enum"))
        if type(answer) is not kind:
            word = f"which is no member of {kind.__name__}"
            raise UnknownCaseError(_refusal(missing, answer, word), predicate=kind, case=answer)
        return list(kind).index(answer)

    def _is_listed(self, number: int, count: Callable[..., int], at: Callable[..., int]) -> bool:
        """Whether the table has this id. The Python object of the table may be closed."""
        table = library.sfsm_machine_table(self._machine)
        return any(at(table, index) == number for index in range(count(table)))


def _identified(missing: Missing, answer: Any, alphabet: Alphabet) -> int:
    """Errors: TypeError for what is no state or no event."""
    if isinstance(answer, bool):
        raise TypeError(_refusal(missing, answer, f"which is no {alphabet.noun}"))
    try:
        return alphabet.identify(answer)
    except TypeError as error:
        raise TypeError(_refusal(missing, answer, f"but {error}")) from None


def _refusal(missing: Missing, answer: Any, complaint: str) -> str:
    return f"for {missing} of the snapshot, migrate returned {answer!r}, {complaint}"


def asking(migration: Migration) -> Callable[[Any, Any], int]:
    """Return the function that the library calls. No exception leaves it."""

    @cover_entry
    def ask(context: Any, missing: Any) -> int:
        try:
            return migration.decide(missing.contents)
        except BaseException as exception:
            migration.exception = exception
            return NONE

    return ask
