"""A stranger's document: the program runs nothing and opens nothing that it names."""

import ast
import subprocess
import unittest

from program import PROJECT, ProgramTest

HOSTILE = PROJECT / "Tests" / "Fixtures" / "hostile.fsm"
EVENTS = "__import__('os').system('touch hacked')", "{0.__class__.__init__.__globals__}", "%s%n%x%(name)s"


class HostileTest(ProgramTest):
    def tearDown(self):
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), ["door.fsm", "hostile.fsm", "turnstile.fsm"])

    def setUp(self):
        super().setUp()
        self.write("hostile.fsm", HOSTILE.read_text())

    def test_it_is_checked_and_told(self):
        self.assertIn("20 states, 20 events, 20 rows", self.expect(0, "check", "hostile.fsm")[0])

    def test_it_is_written_and_read_again(self):
        written = self.expect(0, "convert", "hostile.fsm")[0]
        self.write("hostile.fsm", written)
        self.assertEqual(self.expect(0, "convert", "hostile.fsm")[0], written)

    def test_names_are_escaped_in_pictures(self):
        for form in ("dot", "html", "mermaid"):
            with self.subTest(form):
                picture = self.expect(0, "draw", "hostile.fsm", "-f", form)[0]
                self.assertNotIn("<script", picture)
        self.assertNotIn("%s", self.expect(0, "draw", "hostile.fsm", "-f", "mermaid")[0])

    def test_it_becomes_constants_of_languages(self):
        header = self.expect(0, "header", "hostile.fsm", "--language", "c")[0]
        program = "#include <stdint.h>\n" + header + "int main(void) { return 0; }\n"
        compiler = ["gcc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", "-"]
        compiled = subprocess.run(compiler, input=program, capture_output=True, text=True, cwd=self.folder, check=False)
        self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))
        tree = ast.parse(self.expect(0, "header", "hostile.fsm", "--language", "python")[0])
        self.assertEqual([each for each in ast.walk(tree) if isinstance(each, ast.Call)], [])

    def test_a_log_is_replayed(self):
        self.write("log.csv", "token,event\n" + "".join(f'1,"{event}"\n' for event in EVENTS))
        try:
            self.expect(0, "replay", "hostile.fsm", "log.csv", "--token", "token", "--event", "event", "--guards", "assume")
        finally:
            (self.folder / "log.csv").unlink()


if __name__ == "__main__":
    unittest.main()
