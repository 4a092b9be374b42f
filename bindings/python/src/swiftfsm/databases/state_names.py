"""The names of states, as a column of a database holds them."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from enum import Enum
from typing import Any, Generic, Optional, Union

from ..definition.generics import StateT
from ..definition.ids import spell
from ..library.loading import library
from ..library.results import BadValueError, UnknownStateError
from ..machines.written_table import WrittenTable

States = Union[WrittenTable[StateT, Any], type[StateT]]
"""A table, or an Enum: what says which states there are."""

_MOST_NAMED = 50
"""How many known names an error lists."""


class StateNames(Generic[StateT]):
    """The states of a table, or the members of an Enum, and the name of each.

    The states of a table have the names of its definition, which are the same in all languages; members of an Enum have
    their own. A name that a state had before (`was` in a document, or an alias in the Enum) is read, not written.

    Errors: BadValueError for a table with a state that has no name, or an Enum without members; TypeError for anything
    else than a table or an Enum.
    """

    def __init__(self, states: States[StateT]) -> None:
        self._table: Optional[WrittenTable[StateT, Any]] = None
        self._states: dict[str, StateT]
        if isinstance(states, WrittenTable):
            self._table = states
            self._states = dict(_named(states))
            self.owner: str = f"the definition {states.name}" if states.name else "the table"
        elif isinstance(states, type) and issubclass(states, Enum):
            self._states = dict(states.__members__)
            self.owner = states.__name__
            if not self._states:
                raise BadValueError(f"{self.owner} has no members: give the Enum of your states")
        else:
            raise TypeError(f"the states of a column are those of a Table, or the members of an Enum, not {states!r}")
        # The last one, so that members have their own name, and not an alias.
        self._names: dict[StateT, str] = {state: name for name, state in reversed(self._states.items())}
        self._types = {type(state) for state in self._names}

    def must_fit(self, length: int) -> None:
        """Errors: BadValueError if a name has more characters than the column."""
        longest = max(self._names.values(), key=len)
        if len(longest) > length:
            raise BadValueError(f"the state {longest!r} has more than {length} characters: make the column longer")

    def name(self, state: object) -> str:
        """Return the name of a state. Errors: TypeError for what is no state, a name included; UnknownStateError."""
        if type(state) not in self._types:
            kinds = " or ".join(sorted(kind.__name__ for kind in self._types))
            raise TypeError(f"a state of {self.owner} must be a member of {kinds}, not {state!r}{self._hint(state)}")
        name = self._names.get(state)  # type: ignore[call-overload]
        if name is None:
            raise UnknownStateError(f"{state!r} is no state of {self.owner}: it has {self._known()}")
        return str(name)

    def state(self, name: object) -> StateT:
        """Return the state of a name that was read. Errors: UnknownStateError, which lists the names that are known."""
        found = self._states.get(name) if isinstance(name, str) else None
        if found is None and isinstance(name, str):
            found = self._renamed(name)
        if found is None:
            raise UnknownStateError(
                f"{name!r} is no state of {self.owner}: it has {self._known()}. {self._advice(name)}"
            )
        return found

    def _renamed(self, name: str) -> Optional[StateT]:
        """The state that had this name in an earlier version of the document."""
        if self._table is None or self._table.closed:
            return None
        encoded = name.encode("utf-8", "surrogatepass")
        number = library.sfsm_table_state_named(self._table._argument, encoded, len(encoded))
        return next((each for each in self._states.values() if self._table._states.identify(each) == number), None)

    def _known(self) -> str:
        names = [repr(name) for name in self._states]
        more = len(names) - _MOST_NAMED
        return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")

    def _advice(self, name: object) -> str:
        close = get_close_matches(str(name), self._states, 1)
        meant = f"Perhaps {close[0]!r} is meant. " if close else ""
        renamed = "give the Enum an alias" if self._table is None else f"say so in the document (was {name})"
        return f"{meant}Correct it, or if a state was renamed, {renamed}"

    def _hint(self, state: object) -> str:
        found = self._states.get(state) if isinstance(state, str) else None
        return "" if found is None else f": use {spell(found)}"


def _named(table: WrittenTable[StateT, Any]) -> Iterator[tuple[str, StateT]]:
    """The states of a table by their names. Errors: BadValueError."""
    for state in table.states:
        name = table.state_name(state)
        if name is None:
            raise BadValueError(f"state {state!r} has no name to be stored by: give the table state_names=")
        yield name, state
