"""What notebooks show: by IPython's display formatter, and by running examples/parcels.ipynb."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from replayed import orders

from swiftfsm import Table

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "parcels.ipynb"
HAS_DOT = shutil.which("dot") is not None
PICTURE = {"image/svg+xml"} if HAS_DOT else {"text/vnd.mermaid", "text/html"}


@pytest.fixture(scope="module")
def formatter() -> Iterator[Any]:
    """IPython's, without a terminal."""
    pytest.importorskip("IPython", reason="there is no IPython")
    from IPython.core.formatters import DisplayFormatter

    yield DisplayFormatter()


@pytest.fixture
def no_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def table() -> Iterator[Table[Any, Any]]:
    with orders() as table:
        yield table


def shown(formatter: Any, value: Any) -> dict[str, Any]:
    """What a notebook shows of a value: by MIME types."""
    found: dict[str, Any] = formatter.format(value)[0]
    return found


def test_tables_machines_and_replays_are_pictures(formatter: Any, table: Table[Any, Any]) -> None:
    replay = table.replay(["pay"], row_counts=True)
    with table.machine() as machine:
        for value in (table, machine, replay):
            found = shown(formatter, value)
            assert set(found) == {"text/plain", *PICTURE} and found["text/plain"] == repr(value)
    if HAS_DOT:
        svg = shown(formatter, replay)["image/svg+xml"]
        assert "<svg" in svg and "×1" in svg


@pytest.mark.usefixtures("no_dot")
def test_without_graphviz_they_are_mermaid_and_tables(formatter: Any, table: Table[Any, Any]) -> None:
    replay = table.replay(["pay"], row_counts=True)
    with table.machine() as machine:
        for value in (table, machine, replay):
            found = shown(formatter, value)
            assert set(found) == {"text/plain", "text/vnd.mermaid", "text/html"}
            assert found["text/html"].startswith("<table") and "stateDiagram-v2" in found["text/vnd.mermaid"]
    assert "×1" in shown(formatter, replay)["text/html"]


def test_a_replay_without_counts_is_a_text(formatter: Any, table: Table[Any, Any]) -> None:
    assert set(shown(formatter, table.replay(["pay"]))) == {"text/plain"}


def test_a_broken_graphviz_shows_mermaid(
    formatter: Any, table: Table[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "dot"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "text/vnd.mermaid" in shown(formatter, table.replay(["pay"], row_counts=True))


@pytest.mark.parametrize(
    ("format", "kind"),
    [("html", "text/html"), ("markdown", "text/markdown"), ("mermaid", "text/vnd.mermaid")],
)
def test_diagrams_are_shown_as_what_they_are(formatter: Any, table: Table[Any, Any], format: Any, kind: str) -> None:
    for picture in (table.diagram(format), table.replay(["pay"], row_counts=True).diagram(format)):
        assert shown(formatter, picture)[kind] == picture == str(picture)
        assert isinstance(picture, str)


@pytest.mark.parametrize("format", ["matrix", "dot", "plantuml"])
def test_diagrams_for_people_and_other_programs_are_lines(formatter: Any, table: Table[Any, Any], format: Any) -> None:
    picture = table.diagram(format)
    assert shown(formatter, picture) == {"text/plain": picture}
    assert repr(picture) == repr(str(picture))


@pytest.mark.skipif(not HAS_DOT, reason="the program dot of graphviz is not in PATH")
def test_images_are_shown(formatter: Any, table: Table[Any, Any]) -> None:
    svg, png = table.diagram("svg"), table.diagram("png")
    assert shown(formatter, svg)["image/svg+xml"] == svg.decode()
    assert isinstance(svg, bytes) and set(shown(formatter, png)) == {"image/png", "text/plain"}


def test_a_draft_is_shown_as_its_lines(formatter: Any) -> None:
    draft = Table.discover(["pay", "ship"])
    assert shown(formatter, draft) == {"text/plain": str(draft)}


def test_what_is_not_wanted_is_not_made(table: Table[Any, Any]) -> None:
    replay = table.replay(["pay"], row_counts=True)
    assert list(replay._repr_mimebundle_(include={"text/plain"})) == ["text/plain"]
    assert "text/plain" not in replay._repr_mimebundle_(exclude={"text/plain"})


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return found


def test_the_notebook_is_kept_without_outputs() -> None:
    code = [each for each in cells() if each["cell_type"] == "code"]
    assert code and all(each["outputs"] == [] and each["execution_count"] is None for each in code)


@pytest.mark.parametrize("has_dot", [HAS_DOT, False] if HAS_DOT else [False])
def test_the_notebook_runs(has_dot: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="there is no nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel", reason="there is no ipykernel")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    if not has_dot:
        monkeypatch.setenv("PATH", str(tmp_path))
    # A kernel of this Python, whichever others are known.
    specs = tmp_path / "JUPYTER_DATA_DIR" / "kernels" / "python3"
    specs.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    specs.joinpath("kernel.json").write_text(json.dumps({"argv": command, "display_name": "", "language": "python"}))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, startup_timeout=300, kernel_name="python3").execute()
    outputs = {each["id"]: each["outputs"] for each in notebook.cells if each["cell_type"] == "code"}
    data = {name: found[0]["data"] for name, found in outputs.items() if found}
    expected = {"image/svg+xml"} if has_dot else {"text/vnd.mermaid", "text/html"}
    for name in ("table", "machine", "replay"):
        assert set(data[name]) == {"text/plain", *expected}
    assert data["violations"]["text/plain"] == "[\"'deliver' is not handled in 'announced'\"]"
    assert "×2 · 35.2 h" in data["picture"]["text/html"]  # delivered 45.5 and 24.8 h after what was before
    assert data["draft"]["text/plain"].startswith("# A draft from a log of 7 events of 3 tokens.\n")
    assert not any("error" in each["output_type"] for found in outputs.values() for each in found)
