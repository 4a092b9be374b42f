"""Parses tables of SMC: headers, states with their superstates, and transitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .faults import Faults, FormatError, shown

_TOKEN = re.compile(r"[ \t\r\f]*(?:(\n[ \t\r\f\n]*)|//[^\n]*|([A-Za-z_][A-Za-z_0-9]*)|([{}():<>*-])|(\S))")
_HEADERS = ("fsm", "initial", "actions")


class Token(NamedTuple):
    kind: str
    """name, mark, end, or other for what stands nowhere."""
    text: str
    line: int


class Transition(NamedTuple):
    """A transition; without a target the state stays."""

    event: str
    target: str
    actions: tuple[str, ...]
    line: int


@dataclass
class State:
    """A state, of all lines that say something of it."""

    name: str
    line: int
    is_abstract: bool = False
    superstates: dict[str, int] = field(default_factory=dict)
    """And the line of each."""
    entry: list[str] = field(default_factory=list)
    exit: list[str] = field(default_factory=list)
    transitions: dict[str, Transition] = field(default_factory=dict)


class Table(NamedTuple):
    headers: dict[str, tuple[str, int]]
    """By their names in small letters."""
    states: dict[str, State]


def parse(text: str, faults: Faults) -> Table:
    """Return what the text says. Raises FormatError where nothing behind a fault can be read."""
    return _Parser(text, faults).table()


def _tokens(text: str) -> Iterator[Token]:
    line, position = 1, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            break
        position = match.end()
        if match[1]:
            line += match[1].count("\n")
        elif match[2]:
            yield Token("name", match[2], line)
        elif match[3]:
            yield Token("mark", match[3], line)
        elif match[4]:
            yield Token("other", match[4], line)
    yield Token("end", "the end of the file", line)


class _Parser:
    def __init__(self, text: str, faults: Faults) -> None:
        self._faults = faults
        self._tokens = _tokens(text)
        self._token = next(self._tokens)
        self._states: dict[str, State] = {}

    def table(self) -> Table:
        headers: dict[str, tuple[str, int]] = {}
        while self._token.kind == "name":
            self._read_header(headers)
        self._expect("{", "a header or '{'")
        while not self._sees("}"):
            self._read_state()
        self._advance()
        if self._token.kind != "end":
            raise self._fail("the end of the file behind '}'")
        return Table(headers, self._states)

    # Tokens

    def _advance(self) -> Token:
        token = self._token
        if token.kind != "end":
            self._token = next(self._tokens)
        return token

    def _sees(self, mark: str) -> bool:
        return self._token.kind == "mark" and self._token.text in mark

    def _fail(self, what: str) -> FormatError:
        found = self._token.text if self._token.kind == "end" else shown(self._token.text)
        return self._faults.error(self._token.line, f"expected {what}, found {found}")

    def _expect(self, mark: str, what: str) -> Token:
        if not self._sees(mark):
            raise self._fail(what)
        return self._advance()

    def _name(self, what: str) -> Token:
        if self._token.kind != "name":
            raise self._fail(what)
        return self._advance()

    # Statements

    def _read_header(self, headers: dict[str, tuple[str, int]]) -> None:
        word = self._advance()
        self._expect(":", "':' behind a header")
        value = self._name("a name behind a header")
        key = word.text.lower()
        if key not in _HEADERS:
            self._faults.add(word.line, f"expected the header FSM, Initial or Actions, found {shown(word.text)}")
        elif key in headers:
            self._faults.add(word.line, f"expected each header once, found {shown(word.text)} a second time")
        headers[key] = (value.text, value.line)

    def _read_state(self) -> None:
        is_abstract = self._sees("(")
        if is_abstract:
            self._advance()
        name = self._name("a state or '}'")
        if is_abstract:
            self._expect(")", "')' behind an abstract state")
        state = self._states.setdefault(name.text, State(name.text, name.line))
        state.is_abstract = state.is_abstract or is_abstract
        while self._sees(":<>"):
            self._read_modifier(state)
        if self._sees("{"):
            self._advance()
            while not self._sees("}"):
                self._read_transition(state)
            self._advance()
        else:
            self._read_transition(state)

    def _read_modifier(self, state: State) -> None:
        mark = self._advance()
        what = {":": "a superstate", "<": "an entry action", ">": "an exit action"}[mark.text]
        name = self._name(f"{what} behind '{mark.text}'")
        if mark.text == ":":
            state.superstates.setdefault(name.text, name.line)
        else:
            (state.entry if mark.text == "<" else state.exit).append(name.text)

    def _read_transition(self, state: State) -> None:
        line = self._token.line
        event = self._name_or_dash("an event, '-' or '}'")
        target = self._name_or_dash("the next state or '-'")
        actions = self._actions()
        if not event:
            if target or actions:
                self._faults.add(line, "expected an event, found '-' before a next state or an action")
        elif event in state.transitions:
            self._faults.add(
                line, f"expected one transition of {shown(state.name)} for {shown(event)}, found a second one"
            )
        else:
            state.transitions[event] = Transition(event, target, actions, line)

    def _name_or_dash(self, what: str) -> str:
        if self._sees("-*"):
            self._advance()
            return ""
        return self._name(what).text

    def _actions(self) -> tuple[str, ...]:
        if not self._sees("{"):
            name = self._name_or_dash("an action, '{' or '-'")
            return (name,) if name else ()
        self._advance()
        found = []
        while not self._sees("}"):
            found.append(self._name("an action or '}'").text)
        self._advance()
        return tuple(found)
