"""Random charts in SCXML: the document that the importer makes does what an interpreter of SCXML does."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from imported import imported
from scxml_oracle import Arrow, Endless, Interpreter, Node

from swiftfsm import formats

COUNT = int(os.environ.get("SCXML_EXAMPLES", "300"))
EVENTS = ["e0", "e1", "e1.sub", "e2"]


class Dice:
    """Rolls a chart."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0
        self.root = Node("root", "scxml", 0)
        self._grow(self.root, 0)
        self._nodes = [node for node in self.root.subtree() if node is not self.root]
        for node in self.root.subtree():
            self._choose_initial(node)
        for node in self._nodes:
            if node.kind in ("state", "parallel"):
                node.arrows = list(self._arrows(node))

        # A definition has at least one row.
        first = next(node for node in self._nodes if node.kind in ("state", "parallel"))
        first.arrows = first.arrows or [Arrow(first, "e0", [], "a")]

    def _add(self, parent: Node, kind: str) -> Node:
        self._count += 1
        node = Node(f"s{self._count}", kind, self._count, parent)
        parent.children.append(node)
        return node

    def _grow(self, parent: Node, depth: int) -> None:
        is_parallel = parent.kind == "parallel"
        for number in range(self._random.choice((2, 2, 3))):
            kinds = (
                ["state"]
                if is_parallel or (parent is self.root and not number)
                else ["state"] * 4 + ["parallel"] + ["final"] * (number > 0)
            )
            child = self._add(parent, self._random.choice(kinds))
            if child.kind == "parallel" or (child.kind == "state" and depth < 2 and self._random.random() < 0.5):
                self._grow(child, depth + 1)
        if parent is not self.root and self._random.random() < 0.4:
            self._add(parent, self._random.choice(("shallow", "deep")))

    def _choose_initial(self, node: Node) -> None:
        if node.is_history and node.parent is not None:
            choices = node.parent.states if node.kind == "shallow" else [each for each in self._below(node.parent)]
            # The default of the history of a parallel state has to be a region.
            node.initial = self._random.choice(node.parent.states if node.parent.kind == "parallel" else choices)
        elif node.is_compound:
            node.initial = self._random.choice(node.states if self._random.random() < 0.8 else list(self._below(node)))

    def _below(self, node: Node) -> list[Node]:
        return [each for each in node.subtree() if each is not node and not each.is_history]

    def _arrows(self, source: Node) -> Iterator[Arrow]:
        for _ in range(self._random.choice((0, 1, 2, 2, 3))):
            arrow = Arrow(source, self._event(), self._targets(source), f"a{self._random.randrange(1000)}")
            arrow.is_internal = self._random.random() < 0.3
            if self._random.random() < 0.2:
                arrow.raised = self._random.choice(EVENTS)
            if self._random.random() < (1 if not arrow.event else 0.3):
                arrow.inside = self._random.choice([node for node in self._nodes if not node.is_history])
                arrow.is_inside = self._random.random() < 0.6
            yield arrow

    def _event(self) -> str:
        choice = self._random.random()
        if choice < 0.1:
            return ""
        done = [node for node in self._nodes if any(child.kind == "final" for child in node.children)]
        done += [node for node in self._nodes if node.kind == "parallel"]
        if choice < 0.25 and done:
            return f"done.state.{self._random.choice(done).name}"
        return self._random.choice(EVENTS)

    def _targets(self, source: Node) -> list[Node]:
        choice = self._random.random()
        if choice < 0.15:
            return []
        # From deep inside a state its deep history is refused: what is left depends on what is recorded.
        allowed = [node for node in self._nodes if not (node.kind == "deep" and source.is_inside(node.parent))]
        parallels = [node for node in self._nodes if node.kind == "parallel"]
        if choice < 0.25 and parallels:
            regions = self._random.choice(parallels).states
            below = [[each for each in region.subtree() if not each.is_history] for region in regions]
            return [self._random.choice(each) for each in below]
        return [self._random.choice(allowed)]


def xml(node: Node) -> str:
    element = "history" if node.is_history else node.kind
    if node.is_history:
        assert node.initial is not None
        return f'<history id="{node.name}" type="{node.kind}"><transition target="{node.initial.name}"/></history>'
    initial = f' initial="{node.initial.name}"' if node.initial is not None else ""
    content = "".join(map(xml, node.children)) + "".join(map(transition, node.arrows))
    if node.kind == "scxml":
        return f"<scxml{initial}>{content}</scxml>"
    callbacks = "".join(f'<{word}><log label="{node.name}"/></{word}>' for word in ("onentry", "onexit"))
    return f'<{element} id="{node.name}"{initial}>{callbacks}{content}</{element}>'


def transition(arrow: Arrow) -> str:
    event = f' event="{arrow.event}"' if arrow.event else ""
    target = f' target="{" ".join(each.name for each in arrow.targets)}"' if arrow.targets else ""
    kind = ' type="internal"' if arrow.is_internal else ""
    raised = f'<raise event="{arrow.raised}"/>' if arrow.raised else ""
    condition = ""
    if arrow.inside is not None:
        condition = f" cond=\"{'' if arrow.is_inside else '!'}In('{arrow.inside.name}')\""
    return f'<transition{event}{target}{kind}{condition}><log label="{arrow.label}"/>{raised}</transition>'


def play(seed: int) -> int:
    """Compares one chart; how many events it took, or 0 if the library finds errors in it."""
    root = Dice(seed).root
    text = xml(root)
    document = formats.read(text)
    interpreter = Interpreter(root)
    dice = random.Random(seed)
    # Only these are events of the document.
    events = [event for event in EVENTS if event in document.split()]
    with imported(document) as machine:
        for number in range(15 if events else 1):
            try:
                event = dice.choice(events) if number else ""
                interpreter.trace.clear()
                interpreter.send(event) if number else interpreter.start()
            except Endless:
                return number
            expected = f"{', '.join(interpreter.trace)} -> {interpreter.active}".strip()
            told = machine.send(event) if number else machine.start()
            assert told == expected, f"seed {seed}, event {number} {event}\n{text}\n{document}"
            if not interpreter.is_running:
                return number + 1
    return 15


@pytest.mark.parametrize("part", range(4))
def test_random_charts_do_what_scxml_says(part: int) -> None:
    taken = [play(seed) for seed in range(part, COUNT, 4)]
    assert sum(count > 3 for count in taken) > len(taken) / 2, "most charts take several events"
