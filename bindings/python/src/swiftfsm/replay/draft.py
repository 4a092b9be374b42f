"""Drafts of definitions, from logs: documents for a human to go on with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Union

from ..documents.enums import identifier
from ..library.results import BadValueError
from .following import BEGIN, Following, Log

START = "start"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9][A-Za-z0-9_]*)*")
# Words that mean something at the place of a name, or might: they stand in quotes.
_RESERVED = frozenset(
    "adopts after and any by callable cycle deep default defer definition done dynamic entry event eventless events "
    "exit failed final format guards history ids in initial internal last local named none not of on order overriding "
    "parallel predicate predicates raises request same state states superstate timeout update version warnings "
    "was".split()
)


class Edge(NamedTuple):
    """That an event followed another one, of the same token."""

    former: Any
    """The event before it, as the log has it; None for the beginning of a token."""
    event: Any
    frequency: int
    is_kept: bool
    """Whether the draft has a row for it."""


class Draft(str):
    """A draft of a definition that was discovered in a log: a document, as a str. `Table.read` reads it; write it to a
    file to edit it."""

    __slots__ = ("edges", "events", "tokens", "refused")

    edges: Sequence[Edge]
    """Which event followed which, how often, and whether the draft has a row for it."""
    events: int
    """How many events the log has."""
    tokens: int
    """Of how many tokens."""
    refused: int
    """How many events of the log the draft does not permit."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Graph(NamedTuple):
    """What a draft is written from."""

    log: Log
    following: Following
    names: Sequence[str]
    """Of each code of an event."""
    kept: Mapping[tuple[int, int], int]
    """The edges of the draft, all of which tokens can come to."""

    def edges(self) -> list[Edge]:
        """All edges of the log, the most frequent first."""
        words = self.log.words
        every = sorted(self.following.counts.items(), key=lambda each: _order(each[0], each[1], self.names))
        return [
            Edge(None if former == BEGIN else words[former], words[event], count, (former, event) in self.kept)
            for (former, event), count in every
        ]


def graph_of(log: Log, following: Following, threshold: Union[int, float]) -> Graph:
    """Return what of a log becomes a draft. Errors: BadValueError, TypeError for events that have no names."""
    _check(threshold)
    followed: dict[int, int] = {}
    for (former, _), count in following.counts.items():
        followed[former] = followed.get(former, 0) + count
    names = _names(log.words)
    kept = {
        edge: count
        for edge, count in following.counts.items()
        if count >= (threshold if isinstance(threshold, int) else threshold * followed[edge[0]])
    }
    found = _reachable(kept, names)
    if not found:
        most = max(count for (former, _), count in following.counts.items() if former == BEGIN)
        raise BadValueError(
            f"threshold={threshold} leaves nothing: the event that most of {_of(log.token_count, 'token')} begin with "
            f"does so {_of(most, 'time')}"
        )
    return Graph(log, following, names, found)


def _check(threshold: object) -> None:
    is_count = isinstance(threshold, int) and not isinstance(threshold, bool) and threshold >= 0
    if not is_count and not (isinstance(threshold, float) and 0 <= threshold < 1):
        raise BadValueError(
            f"threshold is how often an event must have followed another, an int from 0 on, or its share of all that "
            f"followed that, a float below 1; not {threshold!r}"
        )


def _order(edge: tuple[int, int], count: int, names: Sequence[str]) -> tuple[int, str, str]:
    """The most frequent first; what is as frequent by names."""
    return -count, "" if edge[0] == BEGIN else names[edge[0]], names[edge[1]]


def _reachable(edges: Mapping[tuple[int, int], int], names: Sequence[str]) -> dict[tuple[int, int], int]:
    """The edges that a token can come to, state by state; from each state the most frequent first."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for former, event in sorted(edges, key=lambda edge: _order(edge, edges[edge], names)):
        ways.setdefault(former, []).append((former, event))
    found: dict[tuple[int, int], int] = {}
    waiting, seen = [BEGIN], {BEGIN}
    for state in waiting:
        for edge in ways.get(state, ()):
            found[edge] = edges[edge]
            if edge[1] not in seen:
                seen.add(edge[1])
                waiting.append(edge[1])
    return found


def _names(words: Sequence[Any]) -> list[str]:
    """The names of events. Errors: BadValueError, TypeError."""
    kinds = sorted({"member" if isinstance(word, Enum) else type(word).__name__ for word in words})
    if len(kinds) > 1:
        raise TypeError(f"the events of a log are of one type, but these are of several: {', '.join(kinds)}")
    names = list(map(_name, words))
    known: dict[str, Any] = {}
    for name, word in zip(names, words):
        if known.setdefault(name, word) is not word:
            raise BadValueError(f"{known[name]!r} and {word!r} would both be the event {name!r}: rename one of them")
        check_name(name, f"the event {word!r}")
    return names if isinstance(words[0], Enum) else _told_apart(names)


def _told_apart(names: Sequence[str]) -> list[str]:
    """Other names for those that would be the same identifier as one before: "go on" and "go-on" would."""
    taken, last = {f"state {identifier(START, 'state')}"}, Counter[str]()
    every = set(names)
    found = []
    for name in names:
        other = name
        while not taken.isdisjoint(_identifiers(other)) or (other != name and other in every):
            last[identifier(name, "event")] += 1
            other = f"{name}-{last[identifier(name, 'event')] + 1}"
        check_name(other, f"the event {name!r}")
        taken.update(_identifiers(other))
        found.append(other)
    return found


def _identifiers(name: str) -> set[str]:
    """What an event becomes in Python, and the state behind it."""
    return {f"event {identifier(name, 'event')}", f"state {identifier(f'after-{name}', 'state')}"}


_LONGEST = 255 - len("after-")


def check_name(name: str, noun: str) -> None:
    """Errors: BadValueError for a name that no document can have."""
    is_shown = name.replace("\xa0", " ").replace("\u3000", " ").isprintable()
    if not is_shown or not 0 < len(name.encode()) + name.count('"') + name.count("\\") <= _LONGEST:
        raise BadValueError(
            f"{noun} cannot stand in a document: a name has 1 to {_LONGEST} bytes, and no controls: give it another one"
        )


def _name(word: Any) -> str:
    if isinstance(word, Enum):
        return str(word.value) if isinstance(word.value, str) else word.name
    if isinstance(word, str):
        return word
    if isinstance(word, int) and not isinstance(word, bool):
        if not 0 <= word < 2**31:
            raise BadValueError(f"the event {word} is no id, which is from 0 to 2**31 - 1: give events as texts")
        return f"event-{word}"
    raise TypeError(f"events must be texts, members or ids, not {word!r}")


def quoted(name: str) -> str:
    """A name as a document writes it."""
    if _PLAIN.fullmatch(name) and name not in _RESERVED:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def text_of(graph: Graph, name: str, threshold: Union[int, float], refused: int) -> str:
    """Return the draft."""
    return "\n".join([*_heading(graph, threshold, refused), f"definition {quoted(name)}", *_lines(graph)]) + "\n"


def _heading(graph: Graph, threshold: Union[int, float], refused: int) -> Iterator[str]:
    log = graph.log
    yield f"# A draft from a log of {_of(log.events.length, 'event')} of {_of(log.token_count, 'token')}."
    yield "# A state is named after the event that led there. Rename states, merge those that mean the same, and say"
    yield "# what the log cannot know: guards, actions, what has not happened yet. Behind a row: how often it was taken."
    left_out = len(graph.following.counts) - len(graph.kept)
    if threshold:
        least = _of(threshold, "time") if isinstance(threshold, int) else f"in {threshold:.4g} of what followed there"
        yield f"# Left out is what was taken less than {least}, or what nothing leads to: {_of(left_out, 'row')}."
        yield f"# So {_of(refused, 'event')} of the log {'is' if refused == 1 else 'are'} not permitted."


def _of(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _lines(graph: Graph) -> Iterator[str]:
    words, names = graph.log.words, graph.names
    every = [*words, *_unused(words)]
    for word in every:
        number = word.value if isinstance(word, Enum) else word
        if isinstance(number, int) and not isinstance(number, bool):
            yield f"  ids events {quoted(_name(word))} = {number}"
    taken = {names[event] for _, event in graph.kept}
    for name, word in zip([*names, *map(_name, every[len(names) :])], every):
        if name != _name(word):
            yield f"  event {quoted(name)} () was {quoted(_name(word))}"
        elif name not in taken:
            yield f"  named events {quoted(name)}"
    yield f"  initial {START}"
    ways: dict[int, list[tuple[int, int]]] = {BEGIN: []}
    for (former, event), count in graph.kept.items():
        ways.setdefault(former, []).append((event, count))
        ways.setdefault(event, [])
    for former, rows in ways.items():
        yield from _state(graph, former, rows)


def _unused(words: Sequence[Any]) -> Iterable[Enum]:
    """The members of Enums that the log does not have."""
    kinds = {type(word): None for word in words if isinstance(word, Enum)}
    return [each for kind in kinds for each in kind if each not in words]


def _state(graph: Graph, former: int, rows: Sequence[tuple[int, int]]) -> Iterator[str]:
    ended = graph.following.ends.get(former, 0)
    told = [f"{_of(ended, 'token')} ended here"] if ended else []
    if not rows and any(edge[0] == former for edge in graph.following.counts):
        told.append("all that followed is left out")
    yield ""
    yield f"  state {_state_name(graph, former)}{'' if rows else ' final'}{'  # ' if told else ''}{', '.join(told)}"
    for event, count in rows:
        yield f"    {quoted(graph.names[event])} -> {_state_name(graph, event)}  # {count:,}"


def _state_name(graph: Graph, event: int) -> str:
    return START if event == BEGIN else quoted(f"after-{graph.names[event]}")
