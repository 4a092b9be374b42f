"""The transitions of an XState machine as rows: which states they leave, and what has to be refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Optional

from .charts import Node
from .faults import Faults, shown
from .json_values import Value
from .writing import Block, Names, Row
from .xstate_states import States

_KEYS = {"target", "guard", "cond", "in", "actions", "internal", "reenter", "description"}


class Transitions:
    """Writes the rows, callbacks, timeouts and done events of all states."""

    def __init__(self, states: States, version: int, names: Names, faults: Faults) -> None:
        self._states = states
        self._version = version
        self._names = names
        self._faults = faults
        # Domains are looked for where rows are; the machine is a state there, even if it is not written as one.
        self._source = states.root

    def write(self) -> None:
        for node, value in self._states.value.items():
            if node.is_history:
                continue
            fields = value.fields(self._faults, "a state")
            callbacks = Block("")
            for word in ("entry", "exit"):
                if word in fields:
                    callbacks.add(word, self._states.names_in(fields[word], "an action"))
            node.block.lines[:0] = callbacks.lines
            self._write_rows(node, fields)

    def _write_rows(self, node: Node, fields: dict[str, Value]) -> None:
        self._source = node
        for event, value in fields["on"].fields(self._faults, "an object of events").items() if "on" in fields else ():
            self._add(self._event(event, value), value)
        if "always" in fields:
            self._add("eventless", fields["always"])
        for delay, value in (
            fields["after"].fields(self._faults, "an object of delays").items() if "after" in fields else ()
        ):
            self._write_timeout(delay, value)
        if "onDone" in fields:
            self._write_done(fields["onDone"])
        # Those for any event come last, wherever they stand.
        node.block.rows.sort(key=lambda row: row.event == "any")

    def _event(self, event: str, value: Value) -> str:
        if event == "*":
            return "any"
        if event == "":
            return "eventless"
        if event.endswith("*"):
            value.tell(
                self._faults, f"the wildcard {shown(event)} cannot be said in a document: name the events, or use *"
            )
        return self._names(event, value.line, f"{value.path}: ")

    def _write_timeout(self, delay: str, value: Value) -> None:
        if not re.fullmatch(r"[0-9]{1,15}", delay):
            value.tell(self._faults, f"the delay {shown(delay)} cannot be said in a document: write it in milliseconds")
            return
        identity = self._states.id_of[self._source]
        name = f"xstate.after({delay})#{identity}" if self._version == 4 else f"xstate.after.{delay}.{identity}"
        event = self._names(name, value.line, f"{value.path}: ")
        self._source.block.lines.append(f"timeout {int(delay)} {event}")
        self._add(event, value)

    def _write_done(self, value: Value) -> None:
        if self._source is self._states.root:
            value.tell(self._faults, "'onDone' of the machine cannot be said in a document")
            return
        prefix = "" if self._version == 4 else "xstate."
        event = self._names(f"{prefix}done.state.{self._states.id_of[self._source]}", value.line, f"{value.path}: ")
        self._source.block.lines.append(f"done {event}")
        self._add(event, value)

    # ------------------------------------------------------------------------------------------------------------------
    # Rows
    # ------------------------------------------------------------------------------------------------------------------

    def _add(self, event: str, value: Value) -> None:
        for each in value.data if isinstance(value.data, list) else [value]:
            self._source.block.rows += self._row(event, each)

    def _row(self, event: str, value: Value) -> Iterator[Row]:
        fields = value.data if isinstance(value.data, dict) else {"target": value}
        for key, each in fields.items():
            if key not in _KEYS:
                each.tell(self._faults, f"{shown(key)} of a transition cannot be said in a document")
        targets = self._targets(fields.get("target"))
        if targets is None:
            return
        conditions = list(self._conditions(fields))
        actions = self._states.names_in(fields["actions"], "an action") if "actions" in fields else []
        row = Row(event, [target.name for target in targets], value.line, conditions=conditions, actions=actions)
        row.comment = self._states.comment(fields)
        if self._source is self._states.root and not self._states.is_wrapped:
            row.source = "any"
        if targets:
            self._leave(row, targets, fields, value)
        else:
            row.targets = ["internal"]
        yield row

    def _targets(self, value: Optional[Value]) -> Optional[list[Node]]:
        """None if one of them is none."""
        if value is None:
            return []
        each = [
            self._states.by_reference(self._source, str(reference.data), reference)
            for reference in value.texts(self._faults, "the key of a state")
        ]
        found = [target for target in each if target is not None]
        for target in found:
            if target is self._states.root and not self._states.is_wrapped:
                value.tell(self._faults, "leads to the machine itself: name a state")
            if target.is_deep_history_around(self._source):
                value.tell(
                    self._faults,
                    f"leads to {target.name} from deep inside its state: what it leaves depends on the history",
                )
        if value.data == []:
            value.expected(self._faults, "the key of a state")
        return found if found and len(found) == len(each) else None

    def _conditions(self, fields: dict[str, Value]) -> Iterator[str]:
        inside = fields.get("in")
        if inside is not None:
            reference = inside.text(self._faults, "the id of a state, as #id")
            if reference is not None and not reference.startswith("#"):
                inside.expected(self._faults, "the id of a state, as #id")
            elif reference is not None:
                target = self._states.by_reference(self._source, reference, inside)
                if target is not None:
                    yield f"in {target.name}"
        for key in ("guard", "cond"):
            if key in fields and isinstance(fields[key].data, list):
                fields[key].expected(self._faults, "a guard by its name")
            elif key in fields:
                yield from self._states.names_in(fields[key], "a guard")

    # ------------------------------------------------------------------------------------------------------------------
    # What a row leaves
    # ------------------------------------------------------------------------------------------------------------------

    def _leave(self, row: Row, targets: list[Node], fields: dict[str, Value], value: Value) -> None:
        """Make the row leave what the transition leaves, or tell that it cannot."""
        stays = self._stays(targets, fields, value)
        source = self._source
        if stays and targets == [source] and not source.states:
            row.targets = ["internal"]
            return
        if stays and targets == [source] and source.kind == "state":
            # The state inside it that is entered by default is entered anew.
            row.targets = [self._default_of(source, value)]
        domain = source if stays else _common(source, targets)
        if domain.kind == "parallel":
            self._check_parallel(domain, value)
        row.is_local = stays and source.kind == "state" and row.source != "any"

    def _stays(self, targets: list[Node], fields: dict[str, Value], value: Value) -> bool:
        """Whether the source itself is not left."""
        source = self._source
        is_inside = all(target.is_inside(source) for target in targets)
        if source is self._states.root:
            return is_inside
        if not is_inside and targets != [source]:
            return False
        flags = {key: fields[key].data for key in ("internal", "reenter") if key in fields}
        for key, flag in flags.items():
            if not isinstance(flag, bool):
                fields[key].expected(self._faults, "true or false")
        relative = all(str(each).startswith(".") for each in _references(fields["target"]))
        if self._version == 5:
            return flags.get("reenter") is not True
        if self._version == 4:
            return is_inside and (flags.get("internal") is True or (relative and "internal" not in flags))
        if is_inside and relative:
            return True  # in both versions
        value.tell(
            self._faults, "leaves its state in XState 4, but not in XState 5: name the format, xstate4 or xstate5"
        )
        return True

    def _default_of(self, node: Node, value: Value) -> str:
        default, actions = self._states.default.get(node, (node, []))
        if actions:
            value.tell(self._faults, "leads back to a state whose initial state has actions: name the state inside it")
        return default.name

    def _check_parallel(self, domain: Node, value: Value) -> None:
        """A row that leaves all regions of a parallel state leaves that state too, where XState stays in it."""
        if self._version != 4:
            around: Optional[Node] = domain
            while around is not None and around.kind == "parallel" and not self._is_noticed(around):
                around = around.parent
            if around is None or around.kind != "parallel":
                return
        value.tell(
            self._faults, f"leaves the regions of {domain.name}, and stays in it: that cannot be said in a document"
        )

    def _is_noticed(self, node: Node) -> bool:
        """Whether it makes a difference that a state is left and entered again."""
        fields = self._states.value[node].fields(self._faults, "a state")
        return any(key in fields for key in ("entry", "exit", "after")) or len(node.states) < len(node.children)


def _references(value: Value) -> list[object]:
    return [each.data for each in value.data] if isinstance(value.data, list) else [value.data]


def _common(source: Node, targets: list[Node]) -> Node:
    """The nearest state that has the source and all targets inside it."""
    node = source
    for node in source.ancestors():
        if all(target.is_inside(node) for target in targets):
            return node
    return node
