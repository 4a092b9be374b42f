"""swiftfsm diff."""

import unittest

from program import DOOR, TURNSTILE, ProgramTest


class DiffTest(ProgramTest):
    def compare(self, status, old, new):
        return self.expect(status, "diff", self.write("old.fsm", old), self.write("new.fsm", new))[0]

    def test_comments_and_spaces_are_no_difference(self):
        self.assertEqual(self.compare(0, DOOR, "# A door.\n" + DOOR.replace("push ->", "push   ->")), "no differences\n")

    def test_lines_are_told_with_their_blocks(self):
        printed = self.compare(0, TURNSTILE, TURNSTILE.replace("same / beep", "same / beep log"))
        self.assertEqual(
            printed,
            "- state locked adopts resettable was closed: pass [Policy weak] -> same / beep\n"
            "+ state locked adopts resettable was closed: pass [Policy weak] -> same / beep log\n"
            "2 differences, 0 breaking\n",
        )

    def test_a_name_that_is_gone_is_breaking(self):
        printed = self.compare(1, DOOR, DOOR.replace("pull", "tear"))
        self.assertIn("breaking: event pull (1) is gone: if another takes its place", printed)
        self.assertIn("\nevent tear (1) is new\n", printed)

    def test_a_former_name_is_not_gone(self):
        old = "definition\n  state closed\n    push -> open\n  state open final\n"
        printed = self.compare(0, old, old.replace("state closed", "state shut was closed"))
        self.assertIn("state closed (0) is now shut (0)", printed)

    def test_a_number_that_changes_its_name_is_breaking(self):
        printed = self.compare(1, DOOR, DOOR.replace("door\n", "door\n  ids states open closed\n"))
        self.assertIn("breaking: state closed had the number 0 and has 1 now; the old one is that of open", printed)

    def test_cases_keep_their_numbers(self):
        self.assertIn("breaking: case weak of Policy had the number 0 and has 1 now",
                      self.compare(1, TURNSTILE, TURNSTILE.replace("weak strong by", "strong weak by")))
        self.assertIn("case odd (2) of Policy is new", self.compare(0, TURNSTILE, TURNSTILE.replace("strong by", "strong odd by")))

    def test_the_order_of_rows_is_meaning(self):
        rows = DOOR + "  any pull -> same\n  any push -> same\n"
        other = DOOR + "  any push -> same\n  any pull -> same\n"
        self.assertIn("the order differs from here on: any push -> same", self.compare(0, rows, other))

    def test_json(self):
        self.write("new.fsm", DOOR.replace("pull", "tear"))
        told = self.expect_json(1, "diff", "--json", "door.fsm", "new.fsm")
        self.assertEqual(told["breaking"], 1)
        self.assertEqual([each["breaking"] for each in told["differences"]][0], True)

    def test_what_cannot_be_compared(self):
        self.assertIn("an old and a new file are missing", self.expect(2, "diff")[1])
        self.assertIn("an old and a new file is missing", self.expect(2, "diff", "door.fsm")[1])
        self.assertIn("error: ", self.expect(2, "diff", "door.fsm", self.write("faulty.fsm", "definition\n  a go -> b\n"))[1])
        self.expect_refusals("diff", "turnstile.fsm", None)


if __name__ == "__main__":
    unittest.main()
