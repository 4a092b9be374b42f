"""What an event costs, without a callback of Python, with one, and with one that takes a number; and making a machine.
Beside other packages and a plain dict.

Goals: at most 450 ns without a callback; with one at least twelve times as fast as transitions.

At the end it prints the table of README.md; with `--write` it writes it there.
"""

from __future__ import annotations

import sys
from statistics import median

import readme_table
from measuring import Comparison, Goal, Subject, report, run
from peers import CENTS, TURNSTILES, Kind

WAYS = dict(zip(readme_table.COLUMNS, (Kind.NOTHING, Kind.COUNT, Kind.ADD, Kind.COUNT)))
GOALS = (Goal(most=450), Goal(times_as_fast=12), Goal(most=1_000), Goal(most=1_000))


def check() -> None:
    """All of them do the same."""
    for name, (make, _) in TURNSTILES.items():
        for kind, counted in ((Kind.NOTHING, 0), (Kind.COUNT, 6), (Kind.ADD, 6 * CENTS)):
            counter = [0]
            turnstile = make(counter, kind)
            found = [turnstile.state()]
            for _ in range(3):
                turnstile.send(2)
                found.append(turnstile.state())
            turnstile.make(3)
            assert found == ["LOCKED"] * 4, (name, found)
            assert counter == [counted], (name, kind, counter)


def comparison(title: str, kind: Kind, goal: Goal) -> Comparison:
    made = {name: (make([0], kind), share) for name, (make, share) in TURNSTILES.items()}
    is_making = title == readme_table.COLUMNS[-1]
    subjects = [
        Subject(name, each.make if is_making else each.send, share) for name, (each, share) in made.items()
    ]
    return Comparison(title.capitalize(), readme_table.LIBRARY, subjects, goal, 20_000, 15)


def main() -> int:
    is_written = sys.argv[1:] == ["--write"]
    if sys.argv[1:] == ["--check"]:
        return run([], check, "All turnstiles agree.")
    if sys.argv[1:] and not is_written:
        print(f"usage: {sys.argv[0]} [--check | --write]", file=sys.stderr)
        return 2
    check()
    times: dict[str, list[float]] = {name: [] for name in TURNSTILES}
    for (title, kind), goal in zip(WAYS.items(), GOALS):
        for name, taken in report(comparison(title, kind, goal)).items():
            times[name].append(median(taken))
    if is_written:
        readme_table.write(times)
    print(readme_table.render(times), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
