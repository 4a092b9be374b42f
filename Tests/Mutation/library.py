"""Writes a copy of the library in which the mutants are, and builds it.

What does not compile is no mutant: places of which the compiler complains are dropped, and it is asked again.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import shutil
import subprocess

from places import Place
from replacements import SUPPORT, declaration, mutated_line

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Which mutant is active, and, as long as the tests are looked at, which are reached: a record of bytes a process.
C_SUPPORT = """
#include <stdio.h>
static int32_t active_mutant = -1;
static const char *reached_path;
static unsigned char reached_mutants[MUTANT_COUNT];
__attribute__((constructor)) static void choose_mutant(void) {
    const char *number = getenv("SWIFTFSM_MUTANT");
    active_mutant = number == NULL ? -1 : atoi(number);
    reached_path = getenv("SWIFTFSM_MUTANTS_REACHED");
}
__attribute__((destructor)) static void write_reached(void) {
    FILE *file = reached_path == NULL ? NULL : fopen(reached_path, "ab");
    if (file != NULL) {
        fwrite(reached_mutants, 1, MUTANT_COUNT, file);
        fclose(file);
    }
}
bool swiftfsm_is_mutant(int32_t number) {
    if (reached_path != NULL) {
        reached_mutants[number] = 1;
    }
    return number == active_mutant;
}
"""


class Library:
    """The library with all mutants, in a folder of its own."""

    def __init__(self, folder: pathlib.Path, places: list[Place]) -> None:
        self.folder = folder
        self.tree = folder / "source"
        self.build_folder = folder / "library"
        self.numbers = {place: number for number, place in enumerate(places)}
        self.dropped: set[Place] = set()

    @property
    def mutants(self) -> dict[Place, int]:
        return {place: number for place, number in self.numbers.items() if place not in self.dropped}

    def _write(self) -> None:
        if self.tree.exists():
            shutil.rmtree(self.tree)
        for name in ("Sources", "include"):
            shutil.copytree(ROOT / name, self.tree / name)
        # Warnings are no errors in mutants.
        text = (ROOT / "CMakeLists.txt").read_text()
        (self.tree / "CMakeLists.txt").write_text(text.replace(" -warnings-as-errors", " -suppress-warnings"))
        engine = self.tree / "Sources" / "FSMEngine"
        mutants = self.mutants
        support = SUPPORT + "".join(declaration(place, number) for place, number in mutants.items())
        (engine / "Support" / "Mutants.swift").write_text(support)
        for file in {place.file for place in mutants}:
            lines = (engine / file).read_text().splitlines()
            for place, number in mutants.items():
                if place.file == file:
                    lines[place.line - 1] = mutated_line(lines[place.line - 1], place, number)
            (engine / file).write_text("\n".join(lines) + "\n")
        memory = self.tree / "Sources" / "CMemory"
        with (memory / "memory.c").open("a") as file_in_c:
            file_in_c.write(C_SUPPORT.replace("MUTANT_COUNT", str(len(self.numbers))))
        with (memory / "memory.h").open("a") as header:
            header.write("#include <stdint.h>\nbool swiftfsm_is_mutant(int32_t number);\n")

    def _drop(self, messages: str) -> int:
        """Drops what the compiler means: the mutant of the line, or the nearest one above or below it; or, where a function
        does not end as it should, what may lead there."""
        before = len(self.dropped)
        for found in re.finditer(r"Sources/FSMEngine/(\S+?):(\d+):\d+: error: (.*)", messages):
            line, message = int(found[2]), found[3]
            near = [place for place in self.mutants if place.file == found[1] and abs(place.line - line) <= 12]
            if re.search("missing return|without initializing|before being initialized", message):
                self.dropped |= {
                    place for place in self.mutants
                    if place.file == found[1] and line - 70 <= place.line <= line
                    and (place.kind in ("statement", "return", "jump") or "while" in place.code)
                }  # fmt: skip
            if near:
                self.dropped.add(min(near, key=lambda place: abs(place.line - line)))
        return len(self.dropped) - before

    def _identity(self) -> str:
        """What the library is made of."""
        identity = hashlib.sha256()
        here = pathlib.Path(__file__)
        files = [path for path in sorted((ROOT / "Sources").rglob("*")) if path.is_file()]
        for path in [*files, ROOT / "CMakeLists.txt", here.with_name("replacements.py")]:
            identity.update(str(path).encode() + path.read_bytes())
        identity.update("\n".join(place.name for place in self.numbers).encode())
        return identity.hexdigest()

    def build(self) -> None:
        """Builds until everything compiles. What was built from the same sources stays, and so does what was dropped."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stamp, identity = self.folder / "built", self._identity()
        known = json.loads(stamp.read_text()) if stamp.exists() else {}
        if known.get("identity") == identity:
            self.dropped = {place for place, number in self.numbers.items() if number in known["dropped"]}
        while known.get("identity") != identity or not known["is_built"]:
            self._write()
            self._run("cmake", "-S", self.tree, "-B", self.build_folder, "-G", "Ninja", "-DSWIFTFSM_TESTS=OFF",
                      "-DCMAKE_BUILD_TYPE=Release")  # fmt: skip
            messages = self._run("cmake", "--build", self.build_folder, "--target", "swiftfsm", may_fail=True)
            if messages is not None:
                (self.folder / "errors").write_text(messages)
                if not self._drop(messages):
                    raise SystemExit(f"The mutants do not compile, and no place is at fault: see {self.folder}/errors")
                print(f"{len(self.dropped)} places do not compile", flush=True)
            dropped = sorted(self.numbers[place] for place in self.dropped)
            known = {"identity": identity, "dropped": dropped, "is_built": messages is None}
            stamp.write_text(json.dumps(known))

    @staticmethod
    def _run(*command: str | pathlib.Path, may_fail: bool = False) -> str | None:
        """What a command printed if it failed."""
        result = subprocess.run(
            list(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        if result.returncode != 0 and not may_fail:
            raise SystemExit(result.stdout)
        return result.stdout if result.returncode != 0 else None
