"""The check of instruction counts: what it lets pass, and what it does not."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import callgrind
import check

LIBRARY = "/nowhere/libswiftfsm.so.0"
PROFILE = f"""\
# callgrind format
part: 1
desc: Timerange: Basic block 0 - 10
desc: Trigger: Client Request: step: first
events: Ir
summary: 4000
ob=(6) {LIBRARY}
fl=(140) ???
fn=(1340) sfsm_machine_send
0 1000
cob=(7) /bin/paths
cfi=(141) ???
cfn=(1342) action
calls=2 0
0 500
+3 10
ob=(7)
fn=(1342)
0 500
totals: 1510
part: 2
desc: Trigger: Client Request: second
ob=(6)
fn=(1340)
0 7
totals: 7
desc: Trigger: Program termination
ob=(6)
0 9
totals: 9
"""


class ProfileTest(unittest.TestCase):
    def test_own_costs_by_file_of_each_named_part(self) -> None:
        self.assertEqual(list(callgrind.parts(PROFILE.splitlines())),
                         [("step: first", {LIBRARY: 1010, "/bin/paths": 500}), ("second", {LIBRARY: 7})])

    def test_work_that_was_not_counted_is_an_error(self) -> None:
        with self.assertRaisesRegex(callgrind.Failed, "counted 0 times, the program has worked 1 times"):
            callgrind.run_counted(["/bin/echo", "-e", "work\t1\t2"])

    def test_a_program_that_fails_is_an_error(self) -> None:
        with self.assertRaisesRegex(callgrind.Failed, "ended with 1"):
            callgrind.run(["/bin/false"])


class CheckTest(unittest.TestCase):
    def check(self, counts: dict[str, int], *options: str, expected: dict[str, int] | None = None,
              compiler: str = "6.3.1") -> tuple[int, str]:
        costs = [callgrind.Cost(name, 1, 0, {LIBRARY: count, "/nowhere/libc.so.6": 999}) for name, count in counts.items()]
        with tempfile.TemporaryDirectory() as folder, mock.patch("callgrind.run_counted", return_value=costs), \
                mock.patch("platform.machine", return_value="x86_64"):
            file = Path(folder, "counts")
            file.write_text(check.written("Swift 6.3.1 x86_64", expected or {"a": 1000, "b": 10}), encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()) as output:
                status = check.main([*options, "--compiler", compiler, "/bin/paths", LIBRARY, str(file)])
            return status, output.getvalue() + file.read_text(encoding="utf-8")

    def assert_told(self, told: tuple[int, str], status: int, words: str) -> None:
        self.assertEqual(told[0], status, told[1])
        self.assertIn(words, told[1])

    def test_up_to_three_per_cent_more_pass(self) -> None:
        self.assert_told(self.check({"a": 1030, "b": 10}), 0, "2 paths, 0 failed")

    def test_more_fails(self) -> None:
        self.assert_told(self.check({"a": 1031, "b": 10}), 1, "FAILED a: 1,031 instead of 1,000 instructions, +3.1%")

    def test_less_is_told(self) -> None:
        self.assert_told(self.check({"a": 969, "b": 10}), 0, "improved a: 969 instead of 1,000 instructions, -3.1%")

    def test_paths_that_are_not_those_of_the_file_fail(self) -> None:
        self.assert_told(self.check({"a": 1000}), 1, "FAILED b: no longer a path")
        self.assert_told(self.check({"a": 1000, "b": 10, "c": 1}), 1, "FAILED c: has no count in the file")

    def test_a_path_that_does_not_run_the_library_fails(self) -> None:
        with self.assertRaisesRegex(callgrind.Failed, "b: nothing of"):
            self.check({"a": 1000, "b": 0})

    def test_another_compiler_or_build_is_skipped(self) -> None:
        self.assert_told(self.check({"a": 9000}, compiler="6.4"), 77,
                         "SKIPPED: the counts are those of Swift 6.3.1 x86_64, and this is Swift 6.4 x86_64")
        self.assert_told(self.check({"a": 9000}, "--skip", "built with sanitizers"), 77, "built with sanitizers")

    def test_counts_are_written_as_they_are_read(self) -> None:
        counts = {"step: one action": 11200, "b": 3}
        status, told = self.check(counts, "--write", compiler="6.4")
        self.assertEqual(status, 0)
        self.assertEqual(check.read(told[told.index("#"):]), ("Swift 6.4 x86_64", counts))


if __name__ == "__main__":
    unittest.main()
