"""The life of a Debian package: its states, its events, and what the callbacks of package-life.fsm do.

That document says what dpkg may do when, and where each rule was found; the C programs bindings/c/package_log.c and
bindings/c/package_replay.c read it too.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import Any, Optional

from swiftfsm import BadValueError, InvalidDefinitionError, Table


class State(Enum):
    """The states of dpkg(1) in its own order, and one for packages of which the log has said nothing yet.

    The values are the words of the log, and the names in the document."""

    NOT_INSTALLED = "not-installed"
    CONFIG_FILES = "config-files"
    HALF_INSTALLED = "half-installed"
    UNPACKED = "unpacked"
    HALF_CONFIGURED = "half-configured"
    TRIGGERS_AWAITED = "triggers-awaited"
    TRIGGERS_PENDING = "triggers-pending"
    INSTALLED = "installed"
    UNKNOWN = "unknown"


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
    def reported(self) -> Optional[State]:
        """The state that it tells; None for an action."""
        word, _, state = self.value.partition(" ")
        return State(state) if word == "status" else None


class Package:
    """The context of callbacks: a package, and what dpkg last said that it is doing to it and has not finished."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.under_way: Optional[Event] = None
        # While it is not known what dpkg is doing (the log begins in the middle, or something was not permitted), the
        # package has the benefit of the doubt.
        self.is_known = False

    def is_once(self, other: Package) -> bool:
        """Whether this is the other package under another name: with another architecture."""
        return self.name != other.name and self.name.partition(":")[0] == other.name.partition(":")[0]

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


CALLBACKS = {
    each.__name__: each
    for each in (
        begin,
        finish,
        installing,
        upgrading,
        unpacking,
        configuring,
        disappearing,
        vanishing,
        making_room,
    )
}


class UnusableDocument(Exception):
    """The definition cannot be read, or is not that of a package's life; the message says why."""


def document() -> Path:
    """Where the definition is: the file that the environment variable PACKAGE_LIFE names, or package-life.fsm beside
    this one, or where the project has it."""
    chosen = os.environ.get("PACKAGE_LIFE")
    here = Path(__file__).resolve().parent
    beside, shared = here / "package-life.fsm", here.parent.parent / "package-life.fsm"
    return Path(chosen) if chosen else shared if shared.exists() and not beside.exists() else beside


def package_life_table(more_rows: str = "", more_callbacks: Optional[dict[str, Any]] = None) -> Table[State, Event]:
    """The table that all packages share; they begin in UNKNOWN. Raises UnusableDocument.

    more_rows: what comes behind the text of the document, and more_callbacks what that names."""
    path = document()
    try:
        text = path.read_bytes() + more_rows.encode()
        callbacks = {**CALLBACKS, **(more_callbacks or {})}
        return Table.read(text, file=str(path), callbacks=callbacks, states=State, events=Event)
    except OSError as error:
        hint = "package-life.fsm belongs beside the program, or its path into the environment variable PACKAGE_LIFE"
        raise UnusableDocument(f"{path}: cannot be read: {error.strerror}\n{hint}") from None
    except (InvalidDefinitionError, BadValueError) as error:
        raise UnusableDocument(str(error)) from None
