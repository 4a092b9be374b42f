"""swiftfsm convert."""

import hashlib
import json
import unittest

from program import TURNSTILE, ProgramTest


class ConvertTest(ProgramTest):
    def test_the_canonical_text(self):
        printed, _ = self.expect(0, "convert", "door.fsm")
        self.assertEqual(
            printed,
            "definition door\n  ids states closed = 0\n  ids states open = 1\n  ids events push = 0\n"
            "  ids events pull = 1\n  initial closed\n  closed push -> open\n  open pull -> closed\n",
        )
        self.assertEqual(self.expect(0, "convert", "-", stdin=printed)[0], printed)

    def test_the_fingerprint_is_that_of_the_text(self):
        text = self.run_program("convert", "turnstile.fsm").stdout
        fingerprint = self.expect(0, "convert", "--fingerprint", "turnstile.fsm")[0]
        self.assertEqual(fingerprint.strip(), hashlib.sha256(text).hexdigest())
        self.write("turnstile.fsm", TURNSTILE.replace("# The turnstile", "# A turnstile"))
        self.assertEqual(self.expect_json(0, "convert", "--fingerprint", "--json", "turnstile.fsm")["fingerprint"],
                         fingerprint.strip())

    def test_all_formats(self):
        starts = {"text": "definition", "json": "{", "dot": "digraph", "mermaid": "stateDiagram-v2", "plantuml": "@startuml",
                  "matrix": " ", "markdown": "|", "html": "<table"}
        for name, start in starts.items():
            with self.subTest(name):
                self.assertTrue(self.expect(0, "convert", "turnstile.fsm", "--to", name)[0].startswith(start))
        twin = json.loads(self.expect(0, "convert", "turnstile.fsm", "-tjson")[0])
        self.assertEqual((twin["definition"], twin["version"]), ("turnstile", "3"))

    def test_a_file_tells_the_format(self):
        self.expect(0, "convert", "door.fsm", "-o", "door.json")
        self.assertEqual(json.loads((self.folder / "door.json").read_text())["definition"], "door")
        self.assertIn("--to", self.expect(2, "convert", "door.fsm", "-o", "door.xyz")[1])
        self.assertIn("cannot be written", self.expect(2, "convert", "door.fsm", "-o", "no/where.fsm")[1])

    def test_wrong_options(self):
        self.assertIn("did you mean json?", self.expect(2, "convert", "door.fsm", "--to", "jsn")[1])
        self.assertIn("--json is for", self.expect(2, "convert", "door.fsm", "--json", "-o", "x.fsm")[1])
        self.assertIn("one argument too many", self.expect(2, "convert", "door.fsm", "door.fsm")[1])

    def test_errors_of_the_document(self):
        self.assertIn("error: ", self.expect(2, "convert", self.write("faulty.fsm", "definition\n  a go -> b\n"))[1])

    def test_what_is_no_document(self):
        self.expect_refusals("convert", None)


if __name__ == "__main__":
    unittest.main()
