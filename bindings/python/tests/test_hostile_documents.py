"""Nothing of a document is evaluated, formatted, imported or followed, wherever a name may stand."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from swiftfsm import BadValueError, InvalidDefinitionError, Table

CODE = (
    "__import__('os').system('echo hacked')",
    "{0.__class__.__init__.__globals__}",
    "{self._vocabulary}",
    "%s%n%(name)s",
    "${HOME} `id` $(id)",
    "f'{1+1}'",
    "exec('raise SystemExit')",
    "lambda: 1/0",
    "os.system",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\\\\N{BULLET}",
    "__class__",
    "__getattr__",
    "__reduce_ex__",
    "_ignore_",
    "__missing__",
)

DOCUMENT = """
definition {name} version {name}
  ids states {name} = 3
  named events {name} other
  event {name} (i32 {name})
  predicate {name} {name} by {name}
  callable guard {name} bool(context)
  callable step {name} void(context)
  on step {name}
  on unhandled {name}
  initial {name}
  superstate {name}
    entry {name}
    exit {name}
    cycle {name}
    update {name}
  {label}: state {name} adopts {name} was {former}
    entry {name}
    timeout 5 other
    {name} [{name} {name}] ? {name} -> {name} / {name} {name}
    other ? in {name} -> dynamic by {name} / {name} raises other
"""


def quoted(name: str) -> str:
    return f'"{name}"'


def document(code: str) -> str:
    text = DOCUMENT
    for word, name in (("{former}", f"{code} before"), ("{label}", f"{code} label"), ("{name}", code)):
        text = text.replace(word, quoted(name))
    return text


class Trap:
    """Whatever is called or imported while a test runs is told here."""

    def __init__(self) -> None:
        self.sprung: list[str] = []

    def spring(self, name: str) -> Any:
        def sprung(*arguments: Any, **named: Any) -> Any:
            self.sprung.append(name)
            raise AssertionError(f"{name} was called")

        return sprung


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    """Functions that a document must never reach."""
    made = Trap()
    for module, name in ((os, "system"), (os, "popen"), (subprocess, "Popen"), (builtins, "eval"), (builtins, "exec")):
        monkeypatch.setattr(module, name, made.spring(name))
    yield made
    assert made.sprung == []


@pytest.mark.parametrize("code", CODE)
def test_code_is_a_name_like_any_other(code: str, trap: Trap) -> None:
    text = document(code)
    table = Table.read(text)
    name = code.replace("\\\\", "\\")
    (state,) = (each for each in table.State if each == 3)
    assert (table.name, table.state_name(state)) == (name, name)
    assert [member.name.isidentifier() and not member.name.startswith("_") for member in table.State] == [True]
    assert Table.read(table.text()).fingerprint == table.fingerprint
    for format in ("dot", "mermaid", "plantuml", "matrix", "markdown", "html"):
        assert table.diagram(format, current=state)
    assert f"{table:json}" and repr(table.transitions()) and str(table.warnings)


@pytest.mark.parametrize("code", CODE)
def test_code_is_no_callback(code: str, trap: Trap) -> None:
    everything: list[Any] = [builtins, sys.modules[__name__], os, SimpleNamespace(), object(), {}, vars(builtins)]
    for given in everything:
        with pytest.raises(InvalidDefinitionError) as caught:
            Table.read(document(code), callbacks=given)
        assert "none was supplied" in str(caught.value)


@pytest.mark.parametrize("code", CODE)
def test_a_mapping_may_have_any_key_but_none_that_is_hidden(code: str) -> None:
    """What a program itself has under such a name is found by it, unless the name begins with `_`."""
    seen: list[str] = []
    name = code.replace("\\\\", "\\")
    text = f"definition\n  state a\n    go -> same / {quoted(code)}\n"
    supplied = {name: lambda: seen.append(name)}
    if name.startswith("_"):
        with pytest.raises(InvalidDefinitionError, match="none was supplied"):
            Table.read(text, callbacks=supplied)
        return
    table = Table.read(text, callbacks=supplied)
    table.machine(table.State.a).send(table.Event.go)
    assert seen == [name]


@pytest.mark.parametrize("name", ["__init__", "__class__", "_private", "__dict__", "__call__", "_"])
def test_hidden_attributes_are_not_found(name: str) -> None:
    class Callbacks:
        def _private(self) -> None: ...

        def _(self) -> None: ...

        def __call__(self) -> None: ...

    for given in (Callbacks(), Callbacks, {name: print}, sys.modules[__name__]):
        with pytest.raises(InvalidDefinitionError, match=f"action '{name}': none was supplied"):
            Table.read(f"definition\n  state a\n    go -> same / {name}\n", callbacks=given)


def test_names_are_not_followed_from_object_to_object() -> None:
    given = SimpleNamespace(path=SimpleNamespace(join=print), os=os)
    for name in ("path.join", "os.system", "os.path.join"):
        with pytest.raises(InvalidDefinitionError, match="none was supplied"):
            Table.read(f"definition\n  state a\n    go -> same / {name}\n", callbacks=given)


def test_nothing_is_imported() -> None:
    absent = "this_module_is_nowhere"
    before = set(sys.modules)
    with pytest.raises(InvalidDefinitionError):
        Table.read(f"definition\n  state a\n    go -> same / {absent}.run colorsys antigravity.geohash\n", callbacks={})
    assert set(sys.modules) <= before


@pytest.mark.parametrize(
    "text",
    [
        b"\0\n",
        b"definition\n  state \xff\n    go -> same\n",
        b"definition\r  state a\n",
        b"definition\n\tstate a\n",
        "definition\n  state a\u202eb\n    go -> same\n".encode(),
        b"definition\n" + b"  state a\n" * 3 + b"x" * 5000 + b"\n",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"format 2\n",
        b"definition\n  format 2\n",
        b"class State(Enum):\n    LOCKED = 1\n",
        b'{"format": 1}\n',
        b"",
    ],
    ids=["NUL", "no UTF-8", "CR", "tab", "bidi", "long line", "PNG", "words", "format 2", "Python", "JSON", "nothing"],
)
def test_what_is_no_document_is_told_with_its_place(text: bytes) -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table.read(text, callbacks={}, file="strange")
    assert caught.value.diagnostics[0].places[0] is not None or "no rows" in str(caught.value)
    assert str(caught.value).encode("utf-8")


def test_a_lone_surrogate_is_told_with_its_place() -> None:
    with pytest.raises(InvalidDefinitionError, match="<document>:2:9: error: expected UTF-8, found bytes that are none"):
        Table.read("definition\n  state \ud800\n    go -> same\n")


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(InvalidDefinitionError, match="16777216|16,777,216"):
        Table.read(b"#" * 80 + b"\n" + b"\n" * (1 << 24))


def test_states_nested_as_deep_as_they_may_be() -> None:
    deep = "".join(f"  state s{each}{f' in s{each - 1}' if each else ''}\n" for each in range(1025))
    table = Table.read(f"definition\n  event go (i32)\n{deep}  any go -> s1024 / note\n", callbacks={"note": lambda count: None})
    assert table.parent(table.State.s1024) is table.State.s1023
    with pytest.raises(InvalidDefinitionError, match="note\\(count: str\\)"):
        Table.read(table.text(), callbacks={"note": note})


def note(count: str) -> None: ...


def test_a_made_member_cannot_be_made_to_run_code() -> None:
    with pytest.raises(BadValueError, match="both become State"):
        Table.read('definition\n  state "a b"\n    go -> "a-b"\n  state a-b\n    go -> same\n')
