"""Enums that are made of documents, and Enums of the program that must agree with them."""

from __future__ import annotations

import pickle
from enum import Enum, IntEnum
from typing import Any

import pytest
from documented import TURNSTILE

from swiftfsm import BadValueError, Table


class State(IntEnum):
    locked = 0
    unlocked = 1
    alarming = 4


class Event(Enum):
    COIN = "coin"
    RESET = "reset"
    PASS = "pass"


class Policy(Enum):
    weak = "w"
    strong = "s"


def test_members_have_the_names_and_numbers_of_the_document() -> None:
    table = Table.read(TURNSTILE)
    assert {each.name: each.value for each in table.State} == {"locked": 0, "unlocked": 1, "alarming": 4}
    assert issubclass(table.State, IntEnum)
    assert table.initial is table.State.locked
    assert table.states == list(table.State)
    assert {each.name for each in table.Event} == {"coin", "pass_", "reset"}
    assert [each.name for each in table.Policy] == ["weak", "strong"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("not-installed", "not_installed"),
        ("is.open", "is_open"),
        ('"two words"', "two_words"),
        ("1st", "state_1st"),
        ("_hidden", "state__hidden"),
        ("__class__", "state___class__"),
        ("class", "class_"),
        ("name", "name_"),
        ("mro", "mro_"),
        ("real", "real"),
        ("ﬁne", "fine"),
        ("größe", "größe"),
        ("山田\u3000太郎", "山田_太郎"),  # with a space of full width
        ("a\xa0b", "a_b"),
    ],
)
def test_names_become_identifiers(name: str, member: str) -> None:
    table = Table.read(f"definition\n  state {name}\n    go -> same\n")
    (state,) = table.State
    assert state.name == member and member.isidentifier()
    assert getattr(table.State, member) is state
    assert table.state_name(state) == name.strip('"')


def test_names_that_become_the_same_identifier() -> None:
    with pytest.raises(BadValueError, match="'a-b' and 'a.b' both become State.a_b: rename one, or read the document"):
        Table.read("definition\n  state a-b final\n  state a.b final\n")


def test_enums_of_the_program() -> None:
    table = Table.read(TURNSTILE, states=State, events=Event, predicates=[Policy])
    assert table.State is State
    first = table.transitions()[2]
    assert (first.source, first.event, first.matching) == (State.locked, Event.PASS, (Policy.weak,))
    assert table.arguments(Event.COIN) == ("i32", "str")
    with pytest.raises(TypeError, match="must be an int, or a member of an Enum that the table knows"):
        table.state_name(Policy.weak)


def test_all_differences_are_told_at_once() -> None:
    class Numbers(IntEnum):
        locked = 5
        unlocked = 1
        broken = 9

    class Presses(Enum):
        coin = "coin"
        RESET = "RESET"

    class Policy(Enum):
        strong = 0
        weak = 1

    class Mood(Enum):
        glad = 0

    with pytest.raises(BadValueError) as caught:
        Table.read(TURNSTILE, states=Numbers, events=Presses, predicates=[Policy, Mood], file="gate.fsm")
    assert str(caught.value).split("\n    ") == [
        "gate.fsm and the Enums of the program differ:",
        "Numbers.broken is no state of the document",
        "the document has the state alarming: Numbers has no such member",
        "Numbers.locked is 5, but locked is 0 in the document",
        "Presses.RESET is no event of the document",
        "the document has the event reset: Presses has no such member",
        "the document has the event pass: Presses has no such member",
        "the members of Policy must be in the order of the document: weak, strong",
        "Mood is no predicate type of the document",
    ]


def test_what_is_no_enum() -> None:
    strange: Any = {"locked": 0}
    with pytest.raises(TypeError, match="states must be Enums, not {'locked': 0}"):
        Table.read(TURNSTILE, states=strange)
    with pytest.raises(TypeError, match="predicates must be Enums, not <class 'int'>"):
        Table.read(TURNSTILE, predicates=[int])  # type: ignore[list-item]


def test_the_same_names_make_the_same_enum_and_members_are_pickled() -> None:
    one, other = Table.read(TURNSTILE), Table.read(TURNSTILE + "  state alarming\n    entry shout\n")
    assert one.State is other.State
    for member in (one.State.alarming, one.Event.pass_, one.Policy.weak):  # type: ignore[attr-defined]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(member, protocol)) is member


def test_the_enums_of_a_table_made_of_code() -> None:
    table = Table((State.locked, Event.COIN, State.unlocked), (State.unlocked, Event.COIN, State.locked))
    assert (table.State, table.Event) == (State, Event)
    with pytest.raises(AttributeError, match="the states of this table are members of 0 Enums"):
        Table((1, 2, 1)).State
    with pytest.raises(AttributeError, match="'Table' object has no attribute 'Policy'"):
        table.Policy  # type: ignore[attr-defined]


def test_cases_without_names() -> None:
    table = Table.read("definition\n  predicate Floor of 3\n  state a\n    go [Floor 0|2] -> same\n    go [Floor 1] -> same\n")
    floor = table.Floor  # type: ignore[attr-defined]
    assert [each.name for each in floor] == ["case_0", "case_1", "case_2"]
    assert table.transitions()[0].matching == (floor.case_0, floor.case_2)
