"""What SCXML executes on the way: content of transitions, onentry and onexit; and the conditions of transitions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .charts import Node
from .faults import Faults, shown
from .writing import Names
from .xml_elements import Element

_NAME = re.compile(r"[^\W\d]\w*(?:[.-]\w+)*")
_IN = re.compile(r"""(!?)\s*In\(\s*(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))\s*\)""")
_DELAY = re.compile(r"([0-9]{0,12})(?:\.([0-9]{1,12}))?(ms|s)")
_UNSAID = "cannot be said in a document"


class Contents:
    """Reads content, and collects the events of raises and timeouts."""

    def __init__(self, faults: Faults, names: Names) -> None:
        self._faults = faults
        self._names = names
        self.events: list[tuple[str, int]] = []
        """Events that the content raises or sends, and their lines."""
        self._sent: dict[str, int] = {}
        self._cancelled: list[tuple[str, int]] = []

    # ------------------------------------------------------------------------------------------------------------------
    # Actions
    # ------------------------------------------------------------------------------------------------------------------

    def of_transition(self, content: Sequence[Element]) -> tuple[list[str], list[str]]:
        """The actions, and the events that are raised."""
        actions, raises = [], []
        for element in content:
            if element.name == "raise" or (element.name == "send" and element.attributes.get("target") == "#_internal"):
                raises += self._raised(element)
            else:
                actions += self._action(element, "a transition")
        return actions, raises

    def callbacks(self, content: Sequence[Element], place: str) -> list[str]:
        """The actions of onentry, onexit, and of defaults. Timeouts are read elsewhere."""
        timeouts = {"onentry": "send", "onexit": "cancel"}
        return [
            action
            for element in content
            if element.name != timeouts.get(place)
            for action in self._action(element, place)
        ]

    def _action(self, element: Element, place: str) -> list[str]:
        name = element.name
        if " " in name:
            name = name.rsplit(" ", 1)[1]
            if any(" " not in key for key in element.attributes) or element.children or element.text:
                self._refuse(element, f"the action <{name}>", "with attributes or content")
                return []
            return [self._names(name, element.line)]
        if name == "log":
            return self._log(element)
        self._refuse(element, f"<{name}>", f"in {place}")
        return []

    def _log(self, element: Element) -> list[str]:
        for attribute in element.attributes:
            if attribute != "label" and " " not in attribute:
                self._refuse(element, "<log>", f"with {shown(attribute)}")
                return []
        if not element.attributes.get("label"):
            self._faults.add(element.line, "expected a label of <log>, which becomes the name of an action")
            return []
        return [self._names(element.attributes["label"], element.line)]

    def _raised(self, element: Element) -> list[str]:
        for attribute in element.attributes:
            if attribute not in ("event", "target") and " " not in attribute:
                self._refuse(element, f"<{element.name}>", f"with {shown(attribute)}")
                return []
        if element.children or element.text:
            self._refuse(element, f"<{element.name}>", "with content")
        return self._event(element)

    def _event(self, element: Element) -> list[str]:
        event = element.attributes.get("event", "")
        if len(event.split()) != 1 or event.endswith("*"):
            self._faults.add(element.line, f"expected the name of an event in <{element.name}>, found {shown(event)}")
            return []
        self.events.append((event, element.line))
        return [self._names(event, element.line)]

    def _refuse(self, element: Element, what: str, how: str) -> None:
        shown_what = shown(what)[1:-1]
        advice = ": write an action, and do it there"
        self._faults.add(element.line, f"{shown_what} {how} {_UNSAID}{advice}")

    # ------------------------------------------------------------------------------------------------------------------
    # Timeouts
    # ------------------------------------------------------------------------------------------------------------------

    def timeouts(self, entered: Sequence[Element], left: Sequence[Element]) -> list[str]:
        """`timeout 3000 late` for each <send> with a delay that the state cancels when it is left."""
        cancelled = {each.attributes.get("sendid", "") for each in left if each.name == "cancel"}
        for element in left:
            if element.name == "cancel":
                if set(element.attributes) != {"sendid"}:
                    self._refuse(element, "<cancel>", "with anything but a sendid")
                self._cancelled.append((element.attributes.get("sendid", ""), element.line))
        return [line for each in entered if each.name == "send" for line in self._timeout(each, cancelled)]

    def _timeout(self, element: Element, cancelled: set[str]) -> list[str]:
        attributes = {name: value for name, value in element.attributes.items() if " " not in name}
        own = attributes.get("id", "")
        if set(attributes) != {"event", "id", "delay"} or element.children or element.text:
            self._faults.add(
                element.line, f"<send> in onentry {_UNSAID}, unless it has an event, an id and a delay alone"
            )
            return []
        if own not in cancelled or own in self._sent:
            self._faults.add(
                element.line,
                f"<send> of {shown(own)} {_UNSAID}, unless the onexit of the same state has its <cancel>, and "
                "no other <send> has its id",
            )
            return []
        self._sent[own] = element.line
        delay = _milliseconds(attributes["delay"])
        if delay <= 0:
            found = shown(attributes["delay"])
            self._faults.add(
                element.line, f"expected a delay of whole milliseconds above 0, as 500ms or 1.5s, found {found}"
            )
            return []
        return [f"timeout {delay} {event}" for event in self._event(element)]

    def check_cancels(self) -> None:
        """Tell of what is cancelled and no timeout. After all states."""
        seen: set[str] = set()
        for name, line in self._cancelled:
            if name not in self._sent or name in seen:
                self._faults.add(line, f"<cancel> of {shown(name)} {_UNSAID}: it ends no timeout of this state")
            seen.add(name)

    # ------------------------------------------------------------------------------------------------------------------
    # Conditions
    # ------------------------------------------------------------------------------------------------------------------

    def condition(self, text: str, line: int, nodes: dict[str, Node]) -> str:
        """A guard, or a condition on a state. Nothing is evaluated."""
        text = text.strip()
        if _NAME.fullmatch(text) and text not in ("true", "false", "null", "undefined"):
            return self._names(text, line)
        parts = _IN.fullmatch(text)
        if parts is None:
            self._faults.add(
                line, f"the condition {shown(text)} {_UNSAID}: expected a name, In('state') or !In('state')"
            )
            return ""
        name = parts[2] or parts[3] or parts[4] or ""
        node = nodes.get(name)
        if node is None or node.is_history:
            self._faults.add(line, f"expected the id of a state in the condition, found {shown(name)}")
            return ""
        return f"{'not ' if parts[1] else ''}in {node.name}"


def _milliseconds(text: str) -> int:
    """0 for what is no delay, or no whole number of milliseconds."""
    parts = _DELAY.fullmatch(text)
    if parts is None or not (parts[1] or parts[2]):
        return 0
    digits = 3 if parts[3] == "s" else 0
    fraction = (parts[2] or "").rstrip("0")
    if len(fraction) > digits:
        return 0
    return int((parts[1] or "0") + fraction.ljust(digits, "0"))
