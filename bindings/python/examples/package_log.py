"""Replays the log of a Debian machine's package manager, and reports what dpkg should not have done.

    package_log.py [FILE]        FILE: /var/log/dpkg.log, a rotated log, a .gz; nothing or "-": standard input

The life of a package is one table, which is read from package-life.fsm (beside this program, or where the environment
variable PACKAGE_LIFE says); package_life.py has its callbacks. Each package has a machine of its own over it, and each
line of the log that concerns a package is one event. The report is that of the C program, bindings/c/package_log.c,
which reads the same document and describes the report; only the time differs. Exit status: 0 when the log was replayed,
2 when the log or the document cannot be read or is damaged, or the arguments are wrong.
"""

from __future__ import annotations

import getopt
import gzip
import io
import os
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any, Optional

from package_life import Event, Package, State, UnusableDocument, package_life_table

from swiftfsm import Outcome

QUOTED_LENGTH = 60

# dpkg(1), option --log. A version is any printable word: dpkg also writes <none>. "startup ..." and "conffile ..." are
# understood, but no events of a package. Before multi-arch, names had no architecture.
LINE = re.compile(
    rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d "
    rb"(?:startup (?:archives|packages) [A-Za-z0-9-]+"
    rb"|conffile [^\0]+ (?:install|keep)"
    rb"|(?P<event>%b) (?P<package>[A-Za-z0-9+.-]+(?::[A-Za-z0-9-]+)?)(?P<versions>(?: [!-~]+){1,2}))"
    % b"|".join(re.escape(event.value.encode()) for event in Event)
)
EVENTS = {event.value.encode(): event for event in Event}


class UnreadableLog(Exception):
    """The log cannot be read; the message says why."""


class Replay:
    """A replay in progress, and what it found."""

    def __init__(self) -> None:
        self.table = package_life_table()
        self.packages: dict[str, Package] = {}
        self.lines = 0
        self.handled = 0
        self.not_permitted = 0
        self.not_understood = 0
        self.faults: list[str] = []
        self.half_installed: Optional[Package] = None  # the last package that was reported so

    def read(self, line: bytes) -> None:
        """One line, without its end."""
        self.lines += 1
        match = LINE.fullmatch(line)
        if match is None:
            self.not_understand(line)
        elif match["event"] is not None:
            event = EVENTS[match["event"]]
            if match["versions"].count(b" ") == (2 if event.reported is None else 1):
                self.happen(match["package"].decode(), event)
            else:
                self.not_understand(line)

    def happen(self, name: str, event: Event) -> None:
        """An event in a package's life."""
        package = self.packages.get(name)
        if package is None:
            package = self.packages[name] = Package(name, self.table)
        if event is Event.REPORTED_HALF_INSTALLED:
            self.half_installed = package
        elif event is Event.REPORTED_UNPACKED:
            self.carry_over(package)
        outcome = package.machine.send(event)
        if outcome is Outcome.TRANSITIONED:
            self.handled += 1
        else:
            self.not_permit(package, event, outcome)
            # The report is the truth, and one fault is told once.
            package.lose_track()
            if event.reported is not None:
                package.machine.set_state(event.reported)

    def carry_over(self, package: Package) -> None:
        """An upgrade may change a package's architecture, from "all" to "amd64" say. The log then calls it by its old
        name up to "half-installed", and by the new one from "unpacked" on: its life goes on under that."""
        old = self.half_installed
        if old is None or old is package or old.name.partition(":")[0] != package.name.partition(":")[0]:
            return
        if old.state is State.HALF_INSTALLED and package.state is not State.HALF_INSTALLED:
            package.lose_track()
            old.set_under_way(None)
            old.machine.set_state(State.NOT_INSTALLED)
            package.machine.set_state(State.HALF_INSTALLED)

    def not_permit(self, package: Package, event: Event, outcome: Outcome) -> None:
        """The present line's event came to nothing."""
        self.not_permitted += 1
        fault = f"{package.name}: '{event.value}' is not permitted in {package.state.value}"
        if outcome is Outcome.REFUSED:  # the state has a row for it, but not in the course of this action
            action = package.under_way
            fault += f" during {action.value}" if action is not None else " without an action"
        self.faults.append(f"  line {self.lines}: {fault}")

    def not_understand(self, line: bytes) -> None:
        """The present line cannot be parsed."""
        self.not_understood += 1
        shown = "".join(
            chr(byte) if 32 <= byte <= 126 and byte != ord("\\") else f"\\x{byte:02x}" for byte in line[:QUOTED_LENGTH]
        )
        shown += "..." if len(line) > QUOTED_LENGTH else ""
        self.faults.append(f"  line {self.lines}: not understood: {shown or '(empty)'}")

    def report(self, name: str, seconds: float) -> str:
        """What was found."""
        counts = Counter(package.state for package in self.packages.values())
        return "\n".join(
            [
                f"log: {name}",
                f"lines read: {self.lines}",
                f"packages: {len(self.packages)}",
                f"events handled: {self.handled}",
                f"events not permitted: {self.not_permitted}",
                f"lines not understood: {self.not_understood}",
                *self.faults,
                "packages by state:",
                *(f"  {each.value}: {counts[each]}" for each in State if each is not State.UNKNOWN or counts[each]),
                f"time: {seconds:.4f} s\n",
            ]
        )


class CompressedLog(gzip.GzipFile):
    """Compressed data, behind which something else may follow: that is ignored, as gzip itself does."""

    def readinto(self, buffer: Any) -> int:
        try:
            data = self.read1(len(buffer))
        except gzip.BadGzipFile as error:
            if not str(error).startswith("Not a gzipped file"):  # the first bytes were looked at before
                raise
            data = b""
        buffer[: len(data)] = data
        return len(data)


def open_log(path: Optional[str]) -> IO[bytes]:
    """The file, or standard input, at its first byte, which may be read more than once. Raises UnreadableLog."""
    try:
        stream: IO[bytes] = open(0, "rb", closefd=False) if path is None else open(path, "rb")
    except IsADirectoryError as error:
        raise UnreadableLog(f"cannot be read: {error.strerror}") from None
    except OSError as error:
        raise UnreadableLog(f"cannot be opened: {error.strerror}") from None
    if stream.seekable():
        return stream
    copy = tempfile.TemporaryFile()
    with stream:
        shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def lines_of(path: Optional[str]) -> Iterator[bytes]:
    """The lines of a log, plain or compressed, without their ends. Raises UnreadableLog."""
    with open_log(path) as stream:
        try:
            start = stream.tell()
            compressed = stream.read(2) == b"\x1f\x8b"
            stream.seek(start)
            text: IO[bytes] = io.BufferedReader(CompressedLog(fileobj=stream)) if compressed else stream
            for line in text:
                line = line[:-1] if line.endswith(b"\n") else line
                yield line[:-1] if line.endswith(b"\r") else line  # it came by way of another system
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise UnreadableLog("the compressed data is damaged") from None
        except OSError as error:
            raise UnreadableLog(f"cannot be read: {error.strerror}") from None


def main(arguments: list[str]) -> int:
    # The names of files may be any bytes: they are printed as they are.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=sys.getfilesystemencoding(), errors="surrogateescape")
    try:
        _, files = getopt.gnu_getopt(arguments, "")
    except getopt.GetoptError:
        files = arguments + [""]
    if len(files) > 1:
        print("usage: package_log.py [FILE]", file=sys.stderr)
        return 2
    path = files[0] if files and files[0] != "-" else None
    name = "standard input" if path is None else path

    try:
        replay = Replay()
    except UnusableDocument as error:
        print(f"package_log: {error}", file=sys.stderr)
        return 2
    start = time.monotonic()
    try:
        for line in lines_of(path):
            replay.read(line)
    except UnreadableLog as error:
        print(f"package_log: {name}: {error}", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(replay.report(name, time.monotonic() - start))
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python flushes once more as it ends
        print("package_log: the report cannot be written", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
