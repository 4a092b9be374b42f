"""swiftfsm paths: what it writes is checked by swiftfsm check."""

import re
import unittest

from program import PROJECT, ProgramTest


class PathsTest(ProgramTest):
    def paths(self, status, name, *options):
        """Writes the sequences behind the document, and has that checked. Gives what was printed."""
        printed, _ = self.expect(status, "paths", name, *options)
        self.write("whole.fsm", (self.folder / name).read_text() + printed)
        self.assertIn("scenario", self.expect(0, "check", "whole.fsm")[0])
        return printed

    def test_every_transition_is_taken(self):
        self.assertTrue(self.paths(0, "turnstile.fsm").startswith("# 1 sequence, 11 events, 10 of 10 transitions\n"))

    def test_the_nearest_comes_first(self):
        printed = self.paths(0, "door.fsm")
        self.assertEqual(
            printed,
            "# 1 sequence, 2 events, 2 of 2 transitions\n\nrun from closed\n  send push\n    -> transitioned open\n"
            "  send pull\n    -> transitioned closed\n",
        )

    def test_a_new_sequence_where_nothing_leads_back(self):
        self.write("split.fsm", "definition\n  initial a\n  a left -> b\n  a right -> c\n  state b final\n  state c final\n")
        self.assertTrue(self.paths(0, "split.fsm").startswith("# 2 sequences, 2 events, 2 of 2 transitions\n"))

    def test_what_cannot_be_covered_is_told(self):
        self.write("island.fsm", "definition\n  initial a\n  a go -> a\n  island go -> a\n")
        self.assertIn("# not covered: line 4 in island: no sequence of events leads to it\n", self.paths(1, "island.fsm"))
        told = self.expect_json(1, "paths", "--json", "island.fsm")
        self.assertEqual((told["covered"], told["transitions"], told["not covered"][0]["line"]), (1, 2, 4))

    def test_first_match_needs_guards_that_refuse(self):
        self.write("first.fsm", "definition\n  initial a\n  guards first match\n  a go ? x -> same / one\n"
                                "  a go ? y -> same / two\n  a go -> same / three\n")
        printed = self.paths(0, "first.fsm")
        self.assertIn("    guard x says no\n    guard y says no\n    action three\n", printed)

    def test_resolvers_say_what_leads_on(self):
        self.write("dynamic.fsm", "definition\n  initial a\n  a go -> dynamic by choose\n  b back -> a\n")
        self.assertIn("resolver choose says b\n", self.paths(0, "dynamic.fsm"))

    def test_charts(self):
        self.write("chart.fsm", """definition
  initial idle
  idle start -> work
  parallel work
    stop -> idle
    state left
      default a
      state a
        next -> b
      state b
        any wait -> defer
        eventless ? ready -> a
    state right
      default c
      state c
        next -> d
      state d
        next -> c
""".replace("        any wait -> defer\n", "        wait -> defer\n"))
        printed = self.paths(0, "chart.fsm")
        self.assertIn(" of 7 transitions", printed)

    def test_the_conformance_cases(self):
        """Of every tenth, what can be covered is covered in a way that holds."""
        checked = 0
        for case in sorted((PROJECT / "Tests" / "Conformance" / "cases").glob("*/*.fsm"))[::10]:
            text = case.read_text()
            begin = re.search(r"^run from ([\w.-]+)", text, flags=re.M)
            self.write("case.fsm", re.split(r"^(?:run|diagnostics|transitions)\b", text, maxsplit=1, flags=re.M)[0])
            ended = self.run_program("paths", "case.fsm", *(["--from", begin[1]] if begin else []))
            if ended.returncode < 2 and b"run from" in ended.stdout:
                self.write("whole.fsm", (self.folder / "case.fsm").read_bytes() + ended.stdout)
                with self.subTest(case.name):
                    self.expect(0, "check", "whole.fsm")
                    checked += 1
        self.assertGreater(checked, 40)

    def test_another_beginning(self):
        self.assertIn("run from open", self.paths(0, "door.fsm", "--from", "open"))
        self.assertIn("did you mean open?", self.expect(2, "paths", "door.fsm", "--from", "opne")[1])
        self.write("none.fsm", "definition\n  a go -> a\n")
        self.assertIn("no initial state", self.expect(2, "paths", "none.fsm")[1])

    def test_what_is_no_document(self):
        self.expect_refusals("paths", None)


if __name__ == "__main__":
    unittest.main()
