"""What a table tells of itself: its states, events and rows."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable, Generic, Optional

from ..building.transitions import Transition, read_transition
from ..definition.alphabet import Alphabet
from ..definition.blocks import StateBlock
from ..definition.generics import EventT, StateT
from ..definition.ids import Event, State
from ..definition.kinds import StateKind
from ..definition.table_parts import Parts
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import Reserved
from ..library.handles import Handle
from ..library.loading import library


class AskedTable(Handle, Generic[StateT, EventT]):
    """The questions to a table; `CompiledTable` builds it."""

    __slots__ = ("_states", "_events", "_vocabulary", "_given")

    _states: Alphabet
    _events: Alphabet
    _vocabulary: Vocabulary
    """The names and Enum members of its ids."""
    _given: tuple[Any, ...]
    """What pickling and copying build it from again: first its parts."""

    @property
    def initial(self) -> Optional[StateT]:
        """The declared initial state, or None."""
        self._open()
        state: Optional[StateT] = self._states.member(library.sfsm_table_initial(self._argument))
        return state

    @property
    def states(self) -> list[StateT]:
        """The states, in ascending order of their ids."""
        return self._all(self.state_count, library.sfsm_table_state_at, self._states.member)

    @property
    def events(self) -> list[EventT]:
        """The events, in ascending order of their ids."""
        every = self._all(self.event_count, library.sfsm_table_event_at, self._events.member)
        return [event for event in every if event is not None]  # without timeouts that have no event

    def state_named(self, name: str) -> Optional[StateT]:
        """Return the state with a name, or in a document with one that it had before ("was"); None if there is none."""
        found: Optional[StateT] = self._found(name, library.sfsm_table_state_named, self._states.member)
        return found

    def event_named(self, name: str) -> Optional[EventT]:
        """Return the event with a name, likewise."""
        found: Optional[EventT] = self._found(name, library.sfsm_table_event_named, self._events.member)
        return found

    @property
    def predicates(self) -> list[type[Enum]]:
        """The predicate types."""
        self._open()
        return list(self._vocabulary.predicates.kinds)

    def parent(self, state: StateT) -> Optional[StateT]:
        """The state in which a state or history is nested; None if there is none."""
        self._open()
        number = library.sfsm_table_parent(self._argument, self._states.identify(state))
        parent: Optional[StateT] = self._states.member(number)
        return parent

    def is_final(self, state: StateT) -> bool:
        """Whether a state is declared as final. Cost: O(states) the first time."""
        self._open()
        number = self._states.identify(state)
        if self._vocabulary.final is None:
            blocks = (each for each in self._parts.scopes if isinstance(each, StateBlock) and each.final)
            self._vocabulary.final = frozenset(self._states.identify(each.state) for each in blocks)
        return number in self._vocabulary.final

    def tags(self, state: StateT) -> frozenset[str]:
        """The tags of a state. Cost: O(states) the first time."""
        self._open()
        return self._tags.get(self._states.identify(state), frozenset())

    def tagged(self, *tags: str) -> list[StateT]:
        """The states that have all of these tags, in ascending order of their ids."""
        return [state for state in self.states if self.tags(state).issuperset(tags)]

    @property
    def _tags(self) -> dict[int, frozenset[str]]:
        """The tags of the states that have some, by number."""
        known = self._vocabulary.tags
        if known is None:
            known = self._vocabulary.tags = {}
            for each in self._parts.scopes:
                if isinstance(each, StateBlock) and each.tags:
                    number = self._states.identify(each.state)
                    known[number] = known.get(number, frozenset()) | each.tags
        return known

    def kind(self, state: StateT) -> StateKind:
        """What a state of a chart is. PLAIN if the definition is no chart."""
        self._open()
        return StateKind(library.sfsm_table_kind(self._argument, self._states.identify(state)))

    def arguments(self, event: EventT) -> tuple[str, ...]:
        """The types of the arguments of an event, as the header names them: ("i64", "str")."""
        types = self._vocabulary.argument_types.get(self._events.identify(event))
        return () if types is None else tuple(each.word for each in types.types)

    def argument_names(self, event: EventT) -> tuple[Optional[str], ...]:
        """The names of the arguments of an event, by which they can be sent: None for one that has no name."""
        types = self._vocabulary.argument_types.get(self._events.identify(event))
        return () if types is None else types.names

    @property
    def _is_chart(self) -> bool:
        """Whether the definition is a chart. Found out once."""
        known = self._vocabulary.is_chart
        if known is None:
            known = self._vocabulary.is_chart = self._parts.are_of_chart
        return known

    @property
    def _parts(self) -> Parts:
        """The parts of the definition."""
        parts: Parts = self._given[0]
        return parts

    def transitions(self) -> list[Transition]:
        """All rows as the states have them: by source, then by event, then in the order in which they are tried."""
        count = self._count(library.sfsm_table_transition_count)
        return [read_transition(self._argument, index, self._vocabulary) for index in range(count)]

    @property
    def state_count(self) -> int:
        """The number of states."""
        return self._count(library.sfsm_table_state_count)

    @property
    def event_count(self) -> int:
        """The number of events."""
        return self._count(library.sfsm_table_event_count)

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return self._count(library.sfsm_table_row_count)

    @property
    def size(self) -> int:
        """The size of the compiled table in bytes, without names and places."""
        return self._count(library.sfsm_table_size)

    def state_name(self, state: State) -> Optional[str]:
        """The name of a state; None if it has none or is unknown."""
        return self._name(library.sfsm_table_state_name, self._states.identify(state))

    def event_name(self, event: Event) -> Optional[str]:
        """The name of an event; None if it has none or is unknown."""
        return self._name(library.sfsm_table_event_name, self._events.identify(event))

    def _found(self, name: str, find: Any, member: Callable[[int], Any]) -> Any:
        self._open()
        encoded = name.encode("utf-8", "surrogatepass")
        number: int = find(self._argument, encoded, len(encoded))
        return None if number == Reserved.NONE else member(number)

    def _all(self, count: int, at: Any, member: Callable[[int], Any]) -> list[Any]:
        return [member(at(self._argument, index)) for index in range(count)]

    def _count(self, function: Any) -> int:
        self._open()
        return int(function(self._argument))

    def _name(self, function: Any, number: int) -> Optional[str]:
        self._open()
        name: Optional[bytes] = function(self._argument, number)
        return None if name is None else name.decode()
