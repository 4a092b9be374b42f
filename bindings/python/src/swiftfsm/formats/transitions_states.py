"""The states of a machine of transitions: their names, how they are nested, and their callbacks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import AbstractSet, NamedTuple, Optional

from .charts import Node
from .faults import Faults, shown
from .json_values import Value
from .writing import Names

DEPTH_LIMIT = 60
"""The most states inside each other."""
TIME_LIMIT = 2**62

_STATE = set(
    "name on_enter on_exit on_final final initial children states parallel transitions timeout on_timeout label "
    "ignore_invalid_triggers".split()
)
_EMPTY = set("tags children prepare accepted retries on_failure volatile hook remap".split()) | set(
    "prepare_event finalize_event on_exception on_final ordered_transitions".split()
)
"""Say nothing if they are empty, and are refused otherwise."""
_SEPARATORS = "./↦|"
"""Instead of _, if references have one of these and names of states do not."""


class Entry(NamedTuple):
    """A state as the file has it, or, for the machine itself, its arguments."""

    value: Value
    fields: dict[str, Value]
    name: str
    parent: Optional[Entry]
    depth: int


class States:
    """Reads the states of a machine: each becomes a node below `top`."""

    def __init__(self, fields: dict[str, Value], names: Names, faults: Faults) -> None:
        self._names = names
        self._faults = faults
        self.top: Node = Node("state", "", 0)
        self.default: dict[Node, Node] = {}
        """The child that is entered with each."""
        self.path: dict[Node, tuple[str, ...]] = {self.top: ()}
        self._by_path: dict[tuple[str, ...], Node] = {(): self.top}
        self.entry_of: dict[Node, Entry] = {}
        self.scoped: list[tuple[Node, Value]] = []
        """The transitions that stand in a state, whose names are those inside it."""
        entries = list(self._entries(fields))
        self.is_nested: bool = any(_has_children(entry.fields) for entry in entries)
        self.separator: str = self._separator(entries, fields) if self.is_nested else ""
        nodes: dict[int, Node] = {}
        for entry in entries:
            parent = self.top if entry.parent is None else nodes.get(id(entry.parent))
            node = self._add(entry, parent) if parent is not None else None
            if node is not None:
                nodes[id(entry)] = node
        for node in self.nodes():
            self._read(node)

    def nodes(self) -> Iterator[Node]:
        """All states, parents first, as they are written."""
        found = self.top.subtree()
        next(found)
        return found

    # ------------------------------------------------------------------------------------------------------------------
    # Names
    # ------------------------------------------------------------------------------------------------------------------

    def _entries(self, fields: dict[str, Value]) -> Iterator[Entry]:
        """The states of the file, parents first."""
        stack: list[tuple[Value, Optional[Entry]]] = [(each, None) for each in reversed(listed(fields.get("states")))]
        while stack:
            value, parent = stack.pop()
            own = value.data if isinstance(value.data, dict) else {"name": value}
            self.check(own, _STATE)
            if "name" not in own:
                value.tell(self._faults, "expected a state with a name")
                continue
            name = own["name"].text(self._faults, "the name of a state")
            if name is None:
                continue
            entry = Entry(value, own, name, parent, 0 if parent is None else parent.depth + 1)
            if entry.depth == DEPTH_LIMIT:
                value.tell(self._faults, f"expected at most {DEPTH_LIMIT} states inside each other")
                continue
            yield entry
            stack += [(each, entry) for each in reversed(self._children(entry))]

    def check(self, fields: dict[str, Value], known: AbstractSet[str]) -> None:
        """Tell of what cannot be said, unless it says nothing."""
        for key, value in fields.items():
            if key not in known and not (key in _EMPTY and value.data in (None, [], False, {}, "", 0)):
                hint = ": leave it out, and do it in the program" if key in _EMPTY else ""
                value.tell(self._faults, f"{shown(key)} cannot be said in a document{hint}")

    def _children(self, entry: Entry) -> list[Value]:
        given = [key for key in ("parallel", "children", "states") if listed(entry.fields.get(key))]
        if len(given) > 1:
            entry.fields[given[1]].tell(self._faults, f"expected either {shown(given[0])} or {shown(given[1])}")
        return listed(entry.fields[given[0]]) if given else []

    def _separator(self, entries: list[Entry], fields: dict[str, Value]) -> str:
        """What stands between the names of states that are inside each other; programs may have chosen another one."""
        references = [str(fields["initial"].data)] if "initial" in fields else []
        for holder in [fields, *(entry.fields for entry in entries)]:
            for transition in listed(holder.get("transitions")):
                data = transition.data
                values = data[1:3] if isinstance(data, list) else []
                values = [data[key] for key in ("source", "dest") if key in data] if isinstance(data, dict) else values
                references += [str(each.data) for value in values for each in listed(value)]
        dicts = [entry.name for entry in entries if isinstance(entry.value.data, dict)]
        for mark in _SEPARATORS:
            if any(mark in each for each in references) and not any(mark in name for name in dicts):
                return mark
        return "_"

    def split(self, reference: str) -> tuple[str, ...]:
        return tuple(reference.split(self.separator)) if self.separator else (reference,)

    def full_name(self, node: Node) -> str:
        return self.separator.join(self.path[node])

    def find(self, scope: Node, reference: str, value: Value) -> Optional[Node]:
        """The state that a reference names, inside `scope`."""
        node = self._by_path.get((*self.path[scope], *self.split(reference)))
        if node is None:
            where = f" inside {shown(self.full_name(scope))}" if scope is not self.top else ""
            value.tell(self._faults, f"expected one of the states{where}, found {shown(reference)}")
        return node

    def _add(self, entry: Entry, parent: Node) -> Optional[Node]:
        """The node of a state. The name of one that is a string may lead through states that it makes."""
        named = entry.fields["name"]
        *before, last = self.split(entry.name) if not isinstance(entry.value.data, dict) else (entry.name,)
        if self.separator and self.separator in last:
            named.tell(
                self._faults,
                f"expected a name without {shown(self.separator)}, which stands between names, found {shown(last)}",
            )
            return None
        if len(before) + entry.depth >= DEPTH_LIMIT:
            named.tell(self._faults, f"expected at most {DEPTH_LIMIT} states inside each other")
            return None
        for name in before:
            parent = self._by_path.get((*self.path[parent], name)) or self._make(name, entry, parent)
        if (*self.path[parent], last) in self._by_path:
            named.tell(self._faults, f"expected each state once, found {shown(entry.name)} a second time")
            return None
        node = self._make(last, entry, parent)
        self.entry_of[node] = entry
        self.scoped += [(node, each) for each in listed(entry.fields.get("transitions"))]
        return node

    def _make(self, name: str, entry: Entry, parent: Node) -> Node:
        path = (*self.path[parent], name)
        written = self._names(self.separator.join(path), entry.value.line, f"{entry.fields['name'].path}: ")
        node = Node("state", written, entry.value.line, parent)
        parent.children.append(node)
        self.path[node], self._by_path[path] = path, node
        return node

    # ------------------------------------------------------------------------------------------------------------------
    # What is said of a state
    # ------------------------------------------------------------------------------------------------------------------

    def _read(self, node: Node) -> None:
        entry = self.entry_of.get(node)
        if entry is None:
            return  # made by the name of a state inside it
        fields = entry.fields
        node.block.line = node.line
        node.block.add("entry", self.callbacks(fields.get("on_enter")))
        node.block.add("exit", self.callbacks(fields.get("on_exit")))
        node.is_final = is_true(fields.get("final"), self._faults)
        node.block.comment = comment_of(fields.get("label"), self._faults)
        initial = [each for each in listed(fields.get("initial")) if each.data not in (None, "")]
        if listed(fields.get("parallel")):
            if initial:
                fields["initial"].tell(self._faults, "expected no initial states: all of a parallel state are")
            chosen = list(node.children)
        else:
            found = [(each, each.text(self._faults, "the name of a state")) for each in initial]
            children = {self.path[child][-1]: child for child in node.children}
            unknown = [(each, name) for each, name in found if name is not None and name not in children]
            for each, name in unknown:
                each.tell(
                    self._faults, f"expected a state right inside {shown(self.full_name(node))}, found {shown(name)}"
                )
            chosen = [children[name] for _, name in found if name in children]
        if len(chosen) == 1:
            self.default[node] = chosen[0]
        elif chosen and set(chosen) == set(node.children):
            node.kind = "parallel"
        elif chosen:
            fields["initial"].tell(
                self._faults,
                "expected one initial state, or all: of a parallel state all children are active in a document",
            )

    def callbacks(self, value: Optional[Value], prefix: str = "") -> list[str]:
        """The names of callbacks, as a document writes them."""
        if value is None or value.data is None:
            return []
        each = value.texts(self._faults, "a callback by its name")
        return [self.name(prefix + str(callback.data), callback) for callback in each]

    def name(self, name: str, value: Value) -> str:
        """A name as a document writes it."""
        return self._names(name, value.line, f"{value.path}: ")

    def delay(self, node: Node) -> int:
        """Its timeout in microseconds; 0 if it has none."""
        entry = self.entry_of.get(node)
        value = entry.fields.get("timeout") if entry is not None else None
        if value is None or value.data in (None, 0):
            return 0
        data = value.data
        if isinstance(data, bool) or not isinstance(data, (int, float)) or not 0 < data < TIME_LIMIT / 1e6:
            value.expected(self._faults, "a timeout in seconds")
            return 0
        assert entry is not None
        if not listed(entry.fields.get("on_timeout")):
            value.tell(self._faults, "expected 'on_timeout' beside it")
            return 0
        return max(1, math.floor(data * 1_000_000 + 0.5))

    def is_noticed(self, node: Node) -> bool:
        """Whether it makes a difference that the state is left and entered again."""
        return bool(node.block.lines) or self.delay(node) > 0


def fresh(wanted: str, taken: set[str]) -> str:
    """A name that is not taken, and is from now on."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}.{number}"
    taken.add(name)
    return name


def is_true(value: Optional[Value], faults: Faults) -> bool:
    if value is not None and value.data is not None and not isinstance(value.data, bool):
        value.expected(faults, "true or false")
    return value is not None and value.data is True


def comment_of(label: Optional[Value], faults: Faults) -> str:
    if label is None or label.data in (None, ""):
        return ""
    return label.text(faults, "a text") or ""


def listed(value: Optional[Value]) -> list[Value]:
    """What transitions takes as a list: also one value, or nothing."""
    if value is None or value.data in (None, [], {}, "", False):
        return []
    return value.data if isinstance(value.data, list) else [value]


def _has_children(fields: dict[str, Value]) -> bool:
    return any(listed(fields.get(key)) for key in ("children", "states", "parallel", "transitions", "initial"))
