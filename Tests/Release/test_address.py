"""The public address, once there is one, is written into all packages by one command."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

try:
    import tomllib
except ImportError:  # before Python 3.11: pip brings the same module
    from pip._vendor import tomli as tomllib  # type: ignore[no-redef]

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "Sources/Release/address.py"
FILES = [
    "CMakeLists.txt",
    "bindings/editors/package.json",
    "bindings/javascript/package.json",
    "bindings/python/pyproject.toml",
    "bindings/rust/swiftfsm-sys/Cargo.toml",
    "bindings/rust/swiftfsm/Cargo.toml",
]
HOMEPAGE, SOURCE = "https://fsm.example.org", "https://git.example.org/~fsm/swift-fsm.git"


class AddressTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for path in [PROGRAM, *FILES]:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.root / path)

    def run_program(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-B", str(self.root / PROGRAM), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def texts(self) -> list[str]:
        return [(self.root / path).read_text(encoding="utf-8") for path in FILES]

    def toml(self, path: str) -> dict[str, Any]:
        return tomllib.loads((self.root / path).read_text(encoding="utf-8"))

    def check(self, homepage: str, source: str) -> None:
        urls = self.toml("bindings/python/pyproject.toml")["project"]["urls"]
        self.assertEqual(urls, {"Homepage": homepage, "Source": source})
        for crate in ("swiftfsm", "swiftfsm-sys"):
            package = self.toml(f"bindings/rust/{crate}/Cargo.toml")["package"]
            self.assertEqual((package["homepage"], package["repository"]), (homepage, source))
        for name in ("javascript", "editors"):
            package = json.loads((self.root / f"bindings/{name}/package.json").read_text(encoding="utf-8"))
            self.assertEqual(package["homepage"], homepage)
            self.assertEqual(package["repository"], {"type": "git", "url": f"git+{source}"})
        self.assertIn(f' HOMEPAGE_URL "{homepage}" LANGUAGES', self.texts()[0])

    def test_it_is_written_into_all_packages(self) -> None:
        done = self.run_program(HOMEPAGE, SOURCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.check(HOMEPAGE, SOURCE)
        self.assertEqual(self.run_program().stdout, done.stdout)

    def test_another_one_takes_its_place(self) -> None:
        self.run_program(HOMEPAGE, SOURCE)
        first = self.texts()
        self.assertEqual(self.run_program("https://other.example.org/fsm").returncode, 0)
        self.check("https://other.example.org/fsm", "https://other.example.org/fsm")
        self.run_program(HOMEPAGE, SOURCE)
        self.assertEqual(self.texts(), first)

    def test_what_is_no_address_changes_nothing(self) -> None:
        before = self.texts()
        for wrong in ("", "fsm.example.org", "http://fsm.example.org", "https://x", 'https://a.b/"c', "https://a.b/c d", "-h"):
            with self.subTest(wrong):
                for arguments in ([wrong], [HOMEPAGE, wrong]):
                    done = self.run_program(*arguments)
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(f"expected an address such as https://example.org/swiftfsm, found {wrong!r}", done.stderr)
        self.assertEqual(self.run_program(HOMEPAGE, SOURCE, HOMEPAGE).returncode, 2)
        self.assertEqual(self.texts(), before)

    def test_a_file_without_a_place_for_it_changes_none(self) -> None:
        file = self.root / FILES[-1]
        file.write_text(file.read_text(encoding="utf-8").replace('license = "MIT"', 'license = "?"'), encoding="utf-8")
        before = self.texts()
        done = self.run_program(HOMEPAGE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{FILES[-1]}: there is no place for addresses", done.stderr)
        self.assertEqual(self.texts(), before)

    def test_where_one_file_differs_the_program_tells(self) -> None:
        self.run_program(HOMEPAGE, SOURCE)
        for path in FILES:
            with self.subTest(path):
                file = self.root / path
                written = file.read_text(encoding="utf-8")
                file.write_text(written.replace(HOMEPAGE, "https://old.example.org"), encoding="utf-8")
                self.assertEqual(self.run_program().returncode, 1)
                shutil.copy(ROOT / path, file)
                self.assertEqual(self.run_program().returncode, 1)
                file.write_text(written, encoding="utf-8")
        self.assertEqual(self.run_program().returncode, 0)

    def test_all_packages_of_this_project_say_the_same(self) -> None:
        found = {each.partition(": ")[2].partition(" ")[0] for each in self.run_program().stdout.splitlines()}
        self.assertEqual(len(found), 1, found)


if __name__ == "__main__":
    unittest.main()
