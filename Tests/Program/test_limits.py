"""The program under the limits that a system sets: memory, stack, descriptors, and streams that are closed."""

import resource
import subprocess
import unittest

from program import DOOR, PROGRAM, ProgramTest

# What the loader ends with where a limit leaves no room for the program itself.
NOT_LOADED = 127

LOG = "who,what\n" + "a,push\na,pull\nb,push\n" * 200
REPLAY = ("replay", "door.fsm", "log.csv", "--token", "who", "--event", "what")
COMMANDS = {
    ("check", "turnstile.fsm"): 0,
    ("draw", "turnstile.fsm"): 0,
    ("paths", "door.fsm"): 0,
    ("convert", "turnstile.fsm"): 0,
    ("diff", "door.fsm", "turnstile.fsm"): 1,
    REPLAY: 1,
}


def deep_document(depth):
    """States that are nested in each other."""
    lines = ["definition deep", "  ids events go = 0"]
    for level in range(1, depth + 1):
        lines += ["  " * level + f"state s{level}", "  " * (level + 1) + "go -> same"]
    return "\n".join(lines) + "\n"


class LimitsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("log.csv", LOG)

    def run_limited(self, limit, value, *arguments):
        def set_limit():
            resource.setrlimit(limit, (value, value))

        return subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=self.folder, preexec_fn=set_limit, timeout=100)

    def check_sweep(self, limit, values, command, status):
        """Each time the program does what it always does, or says why not; with the last value it does it. Returns how
        often it could not."""
        expected = self.run_program(*command).stdout
        refusals = 0
        for value in values:
            ended = self.run_limited(limit, value, *command)
            with self.subTest(command=command, value=value):
                if ended.returncode == status:
                    self.assertEqual(ended.stdout, expected)
                    continue
                self.assertIn(ended.returncode, (2, NOT_LOADED))
                self.assertNotEqual(ended.stderr, b"")
                refusals += ended.returncode == 2
                self.assertNotEqual(value, values[-1])
        return refusals

    def test_memory(self):
        refusals = 0
        for command, status in COMMANDS.items():
            values = [*range(2 << 20, 8 << 20, 1 << 18), 64 << 20]
            refusals += self.check_sweep(resource.RLIMIT_AS, values, command, status)
        self.assertGreater(refusals, 0)

    def test_one_descriptor_is_enough(self):
        for command, status in COMMANDS.items():
            self.check_sweep(resource.RLIMIT_NOFILE, [0, 1, 2, 3, 4], command, status)

    def test_a_stack_of_64_kb(self):
        self.write("deep.fsm", deep_document(1000))
        for command, status in {**COMMANDS, ("check", "deep.fsm"): 0, ("draw", "deep.fsm"): 0}.items():
            ended = self.run_limited(resource.RLIMIT_STACK, 64 << 10, *command)
            with self.subTest(command):
                self.assertEqual((ended.returncode, ended.stderr), (status, self.run_program(*command).stderr))

    def test_streams_that_are_closed(self):
        for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 1>&- 2>&-"):
            for command, status in COMMANDS.items():
                with self.subTest(closed=closed, command=command):
                    shell = f'"$0" "$@" {closed}'
                    ended = subprocess.run(["sh", "-c", shell, PROGRAM, *command], capture_output=True, cwd=self.folder)
                    self.assertEqual(ended.returncode, 2 if "1>&-" in closed else status)
                    self.assertEqual((self.folder / "door.fsm").read_text(), DOOR)
                    self.assertEqual((self.folder / "log.csv").read_text(), LOG)


if __name__ == "__main__":
    unittest.main()
