"""Tables of the State Machine Compiler SMC: https://smc.sourceforge.net

    %class Turnstile
    %start Gate::Locked
    %map Gate
    %%
    Locked Entry { lock(); } { coin(cents: int) [ctxt.enough(cents)] Unlocked { thank(); } }
    Unlocked { pass Locked {} }
    Default { Default nil { alarm(); } }
    %%

Read are one map with its states, entry and exit actions, transitions with arguments and guards, `nil`, `jump`, the
state Default and the transitions Default. A guard is the name of a function of the context, with or without `ctxt.`
and `()`; behind `!` it is the guard `not.name`. Guards and actions take no arguments, or all those of their transition.
Arguments become those of the event if their types are known ones. push, pop, several maps and other code are refused.

The document has the semantics of SMC: `guards first match`, transitions with guards before the one without, then the
transition of the state Default, then the transition Default of the state, then that of the state Default; `entry exit
always`, but for `nil`. What names files and classes of the generated code is left out.
"""

from __future__ import annotations

import re
from typing import Optional

from .faults import Faults, listed, shown
from .sm_map_states import MapState, MapTransition, parse_map
from .writing import Block, Document, Names, Row, reachable

_TYPES = {
    "bool": "bool boolean Boolean Bool",
    "i8": "byte Byte int8_t",
    "i16": "short Short int16_t",
    "i32": "int Int Integer int32_t",
    "i64": "long Long int64_t",
    "u8": "uint8_t",
    "u16": "uint16_t",
    "u32": "uint32_t unsigned",
    "u64": "uint64_t size_t",
    "f32": "float Float",
    "f64": "double Double",
    "str": "String string std::string char*",
    "ptr": "void*",
}
_KNOWN = {foreign: own for own, words in _TYPES.items() for foreign in words.split()}
_GUARD = re.compile(r"(!?)\s*(?:ctxt\s*(?:\.|->)\s*)?([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?")


def read_sm_maps(text: str, faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    return _Writing(text, faults).document().text(faults)


class _Writing:
    def __init__(self, text: str, faults: Faults) -> None:
        self._faults = faults
        self._names = Names(faults)
        self._map = parse_map(text, faults)
        self._declared: dict[str, tuple[Optional[list[str]], int]] = {}
        self._default = self._map.states.pop("Default", MapState("Default", 0))

    def document(self) -> Document:
        document = Document(self._names(self._map.class_name, 1) if self._map.class_name else "")
        for state in (*self._map.states.values(), self._default):
            for transition in state.transitions:
                self._check(transition)
        document.lines = self._declarations() + self._initial() + ["guards first match", "entry exit always"]
        document.blocks = [self._block(state) for state in self._map.states.values()]
        if self._default.entry or self._default.exit:
            self._faults.add(self._default.line, "expected no Entry and Exit of the state Default")
        document.rows = reachable([self._row(each, "any") for each in _in_order(self._default.transitions)])
        return document

    def _initial(self) -> list[str]:
        name, line = self._map.start
        if not name:
            self._faults.add(1, "expected %start with the name of a state")
        elif self._is_state(name, line):
            return [f"initial {self._names(name, line)}"]
        return []

    def _is_state(self, name: str, line: int) -> bool:
        if name not in self._map.states:
            self._faults.add(line, f"expected a state of the map, found {shown(name)}")
        return name in self._map.states

    # ------------------------------------------------------------------------------------------------------------------
    # Arguments
    # ------------------------------------------------------------------------------------------------------------------

    def _check(self, transition: MapTransition) -> None:
        """Its target, and its arguments, which are the same wherever the event is."""
        if transition.target:
            self._is_state(transition.target, transition.line)
        if transition.event == "Default":
            return
        types = [self._type(kind, transition.line) for _, kind in transition.parameters]
        untyped = not all(types)
        known, line = self._declared.setdefault(transition.event, (None if untyped else types, transition.line))
        if known != (None if untyped else types):
            self._faults.add(
                transition.line,
                f"expected the arguments that {shown(transition.event)} has in line {line}: "
                "an event has one list of them",
            )

    def _type(self, foreign: str, line: int) -> str:
        """As a document names it; empty if there is none."""
        plain = re.sub(r"\s*&$|^const\s+", "", re.sub(r"\s*\*", "*", foreign)).strip()
        plain = re.sub(r"^const\s+|\s*&$", "", plain)
        if foreign and plain not in _KNOWN:
            self._faults.add(
                line, f"the type {shown(foreign)} cannot be said in a document: use {listed(list(_KNOWN)[:6])} ..."
            )
            return "i32"
        return _KNOWN.get(plain, "")

    def _declarations(self) -> list[str]:
        lines = []
        named = {each.event: each for state in self._map.states.values() for each in state.transitions}
        named = {**{each.event: each for each in self._default.transitions}, **named}
        for event, (types, line) in self._declared.items():
            if types:
                names = [name for name, _ in named[event].parameters]
                arguments = [f"{kind} {self._names(name, line)}" for kind, name in zip(types, names)]
                lines.append(f"event {self._names(event, line)} ({', '.join(arguments)})")
        return lines

    def _called(self, name: str, arguments: Optional[str], transition: MapTransition, line: int) -> str:
        given = [each.strip() for each in (arguments or "").split(",") if each.strip()]
        if given and given != [own for own, _ in transition.parameters]:
            self._faults.add(
                line,
                f"the arguments of {shown(name)} cannot be said in a document: none, or all those of its transition",
            )
        return name

    # ------------------------------------------------------------------------------------------------------------------
    # Rows
    # ------------------------------------------------------------------------------------------------------------------

    def _block(self, state: MapState) -> Block:
        block = Block(f"state {self._names(state.name, state.line)}", state.line)
        for word, actions in (("entry", state.entry), ("exit", state.exit)):
            nobody = MapTransition("", (), None, "", (), state.line)
            names = [self._called(name, arguments, nobody, line) for name, arguments, line in actions]
            block.add(word, self._names.each(names, state.line))
        transitions = list(state.transitions)
        if any(each.event == "Default" for each in transitions):
            # Rows for any state would come behind the Default of this one.
            transitions += [each for each in self._default.transitions if each.event != "Default"]
        block.rows = reachable([self._row(each) for each in _in_order(transitions)])
        if not block.lines and not block.rows:
            # A block that says nothing is an error; being final has no other meaning in a flat definition.
            block.heading += " final"
        return block

    def _row(self, transition: MapTransition, source: str = "") -> Row:
        line = transition.line
        event = "any" if transition.event == "Default" else self._names(transition.event, line)
        actions = [self._called(name, arguments, transition, at) for name, arguments, at in transition.actions]
        target = self._names(transition.target, line) if transition.target else "internal"
        guards = [] if transition.guard is None else [self._guard(transition.guard, transition)]
        actions = list(self._names.each(actions, line))
        return Row(event, [target], line, source=source, conditions=guards, actions=actions)

    def _guard(self, code: str, transition: MapTransition) -> str:
        parts = _GUARD.fullmatch(code)
        if parts is None:
            self._faults.add(
                transition.line,
                f"the guard {shown(code)} cannot be said in a document: "
                "expected the name of a function, as ctxt.ready()",
            )
            return "x"
        name = self._called(parts[2], parts[3], transition, transition.line)
        return self._names(f"not.{name}" if parts[1] else name, transition.line)


def _in_order(transitions: list[MapTransition]) -> list[MapTransition]:
    """By events, in the order of their first ones; with guards first. Behind one without a guard nothing is tried."""
    events: dict[str, list[MapTransition]] = {}
    for transition in transitions:
        found = events.setdefault(transition.event, [])
        if transition.guard is None and any(each.guard is None for each in found):
            continue
        found.append(transition)
    found = [each for own in events.values() for each in sorted(own, key=lambda each: each.guard is None)]
    return sorted(found, key=lambda each: each.event == "Default")
