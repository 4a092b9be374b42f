"""Judges the tests by mutants: see run.

Results go to a file as they come, so that a run that was interrupted goes on where it stopped. A mutant that survived is
tried again by the tests that are new or have changed since.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import random
import re
import sys
import threading

from library import ROOT, Library
from places import Place, choose, places
from programs import Reach, Runner, Test, measured, tests

SURVIVORS = pathlib.Path(__file__).with_name("survivors")
SEED = "1"
LEAST_MUTANTS = 500
CHARTS = 2000
LEAST_KILLED = 90  # per cent


class Results:
    """A line a mutant: its name, and the test that killed it with what it said; or the tests that it survived."""

    def __init__(self, path: pathlib.Path, identity: str) -> None:
        self.path = path
        self.killed: dict[str, str] = {}
        self.survived: dict[str, set[str]] = {}
        self._lock = threading.Lock()
        if not path.exists() or path.read_text().partition("\n")[0] != identity:
            path.write_text(identity + "\n")
        for line in path.read_text().splitlines()[1:]:
            self._take(json.loads(line))

    def _take(self, record: dict[str, object]) -> None:
        name = str(record["mutant"])
        if "killed" in record:
            self.killed[name] = str(record["killed"])
        else:
            passed = record["survived"]
            assert isinstance(passed, list)
            self.survived.setdefault(name, set()).update(passed)

    def add(self, record: dict[str, object]) -> None:
        with self._lock, self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")
            self._take(record)


def judge(name: str, number: int, order: list[Test], reach: dict[str, Reach], runner: Runner, results: Results) -> None:
    """Runs the tests that reach the mutant, the quickest first, until one fails."""
    if name in results.killed:
        return
    passed: list[str] = []
    for test in order:
        at = reach[test.name]
        if number not in at.mutants or test.key in results.survived.get(name, ()):
            continue
        failure = runner.fails(test, number, at.seconds)
        if failure is not None:
            results.add({"mutant": name, "killed": f"{test.name}: {failure}"})
            return
        passed.append(test.key)
    results.add({"mutant": name, "survived": passed})


def write_charts(folder: pathlib.Path) -> pathlib.Path:
    """Random charts as cases, by the oracle of Tests/Differential. Returns their folder."""
    place = folder / "charts"
    place.mkdir(exist_ok=True)
    if not any(place.iterdir()):
        sys.path.insert(0, str(ROOT / "Tests" / "Differential"))
        from differential import oracle
        from differential.generating import make
        from differential.results import Endless
        from differential.writing import write

        cases: list[str] = []
        for seed in range(1, CHARTS + 1):
            try:
                results, _ = oracle.run(chart := make(seed))
            except Endless:
                continue
            cases.append(write(chart, results, seed))
        (place / "charts.fsms").write_text("".join(cases))
    return place


def named_survivors() -> dict[str, str]:
    """The survivors that somebody has judged, with their reasons: NAME<tab>REASON."""
    named: dict[str, str] = {}
    for line in SURVIVORS.read_text().splitlines() if SURVIVORS.exists() else []:
        if line and not line.startswith("#"):
            name, _, reason = line.partition("\t")
            named[name] = reason.strip()
    return named


def report(mutants: dict[Place, int], results: Results) -> bool:
    """Prints what came of all mutants. Whether that is enough, and every survivor has its reason."""
    killers = collections.Counter(results.killed[p.name].partition(":")[0] for p in mutants if p.name in results.killed)
    for test, count in killers.most_common():
        print(f"{count:4d} killed by {test}")
    named = named_survivors()
    alive = [place for place in mutants if place.name in results.survived and place.name not in results.killed]
    print("\nSurvivors:")
    for place in alive:
        reached = f"{len(results.survived[place.name])} tests" if results.survived[place.name] else "not reached"
        print(f"{place.file}:{place.line}: {place.code} [{place.before} -> {place.after}] ({reached})")
        print(f"    {named.get(place.name) or 'NOT JUDGED'}")
    killed = sum(killers.values())
    # What does the same as the original is no mistake that a test could find.
    equivalent = sum(named.get(place.name, "").startswith("Equivalent:") for place in alive)
    judged = killed + len(alive) - equivalent
    rate = 100 * killed / max(1, judged)
    unjudged = [place for place in alive if not named.get(place.name)]
    open_count = len(mutants) - killed - len(alive)
    print(f"\n{killed} of {judged} mutants killed: {rate:.1f} %; beside them {equivalent} equivalent ones", end="")
    print(f"; {len(unjudged)} survivors not judged", end="")
    print(f"; {open_count} not run" if open_count else "")
    return not open_count and not unjudged and judged >= LEAST_MUTANTS and rate >= LEAST_KILLED


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="folder with the C tests")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "mutation", help="where to work")
    parser.add_argument("--count", type=int, default=660, help="about how many places (some do not compile)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", default="", help="only tests with this in their name, a regular expression")
    parser.add_argument("--report", action="store_true", help="runs nothing")
    options = parser.parse_args()

    chosen = choose(places(ROOT / "Sources" / "FSMEngine"), options.count, SEED)
    library = Library(options.folder, chosen)
    library.build()
    identity = hashlib.sha256("\n".join(place.name for place in chosen).encode()).hexdigest()
    results = Results(options.folder / "results", identity)
    if not options.report:
        runner = Runner(library.build_folder, options.folder)
        all_tests = [test for test in tests(options.build, write_charts(options.folder)) if re.search(options.only, test.name)]
        reach = measured(runner, all_tests, len(chosen), options.folder / "reach.json", identity)
        order = sorted((test for test in all_tests if test.name in reach), key=lambda test: reach[test.name].seconds)
        # The cases first: they kill most, whatever they take.
        order.sort(key=lambda test: not test.name.startswith("conformance"))
        with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
            # In random order, so that those of a run that was interrupted stand for all.
            shuffled = random.Random(SEED).sample(list(library.mutants.items()), len(library.mutants))
            jobs = [
                pool.submit(judge, place.name, number, order, reach, runner, results) for place, number in shuffled
            ]
            for count, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                job.result()
                if count % 50 == 0:
                    print(f"{count} of {len(jobs)}: {len(results.killed)} killed", flush=True)
    return 0 if report(library.mutants, results) else 1


if __name__ == "__main__":
    sys.exit(main())
