"""swiftfsm diff."""

import unittest

from program import DOOR, TURNSTILE, ProgramTest


LAMP = """\
definition lamp
  initial off
  off start -> on
  off again -> recent
  parallel on
    stop -> off
    state heating
      default low
      history recent
      state low
        more -> high
      state high
        timeout 30 more
        more -> low
    state bulb
      blink -> same
"""


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

    def test_a_stored_leaf_that_has_children_now(self):
        new = "definition door\n  initial closed\n  closed push -> open\n  state open\n    state ajar\n      pull -> closed\n"
        printed = self.compare(1, DOOR, new)
        self.assertIn("breaking: a machine stored in open has no place: the active states of the snapshot, open", printed)
        self.assertNotIn("stored in closed", printed)

    def test_stored_regions(self):
        new = LAMP.replace("    state heating\n", "    state pumping\n      tick -> same\n    state heating\n")
        printed = self.compare(1, LAMP, new)
        self.assertIn("a machine stored in low has no place: the active states of the snapshot, low", printed)
        self.assertNotIn("stored in off", printed)

    def test_stored_timeouts(self):
        printed = self.compare(1, LAMP, LAMP.replace("        timeout 30 more\n", ""))
        self.assertIn("breaking: a machine stored in high has no place: a timeout for the event more runs", printed)
        self.assertNotIn("stored in low", printed)
        self.assertIn("\n2 differences, 1 breaking\n", printed)

    def test_stored_histories(self):
        new = LAMP.replace("      history recent\n", "").replace("-> recent", "-> on")
        printed = self.compare(1, LAMP, new)
        self.assertIn("breaking: a history with low has no place: the snapshot has a history of the state heating", printed)
        self.assertIn("breaking: a history with high has no place: ", printed)

    def test_stored_events(self):
        old = DOOR + "  event pull (i32 force, str hand)\n"
        self.assertNotIn("has no place", self.compare(0, old, DOOR + "  event pull (i64 force, str hand)\n"))
        printed = self.compare(1, old, DOOR + "  event pull (str hand)\n")
        self.assertIn("breaking: the event pull has no place: the event pull waits in the snapshot with other arguments", printed)

    def test_stored_machines_move_to_former_names(self):
        new = LAMP.replace("low", "dim").replace("state dim\n", "state dim was low\n")
        self.assertNotIn("has no place", self.compare(0, LAMP, new))

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
