"""swiftfsm draw."""

import os
import unittest

from program import ProgramTest

# Stands for graphviz: tells its arguments, and copies what it reads.
DOT = """#!/bin/sh
for argument; do case $argument in -o*) output=${argument#-o} ;; esac; done
{ echo "$@"; cat; } >"$output"
"""


class DrawTest(ProgramTest):
    def with_path(self, path):
        return {**os.environ, "PATH": path}

    def test_a_table_for_the_terminal(self):
        printed, _ = self.expect(0, "draw", "turnstile.fsm", "--current", "locked")
        self.assertIn("> locked", printed)

    def test_the_ending_tells_the_format(self):
        for name, start in {"a.dot": "digraph", "a.mmd": "stateDiagram", "a.puml": "@startuml", "a.html": "<table"}.items():
            with self.subTest(name):
                self.expect(0, "draw", "turnstile.fsm", "-o", name)
                self.assertTrue((self.folder / name).read_text().startswith(start))
        self.assertIn("does not tell the format", self.expect(2, "draw", "turnstile.fsm", "-o", "a.xyz")[1])

    def test_hide_and_focus(self):
        self.assertIn("alarming", self.expect(0, "draw", "turnstile.fsm", "-f", "dot")[0])
        self.assertNotIn('"alarming"', self.expect(0, "draw", "turnstile.fsm", "-f", "dot", "--hide", "alarming")[0])
        self.assertIn("has no state lokced; did you mean locked?",
                      self.expect(2, "draw", "turnstile.fsm", "--focus", "unlocked,lokced")[1])

    def test_counts(self):
        plain = self.expect(0, "draw", "door.fsm", "-f", "dot")[0]
        self.write("counts.csv", "row,taken\n1,900\n2,1\n")
        self.assertNotEqual(self.expect(0, "draw", "door.fsm", "-f", "dot", "--counts", "counts.csv")[0], plain)
        for wrong in ("row,taken\n3,1\n", "0,1\n", "1\n", "1,-1\n", "1,x\n"):
            with self.subTest(wrong):
                self.assertIn("expected the number of a row (1 to 2)",
                              self.expect(2, "draw", "door.fsm", "--counts", self.write("counts.csv", wrong))[1])

    def test_dot_draws(self):
        dot = self.folder / "programs" / "dot"
        dot.parent.mkdir()
        dot.write_text(DOT)
        dot.chmod(0o755)
        self.expect(0, "draw", "door.fsm", "-o", "door.svg", environment=self.with_path(f"{dot.parent}:{os.environ['PATH']}"))
        drawn = (self.folder / "door.svg").read_text()
        self.assertTrue(drawn.startswith("-Tsvg -odoor.svg\ndigraph"))

    def test_dot_that_fails(self):
        dot = self.folder / "dot"
        dot.write_text("#!/bin/sh\nexit 1\n")
        dot.chmod(0o755)
        told = self.expect(2, "draw", "door.fsm", "-o", "door.png", environment=self.with_path(str(self.folder)))[1]
        self.assertIn("the program dot could not draw this", told)

    def test_without_dot(self):
        told = self.expect(2, "draw", "door.fsm", "-o", "door.svg", environment=self.with_path(str(self.folder)))[1]
        self.assertIn("drawn by the program dot, which is not installed", told)

    def test_json(self):
        drawn = self.expect_json(0, "draw", "door.fsm", "--json", "-f", "mermaid")
        self.assertEqual((drawn["format"], drawn["text"][:12]), ("mermaid", "stateDiagram"))
        self.expect(2, "draw", "door.fsm", "--json", "-f", "svg")

    def test_what_is_no_document(self):
        self.expect_refusals("draw", None)


if __name__ == "__main__":
    unittest.main()
