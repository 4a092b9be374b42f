"""wrong_input.py DOCUMENT PROGRAM [ARGUMENT...]: what a program of orders in memory says of wrong arguments, documents and
lines. A line that is wrong changes nothing, and the lines after it are applied.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DOCUMENT = Path(sys.argv[1])
PROGRAM = sys.argv[2:]
LARGEST = 2**63 - 1

# Lines that are wrong by themselves, each with what is said of it.
WRONG = [
    ("a", "expected KEY ORDER EVENT"),
    ("a 1", "expected KEY ORDER EVENT"),
    ("a one place", "the order needs a whole number, not 'one'"),
    ("a 1.5 place", "the order needs a whole number, not '1.5'"),
    ("a +1 place", "the order needs a whole number, not '+1'"),
    ("a 9223372036854775808 place", "the order needs a whole number"),
    ("@", "@ needs a whole number, not ''"),
    ("@soon", "@ needs a whole number, not 'soon'"),
    ("@1e3", "@ needs a whole number, not '1e3'"),
    ("@9223372036854775808", "@ needs a whole number"),
    ("a 1 create", "'create' needs the customer's name"),
    ("a 1 create alice smith", "'create' needs the customer's name"),
    ("a 1 create alice", "there is an order of this number already"),
    ("a 2 place", "there is no order of this number: create it first"),
    ("a 1 fly", "there is no event 'fly': orders.fsm lists them"),
    ("a 1 Place", "there is no event 'Place'"),
    ("a 1 basket", "there is no event 'basket'"),
    ('a 1 ""', "there is no event ''"),
    ("a 1 place now", "'place' takes (), not 1 arguments"),
    ("a 1 add tea", "not 1 arguments"),
    ("a 1 add tea 5 6", "not 3 arguments"),
    ("a 1 add tea much", "'add' needs a whole number, not 'much'"),
    ("a 1 add tea 0x10", "'add' needs a whole number, not '0x10'"),
    ("a 1 add tea 1_000", "'add' needs a whole number, not '1_000'"),
    ('a 1 add tea " 5"', "'add' needs a whole number, not ' 5'"),
    ('a 1 add tea ""', "'add' needs a whole number, not ''"),
    ("a 1 add tea \u0663", "'add' needs a whole number"),
    (f"a 1 add tea {LARGEST + 1}", "'add' needs a whole number"),
    ('a 1 cancel "no end', "a quote is not closed"),
    ('a 1 cancel "no end\\"', "a quote is not closed"),
    ("first 2 create bob", "the key was used for another event"),
    ("first 1 place", "the key was used for another event"),
]


def run(*arguments: str, lines: bytes = b"") -> tuple[int, str, str]:
    done = subprocess.run([*PROGRAM, *arguments], input=lines, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def apply(*lines: str, trust: tuple[str, ...] = ()) -> tuple[int, str, str]:
    return run(str(DOCUMENT), *trust, lines="".join(line + "\n" for line in lines).encode())


class Arguments(unittest.TestCase):
    def assert_unusable(self, words: str, *arguments: str) -> None:
        status, output, errors = run(*arguments, lines=b"k 1 create alice\n")
        self.assertEqual((status, output), (2, ""), errors)
        self.assertRegex(errors, "^orders: ")
        self.assertIn(words, errors)

    def test_there_must_be_a_document(self) -> None:
        self.assert_unusable("usage: ")
        self.assert_unusable("there-is-none.fsm", "there-is-none.fsm")

    def test_the_document_must_be_right(self) -> None:
        text = DOCUMENT.read_text(encoding="utf-8")
        for name, changed, words in [
            ("no_document", "no document\n", "no_document.fsm"),
            ("no_state", text.replace("place [Customer new] ? priced -> review", "place -> nowhere"), "nowhere"),
            ("other_name", text.replace("state kept\n", "state retained\n").replace("kept", "retained"), "retained"),
            ("other_callback", text.replace("/ book", "/ borrow"), "borrow"),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                document = Path(folder, f"{name}.fsm")
                document.write_text(changed, encoding="utf-8")
                self.assert_unusable(words, str(document))

    def test_customers_have_a_standing(self) -> None:
        for argument in ["bob", "bob=", "bob=best", "=", "bob=regular=new"]:
            words = f"expected CUSTOMER=new, regular or blocked, not '{argument}'"
            self.assert_unusable(words, str(DOCUMENT), "alice=new", argument)


class Lines(unittest.TestCase):
    def test_each_wrong_line_is_told_and_changes_nothing(self) -> None:
        _, expected, _ = apply("first 1 create alice", "last 1 add tea 5")
        for line, words in WRONG:
            status, output, errors = apply("first 1 create alice", line, "last 1 add tea 5")
            self.assertEqual((status, errors.count("\n")), (1, 1), f"{line}: {errors}")
            self.assertTrue(errors.startswith("orders: line 2: "), errors)
            self.assertIn(words, errors)
            self.assertEqual(output, expected.replace("wrong 0", "wrong 1"), line)

    def test_lines_that_say_nothing(self) -> None:
        _, expected, _ = apply("k 1 create alice")
        self.assertEqual(apply("", " \t ", "# k 1 place", "k 1 create alice", "#"), (0, expected, ""))

    def test_words_in_quotes(self) -> None:
        lines = ["1 1 create bob", "2 1 add tea 5", "3 1 place", "4 1 allocate", "5 1 pick", "6 1 pack"]
        status, output, _ = apply(*lines, '\t7  1\tship "a \\"b\\" \\\\ \\n c"', trust=("bob=regular",))
        self.assertEqual(status, 0)
        self.assertIn('parcel a "b" \\ \\n c\n', output)

    def test_an_earlier_name_of_an_event(self) -> None:
        _, output, _ = apply("1 1 create ann", "2 1 add tea 5", "3 1 place", "4 1 revoke mistake")
        self.assertIn("cancel      review -> repaying", output)

    def test_a_key_is_applied_once(self) -> None:
        status, output, errors = apply("a 1 create alice", "a 1 create alice", "b 1 add tea 5", "b 1 add tea 6", "b 1 add x y")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("applied 2, not taken 0, applied before 3, wrong 0", output)
        self.assertIn("order 1: basket, total 5,", output)

    def test_the_key_of_a_wrong_line_is_free(self) -> None:
        status, output, _ = apply("a 1 create alice", "b 1 fly", "b 1 add tea 5")
        self.assertEqual(status, 1)
        self.assertIn("(line 59)  transitioned, key b", output)

    def test_time_goes_forward(self) -> None:
        status, output, errors = apply("a 1 create alice", "@100", "@99", "b 1 place")
        self.assertEqual((status, errors.count("\n")), (1, 1), errors)
        self.assertIn("orders: line 3: ", errors)
        self.assertIn("applied 1, not taken 1, applied before 0, wrong 1", output)

    def test_bytes_that_are_no_text(self) -> None:
        lines = b"a 1 create \xff\nb 1 add \xff\xfe 5\nc 1 add tea 5\n"
        status, output, _ = run(str(DOCUMENT), lines=lines)
        self.assertIn(status, (0, 1))
        self.assertRegex(output, "order 1: basket, total (5|10),")

    def test_long_lines(self) -> None:
        status, output, _ = apply("a 1 create alice", f"b 1 add {'x' * 1_000_000} 5")
        self.assertEqual(status, 0)
        self.assertIn("total 5,", output)


class FailingActions(unittest.TestCase):
    """The event of an action that fails has not taken place, with all that it would have led to."""

    def assert_unchanged(self, words: str, before: list[str], line: str, after: list[str]) -> str:
        expected = apply(*before, *after, trust=("bob=regular",))[1]
        status, output, errors = apply(*before, line, *after, trust=("bob=regular",))
        self.assertEqual((status, errors.count("\n")), (1, 1), errors)
        self.assertTrue(errors.startswith(f"orders: line {len(before) + 1}: "), errors)
        self.assertIn(words, errors)
        self.assertEqual(output, expected.replace("wrong 0", "wrong 1"))
        return output

    def test_an_amount_that_becomes_too_large(self) -> None:
        basket = ["1 1 create bob", "2 1 add tea 1"]
        self.assert_unchanged("the amount becomes too large", basket, f"k 1 add planet {LARGEST}", ["3 1 place"])
        output = self.assert_unchanged(
            "the amount becomes too large", [*basket, "3 1 place", "4 1 pay 7 a"], f"k 1 pay {LARGEST} b", ["k 1 pay 8 c"]
        )
        self.assertIn("total 1, paid 15", output)

    def test_the_largest_amount(self) -> None:
        status, output, _ = apply("1 1 create bob", "2 1 add tea 1", f"3 1 add planet {LARGEST - 1}")
        self.assertEqual(status, 0)
        self.assertIn(f"total {LARGEST}, paid 0", output)

    def test_a_parcel_with_a_long_name_while_an_event_waits(self) -> None:
        packed = ["1 1 create bob", "2 1 add tea 5", "3 1 place", "4 1 allocate", "5 1 pick", "6 1 pack", "7 1 deliver ann"]
        for name in ["x" * 64, "\u00e9" * 32]:
            output = self.assert_unchanged("longer than 63 bytes", packed, f"k 1 ship {name}", [f"k 1 ship {'y' * 63}"])
            self.assertTrue(re.search(r"deliver     shipped -> delivered", output), output)

    def test_where_the_event_is_not_taken_nothing_fails(self) -> None:
        status, output, errors = apply("1 1 create bob", f"2 1 ship {'x' * 64}", f"3 1 pay {LARGEST} a")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(output.count("unhandled"), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
