"""The oracle in Python agrees with the library, and what compares them notices rules that are wrong."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from differential import oracle
from differential.comparing import Comparison, Difference
from differential.generating import make
from differential.judging import Judge
from differential.results import WRONG_RULES
from differential.writing import write

#: Enough charts for each rule to matter in one of them.
SEEDS = range(1, 2001)
SHARED = Path(__file__).resolve().parents[1] / "Conformance" / "random" / "charts.fsms"


class DifferentialTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        library = Judge("library", [os.environ["SWIFTFSM_CONFORMANCE"]])
        self.comparison = Comparison([library], Path(folder.name))

    def smallest(self, rule: str, seeds: range) -> Difference:
        """What is found first if this rule is wrong, in parts of 100 charts."""
        self.comparison.wrong = rule
        for start in range(seeds.start, seeds.stop, 100):
            _, differences = self.comparison.compare(range(start, min(start + 100, seeds.stop)))
            if differences:
                return differences[0]
        raise self.failureException(f"nobody notices that {rule} is wrong")


class AgreementTest(DifferentialTest):
    def test_library_and_oracle_agree(self) -> None:
        tally, differences = self.comparison.compare(range(1, 201))
        self.assertEqual([], differences)
        self.assertEqual(tally.charts, tally.judged["library"])
        self.assertGreater(tally.charts, 150)
        # A generator that no longer makes some kind of chart would test nothing.
        for what in (
            "transitioned", "refused", "unhandled", "deferred", "recall", "conflict", "several rows", "history",
            "history default", "eventless", "raised", "parallel done", "done", "stays", "due", "callback failed",
        ):
            self.assertGreater(tally.counts.get(what, 0), 0, what)


class SharedCasesTest(unittest.TestCase):
    def test_shared_cases_are_fresh(self) -> None:
        """The file that all runners read has what the oracle says now of its seeds."""
        text = SHARED.read_text()
        seeds = [int(seed) for seed in re.findall(r"^# case (\d+)$", text, re.MULTILINE)]
        self.assertGreater(len(seeds), 50)
        written = [write(make(seed), oracle.run(make(seed))[0], seed) for seed in seeds]
        self.assertEqual("".join(written), text, "Tests/Differential/run --share would not write the same")


class WrongRuleTest(DifferentialTest):
    def test_wrong_order_is_found_and_made_small(self) -> None:
        difference = self.smallest("exit-order", range(1, 101))
        self.assertRegex(difference.text, r"exit s\d+\.\d is called, but exit s\d+\.\d is expected")
        self.assertLess(difference.case.count("\n"), 24, difference.case)
        self.assertEqual(1, len(re.findall(r"^  (?:send|request|stop)", difference.case, re.MULTILINE)), difference.case)


class AllWrongRulesTest(DifferentialTest):
    def test_each_wrong_rule_is_found_and_made_small(self) -> None:
        for rule in WRONG_RULES:
            with self.subTest(rule):
                difference = self.smallest(rule, SEEDS)
                print(f"{rule}: seed {difference.seed}: {difference.text}\n{difference.case}")
                self.assertLess(difference.case.count("\n"), 45, difference.case)


if __name__ == "__main__":
    unittest.main()
