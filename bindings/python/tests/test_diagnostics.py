"""What building tells: every fault at once, with the lines of the rows."""

from __future__ import annotations

from typing import Any

import pytest
from tracing import Event, State, line

from swiftfsm import (
    DYNAMIC,
    INITIAL,
    Diagnostic,
    DiagnosticKind,
    InvalidDefinitionError,
    Place,
    Row,
    Severity,
    StateBlock,
    Status,
    Step,
    Table,
)

LOCKED, UNLOCKED, ALARMING = State
COIN, PASS, RESET = Event


def faults(rows: Any = (), states: Any = (), **options: Any) -> tuple[Diagnostic, ...]:
    """The errors of a definition that has some."""
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(rows, states, **options)
    found = caught.value.diagnostics
    return tuple(diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR)


def nothing(step: Step) -> None: ...


VALID = [Row(LOCKED, COIN, UNLOCKED), Row(UNLOCKED, PASS, LOCKED)]


@pytest.mark.parametrize(
    ("kind", "rows", "states", "options"),
    [
        (DiagnosticKind.EMPTY_DEFINITION, [], [], {}),
        (DiagnosticKind.EMPTY_BLOCK, VALID, [StateBlock(ALARMING)], {}),
        (DiagnosticKind.DUPLICATE, [*VALID, VALID[0]], [], {}),
        (DiagnosticKind.CLASH, [*VALID, Row(LOCKED, COIN, LOCKED, nothing)], [], {}),
        (DiagnosticKind.UNKNOWN_TARGET, [*VALID, Row(LOCKED, RESET, ALARMING)], [], {}),
        (DiagnosticKind.UNKNOWN_INITIAL, VALID, [], {"initial": ALARMING}),
        (DiagnosticKind.RESERVED_ID_USED, [*VALID, Row(LOCKED, RESET, INITIAL)], [], {}),
        (DiagnosticKind.MISSING_RESOLVER, [*VALID, Row(LOCKED, RESET, DYNAMIC)], [], {}),
        (DiagnosticKind.UNEXPECTED_RESOLVER, [*VALID, Row(LOCKED, RESET, LOCKED, resolver=nothing)], [], {}),
        (DiagnosticKind.MISPLACED_ROW, VALID, [StateBlock(LOCKED, rows=[Row(UNLOCKED, RESET, LOCKED)])], {}),
    ],
)
def test_every_kind_of_error(kind: DiagnosticKind, rows: Any, states: Any, options: Any) -> None:
    assert [fault.kind for fault in faults(rows, states, **options)] == [kind]


def test_a_clash_names_both_rows_as_the_program_has_them() -> None:
    first = line() + 1
    rows = [
        Row(LOCKED, COIN, UNLOCKED),
        Row(UNLOCKED, PASS, LOCKED),
        Row(LOCKED, COIN, LOCKED),
    ]
    (fault,) = faults(rows)
    assert fault.kind is DiagnosticKind.CLASH
    assert fault.places == (Place(__file__, first + 1), Place(__file__, first + 3))
    assert (fault.state, fault.event) == (LOCKED, COIN)
    assert "LOCKED" in fault.text and "COIN" in fault.text
    assert str(fault) == f"{__file__}:{first + 1}: error: {fault.text}"


def test_all_faults_are_told_at_once_and_printed_with_their_lines() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            [Row(LOCKED, COIN, UNLOCKED), Row(LOCKED, COIN, LOCKED)],
            [StateBlock(UNLOCKED)],
        )
    error = caught.value
    assert error.status is Status.INVALID_DEFINITION
    errors = [fault for fault in error.diagnostics if fault.severity is Severity.ERROR]
    assert {fault.kind for fault in errors} == {DiagnosticKind.CLASH, DiagnosticKind.EMPTY_BLOCK}
    printed = str(error).splitlines()
    assert printed[0] == "the definition has 2 errors:"
    for fault in error.diagnostics:
        assert str(fault) in printed
    assert f"{__file__}:{here + 4}: error: " in str(error)


def test_one_error_is_not_errors() -> None:
    with pytest.raises(InvalidDefinitionError, match="^the definition has 1 error:\n"):
        Table([])


def test_plain_tuples_have_the_line_of_the_table() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table([(1, 1, 2), (2, 1, 1), (1, 1, 1)])
    assert set(caught.value.diagnostics[0].places) == {Place(__file__, here + 2)}


def test_ids_without_names_are_given_back_as_ints() -> None:
    (fault,) = faults([(1, 7, 2), (2, 7, 1), (1, 7, 1)])
    assert (fault.state, fault.event) == (1, 7)


def test_a_file_whose_name_is_no_text() -> None:
    scope: dict[str, Any] = {"Row": Row}
    exec(compile("rows = [Row(1, 1, 2)]", "odd\udce9.py", "exec"), scope)
    (fault,) = faults(scope["rows"])
    assert fault.places == (Place("odd\\udce9.py", 1),)


def test_names_of_any_language() -> None:
    (fault,) = faults([(1, 1, 2)], state_names={1: "gesperrt 🔒", 2: '"offen"'}, event_names={1: "Münze"})
    assert "gesperrt 🔒" in fault.text and '"offen"' in fault.text and "Münze" in fault.text


def test_warnings_of_a_table_that_was_built() -> None:
    table = Table(
        [Row(LOCKED, COIN, UNLOCKED), Row(ALARMING, RESET, LOCKED)],
        [StateBlock(UNLOCKED, exit=nothing)],
        initial=LOCKED,
    )
    assert [
        (warning.severity, warning.kind, warning.state) for warning in sorted(table.warnings, key=lambda w: w.kind)
    ] == [
        (Severity.WARNING, DiagnosticKind.UNREACHABLE_STATE, ALARMING),
        (Severity.WARNING, DiagnosticKind.DEAD_END_STATE, UNLOCKED),
        (Severity.WARNING, DiagnosticKind.UNUSED_EVENT, None),
    ]
    assert all("warning: " in str(warning) for warning in table.warnings)


def test_nothing_to_tell() -> None:
    assert Table([*VALID, Row(LOCKED, RESET, LOCKED)], initial=LOCKED).warnings == ()
