"""Many orders live in the database, over several runs of the program, as they would in memory."""

import subprocess
import unittest
from pathlib import Path

from orders_events import lives
from orders_program import PROGRAM, OrdersTest, chosen_seed, number

RUNS = 4


class LifeTest(OrdersTest):
    def test_nothing_is_lost_between_runs(self) -> None:
        lines = lives(chosen_seed(), number("ORDERS_COUNT", 10000))
        events = self.write_events(lines)
        self.introduce_customers()
        for run in range(RUNS):
            part = lines[len(lines) * run // RUNS : len(lines) * (run + 1) // RUNS]
            clock = next((line for line in reversed(lines[: len(lines) * run // RUNS]) if line[0] == "@"), "@0")
            self.expect("apply", "-", "2500", lines="\n".join([clock, *part]))
        print(self.expect_as_in_memory(events), end="")

    def test_two_processes_at_once_apply_each_event_once(self) -> None:
        events = self.write_events(lives(chosen_seed(), 200))
        self.introduce_customers()
        command: list[str | Path] = [PROGRAM, self.database, "apply", events]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        for each in both:
            printed, told = each.communicate(timeout=600)
            self.assertEqual((each.returncode, told), (0, ""), printed)
        self.expect_as_in_memory(events)


if __name__ == "__main__":
    unittest.main()
