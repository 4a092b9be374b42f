"""Warnings of definitions, as Python shows them; and states that are declared as final."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from enum import Enum, auto
from pathlib import Path
from typing import Any

import pytest

from swiftfsm import DefinitionWarning, DiagnosticKind, Table, define, then, when


class Stage(Enum):
    NEW = auto()
    LOST = auto()
    DONE = auto()
    FIRST = auto()
    INNER = auto()


def unreachable() -> Table[Any, Any]:
    return Table(
        define(Stage.NEW)(when(1) | then(Stage.DONE)),
        define(Stage.LOST)(when(1) | then(Stage.NEW)),
        define(Stage.DONE, final=True),
        initial=Stage.NEW,
    )


def test_a_warning_is_shown_with_its_place() -> None:
    with pytest.warns(DefinitionWarning, match="no row leads to state LOST from the initial state NEW") as told:
        table = unreachable()
    assert [each.kind for each in table.warnings] == [DiagnosticKind.UNREACHABLE_STATE]
    assert told[0].filename == __file__
    assert "define(Stage.LOST)" in Path(__file__).read_text(encoding="utf-8").splitlines()[told[0].lineno - 1]


def test_events_without_rows_are_not_shown() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = Table((1, 1, 2), (2, 1, 1), event_names={2: "later"})
    assert [each.kind for each in table.warnings] == [DiagnosticKind.UNUSED_EVENT]


def test_a_warning_can_be_made_an_error() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DefinitionWarning)
        with pytest.raises(DefinitionWarning):
            unreachable()


def test_a_document_and_a_pickle() -> None:
    rules = "definition d\n  initial a\n  state a\n    x -> c\n  state b\n    x -> a\n  state c\n    x -> a\n"
    with pytest.warns(DefinitionWarning) as told:
        table = Table.read(rules, file="gate.fsm")
    assert [(each.filename, each.lineno) for each in told] == [("gate.fsm", 5)]
    with pytest.warns(DefinitionWarning):
        pickle.loads(pickle.dumps(table))


def test_a_program_shows_it_once(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from swiftfsm import *\n"
        "for _ in range(3):\n"
        "    Table(Row(1, 1, 1), Row(2, 1, 1), initial=1)\n",
        encoding="utf-8",
    )
    told = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True).stderr
    assert told.count("DefinitionWarning: no row leads to state 2") == 1
    assert told.startswith(f"{program}:3: ")


def test_final_states_of_a_flat_table() -> None:
    table = Table(
        define(Stage.NEW)(when(1) | then(Stage.DONE)), define(Stage.DONE, final=True), initial=Stage.NEW
    )
    machine = table.machine()
    assert [table.is_final(each) for each in (Stage.NEW, Stage.DONE)] == [False, True]
    assert not machine.is_final
    machine.send(1)
    assert (machine.is_final, machine.is_done) == (True, False)


def test_final_states_of_a_chart() -> None:
    table = Table(
        define(Stage.NEW, initial=Stage.FIRST)(
            define(Stage.INNER, final=True),
            define(Stage.FIRST)(when("go") | then(Stage.INNER)),
            when("end") | then(Stage.DONE),
        ),
        define(Stage.DONE, final=True),
        initial=Stage.NEW,
    )
    machine = table.machine()
    assert [table.is_final(each) for each in (Stage.INNER, Stage.FIRST, Stage.DONE)] == [True, False, True]
    assert not machine.is_final
    machine.send("go")
    assert (machine.is_final, machine.is_done) == (True, False)
    machine.send("end")
    assert (machine.is_final, machine.is_done, machine.states) == (True, True, [])


def test_final_states_of_a_document() -> None:
    table = Table.read("definition d\n  initial a\n  state a\n    x -> b\n  state b final\n")
    assert [table.is_final(each) for each in table.states] == [False, True]
