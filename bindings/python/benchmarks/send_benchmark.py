"""A send, without a callback of Python and with one, beside other packages and a plain dict.

Goals: at most 450 ns without a callback; with one at least twelve times as fast as transitions.
"""

from __future__ import annotations

import sys

from measuring import Comparison, Goal, Subject, run
from peers import TURNSTILES


def check() -> None:
    """All of them do the same."""
    for name, (make, _) in TURNSTILES.items():
        for counter in (None, [0]):
            turnstile = make(counter)
            found = [turnstile.state()]
            for _ in range(3):
                turnstile.send(2)
                found.append(turnstile.state())
            assert found == ["LOCKED"] * 4, (name, found)
            assert counter in (None, [6]), (name, counter)


def subjects(is_counting: bool) -> list[Subject]:
    return [
        Subject(name, make([0] if is_counting else None).send, share) for name, (make, share) in TURNSTILES.items()
    ]


def main() -> int:
    comparisons = [
        Comparison("A send without a callback", "swiftfsm", subjects(False), Goal(most=450), 20_000, 15),
        Comparison("A send with one callback", "swiftfsm", subjects(True), Goal(times_as_fast=12), 20_000, 15),
    ]
    return run(comparisons, check, "All turnstiles agree.")


if __name__ == "__main__":
    sys.exit(main())
