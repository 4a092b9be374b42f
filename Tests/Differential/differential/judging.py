"""Others that judge what the oracle says: the library, by the conformance runner, and the oracle in Swift."""

from __future__ import annotations

import bisect
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Verdict:
    """In which cases of a file something differs, by their places there, and the first that was said of each."""

    checked: int
    differences: dict[int, str]


class Judge:
    """A command that reads a file of cases, and prints FILE:LINE: TEXT for what differs.

    The file is its last argument, or the value of a variable of the environment.
    """

    def __init__(self, name: str, command: list[str], variable: str = "") -> None:
        self.name, self.command, self.variable = name, command, variable

    def judge(self, path: Path, cases: list[str]) -> Verdict:
        path.write_text("".join(cases))
        starts = [1]
        for case in cases:
            starts.append(starts[-1] + case.count("\n"))
        result = subprocess.run(
            self.command if self.variable else [*self.command, str(path)],
            env={**os.environ, self.variable: str(path)} if self.variable else None,
            capture_output=True, text=True, check=False,
        )
        output = result.stdout + result.stderr
        differences: dict[int, str] = {}
        for line, text in re.findall(re.escape(str(path)) + r":(\d+): (.*)", output):
            differences.setdefault(bisect.bisect_right(starts, int(line)) - 1, text)
        counted = re.search(r"(\d+) cases, ", output)
        if counted is None or (result.returncode != 0) != bool(differences):
            raise RuntimeError(f"{self.name} has ended with {result.returncode}:\n{output}")
        return Verdict(int(counted[1]), differences)
