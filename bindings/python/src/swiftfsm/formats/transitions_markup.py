"""The markup of the package transitions: a dict with the arguments of its Machine, or the JSON of that.

Read are, of a flat machine: `states` as strings or dicts with `name`, `on_enter`, `on_exit` and `final`;
`transitions` as dicts with `trigger`, `source`, `dest`, `conditions`, `unless`, `before` and `after`, or as lists of
the same; `initial`; `name`; `before_state_change` and `after_state_change`; `auto_transitions` if it is true, as
requests of any state. What tells how callbacks are called, and what an event that nobody takes comes to, is left to
the program: `send_event`, `queued`, `ignore_invalid_triggers`, `model_attribute`, `model_override`.

Callbacks are names. A condition `c` is the guard `c`; under `unless` it is the guard `not.c`, which the program
supplies. `before` runs before the state is left and `after` when the next one is entered; a document has one such
place for all of its actions, so that a file may use only one of the two.

Refused are nested states, timeouts, tags, `prepare`, `prepare_event`, `finalize_event`, `on_exception`, `on_final`,
`ordered_transitions`, and functions instead of names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import AbstractSet, Optional

from .charts import ROW_LIMIT
from .faults import Faults, shown
from .json_values import Value
from .writing import LINE_LIMIT, Block, Document, Names, Row, reachable

_MACHINE = set("name states transitions initial before_state_change after_state_change auto_transitions".split())
_PROGRAM = set("send_event queued ignore_invalid_triggers model_attribute model_override".split())
_EMPTY = set("prepare_event finalize_event on_exception on_final ordered_transitions tags children prepare".split())
"""Say nothing if they are empty, and are refused otherwise."""
_STATE = {"name", "on_enter", "on_exit", "final", "ignore_invalid_triggers"}
_TRANSITION = ("trigger", "source", "dest", "conditions", "unless", "before", "after", "prepare")
_BEFORE, _AFTER = "resolve actions exit commit entry", "resolve exit commit entry actions"


def read_transitions(root: Value, faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    return _Reading(root, faults).document().text(faults)


class _Reading:
    def __init__(self, root: Value, faults: Faults) -> None:
        self._faults = faults
        self._names = Names(faults)
        self._fields = root.fields(faults, "the arguments of a machine")
        self._blocks: dict[str, Block] = {}
        self._rows: dict[str, list[tuple[int, Row]]] = {}
        """By source, with the numbers of their transitions."""
        self._everywhere: list[tuple[int, Row]] = []
        """Those of *."""
        self._last: dict[str, int] = {}
        """Of each event the last transition that is not of *."""
        self._of_all: dict[str, list[str]] = {}
        """By before_state_change and after_state_change."""
        self._places: dict[str, Value] = {}
        """Where actions are that run before, and after."""

    def document(self) -> Document:
        self._check(self._fields, _MACHINE | _PROGRAM)
        for value in self._items("states", "an array of states"):
            self._read_state(value)
        self._read_actions_of_all()
        for number, value in enumerate(self._items("transitions", "an array of transitions")):
            self._read_transition(number, value)
        document = Document(lines=self._statements())
        name = self._fields.get("name")
        if name is not None and name.data not in (None, ""):
            # transitions adds ": " to the name of a machine.
            document.name = self._name((name.text(self._faults, "a name") or "x").rstrip(": ") or "x", name)
        self._place_rows(document)
        return document

    def _items(self, key: str, what: str) -> list[Value]:
        value = self._fields.get(key)
        return [] if value is None else value.items(self._faults, what)

    def _check(self, fields: dict[str, Value], known: AbstractSet[str]) -> None:
        for key, value in fields.items():
            if key not in known and not (key in _EMPTY and value.data in (None, [], False, {}, "")):
                value.tell(self._faults, f"{shown(key)} cannot be said in a document")

    # ------------------------------------------------------------------------------------------------------------------
    # States
    # ------------------------------------------------------------------------------------------------------------------

    def _read_state(self, value: Value) -> None:
        fields = value.data if isinstance(value.data, dict) else {"name": value}
        self._check(fields, _STATE)
        if "name" not in fields:
            return value.tell(self._faults, "expected a state with a name")
        name = fields["name"].text(self._faults, "the name of a state")
        if name is None:
            return None
        if name in self._blocks:
            return fields["name"].tell(self._faults, f"expected each state once, found {shown(name)} a second time")
        block = Block(f"state {self._name(name, fields['name'])}", value.line)
        if "final" in fields and fields["final"].data is True:
            block.heading += " final"
        block.add("entry", self._callbacks(fields.get("on_enter")))
        block.add("exit", self._callbacks(fields.get("on_exit")))
        self._blocks[name] = block
        self._rows[name] = []
        return None

    def _name(self, name: str, value: Value) -> str:
        return self._names(name, value.line, f"{value.path}: ")

    def _callbacks(self, value: Optional[Value], prefix: str = "") -> list[str]:
        if value is None or value.data is None:
            return []
        each = value.texts(self._faults, "a callback by its name")
        return [self._name(prefix + str(callback.data), callback) for callback in each]

    # ------------------------------------------------------------------------------------------------------------------
    # Transitions
    # ------------------------------------------------------------------------------------------------------------------

    def _read_transition(self, number: int, value: Value) -> None:
        fields = self._transition_fields(value)
        self._check(fields, set(_TRANSITION) - {"prepare"})
        missing = [key for key in ("trigger", "source") if key not in fields]
        if missing:
            return value.tell(self._faults, f"expected a transition with {shown(missing[0])}")
        trigger = fields["trigger"].text(self._faults, "the name of an event")
        sources = fields["source"].texts(self._faults, "the name of a state")
        if trigger is None or not sources:
            return None
        conditions = self._callbacks(fields.get("conditions")) + self._callbacks(fields.get("unless"), "not.")
        actions = self._actions(fields)
        for source in sources:
            name = str(source.data)
            row = Row(
                self._name(trigger, fields["trigger"]),
                [self._target(fields.get("dest"))],
                value.line,
                conditions=conditions,
                actions=actions,
            )
            if name == "*":
                self._everywhere.append((number, row))
            elif self._is_state(name, source):
                self._rows[name].append((number, row))
                self._last[row.event] = number
        return None

    def _transition_fields(self, value: Value) -> dict[str, Value]:
        if isinstance(value.data, list):
            if len(value.data) > len(_TRANSITION):
                value.tell(self._faults, f"expected at most {len(_TRANSITION)} values, found {len(value.data)}")
            given = dict(zip(_TRANSITION, value.data))
            return {key: each for key, each in given.items() if each.data is not None or key == "dest"}
        return value.fields(self._faults, "a transition as an object or an array")

    def _is_state(self, name: str, value: Value) -> bool:
        if name not in self._blocks:
            value.tell(self._faults, f"expected one of the states, found {shown(name)}")
        return name in self._blocks

    def _target(self, value: Optional[Value]) -> str:
        """Without a destination the machine stays, and runs the actions alone."""
        if value is None or value.data is None:
            return "internal"
        name = value.text(self._faults, "the name of a state")
        if name == "=":
            return "same"
        return self._name(name, value) if name is not None and self._is_state(name, value) else "x"

    def _actions(self, fields: dict[str, Value]) -> list[str]:
        """Those before and those after; both together are a fault, which is told in the end."""
        before, after = self._own(fields, "before", _BEFORE), self._own(fields, "after", _AFTER)
        first, last = self._of_all["before_state_change"], self._of_all["after_state_change"]
        # Without actions of its own the list is that of all transitions, not a copy of it.
        return first + before + after + last if before or after or (first and last) else first or last

    def _own(self, fields: dict[str, Value], key: str, order: str) -> list[str]:
        found = self._callbacks(fields.get(key))
        if found:
            self._places.setdefault(order, fields[key])
        return found

    def _read_actions_of_all(self) -> None:
        for key, order in (("before_state_change", _BEFORE), ("after_state_change", _AFTER)):
            self._of_all[key] = self._callbacks(self._fields.get(key))
            if self._of_all[key]:
                self._places[order] = self._fields[key]
            if len(self._of_all[key]) > LINE_LIMIT // 2:
                raise self._faults.error(
                    self._fields[key].line, f"expected fewer callbacks: a line has {LINE_LIMIT} bytes"
                )

    # ------------------------------------------------------------------------------------------------------------------
    # The document
    # ------------------------------------------------------------------------------------------------------------------

    def _statements(self) -> list[str]:
        lines = []
        initial = self._fields.get("initial")
        if initial is not None and initial.data is not None:
            name = initial.text(self._faults, "the name of a state")
            if name is not None and self._is_state(name, initial):
                lines.append(f"initial {self._name(name, initial)}")
        lines += ["guards first match", "entry exit always"]
        if len(self._places) == 2:
            after, before = self._places[_AFTER], self._places[_BEFORE]
            after.tell(
                self._faults,
                f"runs after the step, but {before.path} runs before: all actions of a document run at one place",
            )
        lines += [f"order {order}" for order in list(self._places)[:1]]
        return lines

    def _place_rows(self, document: Document) -> None:
        """Rows of * become rows for any state, which come last; where that is another order, rows of each state."""
        spread = [(number, row) for number, row in self._everywhere if self._last.get(row.event, 0) > number]
        if len(spread) * len(self._blocks) > ROW_LIMIT:
            raise self._faults.error(spread[0][1].line, f"expected transitions for at most {ROW_LIMIT} rows")
        for name, block in self._blocks.items():
            block.rows = reachable(row for _, row in sorted(self._rows[name] + spread, key=lambda each: each[0]))
            if not block.lines and not block.rows and not block.heading.endswith(" final"):
                # A block that says nothing is an error; being final has no other meaning in a flat definition.
                block.heading += " final"
        document.blocks = list(self._blocks.values())
        document.rows = reachable(replace(row, source="any") for _, row in self._everywhere[len(spread) :])
        auto = self._fields.get("auto_transitions")
        if auto is not None and auto.data is True:
            document.rows.append(Row("request", ["any"], source="any"))
