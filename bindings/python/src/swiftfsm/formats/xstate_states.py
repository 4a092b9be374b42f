"""The states of an XState machine: their names, kinds and ids."""

from __future__ import annotations

import re
from collections import Counter
from typing import Optional

from .charts import Node
from .faults import Faults, listed, shown
from .json_values import Value
from .writing import Names

DEPTH_LIMIT = 100

_TYPES = ("atomic", "compound", "parallel", "final", "history")
_STATE = set("id type initial states on always after onDone entry exit description history target".split())
_MACHINE = _STATE | set(
    "version context $schema predictableActionArguments preserveActionOrder tsTypes schema types".split()
)
_EMPTY = ("invoke", "activities", "tags", "meta", "context")
"""Say nothing if they are empty."""


class States:
    """All states, by path, id and node."""

    def __init__(self, root: Value, names: Names, faults: Faults) -> None:
        self._faults = faults
        self._names = names
        fields = root.fields(faults, "an object")
        self.machine_id: str = (fields["id"].text(faults, "an id") if "id" in fields else None) or "(machine)"
        self.top: Node = Node("state", "", root.line)
        self.root: Node = Node("state", "", root.line)
        self.value: dict[Node, Value] = {self.root: root}
        """What each state is read from."""
        self._paths: dict[Node, tuple[str, ...]] = {self.root: ()}
        self._by_path: dict[tuple[str, ...], Node] = {(): self.root}
        self.by_id: dict[str, Node] = {}
        self.id_of: dict[Node, str] = {}
        for node, value in self._read(root):
            self._check(node, value)
        self._name()
        self.is_wrapped: bool = self._needs_state()
        self.default: dict[Node, tuple[Node, list[str]]] = {}
        """The state that is entered with each, and the actions of that."""
        self._nest()
        self.initial: str = self._initials()

    # ------------------------------------------------------------------------------------------------------------------
    # Reading
    # ------------------------------------------------------------------------------------------------------------------

    def _read(self, root: Value) -> list[tuple[Node, Value]]:
        found = [(self.root, root)]
        waiting = [(self.root, root)]
        while waiting:
            node, value = waiting.pop()
            path = self._paths[node]
            states = value.fields(self._faults, "a state").get("states")
            children = {} if states is None else states.fields(self._faults, "an object of states")
            if len(path) == DEPTH_LIMIT and children:
                value.tell(self._faults, f"expected at most {DEPTH_LIMIT} states inside each other")
                continue
            for key in _in_order(children):
                child = Node("state", key, children[key].line, node)
                node.children.append(child)
                self.value[child] = children[key]
                self._paths[child] = (*path, key)
                self._by_path[(*path, key)] = child
                found.append((child, children[key]))
            waiting += [(child, self.value[child]) for child in reversed(node.children)]
        return found

    def _check(self, node: Node, value: Value) -> None:
        """Tell of what is not read; find the kind and the id."""
        fields = value.fields(self._faults, "a state")
        known = _MACHINE if node is self.root else _STATE
        for key, each in fields.items():
            if key in _EMPTY and each.data in ({}, [], None):
                continue
            if key not in known or key == "context":
                each.tell(self._faults, f"{shown(key)} cannot be said in a document")
        self._read_kind(node, value, fields)
        own = fields["id"].text(self._faults, "an id") if "id" in fields else None
        identity = own or ".".join((self.machine_id, *self._paths[node]))
        if identity in self.by_id:
            value.tell(self._faults, f"expected an id of its own, found {shown(identity)} a second time")
        self.by_id[identity] = node
        self.id_of[node] = identity
        node.block.comment = self.comment(fields) if node is not self.root else ""

    def _read_kind(self, node: Node, value: Value, fields: dict[str, Value]) -> None:
        kind = fields["type"].text(self._faults, "a type") if "type" in fields else None
        history = fields.get("history")
        if kind is not None and kind not in _TYPES:
            fields["type"].expected(self._faults, listed(_TYPES))
        depth = history.data if history is not None else False
        if not isinstance(depth, bool) and depth not in ("shallow", "deep"):
            depth = False
            fields["history"].expected(self._faults, "'shallow' or 'deep'")
        if kind == "history" or (kind is None and depth is not False):
            node.kind = "deep history" if depth == "deep" else "history"
            allowed = {"id", "type", "history", "target", "description"}
        else:
            node.kind = "parallel" if kind == "parallel" else "state"
            allowed = set(fields) - ({"target", "history"} if depth else {"target"})
        if kind == "final":
            node.is_final = True
            allowed = {"id", "type", "entry", "exit", "description"}
        for key, each in fields.items():
            if key not in allowed and key in _STATE:
                each.tell(self._faults, f"{shown(key)} cannot be said of this type of states")
        if node is self.root and (node.is_final or node.is_history):
            value.tell(self._faults, "expected a machine with states")
        if node.children and kind == "atomic" or not node.children and kind in ("compound", "parallel"):
            value.tell(self._faults, f"expected states in it if it is compound or parallel, none if it is {kind}")

    def comment(self, fields: dict[str, Value]) -> str:
        if "description" not in fields:
            return ""
        return str(fields["description"].data) if isinstance(fields["description"].data, str) else ""

    # ------------------------------------------------------------------------------------------------------------------
    # Names
    # ------------------------------------------------------------------------------------------------------------------

    def _name(self) -> None:
        """Their keys as far as these are unique; then their paths."""
        self.root.name = self.machine_id
        keys = Counter(node.name for node in self._paths)
        taken: set[str] = set()
        for node, path in self._paths.items():
            name = node.name if keys[node.name] == 1 else ".".join(path) or self.machine_id
            while name in taken:
                name = f"#{name}"
            taken.add(name)
            node.name = self._names(name, node.line)

    def _needs_state(self) -> bool:
        """Whether the machine itself is more than what holds its states and rows."""
        fields = self.value[self.root].fields(self._faults, "a state")
        return self.root.kind == "parallel" or any(key in fields for key in ("entry", "exit", "after", "onDone"))

    def _nest(self) -> None:
        for node in self._paths:
            heading = f"{node.kind} {node.name}" + " final" * node.is_final
            node.block.heading, node.block.line = heading, node.line
            node.block.inner = [child.block for child in node.children]
        self.top.children = [self.root] if self.is_wrapped else self.root.children
        self.top.block.inner = [child.block for child in self.top.children]
        if self.is_wrapped:
            self.root.parent = self.top
        for child in self.root.children:
            if child.is_final and self.is_wrapped:
                child_value = self.value[child]
                child_value.tell(
                    self._faults,
                    "a final state cannot be said here: the machine is a state of its own "
                    "because it has entry, exit, after or onDone",
                )

    # ------------------------------------------------------------------------------------------------------------------
    # Defaults
    # ------------------------------------------------------------------------------------------------------------------

    def _initials(self) -> str:
        """Write the default of each state; the state in which the machine begins."""
        first = self.root.name
        for node in self._paths:
            target, actions = self._history_default(node) if node.is_history else self._initial(node)
            if target is None:
                continue
            self.default[node] = (target, actions)
            if node is self.root and not self.is_wrapped:
                first = target.name
                if actions or target.is_history:
                    value = self.value[node].fields(self._faults, "a state")["initial"]
                    value.tell(self._faults, "expected the name of a state for the machine itself, without actions")
            else:
                node.block.lines.append(" ".join([f"default {target.name}", *(["/", *actions] if actions else [])]))
        return first

    def _initial(self, node: Node) -> tuple[Optional[Node], list[str]]:
        value = self.value[node]
        initial = value.fields(self._faults, "a state").get("initial")
        if not node.is_compound:
            if initial is not None:
                initial.tell(self._faults, "expected no initial state: this state has none inside, or all at once")
            return None, []
        if initial is None:
            value.tell(self._faults, "expected 'initial': there are states inside")
            return None, []
        actions: list[str] = []
        if isinstance(initial.data, dict):
            for key, each in initial.data.items():
                if key not in ("target", "actions"):
                    each.tell(self._faults, f"{shown(key)} cannot be said of an initial state")
            actions = self.names_in(initial.data["actions"], "an action") if "actions" in initial.data else []
            initial = initial.data.get("target", initial)
        path = initial.text(self._faults, "the key of a state")
        return (self.inside(node, path, initial) if path else None), actions

    def _history_default(self, node: Node) -> tuple[Optional[Node], list[str]]:
        target = self.value[node].fields(self._faults, "a state").get("target")
        key = target.text(self._faults, "the key of a state") if target is not None else None
        if target is None or key is None or node.parent is None:
            return None, []
        found = self.by_reference(node, key, target)
        if found is not None and not found.is_inside(node.parent):
            target.expected(self._faults, f"a state inside {node.parent.name}")
        return found, []

    # ------------------------------------------------------------------------------------------------------------------
    # What others refer to
    # ------------------------------------------------------------------------------------------------------------------

    def names_in(self, value: Value, what: str) -> list[str]:
        """The names of actions: strings, or objects with nothing but a type."""
        found = []
        for each in value.data if isinstance(value.data, list) else [value]:
            if isinstance(each.data, dict):
                extra = [key for key, field in each.data.items() if key != "type" and field.data not in ({}, [], None)]
                if extra:
                    each.tell(
                        self._faults, f"{what} with {shown(extra[0])} cannot be said in a document: give it a name"
                    )
                    continue
                each = each.data.get("type", each)
            name = each.text(self._faults, f"{what} by its name")
            if name is not None:
                found.append(self._names(name, each.line, f"{each.path}: "))
        return found

    def inside(self, node: Node, path: str, value: Value) -> Optional[Node]:
        found = self._by_path.get((*self._paths[node], *path.split(".")))
        if found is None:
            value.tell(self._faults, f"expected a state inside {self.id_of[node]}, found {shown(path)}")
        return found

    def by_reference(self, source: Node, reference: str, value: Value) -> Optional[Node]:
        """The state that a target names: `key`, `key.inner`, `.inner` or `#id`."""
        if reference.startswith("#"):
            return self._by_id(reference[1:], value)
        if reference.startswith("."):
            return self.inside(source, reference[1:], value)
        around = source if source is self.root else source.parent
        assert around is not None, "only the machine has no state around it"
        return self.inside(around, reference, value)

    def _by_id(self, identity: str, value: Value) -> Optional[Node]:
        if identity in self.by_id:
            return self.by_id[identity]
        parts = identity.split(".")
        for count in range(min(len(parts), DEPTH_LIMIT) - 1, 0, -1):
            node = self.by_id.get(".".join(parts[:count]))
            if node is not None:
                return self.inside(node, ".".join(parts[count:]), value)
        value.tell(self._faults, f"expected the id of a state, found {shown('#' + identity)}")
        return None


def _in_order(fields: dict[str, Value]) -> list[str]:
    """As JavaScript has them: keys that are numbers first, in their order."""
    numbers = [key for key in fields if re.fullmatch(r"0|[1-9][0-9]{0,8}", key)]
    first = set(numbers)
    return sorted(numbers, key=int) + [key for key in fields if key not in first]
