"""The same replay as package_log.py, without machines: the log becomes columns, and one call of `Table.replay` does the
rest.

    package_replay.py [-t] [-c COUNTS] [FILE]

prints the report of package_log.py. -t adds a table of what is slow: for each row of package-life.fsm, how often it was
taken, and how long packages had been in their state before. -c writes how often each row was taken, for
"swiftfsm draw package-life.fsm --counts COUNTS".

A replay leaves a token where it is when something is not permitted; here the log is the truth, and a package goes on
from where it says. So the table has a row more for each event, which is taken where no other is: its callback notes the
fault. The guards ask what is under way, which the callbacks note in the contexts, one of each token.

A token is a life. A package has one, until an upgrade changes its architecture and with that its name, from "all" to
"amd64" say. The log then calls it by its old name up to "half-installed", and by the new one from "unpacked" on: there
a life of each name begins, in the state that the log tells.

Exit status as of package_log.py.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from typing import Optional

from package_life import Event, Package, State, package_life_table
from package_lines import Line, lines_of
from package_program import Arguments, Clock, run, write
from package_report import Fault, Report
from package_rows import slow_rows, write_counts

import swiftfsm

# Where the first match is taken, rows for any state come behind those whose guards refuse.
ROWS_OF_LOG = "\n  guards first match\n" + "".join(
    f'  any "{event.value}" -> {event.reported.value if event.reported else "internal"} / not_permitted lose_track\n'
    for event in Event
)


Faults = list[tuple[State, Optional[Event]]]
"""Of each event that is not permitted, in their order, the state in which it came, and what was under way."""


class Life(Package):
    """A token: a package under one name."""

    def __init__(self, name: str, number: int, faults: Faults, begun: Optional[State], entered: Optional[int]) -> None:
        super().__init__(name)
        self.number = number
        self.faults = faults
        # In which state it begins, and since when; None for a package of which the log has said nothing yet.
        self.begun, self.entered = begun, entered
        self.reported = begun  # by its last report


# The callbacks of rows that are no document's.


def not_permitted(context: Life, source: State) -> None:
    context.faults.append((source, context.under_way))


def lose_track(context: Life) -> None:
    """What was not permitted may be the end of an action, or its middle."""
    context.lose_track()


class Columns:
    """A log as columns: an element for each event, and an element for each life. Faults are added by the replay."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.tokens = array("q")
        self.times = array("q")
        self.lines = array("q")
        self.lives: list[Life] = []
        self.faults: Faults = []
        self.last_lives: dict[str, Life] = {}  # of each package, by its name
        self.half_installed: Optional[Life] = None  # the last package that was reported so

    def add(self, number: int, line: Line) -> None:
        """Add the event of a line with this number."""
        life = self.last_lives.get(line.package) or self.begin(line.package)
        if line.event is Event.REPORTED_HALF_INSTALLED:
            self.half_installed = life
        elif line.event is Event.REPORTED_UNPACKED:
            life = self.carried_over(life, line.seconds)
        life.reported = line.event.reported or life.reported
        self.events.append(line.event)
        self.tokens.append(life.number)
        self.times.append(line.seconds)
        self.lines.append(number)

    def begin(self, name: str, state: Optional[State] = None, entered: Optional[int] = None) -> Life:
        """Begin a life of a package."""
        life = self.last_lives[name] = Life(name, len(self.lives), self.faults, state, entered)
        self.lives.append(life)
        return life

    def carried_over(self, life: Life, seconds: int) -> Life:
        """The life in which a package is unpacked: a new one if it was half-installed under another name."""
        old = self.half_installed
        if old is None or not life.is_once(old):
            return life
        if old.reported is not State.HALF_INSTALLED or life.reported is State.HALF_INSTALLED:
            return life
        self.half_installed = self.begin(old.name, State.NOT_INSTALLED, seconds)
        self.half_installed.set_under_way(None)
        return self.begin(life.name, State.HALF_INSTALLED, seconds)


class Replay:
    """The replay of a log, and what it found."""

    def __init__(self) -> None:
        self.table = package_life_table(ROWS_OF_LOG, {each.__name__: each for each in (not_permitted, lose_track)})
        self.row_count = self.table.row_count - len(Event)  # of the document: rows behind them are faults
        self.columns = Columns()
        self.report = Report()

    def read(self, lines: Iterable[bytes]) -> None:
        """Make columns of lines, without their ends."""
        for line in self.report.read(lines):
            self.columns.add(self.report.lines, line)

    def run(self) -> swiftfsm.Replay[State, Event]:
        """Replay all that was read."""
        columns = self.columns
        found = self.table.replay(
            columns.events,
            columns.tokens,
            token_count=len(columns.lives),
            states=[life.begun for life in columns.lives],
            contexts=columns.lives,
            times=columns.times,
            entered=[life.entered for life in columns.lives],
            guards="ask",
            call=True,
            rows=True,
            row_counts=True,
        )
        assert found.rows is not None
        self.report_faults([index for index, row in enumerate(found.rows) if row > self.row_count])
        return found

    def states_of(self, found: swiftfsm.Replay[State, Event]) -> list[State]:
        """The state of each package: that of its last life."""
        states = list(found.states)
        return [states[life.number] for life in self.columns.last_lives.values()]

    def report_faults(self, indexes: list[int]) -> None:
        """Report the events at these indexes, which came to faults."""
        columns = self.columns
        handled = {(each.source, each.event) for each in self.table.transitions()}
        self.report.handled = len(columns.events) - len(indexes)
        for index, (state, under_way) in zip(indexes, columns.faults):
            event, life = columns.events[index], columns.lives[columns.tokens[index]]
            # A state that has a row for it, with guards then, has refused it.
            is_refused = (state, event) in handled
            self.report.not_permit(Fault(columns.lines[index], life.name, event, state, under_way, is_refused))


def main(arguments: list[str]) -> None:
    """Print the report of a log, and what else is wanted."""
    log = Arguments(arguments, "tc:", "usage: package_replay.py [-t] [-c COUNTS] [FILE]")
    replay = Replay()
    clock = Clock()
    replay.read(lines_of(log.path))
    found = replay.run()
    write(replay.report.text(log.name, replay.states_of(found)) + clock.line)
    if "-t" in log.options:
        write(slow_rows(replay.table, replay.row_count, found))
    if "-c" in log.options:
        write_counts(log.options["-c"], replay.row_count, found)


if __name__ == "__main__":
    sys.exit(run("package_replay", main))
