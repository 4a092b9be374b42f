"""Tables that are read from documents behave as those made of code."""

from __future__ import annotations

import asyncio
import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from documented import PLAYER, TURNSTILE, Till

from swiftfsm import InvalidDefinitionError, Machine, Outcome, Place, Step, SwiftFSMError, Table


def test_a_machine_runs() -> None:
    till = Till()
    table = Table.read(TURNSTILE, callbacks=till)
    gate = table.machine(lenient=True)
    event = table.Event
    assert gate.state is table.State.locked
    assert gate.send(event.coin, 100, "cent") is Outcome.REFUSED
    assert gate.send(event.coin, 200, "cent") is Outcome.TRANSITIONED
    gate.send(event.pass_)
    gate.send(event.pass_, table.Policy.strong)  # type: ignore[attr-defined]
    gate.send(event.coin, 1, "cent")
    assert gate.state is table.State.alarming
    assert till.seen == ["unlock", "thanks for 200 cent", "lock", "unlock", event.coin]


def test_a_document_comes_from_a_path_or_is_a_text(tmp_path: Path) -> None:
    path = tmp_path / "turnstile.fsm"
    path.write_text(TURNSTILE, encoding="utf-8")
    texts: list[Any] = [TURNSTILE, TURNSTILE.encode(), bytearray(TURNSTILE.encode()), memoryview(TURNSTILE.encode())]
    for source in (path, str(path), *texts):
        assert Table.read(source).row_count == 7


def test_a_str_of_one_line_is_a_path(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="a str of one line is a path; a text has several.*definition short"):
        Table.read("definition short")
    assert Table.read(b"definition short\n  state a\n    go -> same").row_count == 1


@pytest.mark.parametrize("source", [None, 5, ["definition"]], ids=repr)
def test_what_is_no_document(source: Any) -> None:
    with pytest.raises(TypeError, match="a document is read from a path, or is a text"):
        Table.read(source)


def test_faults_of_a_document_are_told_all_at_once_with_their_places() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table.read("definition\n  state locked\n    coin [ -> unlocked\n    pass ->\n", file="gate.fsm")
    told = caught.value.diagnostics
    assert [each.places for each in told] == [(Place("gate.fsm", 3),), (Place("gate.fsm", 4),)]
    assert [each.column for each in told] == [12, 12]
    assert str(told[0]).startswith("gate.fsm:3:12: error: expected")
    assert "gate.fsm:4:12: error: expected" in str(caught.value)


def test_faults_of_the_definition_name_the_lines_of_the_document() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table.read("definition\n  state locked\n    coin -> unlocked\n    coin -> same\n")
    places = {place for each in caught.value.diagnostics for place in each.places}
    assert {Place("<document>", 3), Place("<document>", 4)} <= places


def test_a_path_names_a_document_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "wrong.fsm"
    path.write_text("nonsense\n", encoding="utf-8")
    for file, named in ((None, str(path)), ("mine", "mine")):
        with pytest.raises(InvalidDefinitionError) as caught:
            Table.read(path, file=file)
        assert caught.value.diagnostics[0].places == (Place(named, 1),)


def test_without_callbacks_a_table_is_asked_but_makes_no_machines() -> None:
    table = Table.read(TURNSTILE)
    assert [each.guards for each in table.transitions()][:2] == [1, 0]
    assert table.state_name(table.State.alarming) == "alarming"
    assert table.arguments(table.Event.coin) == ("i32", "str")
    with pytest.raises(SwiftFSMError, match="read without callbacks: name them to make machines, Table.read"):
        table.machine()


def test_transitions_and_explanations_name_lines_and_members() -> None:
    table = Table.read(TURNSTILE, callbacks=Till(), file="turnstile.fsm")
    first = table.transitions()[0]
    assert (first.source, first.target, first.place) == (
        table.State.locked,
        table.State.unlocked,
        Place("turnstile.fsm", 14),
    )
    text = str(table.machine(lenient=True).explain(table.Event.coin, 1, "cent"))
    assert "guard enough of the row to State.unlocked (turnstile.fsm:14) said no" in text


def test_transitions_have_the_labels_of_their_rows() -> None:
    labelled = "definition\n  initial a\n  state a\n    caf\u00e9: go -> b\n    stop -> b\n  state b final\n"
    assert [each.label for each in Table.read(labelled).transitions()] == ["caf\u00e9", None]
    assert [each.label for each in Table([(1, 2, 3), (3, 2, 1)]).transitions()] == [None, None]


def test_a_chart_with_a_timeout() -> None:
    seen: list[str] = []
    table = Table.read(PLAYER, callbacks={"light-up": lambda: seen.append("light")})
    state, event = table.State, table.Event
    player = table.machine()
    for each in (event.power, event.next, event.volume, event.next):
        player.send(each)
    assert (player.states, seen) == ([state.loud, state.disc], ["light"])
    assert table.parent(state.loud) is state.sound
    player.advance(31)
    assert (player.states, state.sound in player) == ([state.quiet, state.disc], True)
    again = table.machine()
    again.restore(player.snapshot())
    assert again.states == player.states
    assert copy.copy(player).snapshot() == player.snapshot()


def test_calls_are_awaited() -> None:
    seen: list[Any] = []

    async def thank(cents: int, currency: str) -> None:
        await asyncio.sleep(0)
        seen.append((cents, currency))

    async def enough(cents: int) -> bool:
        await asyncio.sleep(0)
        return cents > 5

    names: dict[str, Any] = dict.fromkeys(("log", "lock", "unlock"), lambda: None)
    table = Table.read(TURNSTILE, callbacks={**names, "thank": thank, "enough": enough})
    gate = table.machine(lenient=True)
    assert asyncio.run(gate.asend(table.Event.coin, 5, "cent")) is Outcome.REFUSED
    assert asyncio.run(gate.asend(table.Event.coin, 6, "cent")) is Outcome.TRANSITIONED
    assert seen == [(6, "cent")]


def test_hooks_and_providers_of_a_document() -> None:
    seen: list[Any] = []
    text = """
definition
  predicate Policy weak strong by office
  on step audit
  on unhandled complain
  state locked
    coin [Policy strong] ? told -> same
"""

    def told(policy: Any, step: Step) -> bool:
        return True

    class Office:
        @staticmethod
        def office() -> Any:
            return table.Policy.strong  # type: ignore[attr-defined]

        @staticmethod
        def told(step: Step) -> bool:
            return step.cases == (table.Policy.strong,)  # type: ignore[attr-defined]

        @staticmethod
        def audit(outcome: Outcome) -> None:
            seen.append(outcome)

        @staticmethod
        def complain(event: int) -> None:
            seen.append(event)

    table = Table.read(text, callbacks=Office)
    machine = table.machine(table.State.locked)
    machine.send(table.Event.coin)
    assert seen == [Outcome.TRANSITIONED]
    assert asyncio.run(machine.asend(table.Event.coin)) is Outcome.TRANSITIONED


def test_a_pickle_holds_the_text_and_the_callbacks() -> None:
    table = Table.read(TURNSTILE, callbacks=Till(), file="turnstile.fsm")
    gate = table.machine(table.State.unlocked, context=5, lenient=True)
    again: Machine[Any, Any, Any] = pickle.loads(pickle.dumps(gate))
    assert again.state is table.State.unlocked
    assert again.table.State is table.State  # since the names are the same
    assert again.send(table.Event["pass_"]) is Outcome.TRANSITIONED
    assert again.table.transitions()[0].place == Place("turnstile.fsm", 14)
    other = copy.deepcopy(gate)
    assert (other.state, other.table) == (gate.state, table)


def test_a_table_without_callbacks_is_pickled_too() -> None:
    again = pickle.loads(pickle.dumps(Table.read(TURNSTILE)))
    assert again.row_count == 7
    with pytest.raises(SwiftFSMError, match="read without callbacks"):
        again.machine()


def test_predicate_types_may_have_any_numbers() -> None:
    text = """
definition
  ids predicates Late = 7 Early = 3
  predicate Late no yes by clock
  predicate Early no yes
  state a
    go [Late yes, Early yes] ? ready -> b
    go [Late yes, Early no] -> same
  state b final
"""
    supplied: dict[str, Any] = {"ready": lambda step: len(step.cases) == 2}
    supplied["clock"] = lambda: table.predicates[1]["yes"]
    table: Table[Any, Any] = Table.read(text, callbacks=supplied)
    early: Any = table.predicates[0]
    machine = table.machine(table.State.a)
    assert [kind.__name__ for kind in table.predicates] == ["Early", "Late"]
    assert machine.can(table.Event.go, early.yes)
    assert asyncio.run(machine.asend(table.Event.go, early.no)) is Outcome.TRANSITIONED
    assert machine.send(table.Event.go, early.yes) is Outcome.TRANSITIONED
    assert machine.state is table.State.b


def test_a_copy_does_not_take_the_document_apart_again() -> None:
    table = Table.read(TURNSTILE, callbacks=Till())
    assert table._parts is table._parts
    assert table.machine(lenient=True).snapshot() == copy.copy(table.machine(lenient=True)).snapshot()


def test_spaces_beyond_ascii_belong_to_names() -> None:
    table = Table.read(
        "definition\n  event go\u3000on (i32 n)\n  predicate day\u3000light yes\u2003no b\n  initial a\xa0b\n"
        "  state a\xa0b\n    go\u3000on [day\u3000light yes\u2003no] -> same\n"
    )
    again: Any = Table.read(table.text(), callbacks={})
    assert again.machine(lenient=True).send(again.Event.go_on, again.day_light.yes_no, 5) is Outcome.TRANSITIONED


def test_states_and_events_are_found_by_their_names() -> None:
    text = "definition\n  event pay (i64 cents) was settle\n  state open was new\n    pay -> over\n  state over final\n"
    table = Table.read(text)
    assert (table.state_named("open"), table.state_named("over")) == (table.State.open, table.State.over)
    assert table.event_named("pay") is table.Event.pay
    assert (table.state_named("new"), table.event_named("settle")) == (table.State.open, table.Event.pay)
    for name in ["pay", "Open", "", "\ud800", "op\0en", "über"]:
        assert table.state_named(name) is None
        assert table.event_named("open" if name == "pay" else name) is None
    table.close()
    with pytest.raises(SwiftFSMError):
        table.state_named("open")
