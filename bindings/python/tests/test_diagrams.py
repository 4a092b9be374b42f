"""Tables as pictures, and what notebooks show of tables and machines."""

from __future__ import annotations

import shutil
from collections import Counter
from enum import Enum, auto
from pathlib import Path
from typing import Any

import pytest
from documented import PLAYER, TURNSTILE, Till

from swiftfsm import BadValueError, ClosedError, Machine, Step, SwiftFSMError, Table

TABLE = Table.read(TURNSTILE)
NEEDS_DOT = pytest.mark.skipif(shutil.which("dot") is None, reason="the program dot of graphviz is not in PATH")
TEXTS = ("dot", "mermaid", "plantuml", "matrix", "markdown", "html")


@pytest.fixture
def bin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is in PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def make_dot(folder: Path, program: str) -> None:
    """Put a program dot into a folder."""
    path = folder / "dot"
    path.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
    path.chmod(0o755)


# ----------------------------------------------------------------------------------------------------------------------
# Formats
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "beginning"),
    [
        ("dot", 'digraph "turnstile" {'),
        ("mermaid", "stateDiagram-v2"),
        ("plantuml", "@startuml"),
        ("markdown", "|"),
        ("html", '<table class="swiftfsm">'),
    ],
)
def test_each_format_has_its_beginning(format: Any, beginning: str) -> None:
    text = TABLE.diagram(format)
    assert text.lstrip("%- \n").startswith(beginning) or beginning in text[:300]
    assert f"{TABLE:{format}}" == text


def test_the_matrix() -> None:
    lines = TABLE.diagram("matrix").split("\n")
    assert [line.split()[0] for line in lines if line] == ["reset", "locked", "unlocked", "alarming"]
    assert "[enough] unlocked / thank" in lines[1]


@NEEDS_DOT
def test_images_are_made_by_graphviz() -> None:
    assert b"<svg" in TABLE.diagram() and b"<svg" in TABLE.diagram("svg", current=TABLE.State.locked)
    assert TABLE.diagram("png").startswith(b"\x89PNG")


def test_a_format_that_is_none() -> None:
    strange: Any = "jpeg"
    with pytest.raises(ValueError, match="a diagram is one of svg, png, dot, mermaid, .* not 'jpeg'"):
        TABLE.diagram(strange)
    for format in ("svg", "jpeg", ">10", "MATRIX"):
        with pytest.raises(ValueError, match=f"a table is formatted as dot, .*, text, json, not as '{format}'"):
            f"{TABLE:{format}}"


def test_formatting_without_a_format_is_as_before() -> None:
    assert f"{TABLE}" == repr(TABLE) == str(TABLE) == "<Table of 3 states, 3 events, 7 rows>"
    assert (f"{TABLE:text}", f"{TABLE:json}") == (TABLE.text(), TABLE.json())


def test_a_closed_table_is_not_drawn() -> None:
    table = Table.read(TURNSTILE)
    table.close()
    for format in ("svg", "matrix"):
        with pytest.raises(ClosedError):
            table.diagram(format)
    assert table._repr_mimebundle_() == {"text/plain": "<Table, closed>"}


# ----------------------------------------------------------------------------------------------------------------------
# What is drawn
# ----------------------------------------------------------------------------------------------------------------------


def marked(text: str) -> list[str]:
    """The states that a matrix marks."""
    return [line.split()[1] for line in text.split("\n") if line.startswith(">")]


def test_current_states_are_marked() -> None:
    state = TABLE.State
    machine = Table.read(TURNSTILE, callbacks=Till())
    gate = machine.machine(machine.State.unlocked)
    assert marked(TABLE.diagram("matrix")) == []
    assert marked(TABLE.diagram("matrix", current=state.locked)) == ["locked"]
    assert marked(TABLE.diagram("matrix", current=[state.locked, state.alarming])) == ["locked", "alarming"]
    assert marked(machine.diagram("matrix", current=gate)) == ["unlocked"]
    gate.stop()
    assert marked(machine.diagram("matrix", current=gate)) == []
    with pytest.raises(BadValueError, match="runs over another table"):
        TABLE.diagram("matrix", current=gate)


def test_all_leaves_of_a_chart_are_marked() -> None:
    table = Table.read(PLAYER, callbacks={"light-up": lambda: None})
    player = table.machine()
    player.send(table.Event.power)
    assert marked(table.diagram("matrix", current=player)) == ["quiet", "radio"]


def test_states_are_hidden_or_in_focus() -> None:
    state = TABLE.State
    assert "alarming" in TABLE.diagram("mermaid")
    assert "alarming" not in TABLE.diagram("mermaid", hide=state.alarming)
    assert "alarming" not in TABLE.diagram("mermaid", hide={state.alarming})
    player = Table.read(PLAYER)
    near = player.diagram("mermaid", focus=player.State.disc)
    assert "radio" in near and "loud" not in near.replace("in loud", "")


def test_what_is_no_state() -> None:
    class Other(Enum):
        locked = 0

    for option in ("current", "hide", "focus"):
        with pytest.raises(TypeError, match="state must be an int, or a member of an Enum that the table knows"):
            TABLE.diagram("dot", **{option: [Other.locked]})  # type: ignore[call-overload]


def test_counts_make_arrows_wider() -> None:
    rows: Counter[Any] = Counter()
    text = "definition\n  initial a\n  state a\n    go -> b\n  state b\n    go -> a\n    back -> a\n"
    table = Table.read(text, callbacks={})

    def note(step: Step) -> None:
        rows[step.row] += 1

    machine = table.machine()
    machine.on_step(note)
    for _ in range(3):
        machine.send(table.Event.go)
    machine.send(table.Event.back)
    machine.send(table.Event.back)  # no row
    plain = table.diagram("dot")
    assert table.diagram("dot", counts=rows) == table.diagram("dot", counts=[2, 1, 1]) != plain
    assert table.diagram("dot", counts={}) == table.diagram("dot", counts=[0, 0, 0])


@pytest.mark.parametrize("counts", [{7: 1}, {-1: 1}, {0: -1}, {0: 2**64}, {"a": 1}, [0] * 8], ids=repr)
def test_counts_of_rows_that_are_none(counts: Any) -> None:
    with pytest.raises(BadValueError, match="the table has the rows 0 to 6"):
        TABLE.diagram("dot", counts=counts)


def test_superstates_may_be_left_out() -> None:
    assert "resettable" in TABLE.diagram("dot")
    assert "resettable" not in TABLE.diagram("dot", flat=True)


def test_a_table_made_of_code_shows_names_of_functions() -> None:
    class State(Enum):
        LOCKED = auto()

    def beep() -> None: ...

    table = Table((State.LOCKED, 1, State.LOCKED, beep), (State.LOCKED, 2, State.LOCKED, lambda: None))
    matrix = table.diagram("matrix")
    assert "/ beep" in matrix and "/ …" in matrix


# ----------------------------------------------------------------------------------------------------------------------
# Without graphviz, and with one that fails
# ----------------------------------------------------------------------------------------------------------------------


def test_without_graphviz_an_image_is_an_error_that_says_so(bin: Path) -> None:
    with pytest.raises(FileNotFoundError, match="png is made by the program dot of graphviz, which is not in PATH: inst"):
        TABLE.diagram("png")
    assert TABLE.diagram("dot")


def test_what_graphviz_says_is_told(bin: Path) -> None:
    make_dot(bin, "echo 'syntax error in line 1' >&2; exit 3")
    with pytest.raises(SwiftFSMError, match="dot failed with status 3: syntax error in line 1"):
        TABLE.diagram()
    make_dot(bin, "exit 0")
    with pytest.raises(SwiftFSMError, match="dot failed with status 0: it said nothing"):
        TABLE.diagram()


def test_graphviz_has_five_seconds(bin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swiftfsm.documents.pictures._SECONDS", 0.2)
    make_dot(bin, "exec /bin/sleep 20")
    with pytest.raises(TimeoutError, match=r"took longer than 0.2 seconds: draw less \(hide=, focus=\)"):
        TABLE.diagram()


def test_graphviz_is_told_the_format_and_gets_the_text(bin: Path) -> None:
    make_dot(bin, 'echo "$@"; exec /bin/cat')
    assert TABLE.diagram("png").decode() == f"-Tpng\n{TABLE.diagram('dot')}"


# ----------------------------------------------------------------------------------------------------------------------
# Notebooks
# ----------------------------------------------------------------------------------------------------------------------


def test_a_notebook_shows_an_svg(bin: Path) -> None:
    make_dot(bin, 'echo "<svg>"; exec /bin/cat')
    bundle = TABLE._repr_mimebundle_()
    assert bundle == {"text/plain": repr(TABLE), "image/svg+xml": f"<svg>\n{TABLE.diagram('dot')}"}


@pytest.mark.parametrize("program", [None, "exit 1", "echo nothing >&2", "printf '\\377'"])
def test_otherwise_it_shows_mermaid_and_a_table(bin: Path, program: str) -> None:
    if program is not None:
        make_dot(bin, program)
    bundle = TABLE._repr_mimebundle_()
    assert bundle == {
        "text/plain": repr(TABLE),
        "text/vnd.mermaid": TABLE.diagram("mermaid"),
        "text/html": TABLE.diagram("html"),
    }


def test_a_machine_shows_its_present_states(bin: Path) -> None:
    table = Table.read(TURNSTILE, callbacks=Till())
    gate = table.machine(table.State.unlocked)
    bundle = gate._repr_mimebundle_()
    assert bundle["text/plain"] == repr(gate)
    assert bundle["text/html"] == table.diagram("html", current=table.State.unlocked) != table.diagram("html")
    gate.close()
    assert list(gate._repr_mimebundle_()) == ["text/plain"]


def test_what_is_not_wanted_is_left_out(bin: Path) -> None:
    assert list(TABLE._repr_mimebundle_(include={"text/html"})) == ["text/html"]
    assert list(TABLE._repr_mimebundle_(exclude={"text/html", "text/plain"})) == ["text/vnd.mermaid"]


def test_a_machine_that_was_not_initialised_raises_nothing() -> None:
    class Half(Machine[Any, Any, Any]):
        def __init__(self) -> None: ...

    assert Half()._repr_mimebundle_() == {"text/plain": "<Half, not initialised>"}
