"""A definition in the words of the package."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from typing import Any, Optional, Union

from swiftfsm import (
    NONE,
    Diagnostic,
    DiagnosticKind,
    EntryExit,
    GuardPolicy,
    InvalidDefinitionError,
    Phase,
    Place,
    Row,
    Severity,
    StateBlock,
    Superstate,
    SwiftFSMError,
    Table,
    Transition,
)

from swiftfsm.definition.kinds import RowChart

from .api_callbacks import ApiCallbacks, number_of
from .api_machine import ApiMachine, words_of
from .api_words import STRANGERS
from .case import BLOCK_ROLES, BlockLine, Case, RowLine, RunLine
from .ways import NotMade, Perform, ToldDiagnostic, ToldTransition


class ApiDefinition:
    """A table, or the errors that came instead of it."""

    callbacks_type = ApiCallbacks

    def __init__(self, case: Case) -> None:
        self.case = case
        names = {number: word for word, number in case.words["predicate"].items()}
        self.enums: dict[int, type[Enum]] = {
            each.id: Enum(  # type: ignore[misc]
                names.get(each.id, "Nameless"),
                [(word, index) for index, word in enumerate(each.words or map("number_{}".format, range(each.count)))],
            )
            for each in sorted(case.predicates, key=lambda each: each.id)
        }
        self.strangers: dict[int, type[Enum]] = {
            number: Enum(word, [(f"number_{index}", index) for index in range(STRANGERS)])  # type: ignore[misc]
            for word, number in case.words["predicate"].items()
            if number not in self.enums
        }
        self.callbacks = self.callbacks_type(case, self.enums)
        self.table: Optional[Table[Any, Any]] = None
        try:
            self.table = self._table()
            told = self.table.warnings
        except InvalidDefinitionError as error:
            told = error.diagnostics
        self.diagnostics = [self._told(each) for each in told]

    @property
    def has_table(self) -> bool:
        """Whether there is one."""
        return self.table is not None

    def close(self) -> None:
        """Closes the table."""
        if self.table is not None:
            self.table.close()

    # ------------------------------------------------------------------------------------------------------------------
    # Building
    # ------------------------------------------------------------------------------------------------------------------

    def _table(self) -> Table[Any, Any]:
        case = self.case
        return Table(
            [self._row(row) for row in case.rows if row.block == 0],
            self._blocks(),
            initial=case.initials[0][1] if case.initials else None,
            entry_exit=EntryExit.ALWAYS if case.always else EntryExit.ON_CHANGE,
            guards=GuardPolicy.FIRST_MATCH if case.first_match else GuardPolicy.EXCLUSIVE,
            order=[Phase(phase) for phase in case.order] or None,
            predicates=self.enums.values(),
            providers={
                self.enums[each.id]: self.callbacks.of(each.provider, each.id)
                for each in case.predicates
                if each.provider is not None
            },
            arguments={each.id: each.types for each in case.events},
            state_names={number: word for word, number in case.words["state"].items()},
            event_names={number: case.text("event", number) for number in case.named_events},
        )

    def _place(self, line: int) -> Place:
        return Place(str(self.case.path), line)

    def _row(self, row: RowLine) -> Row:
        return Row.at(
            self._place(row.line),
            row.source,
            row.event,
            row.target,
            [self.callbacks.of(each) for each in row.actions],
            [self.callbacks.of(each) for each in row.guards],
            None if row.resolver is None else self.callbacks.of(row.resolver),
            matching=[
                list(self.enums[match.predicate])[value] for match in row.matches for value in match.values
            ],
            overriding=row.is_overriding,
            chart=RowChart.of(
                tuple(row.more_targets),
                [state for state, is_in in row.conditions if is_in],
                [state for state, is_in in row.conditions if not is_in],
                row.raised,
                row.is_local,
            ),
        )

    def _blocks(self) -> list[StateBlock]:
        made: list[Any] = [self._block(number, block) for number, block in enumerate(self.case.blocks, 1)]
        for scope, block in zip(made, self.case.blocks):
            # Superstates may adopt each other, which no single expression could say.
            scope.adopts = tuple(made[number - 1] for number in block.adopts)
            scope.place = self._place(block.line)
        return [scope for scope in made if isinstance(scope, StateBlock)]

    def _block(self, number: int, block: BlockLine) -> Any:
        rows = [self._row(row) for row in self.case.rows if row.block == number]
        said: dict[str, Any] = {
            role: [self.callbacks.of(each) for each in block.callbacks[role]] for role in BLOCK_ROLES
        }
        if block.state is None:
            return Superstate(rows, **said)
        return StateBlock(
            block.state,
            kind=block.kind,
            rows=rows,
            parent=block.parent,
            initial=block.default,
            on_initial=[self.callbacks.of(each) for each in block.default_actions],
            done=block.done,
            timeouts=[(timedelta(microseconds=delay), event) for delay, event in block.timeouts],
            **said,
        )

    # ------------------------------------------------------------------------------------------------------------------
    # What came of it
    # ------------------------------------------------------------------------------------------------------------------

    def predicate_number(self, kind: Optional[type[Enum]]) -> int:
        """The case's number of an Enum, which the table need not have."""
        every = {**self.enums, **self.strangers}
        return next((number for number, each in every.items() if each is kind), int(NONE))

    def case_number(self, member: Union[Enum, int, None]) -> int:
        """The number of a member; a number without one stays as it is."""
        if isinstance(member, Enum):
            return list(type(member)).index(member)
        return int(NONE) if member is None else member

    def _told(self, each: Diagnostic) -> ToldDiagnostic:
        return ToldDiagnostic(
            kind=_kind(each.kind),
            is_error=each.severity is Severity.ERROR,
            lines=[place.line if place else 0 for place in each.places],
            cases=[(self.predicate_number(type(member)), self.case_number(member)) for member in each.cases],
            fields={
                "state": number_of(each.state),
                "event": number_of(each.event),
                "target": number_of(each.target),
                "predicate": self.predicate_number(each.predicate),
                "case": self.case_number(each.value),
            },
            text=each.text,
        )

    def carried(self, event: int) -> list[str]:
        """The types of what an event carries."""
        assert self.table is not None
        return list(self.table.arguments(event))

    def superstates(self) -> None:
        """Superstates are not told of."""

    def nesting(self, state: int) -> tuple[Optional[int], int]:
        """The parent and the kind of a state."""
        assert self.table is not None
        parent = self.table.parent(state)
        return None if parent is None else number_of(parent), int(self.table.kind(state))

    def transitions(self) -> list[ToldTransition]:
        """All transitions of the table."""
        assert self.table is not None
        return [self._transition(each) for each in self.table.transitions()]

    def _transition(self, told: Transition) -> ToldTransition:
        place = told.place or Place("", 0)
        meant = {
            number: [value for value, each in enumerate(kind) if each in told.matching]
            for number, kind in self.enums.items()
        }
        return ToldTransition(
            line=place.line,
            file=place.file,
            source=number_of(told.source),
            event=number_of(told.event),
            target=number_of(told.target),
            is_inherited=told.is_inherited,
            is_overriding=told.is_overriding,
            guards=len(told.conditions) + told.guards,
            actions=told.actions,
            cases={number: values or list(range(len(self.enums[number]))) for number, values in meant.items()},
            more_targets=[number_of(each) for each in told.more_targets],
            conditions=[(number_of(each.state), each.is_active) for each in told.conditions],
            raised=[number_of(each) for each in told.raising],
            is_local=told.is_local,
            rank=told.rank,
        )

    def machine(self, run: RunLine, perform: Perform) -> ApiMachine:
        """A machine with its hooks. Raises NotMade."""
        assert self.table is not None
        self.callbacks.perform, self.callbacks.context = perform, object()
        try:
            machine = self.table.machine(run.initial, self.callbacks.context, lenient=run.is_lenient)
        except SwiftFSMError as error:
            raise NotMade(words_of(error)) from None
        self.callbacks.machine = machine
        if run.on_unhandled:
            machine.on_unhandled(self.callbacks.of(self.case.callbacks["unhandled", ""]))
        if run.on_step:
            machine.on_step(self.callbacks.of(self.case.callbacks["step", ""]))
        return ApiMachine(self, machine)


def _kind(kind: Union[DiagnosticKind, int]) -> str:
    """A kind of diagnostics in the words of cases."""
    if kind == DiagnosticKind.UNKNOWN_INITIAL:
        return "unknown initial state"
    return kind.name.lower().replace("_", " ") if isinstance(kind, DiagnosticKind) else str(kind)
