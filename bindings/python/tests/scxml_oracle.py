"""A slow and obvious interpreter of SCXML, after the algorithm in appendix D of the recommendation, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Optional


@dataclass(eq=False)
class Arrow:
    """A transition."""

    source: Node
    event: str
    """Empty: without an event."""
    targets: list[Node]
    label: str
    """Of its action."""
    is_internal: bool = False
    raised: str = ""
    inside: Optional[Node] = None
    """In(...) of this state."""
    is_inside: bool = True


@dataclass(eq=False)
class Node:
    """The root, a state, or a history; `kind` is its element."""

    name: str
    kind: str
    order: int
    parent: Optional[Node] = None
    children: list[Node] = field(default_factory=list)
    initial: Optional[Node] = None
    """Of a state with children, and of a history its default."""
    arrows: list[Arrow] = field(default_factory=list)

    @property
    def states(self) -> list[Node]:
        """Its children without histories."""
        return [child for child in self.children if not child.is_history]

    @property
    def is_history(self) -> bool:
        return self.kind in ("shallow", "deep")

    @property
    def is_compound(self) -> bool:
        return self.kind in ("state", "scxml") and bool(self.states)

    def ancestors(self) -> Iterator[Node]:
        if self.parent is not None:
            yield self.parent
            yield from self.parent.ancestors()

    def is_inside(self, other: Optional[Node]) -> bool:
        return any(each is other for each in self.ancestors())

    def subtree(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.subtree()


class Endless(Exception):
    """An event leads to too many steps."""


class Interpreter:
    def __init__(self, root: Node) -> None:
        self._root = root
        self._active: set[Node] = set()
        self._recorded: dict[Node, list[Node]] = {}
        self._queue: list[str] = []
        self.trace: list[str] = []
        self.is_running = True

    @property
    def active(self) -> str:
        """The active leaves, in the order of the file."""
        leaves = [node for node in self._active if not node.states] if self.is_running else []
        return " ".join(node.name for node in _in_order(leaves))

    def start(self) -> None:
        assert self._root.initial is not None
        self._enter([Arrow(self._root, "", [self._root.initial], "")])
        self._finish()

    def send(self, event: str) -> None:
        self._step(event)
        self._finish()

    # Selection

    def _finish(self) -> None:
        for _ in range(30):
            if not self.is_running:
                for node in reversed(_in_order(self._active)):
                    self.trace.append(f"exit {node.name}")
                self._active.clear()
                return
            if self._step(""):
                continue
            if not self._queue:
                return
            self._step(self._queue.pop(0))
        raise Endless

    def _step(self, event: str) -> bool:
        enabled: list[Arrow] = []
        for leaf in _in_order(node for node in self._active if not node.states):
            arrow = next(
                (each for node in (leaf, *leaf.ancestors()) for each in node.arrows if self._takes(each, event)), None
            )
            if arrow is not None and arrow not in enabled:
                enabled.append(arrow)
        arrows = self._without_conflicts(enabled)
        if arrows:
            self._exit(arrows)
            for arrow in arrows:
                self.trace.append(f"action {arrow.label}")
                self._queue += [arrow.raised] if arrow.raised else []
            self._enter(arrows)
        return bool(arrows)

    def _takes(self, arrow: Arrow, event: str) -> bool:
        if not event or not arrow.event:
            matches = event == arrow.event
        else:
            matches = arrow.event == event or event.startswith(f"{arrow.event}.")
        return matches and (arrow.inside is None or (arrow.inside in self._active) == arrow.is_inside)

    def _without_conflicts(self, enabled: list[Arrow]) -> list[Arrow]:
        kept: list[Arrow] = []
        for arrow in enabled:
            rivals = [each for each in kept if self._left_by(each) & self._left_by(arrow)]
            if all(arrow.source.is_inside(each.source) for each in rivals):
                kept = [each for each in kept if each not in rivals] + [arrow]
        return kept

    # Steps

    def _effective(self, targets: Iterable[Node]) -> list[Node]:
        found: list[Node] = []
        for target in targets:
            if not target.is_history:
                found.append(target)
            elif target in self._recorded:
                found += self._recorded[target]
            else:
                assert target.initial is not None
                found += self._effective([target.initial])
        return found

    def _domain(self, arrow: Arrow) -> Optional[Node]:
        targets = self._effective(arrow.targets)
        if not targets:
            return None
        source = arrow.source
        if arrow.is_internal and source.is_compound and all(each.is_inside(source) for each in targets):
            return source
        around = (node for node in source.ancestors() if node.is_compound)
        return next((node for node in around if all(each.is_inside(node) for each in targets)), source)

    def _left_by(self, arrow: Arrow) -> set[Node]:
        domain = self._domain(arrow)
        return {node for node in self._active if domain is not None and node.is_inside(domain)}

    def _exit(self, arrows: list[Arrow]) -> None:
        left = _in_order({node for arrow in arrows for node in self._left_by(arrow)})
        for node in left:
            for history in (child for child in node.children if child.is_history):
                active = [each for each in _in_order(self._active) if each.is_inside(node)]
                deep = history.kind == "deep"
                self._recorded[history] = [
                    each for each in active if (not each.states if deep else each.parent is node)
                ]
        for node in reversed(left):
            self.trace.append(f"exit {node.name}")
            self._active.discard(node)

    def _enter(self, arrows: list[Arrow]) -> None:
        entered: set[Node] = set()
        for arrow in arrows:
            for target in arrow.targets:
                self._descend(target, entered)
            domain = self._domain(arrow)
            for target in self._effective(arrow.targets):
                self._ascend(target, domain, entered)
        for node in _in_order(entered):
            self._active.add(node)
            self.trace.append(f"entry {node.name}")
            if node.kind == "final":
                self._complete(node)

    def _complete(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        if parent is self._root:
            self.is_running = False
            return
        self._queue.append(f"done.state.{parent.name}")
        around = parent.parent
        if around is not None and around.kind == "parallel" and all(self._is_done(child) for child in around.states):
            self._queue.append(f"done.state.{around.name}")

    def _is_done(self, node: Node) -> bool:
        if node.kind == "parallel":
            return all(self._is_done(child) for child in node.states)
        return any(child.kind == "final" and child in self._active for child in node.states)

    def _descend(self, node: Node, entered: set[Node]) -> None:
        if node.is_history:
            for each in self._effective([node]):
                self._descend(each, entered)
            for each in self._effective([node]):
                self._ascend(each, node.parent, entered)
            return
        entered.add(node)
        if node.is_compound:
            assert node.initial is not None
            self._descend(node.initial, entered)
            for each in self._effective([node.initial]):
                self._ascend(each, node, entered)
        elif node.kind == "parallel":
            self._enter_regions(node, entered)

    def _ascend(self, node: Node, end: Optional[Node], entered: set[Node]) -> None:
        for each in node.ancestors():
            if each is end or each is self._root:
                return
            entered.add(each)
            if each.kind == "parallel":
                self._enter_regions(each, entered)

    def _enter_regions(self, node: Node, entered: set[Node]) -> None:
        for child in node.states:
            if not any(each.is_inside(child) or each is child for each in entered):
                self._descend(child, entered)


def _in_order(nodes: Iterable[Node]) -> list[Node]:
    return sorted(nodes, key=lambda node: node.order)
