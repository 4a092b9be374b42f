"""Logs of dpkg, and what the programs that replay them print."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Optional, Union

FOLDER = Path(__file__).resolve().parents[1] / "examples"
FIXTURES = Path(__file__).resolve().parents[3] / "Tests" / "Fixtures"
LOG = (FIXTURES / "package.log").read_bytes()
REPORT = (FIXTURES / "package.report").read_bytes()
LIFE = FIXTURES.parents[1] / "bindings" / "package-life.fsm"
"""The document that all programs read."""
PYTHON = [sys.executable, str(FOLDER / "package_log.py")]
REPLAY = [sys.executable, str(FOLDER / "package_replay.py")]
# What gzip says, which the C program runs, where something else follows the compressed data.
GARBAGE = b"gzip: stdin: decompression OK, trailing garbage ignored"
C = [os.environ["PACKAGE_LOG_C"]]


def run(program: list[str], *arguments: Union[str, bytes], **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([*program, *arguments], env=environment, capture_output=True, cwd=FIXTURES, **options)


def report(program: list[str], *arguments: Union[str, bytes], log: Optional[bytes] = None) -> bytes:
    """The report without its last line, which is the time."""
    ended = run(program, *arguments, input=log)
    said = ended.stderr.replace(GARBAGE, b"")
    assert (ended.returncode, said.strip()) == (0, b"")
    lines = ended.stdout.splitlines(keepends=True)
    assert lines[-1].startswith(b"time: ") and lines[-1].endswith(b" s\n")
    return b"".join(lines[:-1])


COMPRESSED = {
    "one member": gzip.compress(LOG),
    "two members": gzip.compress(LOG[:5000]) + gzip.compress(LOG[5000:]),
    "padding": gzip.compress(LOG) + b"\0" * 100,
    "something behind it": gzip.compress(LOG) + b"not compressed",
    "something behind a line without an end": gzip.compress(LOG[:-1]) + b"not compressed",
}

ANY_BYTES = [
    b"",
    b"\n\n",
    b"\0",
    bytes(range(256)) * 40,
    LOG.replace(b"\n", b"\r\n"),
    LOG.rstrip(b"\n"),
    LOG.replace(b"installed", b"instal\0led"),
    b"2026-02-03 09:27:02 conffile /etc/a\xff \xe9 keep\n2026-02-03 09:27:02 conffile  keep\n",
    b"2026-02-03 09:27:02 install a <none> 1\r\r\n2026-02-03 09:27:02 install a <none> 1 \n",
    "２０26-02-03 09:27:02 install a <none> 1\n".encode(),
    b"2026-02-03 09:27:02 install " + b"a" * 100_000 + b" <none> 1\n",
]


def mangled(seed: int) -> bytes:
    """A log in disorder, with gaps, and with wrong bytes for seeds above 0."""
    random = Random(seed)
    lines = [line for line in LOG.splitlines() * 3 if random.random() < 0.8]
    random.shuffle(lines)
    log = bytearray(b"\n".join(lines))
    for _ in range(seed * 10):
        log[random.randrange(len(log))] = random.choice([0, 10, 13, 32, 58, 92, 255, random.randrange(256)])
    return bytes(log)
