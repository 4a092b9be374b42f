"""The compiled table: built once, shared by any number of machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_int32
from enum import Enum
from typing import Any, ClassVar, Optional

from ..building.builder import Builder
from ..building.diagnostics import Diagnostic, InvalidDefinitionError
from ..building.error_rows import ErrorRows
from ..building.shown_warnings import show
from ..calling.callbacks import Callbacks
from ..calling.signature_checks import misfits
from ..calling.step import BaseStep
from ..calling.watch import adopt_hooks
from ..definition.arguments import Types
from ..definition.around import OnError
from ..definition.callables import Actions, Provider, callables
from ..definition.generics import EventT, StateT
from ..definition.ids import Names, kept_names
from ..definition.places import Place, caller
from ..definition.table_parts import Item, Parts
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import EntryExit, GuardPolicy, Phase
from ..library.loading import library
from .asked_table import AskedTable
from .quick_events import QuickEvent
from .shared import Shared


class CompiledTable(AskedTable[StateT, EventT]):
    """A table without machines; `Table` adds those, and documents the parameters."""

    __slots__ = ("warnings", "_callbacks", "_is_strict", "_shared", "_machine_parts")
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
        prepare: Actions = (),
        on_exception: Actions = (),
        error_target: Optional[StateT] = None,
        error_event: Optional[EventT] = None,
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
                "prepare": callables(prepare, "prepare"),
                "on_exception": callables(on_exception, "on_exception"),
                "error": OnError.of(error_target, error_event),
                "state_names": kept_names(state_names),
                "event_names": kept_names(event_names),
                "strict": strict,
            },
            caller(),
        )

    def _keep_machine_parts(self) -> None:
        """Keep what each machine has of its table in one place: a class with __getattr__ is slow to ask for each."""
        has_hooks = self._is_strict or self._vocabulary.is_watched
        self._machine_parts = (
            self._shared, self._vocabulary, self._callbacks.entries, self._shared.event_arguments, self._states.members,
            has_hooks,
        )  # fmt: skip

    def _build(
        self, parts: Parts, options: dict[str, Any], place: Optional[Place], names_callbacks: bool = False
    ) -> None:
        # What pickling and copying build it from again.
        self._given = parts, options, place
        self._is_strict = bool(options.get("strict"))
        # The names and Enum members of its ids.
        self._vocabulary = Vocabulary()
        self._vocabulary.find_parts = lambda: parts
        self._states, self._events = self._vocabulary.states, self._vocabulary.events
        self._callbacks = Callbacks(self._vocabulary, self._step_type)
        self._shared = Shared(self._vocabulary)
        try:
            self._hand_over(parts, options, place, names_callbacks)
        finally:
            self._callbacks.release_callables()
        self._keep_machine_parts()

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
            error = options.get("error")
            errors = ErrorRows(parts, error, place)
            errors.adopt(self._vocabulary)
            builder.add(errors.parts, errors.events, options["event_names"])
            declared += errors.settle(self._vocabulary, error)
            types = (each for types in self._vocabulary.argument_types.values() for each in types.types)
            self._vocabulary.keeps_objects = any(each.python is object for each in types) and parts.defers
            builder.add_hooks(options["on_step"], options["on_unhandled"])
            # Pickles of earlier versions have none of them.
            hooks = options.get("prepare", ()), options.get("on_exception", ())
            declared += adopt_hooks(self._callbacks, *hooks, place)
            self._vocabulary.is_watched = any(hooks) or not errors.is_empty or self._callbacks.has_placed
            if options["initial"] is not None:
                builder.set_initial(options["initial"])
            for alphabet, names in ((self._states, options["state_names"]), (self._events, options["event_names"])):
                if names is not None:
                    alphabet.name(names)
            builder.name_all()
            if names_callbacks:
                builder.name_callbacks(self._callbacks.names())
            faults = [fault for fault in declared if fault is not None]
            self._finish(builder, errors.parts, faults, options["entry_exit"] == EntryExit.ALWAYS)

    def _finish(self, builder: Builder, parts: Parts, faults: list[Diagnostic], is_always: bool) -> None:
        unfit = faults + misfits(lambda: parts, self._vocabulary, self._callbacks, builder.place, is_always)
        try:
            address, self.warnings = builder.build()
        except InvalidDefinitionError as fault:
            raise fault.with_more(unfit) from None
        super().__init__(address)
        # Asked now, since machines may outlive this object.
        self._shared.expect(self.state_count, self.event_count)
        if unfit:
            self.close()
            raise InvalidDefinitionError.of(unfit)
        show(self.warnings, builder.place)

    def _event_argument(self, event: object) -> Any:
        """What sending `event` passes to the library, made when it is sent for the first time."""
        number = self._events.identify(event)
        argument = c_int32.from_param(number)
        # Events that no row and no name mentions are not kept: with rows for any event there may be billions.
        if self._events.is_lasting(event):
            known = self._shared.event_arguments.setdefault(type(event), {})
            if len(known) < 65_536:
                kept = known.setdefault(event, argument)
                if kept is argument:  # and not that of another thread
                    self._shared.quick[argument] = QuickEvent(self._vocabulary, event, number)
        return argument

    def _state_argument(self, state: Any) -> Any:
        """What setting a state passes to the library, kept for states of the table; None for anything else."""
        if not self._states.is_lasting(state):
            return None
        argument = c_int32.from_param(self._states.identify(state))
        known = self._shared.state_arguments.setdefault(type(state), {})
        if len(known) < 65_536:
            known[state] = argument
        return argument

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
