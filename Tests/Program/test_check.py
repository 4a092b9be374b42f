"""swiftfsm check."""

import unittest

from program import DOOR, FAULTY, PROJECT, SCENARIO, TURNSTILE, ProgramTest


class CheckTest(ProgramTest):
    def test_a_line_sums_up_each_file(self):
        self.write("turnstile.fsm", TURNSTILE + SCENARIO)
        printed, told = self.expect(0, "check", "turnstile.fsm", "door.fsm")
        self.assertEqual(
            printed,
            "turnstile.fsm: 3 states, 3 events, 9 rows, 1 scenario passed; needs guard enough, actions beep log thank, "
            "entries alarmOn lock, exits alarmOff unlock, provider office\ndoor.fsm: 2 states, 2 events, 2 rows\n",
        )
        self.assertEqual(told, "")

    def test_faults_have_their_place(self):
        self.write("door.fsm", DOOR.replace("closed push", "closed [push"))
        printed, told = self.expect(1, "check", "door.fsm")
        self.assertIn("door.fsm:3:10: error: ", told)
        self.assertEqual(printed, "door.fsm: 1 error\n")

    def test_warnings_are_told_and_do_not_count(self):
        self.write("door.fsm", DOOR + "  open Push -> closed\n  island go -> island\n")
        printed, told = self.expect(0, "check", "door.fsm")
        self.assertIn("door.fsm:6: warning: ", told)
        self.assertIn("door.fsm: warning: events Push and push differ in the case of letters only", told)

    def test_a_scenario_that_fails(self):
        self.write("turnstile.fsm", TURNSTILE + SCENARIO.replace("exit unlock", "exit lock") + SCENARIO)
        printed, told = self.expect(1, "check", "turnstile.fsm")
        self.assertIn("turnstile.fsm:31: error: exit unlock is called, but exit lock is expected", told)
        self.assertIn("9 rows, 1 scenario failed, 1 passed;", printed)

    def test_a_scenario_that_cannot_be_read(self):
        self.write("door.fsm", DOOR + "\nrun from closed\n  send psuh -> transitioned open\n")
        self.assertIn('door.fsm:7: error: the definition has no word "psuh"', self.expect(1, "check", "door.fsm")[1])

    def test_what_a_callable_is_given_is_compared(self):
        self.write("turnstile.fsm", TURNSTILE + SCENARIO.replace("given (context, 200", "given (context, 201"))
        self.assertIn("number 1 is given as i32 200, not i32 201", self.expect(1, "check", "turnstile.fsm")[1])

    def test_names_in_quotes(self):
        self.write("door.fsm", 'definition\n  "fully closed" "push it" -> open\n  open any -> "fully closed"\n'
                               '\nrun from "fully closed"\n  send "push it" -> transitioned open\n'
                               '  send "push it" -> transitioned "fully closed"\n')
        self.assertIn("1 scenario passed", self.expect(0, "check", "door.fsm")[0])

    def test_expected_diagnostics(self):
        expected = "definition\n  a: closed push -> open\n  b: closed push -> closed\n  state open final\n\ndiagnostics\n"
        self.write("right.fsm", expected + "  clash: a b\n")
        self.write("wrong.fsm", expected + "  duplicate: a b\n")
        self.assertEqual(self.expect(0, "check", "right.fsm")[0], "right.fsm: 1 error, which is expected\n")
        self.assertIn("wrong.fsm:7: error: expected duplicate: a b, but found clash: a b",
                      self.expect(1, "check", "wrong.fsm")[1])

    def test_variadic_callables_that_no_scenario_can_call(self):
        document = "definition\n  event go (f64)\n  callable action note void(f64, ...)\n  a go -> same / note\n"
        self.write("door.fsm", document)
        self.expect(0, "check", "door.fsm")
        self.write("door.fsm", document + "\nrun from a\n  send go (f64 1)\n    action note\n    -> transitioned a\n")
        self.assertIn("scenarios cannot be run: action note", self.expect(1, "check", "door.fsm")[1])

    def test_windows_line_ends_and_a_byte_order_mark(self):
        text = "\ufeff" + DOOR + "\nrun from closed\n  send push -> transitioned open\n"
        self.write("door.fsm", text.replace("\n", "\r\n"))
        self.assertIn("1 scenario passed", self.expect(0, "check", "door.fsm")[0])

    def test_the_standard_input(self):
        self.assertEqual(self.expect(0, "check", "-", stdin=DOOR)[0], "standard input: 2 states, 2 events, 2 rows\n")

    def test_json(self):
        self.write("turnstile.fsm", TURNSTILE + SCENARIO)
        self.write("faulty.fsm", "definition\n  a go -> b\n")
        first, second = self.expect_json(1, "check", "--json", "turnstile.fsm", "faulty.fsm")["files"]
        self.assertEqual((first["status"], first["rows"], first["scenarios"]["passed"]), ("fine", 9, 1))
        self.assertEqual(first["needs"]["action"], ["beep", "log", "thank"])
        fault = second["diagnostics"][0]
        self.assertEqual((fault["kind"], fault["line"], fault["lines"]), ("unknown target", 2, [2]))

    def test_against_an_older_version(self):
        self.write("old.fsm", TURNSTILE)
        self.write("new.fsm", TURNSTILE.replace(" was closed", "").replace("pass", "walk"))
        self.assertIn("new.fsm: error: event pass (1) is gone", self.expect(1, "check", "new.fsm", "--against", "old.fsm")[1])
        self.expect(0, "check", "old.fsm", "--against", "old.fsm")
        self.expect(2, "check", "old.fsm", "--against", "nowhere.fsm")

    def test_documents_with_faults(self):
        for name, content in FAULTY.items():
            with self.subTest(name):
                self.assertIn("error: ", self.expect(1, "check", self.write("faulty.fsm", content))[1])

    def test_what_is_no_document(self):
        self.expect_refusals("check", None)

    def test_the_cases_of_the_conformance_tests(self):
        """All of them are documents that are as they should be, but the one that says reserved numbers."""
        folder = PROJECT / "Tests" / "Conformance" / "cases"
        cases = [str(path) for path in sorted(folder.glob("*/*.fsm")) if path.stem != "reserved-ids-in-rows"]
        for area in ("callables", "charts", "timers") if len(cases) < 500 else ("",):
            self.expect(0, "check", *(case for case in cases if f"/{area}" in case))


if __name__ == "__main__":
    unittest.main()
