"""swiftfsm replay on logs that do not fit into its memory."""

import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from program import PROGRAM, PROJECT, ProgramTest, read_all

GENERATOR = Path(__file__).with_name("make_package_log.py")
LOG = PROJECT / "Tests/Fixtures/clean.log"
LIFE = PROJECT / "bindings/package-life.fsm"
OPTIONS = ("--token", "package", "--event", "event", "--guards", "assume")
MEBIBYTE = 1 << 20


class LongReplayTest(ProgramTest):
    def replay_generated(self, count, limit, *options, is_sorted=False):
        """Replays a log that another process writes, in so many bytes of addresses."""
        command = [sys.executable, GENERATOR, LOG, str(count), *(["--sorted"] if is_sorted else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            ended = subprocess.run([PROGRAM, "replay", LIFE, *OPTIONS, *options], stdin=writer.stdout, capture_output=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), check=False)
            writer.stdout.close()
        return ended.returncode, ended.stdout.decode(), ended.stderr.decode()

    def test_memory_does_not_grow_with_the_lines(self):
        # Half a gigabyte that goes round in the same packages.
        log = "package,event\n" + "a:all,install\na:all,status half-installed\na:all,status not-installed\n"
        round_of = log.split("\n", 1)[1].encode() * 20000
        limit = 32 * MEBIBYTE
        with subprocess.Popen([PROGRAM, "replay", LIFE, *OPTIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))) as ended:
            ended.stdin.write(b"package,event\n")
            for _ in range(400):
                ended.stdin.write(round_of)
            ended.stdin.close()
            printed = ended.stdout.read().decode()
        self.assertEqual(printed, "24,000,000 events, 1 token, 24,000,000 taken, 0 not permitted\n")

    def test_memory_of_a_sorted_log_does_not_grow_with_the_tokens(self):
        count, limit = 10_000_000, 32 * MEBIBYTE
        status, printed, told = self.replay_generated(count, limit, "--sorted", is_sorted=True)
        self.assertEqual((status, told), (0, ""))
        self.assertTrue(printed.startswith("10,000,000 events, "))
        self.assertTrue(printed.endswith(" tokens, 10,000,000 taken, 0 not permitted\n"))
        # Otherwise it does, and that is told.
        status, _, told = self.replay_generated(count, limit, is_sorted=True)
        self.assertEqual(status, 2)
        self.assertIn("memory", told)

    def test_progress_on_ten_million_lines(self):
        with open(self.folder / "log.csv", "wb") as log:
            subprocess.run([sys.executable, GENERATOR, LOG, "10000000"], stdout=log, check=True)
        terminal, other = pty.openpty()
        with subprocess.Popen([PROGRAM, "replay", LIFE, "log.csv", *OPTIONS], stdout=subprocess.DEVNULL, stderr=other,
                              cwd=self.folder) as ended:
            os.close(other)
            # It takes a second or two, and tells how far it is once a second: pauses make it a few more.
            for _ in range(3):
                time.sleep(0.15)
                ended.send_signal(signal.SIGSTOP)
                time.sleep(1.1)
                ended.send_signal(signal.SIGCONT)
            shown = read_all(terminal)
            self.assertEqual(ended.wait(), 0)
        os.close(terminal)
        shares = [int(share) for share in re.findall(rb"\r[0-9]+ events, ([0-9]+) %", shown)]
        self.assertGreaterEqual(len(shares), 2, shown)
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(0 <= share <= 100 for share in shares))
        self.assertTrue(shown.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
