"""The configuration of a machine of the package transitions: a dict, as from YAML or as its markup extension writes it,
or the JSON of that.

Read are `states` as strings or dicts with `name`, `on_enter`, `on_exit`, `final`, `on_final`, `timeout` and
`on_timeout`; states inside others with `children` (or `states`), `initial`, `parallel` and `transitions`; `transitions`
as dicts with `trigger`, `source`, `dest`, `conditions`, `unless`, `before` and `after`, or as lists of the same;
`initial`; `name`; `before_state_change`, `after_state_change` and `on_final`; `ordered_transitions`; `auto_transitions`
if it is true, as requests of any state. A `label` becomes a comment. What tells how callbacks are called, whose state
it is, and what an event that nobody takes comes to, is left to the program: `send_event`, `queued`,
`ignore_invalid_triggers`, `models`, `model_attribute`, `model_override`.

Callbacks are names. A condition `c` is the guard `c`; under `unless` it is the guard `not.c`, which the program
supplies. `before` runs before a state is left, `after` when the next one was entered; if a file has both, those after
are the actions of an event that is raised, `x.after` for the event x. A timeout is kept in microseconds; it sends the
event that `on_timeout` names, or otherwise `x.timeout` for the state x, whose actions are those callbacks.

States inside others have their full names, `x_y`, or with the separator that references have. A state with children
and without `initial` can be active alone: then it has a child `x.itself`, which stands for that. A final state that is
not inside another one does not end the machine, and in a chart is not marked as final.

Refused are `tags`, `prepare`, `prepare_event`, `finalize_event`, `on_exception`, `remap`, retries, functions instead of
names, and what a chart would not do alike: initial states and transitions that enter some children of a parallel state
and not others, transitions whose effect depends on which state inside theirs is active, and `on_final` around parallel
states.
"""

from __future__ import annotations

from typing import Optional

from .charts import Node
from .faults import Faults, shown
from .json_values import Value
from .transitions_actions import Actions
from .transitions_rows import Rows, transition_fields
from .transitions_states import States, fresh, is_true, listed
from .writing import Block, Document, Names, Row

_MACHINE = set("name states transitions initial before_state_change after_state_change auto_transitions".split())
_MACHINE |= {"ordered_transitions", "on_final"}
_PROGRAM = set("send_event queued ignore_invalid_triggers models model_attribute model_override".split())


def read_transitions(root: Value, faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    return _Reading(root, faults).document().text(faults)


class _Reading:
    def __init__(self, root: Value, faults: Faults) -> None:
        self._faults = faults
        self._names = Names(faults)
        self._fields = root.fields(faults, "the arguments of a machine")
        self._states = States(self._fields, self._names, faults)
        self._states.check(self._fields, _MACHINE | _PROGRAM)
        transitions = listed(self._fields.get("transitions"))
        self._transitions = [(self._states.top, each) for each in transitions] + self._states.scoped
        parts = [transition_fields(value, Faults(faults.file)) for _, value in self._transitions]
        triggers = (each["trigger"].data for each in parts if "trigger" in each)
        self._triggers = {each for each in triggers if isinstance(each, str)} | {"next_state"}
        self._actions = Actions(self._fields, parts, self._triggers, self._states, faults)
        self._rows = Rows(self._states, self._actions, faults)
        self._rows.check_size((scope, value, part) for (scope, value), part in zip(self._transitions, parts))
        self._free: list[Row] = []
        """Those for any state."""

    def document(self) -> Document:
        document = Document(lines=self._read_initial())
        for scope, value in self._transitions:
            self._rows.read(scope, value)
        if "ordered_transitions" in self._fields:
            self._rows.ordered(self._fields["ordered_transitions"])
        has_timeouts = self._read_timeouts()
        self._read_finals()
        auto = self._fields.get("auto_transitions")
        requests = self._rows.everything(auto) if auto is not None and is_true(auto, self._faults) else []
        document.rows = self._rows.finish() + self._free + requests + self._actions.rows()
        self._finish(has_timeouts or bool(self._actions.rows()))
        document.lines += ["guards first match", "entry exit always", *self._actions.order]
        document.blocks = self._states.top.block.inner
        name = self._fields.get("name")
        if name is not None and name.data not in (None, ""):
            # transitions adds ": " to the name of a machine.
            document.name = self._states.name((name.text(self._faults, "a name") or "x").rstrip(": ") or "x", name)
        return document

    def _read_initial(self) -> list[str]:
        initial = self._fields.get("initial")
        if initial is None or initial.data is None:
            return []
        name = initial.text(self._faults, "the name of a state")
        node = self._states.find(self._states.top, name, initial) if name is not None else None
        if node is None:
            return []
        self._rows.entered.add(node)
        inside = [each.name for each in node.ancestors() if each.kind == "parallel"]
        if inside:
            initial.tell(self._faults, f"enters one part of the parallel state {inside[0]} alone: name {inside[0]}")
        return [f"initial {node.name}"]

    # ------------------------------------------------------------------------------------------------------------------
    # Timeouts and final states
    # ------------------------------------------------------------------------------------------------------------------

    def _read_timeouts(self) -> bool:
        found = False
        for node, entry in self._states.entry_of.items():
            delay = self._states.delay(node)
            if not delay:
                continue
            found = True
            value = entry.fields["on_timeout"]
            event = self._timeout_event(node, value)
            if not event:
                name = fresh(f"{self._states.full_name(node)}.timeout", self._triggers)
                event = self._states.name(name, value)
                actions = self._states.callbacks(value)
                node.block.rows.append(Row(event, ["internal"], value.line, actions=actions))
            node.block.lines.append(f"timeout {delay} {event}")
        return found

    def _timeout_event(self, node: Node, value: Value) -> str:
        """The event that `on_timeout` names; empty if it names callbacks."""
        names = [each.data for each in listed(value)]
        name = names[0]
        if len(names) != 1 or not isinstance(name, str):
            return ""
        if name in self._triggers:
            return self._states.name(name, value)
        auto = self._fields.get("auto_transitions")
        if not name.startswith("to_") or (auto is not None and auto.data is False):
            return ""
        targets = [each for each in self._states.nodes() if self._states.full_name(each) == name[len("to_") :]]
        if not targets:
            return ""
        self._triggers.add(name)
        event = self._states.name(name, value)
        self._free.append(self._rows.lead_everywhere(targets[0], event, name, value))
        return event

    def _read_finals(self) -> None:
        """Callbacks of `on_final` run when a final state was entered: they become entry callbacks of that."""
        of_all = self._fields.get("on_final")
        for node, entry in self._states.entry_of.items():
            own = entry.fields.get("on_final")
            if listed(own) and not node.is_final and not node.children:
                assert own is not None
                own.tell(self._faults, "is never called, since the state is not final")
            if not node.is_final:
                continue
            if node.children:
                entry.fields["final"].tell(self._faults, "cannot be said of a state that has states inside it")
                continue
            callbacks = self._states.callbacks(own)
            for around in node.ancestors():
                outer = of_all if around is self._states.top else self._entry_field(around, "on_final")
                if around.kind == "parallel" and self._has_finals_outside(around, of_all):
                    entry.fields["final"].tell(
                        self._faults, f"'on_final' of the parallel state {around.name}, or around it, cannot be said"
                    )
                    break
                if around.kind == "parallel":
                    break
                callbacks += self._states.callbacks(outer)
            node.block.add("entry", callbacks)

    def _entry_field(self, node: Node, key: str) -> Optional[Value]:
        entry = self._states.entry_of.get(node)
        return entry.fields.get(key) if entry is not None else None

    def _has_finals_outside(self, node: Node, of_all: Optional[Value]) -> bool:
        around = [node, *node.ancestors()]
        return bool(listed(of_all)) or any(listed(self._entry_field(each, "on_final")) for each in around)

    # ------------------------------------------------------------------------------------------------------------------
    # The document
    # ------------------------------------------------------------------------------------------------------------------

    def _finish(self, is_eventful: bool) -> None:
        """Make the blocks. A block that says nothing is an error: it is marked as final, which has no other meaning in
        a flat definition; in a chart it gets a row that is never taken."""
        top = self._states.top
        is_chart = is_eventful or self._states.is_nested
        self._set_defaults()
        for node in [top, *self._states.nodes()]:
            block = node.block
            block.inner = [child.block for child in node.children]
            if node is top:
                continue
            block.heading = f"{node.kind} {node.name}"
            is_silent = not (block.lines or block.rows or block.inner)
            is_region = node.parent is not None and node.parent.kind == "parallel"
            if node.is_final and (block.rows or is_region or (is_chart and node.parent is top)):
                block.comment = f"{block.comment}\nfinal".strip()
            elif node.is_final:
                block.heading += " final"
                continue
            if is_silent and not is_chart:
                block.heading += " final"
            elif is_silent and node.parent is top:
                block.rows.append(Row("eventless", [node.name], conditions=[f"not in {node.name}"]))

    def _set_defaults(self) -> None:
        """Find out which states are entered alone, and what is entered with the others."""
        states = self._states
        taken = {states.full_name(node) for node in states.nodes()}
        waiting = list(self._rows.entered)
        entered = set(waiting)
        while waiting:
            node = waiting.pop()
            inner = [states.default[node]] if node in states.default else []
            inner = node.children if node.kind == "parallel" else inner
            waiting += [each for each in inner if each not in entered]
            entered.update(inner)
        for node in list(states.nodes()):
            if node.kind == "parallel" or not node.children:
                continue
            default = states.default.get(node)
            if default is None and node in entered:
                full = fresh(f"{states.full_name(node)}.itself", taken)
                default = Node("state", self._names(full, node.line), node.line, node)
                default.block = Block("", node.line, comment=f"{shown(states.full_name(node))} alone")
                node.children.append(default)
            node.block.lines.append(f"default {(default or node.children[0]).name}")
