"""The package judges the callbacks of a chart as the library judges callables: random charts, by both."""

from __future__ import annotations

from ctypes import byref, c_size_t, c_void_p, sizeof
from random import Random
from typing import Any, NamedTuple, Optional

import pytest

from swiftfsm import (
    ANY,
    DEFER,
    EVENTLESS,
    INTERNAL,
    SAME,
    DiagnosticKind,
    EntryExit,
    GuardPolicy,
    InvalidDefinitionError,
    Row,
    Severity,
    StateBlock,
    StateKind,
    Table,
)
from swiftfsm.building.diagnostics import DiagnosticList
from swiftfsm.definition.alphabet import Alphabet
from swiftfsm.definition.predicates import PredicateTypes
from swiftfsm.library.generated.constants import LOCAL
from swiftfsm.library.generated.records import sfsm_any_function, sfsm_finalizer, sfsm_row
from swiftfsm.library.loading import library

NUMBER, TEXT, BARE = 10, 11, 12
WORDS = {"entry": "on_entry", "exit": "on_exit", "cycle": "on_cycle", "on_initial": "on_default"}
KINDS = [StateKind.PLAIN, StateKind.PLAIN, StateKind.PLAIN, StateKind.PARALLEL, StateKind.SHALLOW_HISTORY]

uncalled = sfsm_any_function(lambda: None)


def take_int(value: int) -> None: ...


def take_text(value: str) -> None: ...


class Chart(NamedTuple):
    """A random chart: of each state its kind, parent and default; rows (source, event, targets, is local)."""

    states: dict[int, tuple[StateKind, Optional[int], Optional[int]]]
    rows: list[tuple[int, int, tuple[int, ...], bool]]
    entry_exit: EntryExit


def random_chart(random: Random) -> Chart:
    kinds: dict[int, StateKind] = {}
    parents: dict[int, Optional[int]] = {}
    for state in range(1, random.randint(3, 10)):
        outer = [each for each, kind in kinds.items() if kind <= StateKind.PARALLEL]
        parents[state] = random.choice(outer) if outer and random.random() < 0.75 else None
        kinds[state] = random.choice(KINDS if parents[state] else KINDS[:4])
    real = [state for state, kind in kinds.items() if kind <= StateKind.PARALLEL]
    defaults: dict[int, int] = {}
    for state in real:
        children = [each for each in real if parents[each] == state]
        if kinds[state] is StateKind.PLAIN and children:
            defaults[state] = random.choice(children)
    rows: list[tuple[int, int, tuple[int, ...], bool]] = []
    for _ in range(random.randint(1, 5)):
        special = [int(SAME), int(INTERNAL), int(DEFER)]
        targets: tuple[int, ...] = (random.choice(list(kinds) * 3 + special),)
        if targets[0] > 0 and random.random() < 0.2:
            targets += (random.choice(real),)
        event = random.choice([NUMBER, TEXT, BARE, NUMBER, TEXT, BARE, int(EVENTLESS)])
        rows.append((random.choice([*real, int(ANY)]), event, targets, random.random() < 0.3))
    states = {state: (kinds[state], parents[state], defaults.get(state)) for state in kinds}
    return Chart(states, rows, random.choice(list(EntryExit)))


def errors_of_the_package(chart: Chart, owner: int, word: str, function: Any) -> set[Any]:
    blocks = []
    for state, (kind, parent, default) in chart.states.items():
        options: Any = {word: function} if state == owner else {}
        blocks.append(StateBlock(state, kind=kind, parent=parent, initial=default, **options))
    rows = [Row(source, event, targets, local=is_local) for source, event, targets, is_local in chart.rows]
    arguments: Any = {NUMBER: int, TEXT: str}
    try:
        Table(blocks, rows, arguments=arguments, entry_exit=chart.entry_exit, guards=GuardPolicy.FIRST_MATCH).close()
    except InvalidDefinitionError as error:
        return {each.kind for each in error.diagnostics if each.severity is Severity.ERROR}
    return set()


def errors_of_the_library(chart: Chart, owner: int, word: str, signature: bytes) -> set[Any]:
    builder = library.sfsm_builder_create()
    found, callable_, number, table = c_void_p(), c_void_p(), c_size_t(), c_void_p()

    def tell(name: str, *arguments: Any) -> None:
        assert getattr(library, f"sfsm_builder_{name}")(builder, *arguments) >= 0

    tell("add_event_at", NUMBER, b"i64", None, 0)
    tell("add_event_at", TEXT, b"str", None, 0)
    assert library.sfsm_callable_create(uncalled, signature, None, sfsm_finalizer(), byref(callable_)) == 0
    for state, (kind, parent, default) in chart.states.items():
        tell("add_state_at", state, int(kind), None, 0, byref(number))
        if parent is not None:
            tell("nest", number, parent)
        if default is not None:
            tell("set_default", number, default)
        if state == owner:
            callback = library.sfsm_callable_callback(callable_)
            tell(WORDS[word], number, callback.function, callback.context, callback.finalizer)
    for index, (source, event, targets, is_local) in enumerate(chart.rows, 1):
        row = sfsm_row(source, event, targets[0], flags=LOCAL if is_local else 0)
        tell("add_rows_at", byref(row), 1, sizeof(row), None, 0)
        for target in targets[1:]:
            tell("add_target", index, target)
    tell("set_entry_exit_policy", chart.entry_exit)
    tell("set_guard_policy", GuardPolicy.FIRST_MATCH)
    library.sfsm_builder_build(builder, byref(table), byref(found))
    library.sfsm_table_release(table)
    library.sfsm_builder_release(builder)
    library.sfsm_callable_release(callable_)
    return errors_in(found)


def errors_in(found: c_void_p) -> set[Any]:
    if found.value is None:
        return set()
    with DiagnosticList(found.value) as diagnostics:
        read = diagnostics.read(Alphabet("state"), Alphabet("event"), PredicateTypes())
    return {each.kind for each in read if each.severity is Severity.ERROR}


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_charts_are_judged_alike(start: int) -> None:
    seen = {True: 0, False: 0}
    for seed in range(start, start + 100):
        random = Random(seed)
        chart = random_chart(random)
        for state, (kind, _, _) in chart.states.items():
            if kind > StateKind.PARALLEL:
                continue
            word = random.choice(list(WORDS))
            for function, signature in ((take_int, b"void(i64)"), (take_text, b"void(str)")):
                wanted = errors_of_the_library(chart, state, word, signature)
                if wanted - {DiagnosticKind.SIGNATURE_MISMATCH}:
                    continue
                assert errors_of_the_package(chart, state, word, function) == wanted, (seed, chart, state, word)
                seen[bool(wanted)] += 1
    assert min(seen.values()) > 20, seen
