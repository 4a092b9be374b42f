"""swiftfsm run, from a pipe."""

import json
import unittest

from program import ProgramTest

CHART = """definition
  initial cold
  state cold
    heat -> warm
  state warm
    timeout 30 cool
    cool -> cold / tick
"""


class RunTest(ProgramTest):
    def converse(self, status, *lines, document="turnstile.fsm", options=()):
        return self.expect(status, "run", document, *options, stdin="".join(f"{line}\n" for line in lines))

    def test_guards_are_asked(self):
        printed, told = self.converse(0, "coin 200 cent", "y", "coin 100 cent", "quit")
        self.assertEqual(
            printed,
            "  entry lock\nlocked> coin 200 cent\n  guard enough (yes, no)? [yes] y\n  exit unlock\n  action thank\n"
            "  -> unlocked\nunlocked> coin 100 cent\n  action thank\n  -> unlocked\nunlocked> quit\n",
        )
        self.assertEqual(told, "")

    def test_a_guard_that_refuses(self):
        self.assertIn("  refused -> locked\n", self.converse(0, "coin 200 cent", "no")[0])

    def test_values_are_of_the_declared_types(self):
        self.assertIn("x is no integer that i32 holds", self.converse(2, "coin x cent")[1])
        self.assertIn("coin carries 2 arguments, and 3 is one more", self.converse(2, "coin 1 2 3")[1])
        printed, told = self.converse(2, 'coin', "five", "5", '"two words"', "y")
        self.assertIn("five is no integer", told)
        self.assertIn("  str currency? ", printed)
        self.assertIn("-> unlocked", printed)

    def test_cases_are_asked_of_their_provider_or_told(self):
        self.assertIn("provider office: Policy (weak, strong)? [weak] s\n", self.converse(0, "pass", "s")[0])
        self.assertIn("  -> alarming\n", self.converse(0, "pass [Policy strong]")[0])
        self.write("mood.fsm", "definition\n  initial a\n  predicate Mood glad sad\n  a go [Mood sad] -> b\n  b go -> a\n")
        self.assertIn("  Mood (glad, sad)? [glad] sad\n  -> b\n", self.converse(0, "go", "sad", document="mood.fsm")[0])

    def test_why(self):
        printed, _ = self.converse(0, "why coin 1 cent", "no", "why pass [Policy strong]")
        self.assertIn("line 15: locked coin ? enough -> unlocked: guard enough refuses\n", printed)
        self.assertIn("line 16: locked pass -> same: is not for Policy strong\n", printed)
        self.assertIn("line 17: locked pass -> alarming: taken\n", printed)

    def test_undo_and_reset(self):
        printed, told = self.converse(2, "request unlocked", "undo", "undo", "request unlocked", ":reset")
        self.assertEqual(printed.count("locked> undo\n"), 2)
        self.assertIn("there is nothing to undo", told)
        self.assertTrue(printed.endswith("  entry lock\n  -> locked\nlocked> \n"), printed)

    def test_what_is_possible(self):
        printed, _ = self.converse(0, "?", "draw", "draw mermaid")
        self.assertIn("  events with a row here: coin pass reset\n", printed)
        self.assertIn("  states that may be requested: unlocked\n", printed)
        self.assertIn("> locked", printed)
        self.assertIn("stateDiagram-v2", printed)

    def test_time_passes(self):
        self.write("heater.fsm", CHART)
        printed, _ = self.converse(0, "heat", "advance 29", "undo", "advance 30", document="heater.fsm")
        self.assertIn("  time 29, the next timeout is due at 30\n  -> warm\n", printed)
        self.assertIn("  action tick\n  time 30\n  -> cold\n", printed)
        self.assertIn("a whole number", self.converse(2, "advance -1", document="heater.fsm")[1])

    def test_resolvers_and_update_callbacks(self):
        self.write("dynamic.fsm", "definition\n  initial a\n  state a\n    update look\n    go -> dynamic by choose\n"
                                  "  state b\n    go -> a\n")
        printed, _ = self.converse(0, "update 1", "go", "b", document="dynamic.fsm")
        self.assertIn("  update look (none, go)? [none] go\n  resolver choose (none, a, b)? [none] b\n  -> b\n", printed)

    def test_nearby_names(self):
        self.assertIn("has no event cion; did you mean coin?", self.converse(2, "cion")[1])
        self.assertIn("has no state unlokced; did you mean unlocked?", self.converse(2, "request unlokced")[1])

    def test_json(self):
        printed, _ = self.converse(0, "coin 1 cent", "yes", "pass", options=("--json",))
        first, second = [json.loads(line) for line in printed.splitlines()]
        self.assertEqual((first["outcome"], first["state"]), ("transitioned", "unlocked"))
        self.assertEqual(first["calls"][0], {"role": "guard", "name": "enough", "answer": "yes"})
        self.assertEqual(second["state"], "locked")

    def test_hostile_input(self):
        self.converse(2, "x" * 200000, "\x1b[2J", '"', "coin \x00 1", "[", "pass [Policy", "why", "draw x", "request", "::")

    def test_the_input_ends_in_a_question(self):
        self.assertIn("callback failed -> locked", self.converse(0, "coin 1 cent")[0])

    def test_an_input_that_cannot_be_read(self):
        self.expect_no_input("run", "door.fsm")
        self.expect_no_input("run", "door.fsm", "--json")

    def test_documents_that_cannot_be_run(self):
        self.assertIn("cannot have the document too", self.expect(2, "run", "-")[1])
        self.write("none.fsm", "definition\n  a go -> a\n")
        self.assertIn("no initial state: name one with --from", self.expect(2, "run", "none.fsm")[1])
        self.expect(0, "run", "none.fsm", "--from", "a")
        self.expect_refusals("run", None)


if __name__ == "__main__":
    unittest.main()
