"""The JSON that the library writes of a document (SFSM_JSON), read back. Its schema is definition.schema.json.

A string is a name. A string that is itself in quotes, with \\" and \\\\ in it, is a name that would mean something
else without them, such as a state called "any". What comes back is in canonical form if the JSON was written by the
library; the order of keys does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Optional

from .faults import Faults, listed, shown
from .json_values import Value
from .twin_rows import ROW_KEYS, Rows
from .twin_words import ROLES, TYPES, Fields, Words

_HEAD = (
    "format definition version ids named callables events predicates initial guards entryExit order warningsOff".split()
)
_HEAD += ["onUnhandled", "onStep", "body"]
_HEADINGS = {
    "state": "state",
    "superstate": "superstate",
    "parallel": "parallel",
    "history": "history",
    "deepHistory": "deep history",
    "continue": "in",
}
_BLOCK = {*_HEADINGS, *"label named final in adopts was entry exit cycle update default done timeouts body".split()}
_PHASES = ("resolve", "exit", "actions", "commit", "entry")
_SIGNATURE = re.compile(r'[a-z0-9]+\((?:[^"\n\\#]|"(?:[^"\\\n]|\\["\\])*")*\)')


def read_twin(root: Value, faults: Faults) -> str:
    """Return the document. Raises FormatError."""
    lines = list(_Reading(faults).lines(root))
    faults.check()
    return "\n".join(lines) + "\n"


class _Reading:
    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._words = Words(faults)
        self._rows = Rows(self._words, faults)

    def lines(self, root: Value) -> Iterator[str]:
        fields = Fields(root, _HEAD, self._faults)
        version = fields.integer("format", 1, 1)
        if version is None and "format" not in fields:
            root.tell(self._faults, "expected 'format': 1")
        yield from self._limited(root, "definition" + fields.word("definition") + fields.word("version", " version"))
        for line in (*self._declarations(fields), *self._policies(fields)):
            yield from self._limited(root, f"  {line}")
        yield from self._body(fields.items("body"))

    def _limited(self, value: Value, line: str) -> Iterator[str]:
        if len(line.encode(errors="replace")) > 4096:
            value.tell(self._faults, "expected less here: a line of a document has at most 4096 bytes")
        yield line

    # ------------------------------------------------------------------------------------------------------------------
    # Declarations
    # ------------------------------------------------------------------------------------------------------------------

    def _declarations(self, head: Fields) -> Iterator[str]:
        for value in head.items("ids"):
            yield from self._id(Fields(value, ("state", "event", "predicate", "number"), self._faults))
        for value in head.items("named"):
            yield "named events" + Fields(value, ("event",), self._faults).needed("event")
        for value in head.items("callables"):
            yield from self._callable(Fields(value, ("role", "name", "signature"), self._faults))
        for value in head.items("events"):
            yield from self._event(Fields(value, ("event", "arguments", "was"), self._faults))
        for value in head.items("predicates"):
            yield from self._predicate(Fields(value, ("predicate", "cases", "count", "by"), self._faults))

    def _id(self, fields: Fields) -> Iterator[str]:
        kind = fields.one_of(("state", "event", "predicate"))
        number = fields.needed_integer("number", -2147483632, 2147483647)
        if kind:
            yield f"ids {kind}s{fields.word(kind)} = {number}"

    def _callable(self, fields: Fields) -> Iterator[str]:
        role = fields.choice("role", ROLES)
        signature = fields.text("signature")
        if signature is not None and not _SIGNATURE.fullmatch(signature):
            fields["signature"].expected(self._faults, "a signature, as bool(context, i32)")
        yield f"callable {role}{fields.needed('name')} {self._words.visible(signature, fields.value)}"

    def _event(self, fields: Fields) -> Iterator[str]:
        arguments = []
        for value in fields.items("arguments"):
            argument = Fields(value, ("type", "name"), self._faults)
            arguments.append(argument.choice("type", TYPES) + argument.word("name"))
        yield f"event{fields.needed('event')} ({', '.join(arguments)}){fields.words('was', ' was')}"

    def _predicate(self, fields: Fields) -> Iterator[str]:
        kind = fields.one_of(("cases", "count"))
        cases = fields.words("cases")
        if kind == "count":
            cases = f" of {fields.needed_integer('count', 1, 16384)}"
        elif kind and not cases:
            fields["cases"].expected(self._faults, "the name of a case")
        yield f"predicate{fields.needed('predicate')}{cases}{fields.word('by', ' by')}"

    # ------------------------------------------------------------------------------------------------------------------
    # Policies
    # ------------------------------------------------------------------------------------------------------------------

    def _policies(self, head: Fields) -> Iterator[str]:
        for value in head.items("initial"):
            yield "initial" + Fields(value, ("state",), self._faults).needed("state")
        if "guards" in head:
            yield f"guards {head.choice('guards', ('exclusive', 'first match'))}"
        if "entryExit" in head:
            yield f"entry exit {head.choice('entryExit', ('on change', 'always'))}"
        if "order" in head:
            yield f"order {' '.join(self._order(head))}"
        if "warningsOff" in head:
            yield f"warnings off {', '.join(self._warnings(head))}"
        for key, words in (("onUnhandled", "on unhandled"), ("onStep", "on step")):
            if head.words(key):
                yield head.words(key, words)

    def _order(self, head: Fields) -> list[str]:
        phases = [str(value.data) for value in head.items("order")]
        if sorted(phases) != sorted(_PHASES):
            head["order"].tell(self._faults, f"expected each of {listed(_PHASES, 'and')} once")
            return list(_PHASES)
        return phases

    def _warnings(self, head: Fields) -> list[str]:
        found = []
        for value in head.items("warningsOff"):
            kind = value.text(self._faults, "a kind of warnings") or "all"
            if not re.fullmatch(r"[a-z]+(?: [a-z]+)*", kind):
                value.expected(self._faults, "a kind of warnings, in small letters")
            found.append(kind)
        if not found:
            head["warningsOff"].expected(self._faults, "a kind of warnings")
        return found

    # ------------------------------------------------------------------------------------------------------------------
    # Rows and blocks
    # ------------------------------------------------------------------------------------------------------------------

    def _body(self, items: list[Value]) -> Iterator[str]:
        """Nothing recurses, however deep blocks are."""
        waiting = [(value, 1) for value in reversed(items)]
        while waiting:
            value, depth = waiting.pop()
            indentation = "  " * depth
            keys = value.data if isinstance(value.data, dict) else {}
            if "target" in keys or not any(key in _HEADINGS for key in keys):
                fields = Fields(value, ROW_KEYS, self._faults)
                yield from self._limited(value, indentation + self._label(fields) + self._rows.row(fields, depth))
                continue
            fields = Fields(value, _BLOCK, self._faults)
            yield from self._limited(value, indentation + self._label(fields) + self._heading(fields, depth))
            for line in self._parts(fields):
                yield from self._limited(value, f"{indentation}  {line}")
            waiting += [(each, depth + 1) for each in reversed(fields.items("body"))]

    def _label(self, fields: Fields) -> str:
        return f"{fields.word('label')[1:]}: " if "label" in fields else ""

    def _heading(self, fields: Fields, depth: int) -> str:
        kind = fields.one_of(tuple(_HEADINGS)) or "state"
        if depth > 1 and kind in ("superstate", "continue"):
            fields.value.tell(self._faults, f"expected {shown(kind)} outside of blocks only")
        heading = _HEADINGS[kind]
        if fields.flag("named"):
            heading += " named"
        if kind == "superstate" and kind in fields and fields[kind].data is None:
            pass  # it has no name
        else:
            heading += fields.word(kind)
        if fields.flag("final"):
            heading += " final"
        return heading + fields.word("in", " in") + fields.words("adopts", " adopts") + fields.words("was", " was")

    def _parts(self, fields: Fields) -> Iterator[str]:
        for key in ("entry", "exit", "cycle", "update"):
            if fields.words(key):
                yield fields.words(key, key)
        default = self._default(fields)
        if default is not None:
            yield default
        if "done" in fields:
            yield "done" + fields.word("done")
        for value in fields.items("timeouts"):
            timeout = Fields(value, ("delay", "event"), self._faults)
            yield f"timeout {timeout.needed_integer('delay', 0, 2**63 - 1)}{timeout.needed('event')}"

    def _default(self, fields: Fields) -> Optional[str]:
        if "default" not in fields:
            return None
        default = Fields(fields["default"], ("state", "actions"), self._faults)
        return "default" + default.needed("state") + default.words("actions", " /")
