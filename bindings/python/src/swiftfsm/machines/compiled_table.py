"""The compiled table: built once, shared by any number of machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_int32
from enum import Enum
from typing import Any, Callable, ClassVar, Generic, Optional

from ..building.builder import Builder
from ..building.diagnostics import Diagnostic, InvalidDefinitionError
from ..building.shown_warnings import show
from ..building.transitions import Transition, read_transition
from ..calling.callbacks import Callbacks
from ..calling.signature_checks import misfits
from ..calling.step import BaseStep
from ..definition.arguments import Types
from ..definition.blocks import StateBlock
from ..definition.callables import Actions, Provider, callables
from ..definition.generics import EventT, StateT
from ..definition.ids import Event, Names, State
from ..definition.kinds import StateKind
from ..definition.places import Place, caller
from ..definition.table_parts import Item, Parts
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import EntryExit, GuardPolicy, Phase
from ..library.handles import Handle
from ..library.loading import library
from .message import Message, pack_any
from .quick_events import QuickEvent


class CompiledTable(Handle, Generic[StateT, EventT]):
    """A table without machines; `Table` adds those, and documents the parameters."""

    __slots__ = (
        "warnings", "_states", "_events", "_vocabulary", "_callbacks", "_event_arguments", "_given", "_sizes", "_is_strict",
        "_quick", "_any_event", "_state_arguments",
    )  # fmt: skip
    _noun = "table"
    _release = library.sfsm_table_release

    _step_type: ClassVar[type[BaseStep]] = BaseStep
    """The class of the steps that callbacks get."""

    warnings: tuple[Diagnostic, ...]
    """The warnings of the build."""
    _is_strict: bool
    """Whether its machines are strict."""

    def __init__(
        self,
        *items: Item[StateT, EventT],
        rows: Iterable[Item[StateT, EventT]] = (),
        states: Iterable[Item[StateT, EventT]] = (),
        initial: Optional[StateT] = None,
        entry_exit: EntryExit = EntryExit.ON_CHANGE,
        guards: GuardPolicy = GuardPolicy.EXCLUSIVE,
        order: Optional[Sequence[Phase]] = None,
        predicates: Iterable[type[Enum]] = (),
        providers: Optional[Mapping[type[Enum], Provider]] = None,
        arguments: Optional[Mapping[EventT, Types]] = None,
        on_step: Actions = (),
        on_unhandled: Actions = (),
        state_names: Optional[Names] = None,
        event_names: Optional[Names] = None,
        strict: bool = False,
    ) -> None:
        self._build(
            Parts((*items, rows, states)),
            {
                "initial": initial,
                "entry_exit": entry_exit,
                "guards": guards,
                "order": order,
                "predicates": tuple(predicates),
                "providers": dict(providers or {}),
                "arguments": dict(arguments or {}),
                "on_step": callables(on_step, "on_step"),
                "on_unhandled": callables(on_unhandled, "on_unhandled"),
                "state_names": state_names,
                "event_names": event_names,
                "strict": strict,
            },
            caller(),
        )

    def _build(
        self, parts: Parts, options: dict[str, Any], place: Optional[Place], names_callbacks: bool = False
    ) -> None:
        # What pickling and copying build it from again.
        self._given: tuple[Any, ...] = parts, options, place
        self._is_strict = bool(options.get("strict"))
        # The names and Enum members of its ids.
        self._vocabulary = Vocabulary()
        self._vocabulary.find_parts = lambda: parts
        self._states, self._events = self._vocabulary.states, self._vocabulary.events
        self._callbacks = Callbacks(self._vocabulary, self._step_type)
        # Filled by machines as events are sent, by type and value: 1.0 is equal to 1, but no event.
        self._event_arguments: dict[type, dict[Any, Any]] = {}
        # Of these events, by the identity of what is passed.
        self._quick: dict[int, QuickEvent] = {}
        # What setting a state passes to the library, by type and value.
        self._state_arguments: dict[type, dict[Any, Any]] = {}
        # For queries about all events.
        self._any_event: Message = pack_any(self._vocabulary, (), True)
        try:
            self._hand_over(parts, options, place, names_callbacks)
        finally:
            self._callbacks.release_callables()

    def _hand_over(
        self, parts: Parts, options: dict[str, Any], place: Optional[Place], names_callbacks: bool
    ) -> None:
        with Builder(self._vocabulary, self._callbacks, place) as builder:
            builder.set_policies(options["entry_exit"], options["guards"], options["order"])
            # All of them before any callback, which may ask for their cases.
            for kind in (*options["predicates"], *options["providers"], *parts.matched()):
                self._vocabulary.predicates.adopt(kind)
            self._vocabulary.providers.update(map(self._vocabulary.predicates.adopt, options["providers"]))
            for kind, function in options["providers"].items():
                builder.provide(self._vocabulary.predicates.adopt(kind), function)
            declared = [builder.declare_arguments(*each) for each in options["arguments"].items()]
            builder.add(parts)
            types = (each for types in self._vocabulary.argument_types.values() for each in types.types)
            self._vocabulary.keeps_objects = any(each.python is object for each in types) and parts.defers
            builder.add_hooks(options["on_step"], options["on_unhandled"])
            if options["initial"] is not None:
                builder.set_initial(options["initial"])
            for alphabet, names in ((self._states, options["state_names"]), (self._events, options["event_names"])):
                if names is not None:
                    alphabet.name(names)
            builder.name_all()
            if names_callbacks:
                builder.name_callbacks(self._callbacks.names())
            faults = [fault for fault in declared if fault is not None]
            self._finish(builder, parts, faults, options["entry_exit"] == EntryExit.ALWAYS)

    def _finish(self, builder: Builder, parts: Parts, faults: list[Diagnostic], is_always: bool) -> None:
        unfit = faults + misfits(lambda: parts, self._vocabulary, self._callbacks, builder.place, is_always)
        try:
            address, self.warnings = builder.build()
        except InvalidDefinitionError as fault:
            raise fault.with_more(unfit) from None
        super().__init__(address)
        # Kept for machines, which may outlive this object.
        self._sizes = self.state_count, self.event_count
        if unfit:
            self.close()
            raise InvalidDefinitionError.of(unfit)
        show(self.warnings, builder.place)

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

    def _event_argument(self, event: object) -> Any:
        """What sending `event` passes to the library, made when it is sent for the first time."""
        number = self._events.identify(event)
        argument = c_int32.from_param(number)
        # Events that no row and no name mentions are not kept: with rows for any event there may be billions.
        if self._events.is_lasting(event):
            known = self._event_arguments.setdefault(type(event), {})
            if len(known) < 65_536:
                kept = known.setdefault(event, argument)
                if kept is argument:  # and not that of another thread
                    self._quick[id(argument)] = QuickEvent(self._vocabulary, event, number)
        return argument

    def _state_argument(self, state: Any) -> Any:
        """What setting a state passes to the library, kept for states of the table; None for anything else."""
        if not self._states.is_lasting(state):
            return None
        argument = c_int32.from_param(self._states.identify(state))
        known = self._state_arguments.setdefault(type(state), {})
        if len(known) < 65_536:
            known[state] = argument
        return argument

    def _all(self, count: int, at: Any, member: Callable[[int], Any]) -> list[Any]:
        return [member(at(self._argument, index)) for index in range(count)]

    def _count(self, function: Any) -> int:
        self._open()
        return int(function(self._argument))

    def _name(self, function: Any, number: int) -> Optional[str]:
        self._open()
        name: Optional[bytes] = function(self._argument, number)
        return None if name is None else name.decode()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its definition, from which it is built again. Functions are pickled by name."""
        self._open()
        return _rebuild, (type(self), *self._given)

    def __copy__(self) -> CompiledTable[StateT, EventT]:
        """Itself: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> CompiledTable[StateT, EventT]:
        return self

    def __repr__(self) -> str:
        if self.closed:
            return "<Table, closed>"
        return f"<Table of {self.state_count} states, {self.event_count} events, {self.row_count} rows>"


def _rebuild(kind: type[CompiledTable[Any, Any]], parts: Any, options: Any, place: Any) -> CompiledTable[Any, Any]:
    table = kind.__new__(kind)
    table._build(parts, options, place)
    return table
