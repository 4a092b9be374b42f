"""The life of a Debian package as one table: its states, its events, and what dpkg may do when.

The rules are in a document, bindings/package-life.fsm, which bindings/c/package_life.c reads too. Here is what it
names.
"""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Optional

from swiftfsm import Table

DOCUMENT = Path(__file__).resolve().parents[2] / "package-life.fsm"


class State(Enum):
    """The states of dpkg(1) in its own order, and one for packages of which the log has said nothing yet."""

    NOT_INSTALLED = "not-installed"
    CONFIG_FILES = "config-files"
    HALF_INSTALLED = "half-installed"
    UNPACKED = "unpacked"
    HALF_CONFIGURED = "half-configured"
    TRIGGERS_AWAITED = "triggers-awaited"
    TRIGGERS_PENDING = "triggers-pending"
    INSTALLED = "installed"
    UNKNOWN = "unknown"

    @property
    def word(self) -> str:
        """As the document and the log write it: "half-installed"."""
        return self.value


class Event(Enum):
    """The report that a package has come to a state; and the actions."""

    REPORTED_NOT_INSTALLED = "status not-installed"
    REPORTED_CONFIG_FILES = "status config-files"
    REPORTED_HALF_INSTALLED = "status half-installed"
    REPORTED_UNPACKED = "status unpacked"
    REPORTED_HALF_CONFIGURED = "status half-configured"
    REPORTED_TRIGGERS_AWAITED = "status triggers-awaited"
    REPORTED_TRIGGERS_PENDING = "status triggers-pending"
    REPORTED_INSTALLED = "status installed"
    INSTALL = "install"
    UPGRADE = "upgrade"
    CONFIGURE = "configure"
    TRIGPROC = "trigproc"
    DISAPPEAR = "disappear"
    REMOVE = "remove"
    PURGE = "purge"

    @property
    def word(self) -> str:
        """As the document and the log write it: "status unpacked", "install"."""
        return self.value

    @property
    def is_report(self) -> bool:
        """Whether it tells a state."""
        return self.word.startswith("status ")

    @property
    def reported(self) -> State:
        """The state that it tells."""
        return State(self.word.partition(" ")[2])


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
        return self.machine.state

    def set_under_way(self, action: Optional[Event]) -> None:
        """dpkg is doing this, or nothing."""
        self.under_way, self.is_known = action, True

    def lose_track(self) -> None:
        """It is not known any more what dpkg is doing."""
        self.under_way, self.is_known = None, False

    def may_be_doing(self, *actions: Event) -> bool:
        """Whether dpkg may be doing one of these."""
        return not self.is_known or self.under_way in actions


# Callbacks have the names that the document has for them, and are called with what their parameters ask for; `context` is
# the package.


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


def package_life_table() -> Table[State, Event]:
    """The table that all packages share; machines begin in UNKNOWN."""
    return Table.read(DOCUMENT, callbacks=sys.modules[__name__], states=State, events=Event)
