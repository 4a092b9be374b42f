"""The program itself: help, version, what it does not know; its manual and completion."""

import re
import subprocess
import unittest

from program import PROGRAM, PROJECT, ProgramTest

COMMANDS = ("check", "draw", "run", "replay", "paths", "header", "convert", "diff")
SHARE = PROJECT / "Sources" / "Program" / "share"


class UsageTest(ProgramTest):
    def test_help_has_an_example(self):
        for arguments in (["--help"], ["-h"], ["help"], *([command, "--help"] for command in COMMANDS)):
            with self.subTest(arguments):
                printed, told = self.expect(0, *arguments)
                self.assertRegex(printed, r"^usage: swiftfsm ")
                self.assertRegex(printed, r"\nexample: ")
                self.assertEqual(told, "")
        for command in COMMANDS:
            self.assertIn(f"  {command} ", self.expect(0, "--help")[0])

    def test_lines_of_help_fit_into_a_window(self):
        for command in COMMANDS:
            for line in self.expect(0, command, "--help")[0].splitlines():
                self.assertLessEqual(len(line), 120)

    def test_the_version_is_the_headers(self):
        header = (PROJECT / "include" / "swiftfsm.h").read_text()
        numbers = [re.search(rf"SFSM_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        self.assertEqual(self.expect(0, "--version")[0], f"swiftfsm {'.'.join(numbers)}\n")

    def test_what_it_does_not_know(self):
        printed, told = self.expect(2)
        self.assertEqual((printed, told[:6]), ("", "usage:"))
        self.assertIn("there is no command chek; did you mean check?", self.expect(2, "chek")[1])
        self.assertIn("there is no option --chek", self.expect(2, "--chek")[1])
        for command in COMMANDS:
            with self.subTest(command):
                self.assertIn("there is no option --wrong", self.expect(2, command, "--wrong")[1])
                self.assertIn("there is no option -w", self.expect(2, command, "-w")[1])
                self.assertIn("takes no value", self.expect(2, command, "--json=yes")[1])
                self.assertIn("missing", self.expect(2, command)[1])

    def test_an_output_that_is_full(self):
        with open("/dev/full", "wb") as full:
            ended = subprocess.run([PROGRAM, "--help"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(ended.returncode, 2)
        self.assertIn(b"the output cannot be written: No space left on device", ended.stderr)

    def test_operands_that_look_like_options(self):
        self.write("-door.fsm", (self.folder / "door.fsm").read_text())
        self.assertIn("-door.fsm: 2 states", self.expect(0, "check", "--", "-door.fsm")[0])

    def test_the_manual_says_what_help_says(self):
        manual = (SHARE / "swiftfsm.1").read_text().replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")
        for command in COMMANDS:
            with self.subTest(command):
                self.assertIn(self.expect(0, command, "--help")[0], manual)

    def test_completion_knows_all_options(self):
        for name in ("swiftfsm.bash", "_swiftfsm"):
            text = (SHARE / name).read_text()
            for command in COMMANDS:
                for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", self.expect(0, command, "--help")[0], flags=re.M):
                    with self.subTest(name=name, command=command, option=option):
                        self.assertIn(option, text)

    def test_bash_completes(self):
        script = (f"source {SHARE / 'swiftfsm.bash'}; COMP_WORDS=(swiftfsm header --language ru); COMP_CWORD=3; _swiftfsm; "
                  "echo ${COMPREPLY[@]}; COMP_WORDS=(swiftfsm re); COMP_CWORD=1; _swiftfsm; echo ${COMPREPLY[@]}")
        ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        self.assertEqual((ended.stdout, ended.stderr), ("rust\nreplay\n", ""))


if __name__ == "__main__":
    unittest.main()
