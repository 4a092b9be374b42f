"""The life of a Debian package as one table: its states, its events, and what dpkg may do when.

The same table as bindings/c/package_life.c, where it is told at length how each rule was found.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Optional

from swiftfsm import INTERNAL, SAME, Row, Table


class State(IntEnum):
    """The states of dpkg(1) in its own order, and one for packages of which the log has said nothing yet."""

    NOT_INSTALLED = 0
    CONFIG_FILES = 1
    HALF_INSTALLED = 2
    UNPACKED = 3
    HALF_CONFIGURED = 4
    TRIGGERS_AWAITED = 5
    TRIGGERS_PENDING = 6
    INSTALLED = 7
    UNKNOWN = 8

    @property
    def word(self) -> str:
        """As the log writes it: "half-installed"."""
        return self.name.lower().replace("_", "-")


class Event(IntEnum):
    """The report that a package has come to a state, with the number of that state; and the actions."""

    REPORTED_NOT_INSTALLED = 0
    REPORTED_CONFIG_FILES = 1
    REPORTED_HALF_INSTALLED = 2
    REPORTED_UNPACKED = 3
    REPORTED_HALF_CONFIGURED = 4
    REPORTED_TRIGGERS_AWAITED = 5
    REPORTED_TRIGGERS_PENDING = 6
    REPORTED_INSTALLED = 7
    INSTALL = 8
    UPGRADE = 9
    CONFIGURE = 10
    TRIGPROC = 11
    DISAPPEAR = 12
    REMOVE = 13
    PURGE = 14

    @property
    def word(self) -> str:
        """As the log writes it: "status unpacked", "install"."""
        return self.name.lower().replace("reported_", "status ").replace("_", "-")

    @property
    def is_report(self) -> bool:
        """Whether it tells a state."""
        return self < Event.INSTALL


class Package:
    """A package, and what dpkg last said that it is doing to it and has not finished."""

    def __init__(self, name: str, table: Table[State, Event]) -> None:
        self.name = name
        self.machine = table.machine(context=self)
        self.under_way: Optional[Event] = None
        # While it is not known what dpkg is doing (the log begins in the middle, or something was not permitted), the
        # package has the benefit of the doubt.
        self.is_known = False

    @property
    def state(self) -> State:
        """Where it is."""
        return State(self.machine.state)

    def set_under_way(self, action: Optional[Event]) -> None:
        """dpkg is doing this, or nothing."""
        self.under_way, self.is_known = action, True

    def lose_track(self) -> None:
        """It is not known any more what dpkg is doing."""
        self.under_way, self.is_known = None, False

    def may_be_doing(self, *actions: Event) -> bool:
        """Whether dpkg may be doing one of these."""
        return not self.is_known or self.under_way in actions


# Callbacks are called with what their parameters ask for; `context` is the package.


# dpkg writes an action when it begins and nothing when it ends: a report says that it is over.
def begin(context: Package, event: Event) -> None:
    context.set_under_way(event)


def finish(context: Package) -> None:
    context.set_under_way(None)


# A few steps are right in the course of one action only.
def installing(context: Package) -> bool:
    return context.may_be_doing(Event.INSTALL)


def upgrading(context: Package) -> bool:
    return context.may_be_doing(Event.UPGRADE)


def unpacking(context: Package) -> bool:
    return context.may_be_doing(Event.INSTALL, Event.UPGRADE)


def configuring(context: Package) -> bool:
    return context.may_be_doing(Event.CONFIGURE)


def disappearing(context: Package) -> bool:
    return context.may_be_doing(Event.DISAPPEAR)


def vanishing(context: Package) -> bool:
    return context.may_be_doing(Event.INSTALL, Event.DISAPPEAR)


def making_room(context: Package) -> bool:
    """To make room for another package, dpkg takes one away without writing an action for it."""
    return context.under_way not in (Event.INSTALL, Event.UPGRADE, Event.REMOVE)


S, E = State, Event
WITH_FILES = (S.HALF_INSTALLED, S.UNPACKED, S.HALF_CONFIGURED, S.TRIGGERS_AWAITED, S.TRIGGERS_PENDING, S.INSTALLED)


def reported(state: State) -> Event:
    """The event that tells this state."""
    return Event(int(state))


# The order of states is that of Debian Policy, chapter 6; "observed" means: in logs of dpkg 1.21, see package_life.c.
ROWS = [
    # A rotated log begins in the middle of packages' lives: the first report is believed. Three actions tell the state
    # themselves, because dpkg does them in no other; the rest could begin in several.
    *(Row(S.UNKNOWN, reported(state), state) for state in State if state is not S.UNKNOWN),
    Row(S.UNKNOWN, E.INSTALL, S.NOT_INSTALLED, begin),
    Row(S.UNKNOWN, E.PURGE, S.CONFIG_FILES, begin),
    Row(S.UNKNOWN, E.TRIGPROC, S.TRIGGERS_PENDING, begin),
    *(Row(S.UNKNOWN, event, INTERNAL, begin) for event in (E.UPGRADE, E.CONFIGURE, E.DISAPPEAR, E.REMOVE)),
    # Observed: a run of dpkg first reports the state in which it finds a package. It finds no absent one.
    *(Row(state, reported(state), SAME) for state in (S.CONFIG_FILES, *WITH_FILES)),
    # Actions announce: the state is left to the reports that follow. dpkg(1), --install and --unpack: "install" where
    # there are no files, "upgrade" where there are any (observed).
    *(Row(state, E.INSTALL, INTERNAL, begin) for state in (S.NOT_INSTALLED, S.CONFIG_FILES)),
    *(Row(state, E.UPGRADE, INTERNAL, begin) for state in WITH_FILES),
    # dpkg(1), --configure: a package that is unpacked but not configured, or whose configuration failed.
    *(Row(state, E.CONFIGURE, INTERNAL, begin) for state in (S.UNPACKED, S.HALF_CONFIGURED)),
    # triggers.txt, "triggered package": triggers can be pending in these two states.
    *(Row(state, E.TRIGPROC, INTERNAL, begin) for state in (S.TRIGGERS_AWAITED, S.TRIGGERS_PENDING)),
    # Policy 6.6, step 9: a package that has files can lose all of them to another one.
    *(Row(state, E.DISAPPEAR, INTERNAL, begin) for state in WITH_FILES),
    # dpkg(1), --remove: everything but the configuration files, so only where there is more than those.
    *(Row(state, E.REMOVE, INTERNAL, begin) for state in WITH_FILES),
    # Observed: --purge of an installed package is written as "remove", and as "purge" once its files are gone.
    Row(S.CONFIG_FILES, E.PURGE, INTERNAL, begin),
    # Unpacking, Policy 6.6, steps 1 to 12; a configured package is unpacked again first, after its prerm. No guard
    # where configuration files were left: those of another architecture have another name in the log (observed).
    Row(S.NOT_INSTALLED, E.REPORTED_HALF_INSTALLED, S.HALF_INSTALLED, guards=installing),
    Row(S.CONFIG_FILES, E.REPORTED_HALF_INSTALLED, S.HALF_INSTALLED),
    Row(S.HALF_CONFIGURED, E.REPORTED_UNPACKED, S.UNPACKED, guards=upgrading),
    Row(S.HALF_INSTALLED, E.REPORTED_UNPACKED, S.UNPACKED, guards=unpacking),
    # Unpacking that fails is rolled back, Policy 6.6, "error unwind": to nothing, or to what it was before.
    Row(S.HALF_INSTALLED, E.REPORTED_NOT_INSTALLED, S.NOT_INSTALLED, finish, guards=vanishing),
    Row(S.UNPACKED, E.REPORTED_INSTALLED, S.INSTALLED, finish, guards=upgrading),
    Row(S.UNPACKED, E.REPORTED_TRIGGERS_AWAITED, S.TRIGGERS_AWAITED, finish, guards=upgrading),
    # Configuring, Policy 6.7: half-configured while the postinst runs, and on, if it fails. Trigger processing and a
    # prerm that is rolled back end in the same way. Who activates a trigger of its own is installed first (observed).
    Row(S.UNPACKED, E.REPORTED_HALF_CONFIGURED, S.HALF_CONFIGURED, guards=configuring),
    Row(S.HALF_CONFIGURED, E.REPORTED_INSTALLED, S.INSTALLED, finish),
    Row(S.HALF_CONFIGURED, E.REPORTED_TRIGGERS_AWAITED, S.TRIGGERS_AWAITED, finish),
    # The prerm begins, Policy 6.6, steps 1 and 2, and 6.8, step 1, with or without an action; trigger processing too,
    # and dpkg's giving up on packages that trigger each other for ever (observed).
    Row(S.TRIGGERS_AWAITED, E.REPORTED_HALF_CONFIGURED, S.HALF_CONFIGURED),
    Row(S.TRIGGERS_PENDING, E.REPORTED_HALF_CONFIGURED, S.HALF_CONFIGURED),
    Row(S.INSTALLED, E.REPORTED_HALF_CONFIGURED, S.HALF_CONFIGURED),
    # Triggers, deb-triggers(5) and triggers.txt: who is activated is pending, who activates awaits, and who does both
    # awaits. Awaiting ends when others are done, without an action; pending triggers end by processing only.
    Row(S.INSTALLED, E.REPORTED_TRIGGERS_PENDING, S.TRIGGERS_PENDING),
    Row(S.INSTALLED, E.REPORTED_TRIGGERS_AWAITED, S.TRIGGERS_AWAITED),
    Row(S.TRIGGERS_PENDING, E.REPORTED_TRIGGERS_AWAITED, S.TRIGGERS_AWAITED),
    Row(S.TRIGGERS_AWAITED, E.REPORTED_TRIGGERS_PENDING, S.TRIGGERS_PENDING),
    Row(S.TRIGGERS_AWAITED, E.REPORTED_INSTALLED, S.INSTALLED),
    # Removing, Policy 6.8, steps 2 to 4, by "remove" or to make room for another package (6.6, step 13). An unpacked
    # package comes to half-installed by an upgrade too.
    Row(S.HALF_CONFIGURED, E.REPORTED_HALF_INSTALLED, S.HALF_INSTALLED),
    Row(S.UNPACKED, E.REPORTED_HALF_INSTALLED, S.HALF_INSTALLED),
    Row(S.HALF_INSTALLED, E.REPORTED_CONFIG_FILES, S.CONFIG_FILES, finish),
    # Making room is rolled back if the other package cannot be unpacked after all (Policy 6.6, step 2.3).
    Row(S.HALF_INSTALLED, E.REPORTED_INSTALLED, S.INSTALLED, finish, guards=making_room),
    Row(S.HALF_INSTALLED, E.REPORTED_TRIGGERS_AWAITED, S.TRIGGERS_AWAITED, finish, guards=making_room),
    # Gone: Policy 6.8, steps 5 to 7, or at once if nothing is to be kept (step 4); and 6.6, step 9: keeps nothing.
    Row(S.CONFIG_FILES, E.REPORTED_NOT_INSTALLED, S.NOT_INSTALLED, finish),
    *(
        Row(state, E.REPORTED_NOT_INSTALLED, S.NOT_INSTALLED, finish, guards=disappearing)
        for state in WITH_FILES
        if state is not S.HALF_INSTALLED
    ),
]


def package_life_table() -> Table[State, Event]:
    """The table that all packages share; machines begin in UNKNOWN."""
    return Table(
        ROWS,
        initial=State.UNKNOWN,
        state_names={state: state.word for state in State},
        event_names={event: event.word for event in Event},
    )
