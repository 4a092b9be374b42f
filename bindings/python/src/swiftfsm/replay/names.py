"""The ids of states and events that columns name: by their members, ids or names."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable, NoReturn, Optional
from weakref import ref

from ..definition.alphabet import Alphabet
from ..definition.ids import NONE
from ..library.loading import library


class Names:
    """Finds the ids of what columns name.

    A str is a name of the definition; or a name that a state or event had before (`was` in a document); or the value
    of a member of an Enum, or its name.
    """

    def __init__(self, table: Any, alphabet: Alphabet, numbers: set[int]) -> None:
        """numbers: the ids that the table has."""
        # Results have this object too, and may live longer than the table.
        self._table = ref(table)
        self._alphabet = alphabet
        self.numbers: set[int] = numbers
        is_state = alphabet.noun == "state"
        self._named: Callable[..., int] = library.sfsm_table_state_named if is_state else library.sfsm_table_event_named
        name: Callable[..., Optional[bytes]] = (
            library.sfsm_table_state_name if is_state else library.sfsm_table_event_name
        )
        named = ((number, name(table._argument, number)) for number in numbers)
        self._names: dict[int, str] = {number: text.decode() for number, text in named if text is not None}
        self._words: dict[str, int] = {}
        for number, member in alphabet.members.items():
            if isinstance(member, Enum) and number in numbers:
                for word in (member.value, member.name):
                    if isinstance(word, str):
                        self._words.setdefault(word, number)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "States and Violations cannot be pickled: pickle states.names, list(states), violations.columns or "
            "list(violations)"
        )

    @property
    def noun(self) -> str:
        """What they are: "state" or "event"."""
        return self._alphabet.noun

    def find(self, value: object) -> Optional[int]:
        """Return the id of a state or an event; None for what the table cannot know. An int is an id, known or not."""
        if value is None or isinstance(value, (bool, float)):
            return None
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        if not isinstance(value, str) or isinstance(value, Enum):
            try:
                return self._alphabet.identify(value)
            except (TypeError, ValueError):
                if not isinstance(value, str):
                    return None
        return self._find_named(value.value if isinstance(value, Enum) else value)

    def _find_named(self, name: str) -> Optional[int]:
        table = self._table()
        if table is not None and not table.closed:
            encoded = name.encode("utf-8", "surrogatepass")
            number = self._named(table._argument, encoded, len(encoded))
            if number != NONE:
                return number
        return self._words.get(name)

    def name(self, number: int) -> str:
        """Return the name of an id, or else the id as text."""
        return self._names.get(number) or str(number)

    def member(self, number: int) -> Any:
        """Return the member of an id, or else the id."""
        return self._alphabet.member(number)

    def complaint(self, value: object) -> str:
        """Say what a value is not, and which name may be meant: "'payy' is no event of the table: perhaps 'pay'"."""
        text = f"{value!r} is no {self.noun} of the table"
        if isinstance(value, str):
            from difflib import get_close_matches  # which takes longer to import than the package may

            known = [self.name(number) for number in sorted(self.numbers)]
            close = get_close_matches(value, [*known, *self._words], 1)
            text += f": perhaps {close[0]!r} is meant" if close else f": it has {_listed(known)}"
        return text


def _listed(names: list[str], most: int = 20) -> str:
    more = len(names) - most
    return ", ".join(map(repr, names[:most])) + (f" and {more} more" if more > 0 else "")
