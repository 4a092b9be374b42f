"""Tokenises texts by a TextMate grammar, as far as the grammars of this project need it: with Python's re."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Optional


class Piece(NamedTuple):
    """A part of a line, and its scopes from the outermost to the innermost."""

    text: str
    scopes: tuple[str, ...]


class _Open(NamedTuple):
    """A rule with a begin that has been found."""

    rule: dict[str, Any]
    scopes: tuple[str, ...]
    position: int


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Grammar:
    def __init__(self, grammar: dict[str, Any]) -> None:
        self._grammar = grammar
        self._root = {"patterns": grammar["patterns"]}

    def _rules(self, patterns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for rule in patterns:
            if "include" in rule:
                rule = self._grammar["repository"][rule["include"].lstrip("#")]
            if "match" in rule or "begin" in rule:
                yield rule
            else:
                yield from self._rules(rule["patterns"])

    def lines(self, text: str) -> Iterator[list[Piece]]:
        """The pieces of each line."""
        stack = [_Open(self._root, (self._grammar["scopeName"],), -1)]
        for line in text.splitlines():
            yield [piece for piece in self._line(line, stack) if piece.text]

    def _line(self, line: str, stack: list[_Open]) -> Iterator[Piece]:
        position = 0
        while True:
            top = stack[-1]
            found = self._first(line, position, top)
            if found is None:
                yield Piece(line[position:], top.scopes)
                stack[-1] = top._replace(position=-1)
                return
            match, rule = found
            yield Piece(line[position : match.start()], top.scopes)
            if rule is None:
                yield from _captured(match, top.scopes, top.rule.get("endCaptures", {}))
                stack.pop()
            else:
                scopes = top.scopes + ((rule["name"],) if "name" in rule else ())
                captures = rule.get("beginCaptures" if "begin" in rule else "captures", {})
                yield from _captured(match, scopes, captures)
                if "begin" in rule:
                    stack.append(_Open(rule, scopes, match.end()))
            position = match.end()

    def _first(self, line: str, position: int, top: _Open) -> Optional[tuple[re.Match[str], Optional[dict[str, Any]]]]:
        """The match that begins first, and its rule; None for the end of the innermost one that is open."""
        candidates: list[tuple[str, Optional[dict[str, Any]]]] = []
        if "end" in top.rule:
            candidates.append((top.rule["end"], None))
        candidates += [
            (rule["match"] if "match" in rule else rule["begin"], rule) for rule in self._rules(top.rule["patterns"])
        ]
        best: Optional[tuple[re.Match[str], Optional[dict[str, Any]]]] = None
        for pattern, rule in candidates:
            match = _compiled(pattern).search(line, position)
            if match is None or (rule is not None and "match" in rule and not match[0]):
                continue
            if rule is not None and "begin" in rule and not match[0] and rule is top.rule:
                continue
            if best is None or match.start() < best[0].start():
                best = match, rule
        return best


def _captured(match: re.Match[str], scopes: tuple[str, ...], captures: dict[str, Any]) -> Iterator[Piece]:
    """The pieces of a match; groups that are named have scopes of their own."""
    position = match.start()
    for number in sorted(map(int, captures)):
        if match.start(number) < position:
            continue
        yield Piece(match.string[position : match.start(number)], scopes)
        yield Piece(match[number], scopes + tuple(captures[str(number)]["name"].split(" ")))
        position = match.end(number)
    yield Piece(match.string[position : match.end()], scopes)
