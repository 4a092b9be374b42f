"""The tests that judge mutants: how each is run, how long it takes, and which mutants it reaches."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
from dataclasses import dataclass

from library import ROOT

# Where random tests begin: two runs of one test do the same.
SEED = "1"
MEMORY_LIMIT = 4 << 30
# Tests that take longer alone (they look for growth, not for wrong answers).
LONGEST_SECONDS = 6
# Random tests are tried as they are in ./dev test, and with so many rounds.
ROUNDS = 1000


@dataclass(frozen=True)
class Test:
    """One command that succeeds with the original library."""

    name: str
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Its name, and what changes when the test does."""
        return f"{self.name} {stamp(self)}"


@dataclass
class Reach:
    """What a test came to with the original: seconds of processor time, and the mutants that it passes."""

    seconds: float
    mutants: set[int]


def _files_of(build: pathlib.Path, program: str) -> list[str]:
    text = (build / "Tests" / "C" / f"{program}_files.c").read_text()
    return re.findall(r"int test_(\w+)\(void\)", text)


def tests(build: pathlib.Path, charts: pathlib.Path) -> list[Test]:
    """All tests there are in this build folder, and random charts that are in a folder of their own."""
    cases = ROOT / "Tests" / "Conformance"
    runner = str(build / "Tests" / "Conformance" / "conformance")
    found = [
        Test("conformance", (runner, str(cases / "cases"), str(cases / "random"))),
        Test("conformance wrong", (runner, "--wrong", str(cases / "wrong"))),
        Test("conformance planned", (runner, "--planned", str(cases / "cases"), str(cases / "random"))),
        Test("conformance postponed", (runner, "--postponed", str(cases / "cases"), str(cases / "random"))),
    ]
    found.append(Test("random charts", (runner, str(charts))))
    corpus = ROOT / "Tests" / "Fuzz" / "corpus"
    found.append(Test("fuzz corpus", (str(build / "Tests" / "Fuzz" / "fuzz_corpus"), str(corpus))))
    for program in ("c_tests", "c_memory_tests"):
        path = str(build / "Tests" / "C" / program)
        for name in _files_of(build, program):
            found.append(Test(f"{program} {name}", (path, name)))
            if name.endswith("random"):
                found.append(Test(f"{program} {name}, {ROUNDS} rounds", (path, name), (("SFSM_TEST_ROUNDS", str(ROUNDS)),)))
    program = str(build / "bin" / "swiftfsm")
    for path_of_test in sorted((ROOT / "Tests" / "Program").glob("test_*.py")):
        if path_of_test.stem != "test_replay_long":
            name = f"program {path_of_test.stem.removeprefix('test_')}"
            found.append(Test(name, ("python3", "-B", str(path_of_test)), (("SWIFTFSM_PROGRAM", program),)))
    return found


class Runner:
    """Runs tests against the library with the mutants."""

    def __init__(self, library: pathlib.Path, folder: pathlib.Path) -> None:
        self.library = library
        self.folder = folder

    def fails(self, test: Test, mutant: int, seconds: float) -> str | None:
        """What a test says of a mutant, `None` if it passes: an exit status, a signal, or that it takes too long."""
        return self._run(test, {"SWIFTFSM_MUTANT": str(mutant)}, 3 + int(4 * seconds))[0]

    def reach(self, test: Test, count: int) -> Reach | str:
        """What the original comes to, or how it fails."""
        record = self.folder / "reached"
        record.unlink(missing_ok=True)
        failure, seconds = self._run(test, {"SWIFTFSM_MUTANTS_REACHED": str(record)}, LONGEST_SECONDS)
        if failure is not None:
            return failure
        data = record.read_bytes() if record.exists() else b""
        return Reach(seconds, {position % count for position, byte in enumerate(data) if byte})

    def _run(self, test: Test, environment: dict[str, str], limit: int) -> tuple[str | None, float]:
        """The limit is processor time of each process, so that a busy machine kills nobody."""

        def limit_process() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        variables = {
            **os.environ, "LD_LIBRARY_PATH": str(self.library), "SFSM_TEST_SEED": SEED, "SFSM_TEST_REDUCED": "1",
            **dict(test.environment), **environment,
        }  # fmt: skip
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with subprocess.Popen(
            test.command, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=limit_process,
        ) as process:  # fmt: skip
            failure: str | None = None
            try:
                status = process.wait(timeout=60 + 20 * limit)
            except subprocess.TimeoutExpired:
                status, failure = 0, "waits"
                os.killpg(process.pid, signal.SIGKILL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if failure is None and status != 0:
            failure = signal.Signals(-status).name if status < 0 else f"status {status}"
        return failure, seconds


def measured(runner: Runner, all_tests: list[Test], count: int, path: pathlib.Path, identity: str) -> dict[str, Reach]:
    """What every test reaches, from the file where it was written down, or by running those that are not there."""
    known: dict[str, tuple[float, list[int]]] = {}
    if path.exists() and (content := json.loads(path.read_text()))["identity"] == identity:
        known = content["tests"]
    for test in all_tests:
        key = test.key
        if key in known:
            continue
        result = runner.reach(test, count)
        if isinstance(result, str):
            print(f"{test.name} takes too long, or fails with the original, and judges nothing: {result}", flush=True)
            known[key] = (-1, [])
        else:
            known[key] = (result.seconds, sorted(result.mutants))
        path.write_text(json.dumps({"identity": identity, "tests": known}))
    reached = {test.name: known[test.key] for test in all_tests}
    return {
        name: Reach(seconds, set(mutants)) for name, (seconds, mutants) in reached.items()
        if seconds >= 0
    }  # fmt: skip


@functools.cache
def stamp(test: Test) -> str:
    """What changes when the test does."""
    if test.command[0] == "python3":
        return str(pathlib.Path(test.command[2]).stat().st_size)
    paths = [pathlib.Path(test.command[0])] if "conformance" not in test.command[0] else []
    if pathlib.Path(test.command[0]).stem in ("c_tests", "c_memory_tests"):
        paths = [ROOT / "Tests" / "C" / f"test_{test.command[1]}.c"]
    for folder in test.command[1:]:
        if folder.startswith("/"):
            paths += sorted(pathlib.Path(folder).rglob("*.fsm*"))
    return str(sum(path.stat().st_size for path in paths))
