"""Parses the files of the SMC of smc.sourceforge.net."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Optional

from .faults import Faults, shown
from .sm_scanner import Scanner

_LINES = tuple(f"%{word}" for word in "header include package import declare access fsmclass fsmfile".split())
"""Directives for the generated code, which take the rest of their line."""


class Action(NamedTuple):
    """A call of a function of the context."""

    name: str
    arguments: Optional[str]
    line: int


class MapTransition(NamedTuple):
    """A transition of a state."""

    event: str
    parameters: tuple[tuple[str, str], ...]
    """Names and types; a type may be empty."""
    guard: Optional[str]
    target: str
    """Empty for nil."""
    actions: tuple[Action, ...]
    line: int


@dataclass
class MapState:
    """A state of a map."""

    name: str
    line: int
    entry: list[Action] = field(default_factory=list)
    exit: list[Action] = field(default_factory=list)
    transitions: list[MapTransition] = field(default_factory=list)


@dataclass
class StateMap:
    """A file."""

    class_name: str = ""
    start: tuple[str, int] = ("", 1)
    """The state in which it begins, and the line that says so."""
    name: str = ""
    states: dict[str, MapState] = field(default_factory=dict)


def parse_map(text: str, faults: Faults) -> StateMap:
    """Return what the text says. Raises FormatError where nothing behind a fault can be read."""
    return _Parser(text, faults).file()


class _Parser:
    def __init__(self, text: str, faults: Faults) -> None:
        self._scanner = Scanner(text, faults)
        self._faults = faults
        self._file = StateMap()

    def file(self) -> StateMap:
        while not self._scanner.is_at_end:
            self._read_directive()
        if not self._file.states:
            raise self._scanner.fail("%map and states between two %%")
        return self._file

    def _read_directive(self) -> None:
        scanner, line = self._scanner, self._scanner.line
        if scanner.skip("%{"):
            return scanner.skip_code()
        word = scanner.peek()
        if word in _LINES:
            scanner.skip(word)
            scanner.rest_of_line()
        elif scanner.skip("%class"):
            self._file.class_name = scanner.word("the name of a class")
        elif scanner.skip("%start"):
            self._file.start = (self._reference(), line)
        elif scanner.skip("%map"):
            self._read_map(line)
        else:
            raise scanner.fail("%class, %start, %map or another directive")
        return None

    def _reference(self) -> str:
        """`State` or `Map::State`; the state."""
        name = self._scanner.word("the name of a state")
        return self._scanner.word("the name of a state") if self._scanner.skip("::") else name

    def _read_map(self, line: int) -> None:
        name = self._scanner.word("the name of a map")
        if self._file.name:
            self._faults.add(line, f"the map {shown(name)} cannot be said in a document: a file may have one map")
        self._file.name = name
        self._scanner.expect("%%", "'%%' before the states")
        while not self._scanner.skip("%%"):
            self._read_state()

    # ------------------------------------------------------------------------------------------------------------------
    # States
    # ------------------------------------------------------------------------------------------------------------------

    def _read_state(self) -> None:
        line = self._scanner.line
        state = MapState(self._scanner.word("a state or '%%'"), line)
        if state.name in self._file.states:
            self._faults.add(line, f"expected each state once, found {shown(state.name)} a second time")
        self._file.states[state.name] = state
        if self._scanner.skip("Entry"):
            state.entry += self._actions()
        if self._scanner.skip("Exit"):
            state.exit += self._actions()
        self._scanner.expect("{", "'{' before the transitions of a state")
        while not self._scanner.skip("}"):
            state.transitions.append(self._transition())

    def _transition(self) -> MapTransition:
        scanner, line = self._scanner, self._scanner.line
        event = scanner.word("a transition or '}'")
        parameters = self._parameters() if scanner.skip("(") else ()
        guard = None
        if scanner.skip("["):
            guard = scanner.code("]")
            scanner.expect("]", "']' behind a guard")
        target = self._target()
        return MapTransition(event, parameters, guard, target, tuple(self._actions()), line)

    def _parameters(self) -> tuple[tuple[str, str], ...]:
        scanner = self._scanner
        found: list[tuple[str, str]] = []
        while not scanner.skip(")"):
            if found:
                scanner.expect(",", "',' or ')' behind an argument")
            name = scanner.word("the name of an argument")
            found.append((name, scanner.code(",)") if scanner.skip(":") else ""))
        return tuple(found)

    def _target(self) -> str:
        scanner, line = self._scanner, self._scanner.line
        word = scanner.word("the next state or nil")
        if word in ("push", "pop"):
            self._faults.add(line, f"{shown(word)} cannot be said in a document: nest states, or use a history")
            if scanner.skip("("):
                scanner.code(")")
                scanner.expect(")", f"')' behind {word}")
            return ""
        if word == "jump" and scanner.skip("("):
            word = self._reference()
            scanner.expect(")", "')' behind jump")
        elif scanner.skip("::"):
            word = scanner.word("the name of a state")
        if scanner.skip("/"):
            return self._target()
        return "" if word == "nil" else word

    def _actions(self) -> list[Action]:
        scanner, found = self._scanner, []
        scanner.expect("{", "'{' before actions")
        while not scanner.skip("}"):
            line = scanner.line
            name = scanner.word("an action or '}'")
            arguments = None
            if scanner.skip("("):
                arguments = scanner.code(")")
                scanner.expect(")", "')' behind an action")
            elif scanner.skip("="):
                scanner.code(";}")
                self._faults.add(
                    line, f"setting {shown(name)} cannot be said in a document: write an action, and do it there"
                )
            found.append(Action(name, arguments, line))
            while scanner.skip(";"):
                pass
        return found
