"""Enums of all kinds as states and events: which ids their members get, and that they are given back as they are."""

from __future__ import annotations

import pickle
import subprocess
import sys
from enum import Enum, Flag, IntEnum, IntFlag
from typing import Any

import pytest

from swiftfsm import (
    ANY,
    DYNAMIC,
    SAME,
    BadValueError,
    InvalidDefinitionError,
    Outcome,
    Row,
    StateBlock,
    Table,
    define,
    matching,
    request,
    then,
    when,
)
from swiftfsm.definition.alphabet import Alphabet


class Phase(Enum):
    SOLID = "solid"
    LIQUID = "liquid"
    GAS = "gas"


class Change(str, Enum):
    HEAT = "heat"
    COOL = "cool"


class Extra(Enum):
    PLASMA = object()


class Number(IntEnum):
    SEVEN = 7
    EIGHT = 8


class Mixed(Enum):
    ONE = 1
    TEXT = "text"


def test_members_without_int_values_are_numbered_in_their_order() -> None:
    alphabet = Alphabet("state")
    alphabet.adopt([Phase.GAS])
    assert [alphabet.identify(member) for member in Phase] == [0, 1, 2]
    assert alphabet.names == {0: "SOLID", 1: "LIQUID", 2: "GAS"}
    assert [alphabet.member(number) for number in range(3)] == list(Phase)


def test_one_value_that_is_no_int_is_enough() -> None:
    alphabet = Alphabet("state")
    alphabet.adopt([Mixed.ONE])
    assert [alphabet.identify(member) for member in Mixed] == [0, 1]


def test_several_enums_are_numbered_behind_each_other_and_int_values_stay() -> None:
    alphabet = Alphabet("state")
    alphabet.adopt([Phase.GAS, Number.SEVEN, Extra.PLASMA, Phase.SOLID])
    assert [alphabet.identify(member) for member in (*Number, *Phase, *Extra)] == [7, 8, 9, 10, 11, 12]


def test_a_number_that_is_taken_later() -> None:
    alphabet = Alphabet("state")
    alphabet.adopt([Phase.SOLID])

    class Low(IntEnum):
        TWO = 2

    with pytest.raises(BadValueError, match="<Phase.GAS: 'gas'> and <Low.TWO: 2> are different states with the same"):
        alphabet.adopt([Low.TWO])


def test_members_of_two_classes_that_are_equal() -> None:
    class Twin(str, Enum):
        HEAT = "heat"

    assert Twin.HEAT == Change.HEAT  # type: ignore[comparison-overlap]
    with pytest.raises(BadValueError, match="are different events, but equal: give them different names or values"):
        Table([(1, Change.HEAT, 1), (1, Twin.HEAT, 1)])


def test_a_machine_over_plain_enums() -> None:
    seen: list[Any] = []
    table = Table(
        define(Phase.SOLID)(
            when(Change.HEAT)
            | then(Phase.LIQUID)
            | (lambda source, event, target: seen.append((source, event, target)))
        ),
        define(Phase.LIQUID)(
            when(Change.HEAT) | then(by=lambda: Phase.GAS), when(Change.COOL) | then(Phase.SOLID), request(ANY)
        ),
        define(Phase.GAS, update=lambda: Change.COOL)(when(Change.COOL) | then(Phase.LIQUID)),
        initial=Phase.SOLID,
        arguments={Change.COOL: ()},
    )
    assert (table.initial, table.states, table.events) == (Phase.SOLID, list(Phase), list(Change))
    assert (table.state_name(Phase.GAS), table.event_name(Change.COOL)) == ("GAS", "COOL")
    machine = table.machine()
    assert machine.send(Change.HEAT) is Outcome.TRANSITIONED
    assert seen == [(Phase.SOLID, Change.HEAT, Phase.LIQUID)]
    assert machine.permitted() == [Change.HEAT, Change.COOL]
    assert machine.requestable() == list(Phase)
    assert machine.probe(Change.HEAT) == (Outcome.TRANSITIONED, Phase.GAS)
    assert (machine.request(Phase.GAS), machine.state) == (Outcome.TRANSITIONED, Phase.GAS)
    assert (machine.update(), machine.state) == (Outcome.TRANSITIONED, Phase.LIQUID)
    machine.set_state(Phase.GAS)
    assert machine.why_not(Change.HEAT) == "state 'gas' (GAS) has no row for event 'heat' (HEAT)"
    machine.stop()
    machine.start(Phase.LIQUID)
    assert [row.target for row in table.transitions() if row.source is Phase.GAS] == [Phase.LIQUID]


def test_diagnostics_tell_members() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table([(Phase.SOLID, Change.HEAT, Phase.GAS)])
    fault = caught.value.diagnostics[0]
    assert (fault.state, fault.event, fault.target) == (Phase.SOLID, Change.HEAT, Phase.GAS)
    assert "GAS" in fault.text


def test_several_enums_and_ints_in_one_table() -> None:
    table = Table[Any, Any](
        Row(Number.SEVEN, 1, Phase.SOLID),
        Row(Phase.SOLID, 1, 3),
        Row(3, 1, Number.EIGHT),
        StateBlock(Number.EIGHT, final=True),
    )
    machine = table.machine(Number.SEVEN)
    states = [machine.state for _ in range(3) if machine.send(1) is Outcome.TRANSITIONED]
    assert states == [Phase.SOLID, 3, Number.EIGHT]


def test_strangers() -> None:
    machine = Table([(Phase.SOLID, Change.HEAT, SAME)]).machine(Phase.SOLID)
    with pytest.raises(TypeError, match="event must be an int, or a member of an Enum that the table knows, not "):
        machine.send(Phase.SOLID)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="state must be an int, or a member of an Enum that the table knows"):
        machine.set_state(Extra.PLASMA)  # type: ignore[arg-type]
    resolving = Table([Row(Phase.SOLID, 1, DYNAMIC, resolver=lambda: Extra.PLASMA)]).machine(Phase.SOLID)
    with pytest.raises(TypeError, match="the state that a resolver names must be an int, or a member of an Enum that"):
        resolving.send(1)


def test_members_are_numbered_alike_in_every_process() -> None:
    program = """
from enum import Enum
from swiftfsm import Table
kinds = [Enum(f"Kind{number}", [("A", "a"), ("B", "b")]) for number in range(8)]
table = Table([(kind.A, 1, kind.B) for kind in kinds] + [(kind.B, 1, kind.A) for kind in kinds])
print([type(state).__name__ for state in table.states])
"""
    command = [sys.executable, "-c", program]
    found = {subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert found == {str([f"Kind{number}" for number in range(8) for _ in "AB"]) + "\n"}


class Lights(Flag):
    NONE = 0
    RED = 1
    GREEN = 2


class Wires(IntFlag):
    RED = 1
    GREEN = 2


@pytest.mark.parametrize("kind", [Lights, Wires])
def test_a_composite_member_of_a_flag_is_kept(kind: Any) -> None:
    both = kind.RED | kind.GREEN
    table = Table(Row(kind.RED, "go", both), Row(both, "go", kind.RED), initial=kind.RED)
    machine = table.machine()
    assert machine.send("go") is Outcome.TRANSITIONED
    assert (machine.state is both, both in machine, table.states) == (True, True, [kind.RED, both])
    assert table.state_name(both) == "RED|GREEN"
    assert pickle.loads(pickle.dumps(machine)).state is both
    assert [(row.source, row.target) for row in table.transitions()] == [(kind.RED, both), (both, kind.RED)]
    with pytest.raises(InvalidDefinitionError, match="RED.GREEN"):
        Table(Row(kind.RED, "go", both), initial=kind.RED)


def test_a_composite_event_of_a_flag_is_kept() -> None:
    both = Lights.RED | Lights.GREEN
    seen: list[object] = []
    machine = Table(Row("a", both, "a", lambda event: seen.append(event)), initial="a").machine()
    machine.send(both)
    assert seen == [both]
    assert type(seen[0]) is Lights


def test_a_composite_member_is_another_than_an_equal_one() -> None:
    class Other(Enum):
        THREE = 3

    with pytest.raises(BadValueError, match="are different states with the same id 3"):
        Table(Row(Other.THREE, "go", Lights.RED | Lights.GREEN))


def test_a_composite_member_is_no_case() -> None:
    both = Lights.RED | Lights.GREEN
    text = "Lights.* is no single member of Lights: name each of its members"
    with pytest.raises(BadValueError, match=text):
        matching(both)
    with pytest.raises(BadValueError, match=text):
        Table(Row("a", "go", "a", matching=both))
    machine = Table(Row("a", "go", "a", matching=Lights.RED), initial="a").machine(lenient=True)
    with pytest.raises(BadValueError, match=text):
        machine.send("go", both)
