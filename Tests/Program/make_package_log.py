"""Writes a log of many lines as CSV, made of a log of dpkg: the lives of its packages again and again, each time of others.

    make_package_log.py LOG COUNT [--sorted]

The packages of round 3 are called "bash:amd64~3". Those that change their architecture, and go on under another name, are
left out: everything is permitted. COUNT lines are written, and the heading. With --sorted the lines of each
package stand together.
"""

import collections
import itertools
import os
import sys
from pathlib import Path


def events_of(path):
    """Time, package and event of each line that is about a package."""
    for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.split(" ")
        if len(words) > 4 and words[2] == "status":
            yield f"{words[0]} {words[1]}", words[4], f"status {words[3]}"
        elif len(words) > 4 and words[2] not in ("startup", "conffile"):
            yield f"{words[0]} {words[1]}", words[3], words[2]


def write(path, count, is_sorted, output):
    """Writes so many lines, a round at a time."""
    events = list(events_of(path))
    names = collections.Counter(name.partition(":")[0] for name in {package for _, package, _ in events})
    events = [event for event in events if names[event[1].partition(":")[0]] == 1]
    if is_sorted:
        events.sort(key=lambda event: event[1])
    output.write("when,package,event\n")
    for number in itertools.count():
        if count <= 0:
            return
        output.write("".join(f"{when},{package}~{number},{event}\n" for when, package, event in events[:count]))
        count -= len(events)


if __name__ == "__main__":
    try:
        write(sys.argv[1], int(sys.argv[2]), "--sorted" in sys.argv[3:], sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
