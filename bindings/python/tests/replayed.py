"""What a replay must come to, found out in the slow way: by a machine for each token."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple, Optional

from documented import PLAYER

from swiftfsm import Outcome, Table

ORDERS = """\
definition orders version 1
  initial open
  state open
    pay -> paid
    cancel -> cancelled
  state paid
    "go back" -> open
    ship -> shipped
    refund -> same
  state shipped
    refund -> cancelled
  state cancelled final
"""

DEVICE = (
    PLAYER.replace("        timeout 30000000 volume\n", "")
    .replace(" / light-up", "")
    .replace("    power -> on\n", "    power -> on\n    drop -> broken\n")
    .replace("    power -> off\n", "    power -> off\n    drop -> broken\n")
    + "  state broken final\n"
)
"""The player without a timeout and a callback; it can break, for good."""


class Expected(NamedTuple):
    """What came of the events."""

    states: dict[Any, Any]
    outcomes: list[int]
    violations: list[tuple[int, Any, Any, Any, str]]
    """Index, token, state, event and outcome of each."""


def orders() -> Table[Any, Any]:
    return Table.read(ORDERS, callbacks={})


def by_machines(
    table: Table[Any, Any],
    events: Sequence[Any],
    tokens: Sequence[Hashable],
    *,
    states: Optional[dict[Any, Any]] = None,
    stops: bool = False,
    cases: Optional[Sequence[Sequence[Any]]] = None,
) -> Expected:
    """Sends each event to the machine of its token. stops: a token's events after its first violation are skipped."""
    machines: dict[Any, Any] = {}
    outcomes: list[int] = []
    violations: list[tuple[int, Any, Any, Any, str]] = []
    violated = set()
    for index, (event, token) in enumerate(zip(events, tokens)):
        if token not in machines:
            begun = (states or {}).get(token)
            machines[token] = table.machine() if begun is None else table.machine(begun)
        machine = machines[token]
        if stops and token in violated:
            outcomes.append(0)
            continue
        former = machine.states[0] if machine.states else None
        outcome = machine.send(event, *([] if cases is None else cases[index])) if machine.states else Outcome.UNHANDLED
        outcomes.append(int(outcome))
        if outcome != Outcome.TRANSITIONED:
            violated.add(token)
            violations.append((index, token, former, event, outcome.name))
    return Expected({token: each.state for token, each in machines.items()}, outcomes, violations)


def told(replay: Any) -> list[tuple[int, Any, Any, Any, str]]:
    """The violations of a replay, as `Expected` has them."""
    return [(each.index, each.token, each.state, each.event, each.outcome.name) for each in replay.violations]


def random_log(table: Table[Any, Any], count: int, tokens: int, seed: int) -> tuple[list[Any], list[int]]:
    """Events that the rules permit, mostly, and their tokens."""
    random = Random(seed)
    every = table.events
    machines = [table.machine() for _ in range(tokens)]
    events, whose = [], []
    for _ in range(count):
        token = random.randrange(tokens)
        machine = machines[token]
        permitted = machine.permitted() if machine.states else []
        event = random.choice(permitted if permitted and random.random() < 0.95 else every)
        if machine.states:
            machine.send(event)
        events.append(event)
        whose.append(token)
    return events, whose
