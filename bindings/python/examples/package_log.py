"""Replays the log of a Debian machine's package manager, and reports what dpkg should not have done.

    package_log.py [FILE]        FILE: /var/log/dpkg.log, a rotated log, a .gz; nothing or "-": standard input

package_replay.py finds the same, without machines and at once.

The life of a package is one table, which is read from package-life.fsm (beside this program, or where the environment
variable PACKAGE_LIFE says); package_life.py has its callbacks. Each package has a machine of its own over it, and each
line of the log that concerns a package is one event. The report is that of the C program, bindings/c/package_log.c,
which reads the same document and describes the report; only the time differs. Exit status: 0 when the log was replayed,
2 when the log or the document cannot be read or is damaged, or the arguments are wrong, 1 when the report cannot be
written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Optional

from package_life import Event, Package, State, package_life_table
from package_lines import lines_of
from package_program import Arguments, Clock, run, write
from package_report import Fault, Report

from swiftfsm import Outcome, Table


class LoggedPackage(Package):
    """A package with its machine."""

    def __init__(self, name: str, table: Table[State, Event]) -> None:
        super().__init__(name)
        self.machine = table.machine(context=self)

    @property
    def state(self) -> State:
        """Where it is."""
        return self.machine.state


class Replay:
    """A replay in progress, and what it found."""

    def __init__(self) -> None:
        self.table = package_life_table()
        self.packages: dict[str, LoggedPackage] = {}
        self.report = Report()
        self.half_installed: Optional[LoggedPackage] = None  # the last package that was reported so

    def read(self, lines: Iterable[bytes]) -> None:
        """Replay lines, without their ends."""
        for line in self.report.read(lines):
            self.happen(line.package, line.event)

    def happen(self, name: str, event: Event) -> None:
        """An event in a package's life."""
        package = self.packages.get(name)
        if package is None:
            package = self.packages[name] = LoggedPackage(name, self.table)
        if event is Event.REPORTED_HALF_INSTALLED:
            self.half_installed = package
        elif event is Event.REPORTED_UNPACKED:
            self.carry_over(package)
        outcome = package.machine.send(event)
        if outcome is Outcome.TRANSITIONED:
            self.report.handled += 1
        else:
            is_refused = outcome is Outcome.REFUSED
            self.report.not_permit(Fault(self.report.lines, name, event, package.state, package.under_way, is_refused))
            # The report is the truth, and one fault is told once.
            package.lose_track()
            if event.reported is not None:
                package.machine.set_state(event.reported)

    def carry_over(self, package: LoggedPackage) -> None:
        """An upgrade may change a package's architecture, from "all" to "amd64" say. The log then calls it by its old
        name up to "half-installed", and by the new one from "unpacked" on: its life goes on under that."""
        old = self.half_installed
        if old is None or not package.is_once(old):
            return
        if old.state is State.HALF_INSTALLED and package.state is not State.HALF_INSTALLED:
            package.lose_track()
            old.set_under_way(None)
            old.machine.set_state(State.NOT_INSTALLED)
            package.machine.set_state(State.HALF_INSTALLED)


def main(arguments: list[str]) -> None:
    """Print the report of a log."""
    log = Arguments(arguments, "", "usage: package_log.py [FILE]")
    replay = Replay()
    clock = Clock()
    replay.read(lines_of(log.path))
    write(replay.report.text(log.name, (each.state for each in replay.packages.values())) + clock.line)


if __name__ == "__main__":
    sys.exit(run("package_log", main))
