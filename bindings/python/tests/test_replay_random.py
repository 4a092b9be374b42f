"""Random definitions and logs: a replay comes to what machines do that are sent the same events."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from replayed import by_machines, told

from swiftfsm import FIRST_ID, INTERNAL, SAME, StateBlock, Table

EXAMPLES = int(os.environ.get("RANDOM_EXAMPLES", "60"))
IDS = st.integers(FIRST_ID, 2**31 - 1) | st.integers(0, 5)


@st.composite
def definitions(draw: Any) -> Table[int, int]:
    states = draw(st.lists(IDS, min_size=1, max_size=6, unique=True))
    events = draw(st.lists(IDS, min_size=1, max_size=5, unique=True))
    targets = st.sampled_from(states) | st.sampled_from([SAME, INTERNAL])
    keys = draw(st.sets(st.tuples(st.sampled_from(states), st.sampled_from(events)), min_size=1))
    rows = [(source, event, draw(targets)) for source, event in sorted(keys)]
    blocks = [StateBlock(state, final=True) for state in states if state not in {source for source, _, _ in rows}]
    return Table(rows, blocks, initial=draw(st.sampled_from(states)), event_names={each: f"e{each}" for each in events})


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_replays_are_what_machines_do(data: Any) -> None:
    table = data.draw(definitions())
    keys = st.integers(-3, 9) | st.sampled_from(["tea", "jam", (1, 2)])
    log = data.draw(st.lists(st.tuples(st.sampled_from(table.events), keys), max_size=60))
    events, tokens = [event for event, _ in log], [token for _, token in log]
    begun = data.draw(st.dictionaries(keys, st.sampled_from(table.states)))
    stops = data.draw(st.booleans())
    expected = by_machines(table, events, tokens, states=begun, stops=stops)
    names = data.draw(st.booleans())
    found = table.replay(
        [f"e{event}" for event in events] if names else events,
        tokens,
        states=begun,
        on_violation="stop token" if stops else "stay",
        outcomes=True,
        rows=data.draw(st.booleans()),
    )
    assert found.state_of == expected.states and len(found.tokens) == len(expected.states)
    assert told(found) == expected.violations
    assert found.outcomes is not None and found.outcomes.tolist() == expected.outcomes
    table.close()
