"""The program is killed at random moments and started again: in the end every event has been applied exactly once."""

import array
import contextlib
import fcntl
import random
import signal
import sqlite3
import subprocess
import termios
import threading
import time
import unittest
from pathlib import Path

from orders_events import lives
from orders_program import PROGRAM, OrdersTest, chosen_seed, number


def wait_for_unread(process: subprocess.Popen[bytes], most: int) -> None:
    """Waits until the process has left no more than so many bytes of its input unread, or has ended."""
    assert process.stdin
    unread = array.array("i", [most + 1])
    while unread[0] > most and process.poll() is None:
        time.sleep(0.0001)
        fcntl.ioctl(process.stdin, termios.FIONREAD, unread)


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
        self.introduce_customers()

    def first_line(self, applied: int) -> int:
        """Where to go on: with the turn of the last event that was applied, which begins with the time; or all over again."""
        if applied == 0 or self.chance.random() < 0.1:
            return 0
        place = self.places[applied - 1]
        while self.lines[place][:1] != b"@":
            place -= 1
        return place

    def live(self, first: bytes, rest: bytes) -> None:
        """Starts the program, sends it lines in two parts, lets it wait for more, and kills it: at a random time from the start,
        whatever it does by then; or soon after it has applied the first part, amid the rest."""
        command: list[str | Path] = [PROGRAM, self.database, "apply", "-", self.chance.choice(["1", "1", "7", "50"])]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin and process.stderr
            with contextlib.suppress(BrokenPipeError):
                if self.chance.random() < 0.25:
                    threading.Timer(self.chance.uniform(0, 0.02), process.kill).start()
                    process.stdin.write(first + rest)
                else:
                    process.stdin.write(first)
                    wait_for_unread(process, 0)
                    process.stdin.write(rest)
                    wait_for_unread(process, len(rest) - 1)  # it reads on when it is through with the first part
                    time.sleep(self.chance.uniform(0, 0.001))
                    process.kill()
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
            start, end = self.first_line(applied), self.places[sent - 1] + 1
            cut = self.places[self.chance.randrange(min(applied, sent - 1), sent)]
            self.live(b"".join(self.lines[start:cut]), b"".join(self.lines[cut:end]))
            before, applied = applied, self.applied()
            self.assertTrue(before <= applied <= sent, (before, applied, sent))
            amid += before < applied < sent
        print(f"killed {self.kills} times, {amid} of them amid the events; {applied} of {self.count} were applied by then")
        self.assertGreater(amid, self.kills / 10)
        self.expect("apply", str(self.events))
        self.assertEqual(self.applied(), self.count)
        print(self.expect_as_in_memory(self.events), end="")


if __name__ == "__main__":
    unittest.main()
