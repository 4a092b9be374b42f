"""What table.py says of programs that print the expected trace, something else, or nothing."""

import shlex
import subprocess
import sys
import unittest

import table

EXPECTED = (table.HERE / "orders.expected").read_bytes()
# A program with its options behind it: prints the expected trace after doing something to its lines.
PROGRAM = f"""
import pathlib, sys
lines = pathlib.Path({str(table.HERE / "orders.expected")!r}).read_bytes().splitlines(keepends=True)
assert sys.argv[1:] == [{str(table.DOCUMENT)!r}, "bob=regular"], sys.argv
assert sys.stdin.buffer.read() == pathlib.Path({str(table.HERE / "orders.lines")!r}).read_bytes()
CHANGE
sys.stdout.buffer.write(b"".join(lines))
"""


def program(change: str = "") -> str:
    return shlex.join([sys.executable, "-c", PROGRAM.replace("CHANGE", change)])


def run(*arguments: str) -> tuple[int, list[list[str]], str]:
    """The status, the rows of the table without its head, divided where two spaces are, and the errors."""
    command = [sys.executable, "-B", str(table.HERE / "table.py"), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    rows = [[cell.strip() for cell in row.split("  ") if cell.strip()] for row in ended.stdout.splitlines()]
    return ended.returncode, rows[1:], ended.stderr


class Tables(unittest.TestCase):
    def test_programs_that_print_the_same(self) -> None:
        status, rows, errors = run(f"Python={program()}", f"also Python={program()}")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual([row[:4] + row[6:] for row in rows], [
            ["Python", "2", "19", "22", "the same"],
            ["also Python", "2", "19", "22", "the same"],
        ])  # fmt: skip
        self.assertEqual(rows[0][4], rows[1][4])
        self.assertRegex(rows[0][4], r"^[0-9a-f]{12}$")
        self.assertTrue(all(float(row[5]) > 0 for row in rows))

    def test_the_counts_are_those_of_the_program(self) -> None:
        (row,) = run(f"a={program('del lines[8:]')}")[1]
        self.assertEqual(row[1:4], ["1", "6", "8"])

    def test_the_first_difference_is_told(self) -> None:
        changes = {
            "lines[2] = lines[2].replace(b'basket', b'bin')": "line 3: '1 0 create -> bin transitioned, key k1' instead of "
            "'1 0 create -> basket transitioned, key k1'",
            "del lines[-1:]": "line 22: '12 3000000 lapse overdue -> collecting (line 82) transitioned, asks: demand' is missing",
            "lines.append(b'more\\n')": "line 23: 'more' is too much",
            "lines[-1] = lines[-1].rstrip()": "line 22: it ends in another way",
        }
        for change, expected in changes.items():
            status, (row,), _ = run(f"it={program(change)}")
            self.assertEqual((status, row[-1]), (1, expected))

    def test_one_that_differs_is_enough(self) -> None:
        status, rows, _ = run(f"a={program()}", f"b={program('del lines[:1]')}", f"c={program()}")
        self.assertEqual(status, 1)
        self.assertEqual([row[-1] == "the same" for row in rows], [True, False, True])
        self.assertEqual(rows[0][4], rows[2][4])
        self.assertNotEqual(rows[0][4], rows[1][4])

    def test_programs_that_fail(self) -> None:
        status, rows, _ = run(f"a={program('sys.exit(3)')}", f"b={program('sys.exit(str(7))')}", "c=build/there-is-none")
        self.assertEqual(status, 1)
        self.assertEqual(rows, [
            ["a", "exit status 3"],
            ["b", "exit status 1: 7"],
            ["c", "build/there-is-none cannot be run: No such file or directory"],
        ])  # fmt: skip

    def test_the_right_trace_with_a_wrong_status(self) -> None:
        status, (row,), _ = run("a=" + program().replace("b\"\".join(lines))", "b\"\".join(lines)); sys.exit(1)"))
        self.assertEqual((status, row[-1]), (1, "exit status 1"))

    def test_columns_are_aligned(self) -> None:
        command = [sys.executable, "-B", str(table.HERE / "table.py"), f"a={program()}", f"longer={program()}"]
        lines = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.splitlines()
        self.assertEqual(lines[0].split(), list(table.HEAD))
        self.assertEqual(len({line.index("the same") for line in lines[1:]} | {lines[0].index("trace")}), 1)

    def test_wrong_arguments(self) -> None:
        for arguments, words in [
            ([], "usage: table.py NAME=COMMAND..."),
            (["python3"], "expected NAME=COMMAND, not 'python3'"),
            (["=python3"], "expected NAME=COMMAND"),
            (["a="], "expected NAME=COMMAND"),
            (["a='b"], "No closing quotation"),
        ]:
            status, rows, errors = run(*arguments)
            self.assertEqual((status, rows), (2, []))
            self.assertIn(words, errors)


class Differences(unittest.TestCase):
    def test_the_same(self) -> None:
        self.assertEqual(table.difference(EXPECTED, EXPECTED), "")

    def test_bytes_that_are_no_text(self) -> None:
        self.assertEqual(table.difference(b"a\n", b"\xff\n"), "line 1: '\N{REPLACEMENT CHARACTER}' instead of 'a'")


if __name__ == "__main__":
    unittest.main()
