"""The order service, as its user runs it."""

import contextlib
import re
import sqlite3
import unittest

from orders_program import DOCUMENT, OrdersTest

# The rows of the document by line, without comments.
ROWS = [line.split("  #")[0].strip() for line in DOCUMENT.read_text().splitlines()]

# An order up to the moment when it waits for the money: basket, review, and the goods are there.
WAITING = ["@0", "1 7 create alice", "2 7 add tea 1250", "3 7 place", "4 7 approve", "5 7 allocate"]


class ServiceTest(OrdersTest):
    def steps(self, order: int) -> list[str]:
        """What "show" prints of the steps of an order, with one space between words, and rows instead of their lines."""
        steps = [" ".join(line.split()) for line in self.expect("show", str(order)).splitlines()[1:]]
        return [re.sub(r"\(line ([0-9]+)\)", lambda line: f"({ROWS[int(line[1]) - 1]})", step) for step in steps]

    def head(self, order: int) -> str:
        return self.expect("show", str(order)).splitlines()[0]

    def test_an_order_goes_on_in_the_next_run(self) -> None:
        self.apply(*WAITING)
        self.assertEqual(self.head(7), "order 7: unpaid+allocated, total 1250, paid 0")
        self.apply("@100", '6 7 pay 1250 "bank 77"', "7 7 pick", "8 7 pack")
        self.apply("@200", "9 7 deliver neighbour")
        self.apply("@300", "10 7 ship JD014")
        self.assertEqual(self.head(7), "order 7: paid+delivered, total 1250, paid 1250, parcel JD014")
        self.assertEqual(self.steps(7)[4:], [
            "5 0 allocate allocating -> allocated (allocate -> allocated) transitioned, key 5",
            "6 100 pay unpaid -> unpaid (pay ? positive -> internal / book) transitioned, key 6",
            "7 100 eventless unpaid -> paid (all-paid) transitioned, asks: notify",
            "8 100 pick allocated -> picking (pick ? in paid -> picking) transitioned, key 7",
            "9 100 pack picking -> packed (pack -> packed) transitioned, key 8",
            "10 200 deliver packed deferred, key 9",
            "11 300 ship packed -> shipped (ship -> shipped / track notify) transitioned, key 10, asks: notify",
            "12 300 deliver shipped -> delivered (deliver -> delivered / notify) transitioned, asks: notify",
        ])  # fmt: skip

    def test_timers_outlive_the_process(self) -> None:
        self.apply(*WAITING)
        self.assertEqual(self.expect("tick", "172799"), "timers of 0 orders\n")
        self.assertEqual(self.expect("tick", "172800"), "timers of 1 orders\n")
        self.assertEqual(self.head(7), "order 7: unpaid+allocating, total 1250, paid 0")
        self.assertEqual(self.expect("tick", "604799"), "timers of 0 orders\n")
        self.assertEqual(self.expect("tick", "9000000"), "timers of 1 orders\n")
        self.assertEqual([step.split()[2] for step in self.steps(7)[-3:]], ["remind", "lapse", "eventless"])
        self.assertEqual(self.head(7), "order 7: cancelled, total 1250, paid 0")
        self.assertEqual(self.expect("tick"), "timers of 0 orders\n")

    def test_what_is_due_comes_before_an_event(self) -> None:
        self.apply(*WAITING)
        self.apply("@172800", "6 7 pick")
        self.assertEqual(self.steps(7)[-2:], [
            "6 172800 expire allocated -> allocating (expire -> allocating / release) transitioned, asks: release",
            "7 172800 pick open unhandled, key 6",
        ])  # fmt: skip

    def test_a_clock_that_is_put_back_stands_still(self) -> None:
        self.apply(*WAITING)
        self.apply("@1000", "6 7 hold")
        self.apply("@10", "7 7 resume")
        self.assertEqual(self.steps(7)[-1], "7 1000 resume held -> unpaid (resume -> before-hold) transitioned, key 7")

    def test_a_key_is_applied_once(self) -> None:
        self.apply(*WAITING, "6 7 pay 1000 bank")
        self.assertEqual(
            self.apply(*WAITING, "6 7 pay 1000 bank", "7 7 pay 250 bank", "7 7 pay 250 bank"),
            "applied 1, not taken 0, applied before 7, wrong 0; timers of 0 orders\n",
        )
        self.assertEqual(self.head(7), "order 7: paid+allocated, total 1250, paid 1250")

    def test_what_is_not_taken_is_a_step_too(self) -> None:
        self.assertEqual(
            self.apply(*WAITING, "6 7 pick", "7 7 ship JD014", "8 7 pay 0 bank"),
            "applied 5, not taken 3, applied before 0, wrong 0; timers of 0 orders\n",
        )
        outcomes = [step.split()[3:] for step in self.steps(7)[-3:]]
        self.assertEqual(outcomes[0], ["allocated", "refused,", "key", "6"])
        self.assertEqual(outcomes[1][1:], ["unhandled,", "key", "7"])
        self.assertEqual(outcomes[2][1:], ["refused,", "key", "8"])

    def test_the_standing_of_a_customer_decides(self) -> None:
        for name in ("regular", "blocked"):
            self.expect("customer", name, name)
        self.apply(*(line.format(i, name) for i, name in enumerate(["regular", "blocked", "new"], 1) for line in (
            "a{0} {0} create {1}", "b{0} {0} add tea 100", "c{0} {0} place")))  # fmt: skip
        self.assertEqual(self.expect("count").split(), ["1", "rejected", "1", "review", "1", "unpaid+allocating"])

    def test_wrong_lines_are_told_and_change_nothing(self) -> None:
        self.apply(*WAITING)
        before = self.expect("show", "7")
        wrong = {
            "a 8 pay 100 bank": "order 8: there is none of this number: create it first",
            "b 7 payy 100 bank": "there is no event 'payy': orders.fsm lists them",
            "c 7 pay x bank": "'pay' needs a whole number for cents, not 'x'",
            "d 7 pay 9223372036854775808 bank": "'pay' needs a whole number for cents, not '9223372036854775808'",
            "e 7 pay 100": "'pay' needs 2 arguments, not 1",
            "f 7": "expected KEY ORDER EVENT [ARGUMENT ...]",
            "g -7 place": "the order must be a number above 0, not '-7'",
            "h 7 create alice": "order 7: there is one of this number already",
            "i 8 create": "'create' needs the customer's name",
            '"" 7 place': "the key is empty",
            'j 7 return "too': 'a quote is not closed: write \\" for a quote inside of a word',
            'k 7 return "too"small': "a space is missing behind a quote",
            "@x": "expected @ and a time in seconds, such as @86400, and nothing else",
            "@-1": "expected @ and a time in seconds, such as @86400, and nothing else",
            "3 7 hold": "order 7: the key was used for another event: each event needs a key of its own",
            "l 7 pay 100\0 bank": "there is a zero byte inside",
            "m" + " x" * 70: "there are more than 67 words",
        }
        status, printed, told = self.run_orders("apply", lines="\n".join(["# wrong", "", *wrong]))
        self.assertEqual(status, 1)
        self.assertEqual(printed, f"applied 0, not taken 0, applied before 0, wrong {len(wrong)}; timers of 0 orders\n")
        self.assertEqual(told.splitlines(), [f"orders: line {i}: {text}" for i, text in enumerate(wrong.values(), 3)])
        self.assertEqual(self.expect("show", "7"), before)

    def test_an_action_that_fails_changes_nothing(self) -> None:
        self.apply(*WAITING, "6 7 pay 100 bank")
        before = self.expect("show", "7")
        reason = "order 7: an amount becomes too large, or the name of a parcel is longer than 63 bytes"
        ended = self.run_orders("apply", "-", "100", lines="@0\n7 7 pay 9223372036854775807 bank\n8 7 hold\n")
        self.assertEqual((ended[0], ended[2]), (1, f"orders: line 2: {reason}\n"))
        self.assertEqual(self.head(7), "order 7: held, total 1250, paid 100")
        self.assertEqual(len(self.steps(7)), len(before.splitlines()))

    def test_words_in_quotes(self) -> None:
        self.apply("@0", '"a key" 7 create "O\'Neil, \\"Bob\\" \\\\"', "b 7 add tea 1\r")
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            self.assertEqual(database.execute("SELECT customer FROM orders").fetchall(), [('O\'Neil, "Bob" \\',)])
            self.assertEqual(database.execute("SELECT key FROM steps").fetchall(), [("a key",), ("b",)])

    def test_an_event_goes_by_its_earlier_name_too(self) -> None:
        self.apply(*WAITING, "6 7 revoke dear")
        self.assertEqual(self.apply("6 7 cancel dear").split(",")[2], " applied before 1")
        self.assertEqual(self.head(7), "order 7: cancelled, total 1250, paid 0")


    def test_orders_of_an_earlier_version(self) -> None:
        earlier = self.folder / "earlier.fsm"
        text = DOCUMENT.read_text().replace("version 3", "version 2")
        for now, was in re.findall(r"(?m)^ *(?:state|event) (\S+).* was (\S+)$", text):
            text = re.sub(rf"\b{now}\b", was, text.replace(f" was {was}", ""))
        earlier.write_text(text)
        lines = [*WAITING[:4], "5 8 create bob", "6 8 add tea 1250", "7 8 place", "8 8 approve", "@600000", "@700000"]
        status, _, told = self.run_orders("apply", lines="\n".join(lines), document=earlier)
        self.assertEqual((status, told), (0, ""))
        self.assertEqual(self.expect("count").split(), ["1", "checking", "1", "reminded+allocating"])
        self.apply("@800000", "9 7 approve", "10 8 pay 1250 bank")
        self.assertEqual(self.expect("count").split(), ["1", "paid+allocating", "1", "unpaid+allocating"])


class UnusableTest(OrdersTest):
    def refusal(self, *arguments: str, **options: object) -> str:
        """What is told of arguments or files that cannot be used."""
        status, printed, told = self.run_orders(*arguments, **options)  # type: ignore[arg-type]
        self.assertEqual((status, printed), (2, ""))
        return told

    def test_arguments(self) -> None:
        for arguments in (["sell"], ["apply", "-", "0"], ["tick", "soon"], ["show"], ["count", "7"], ["customer", "a", "rich"]):
            with self.subTest(arguments=arguments):
                self.assertTrue(self.refusal(*arguments).startswith("usage: orders DB apply [FILE [COUNT]]\n"))

    def test_files(self) -> None:
        self.assertIn("no-such-file: No such file or directory", self.refusal("apply", "no-such-file"))
        status, _, told = self.run_orders("show", "9")
        self.assertEqual((status, told), (1, f"orders: {self.database}: there is no order 9\n"))

    def test_databases(self) -> None:
        self.database.write_bytes(b"no database, but a text that is longer than its first page would be" * 20)
        self.assertIn("orders.db: file is not a database", self.refusal("count"))
        self.database.unlink()
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            database.execute("CREATE TABLE songs (title)")
        self.assertIn("is the database of another program: name a new file", self.refusal("count"))
        self.database = self.folder / "no" / "such" / "folder"
        self.assertIn("unable to open database file", self.refusal("count"))

    def test_documents(self) -> None:
        other = self.folder / "other.fsm"
        self.assertIn("other.fsm: cannot be read: No such file", self.refusal("count", document=other))
        other.write_text(DOCUMENT.read_text().replace("? settled", "? settles"))
        self.assertRegex(self.refusal("count", document=other), "other.fsm:[0-9]+:[0-9]+: error: .*settles")

    def test_a_state_without_a_place(self) -> None:
        self.expect("apply", lines="@0\n1 7 create alice\n2 7 add tea 1\n3 7 place")
        other = self.folder / "other.fsm"
        other.write_text(DOCUMENT.read_text().replace(" was checking", "").replace("review", "inspection"))
        status, _, told = self.run_orders("apply", lines="4 7 approve\n", document=other)
        self.assertEqual(status, 2)
        self.assertIn("error: the snapshot is in, or refers to, the state review", told)
        self.assertIn("order 7: its state cannot be restored with this orders.fsm: SFSM_UNKNOWN_STATE", told)
        self.expect("apply", lines="4 7 approve\n")

    def test_a_state_of_another_definition(self) -> None:
        self.expect("apply", lines="1 7 create alice\n")
        other = self.folder / "other.fsm"
        other.write_text("definition other\n  initial a\n  event add (str article, i64 cents)\n  state a\n    add -> same\n")
        status, _, told = self.run_orders("apply", lines="2 7 add tea 1\n", document=other)
        self.assertEqual(status, 2)
        self.assertIn("order 7: its state cannot be restored with this orders.fsm: SFSM_BAD_VALUE", told)


if __name__ == "__main__":
    unittest.main()
