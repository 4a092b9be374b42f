"""The gate of the binary interface: what it lets pass, and what it does not."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HEADER = (ROOT / "include" / "swiftfsm.h").read_text(encoding="utf-8")
MAP = (ROOT / "Sources" / "library.map").read_text(encoding="utf-8")


class GateTest(unittest.TestCase):
    """Each change is one of the header, or of the versions of its functions."""

    def check(self, old: str = "", new: str = "", old_version: str = "", new_version: str = "") -> tuple[int, str]:
        self.assertIn(old, HEADER)
        with tempfile.TemporaryDirectory() as folder:
            header, versions = Path(folder, "swiftfsm.h"), Path(folder, "library.map")
            header.write_text(HEADER.replace(old, new, 1) if old else HEADER, encoding="utf-8")
            versions.write_text(MAP.replace(old_version, new_version) if old_version else MAP, encoding="utf-8")
            done = subprocess.run([HERE / "check", header, versions], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def assert_passes(self, old: str = "", new: str = "") -> None:
        self.assertEqual(self.check(old, new)[0], 0)

    def assert_stopped(self, words: str, *change: str) -> None:
        status, told = self.check(*change)
        self.assertEqual(status, 1, told)
        self.assertIn("is not that of the last release", told)
        self.assertIn(words, told)

    def test_nothing_changed(self) -> None:
        self.assert_passes()

    def test_what_may_be_added(self) -> None:
        end = "size_t sfsm_table_replay_width(const sfsm_table *table);"
        self.assert_passes(end, end + "\nsize_t sfsm_table_depth(const sfsm_table *table);")
        self.assert_passes("enum {\n    SFSM_STAY = 0,", "enum { SFSM_FRESH = 1 };\n\nenum {\n    SFSM_STAY = 0,")
        self.assert_passes("    SFSM_UNNAMED_CALLBACK = -28", "    SFSM_FRESH = -29, SFSM_UNNAMED_CALLBACK = -28")
        self.assert_passes("} sfsm_replay;", "    int64_t *added;\n} sfsm_replay;")
        self.assert_passes("} sfsm_machine_options;", "    void *added;\n} sfsm_machine_options;")

    def test_functions(self) -> None:
        width = "size_t sfsm_table_replay_width(const sfsm_table *table);"
        self.assert_stopped("sfsm_table_replay_width", width, "")
        self.assert_stopped("sfsm_table_replay_width", width, width.replace("size_t", "int32_t", 1))
        self.assert_stopped("sfsm_table_replay_width", width, width.replace("table)", "table, int depth)"))
        self.assert_stopped("sfsm_table_replay_width", width, width.replace("const sfsm_table", "const sfsm_machine"))

    def test_versions(self) -> None:
        self.assert_stopped("SWIFTFSM_0.2", "", "", "SWIFTFSM_0.2", "SWIFTFSM_0.3")

    def test_structs(self) -> None:
        self.assert_stopped("sfsm_replay", "    size_t token_count;", "    int64_t inserted;\n    size_t token_count;")
        self.assert_stopped("sfsm_violation", "} sfsm_violation;", "    int64_t added;\n} sfsm_violation;")
        self.assert_stopped("sfsm_violation", "    int64_t index;        /* of the event, counted from first_index */\n"
                            "    int64_t token;", "    int64_t token;\n    int64_t index;")
        self.assert_stopped("sfsm_column", "    sfsm_value_type type; /* SFSM_I8", "    int64_t type; /* SFSM_I8")

    def test_numbers(self) -> None:
        self.assert_stopped("SFSM_STOP_TOKEN", "SFSM_STOP_TOKEN = 1,", "SFSM_STOP_TOKEN = 3,")
        self.assert_stopped("sfsm_id", "typedef int32_t sfsm_id;", "typedef int64_t sfsm_id;")

    def test_functions_that_the_host_defines(self) -> None:
        old = "typedef sfsm_status (*sfsm_progress)(void *context, int64_t done, int64_t total);"
        self.assert_stopped("sfsm_progress", old, old.replace("int64_t total", "int32_t total"))


if __name__ == "__main__":
    unittest.main()
