"""Lines of dpkg's log: from a file or standard input, plain or compressed."""

from __future__ import annotations

import gzip
import io
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from typing import IO, Any, NamedTuple, Optional

from package_life import Event

# dpkg(1), option --log. A version is any printable word: dpkg also writes <none>. "startup ..." and "conffile ..." are
# understood, but no events of a package. Before multi-arch, names had no architecture.
LINE = re.compile(
    rb"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) "
    rb"(?:startup (?:archives|packages) [A-Za-z0-9-]+"
    rb"|conffile [^\0]+ (?:install|keep)"
    rb"|(?P<event>%b) (?P<package>[A-Za-z0-9+.-]+(?::[A-Za-z0-9-]+)?)(?P<versions>(?: [!-~]+){1,2}))"
    % b"|".join(re.escape(event.value.encode()) for event in Event)
)
EVENTS = {event.value.encode(): event for event in Event}


class UnreadableLog(Exception):
    """The log cannot be read; the message says why."""


class NotUnderstood(Exception):
    """A line is none of dpkg's."""


class Line(NamedTuple):
    """A line that concerns a package."""

    time: bytes
    package: str
    event: Event

    @property
    def seconds(self) -> int:
        """The time, in the calendar of today. Years begin with March here, so that leap days end them."""
        year, month, day, hours, minutes, seconds = map(int, re.split(rb"[-: ]", self.time))
        year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
        days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
        return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def parse(text: bytes) -> Optional[Line]:
    """Read a line, without its end; None if it concerns no package. Raises NotUnderstood."""
    match = LINE.fullmatch(text)
    if match is None:
        raise NotUnderstood
    if match["event"] is None:
        return None
    event = EVENTS[match["event"]]
    if match["versions"].count(b" ") != (2 if event.reported is None else 1):
        raise NotUnderstood
    return Line(match["time"], match["package"].decode(), event)


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
    try:
        yield from _lines(path)
    except UnreadableLog as error:
        raise UnreadableLog(f"{'standard input' if path is None else path}: {error}") from None


def _lines(path: Optional[str]) -> Iterator[bytes]:
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
