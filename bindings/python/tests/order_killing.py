"""Handles deliveries in processes that are killed at random moments.

    python order_killing.py DATABASE FILE KILLS SEED

After each kill another process goes on, with deliveries that were acknowledged already, and those that were not. They are
forked: what they have imported is in memory, what they know of the database is not. Prints, as JSON, how it went.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from mmap import mmap
from random import Random
from struct import pack, unpack

from order_runs import fast
from orders.service import Answer, OrderService
from orders.worker import connect, work

ACKNOWLEDGED = "<qq"
"""How many deliveries were acknowledged, and how many of them had been handled before."""


class Killing:
    """Processes, one after the other, and what they have acknowledged, in memory that all of them share."""

    def __init__(self, url: str, lines: list[str], kills: int, seed: int) -> None:
        self.url, self.lines, self.random = url, lines, Random(seed)
        self.memory = mmap(-1, 16)
        # Not quite at the end: while this process does not run, a few more may be handled.
        self.moments = sorted(self.random.uniform(0, 0.97 * len(lines)) for _ in range(kills))
        self.at_kills: list[int] = []
        """How many deliveries were acknowledged at each kill."""

    @property
    def acknowledged(self) -> tuple[int, int]:
        """See ACKNOWLEDGED."""
        done, again = unpack(ACKNOWLEDGED, self.memory[:])
        return done, again

    def run(self) -> None:
        """Kill at each moment, then let a process end."""
        for moment in self.moments:
            child = self._start(is_last=False)
            while self.acknowledged[0] < moment:
                ended, status = os.waitpid(child, os.WNOHANG)
                assert ended == 0, f"the process ended with {status} after {len(self.at_kills)} kills"
                time.sleep(0.001)
            # Of two moments that are close the second may come while a process begins.
            time.sleep(self.random.uniform(0, 0.003))
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            assert os.WIFSIGNALED(status), f"the process ended with {status} after {len(self.at_kills)} kills"
            self.at_kills.append(self.acknowledged[0])
        assert os.waitpid(self._start(is_last=True), 0)[1] == 0

    def _start(self, is_last: bool) -> int:
        # A queue may deliver again what was acknowledged just before.
        first = max(0, self.acknowledged[0] - self.random.randrange(20))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                self._work(first)
                while not is_last:
                    time.sleep(1)
                status = 0
            finally:
                os._exit(status)
        return child

    def _work(self, first: int) -> None:
        def acknowledge(number: int, answer: Answer) -> None:
            done, again = self.acknowledged
            self.memory[:] = pack(ACKNOWLEDGED, max(done, first + number + 1), again + answer.is_repeated)

        work(OrderService(fast(connect(self.url))), self.lines[first:], acknowledge)


def main(url: str, file: str, kills: str, seed: str) -> None:
    """The program."""
    with open(file, encoding="utf-8") as lines:
        killing = Killing(url, list(lines), int(kills), int(seed))
    killing.run()
    done, again = killing.acknowledged
    print(json.dumps({"at_kills": killing.at_kills, "acknowledged": done, "again": again}))


if __name__ == "__main__":
    main(*sys.argv[1:])
