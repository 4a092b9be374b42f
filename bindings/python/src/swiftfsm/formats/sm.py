"""Tables of Robert C. Martin's state machine compiler SMC: https://github.com/unclebob/CC_SMC

    Actions: Gate
    FSM: Turnstile
    Initial: Locked
    {
      (Resettable) { Reset Locked lock }
      Locked : Resettable <lock { Coin Unlocked -  Pass - alarm }
      Unlocked : Resettable { Pass Locked - }
    }

The document has the semantics of SMC: entry and exit actions run in each transition, also where the state stays, behind
the change of the state and before the actions of the transition: `entry exit always`, `order resolve commit exit entry
actions`. Abstract states become superstates, whose rows a state may replace. Entry and exit actions are written out in
each state: entry from the outermost superstate inwards, exit the other way round, each superstate once.

The class that `Actions` names has no counterpart: the actions are callbacks that the program supplies. An event that no
row takes is an outcome, not a call of unhandledTransition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .charts import ROW_LIMIT
from .faults import Faults, shown
from .sm_states import State, Transition, parse
from .writing import Block, Document, Names, Row

SUPERSTATE_LIMIT = 100


def read_sm(text: str, faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    table = parse(text, faults)
    faults.check()
    return _Writing(table.headers, table.states, faults).document().text(faults)


class _Writing:
    def __init__(self, headers: dict[str, tuple[str, int]], states: dict[str, State], faults: Faults) -> None:
        self._headers = headers
        self._states = states
        self._faults = faults
        self._names = Names(faults)
        self._row_total = 0

    def document(self) -> Document:
        for state in self._states.values():
            self._check(state)
        self._faults.check()
        document = Document()
        if "fsm" in self._headers:
            document.name = self._names(*self._headers["fsm"])
        initial, line = self._headers.get("initial", ("", 1))
        if not initial:
            self._faults.add(1, "expected the header Initial: with the name of a state")
        elif self._is_state(initial, line):
            document.lines.append(f"initial {self._names(initial, line)}")
        document.lines += ["entry exit always", "order resolve commit exit entry actions"]
        adopted = {
            name for state in self._states.values() for name in state.superstates if not self._is_written_out(state)
        }
        abstract = [state for state in self._states.values() if state.is_abstract]
        # What nobody adopts has no rows of anybody; superstates of superstates are adopted by those.
        document.blocks = [
            self._superstate(state) for state in abstract if state.name in adopted and self._row_count(state)
        ]
        document.blocks += [self._state(state) for state in self._states.values() if not state.is_abstract]
        return document

    # ------------------------------------------------------------------------------------------------------------------
    # Checks
    # ------------------------------------------------------------------------------------------------------------------

    def _check(self, state: State) -> None:
        for name, line in state.superstates.items():
            if name not in self._states:
                self._faults.add(line, f"expected a state, found {shown(name)}, which has no transitions")
            elif state.name in self._reached(self._states[name]):
                self._faults.add(line, f"expected no circle: {shown(name)} derives from {shown(state.name)} itself")
        for transition in state.transitions.values():
            if transition.target:
                self._is_state(transition.target, transition.line)

    def _is_state(self, name: str, line: int) -> bool:
        state = self._states.get(name)
        if state is None:
            self._faults.add(line, f"expected a state, found {shown(name)}, which has no transitions")
        elif state.is_abstract:
            self._faults.add(line, f"expected a state to be in, found the abstract state {shown(name)}")
        return state is not None and not state.is_abstract

    # ------------------------------------------------------------------------------------------------------------------
    # Inheritance
    # ------------------------------------------------------------------------------------------------------------------

    def _reached(self, state: State) -> dict[str, State]:
        """The state and all from which it derives; those that do not exist are left out."""
        found = {state.name: state}
        waiting = [state]
        while waiting:
            for name in waiting.pop().superstates:
                if name in self._states and name not in found:
                    found[name] = self._states[name]
                    waiting.append(found[name])
            if len(found) > SUPERSTATE_LIMIT:
                raise self._faults.error(state.line, f"expected at most {SUPERSTATE_LIMIT} superstates of a state")
        return found

    def _above(self, state: State) -> dict[str, State]:
        """The same, each before those from which it derives."""
        reached = self._reached(state)
        waits = Counter(name for each in reached.values() for name in each.superstates)
        found: dict[str, State] = {}
        ready = [state]
        while ready:
            each = ready.pop(0)
            found[each.name] = each
            for name in each.superstates:
                waits[name] -= 1
                if not waits[name]:
                    ready.append(reached[name])
        return found

    def _is_written_out(self, state: State) -> bool:
        """Whether its superstates cannot be adopted: one is a state too, or is reached in two ways."""
        above = list(self._above(state).values())
        ways = sum(len(each.superstates) for each in above)
        return ways > len(above) - 1 or any(not each.is_abstract for each in above[1:])

    def _row_count(self, state: State) -> int:
        return sum(len(each.transitions) for each in self._reached(state).values())

    def _inherited(self, state: State) -> dict[str, Transition]:
        """The transitions of all superstates, without its own."""
        found: dict[str, tuple[State, Transition]] = {}
        for each in list(self._above(state).values())[1:]:
            self._row_total += len(each.transitions)
            if self._row_total > ROW_LIMIT:
                raise self._faults.error(state.line, f"expected superstates for at most {ROW_LIMIT} rows")
            for event, transition in each.transitions.items():
                other, known = found.setdefault(event, (each, transition))
                is_overridden = event in state.transitions or each.name in self._reached(other)
                if not is_overridden and (known.target, known.actions) != (transition.target, transition.actions):
                    self._faults.add(
                        transition.line,
                        f"expected one transition of {shown(state.name)} for {shown(event)}: both "
                        f"{shown(other.name)} and {shown(each.name)} have one",
                    )
        return {event: transition for event, (_, transition) in found.items()}

    def _hooks(self, state: State, word: str) -> list[str]:
        """The entry actions of a state and its superstates, outermost first; or the exit actions, its own first."""
        levels = [(each, each.entry if word == "entry" else each.exit) for each in self._above(state).values()]
        levels = [level for level in levels if level[1]]
        for (inner, _), (outer, _) in zip(levels, levels[1:]):
            if outer.name not in self._reached(inner):
                self._faults.add(
                    state.line,
                    f"expected one order of the {word} actions: both {shown(inner.name)} and {shown(outer.name)} "
                    "have some, and neither derives from the other",
                )
        return [action for _, actions in (reversed(levels) if word == "entry" else levels) for action in actions]

    # ------------------------------------------------------------------------------------------------------------------
    # Blocks
    # ------------------------------------------------------------------------------------------------------------------

    def _superstate(self, state: State) -> Block:
        block = Block(f"superstate {self._names(state.name, state.line)}", state.line)
        self._adopt(block, state)
        return block

    def _state(self, state: State) -> Block:
        block = Block(f"state {self._names(state.name, state.line)}", state.line)
        inherited = self._inherited(state)
        if self._is_written_out(state):
            self._add_rows(block, {**inherited, **state.transitions}.values())
        else:
            self._adopt(block, state)
        block.add("entry", self._names.each(self._hooks(state, "entry"), state.line))
        block.add("exit", self._names.each(self._hooks(state, "exit"), state.line))
        if not block.lines and not block.rows and " adopts " not in block.heading:
            # A block that says nothing is an error; being final has no other meaning in a flat definition.
            block.heading += " final"
        return block

    def _adopt(self, block: Block, state: State) -> None:
        names = [name for name in state.superstates if self._row_count(self._states[name])]
        if names:
            block.heading = " ".join([block.heading, "adopts", *self._names.each(names, state.line)])
        above = {event for each in list(self._above(state).values())[1:] for event in each.transitions}
        self._add_rows(block, state.transitions.values(), above)

    def _add_rows(self, block: Block, transitions: Iterable[Transition], above: Iterable[str] = ()) -> None:
        overridden = set(above)
        for transition in transitions:
            target = self._names(transition.target, transition.line) if transition.target else "same"
            block.rows.append(
                Row(
                    self._names(transition.event, transition.line),
                    [target],
                    transition.line,
                    actions=self._names.each(transition.actions, transition.line),
                    is_overriding=transition.event in overridden,
                )
            )
