"""The pages of recipes in docs: each is one program, whose blocks print what it says."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

# Whose tables stay.
for _name in "orders.at_least_once", "web_orders":
    with suppress(ImportError):
        import_module(_name)

DOCS = Path(__file__).resolve().parents[1] / "docs"
NEEDED = {"fastapi": ("fastapi", "httpx", "sqlalchemy"), "workers": ("sqlalchemy",), "hypothesis": ("hypothesis",)}
PAGES = sorted(DOCS.glob("recipes-*.md"))


def name_of(page: Path) -> str:
    return page.stem.partition("-")[2]


@pytest.fixture(params=PAGES, ids=name_of)
def page(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    missing = [package for package in NEEDED.get(name_of(found), ()) if find_spec(package) is None]
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)}")
    return found


def test_pages_print_what_they_say(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", text, flags=re.M | re.S)
    assert len(blocks) == text.count("```python\n") == text.count("```text\n") > 0
    module = sys.modules["recipe"] = ModuleType("recipe")
    try:
        for program, printed in blocks:
            output = io.StringIO()
            with redirect_stdout(output):
                exec(compile(program, page.name, "exec", dont_inherit=True), vars(module))
            assert output.getvalue() == printed
    finally:
        _end(vars(module))
        del sys.modules["recipe"]


def _end(left: dict[str, Any]) -> None:
    """Close what a page leaves open."""
    from swiftfsm import Table

    for each in left.values():
        if isinstance(each, Table):
            each.close()  # Hypothesis remembers the classes of its tests, and these their tables
        elif isinstance(each, type):
            continue
        elif hasattr(each, "cleanup"):
            each.cleanup()
        elif hasattr(each, "dispose"):
            each.dispose()
        elif hasattr(getattr(each, "engine", None), "dispose"):
            each.engine.dispose()
    left.clear()


def test_there_are_pages() -> None:
    assert {"fastapi", "hypothesis", "jupyter", "workers"} <= {name_of(each) for each in PAGES}


def test_links_lead_somewhere() -> None:
    for each in PAGES:
        links = re.findall(r"\]\(([^)#]+)[^)]*\)", each.read_text(encoding="utf-8"))
        assert [link for link in links if ":" not in link and not (DOCS / link).exists()] == []


def test_the_task_of_celery_calls_what_is_tested() -> None:
    text = (DOCS / "recipes-workers.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```py\n(.*?)^```\n", text, flags=re.M | re.S)
    compile(program, "recipes-workers.md", "exec")
    assert "return handle_delivery(service, message)" in program
    if find_spec("celery") is None:
        pytest.skip("there is no Celery")
    from celery import Celery  # type: ignore[import-not-found, unused-ignore]

    handled: list[str] = []
    variables: dict[str, Any] = {"service": None, "handle_delivery": lambda _, message: handled.append(message)}
    exec(program, variables)
    assert isinstance(variables["app"], Celery)
    variables["handle"].apply(["x"]).get()
    assert handled == ["x"]
