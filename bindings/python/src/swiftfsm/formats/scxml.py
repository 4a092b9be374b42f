"""SCXML without a data model: https://www.w3.org/TR/scxml/

Read are the elements scxml, state, parallel, final, history, initial, transition, onentry, onexit, raise; further

- `cond` if it is a name, which becomes a guard, or In('x') or !In('x');
- `<log label="x"/>`, and an empty element x of another namespace, as the action x;
- `<send event="e" id="i" delay="3s"/>` in onentry with `<cancel sendid="i"/>` in onexit, as a timeout in milliseconds;
- in transitions `<send event="e" target="#_internal"/>`, as raise;
- event descriptors: `a` and `a.*` stand for all events of the document that begin so, `*` for any event.

The document has the semantics of SCXML: `guards first match`, `entry exit always`, states in the order of the file. The
event `done.state.x` is the done event of x. Whatever else has a meaning is refused; elements and attributes of other
namespaces that stand elsewhere, such as those of drawing programs, have none and are left out, as comments are.
"""

from __future__ import annotations

from typing import Optional, Union

from .charts import Node, finish
from .faults import Faults, shown
from .scxml_content import Contents
from .scxml_events import Transition, write_transitions
from .writing import Document, Names
from .xml_elements import Element, read_xml

NAMESPACE = "http://www.w3.org/2005/07/scxml"

_ATTRIBUTES = {
    "scxml": "initial name version datamodel binding",
    "state": "id initial",
    "parallel": "id",
    "final": "id",
    "history": "id type",
    "initial": "",
    "transition": "event cond target type",
    "onentry": "",
    "onexit": "",
}
_CHILDREN = {
    "scxml": "state parallel final",
    "state": "onentry onexit transition initial state parallel final history",
    "parallel": "onentry onexit transition state parallel history",
    "final": "onentry onexit",
    "history": "transition",
    "initial": "transition",
}
_STATES = ("state", "parallel", "final", "history")


def read_scxml(text: Union[str, bytes], faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    root = read_xml(text, faults)
    _strip_namespace(root)
    if root.name != "scxml":
        raise faults.error(root.line, f"expected <scxml>, found <{shown(root.name)[1:-1]}>")
    return _Reading(root, faults).document().text(faults)


def _strip_namespace(root: Element) -> None:
    """Names of SCXML without their namespace, if the file has it."""
    prefix = NAMESPACE + " "
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.name.startswith(prefix):
            element.name = element.name[len(prefix) :]
        waiting += element.children


class _Reading:
    """Reads the states, then what they say of each other."""

    def __init__(self, root: Element, faults: Faults) -> None:
        self._root = root
        self._faults = faults
        self._names = Names(faults)
        self._top = Node("state", "", root.line)
        self._nodes: dict[str, Node] = {}
        self._elements: list[tuple[Node, Element]] = []
        self._contents = Contents(faults, self._names)

    def document(self) -> Document:
        self._check(self._root)
        if self._root.attributes.get("datamodel", "null") not in ("null", "ecmascript"):
            kind = shown(self._root.attributes["datamodel"])
            self._faults.add(self._root.line, f"expected no data model, found {kind}: keep data in the program")
        if self._root.attributes.get("version", "1.0") != "1.0":
            found = shown(self._root.attributes["version"])
            self._faults.add(self._root.line, f"expected version 1.0 of SCXML, found {found}")
        self._read_states()
        transitions = [found for node, element in self._elements for found in self._read_state(node, element)]
        self._contents.check_cancels()
        write_transitions(self._top, transitions, self._contents.events, self._names, self._faults)
        return self._written()

    def _written(self) -> Document:
        name = self._root.attributes.get("name", "")
        document = Document(self._names(name, self._root.line) if name else "")
        initial = self._initial(self._top, self._root) or ""
        if not self._root.children:
            self._faults.add(self._root.line, "expected a state: <scxml> is empty")
        document.lines = [f"initial {initial}", "guards first match", "entry exit always"]
        finish(self._top, initial)
        document.blocks = self._top.block.inner
        return document

    # ------------------------------------------------------------------------------------------------------------------
    # States
    # ------------------------------------------------------------------------------------------------------------------

    def _read_states(self) -> None:
        waiting = [(self._root, self._top)]
        while waiting:
            element, parent = waiting.pop()
            if element is not self._root:
                parent = self._add(element, parent)
            waiting += [(child, parent) for child in reversed(element.children) if child.name in _STATES]

    def _add(self, element: Element, parent: Node) -> Node:
        name = element.attributes.get("id", "")
        if not name:
            # SCXML makes a name too, which no other state has.
            name = f"{element.name}-{element.line}"
            while name in self._nodes:
                name += "-x"
        kind = {"final": "state", "history": "history"}.get(element.name, element.name)
        if element.attributes.get("type") == "deep" and element.name == "history":
            kind = "deep history"
        node = Node(kind, self._names(name, element.line), element.line, parent, element.name == "final")
        if name in self._nodes:
            self._faults.add(element.line, f"expected an id of its own, found {shown(name)} a second time")
        self._nodes[name] = node
        self._elements.append((node, element))
        parent.children.append(node)
        node.block.line = element.line
        node.block.heading = f"{kind} {node.name}" + " final" * node.is_final
        parent.block.inner.append(node.block)
        return node

    def _read_state(self, node: Node, element: Element) -> list[Transition]:
        self._check(element)
        if element.name == "history" and element.attributes.get("type", "shallow") not in ("shallow", "deep"):
            found = shown(element.attributes["type"])
            self._faults.add(element.line, f"expected the type shallow or deep, found {found}")
        block = node.block
        entered = [each for child in element.children if child.name == "onentry" for each in child.children]
        left = [each for child in element.children if child.name == "onexit" for each in child.children]
        for child in element.children:
            if child.name in ("onentry", "onexit"):
                self._check(child, has_content=True)
        block.add("entry", self._contents.callbacks(entered, "onentry"))
        block.add("exit", self._contents.callbacks(left, "onexit"))
        initial = self._initial(node, element)
        if initial:
            block.lines.append(f"default {initial}")
        block.lines += self._contents.timeouts(entered, left)
        if node.is_history:
            return []
        return [self._transition(node, child) for child in element.children if child.name == "transition"]

    # ------------------------------------------------------------------------------------------------------------------
    # Defaults
    # ------------------------------------------------------------------------------------------------------------------

    def _initial(self, node: Node, element: Element) -> Optional[str]:
        """The state that is entered with `node`, and the actions of that; None if there is none."""
        named = element.attributes.get("initial")
        written = [child for child in element.children if child.name == "initial"]
        if node.is_history:
            written = [element]
        if (named is not None or written) and not node.is_history and not node.states:
            self._faults.add(element.line, f"expected no initial state of {node.name or 'scxml'}, which has no states")
            return None
        if len(written) + (named is not None) > 1:
            self._faults.add(element.line, "expected one initial state, as an attribute or as an element")
        if named is not None:
            return self._single(named, element.line, node)
        if written:
            return self._default(written[0], node)
        if node.kind == "parallel" or not node.states:
            return None
        return node.states[0].name

    def _default(self, element: Element, node: Node) -> Optional[str]:
        """What <initial> or <history> names in its transition."""
        if element.name == "initial":
            self._check(element)
        transitions = [child for child in element.children if child.name == "transition"]
        if node.is_history and not transitions:
            return None
        if len(transitions) != 1 or set(transitions[0].attributes) - {"target"}:
            self._faults.add(element.line, f"expected one <transition> with nothing but a target in <{element.name}>")
            return None
        (transition,) = transitions
        self._check(transition, has_content=True)
        target = self._single(transition.attributes.get("target", ""), transition.line, node)
        actions = self._contents.callbacks(transition.children, f"<{element.name}>")
        return " ".join([target, "/", *actions] if actions else [target])

    def _single(self, named: str, line: int, node: Node) -> str:
        """The state of this id, which is to be inside `node`."""
        targets = self._targets(named, line)
        if len(targets) != 1:
            if named.split():
                self._faults.add(
                    line,
                    f"expected one initial state, found {shown(named)}: initial states of several "
                    "regions cannot be said: give each region its own",
                )
            else:
                self._faults.add(line, "expected the id of a state")
            return "x"
        around = node.parent if node.is_history else node
        assert around is not None
        if not targets[0].is_inside(around):
            self._faults.add(line, f"expected a state inside {around.name or 'scxml'}, found {shown(named)}")
        if targets[0].is_history and node is self._top:
            self._faults.add(line, f"expected a state to begin in, found the history {shown(named)}")
        return targets[0].name

    def _targets(self, named: str, line: int) -> list[Node]:
        found = []
        for name in named.split():
            if name in self._nodes:
                found.append(self._nodes[name])
            else:
                self._faults.add(line, f"expected the id of a state, found {shown(name)}")
                found.append(Node("state", "x", line, self._top))
        return found

    # ------------------------------------------------------------------------------------------------------------------
    # Transitions
    # ------------------------------------------------------------------------------------------------------------------

    def _transition(self, node: Node, element: Element) -> Transition:
        self._check(element, has_content=True)
        attributes = element.attributes
        targets = self._targets(attributes.get("target", ""), element.line)
        if not targets and "target" in attributes:
            self._faults.add(element.line, "expected the id of a state, found an empty target")
        kind = attributes.get("type", "external")
        if kind not in ("internal", "external"):
            self._faults.add(element.line, f"expected the type internal or external, found {shown(kind)}")
        for target in targets:
            if target.is_deep_history_around(node) and target.parent is not None:
                self._faults.add(
                    element.line,
                    f"expected no transition to {target.name} from deep inside {target.parent.name}: what "
                    "it leaves depends on the history",
                )
        events = attributes.get("event")
        if events is not None and not events.split():
            self._faults.add(
                element.line, "expected an event, found an empty attribute: without an event there is none"
            )
        actions, raises = self._contents.of_transition(element.children)
        return Transition(
            node,
            element.line,
            None if events is None else events.split(),
            self._condition(element),
            targets,
            kind == "internal" and node.is_compound and all(target.is_inside(node) for target in targets),
            actions,
            raises,
        )

    def _condition(self, element: Element) -> str:
        text = element.attributes.get("cond")
        if text is None:
            return ""
        return self._contents.condition(text, element.line, self._nodes)

    # ------------------------------------------------------------------------------------------------------------------
    # What may stand where
    # ------------------------------------------------------------------------------------------------------------------

    def _check(self, element: Element, has_content: bool = False) -> None:
        """Tell of attributes, elements and text that are not read."""
        allowed = _ATTRIBUTES[element.name].split()
        for name in element.attributes:
            if name not in allowed and " " not in name:
                self._faults.add(element.line, f"<{element.name}> with {shown(name)} cannot be said in a document")
        if element.text:
            self._faults.add(element.text_line, f"expected no text in <{element.name}>, found {shown(element.text)}")
        for child in element.children:
            if not has_content and " " not in child.name and child.name not in _CHILDREN[element.name].split():
                self._faults.add(
                    child.line, f"<{shown(child.name)[1:-1]}> in <{element.name}> cannot be said in a document"
                )
