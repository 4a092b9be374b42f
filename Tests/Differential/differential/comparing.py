"""Charts of many seeds, the oracle's cases of them, and where a judge disagrees with these."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from . import oracle
from .chart import Chart
from .generating import make
from .judging import Judge
from .results import Endless
from .shrinking import shrunk
from .writing import write


@dataclass
class Difference:
    """What a judge says of the chart of a seed, and the smallest case found of which it says the like."""

    seed: int
    judge: str
    text: str
    case: str


@dataclass
class Tally:
    """What was compared: how many charts, by each judge, and what happened in them."""

    charts: int = 0
    endless: int = 0
    judged: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        self.charts += other.charts
        self.endless += other.endless
        for mine, others in ((self.judged, other.judged), (self.counts, other.counts)):
            for name, count in others.items():
                mine[name] = mine.get(name, 0) + count


@dataclass
class Comparison:
    """Compares charts in a folder of its own, with a rule of the oracle broken if `wrong` names one."""

    judges: list[Judge]
    folder: Path
    wrong: str = ""

    def compare(self, seeds: range) -> tuple[Tally, list[Difference]]:
        """All seeds, and the first difference that each judge finds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        tally = Tally()
        charts, cases = self._cases([(seed, make(seed)) for seed in seeds], tally)
        differences: list[Difference] = []
        path = self.folder / f"{seeds.start}.fsms"
        for judge in self.judges:
            verdict = judge.judge(path, cases)
            tally.judged[judge.name] = verdict.checked
            if verdict.differences:
                first = min(verdict.differences)
                seed, chart = charts[first]
                differences.append(self._smallest(judge, seed, chart, verdict.differences[first]))
        path.unlink()
        return tally, differences

    def _cases(self, charts: list[tuple[int, Chart]], tally: Tally) -> tuple[list[tuple[int, Chart]], list[str]]:
        kept: list[tuple[int, Chart]] = []
        cases: list[str] = []
        for number, chart in charts:
            try:
                results, counts = oracle.run(chart, self.wrong)
            except Endless:
                tally.endless += 1
                continue
            kept.append((number, chart))
            cases.append(write(chart, results, number))
            tally.add(Tally(charts=1, counts=counts))
        return kept, cases

    def _smallest(self, judge: Judge, seed: int, chart: Chart, text: str) -> Difference:
        path = self.folder / f"smaller-{seed}.fsms"

        def find(candidates: list[Chart]) -> Optional[int]:
            kept, cases = self._cases(list(enumerate(candidates)), Tally())
            differences = judge.judge(path, cases).differences if cases else {}
            alike = [place for place in sorted(differences) if _kind(differences[place]) == _kind(text)]
            return kept[alike[0]][0] if alike else None

        smallest = shrunk(chart, find)
        _, cases = self._cases([(seed, smallest)], Tally())
        text = judge.judge(path, cases).differences.get(0, text)
        path.unlink()
        return Difference(seed, judge.name, text, cases[0])


def _kind(text: str) -> str:
    """What is kept while a chart is made smaller: the text of a difference without names."""
    return re.sub(r"\b[a-z]+\d+(\.\d+)?", "x", text)
