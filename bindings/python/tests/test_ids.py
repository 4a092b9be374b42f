"""States and events as ints and as members of Enums."""

from __future__ import annotations

from enum import Enum, IntEnum

import pytest
from tracing import Event, State

from swiftfsm import ANY, DYNAMIC, FIRST_ID, INITIAL, INTERNAL, NONE, SAME, BadValueError, Reserved
from swiftfsm.definition.alphabet import Alphabet
from swiftfsm.definition.ids import LAST_ID, identify


class Colour(Enum):
    RED = 1
    GREEN = 2
    VERMILION = 1


class Word(Enum):
    HELLO = "hello"


def test_an_int_or_a_member_with_an_int_is_an_id() -> None:
    assert [identify(value) for value in (7, -7, True, State.ALARMING, Colour.GREEN)] == [7, -7, 1, -5, 2]
    assert [identify(value) for value in (FIRST_ID, LAST_ID)] == [FIRST_ID, LAST_ID]


@pytest.mark.parametrize("value", ["1", 1.0, None, Word.HELLO, [1]])
def test_anything_else_is_not(value: object) -> None:
    with pytest.raises(TypeError, match="must be an int, or a member of an Enum with int values, not "):
        identify(value)


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**30])
def test_nor_is_a_number_beyond_32_bits(value: int) -> None:
    with pytest.raises(BadValueError, match="does not fit into 32 bits"):
        identify(value)


def test_reserved_ids_lie_below_the_first_one() -> None:
    assert all(number < FIRST_ID for number in Reserved)
    assert [ANY, SAME, INTERNAL, DYNAMIC, NONE, INITIAL] == list(Reserved)[:6]
    assert str(ANY) == "Reserved.ANY"


def test_an_alphabet_takes_in_all_members_of_an_enum() -> None:
    alphabet = Alphabet("colour")
    alphabet.adopt([1, ANY, Colour.RED])
    assert alphabet.names == {1: "RED", 2: "GREEN"}
    assert alphabet.member(2) is Colour.GREEN
    assert alphabet.member(3) == 3
    assert alphabet.member(NONE) is None


def test_two_members_with_one_id() -> None:
    class Other(IntEnum):
        PAIL = 2

    alphabet = Alphabet("state")
    alphabet.adopt([Colour.RED])
    with pytest.raises(BadValueError, match=r"<Colour.GREEN: 2> and <Other.PAIL: 2> are different states .* same id 2"):
        alphabet.adopt([Other.PAIL])


def test_explicit_names() -> None:
    alphabet = Alphabet("event")
    alphabet.adopt([Event.COIN])
    alphabet.name({Event.COIN: "münze", 77: "other"})
    assert alphabet.names == {1: "münze", 2: "PASS", 3: "RESET", 77: "other"}


def test_names_from_an_enum() -> None:
    alphabet = Alphabet("event")
    alphabet.name(Event)
    assert alphabet.names == {1: "COIN", 2: "PASS", 3: "RESET"}


def test_bad_names() -> None:
    alphabet = Alphabet("event")
    with pytest.raises(TypeError, match="the name of event 1 must be a str, not 5"):
        alphabet.name({1: 5})  # type: ignore[arg-type]
    with pytest.raises(BadValueError, match="contains a zero character"):
        alphabet.name({1: "a\0b"})
    with pytest.raises(TypeError):
        alphabet.name({1.5: "name"})
    assert alphabet.names == {}


def test_descriptions() -> None:
    alphabet = Alphabet("event")
    alphabet.name({7: "reset"})
    described = [alphabet.describe(value) for value in (7, 8, Event.RESET, Colour.RED, ANY)]
    assert described == ["event 7 (reset)", "event 8", "event 3 (RESET)", "event 1 (RED)", "ANY"]
