"""What a definition chooses for the whole table: its hooks, and which warnings are reported."""

from __future__ import annotations

from swiftfsm.library.loading import library

from .case import Case, HookLine, WarningLine
from .text import Cursor
from .words import registered

_ALL_WARNINGS = 100


def read_hooks(case: Case, cursor: Cursor) -> None:
    """Reads "step note count", from behind "on": hooks of the table, which have names."""
    role = "unhandled" if cursor.skip("unhandled") else "step"
    if role == "step":
        cursor.expect("step")
    is_first = True
    while is_first or cursor.sees_word:
        is_first = False
        callback = registered(case, role, cursor.word("the name of a hook"))
        case.hooks.append(HookLine(cursor.line.number, callback))


def read_warnings(case: Case, cursor: Cursor) -> None:
    """Reads "off never taken, unused event", from behind "warnings"."""
    is_reported = cursor.skip("on")
    if not is_reported:
        cursor.expect("off")
    kinds = _kinds()
    is_first = True
    while is_first or cursor.skip(","):
        is_first = False
        words = " ".join(cursor.words())
        if words not in kinds:
            cursor.fault(f'there is no kind of warnings "{words}"')
        case.warnings.append(WarningLine(cursor.line.number, kinds[words], is_reported))


def _kinds() -> dict[str, int]:
    """The kinds of warnings by their names; "all" is all of them."""
    kinds = {"all": _ALL_WARNINGS}
    number = _ALL_WARNINGS + 1
    while (name := library.sfsm_diagnostic_kind_name(number).decode()) != "unknown":
        kinds[name] = number
        number += 1
    return kinds
