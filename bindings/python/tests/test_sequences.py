"""States that follow each other."""

from __future__ import annotations

from enum import Enum, auto

import pytest

from swiftfsm import Outcome, Place, Table, ordered


class Stage(Enum):
    DRAFT = auto()
    REVIEW = auto()
    DONE = auto()


def test_each_state_leads_to_the_next() -> None:
    ran: list[str] = []
    table = Table(
        ordered("next", *Stage, actions=lambda target: ran.append(target.name), guards=lambda source: source != Stage.REVIEW),
        (Stage.DONE, "back", Stage.DRAFT),
        (Stage.REVIEW, "back", Stage.DONE),
        initial=Stage.DRAFT,
    )
    machine = table.machine()
    sent = [machine.send(event) for event in ("next", "next", "back", "next")]
    assert sent == [Outcome.TRANSITIONED, Outcome.REFUSED, Outcome.TRANSITIONED, Outcome.UNHANDLED]
    assert (ran, machine.state) == (["REVIEW"], Stage.DONE)


def test_a_loop() -> None:
    rows = ordered("next", *Stage, loop=True)
    assert [(row.source, row.target) for row in rows] == [
        (Stage.DRAFT, Stage.REVIEW),
        (Stage.REVIEW, Stage.DONE),
        (Stage.DONE, Stage.DRAFT),
    ]
    assert len(ordered("next", *Stage)) == 2


def test_rows_have_the_place_of_the_call() -> None:
    (row,) = ordered("next", "a", "b")
    assert isinstance(row.place, Place) and row.place.file == __file__
    with open(__file__, encoding="utf-8") as file:
        assert '(row,) = ordered("next", "a", "b")' in file.read().splitlines()[row.place.line - 1]


@pytest.mark.parametrize("states", [(), ("a",)])
def test_fewer_than_two_states(states: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="at least two states"):
        ordered("next", *states)
