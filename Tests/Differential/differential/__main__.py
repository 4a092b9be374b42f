"""Tests/Differential/run [COUNT]: compares random charts, and goes on where it stopped."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import repeat
from pathlib import Path

from .comparing import Comparison, Difference, Tally
from .judging import Judge
from .results import WRONG_RULES
from .sharing import shared_cases

PROJECT = Path(__file__).resolve().parents[3]
SHARED = PROJECT / "Tests" / "Conformance" / "random" / "charts.fsms"
#: So many charts are judged at a time.
BATCH = 500


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Differential/run", description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="how many charts (10000)")
    parser.add_argument("--from", dest="seed", type=int, help="begin with this seed, and do not note where it ends")
    parser.add_argument("--build", type=Path, default=PROJECT / "build", help="where the library is built (build)")
    parser.add_argument("--without-swift", action="store_true", help="leave out the oracle in Swift")
    parser.add_argument("--swift", type=Path, help="the tests that SwiftPM has built (those of release, else of debug)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--share", action="store_true", help="write Tests/Conformance/random/charts.fsms anew instead")
    parser.add_argument("--wrong", choices=WRONG_RULES, default="", help="break this rule, to see that it is noticed")
    return parser.parse_args()


def judges(chosen: argparse.Namespace) -> list[Judge]:
    """The library by the conformance runner, and the oracle in Swift."""
    runner = chosen.build / "Tests/Conformance/conformance"
    found = [Judge("library", [str(runner)])]
    built = [chosen.swift] if chosen.swift else [
        chosen.build / "swiftpm" / kind / "swift-fsm-enginePackageTests.xctest" for kind in ("release", "debug")
    ]
    program = next((path for path in built if path.exists()), None)
    if not runner.exists() or (program is None and not chosen.without_swift):
        sys.exit(f"{built[-1] if runner.exists() else runner} is missing: build the tests first")
    if program is not None and not chosen.without_swift:
        command = [str(program), "--testing-library", "swift-testing", "--filter", "FSMEngineTests.ChartCaseTests"]
        found.append(Judge("Swift oracle", command, variable="SWIFTFSM_CASES"))
    return found


def compare(comparison: Comparison, seeds: range) -> tuple[Tally, list[Difference]]:
    comparison.folder = comparison.folder / str(os.getpid())
    result = comparison.compare(seeds)
    shutil.rmtree(comparison.folder)
    return result


def main() -> int:
    chosen = arguments()
    if chosen.share:
        SHARED.write_text(shared_cases())
        return 0
    folder: Path = chosen.build / "differential"
    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / "state.json"
    total, first = Tally(), 1
    is_noted = chosen.seed is None and not chosen.wrong
    if is_noted and notes.exists():
        state = json.loads(notes.read_text())
        first = state.pop("next")
        total = Tally(**state)
    first = first if chosen.seed is None else chosen.seed
    end = first + chosen.count
    batches = [range(start, min(start + BATCH, end)) for start in range(first, end, BATCH)]
    comparison = Comparison(judges(chosen), folder, chosen.wrong)
    tally, differences, began = Tally(), [], time.monotonic()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for seeds, (part, found) in zip(batches, pool.map(compare, repeat(comparison), batches)):
            differences += found
            if found:
                pool.shutdown(cancel_futures=True)
                break
            tally.add(part)
            total.add(part)
            if is_noted:
                notes.write_text(json.dumps({"next": seeds.stop, **asdict(total)}))
    for difference in differences:
        print(f"seed {difference.seed}: {difference.judge}: {difference.text}\n{difference.case}")
    report(f"seeds {first} to {end - 1}, {time.monotonic() - began:.1f} s", tally)
    if is_noted:
        report("since the beginning", total)
    return 1 if differences else 0


def report(title: str, tally: Tally) -> None:
    judged = ", ".join(f"{name} {count}" for name, count in tally.judged.items())
    counts = ", ".join(f"{name} {count}" for name, count in sorted(tally.counts.items()))
    print(f"{title}: {tally.charts} charts ({judged}), {tally.endless} left aside; {counts}")


if __name__ == "__main__":
    sys.exit(main())
