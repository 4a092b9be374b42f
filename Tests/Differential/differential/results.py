"""What the oracle writes down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from .chart import Act, Call, Callback

#: After so many steps of one call a chart is left aside: it would probably never end.
STEP_LIMIT = 100
#: So often may callbacks send, raise or stop in one call of the host, and rows without an event be allowed by a guard.
ACT_LIMIT, EVENTLESS_LIMIT = 4, 6

#: Rules that may be broken on purpose, to see that this is noticed.
WRONG_RULES = (
    "exit-order", "inner-first", "deep-is-shallow", "done-climbs", "local-is-external", "defer-is-local",
    "record-always", "refusal-closes-parents", "recall-never",
)


class Endless(Exception):
    """A chart that is left aside."""


class CallbackFailed(Exception):
    """A callback of the step under way failed."""


@dataclass
class Happening:
    """A callback that was called, the state of the machine then, and what it did."""

    callback: Callback
    state: Optional[int]
    act: Act


@dataclass
class Result:
    """What a call came to: "transitioned" and so on; and the active leaves afterwards."""

    call: Call
    outcome: str = ""
    state: Optional[int] = None
    leaves: list[int] = field(default_factory=list)
    is_done: bool = False
    due: Optional[int] = None
    trace: list[Happening] = field(default_factory=list)
