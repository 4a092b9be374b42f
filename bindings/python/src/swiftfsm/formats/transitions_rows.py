"""The transitions of a machine of transitions as rows: of which states, in which order, and what they leave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple, Optional

from .charts import ROW_LIMIT, Node
from .faults import Faults, shown
from .json_values import Value
from .transitions_actions import Actions
from .transitions_regions import Regions
from .transitions_states import States, comment_of, is_true
from .writing import Row, reachable

_TRANSITION = ("trigger", "source", "dest", "conditions", "unless", "before", "after", "prepare")


def transition_fields(value: Value, faults: Faults) -> dict[str, Value]:
    """The parts of a transition, which is an object or an array."""
    if isinstance(value.data, list):
        if len(value.data) > len(_TRANSITION):
            value.tell(faults, f"expected at most {len(_TRANSITION)} values, found {len(value.data)}")
        given = dict(zip(_TRANSITION, value.data))
        return {key: each for key, each in given.items() if each.data is not None or key == "dest"}
    return value.fields(faults, "a transition as an object or an array")


class Placed(NamedTuple):
    """A row in the block of its state."""

    depth: int
    """Of the state in which its transition stands: those deep inside are tried first."""
    number: int
    row: Row
    value: Value

    @property
    def order(self) -> tuple[int, int]:
        return -self.depth, self.number


class Rows:
    """Reads transitions, and puts them into the blocks of their states as rows."""

    def __init__(self, states: States, actions: Actions, faults: Faults) -> None:
        self._states = states
        self._actions = actions
        self._faults = faults
        self._placed: dict[Node, list[Placed]] = {node: [] for node in states.nodes()}
        self._everywhere: list[tuple[int, Row]] = []
        """Those of *, in a machine whose states are not nested."""
        self._last: dict[str, int] = {}
        """Of each event the last transition that is not of *."""
        self._regions = Regions(faults)
        self._count = 0
        self._number = 0
        self.entered: set[Node] = set()
        """The states to which rows lead."""

    # ------------------------------------------------------------------------------------------------------------------
    # Reading
    # ------------------------------------------------------------------------------------------------------------------

    def read(self, scope: Node, value: Value) -> None:
        """A transition; its names are those of states inside `scope`."""
        self._number += 1
        fields = transition_fields(value, self._faults)
        self._states.check(fields, (set(_TRANSITION) | {"label"}) - {"prepare"})
        missing = [key for key in ("trigger", "source") if key not in fields]
        if missing:
            return value.tell(self._faults, f"expected a transition with {shown(missing[0])}")
        trigger = fields["trigger"].text(self._faults, "the name of an event")
        sources = fields["source"].texts(self._faults, "the name of a state")
        if trigger is None or not sources:
            return None
        dest = fields.get("dest")
        target = None if dest is None or dest.data is None else dest.text(self._faults, "the name of a state")
        row = Row(self._states.name(trigger, fields["trigger"]), ["internal"], value.line)
        conditions = self._states.callbacks(fields.get("conditions"))
        row.conditions = conditions + self._states.callbacks(fields.get("unless"), "not.")
        row.comment = comment_of(fields.get("label"), self._faults)
        self._actions.put(row, trigger, fields["trigger"], fields, target is None)
        for source in sources:
            if source.data == "*" and source is not fields["source"]:
                source.tell(self._faults, "expected '*' alone: in an array transitions finds no state of that name")
                continue
            self._read_source(scope, str(source.data), source, row, target, dest or value, value)
        return None

    def check_size(self, transitions: Iterable[tuple[Node, Value, dict[str, Value]]]) -> None:
        """Raise FormatError if the transitions of * stand for too many rows, before they are made."""
        every = sum(1 for _ in self._states.nodes()) if self._states.is_nested else 0
        count = 0
        for scope, value, fields in transitions:
            if every and "source" in fields and fields["source"].data == "*":
                is_same = "dest" in fields and fields["dest"].data == "="
                count += every if is_same else len(scope.children)
                if count > ROW_LIMIT:
                    raise self._faults.error(value.line, f"expected transitions for at most {ROW_LIMIT} rows")

    def _read_source(
        self, scope: Node, source: str, at: Value, row: Row, target: Optional[str], dest: Value, value: Value
    ) -> None:
        if source != "*":
            node = self._states.find(scope, source, at)
            if node is not None:
                self._last[row.event] = self._number
                self._place(scope, node, row, target, dest, value)
        elif not self._states.is_nested:
            if target not in (None, "="):
                found = self._states.find(scope, str(target), dest)
                row = replace(row, targets=[found.name] if found is not None else ["x"])
                self.entered |= {found} if found is not None else set()
            elif target == "=":
                row = replace(row, targets=["same"])
            self._everywhere.append((self._number, row))
        elif target == "=" and scope is not self._states.top:
            at.tell(self._faults, "finds no state in transitions, since '=' goes with it: name the states")
        else:
            for node in self._states.nodes() if target == "=" else list(scope.children):
                self._place(scope, node, row, target, dest, value)

    def ordered(self, value: Value) -> None:
        """Those of `ordered_transitions`: each state leads to the next one, the last to the first."""
        if not is_true(value, self._faults):
            return
        states = list(self._states.nodes())
        if len(states) < 2:
            return value.tell(self._faults, "expected at least two states")
        for source, target in zip(states, states[1:] + states[:1]):
            self._number += 1
            row = Row("next_state", ["x"], value.line)
            self._actions.put(row, "next_state", value, {})
            name = self._states.full_name(target)
            self._last[row.event] = self._number
            self._place(self._states.top, source, row, name, value, value)
        return None

    # ------------------------------------------------------------------------------------------------------------------
    # What a row leaves
    # ------------------------------------------------------------------------------------------------------------------

    def _place(self, scope: Node, source: Node, row: Row, target: Optional[str], dest: Value, value: Value) -> None:
        self._count += 1
        if self._count > ROW_LIMIT:
            raise self._faults.error(value.line, f"expected transitions for at most {ROW_LIMIT} rows")
        found: Optional[Node] = None
        if target == "=" and not self._states.is_nested:
            row = replace(row, targets=["same"])
        elif target is not None:
            found = source if target == "=" else self._states.find(scope, target, dest)
            if found is None:
                return
            self.entered.add(found)
            row = replace(row, targets=[found.name], is_local=self._is_local(source, found, dest))
        self._regions.add(scope, source, row.event, found, value)
        depth = len(self._states.path[scope])
        self._placed[source].append(Placed(depth, self._number, row, value))

    def _is_local(self, source: Node, target: Node, dest: Value) -> bool:
        """Whether the row leaves only what is inside its state, or its region. What transitions leaves depends on what
        is active inside the state; tell of rows where that makes a difference."""
        for around in target.ancestors():
            if around.kind == "parallel" and not (_region(around, target) is _region(around, source)):
                dest.tell(
                    self._faults,
                    f"leads into one part of the parallel state {around.name} from outside of that part: "
                    f"lead to {around.name}",
                )
                return False
        if target.is_inside(source):
            between = [node for node in target.ancestors() if node.is_inside(source)]
            noticed = [node for node in between if self._states.is_noticed(node)]
            if noticed:
                dest.tell(
                    self._faults,
                    f"may leave and enter {noticed[0].name} or not, which depends on what is active: "
                    f"lead from the states inside {source.name}",
                )
            return True
        around_target = target.parent
        is_region = around_target is not None and around_target.kind == "parallel"
        return is_region and (source is target or source.is_inside(target))

    # ------------------------------------------------------------------------------------------------------------------
    # Where a row stands
    # ------------------------------------------------------------------------------------------------------------------

    def finish(self) -> list[Row]:
        """Put the rows into the blocks of their states. Returns those for any state, which come last; where that is
        another order, they are rows of each state."""
        spread = [each for each in self._everywhere if self._is_early(*each)]
        if len(spread) * len(self._placed) > ROW_LIMIT:
            raise self._faults.error(spread[0][1].line, f"expected transitions for at most {ROW_LIMIT} rows")
        self._check_orders()
        self._regions.check()
        for node, placed in self._placed.items():
            rows = [(each.order, each.row) for each in placed] + [((0, number), row) for number, row in spread]
            rows.sort(key=lambda each: each[0])
            node.block.rows[:0] = reachable(row for _, row in rows)
        late = (row for number, row in self._everywhere if not self._is_early(number, row))
        return reachable(replace(row, source="any") for row in late)

    def _is_early(self, number: int, row: Row) -> bool:
        """Whether a row of * stands before one of a state for the same event."""
        return self._last.get(row.event, 0) > number

    def _check_orders(self) -> None:
        """A state's rows are tried before those of the states around it. transitions tries those first that stand
        deeper inside: tell of a row that would come earlier here."""
        first: dict[Node, dict[str, Placed]] = {}
        last: dict[Node, dict[str, Placed]] = {}
        for node, placed in self._placed.items():
            in_order = sorted(placed, key=lambda each: each.order)
            last[node] = {each.row.event: each for each in in_order}
            first[node] = {each.row.event: each for each in reversed(in_order)}
        for node in self._placed:
            for around in node.ancestors():
                for event in last[node].keys() & first.get(around, {}).keys():
                    outer, inner = last[node][event], first[around][event]
                    if outer.depth < inner.depth:
                        inner.value.tell(
                            self._faults,
                            f"comes before {outer.value.path}, which is of a state inside {around.name}: "
                            "put both into the same list of transitions",
                        )

    # ------------------------------------------------------------------------------------------------------------------
    # Rows to each state
    # ------------------------------------------------------------------------------------------------------------------

    def lead_everywhere(self, target: Node, event: str, word: str, value: Value) -> Row:
        """Let an event lead to a state from all states, as to_x does. Returns the row for any state."""
        row = Row(event, [target.name], value.line)
        self._actions.put(row, word, value, {})
        self.entered.add(target)
        for around in target.ancestors():
            if around.kind == "parallel":
                value.tell(
                    self._faults,
                    f"leads to {target.name}, one part of the parallel state {around.name}, which cannot be said in a "
                    f"document: {'set it to false' if event == 'request' else f'lead to {around.name}'}",
                )
                break
            if around is not self._states.top:
                around.block.rows.append(replace(row, is_local=True))
        if self._states.is_nested:
            target.block.rows.append(row)
        return replace(row, source="any")

    def everything(self, value: Value) -> list[Row]:
        """The rows of `auto_transitions`: each state may be requested."""
        if not self._states.is_nested:
            row = Row("request", ["any"], source="any")
            self._actions.put(row, "request", value, {})
            return [row]
        found = []
        for node in self._states.nodes():
            self._count += len(self._states.path[node]) + 1
            if self._count > ROW_LIMIT:
                raise self._faults.error(value.line, f"expected transitions for at most {ROW_LIMIT} rows")
            found.append(self.lead_everywhere(node, "request", "request", value))
        return found


def _region(around: Node, node: Node) -> Optional[Node]:
    """The child of `around` in which a state is, or that it is."""
    before = node
    for each in node.ancestors():
        if each is around:
            return before
        before = each
    return None
