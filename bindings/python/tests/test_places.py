"""Which line of the user's program is meant."""

from __future__ import annotations

from tracing import line

from swiftfsm import Place, Row, StateBlock
from swiftfsm.definition.places import caller


def test_a_row_knows_the_line_that_made_it() -> None:
    here, row = line(), Row(1, 2, 3)
    assert row.place == Place(__file__, here)


def test_each_row_of_a_loop_and_of_a_function_knows_its_own() -> None:
    def helper() -> Row:
        return Row(1, 2, 3)

    first, *rest = [Row(n, 1, 1) for n in range(3)]
    assert {row.place for row in rest} == {first.place}
    assert helper().place == Place(__file__, first.place.line - 2 if first.place else 0)


def test_a_block_too() -> None:
    here, block = line(), StateBlock(1, final=True)
    assert block.place == Place(__file__, here)


def test_it_prints_as_editors_read_it() -> None:
    assert str(Place("table.py", 12)) == "table.py:12"


def test_the_nearest_frame_outside_the_package() -> None:
    here, place = line(), caller()
    assert place == Place(__file__, here)


def test_code_without_a_file() -> None:
    scope: dict[str, Row] = {}
    exec(compile("from swiftfsm import Row\n\nrow = Row(1, 2, 3)", "<typed in>", "exec"), scope)
    assert scope["row"].place == Place("<typed in>", 3)
