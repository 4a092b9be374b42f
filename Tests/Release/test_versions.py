"""The version is one: that of include/swiftfsm.h stands wherever a package, a language or a document says one."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Where a version stands, and as what. Python, the C library and CPack take it from the header or from CMakeLists.txt.
PLACES = {
    "CMakeLists.txt": r"project\(swiftfsm VERSION (\S+)",
    "CHANGELOG.md": r"(?m)^## \[([^\]]+)\] - \d{4}-\d\d-\d\d$",
    "Sources/FSMCABI/Version.swift": r'versionText: StaticString = "([^"]+)"',
    "include/swiftfsm.h": r'/\* Return the version as text, "([^"]+)"',
    "bindings/editors/package.json": r'"version": "([^"]+)"',
    "bindings/go/cgo.go": r'// Version returns the version of the loaded library, "([^"]+)"',
    "bindings/javascript/package.json": r'"version": "([^"]+)"',
    "bindings/rust/swiftfsm/Cargo.toml": r'(?m)^version = "([^"]+)"',
    "bindings/rust/swiftfsm-sys/Cargo.toml": r'(?m)^version = "([^"]+)"',
    "bindings/rust/swiftfsm/src/lib.rs": r'/// Returns the version of the loaded library, "([^"]+)"',
}


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def header_version() -> str:
    found = re.findall(r"#define SFSM_VERSION_(MAJOR|MINOR|PATCH) (\d+)\n", read("include/swiftfsm.h"))
    assert [name for name, _ in found] == ["MAJOR", "MINOR", "PATCH"]
    return ".".join(number for _, number in found)


class VersionTest(unittest.TestCase):
    def test_every_place_has_the_version_of_the_header(self) -> None:
        for path, pattern in PLACES.items():
            with self.subTest(path):
                found = re.search(pattern, read(path))
                self.assertIsNotNone(found, f"{path} has no version: {pattern}")
                assert found is not None
                self.assertEqual(found[1], header_version())

    def test_what_rust_depends_on_is_of_the_same_version(self) -> None:
        needed = re.findall(r'swiftfsm-sys = \{.* version = "([^"]+)"', read("bindings/rust/swiftfsm/Cargo.toml"))
        locked = re.findall(r'name = "swiftfsm(?:-sys)?"\nversion = "([^"]+)"', read("bindings/rust/Cargo.lock"))
        self.assertEqual([*needed, *locked], [header_version()] * 4)

    def test_functions_have_a_version_that_is_not_later(self) -> None:
        """A function of a release that is not made yet would have the version of an older one."""
        now = tuple(map(int, header_version().split(".")[:2]))
        versions = re.findall(r"(?m)^SWIFTFSM_(\d+)\.(\d+) \{", read("Sources/library.map"))
        self.assertTrue(versions)
        self.assertLessEqual(max((int(major), int(minor)) for major, minor in versions), now)


if __name__ == "__main__":
    unittest.main()
