"""swiftfsm header: what it writes is compiled, or run, where there is a compiler."""

import re
import shutil
import subprocess
import sys
import unittest

from program import PROJECT, ProgramTest

# Names that mean something elsewhere, that end comments and lines, and that are no identifiers.
NAMES = r'''definition "a \"\"\" */ \\ b"
  predicate "Pol icy" weak "very strong"
  event "Coin \"x\" */ \\" (i32 cents, str)
  "not-installed" "Coin \"x\" */ \\" ["Pol icy" "very strong"] -> "1st"
  "1st" class -> "Ünder"
  "Ünder" alarmOn -> default
  default name -> "not-installed"
'''
COMPILERS = {
    "c": ("h", ["cc", "-fsyntax-only", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-x", "c"]),
    "c++": ("hpp", ["c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++"]),
    "swift": ("swift", ["swiftc", "-typecheck", "-warnings-as-errors"]),
    "rust": ("rs", ["rustc", "--crate-type", "lib", "--emit", "metadata"]),
    "go": ("go", ["gofmt", "-l"]),
}


class HeaderTest(ProgramTest):
    def test_the_ids_are_those_of_the_table(self):
        printed, _ = self.expect(0, "header", "turnstile.fsm", "--language", "c")
        self.assertIn('    TURNSTILE_STATE_ALARMING = 2, // "alarming"\n', printed)
        self.assertIn('    TURNSTILE_EVENT_COIN = 0, // "coin" (i32 cents, str currency)\n', printed)
        self.assertIn('    TURNSTILE_POLICY_STRONG = 1, // "strong"\n', printed)
        fingerprint = self.expect(0, "convert", "--fingerprint", "turnstile.fsm")[0].strip()
        self.assertIn(f'#define TURNSTILE_FINGERPRINT "{fingerprint}"', printed)

    def test_compilers_accept_all_names(self):
        self.write("names.fsm", NAMES)
        for language, (ending, compiler) in COMPILERS.items():
            with self.subTest(language):
                name = f"names.{ending}"
                self.expect(0, "header", "names.fsm", "-l", language, "-o", name, "--prefix", "names")
                if shutil.which(compiler[0]):
                    ended = subprocess.run([*compiler, name], cwd=self.folder, capture_output=True, text=True)
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    def test_compilers_accept_names_of_marks_alone_and_those_of_their_own_types(self):
        kinds = ("Any", "CaseIterable", "Int32", "IntEnum", "Protocol", "Self", "Sendable", "Type")
        predicates = "".join(f"  predicate {kind} one two\n" for kind in kinds)
        self.write("marks.fsm", f'definition "+"\n{predicates}  predicate "!" "?" two\n  "*" "+" -> "*"\n')
        for language, (ending, compiler) in (*COMPILERS.items(), ("python", ("py", [sys.executable, "-B"]))):
            with self.subTest(language):
                name = f"marks.{ending}"
                text, _ = self.expect(0, "header", "marks.fsm", "-l", language)
                self.write(name, text)
                if language == "go":
                    self.assertIn("\npackage __\n", text)  # gofmt takes any name
                if shutil.which(compiler[0]):
                    ended = subprocess.run([*compiler, name], cwd=self.folder, capture_output=True, text=True)
                    self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_python_runs_it(self):
        self.write("names.fsm", NAMES)
        self.expect(0, "header", "names.fsm", "-l", "python", "-o", "names.py")
        program = "import names as n; print(n.State.not_installed.value, n.Event.class_.value, n.Event.name_.value)"
        ended = subprocess.run([sys.executable, "-B", "-W", "error", "-c", program], cwd=self.folder, capture_output=True,
                               text=True)
        self.assertEqual((ended.stdout, ended.stderr), ("0 1 3\n", ""))

    def test_typescript(self):
        printed, _ = self.expect(0, "header", "turnstile.fsm", "-l", "typescript")
        members = re.findall(r"^    (\w+) = (\d+), //", printed, flags=re.M)
        self.assertIn(("alarming", "2"), members)

    def test_two_names_that_would_be_one(self):
        self.write("clash.fsm", "definition\n  is.a go -> is-a\n  is-a go -> is.a\n")
        printed, told = self.expect(1, "header", "clash.fsm", "-l", "python")
        self.assertEqual(printed, "")
        self.assertIn('state "is', told)
        self.assertIn("would both be is_a in python: rename one of them", told)
        self.write("type.fsm", "definition\n  predicate State a b\n  x go [State a] -> x\n")
        self.assertIn("would both be State", self.expect(1, "header", "type.fsm", "-l", "rust")[1])

    def test_no_name_of_a_machine_is_in_it(self):
        printed, _ = self.expect(0, "header", str(self.folder / "door.fsm"), "-l", "c")
        self.assertIn("of door.fsm", printed)
        self.assertNotIn(str(self.folder), printed)

    def test_json(self):
        self.assertIn("DOOR_STATE_OPEN", self.expect_json(0, "header", "--json", "-l", "c", "door.fsm")["text"])

    def test_wrong_options(self):
        self.assertIn("--language is missing", self.expect(2, "header", "door.fsm")[1])
        self.assertIn("did you mean rust?", self.expect(2, "header", "door.fsm", "-l", "rst")[1])
        self.assertIn("must not be empty", self.expect(2, "header", "door.fsm", "-l", "c", "--prefix", "")[1])

    def test_what_is_no_document(self):
        self.expect_refusals("header", "-l", "c", None)

    def test_the_life_of_a_package(self):
        document = PROJECT / "bindings" / "package-life.fsm"
        if document.exists():
            self.expect(0, "header", str(document), "-l", "go")


if __name__ == "__main__":
    unittest.main()
