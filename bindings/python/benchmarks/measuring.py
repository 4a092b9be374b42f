"""Measuring in turns, and printing: the machine's moods then fall on all subjects alike.

Times are those of the processor, so that what else runs on the machine counts less.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from statistics import median
from time import thread_time_ns
from typing import Callable, NamedTuple, Optional

Work = Callable[[int], None]
"""Does something so many times."""


class Subject(NamedTuple):
    """One of those that are compared."""

    name: str
    work: Work
    share: float = 1.0
    """The part of the turns' count that it does: less for the slow ones."""


class Goal(NamedTuple):
    """What the library is to reach."""

    most: Optional[float] = None
    """Nanoseconds."""
    times_as_fast: Optional[float] = None
    """As `peer`."""
    peer: str = "transitions"


class Comparison(NamedTuple):
    """One table: the library, of this name, among others that do the same."""

    title: str
    library: str
    subjects: Sequence[Subject]
    goal: Goal
    units: int
    """How often the work is done in one turn."""
    turns: int


def measure(comparison: Comparison) -> dict[str, list[float]]:
    """For each subject the nanoseconds of one unit of work, turn by turn; one turn before them does not count."""
    times: dict[str, list[float]] = {subject.name: [] for subject in comparison.subjects}
    for turn in range(comparison.turns + 1):
        for subject in comparison.subjects:
            count = max(1, int(comparison.units * subject.share))
            gc.collect()
            start = thread_time_ns()
            subject.work(count)
            taken = (thread_time_ns() - start) / count
            if turn:
                times[subject.name].append(taken)
    return times


def report(comparison: Comparison) -> dict[str, list[float]]:
    """Measures and prints: medians, and the medians of each turn's ratio to the library. Returns what `measure` does."""
    times = measure(comparison)
    own = times[comparison.library]
    print(f"{comparison.title}\n  {'':36}{'ns':>12}{'ratio':>10}{'goal':>10}")
    for name, taken in times.items():
        ratio = median(other / mine for other, mine in zip(taken, own))
        value = median(taken)
        print(f"  {name:36}{value:12,.0f}{ratio:10.2f}{_judge(comparison, name, value, ratio)}")
    print()
    return times


def run(comparisons: Sequence[Comparison], check: Callable[[], None], agreement: str) -> int:
    """The main function: `--check` compares what the subjects do and measures nothing."""
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        print(f"usage: {sys.argv[0]} [--check]", file=sys.stderr)
        return 2
    check()
    if arguments:
        print(agreement)
        return 0
    for comparison in comparisons:
        report(comparison)
    return 0


def _judge(comparison: Comparison, name: str, value: float, ratio: float) -> str:
    """The column of the goals: a time stands beside the library, a ratio beside the peer."""
    goal = comparison.goal
    if goal.most is not None and name == comparison.library:
        return f"{goal.most:10,.0f}{'' if value <= goal.most else '  not reached'}"
    if goal.times_as_fast is not None and name == goal.peer:
        return f"{goal.times_as_fast:10.2f}{'' if ratio >= goal.times_as_fast else '  not reached'}"
    return ""
