"""swiftfsm replay."""

import os
import pty
import subprocess
import unittest

from program import PROGRAM, ProgramTest, read_all

COLUMNS = ("--token", "who", "--event", "what")

# Nested states and a history.
CHART = """\
definition
  initial off
  off power -> on
  state on
    default low
    power -> off
    resume -> same
  state low in on
    up -> high
  state high in on
    up -> low
  history back in on
  off resume -> back
"""


class ReplayTest(ProgramTest):
    def replay(self, status, log, *options, document="door.fsm"):
        return self.expect(status, "replay", document, *COLUMNS, *options, stdin=log)

    def test_violations_have_their_place(self):
        self.write("log.csv", "when,who,what\n1,a,push\n2,b,push\n3,a,push\n4,a,pull\n5,b,knock\n")
        printed, told = self.expect(1, "replay", "door.fsm", "log.csv", *COLUMNS)
        self.assertEqual(
            printed,
            "log.csv:4: a: push in open: no row\nlog.csv:6: b: knock in open: no such event\n"
            "5 events, 2 tokens, 3 taken, 2 not permitted\n",
        )
        self.assertEqual(told, "")

    def test_json_lines(self):
        log = '{"who": 7, "what": "push", "more": [1, {"x": "}\\""}]}\n\n{"what": "p\\u0075ll", "who": "7"}\n'
        self.assertEqual(self.replay(0, log)[0], "2 events, 1 token, 2 taken, 0 not permitted\n")

    def test_quotes_of_csv(self):
        log = 'what,"who"\r\n"push","a ""b"", c\r\nd"\r\npull,"a ""b"", c\r\nd"\r\n'
        self.assertEqual(self.replay(0, log)[0], "2 events, 1 token, 2 taken, 0 not permitted\n")

    def test_other_separators(self):
        self.assertIn("1 taken", self.replay(0, "who\twhat\na\tpush\n", "--separator", "\\t")[0])
        self.assertIn("1 taken", self.replay(0, "who;what\na;push\n", "--separator", ";")[0])
        self.assertIn("one character", self.replay(2, "", "--separator", "ab")[1])

    def test_guards(self):
        document = "definition\n  initial a\n  a go ? may -> b / act\n  b go -> a\n"
        self.write("guarded.fsm", document)
        self.assertIn("guarded.fsm:3: this row has guards", self.replay(2, "who,what\n", document="guarded.fsm")[1])
        log = "who,what\nx,go\n"
        self.assertIn("1 taken", self.replay(0, log, "--guards", "assume", document="guarded.fsm")[0])

    def test_cases_of_predicate_types(self):
        log = "who,what,how\nx,pass,weak\nx,pass,strong\nx,reset,\nx,pass,odd\nx,coin,weak\n"
        options = ("--guards", "assume", "--case", "Policy=how")
        printed, _ = self.replay(1, log, *options, document="turnstile.fsm")
        self.assertEqual(printed, "standard input:5: x: pass in locked: Policy has no case odd\n"
                                  "5 events, 1 token, 4 taken, 1 not permitted\n")
        lines = ('{"who": "x", "what": "pass", "how": "weak"}\n{"who": "x", "what": "reset", "how": null}\n'
                 '{"who": null, "what": "coin", "how": "weak"}\n')
        printed, told = self.replay(2, lines, *options, document="turnstile.fsm")
        self.assertIn("2 events, 1 token, 2 taken, 0 not permitted", printed)
        self.assertIn("standard input:3: the member who is missing", told)
        self.assertIn("--case Policy=COLUMN", self.replay(2, log, "--guards", "assume", document="turnstile.fsm")[1])
        self.assertIn("did you mean Policy?",
                      self.replay(2, log, "--guards", "assume", "--case", "Polcy=how", document="turnstile.fsm")[1])

    def test_the_state_that_the_log_tells(self):
        log = "who,what,state\na,push,open\na,pull,open\na,pull,closed\na,push,nowhere\n"
        printed, _ = self.replay(1, log, "--state-column", "state")
        self.assertEqual(
            printed,
            "standard input:3: a: pull in open: leads to closed, but the log says open\n"
            "standard input:5: a: push in closed: leads to open, but the log says nowhere, which is no state\n"
            "4 events, 1 token, 4 taken, 0 not permitted, 2 in another state\n",
        )

    def test_dynamic_targets_are_resolved_to_it(self):
        self.write("dynamic.fsm", "definition\n  initial a\n  a go -> dynamic by choose\n  b back -> a\n")
        self.assertIn("--state-column", self.replay(2, "who,what\n", document="dynamic.fsm")[1])
        log = "who,what,state\nx,go,b\nx,back,a\n"
        self.assertIn("2 taken, 0 not", self.replay(0, log, "--state-column", "state", document="dynamic.fsm")[0])

    def test_charts_keep_their_regions_and_histories(self):
        self.write("chart.fsm", CHART)
        log = "who,what\n" + "".join(f"{who},{what}\n" for what in ("power", "up", "power", "resume", "up") for who in "ab")
        self.assertEqual(self.replay(0, log, document="chart.fsm")[0], "10 events, 2 tokens, 10 taken, 0 not permitted\n")

    def test_another_beginning(self):
        self.assertIn("1 taken", self.replay(0, "who,what\na,pull\n", "--initial", "open")[0])
        self.assertIn("did you mean open?", self.replay(2, "who,what\n", "--initial", "opne")[1])
        self.write("none.fsm", "definition\n  a go -> a\n")
        self.assertIn("no initial state", self.replay(2, "who,what\n", document="none.fsm")[1])

    def test_counts_for_draw(self):
        self.replay(0, "who,what\na,push\na,pull\na,push\n", "--counts", "counts.csv")
        self.assertEqual((self.folder / "counts.csv").read_text(), "row,taken\n1,2\n2,1\n")
        self.expect(0, "draw", "door.fsm", "--counts", "counts.csv", "-f", "dot")

    def test_json(self):
        told = self.expect_json(1, "replay", "door.fsm", *COLUMNS, "--json", stdin="who,what\na,pull\na,push\nb,pull\n")
        self.assertEqual([(each["line"], each["token"]) for each in told["violations"]], [(2, "a"), (4, "b")])
        self.assertEqual((told["events"], told["taken"], told["not permitted"]), (3, 1, 2))
        told = self.expect_json(0, "replay", "door.fsm", *COLUMNS, "--json", stdin="who,what\n")
        self.assertEqual(told["violations"], [])

    def test_lines_that_cannot_be_read_are_told_and_the_rest_is_read(self):
        for log, sentence in (
            ("who,what\na\na,push\n", "standard input:2: the column what is missing"),
            ("who,what\na,\0\na,push\n", "standard input:2: the line has a byte that is 0"),
            ("who,what\na," + "x" * 1100000 + "\na,push\n", "standard input:2: the line is longer than 1048576 bytes"),
            ('{"who": "a"}\n{"who": "a", "what": "push"}\n', "standard input:1: the member what is missing"),
            ('{"who": "a", "what": }\n{"who": "a", "what": "push"}\n', "standard input:1: the line is no object of JSON"),
            ('{"who": "\\ud800", "what": "x"}\n{"who": "a", "what": "push"}\n', "1: the line is no object of JSON"),
        ):
            with self.subTest(sentence):
                printed, told = self.replay(2, log)
                self.assertIn(sentence, told)
                self.assertEqual(printed, "1 event, 1 token, 1 taken, 0 not permitted, 1 line not read\n")
        self.assertIn("a quote is not closed", self.replay(2, 'who,what\na,"push\n')[1])

    def test_what_a_terminal_would_obey_is_escaped(self):
        printed, _ = self.replay(1, "who,what\na\x1b[2J,knock\n")
        self.assertIn("a\\x1b[2J: knock", printed)

    def test_no_log(self):
        self.assertIn("is empty", self.replay(2, "")[1])
        self.assertIn("has no column what; did you mean waht?", self.replay(2, "who,waht\n")[1])
        self.assertIn("No such file", self.expect(2, "replay", "door.fsm", "nowhere.csv", *COLUMNS)[1])
        self.assertIn("--token and --event are missing", self.expect(2, "replay", "door.fsm")[1])
        self.assertIn("did you mean assume?", self.replay(2, "", "--guards", "asume")[1])

    def test_a_log_that_cannot_be_read(self):
        self.expect_no_input("replay", "door.fsm", *COLUMNS)

    def test_many_tokens(self):
        log = "who,what\n" + "".join(f"t{i % 5000},{'push' if i < 5000 else 'pull'}\n" for i in range(10000))
        self.assertEqual(self.replay(0, log)[0], "10,000 events, 5,000 tokens, 10,000 taken, 0 not permitted\n")

    def test_a_sorted_log(self):
        log = "who,what\na,push\na,pull\nb,push\nb,push\nc,knock\n"
        for options in (), ("--sorted",):
            self.assertEqual(
                self.replay(1, log, *options)[0],
                "standard input:5: b: push in open: no row\nstandard input:6: c: knock in closed: no such event\n"
                "5 events, 3 tokens, 3 taken, 2 not permitted\n",
            )
        # Tokens go on from one block of the program to the next.
        log = "who,what\n" + "".join(f"t{i // 7000},{('push', 'pull')[i % 2]}\n" for i in range(70000))
        self.assertEqual(self.replay(0, log, "--sorted")[0], "70,000 events, 10 tokens, 70,000 taken, 0 not permitted\n")

    def test_a_token_that_comes_again_ends_a_sorted_log(self):
        printed, told = self.replay(2, "who,what\na,push\na,push\nb,push\na,pull\nc,pull\n", "--sorted")
        self.assertEqual(printed, "standard input:3: a: push in open: no row\n"
                                  "3 events, 2 tokens, 2 taken, 1 not permitted, 1 line not read\n")
        self.assertIn("standard input:5: the token has come before", told)

    def test_a_sorted_log_of_a_chart(self):
        self.write("chart.fsm", CHART)
        events = ("power", "up", "power", "resume", "up", "power")
        log = "who,what,state\n" + "".join(f"{who},{what},\n" for who in "abc" for what in events)
        for options in (), ("--state-column", "state"):
            self.assertEqual(self.replay(0, log, "--sorted", *options, document="chart.fsm")[0],
                             "18 events, 3 tokens, 18 taken, 0 not permitted\n")

    def test_violations_and_lines_that_cannot_be_read_are_told_in_order(self):
        self.write("log.csv", "who,what\na,pull\nb\na,pull\nb,\0\n" + "a,push\na,pull\n" * 5000 + "b\nb,pull\n")
        ended = subprocess.run([PROGRAM, "replay", "door.fsm", "log.csv", *COLUMNS], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, cwd=self.folder, check=False)
        lines = [line.split(":")[1] for line in ended.stdout.decode().splitlines()[:-1]]
        self.assertEqual(lines, ["2", "3", "4", "5", "10006", "10007"])

    def test_violations_of_a_log_that_grows_are_told_at_once(self):
        with subprocess.Popen([PROGRAM, "replay", "door.fsm", *COLUMNS], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, cwd=self.folder) as ended:
            ended.stdin.write(b"who,what\na,pull\na\n")
            ended.stdin.flush()
            # The line that cannot be read lets the output be written.
            self.assertEqual(ended.stdout.readline(), b"standard input:2: a: pull in closed: no row\n")
            ended.stdin.close()
            ended.stdout.read()

    def test_a_chart_that_is_done_and_one_in_regions(self):
        self.write("done.fsm", """definition
  initial on
  parallel on
    state left
      default left.a
      state left.a
        go -> left.b
      state left.b
    state right
  state off final
  on stop -> off
""")
        log = "who,what\na,go\na,go\na,nope\na,stop\na,stop\na,nope\n"
        printed, _ = self.replay(1, log, document="done.fsm")
        self.assertEqual([line.split(": ", 2)[2] for line in printed.splitlines()[:-1]],
                         ["go in on: no row", "nope in on: no such event", "stop in none: the machine is done",
                          "nope in none: no such event"])

    def test_a_step_that_never_ends(self):
        self.write("circle.fsm", """definition
  warnings off possible eventless circle
  initial a
  state a
    go -> b
    state a.a
  state b
    go -> a
    eventless ? on -> c
  state c
    eventless ? on -> b
""")
        log = "who,what\nx,nope\nx,go\nx,nope\ny,nope\n"
        printed, _ = self.replay(1, log, "--guards", "assume", "--counts", "counts.csv", document="circle.fsm")
        self.assertIn("standard input:3: x: go in a.a: SFSM_STEP_LIMIT_REACHED", printed)
        self.assertIn("standard input:5: y: nope in a.a: no such event", printed)

    def test_progress_is_shown_on_a_terminal_only(self):
        terminal, other = pty.openpty()
        with subprocess.Popen([PROGRAM, "replay", "door.fsm", *COLUMNS], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=other, cwd=self.folder) as ended:
            os.close(other)
            ended.stdin.write(b"who,what\n")
            for _ in range(3):
                ended.stdin.write(b"a,push\na,pull\n" * 4096)
                ended.stdin.flush()
                subprocess.run(["sleep", "1.1"], check=True)
            ended.stdin.close()
            ended.wait()
        shown = read_all(terminal)
        os.close(terminal)
        self.assertIn(b" events", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"))

    def test_what_is_no_document(self):
        self.expect_refusals("replay", *COLUMNS, None)


if __name__ == "__main__":
    unittest.main()
