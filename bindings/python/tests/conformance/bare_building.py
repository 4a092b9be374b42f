"""A definition through nothing but the prototypes: for what the package has no word for."""

from __future__ import annotations

from ctypes import byref, c_bool, c_char_p, c_int32, c_size_t, c_void_p, sizeof
from typing import Any, Optional

from swiftfsm import NONE, Severity
from swiftfsm.library.generated.constants import INHERITED, LENIENT, LOCAL, OVERRIDING
from swiftfsm.library.generated.records import (
    sfsm_callback,
    sfsm_diagnostic,
    sfsm_machine_options,
    sfsm_name,
    sfsm_row,
    sfsm_transition,
)
from swiftfsm.library.loading import library

from .bare_callbacks import BareCallbacks, outcome_words
from .bare_machine import BareMachine
from .case import BLOCK_ROLES, Callback, Case, RowLine, RunLine
from .text import Fault
from .ways import NotMade, Perform, ToldDiagnostic, ToldTransition
from .words import TYPES


class BareDefinition:
    """A builder that was filled, and the table that came of it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._path = str(case.path).encode()
        self.callbacks = BareCallbacks(case)
        self._table = c_void_p()
        self._builder: int = library.sfsm_builder_create()
        try:
            self._fill()
            found = c_void_p()
            library.sfsm_builder_build(self._builder, byref(self._table), byref(found))
            self.diagnostics = _read_diagnostics(found)
        except BaseException:
            self.callbacks.release()
            raise
        finally:
            library.sfsm_builder_release(self._builder)

    @property
    def has_table(self) -> bool:
        """Whether there is one."""
        return self._table.value is not None

    def close(self) -> None:
        """Releases the table and the callbacks."""
        library.sfsm_table_release(self._table)
        self.callbacks.release()

    # ------------------------------------------------------------------------------------------------------------------
    # Building
    # ------------------------------------------------------------------------------------------------------------------

    def _do(self, line: int, name: str, *arguments: Any) -> None:
        """Calls a function of the builder, which takes all that a case can say."""
        status = getattr(library, f"sfsm_builder_{name}")(self._builder, *arguments)
        if status < 0:
            raise Fault(line, f"the builder does not take this: {outcome_words(status)}")

    def _fill(self) -> None:
        case = self.case
        for block in case.blocks:
            number, where = c_size_t(), (self._path, block.line)
            if block.state is None:
                self._do(block.line, "add_superstate_at", *where, byref(number))
            else:
                self._do(block.line, "add_state_at", block.state, int(block.kind), *where, byref(number))
        for index, block in enumerate(case.blocks, 1):
            for superstate in block.adopts:
                self._do(block.line, "adopt", index, superstate)
            for name, said in (("nest", block.parent), ("set_default", block.default), ("on_done", block.done)):
                if said is not None:
                    self._do(block.line, name, index, said)
            for delay, event in block.timeouts:
                self._do(block.line, "add_timeout", index, delay, event)
            for action in block.default_actions:
                self._do(block.line, "on_default", index, *self.callbacks.parts(action))
            for role in BLOCK_ROLES:
                for callback in block.callbacks[role]:
                    self._do(block.line, f"on_{role}", index, *self.callbacks.parts(callback))
        self._add_rows()
        self._give_names()
        for hook in case.hooks:
            self._do(hook.line, f"on_{hook.callback.role}", *self.callbacks.parts(hook.callback))
        for choice in case.warnings:
            self._do(choice.line, "set_warning", choice.kind, choice.is_reported)
        self._do(1, "set_guard_policy", int(case.first_match))
        self._do(1, "set_entry_exit_policy", int(case.always))
        if case.order:
            self._do(1, "set_phase_order", (c_int32 * len(case.order))(*case.order), len(case.order))
        for line, state in case.initials:
            self._do(line, "set_initial_at", state, self._path, line)

    def _add_rows(self) -> None:
        """Rows and declarations in the order in which they stand: either may come first."""
        case = self.case
        for _, kind, index in sorted(
            [(each.line, 0, i) for i, each in enumerate(case.rows)]
            + [(each.line, 1, i) for i, each in enumerate(case.predicates)]
            + [(each.line, 2, i) for i, each in enumerate(case.events)]
        ):
            if kind == 0:
                self._add_row(index, case.rows[index])
            elif kind == 1:
                predicate = case.predicates[index]
                where = (self._path, predicate.line)
                self._do(predicate.line, "add_predicate_at", predicate.id, predicate.count, *where)
                if predicate.provider is not None:
                    parts = self.callbacks.parts(predicate.provider)
                    self._do(predicate.line, "set_provider", predicate.id, *parts)
            else:
                event = case.events[index]
                text = ", ".join(event.types).encode()
                self._do(event.line, "add_event_at", event.id, text, self._path, event.line)

    def _add_row(self, index: int, row: RowLine) -> None:
        packed = sfsm_row(row.source, row.event, row.target, row.line, file=self._path, block=row.block)
        packed.flags = (OVERRIDING if row.is_overriding else 0) | (LOCAL if row.is_local else 0)
        packed.guards, packed.guard_count = self._array(row.guards)
        packed.actions, packed.action_count = self._array(row.actions)
        if row.resolver is not None:
            packed.resolver = self.callbacks.of(row.resolver)
        self._do(row.line, "add_rows_at", byref(packed), 1, sizeof(sfsm_row), None, 0)
        for match in row.matches:
            values = (c_int32 * len(match.values))(*match.values)
            self._do(row.line, "add_match", index + 1, match.predicate, values, len(match.values))
        for target in row.more_targets:
            self._do(row.line, "add_target", index + 1, target)
        for state, is_in in row.conditions:
            self._do(row.line, "add_in_guard", index + 1, state, is_in)
        for event in row.raised:
            self._do(row.line, "add_raise", index + 1, event)

    def _array(self, callbacks: list[Callback]) -> tuple[Any, int]:
        return (sfsm_callback * len(callbacks))(*map(self.callbacks.of, callbacks)), len(callbacks)

    def _give_names(self) -> None:
        """Names are for people, but of events they are more: those are given only where the case says so."""
        case = self.case
        for vocabulary in ("state", "predicate"):
            for word, number in case.words[vocabulary].items():
                self._do(1, f"name_{vocabulary}s", byref(sfsm_name(number, word.encode())), 1)
        for index, block in enumerate(case.blocks, 1):
            if block.name is not None:
                self._do(block.line, "name_superstate", index, block.name.encode())
        named: set[int] = set()
        for predicate in case.predicates:
            for number, word in enumerate(predicate.words if predicate.id not in named else ()):
                self._do(predicate.line, "name_cases", predicate.id, byref(sfsm_name(number, word.encode())), 1)
            named.add(predicate.id)
        for event in case.named_events:
            self._do(1, "name_events", byref(sfsm_name(event, case.text("event", event).encode())), 1)

    # ------------------------------------------------------------------------------------------------------------------
    # What came of it
    # ------------------------------------------------------------------------------------------------------------------

    def carried(self, event: int) -> list[str]:
        """The types of what an event carries."""
        count = library.sfsm_table_argument_count(self._table, event)
        return [TYPES[library.sfsm_table_argument_type(self._table, event, index)] for index in range(count)]

    def superstates(self) -> list[Optional[str]]:
        """The names of the table's superstates."""
        count = library.sfsm_table_superstate_count(self._table)
        names = [library.sfsm_table_superstate_name(self._table, index) for index in range(count)]
        return [None if name is None else name.decode() for name in names]

    def transitions(self) -> list[ToldTransition]:
        """All transitions of the table."""
        count = library.sfsm_table_transition_count(self._table)
        return [self.transition(index) for index in range(count)]

    def transition(self, index: int) -> ToldTransition:
        """One of them."""
        told = sfsm_transition(size=sizeof(sfsm_transition))
        library.sfsm_table_transition(self._table, index, byref(told))
        cases: dict[int, list[int]] = {}
        for each in self.case.predicates:
            values, found = (c_int32 * each.count)(), c_size_t()
            library.sfsm_table_transition_cases(self._table, index, each.id, values, each.count, byref(found))
            cases[each.id] = values[: found.value]
        return ToldTransition(
            line=told.line,
            file=(told.file or b"").decode(),
            source=told.source,
            event=told.event,
            target=told.target,
            is_inherited=bool(told.flags & INHERITED),
            is_overriding=bool(told.flags & OVERRIDING),
            guards=told.guard_count,
            actions=told.action_count,
            cases=cases,
            more_targets=self._listed("targets", index)[1:],
            conditions=self._conditions(index),
            raised=self._listed("raised", index),
            is_local=bool(told.flags & LOCAL),
            row=told.row - 1,
            rank=told.rank,
        )

    def _listed(self, what: str, index: int) -> list[int]:
        """The targets of a transition, or the events that it raises."""
        ids, found = (c_int32 * 16)(), c_size_t()
        getattr(library, f"sfsm_table_transition_{what}")(self._table, index, ids, 16, byref(found))
        return ids[: found.value]

    def _conditions(self, index: int) -> list[tuple[int, bool]]:
        states, are_active, found = (c_int32 * 16)(), (c_bool * 16)(), c_size_t()
        library.sfsm_table_transition_conditions(self._table, index, states, are_active, 16, byref(found))
        return list(zip(states[: found.value], are_active[: found.value]))

    def nesting(self, state: int) -> tuple[Optional[int], int]:
        """The parent and the kind of a state."""
        parent = library.sfsm_table_parent(self._table, state)
        return None if parent == NONE else parent, library.sfsm_table_kind(self._table, state)

    def machine(self, run: RunLine, perform: Perform) -> BareMachine:
        """A machine with its hooks. Raises NotMade."""
        self.callbacks.perform, self.callbacks.context = perform, 0x5F500 + run.line
        address = c_void_p()
        flags = LENIENT if run.is_lenient else 0
        options = sfsm_machine_options(sizeof(sfsm_machine_options), run.initial, flags, self.callbacks.context)
        status = library.sfsm_machine_create_with(self._table, byref(options), byref(address))
        if status < 0:
            raise NotMade(outcome_words(status))
        machine = BareMachine(self, address)
        self.callbacks.machine = address.value or 0
        for is_on, role in ((run.on_unhandled, "unhandled"), (run.on_step, "step")):
            if is_on:
                parts = self.callbacks.parts(self.case.callbacks[role, ""])
                status = getattr(library, f"sfsm_machine_on_{role}")(address, *parts)
                if status < 0:
                    machine.close()
                    raise NotMade(outcome_words(status))
        return machine


def _read_diagnostics(found: c_void_p) -> list[ToldDiagnostic]:
    count: int = library.sfsm_diagnostics_count(found)
    told = [_read_diagnostic(found, index) for index in range(count)]
    library.sfsm_diagnostics_release(found)
    return told


def _read_diagnostic(found: c_void_p, index: int) -> ToldDiagnostic:
    record = sfsm_diagnostic(size=sizeof(sfsm_diagnostic))
    library.sfsm_diagnostics_get(found, index, byref(record))
    lines, cases = [], []
    file, line = c_char_p(), c_int32()
    for place in range(record.place_count):
        library.sfsm_diagnostics_place(found, index, place, byref(file), byref(line))
        lines.append(line.value)
    predicate, value = c_int32(), c_int32()
    for number in range(record.case_count):
        library.sfsm_diagnostics_case(found, index, number, byref(predicate), byref(value))
        cases.append((predicate.value, value.value))
    return ToldDiagnostic(
        kind=library.sfsm_diagnostic_kind_name(record.kind).decode(),
        is_error=record.severity == Severity.ERROR,
        lines=lines,
        cases=cases,
        fields={
            "state": record.state,
            "event": record.event,
            "target": record.target,
            "predicate": record.predicate,
            "case": record.value,
        },
        text=record.text.decode(),
    )
