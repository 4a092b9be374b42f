"""The program is killed at random moments and started again: in the end every event has been applied exactly once."""

import contextlib
import random
import signal
import sqlite3
import subprocess
import threading
import unittest
from pathlib import Path

from orders_events import lives
from orders_program import PROGRAM, OrdersTest, chosen_seed, number


class KillTest(OrdersTest):
    def setUp(self) -> None:
        super().setUp()
        self.count, self.kills = number("ORDERS_EVENTS", 2000), number("ORDERS_KILLS", 20)
        seed = chosen_seed()
        self.chance = random.Random(seed)
        lines = lives(seed, self.count // 9, self.count)
        self.events = self.write_events(lines)
        self.lines = [line.encode() + b"\n" for line in lines]
        self.places = [i for i, line in enumerate(lines) if line[0] != "@"]  # of each event: the number of its line
        self.delay = 0.01  # the longest of a life, in seconds
        self.introduce_customers()

    def first_line(self, applied: int) -> int:
        """Where to go on: with the turn of the last event that was applied, which begins with the time; or all over again."""
        if applied == 0 or self.chance.random() < 0.1:
            return 0
        place = self.places[applied - 1]
        while self.lines[place][:1] != b"@":
            place -= 1
        return place

    def live(self, lines: list[bytes]) -> None:
        """Starts the program, sends it these lines, lets it wait for more, and kills it after a random time."""
        command: list[str | Path] = [PROGRAM, self.database, "apply", "-", self.chance.choice(["1", "1", "7", "50"])]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin and process.stderr
            threading.Timer(self.chance.uniform(0, self.delay), process.kill).start()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(b"".join(lines))
            told = process.stderr.read()
        self.assertEqual((process.returncode, told), (-signal.SIGKILL, b""))

    def applied(self) -> int:
        """How many events the database knows. The program opens it first: what a kill leaves is for it to repair."""
        self.expect("count")
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            return int(database.execute("SELECT count(key) FROM steps WHERE key IS NOT NULL").fetchone()[0])

    def test_every_event_is_applied_exactly_once(self) -> None:
        self.assertEqual(len(self.places), self.count)
        amid = applied = 0
        for killed in range(self.kills):
            share = (self.count - applied) / (self.kills - killed + 1)
            sent = min(self.count, applied + int(share * self.chance.uniform(0.5, 1.5)) + 1)
            self.live(self.lines[self.first_line(applied) : self.places[sent - 1] + 1])
            before, applied = applied, self.applied()
            self.assertTrue(before <= applied <= sent, (before, applied, sent))
            amid += before < applied < sent
            self.delay *= 1.2 if applied == before else 0.8 if applied == sent else 1
        print(f"killed {self.kills} times, {amid} of them amid the events; {applied} of {self.count} were applied by then")
        self.assertGreater(amid, self.kills / 10)
        self.expect("apply", str(self.events))
        self.assertEqual(self.applied(), self.count)
        print(self.expect_as_in_memory(self.events), end="")


if __name__ == "__main__":
    unittest.main()
