"""The builder of the library: collects a definition and compiles it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import byref, c_int32, c_size_t, c_void_p, cast, sizeof
from enum import Enum
from typing import Any, Callable, Optional

from ..definition.arguments import ArgumentTypes, Types
from ..definition.around import ErrorEvent
from ..definition.blocks import Scope, StateBlock, Superstate
from ..definition.callables import Function, Role
from ..definition.ids import Event, Names, State, identify
from ..definition.places import Place
from ..definition.table_parts import Parts, Rows
from ..definition.vocabulary import Vocabulary
from ..library.generated.constants import PARAMETER_LIMIT
from ..library.generated.enumerations import DiagnosticKind, Phase, Severity, Status
from ..library.generated.records import (
    sfsm_callback_name,
    sfsm_finalizer,
    sfsm_function,
    sfsm_name,
    sfsm_row,
)
from ..library.handles import Handle
from ..library.loading import library, library_without_gil
from ..library.results import OutOfMemoryError, error_of
from .callback_registry import CallbackRegistry
from .chart_parts import Call, of_block, of_row
from .diagnostics import Diagnostic, DiagnosticList, InvalidDefinitionError, without_unused
from .packed_rows import PackedRows, RowGroup, encode_file


class Builder(Handle):
    """A builder: one thread, one table, then closed."""

    __slots__ = ("_vocabulary", "_states", "_events", "_callbacks", "place", "_superstates", "_declared")
    _noun = "builder"
    _release = library.sfsm_builder_release

    def __init__(self, vocabulary: Vocabulary, callbacks: CallbackRegistry, place: Optional[Place]) -> None:
        address: Optional[int] = library.sfsm_builder_create()
        if address is None:
            raise OutOfMemoryError("no memory for a builder")
        super().__init__(address)
        self._vocabulary = vocabulary
        self._states, self._events = vocabulary.states, vocabulary.events
        self._callbacks = callbacks
        self.place: Optional[Place] = place
        self._superstates: dict[int, int] = {}
        self._declared = 0

    def add(self, parts: Parts, error_events: Sequence[ErrorEvent] = (), event_names: Optional[Names] = None) -> None:
        """Add blocks and the superstates that they adopt, then all rows in one call, in the order of the parts."""
        groups: list[RowGroup] = []
        self._number_timeouts(parts, error_events, event_names)
        for part in parts:
            if isinstance(part, Rows):
                groups.append(RowGroup(0, part.rows, part.plain))
            else:
                self._add_scope(part, groups)
        packed = PackedRows(groups, self._states, self._events, self._vocabulary.predicates)
        self._declare_predicates()
        if packed.count:
            self._check(
                library_without_gil.sfsm_builder_add_rows_at(
                    self._argument,
                    packed.register(self._callbacks),
                    packed.count,
                    sizeof(sfsm_row),
                    *self._where(self.place),
                ),
                "the rows could not be added",
            )
        for number, chart in packed.charts.items():
            self._call(of_row(chart, number, self._vocabulary))

    def _number_timeouts(
        self, parts: Parts, error_events: Sequence[ErrorEvent], event_names: Optional[Names]
    ) -> None:
        """Give timeouts without an event, and the events of exceptions, ids that no event has."""
        timeouts = [*parts.timeouts, *error_events]
        if timeouts:
            events = [each for each in parts.events() if isinstance(each, (int, str, Enum))]
            self._events.adopt(events)
            if isinstance(event_names, type):
                self._events.adopt_members(event_names)
            elif event_names is not None:
                names = (event_names,) if isinstance(event_names, str) else event_names
                several = list(names)
                self._events.adopt(several)
                events += several
            self._events.number(timeouts, [*map(self._events.identify, events), *self._vocabulary.argument_types])

    def declare_arguments(self, event: Event, declared: Types) -> Optional[Diagnostic]:
        """Declare the arguments of an event. Returns: the error in them, if there is one; the library is not told of
        them then.
        """
        self._events.adopt((event,))
        number, described = self._events.identify(event), self._events.describe(event)
        try:
            types = ArgumentTypes(declared)
        except TypeError as error:
            return self._unreadable(number, f"{described} cannot have {error}")
        if len(types) > PARAMETER_LIMIT:
            text = f"{described} cannot have the arguments ({types.text}): no more than {PARAMETER_LIMIT} are possible"
            return self._unreadable(number, text)
        self._vocabulary.argument_types[number] = types
        self._check(
            library.sfsm_builder_add_event_at(self._argument, number, types.text.encode(), *self._where(self.place)),
            f"{described} cannot have the arguments ({types.text})",
        )
        return None

    def _unreadable(self, number: int, text: str) -> Diagnostic:
        self._vocabulary.unreadable.add(number)
        event = self._events.member(number)
        return Diagnostic(
            DiagnosticKind.SIGNATURE_MISMATCH, Severity.ERROR, text, (self.place,), state=None, event=event, target=None
        )

    def provide(self, number: int, function: Callable[..., Any]) -> None:
        """Give a predicate type a provider."""
        if not callable(function):
            raise TypeError(f"a provider must be a callable, not {function!r}")
        self._vocabulary.provided.append((function, self._vocabulary.predicates.kinds[number]))
        self._declare_predicates()
        self._check(
            library.sfsm_builder_set_provider(self._argument, number, *self._parts(function, Role.PROVIDER)),
            f"{function!r} cannot provide {self._vocabulary.predicates.name(number)}",
        )

    def add_hooks(self, on_step: Sequence[Function], on_unhandled: Sequence[Function]) -> None:
        """Add hooks for all machines of the table, once all predicate types are known."""
        for add, hooks, functions in (
            (library.sfsm_builder_on_step, self._vocabulary.step_hooks, on_step),
            (library.sfsm_builder_on_unhandled, self._vocabulary.unhandled_hooks, on_unhandled),
        ):
            for function in functions:
                hooks.append(function)
                status = add(self._argument, *self._parts(function, Role.HOOK))
                self._check(status, f"{function!r} could not be added as a hook")

    def _declare_predicates(self) -> None:
        """Declare the predicate types that have been met since the last call."""
        predicates = self._vocabulary.predicates
        for number in range(self._declared, len(predicates.members)):
            members = predicates.members[number]
            status = library.sfsm_builder_add_predicate_at(
                self._argument, number, len(members), *self._where(self.place)
            )
            self._check(status, f"{predicates.name(number)} cannot be a predicate type")
            names = [sfsm_name(case, member.name.encode()) for case, member in enumerate(members)]
            status = library.sfsm_builder_name_cases(
                self._argument, number, (sfsm_name * len(names))(*names), len(names)
            )
            self._check(status, f"the cases of {predicates.name(number)} cannot be named")
        self._declared = len(predicates.members)
        kinds = [sfsm_name(number, kind.__name__.encode()) for number, kind in enumerate(predicates.kinds)]
        if kinds:
            status = library.sfsm_builder_name_predicates(self._argument, (sfsm_name * len(kinds))(*kinds), len(kinds))
            self._check(status, "the predicate types cannot be named")

    def set_initial(self, state: State) -> None:
        """Declare the initial state."""
        self._states.adopt((state,))
        number = self._states.identify(state)
        self._check(
            library.sfsm_builder_set_initial_at(self._argument, number, *self._where(self.place)),
            f"{self._states.describe(state)} cannot be the initial state",
        )

    def set_policies(self, entry_exit: int, guards: int, order: Optional[Sequence[Phase]]) -> None:
        """Set when entry and exit run, how guards choose, and the order of a step. Errors: BadValueError."""
        status = library.sfsm_builder_set_entry_exit_policy(self._argument, identify(entry_exit, "entry_exit"))
        self._check(status, f"entry_exit must be EntryExit.ON_CHANGE or EntryExit.ALWAYS, not {entry_exit!r}")
        status = library.sfsm_builder_set_guard_policy(self._argument, identify(guards, "guards"))
        self._check(status, f"guards must be GuardPolicy.EXCLUSIVE or GuardPolicy.FIRST_MATCH, not {guards!r}")
        if order is not None:
            phases = (c_int32 * len(order))(*[identify(phase, "a phase") for phase in order])
            status = library.sfsm_builder_set_phase_order(self._argument, phases, len(phases))
            self._check(
                status,
                f"order must hold each Phase once, with RESOLVE before COMMIT and ENTRY, not {list(order)!r}",
            )

    def name_all(self) -> None:
        """Pass the names that were collected."""
        for alphabet, function in (
            (self._states, library.sfsm_builder_name_states),
            (self._events, library.sfsm_builder_name_events),
        ):
            names = [sfsm_name(number, name.encode()) for number, name in alphabet.names.items()]
            if names:
                status = function(self._argument, (sfsm_name * len(names))(*names), len(names))
                self._check(status, f"a reserved id cannot be named as {alphabet.noun}")

    def name_callbacks(self, names: Iterable[tuple[int, int, str]]) -> None:
        """Pass the functions, contexts and names of callbacks, for writing and drawing."""
        found = [
            sfsm_callback_name(cast(function, sfsm_function), context, name.encode())
            for function, context, name in names
        ]
        status = library.sfsm_builder_name_callbacks(
            self._argument, (sfsm_callback_name * len(found))(*found), len(found)
        )
        self._check(status, "the callbacks cannot be named")

    def build(self) -> tuple[int, tuple[Diagnostic, ...]]:
        """Build. Returns: the address of the table, which the caller owns, and the warnings. Errors:
        InvalidDefinitionError.
        """
        table, list_address = c_void_p(), c_void_p()
        status = library_without_gil.sfsm_builder_build(self._argument, byref(table), byref(list_address))
        diagnostics: tuple[Diagnostic, ...] = ()
        text = ""
        if list_address.value is not None:
            with DiagnosticList(list_address.value) as found:
                diagnostics = found.read(self._states, self._events, self._vocabulary.predicates)
                text = found.text()
        if any(each.kind == DiagnosticKind.UNUSED_PREDICATE for each in diagnostics):
            kinds = map(self._vocabulary.predicates.kind, self._callbacks.predicates)
            asked = {kind for kind in kinds if kind is not None}
            diagnostics, text = without_unused(asked, diagnostics, text)
        if status == Status.INVALID_DEFINITION:
            raise InvalidDefinitionError(diagnostics, text)
        self._check(status, "the table could not be built")
        assert table.value is not None
        return table.value, diagnostics

    def _add_scope(self, scope: Scope, groups: list[RowGroup]) -> None:
        if isinstance(scope, Superstate):
            self._add_superstate(scope, groups)
        elif isinstance(scope, StateBlock) and scope.is_tagged_alone:
            self._states.adopt((scope.state,))
        elif isinstance(scope, StateBlock):
            self._add_block(scope, groups)

    def _add_block(self, block: StateBlock, groups: list[RowGroup]) -> None:
        self._states.adopt((block.state,))
        number = c_size_t()
        self._check(
            library.sfsm_builder_add_state_at(
                self._argument,
                self._states.identify(block.state),
                int(block.kind),
                *self._where(block.place),
                byref(number),
            ),
            f"the block of {self._states.describe(block.state)} could not be added",
        )
        groups.append(RowGroup(number.value, block.rows))
        self._fill(number.value, block, groups)
        self._call(of_block(block, number.value, self._vocabulary))

    def _add_superstate(self, superstate: Superstate, groups: list[RowGroup]) -> int:
        """Add a superstate, once for all states that adopt it. Returns its number."""
        known = self._superstates.get(id(superstate))
        if known is not None:
            return known
        number = c_size_t()
        self._check(
            library.sfsm_builder_add_superstate_at(self._argument, *self._where(superstate.place), byref(number)),
            f"{superstate!r} could not be added",
        )
        self._superstates[id(superstate)] = number.value
        groups.append(RowGroup(number.value, superstate.rows))
        self._fill(number.value, superstate, groups)
        return number.value

    def _fill(self, number: int, scope: Scope, groups: list[RowGroup]) -> None:
        for superstate in scope.adopts:
            status = library.sfsm_builder_adopt(self._argument, number, self._add_superstate(superstate, groups))
            self._check(status, f"{superstate!r} could not be adopted")
        for add, role, functions in (
            (library.sfsm_builder_on_default, Role.ACTION, scope.on_initial if isinstance(scope, StateBlock) else ()),
            (library.sfsm_builder_on_entry, Role.ACTION, scope.entry),
            (library.sfsm_builder_on_exit, Role.ACTION, scope.exit),
            (library.sfsm_builder_on_cycle, Role.ACTION, scope.cycle),
            (library.sfsm_builder_on_update, Role.UPDATE, scope.update),
        ):
            for function in functions:
                status = add(self._argument, number, *self._parts(function, role))
                self._check(status, f"{function!r} could not be added")

    def _parts(self, function: Callable[..., Any], role: Role) -> tuple[Any, int, Any]:
        """Return the three arguments that stand for a callback. They must be passed to the library at once."""
        (slot,), (finalizer,) = self._callbacks.register([(function, role)])
        call, context, finalize = self._callbacks.callback(function, role, slot, finalizer)
        return cast(call, sfsm_function), context, cast(finalize, sfsm_finalizer)

    def _call(self, calls: Iterable[Call]) -> None:
        for function, arguments, text in calls:
            self._check(function(self._argument, *arguments), text)

    def _where(self, place: Optional[Place]) -> tuple[Optional[bytes], int]:
        return (None, 0) if place is None else (encode_file(place), place.line)

    def _check(self, status: int, text: str) -> None:
        if status < 0:
            raise error_of(status, text)
