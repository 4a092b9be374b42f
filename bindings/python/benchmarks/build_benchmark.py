"""Building a table of 10,000 rows from plain tuples: 100 states, 100 events, beside other packages and a plain dict.

Goal: at least forty times as fast as transitions as it comes, with the transitions from every state to every other that
it adds by itself. It is measured without them too.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

import statemachine
import transitions
from measuring import Comparison, Goal, Subject, run

import swiftfsm

STATES = 100
EVENTS = 100
ROWS = STATES * EVENTS


def act() -> None:
    """The action of every row."""


class Model:
    """What transitions calls; it must have a function of the action's name."""

    act = staticmethod(act)


def target(state: int, event: int) -> int:
    return (state * 7 + event + 1) % STATES


PLAIN: list[tuple[Any, ...]] = [
    (state, event, target(state, event)) for event in range(EVENTS) for state in range(STATES)
]
ACTING = [(*row, act) for row in PLAIN]
STATE_NAMES = [f"s{state}" for state in range(STATES)]
TEXTS = [[f"e{event}", f"s{source}", f"s{to}"] for source, event, to in PLAIN]
ACTING_TEXTS = [{"trigger": event, "source": source, "dest": to, "after": "act"} for event, source, to in TEXTS]


def of_swiftfsm(rows: list[tuple[Any, ...]]) -> swiftfsm.Table[int, int]:
    return swiftfsm.Table(rows, initial=0)


def of_transitions(rows: Any) -> Any:
    machine = transitions.Machine(Model(), states=STATE_NAMES, initial="s0", auto_transitions=False)
    machine.add_transitions(rows)
    return machine


def of_transitions_as_it_comes(rows: Any) -> Any:
    """With the transitions from every state to every other that it adds unless it is told not to."""
    machine = transitions.Machine(Model(), states=STATE_NAMES, initial="s0")
    machine.add_transitions(rows)
    return machine


def of_statemachine(rows: list[tuple[Any, ...]]) -> Any:
    """A class, as for a machine that is written down. It is given fewer rows: each costs it more than the last."""
    states = [statemachine.State(initial=not state) for state in range(STATES)]
    events: dict[int, Any] = {}
    for row in rows:
        source, event, to = row[:3]
        made = states[source].to(states[to], on="act" if row[3:] else None)
        events[event] = events[event] | made if event in events else made
    members = {**{f"s{state}": each for state, each in enumerate(states)}, **{f"e{e}": t for e, t in events.items()}}
    return type("Machine", (statemachine.StateMachine,), {**members, "act": staticmethod(act)})


def of_dict(rows: list[tuple[Any, ...]]) -> dict[tuple[int, int], tuple[Any, ...]]:
    return {(row[0], row[1]): row[2:] for row in rows}


def check() -> None:
    """All of them lead from the first state to the same one, by the same events."""
    table = of_swiftfsm(ACTING)
    assert (table.row_count, table.state_count, table.event_count) == (ROWS, STATES, EVENTS)
    machine, other = table.machine(), of_transitions(ACTING_TEXTS)
    plain, state = of_dict(PLAIN), 0
    for event in range(EVENTS):
        machine.send(event)
        getattr(other.model, f"e{event}")()
        (state,) = plain[state, event]
        assert (machine.state, other.model.state) == (state, f"s{state}")
    assert of_statemachine(PLAIN[:1000])().s0.is_active


def building(make: Callable[[Any], Any], rows: Any) -> Callable[[int], None]:
    def work(count: int) -> None:
        make(rows[:count])

    return work


def comparison(title: str, rows: list[tuple[Any, ...]], texts: Any, is_measured: bool) -> Comparison:
    subjects = [
        Subject("a dict of callbacks", building(of_dict, rows)),
        Subject("swiftfsm", building(of_swiftfsm, rows)),
        Subject("transitions", building(of_transitions_as_it_comes, texts)),
        Subject("transitions, no automatic ones", building(of_transitions, texts)),
        Subject("python-statemachine", building(of_statemachine, rows), 0.1),
    ]
    goal = Goal(times_as_fast=40) if is_measured else Goal()
    return Comparison(f"{title}, each row", "swiftfsm", subjects, goal, ROWS, 7)


def main() -> int:
    comparisons = [
        comparison("Building 10,000 rows (source, event, target)", PLAIN, TEXTS, True),
        comparison("Building 10,000 rows (source, event, target, action)", ACTING, ACTING_TEXTS, False),
    ]
    return run(comparisons, check, "All tables agree.")


if __name__ == "__main__":
    sys.exit(main())
