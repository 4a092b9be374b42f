"""What the tests of the program share: documents, and a program that is run in an empty folder."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["SWIFTFSM_PROGRAM"]
MEMCHECK = os.environ.get("SWIFTFSM_MEMCHECK", "").split()
PROJECT = Path(__file__).resolve().parent.parent.parent

TURNSTILE = """\
# The turnstile of the museum.
definition turnstile version 3
  ids states locked = 0 unlocked = 1 alarming = 2
  ids events coin = 0 pass = 1 reset = 2
  event coin (i32 cents, str currency)
  predicate Policy weak strong by office
  callable guard enough bool(context, i32)
  callable action thank void(context, i32, str)
  initial locked
  superstate resettable
    reset -> locked / log
  state locked adopts resettable was closed
    entry lock
    exit unlock
    coin ? enough -> unlocked / thank
    pass [Policy weak] -> same / beep
    pass [Policy strong] -> alarming
    overriding reset -> internal / log
  state unlocked adopts resettable
    coin -> same / thank
    pass -> locked
  state alarming adopts resettable
    entry alarmOn
    exit alarmOff
    any -> internal / log
  locked request -> unlocked / log
"""

SCENARIO = """\

run from locked
  send coin [Policy weak] (i32 200, str "cent")
    guard enough
    exit unlock
    action thank given (context, 200, "cent")
    -> transitioned unlocked
"""

DOOR = """\
definition door
  initial closed
  closed push -> open
  open pull -> closed
"""

# Hostile input of every kind, none of which is a document, and what is said of it.
UNUSABLE = {
    "empty": (b"", "is empty"),
    "blank": (b"\n  \n", "is empty"),
    "zeros": (b"definition\0\0", "is not a text: byte 11 is 0"),
    "too large": (b"definition\n" + b"# " + b"x" * 16777216, "is larger than 16777216 bytes"),
}
FAULTY = {
    "no UTF-8": b"definition\n  a \xff -> b\n",
    "another language": b"{\"states\": []}\n",
    "a long line": b"definition\n  a " + b"x" * 5000 + b" -> b\n",
    "a tab": b"definition\n\ta go -> a\n",
    "a later format": b"definition\n  format 2\n",
    "bidi": "definition\n  a go\u202e -> a\n".encode(),
}


def read_all(terminal):
    """What was written to a terminal whose other end is closed: reading it ends with an error."""
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass
    return shown


class ProgramTest(unittest.TestCase):
    """Runs the program in a folder of its own, which has turnstile.fsm and door.fsm."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("turnstile.fsm", TURNSTILE)
        self.write("door.fsm", DOOR)

    def write(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def run_program(self, *arguments, stdin="", environment=None):
        return subprocess.run(
            [*MEMCHECK, PROGRAM, *arguments],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            cwd=self.folder,
            env=environment,
            timeout=100,
        )

    def expect(self, status, *arguments, stdin="", environment=None):
        """Runs the program, and gives what it has printed and told."""
        ended = self.run_program(*arguments, stdin=stdin, environment=environment)
        printed, told = ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace")
        self.assertEqual(ended.returncode, status, f"{arguments}\n{printed}{told}")
        return printed, told

    def expect_json(self, status, *arguments, stdin=""):
        return json.loads(self.expect(status, *arguments, stdin=stdin)[0])

    def expect_no_input(self, *arguments):
        """Runs the program with a standard input that cannot be read: a folder, and none at all."""
        for redirection, reason in (("</", "Is a directory"), ("<&-", "Bad file descriptor")):
            with self.subTest(redirection):
                command = ["sh", "-c", f'exec "$@" {redirection}', "sh", PROGRAM, *arguments]
                ended = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=100)
                self.assertEqual(ended.returncode, 2, ended.stdout + ended.stderr)
                self.assertEqual(ended.stderr, f"swiftfsm: standard input cannot be read: {reason}\n")

    def expect_refusals(self, *command):
        """What no command with one FILE takes: FILE stands in place of None."""

        def given(file):
            return [file if argument is None else argument for argument in command]

        for name, (content, sentence) in UNUSABLE.items():
            with self.subTest(name):
                self.assertIn(sentence, self.expect(2, *given(self.write("input.fsm", content)))[1])
        self.assertIn("it is a directory", self.expect(2, *given("."))[1])
        self.assertIn("No such file", self.expect(2, *given("nowhere.fsm"))[1])
        if os.geteuid() != 0:
            (self.folder / "door.fsm").chmod(0)
            self.assertIn("Permission denied", self.expect(2, *given("door.fsm"))[1])
        printed, told = self.expect(2, *given("turnstile.fsm"), "--jsn")
        self.assertEqual((printed, "did you mean --json?" in told), ("", True))


if __name__ == "__main__":
    unittest.main()
