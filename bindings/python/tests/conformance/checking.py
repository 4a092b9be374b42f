"""A case held against the library: what building told, what the table tells, and all runs."""

from __future__ import annotations

from itertools import zip_longest
from typing import Callable

from swiftfsm import NONE, StateKind

from .case import Case, Finding, RowLine, StateRow
from .performing import perform_run
from .text import Fault
from .ways import Definition, ToldDiagnostic, ToldTransition


def check(case: Case, define: Callable[[Case], Definition]) -> None:
    """All of a case that was read. Raises Fault."""
    definition = define(case)
    try:
        _check_diagnostics(case, definition.diagnostics)
        if not definition.has_table:
            line = case.runs[0].line if case.runs else case.transitions_line
            if line:
                raise Fault(line, "there is no table")
            return
        for event in case.events:
            if definition.carried(event.id) != event.types:
                raise Fault(event.line, "the table tells of other arguments")
        superstates = definition.superstates()
        if superstates is not None and superstates != [each.name for each in case.blocks if each.state is None]:
            raise Fault(1, f"the table tells of the superstates {superstates}")
        _check_nesting(case, definition)
        if case.transitions_line:
            _check_transitions(case, definition.transitions())
        for run in case.runs:
            perform_run(case, run, definition)
    finally:
        definition.close()


def _check_diagnostics(case: Case, told: list[ToldDiagnostic]) -> None:
    if not case.diagnostics_line:
        # There must be no errors, and warnings do not matter.
        for each in told:
            if each.is_error:
                raise Fault(each.lines[0] if each.lines else 1, f"not expected: {each.text}")
        return
    for actual, expected in zip_longest(told, case.findings):
        if expected is None:
            raise Fault(case.diagnostics_line, f"not expected: {actual.text}")
        if actual is None:
            raise Fault(expected.line, f"not found: {expected.kind}")
        _check_diagnostic(expected, actual)


def _check_diagnostic(expected: Finding, actual: ToldDiagnostic) -> None:
    wanted = (expected.kind, expected.places, expected.cases)
    if (actual.kind, actual.lines, actual.cases) != wanted:
        raise Fault(expected.line, f"expected {wanted}, but found {actual}")
    for word, number in expected.fields.items():
        if actual.fields.get(word, int(NONE)) != number:
            raise Fault(expected.line, f"the diagnostic concerns {word} {actual.fields.get(word)}, not {number}")
    for saying in expected.sayings:
        if saying not in actual.text:
            raise Fault(expected.line, f'the diagnostic does not say "{saying}": {actual.text}')


def _check_nesting(case: Case, definition: Definition) -> None:
    """What the table tells of each state, if states are nested: its parent and kind. Any of its blocks may say them."""
    if all(block.parent is None for block in case.blocks):
        return
    for state in {block.state for block in case.blocks if block.state is not None}:
        blocks = [block for block in case.blocks if block.state == state]
        parent = next((block.parent for block in blocks if block.parent is not None), None)
        has_children = any(block.parent == state for block in case.blocks)
        # A parallel state without children is a state as any other.
        kinds = [int(block.kind) for block in blocks if has_children or block.kind != StateKind.PARALLEL]
        wanted = parent, max(kinds, default=0)
        if definition.nesting(state) != wanted:
            raise Fault(blocks[0].line, f"the table tells {definition.nesting(state)} of the state, not {wanted}")


def _check_transitions(case: Case, told: list[ToldTransition]) -> None:
    if len(told) != len(case.transitions):
        raise Fault(case.transitions_line, f"there are {len(told)} transitions, not {len(case.transitions)}")
    for actual, expected in zip(told, case.transitions):
        _check_transition(case, expected, actual)


def _check_transition(case: Case, expected: StateRow, actual: ToldTransition) -> None:
    row = case.rows[expected.row]
    wanted = ToldTransition(
        line=row.line,
        file=str(case.path),
        source=expected.source,
        event=row.event,
        target=row.target,
        is_inherited=row.source == NONE,
        is_overriding=row.is_overriding,
        guards=len(row.conditions) + len(row.guards),
        actions=len(row.actions),
        cases={
            each.id: [value for value in range(each.count) if _is_meant_for(row, each.id, value)]
            for each in case.predicates
        },
        more_targets=list(row.more_targets),
        conditions=list(row.conditions),
        raised=list(row.raised),
        is_local=row.is_local,
        row=None if actual.row is None else expected.row,
        rank=None if actual.rank is None else len(row.matches),
    )
    if actual != wanted:
        raise Fault(expected.line, f"the transition is {actual}, not {wanted}")


def _is_meant_for(row: RowLine, predicate: int, value: int) -> bool:
    """Whether a row says that it is meant for a case; one that says nothing of a type is meant for all."""
    return all(match.predicate != predicate or value in match.values for match in row.matches)
