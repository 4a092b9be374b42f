"""The events of SCXML: which events of the document a transition is for, and the rows of that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Optional

from .charts import ROW_LIMIT, Node
from .faults import Faults, shown
from .writing import NAME_LIMIT, Names, Row


@dataclass
class Transition:
    """A transition, as far as it is read before the events of the whole document are known."""

    source: Node
    line: int
    descriptors: Optional[list[str]]
    """None if it needs no event."""
    condition: str
    targets: list[Node]
    is_local: bool
    actions: Sequence[str]
    raises: Sequence[str]


class _Events:
    """All events of a document, by how they begin."""

    def __init__(self, top: Node, transitions: Sequence[Transition], sent: Iterable[tuple[str, int]]) -> None:
        named = {descriptor: None for each in transitions for descriptor in each.descriptors or ()}
        self.done: dict[str, Node] = {
            f"done.state.{node.name}": node for node in top.subtree() if node is not top and node.can_be_done()
        }
        self._beginning: dict[str, list[str]] = {}
        for event in {**named, **dict(sent), **self.done}:
            if len(event) <= NAME_LIMIT and not event.endswith("*"):
                parts = event.split(".")
                for count in range(1, len(parts) + 1):
                    self._beginning.setdefault(".".join(parts[:count]), []).append(event)

    def of(self, descriptor: str) -> list[str]:
        """The events that it stands for, `a` itself first."""
        if descriptor.endswith(".*"):
            return self._beginning.get(descriptor[:-2], [])
        return sorted(self._beginning.get(descriptor, [descriptor]), key=lambda event: event != descriptor)


def write_transitions(
    top: Node, transitions: Sequence[Transition], sent: Iterable[tuple[str, int]], names: Names, faults: Faults
) -> None:
    """Add the rows to the blocks of their sources, and the done events for which there are some."""
    events = _Events(top, transitions, sent)
    taken: set[str] = set()
    wildcards: dict[Node, int] = {}
    found = _all_events(transitions, events, faults)
    for transition, own in zip(transitions, found):
        _check_order(transition, own, wildcards, faults)
        for event in own:
            is_own = event.startswith("=")
            written = names(event[1:], transition.line) if is_own else event
            transition.source.block.rows.append(_row(transition, written))
            if is_own:
                taken.add(event[1:])
    for event, node in events.done.items():
        if event in taken or wildcards:
            node.block.lines.append(f"done {names(event, node.line)}")


def _all_events(transitions: Sequence[Transition], events: _Events, faults: Faults) -> list[list[str]]:
    """The events of each, before any row is made: few descriptors may stand for very many rows."""
    found, count = [], 0
    for transition in transitions:
        found.append(_events_of(transition, events, faults))
        count += len(found[-1])
        if count > ROW_LIMIT:
            raise faults.error(transition.line, f"expected events for at most {ROW_LIMIT} rows")
    return found


def _events_of(transition: Transition, events: _Events, faults: Faults) -> list[str]:
    """Its events, each behind "=", or one of the words any and eventless."""
    if transition.descriptors is None:
        return ["eventless"]
    if "*" in transition.descriptors:
        return ["any"]
    found: dict[str, None] = {}
    for descriptor in transition.descriptors:
        plain = descriptor[:-2] if descriptor.endswith(".*") else descriptor
        if not plain or "*" in plain or plain.endswith("."):
            faults.add(transition.line, f"expected an event, a beginning as a.*, or *, found {shown(descriptor)}")
            continue
        matching = events.of(descriptor)
        if not matching:
            faults.add(transition.line, f"no event of this file begins as {shown(descriptor)}: name the events")
        found.update((f"={event}", None) for event in matching)
    return list(found)


def _check_order(transition: Transition, found: list[str], wildcards: dict[Node, int], faults: Faults) -> None:
    """In a document rows for one event come before those for any, wherever they stand."""
    if found == ["any"]:
        wildcards.setdefault(transition.source, transition.line)
    elif found != ["eventless"] and transition.source in wildcards:
        faults.add(
            wildcards[transition.source],
            "expected the transition for * behind the other transitions of its state, which come first in a document",
        )


def _row(transition: Transition, event: str) -> Row:
    return Row(
        event,
        [target.name for target in transition.targets] or ["internal"],
        transition.line,
        conditions=[transition.condition] if transition.condition else (),
        actions=transition.actions,
        raises=transition.raises,
        is_local=transition.is_local and bool(transition.targets),
    )
