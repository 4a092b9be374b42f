"""Tables as documents: their text, its JSON twin, and the fingerprint."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from documented import PLAYER, TURNSTILE, Till
from tracing import line

from swiftfsm import (
    BadValueError,
    ClosedError,
    Row,
    Table,
    UnnamedCallbackError,
    after,
    condition,
    define,
    matching,
    overriding,
    superstate,
    then,
    when,
)
from swiftfsm.definition.callables import name_of


class State(Enum):
    LOCKED = auto()
    UNLOCKED = auto()


class Event(Enum):
    COIN = auto()
    PASS = auto()


class Policy(Enum):
    WEAK = auto()
    STRONG = auto()


def lock() -> None: ...


def thank(cents: int) -> None: ...


def enough(cents: int) -> bool:
    return cents > 5


def is_weak(policy: Policy) -> bool:
    return policy is Policy.WEAK


def office() -> Policy:
    return Policy.WEAK


def turnstile() -> Table[State, Event]:
    resettable = superstate(when(Event.PASS) | then(State.LOCKED) | lock)
    return Table(
        define(State.LOCKED, adopts=resettable, entry=lock)(
            when(Event.COIN) | condition(enough) | then(State.UNLOCKED) | thank,
            overriding(when(Event.PASS) | condition(is_weak) | then()),
        ),
        define(State.UNLOCKED, adopts=resettable)(when(Event.COIN) | matching(Policy.WEAK) | then()),
        arguments={Event.COIN: int},
        providers={Policy: office},
        initial=State.LOCKED,
    )


WRITTEN = """\
definition
  ids states LOCKED = 1
  ids states UNLOCKED = 2
  ids events COIN = 1
  ids events PASS = 2
  ids predicates Policy = 0
  event COIN (i64)
  predicate Policy WEAK STRONG by office
  initial LOCKED
  state LOCKED adopts block-2
    entry lock
    COIN ? enough -> UNLOCKED / thank
    overriding PASS ? is_weak -> same
  block-2: superstate
    PASS -> LOCKED / lock
  state UNLOCKED adopts block-2
    COIN [Policy WEAK] -> same
"""


def test_functions_are_named_by_their_names() -> None:
    assert turnstile().text() == WRITTEN


def test_what_was_written_is_read_as_the_same_table() -> None:
    table = turnstile()
    callbacks = {each.__name__: each for each in (lock, thank, enough, is_weak, office)}
    states = Enum("states", {"LOCKED": 1, "UNLOCKED": 2})
    again = Table.read(table.text(), callbacks=callbacks, states=states, predicates=[Policy])
    assert (again.text(), again.fingerprint) == (table.text(), table.fingerprint)
    gate = again.machine()
    gate.send(again.Event.COIN, 9)
    assert gate.state is states["UNLOCKED"]


def test_the_fingerprint_is_that_of_the_text_everywhere(tmp_path: Path) -> None:
    for table in (turnstile(), Table.read(TURNSTILE), Table.read(PLAYER)):
        path = tmp_path / "table.fsm"
        path.write_bytes(table.text().encode())
        assert table.fingerprint == hashlib.sha256(path.read_bytes()).hexdigest()
        told = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout
        assert told.split()[0] == table.fingerprint


@pytest.mark.parametrize("text", [TURNSTILE, PLAYER], ids=["turnstile", "player"])
def test_canonical_text_stays_the_same(text: str) -> None:
    once = Table.read(text)
    again = Table.read(once.text())
    assert again.text() == once.text() != text
    assert again.fingerprint == once.fingerprint


def test_comments_do_not_count_and_callbacks_do_not_either() -> None:
    assert Table.read(TURNSTILE + "\n# the end\n", callbacks=Till()).fingerprint == Table.read(TURNSTILE).fingerprint


def test_the_twin_in_json() -> None:
    twin = json.loads(turnstile().json())
    assert twin["predicates"] == [{"predicate": "Policy", "cases": ["WEAK", "STRONG"], "by": "office"}]
    assert json.loads(Table.read(TURNSTILE).json())["definition"] == "turnstile"


def test_a_document_has_a_name_and_a_version() -> None:
    table = Table.read(TURNSTILE)
    assert (table.name, table.version) == ("turnstile", "3")
    assert (turnstile().name, turnstile().version) == (None, None)


def test_a_closed_table_writes_nothing() -> None:
    table = turnstile()
    table.close()
    asked: list[Callable[[], object]] = [table.text, table.json, lambda: table.fingerprint, lambda: table.name]
    for ask in asked:
        with pytest.raises(ClosedError):
            ask()


# ----------------------------------------------------------------------------------------------------------------------
# Functions without names
# ----------------------------------------------------------------------------------------------------------------------


def told_of(table: Table[Any, Any]) -> list[str]:
    """The lines that tell why a table cannot be written."""
    texts = set()
    for write in (table.text, table.json, lambda: table.fingerprint):
        with pytest.raises(UnnamedCallbackError) as caught:
            write()
        texts.add(str(caught.value))
    (text,) = texts
    first, *others = text.split("\n    ")
    assert first == "this definition cannot be written:"
    return others


def test_a_lambda_has_no_name() -> None:
    nothing = lambda: None  # noqa: E731
    partial = functools.partial(thank, 5)
    row, place = Row(State.LOCKED, Event.COIN, State.UNLOCKED, nothing), line()
    table = Table(row, (State.UNLOCKED, Event.PASS, State.LOCKED, partial))
    first, second = told_of(table)
    assert first.startswith(f"{__file__}:{place}: action of (LOCKED, COIN) -> UNLOCKED is <function test_a_lambda")
    assert first.endswith("which has no name for documents: use a function that was made with def")
    assert "action of (UNLOCKED, PASS) -> LOCKED is functools.partial(" in second


def test_different_functions_of_the_same_name() -> None:
    one: Any = FunctionType(lock.__code__, {}, "note")
    note: Any = FunctionType(lock.__code__, {}, "note")

    table = Table(
        define(State.LOCKED, entry=one)(when(Event.COIN) | then(State.UNLOCKED)),
        define(State.UNLOCKED, exit=note)(when(Event.PASS) | then(State.LOCKED) | one),
    )
    (told,) = told_of(table)
    assert "exit callback of state 2 (UNLOCKED) is another note than " in told
    assert told.endswith("give one of the functions another name")


def test_a_method_of_one_object_is_one_function() -> None:
    till, other = Till(), Till()
    rows = [(State.LOCKED, Event.COIN, State.UNLOCKED, till.lock), (State.UNLOCKED, Event.COIN, State.LOCKED, till.lock)]
    assert "LOCKED COIN -> UNLOCKED / lock" in Table(rows).text()
    rows.append((State.UNLOCKED, Event.PASS, State.LOCKED, other.lock))
    (told,) = told_of(Table(rows))
    assert "is another lock than" in told


def test_a_name_that_no_document_can_have() -> None:
    def strange() -> None: ...

    for name in ("two\nlines", "a" * 256, "\ud800", "\u202e", "", "\0"):
        strange.__name__ = name
        table = Table((State.LOCKED, Event.COIN, State.LOCKED, strange))
        assert "which has no name for documents" in told_of(table)[0]


def test_every_other_name_is_written() -> None:
    edges = [1, 0x1F, 0x7F, 0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x202E, 0x2060, 0x206F, 0xD7FF, 0xE000, 0xFEFF, 0xFFF9]
    edges += [0xFFFB, 0xFFFF, 0x10000, 0xE0000, 0xE007F, 0x10FFFE]
    codes = sorted({*range(1, 0x100), *(each + offset for each in edges for offset in (-1, 0, 1))} - {0})
    named = 0
    for code in codes:
        note: Any = FunctionType(lock.__code__, {})
        note.__name__ = f"a{chr(code)}"
        table = Table((1, 1, 1, note))
        if name_of(note) is not None:
            (action,) = json.loads(table.json())["body"][0]["actions"]
            word = action[1:-1] if action.startswith('"') else action
            assert re.sub(r"\\(.)", r"\1", word) == note.__name__
            named += 1
    assert 0.7 * len(codes) < named < len(codes)


def test_states_of_two_enums_with_the_same_name() -> None:
    class Other(Enum):
        LOCKED = 7

    class Mine(Enum):
        LOCKED = 1

    table = Table((Mine.LOCKED, 1, Other.LOCKED), (Other.LOCKED, 1, Mine.LOCKED))
    (told,) = told_of(table)
    assert told == "<Mine.LOCKED: 1> and <Other.LOCKED: 7> are states with the same name LOCKED: give one of them another name"


def test_timeouts_without_events_have_names_of_their_own() -> None:
    table = Table(
        define(State.LOCKED)(after(30) | then(State.UNLOCKED)), define(State.UNLOCKED)(after(30) | then(State.LOCKED))
    )
    assert "timeout 30000000 \"after(30)\"" in table.text()
    assert Table.read(table.text()).fingerprint == table.fingerprint


@pytest.mark.parametrize(
    ("name", "why"), [("a\nb", "has characters that cannot be seen"), ("", "is empty"), ("é" * 128, "is too long")]
)
def test_a_name_that_documents_cannot_have_is_told(name: str, why: str) -> None:
    tables = Table(Row(name, "go", name)), Table(Row("a", name, "a"))
    for noun, table in zip(("state", "event"), tables):
        with pytest.raises(BadValueError, match=re.escape(f"the name of the {noun} {name!r} {why}: give it another one")):
            table.text()
