"""Random definitions for the oracle and the package: valid by construction, so that what differs is a fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from hypothesis import strategies as st
from oracle_model import ANY, DYNAMIC, INTERNAL, REQUEST, SAME, Case, Id, Model, ModelBlock, ModelRow

KINDS = {"Mode": 2, "Weather": 3}
ARGUMENTS: list[tuple[type, ...]] = [(int,), (str, int), (object,), (bool, float)]
ORDERS = [
    ("RESOLVE", "EXIT", "ACTIONS", "COMMIT", "ENTRY"),
    ("RESOLVE", "COMMIT", "ACTIONS", "EXIT", "ENTRY"),
    ("RESOLVE", "ACTIONS", "EXIT", "COMMIT", "ENTRY"),
    ("RESOLVE", "EXIT", "COMMIT", "ENTRY", "ACTIONS"),
]
_VALUES = {
    int: st.integers(-(2**63), 2**63 - 1),
    str: st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5),
    object: st.sampled_from([None, (), "object", 2.5]),
    bool: st.booleans(),
    float: st.sampled_from([0.0, -1.5, 1e300]),
}
# What the rows for one event may be meant for: no two of a list are the best match for the same cases.
_MATCHINGS: list[list[tuple[Case, ...]]] = [
    [()],
    [(), (("Mode", 0),), (("Mode", 1),)],
    [(("Weather", 0), ("Weather", 2)), (("Weather", 1),)],
    [(), (("Mode", 0), ("Weather", 1)), (("Mode", 0),), (("Mode", 1), ("Weather", 0), ("Weather", 1))],
]

Key = tuple[Id, Id, frozenset[Case]]
Draw = Any


class _Names:
    """Names of callbacks, each with the way in which it is called behind the slash."""

    def __init__(self, draw: Draw, kinds: list[str]) -> None:
        self._draw, self._count = draw, 0
        self._ways = ["machine", "step", "nothing", *(f"case {kind}" for kind in kinds)]

    def some(self, word: str, most: int, ways: Optional[list[str]] = None) -> tuple[str, ...]:
        return tuple(self.one(word, ways) for _ in range(self._draw(st.integers(0, most))))

    def one(self, word: str, ways: Optional[list[str]] = None) -> str:
        self._count += 1
        return f"{word}{self._count}/{self._draw(st.sampled_from(ways or self._ways))}"


@st.composite
def models(draw: Draw) -> Model:
    """Definitions of two to four states, with up to two superstates."""
    states = list(range(1, draw(st.integers(2, 4)) + 1))
    own = range(10, 10 + draw(st.integers(1, 4)))
    events: list[Id] = [*own]
    kinds = {kind: count for kind, count in KINDS.items() if draw(st.booleans())}
    is_first_match = draw(st.booleans())
    possible = [list_ for list_ in _MATCHINGS if all(kind in kinds for cases in list_ for kind, _ in cases)]
    matchings = {event: draw(st.sampled_from(possible)) for event in [*events, ANY, REQUEST]}
    names = _Names(draw, list(kinds))
    rows = _Rows(draw, names, states, matchings, is_first_match)
    below = ModelBlock(None, rows.some("super", set(), 2), _callbacks(names, draw))
    above = ModelBlock(None, rows.some("super", _keys(below), 2), _callbacks(names, draw), (below,))
    blocks = {}
    for state in states:
        adopted = draw(st.sampled_from([(), (below,), (above,)]))
        inherited: set[Key] = set().union(*(_keys(each) for block in adopted for each in block.lineage()))
        blocks[state] = ModelBlock(state, rows.some(state, inherited, 4), _callbacks(names, draw), adopted)
    anywhere = rows.some(ANY, set(), 2) or (ModelRow(ANY, events[0], SAME),)
    model = Model(
        states=blocks,
        anywhere=anywhere,
        is_first_match=is_first_match,
        is_always=draw(st.booleans()),
        order=draw(st.sampled_from(ORDERS)),
        kinds=kinds,
        provided=frozenset(kind for kind in kinds if draw(st.booleans())),
        argument_types={event: draw(st.sampled_from(ARGUMENTS)) for event in own if draw(st.booleans())},
    )
    return model if model.events() else replace(model, argument_types={10: (int,)})


def sendings(model: Model) -> st.SearchStrategy[tuple[int, tuple[Case, ...], tuple[Any, ...]]]:
    """Events that the table knows, with a case of each predicate type and their arguments."""
    return st.sampled_from(model.events()).flatmap(
        lambda event: st.tuples(st.just(event), cases(model), arguments(model, event))
    )


def cases(model: Model) -> st.SearchStrategy[tuple[Case, ...]]:
    """One case of each type; a type with a provider may be left out."""
    numbers = st.tuples(
        *(st.integers(-1 if kind in model.provided else 0, count - 1) for kind, count in model.kinds.items())
    )
    return numbers.map(lambda several: tuple((kind, case) for kind, case in zip(model.kinds, several) if case >= 0))


def arguments(model: Model, event: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.tuples(*(_VALUES[each] for each in model.argument_types.get(event, ())))


def _lead_alike(one: ModelRow, other: ModelRow) -> bool:
    """Whether two rows of one block have the same target in some state: SAME may be any that is named."""
    if one.target == other.target:
        return True
    named = other.target if one.target == SAME else one.target if other.target == SAME else None
    return isinstance(named, int) and (named == one.source or not isinstance(one.source, int))


def _keys(block: ModelBlock) -> set[Key]:
    return {row.key for row in block.rows}


def _callbacks(names: _Names, draw: Draw) -> dict[str, tuple[str, ...]]:
    ways = ["machine", "step", "nothing"]
    return {
        "entry": (names.one("entry", ways), *names.some("entry", 1, ways)),
        "exit": names.some("exit", 1, ways),
        "cycle": names.some("cycle", 1, ways),
        "update": names.some("update", 1, ways),
    }


class _Rows:
    def __init__(
        self, draw: Draw, names: _Names, states: list[int], matchings: dict[Id, Any], is_first_match: bool
    ) -> None:
        self._draw, self._names, self._states = draw, names, states
        self._matchings, self._is_first_match = matchings, is_first_match

    def some(self, source: Id, inherited: set[Key], most: int) -> tuple[ModelRow, ...]:
        """Rows of one block; what would be there twice overrides, or is left out."""
        found: list[ModelRow] = []
        for _ in range(self._draw(st.integers(0, most))):
            row = self._one(source, inherited)
            alike = [other for other in found if other.key == row.key]
            is_other = row.event != REQUEST and not any(_lead_alike(row, other) for other in alike)
            if not alike or (self._is_first_match and not row.overriding and is_other):
                found.append(row)
        return tuple(found)

    def _one(self, source: Id, inherited: set[Key]) -> ModelRow:
        draw, names = self._draw, self._names
        event = draw(st.sampled_from(list(self._matchings)))
        targets: list[Id] = [*self._states, ANY] if event == REQUEST else [*self._states, SAME, INTERNAL, DYNAMIC]
        row = ModelRow(
            source,
            event,
            draw(st.sampled_from(targets)),
            cases=draw(st.sampled_from(self._matchings[event])),
            guards=names.some("guard", 2),
            actions=names.some("action", 2),
        )
        resolver = names.one("resolver") if row.target == DYNAMIC else None
        return replace(row, resolver=resolver, overriding=row.key in inherited)
